"""Facts that only a tournament file knows: it says that something was so, not how it came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.ids import MatchId, PlayerId, RoundId


@dataclass(frozen=True, slots=True)
class LossesWithoutGame:
    """These players had no game in a round and count a loss for it."""

    NAME: ClassVar[str] = "losses-without-game/1"
    round: RoundId
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class DeviationExplained:
    """Why a match, a round or the seeds of a stage are not what the rules give.

    `where` is the id of a match or a round, or the number of a stage that has not begun; `by` is
    a name as the file has it.
    """

    NAME: ClassVar[str] = "deviation-explained/1"
    where: MatchId | RoundId
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class NumbersPublished:
    """What another program published for a player: compared with ours, never used."""

    NAME: ClassVar[str] = "numbers-published/1"
    player: PlayerId
    program: str
    rank: int | None = None
    points: int | None = None
    margin: int | None = None
    sos: str | None = None
    place: int | None = None
