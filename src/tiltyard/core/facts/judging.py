"""Facts of the judges: calls and rulings, incidents, watches, components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from tiltyard.core.ids import MatchId, PersonId, PlayerId

ComponentTrouble = Literal["lost", "damaged", "ineligible", "missing_kit"]
ComponentEnd = Literal[
    "found",
    "replaced",
    "proxy",
    "shared",
    "still_usable",
    "set_aside",
    "conceded",
    "dropped",
    "disqualified",
]


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """Somebody asked for a ruling at a table."""

    NAME: ClassVar[str] = "judge-called/1"
    call: str
    match: MatchId
    caller: PersonId
    topic: str
    direct: bool = False


@dataclass(frozen=True, slots=True)
class CallKindSaid:
    """What a call is about, by its kind; a call without one is a rules question."""

    NAME: ClassVar[str] = "call-kind-said/1"
    call: str
    kind: str


@dataclass(frozen=True, slots=True)
class CallRuled:
    """A judge gave a ruling; `overrules` names the document it departs from."""

    NAME: ClassVar[str] = "call-ruled/1"
    call: str
    ruling: str
    overrules: str = ""
    final: bool = False


@dataclass(frozen=True, slots=True)
class CallAppealed:
    """A player of the game wants the ruling reviewed."""

    NAME: ClassVar[str] = "call-appealed/1"
    call: str
    player: PlayerId


@dataclass(frozen=True, slots=True)
class IncidentRecorded:
    """A leader notes what happened, and the remedy if there was one; it may answer a report."""

    NAME: ClassVar[str] = "incident-recorded/1"
    incident: str
    category: str
    people: tuple[PersonId, ...]
    finding: str
    remedy: str = ""
    match: MatchId | None = None
    recommends_disqualification: bool = False
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class IncidentObserved:
    """What a leader noted is an observation: whoever decides this matter still has to."""

    NAME: ClassVar[str] = "incident-observed/1"
    incident: str
    matter: str


@dataclass(frozen=True, slots=True)
class IncidentSetAside:
    """A report or an observation was looked at, and nothing follows from it."""

    NAME: ClassVar[str] = "incident-set-aside/1"
    incident: str
    reason: str


@dataclass(frozen=True, slots=True)
class IncidentReported:
    """A spectator or player tells the leaders that something seems wrong."""

    NAME: ClassVar[str] = "incident-reported/1"
    incident: str
    category: str
    text: str
    match: MatchId | None = None


@dataclass(frozen=True, slots=True)
class WatchRequested:
    """A player asks a leader to watch the game."""

    NAME: ClassVar[str] = "watch-requested/1"
    watch: str
    match: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class WatchEnded:
    """The leader has watched; the note says what was seen."""

    NAME: ClassVar[str] = "watch-ended/1"
    watch: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComponentTroubleNoted:
    """A component is lost, damaged or not allowed; `minutes` is the time to put that right."""

    NAME: ClassVar[str] = "component-trouble-noted/1"
    trouble: str
    player: PlayerId
    component: str
    kind: ComponentTrouble
    match: MatchId | None = None
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class ComponentPieceTold:
    """Somebody said which sort of component the trouble is about, such as a card or dice."""

    NAME: ClassVar[str] = "component-piece-told/1"
    trouble: str
    piece: str


@dataclass(frozen=True, slots=True)
class ComponentTimeGranted:
    """A leader gave a player this many minutes to find or replace a component."""

    NAME: ClassVar[str] = "component-time-granted/1"
    trouble: str
    minutes: int


@dataclass(frozen=True, slots=True)
class ComponentTroubleEnded:
    """What became of it."""

    NAME: ClassVar[str] = "component-trouble-ended/1"
    trouble: str
    end: ComponentEnd
    note: str = ""


@dataclass(frozen=True, slots=True)
class ProxyMade:
    """A leader made a proxy for a damaged card, with what can no longer be read on it."""

    NAME: ClassVar[str] = "proxy-made/1"
    player: PlayerId
    card: str
    information: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class SharingAgreed:
    """The players of a game share these components for the round; a leader may have ordered it."""

    NAME: ClassVar[str] = "sharing-agreed/1"
    match: MatchId
    items: tuple[str, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class RulerSideAgreed:
    """Both players measure with this side of the range ruler they share."""

    NAME: ClassVar[str] = "ruler-side-agreed/1"
    match: MatchId
    side: str


@dataclass(frozen=True, slots=True)
class ComponentRulingAsked:
    """Somebody asks whether a component may be used at this event."""

    NAME: ClassVar[str] = "component-ruling-asked/1"
    request: str
    player: PlayerId
    kind: str
    description: str


@dataclass(frozen=True, slots=True)
class ComponentRulingGiven:
    """A component may be used for the rest of the event, or may not."""

    NAME: ClassVar[str] = "component-ruling-given/1"
    request: str
    allowed: bool
    note: str = ""
