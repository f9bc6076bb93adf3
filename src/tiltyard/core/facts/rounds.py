"""Facts about rounds: drawn, published, timed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tiltyard.core.ids import MatchId, PersonId, PlayerId, RoundId, StageKind


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was drawn as it was: a code, its clause, and facts for the sentence."""

    code: str
    clause: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game or a bye as it was drawn, or as it was changed by hand."""

    players: tuple[PlayerId, ...]
    kind: Literal["game", "bye"] = "game"
    table: int | None = None
    game: int | None = None
    why: tuple[Reason, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round was drawn from the log up to `position` by this version of the engine."""

    NAME: ClassVar[str] = "round-drawn/1"
    round: RoundId
    kind: StageKind
    attempt: int
    position: int
    engine: str
    matches: tuple[Pairing, ...]
    seeds: tuple[PlayerId, ...] | None = None
    cards: dict[str, str] = field(default_factory=dict)
    warnings: tuple[Reason, ...] = ()
    allow_rematch: bool = False


@dataclass(frozen=True, slots=True)
class RoundDiscarded:
    """A drawn round was thrown away before anybody played it; it stays visible."""

    NAME: ClassVar[str] = "round-discarded/1"
    round: RoundId
    reason: str


@dataclass(frozen=True, slots=True)
class PairingsChangedByHand:
    """The organizer changed a drawn round by hand; everybody can read why."""

    NAME: ClassVar[str] = "pairings-changed-by-hand/1"
    round: RoundId
    matches: tuple[Pairing, ...]
    reason: str
    consequences: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsSet:
    """Cards drawn by hand from the table instead of by lot."""

    NAME: ClassVar[str] = "cards-set/1"
    round: RoundId
    cards: dict[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class RoundPublished:
    """The pairings are public."""

    NAME: ClassVar[str] = "round-published/1"
    round: RoundId


@dataclass(frozen=True, slots=True)
class RoundWithdrawn:
    """Published pairings were taken back before a game of them counted."""

    NAME: ClassVar[str] = "round-withdrawn/1"
    round: RoundId
    reason: str


@dataclass(frozen=True, slots=True)
class SeatingCalled:
    """Players were asked to their tables; set-up may begin, play may not."""

    NAME: ClassVar[str] = "seating-called/1"
    round: RoundId


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The round began; no minutes: it is untimed."""

    NAME: ClassVar[str] = "clock-started/1"
    round: RoundId
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock stands."""

    NAME: ClassVar[str] = "clock-paused/1"
    round: RoundId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock runs again."""

    NAME: ClassVar[str] = "clock-resumed/1"
    round: RoundId


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """Time was called: the ruleset says how the running games are finished."""

    NAME: ClassVar[str] = "time-called/1"
    round: RoundId


@dataclass(frozen=True, slots=True)
class ExtensionGranted:
    """One table has more time."""

    NAME: ClassVar[str] = "extension-granted/1"
    match: MatchId
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A game moved to another table."""

    NAME: ClassVar[str] = "table-changed/1"
    match: MatchId
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RulingLeaderAssigned:
    """This leader rules on this game."""

    NAME: ClassVar[str] = "ruling-leader-assigned/1"
    match: MatchId
    leader: PersonId


@dataclass(frozen=True, slots=True)
class CutMade:
    """Who goes on, in seed order, by the standings at this position of the log."""

    NAME: ClassVar[str] = "cut-made/1"
    seeds: tuple[PlayerId, ...]
    position: int


@dataclass(frozen=True, slots=True)
class PlaceOffered:
    """A qualified player left before the first game: the next in rank is asked."""

    NAME: ClassVar[str] = "place-offered/1"
    player: PlayerId
    instead_of: PlayerId


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The player who was asked joins as the lowest seed."""

    NAME: ClassVar[str] = "place-taken/1"
    player: PlayerId
    seeds: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class ScenarioSet:
    """A round is played with a special scenario: one round of the day, or every one.

    `number` counts rounds from 1 over all stages; none: every round without one of its own. An
    empty name: none is played.
    """

    NAME: ClassVar[str] = "scenario-set/1"
    number: int | None
    name: str
    text: str = ""
