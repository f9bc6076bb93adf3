"""Facts about games: what was reported, confirmed, disputed, entered and corrected."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from tiltyard.core.ids import MatchId, PlayerId
from tiltyard.core.ruleset import End
from tiltyard.core.tournament import Report


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip as it is kept in the log; in every pair the first entry is the first player's.

    It has the fields of the engine's `Report`, but its shape is a promise to old logs.
    """

    end: End
    score: tuple[int, int] | None = None
    objectives: tuple[int, int] = (0, 0)
    survivor: int | None = None
    conceded: int | None = None
    initiative: int | None = None
    leaders: tuple[bool, bool] | None = None
    flurry: tuple[tuple[int, int], ...] = ()
    witness: str | None = None
    extra: dict[str, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, report: Report) -> Slip:
        """Return the slip that says what a report says."""
        values = report._asdict()
        return cls(**{**values, "extra": dict(report.extra)})

    @property
    def report(self) -> Report:
        """The slip as the engine reads it."""
        return Report(
            end=self.end,
            score=self.score,
            objectives=self.objectives,
            survivor=self.survivor,
            conceded=self.conceded,
            initiative=self.initiative,
            leaders=self.leaders,
            flurry=self.flurry,
            witness=self.witness,
            extra=self.extra,
        )

    @property
    def digest(self) -> str:
        """A short fingerprint: whoever confirms a slip names the one they have seen."""
        said = (
            self.end,
            self.score,
            self.objectives,
            self.survivor,
            self.conceded,
            self.initiative,
            self.leaders,
            self.flurry,
            self.witness,
            sorted(self.extra.items()),
        )
        return sha256(repr(said).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ResultReported:
    """A player says how the game ended."""

    NAME: ClassVar[str] = "result-reported/1"
    match: MatchId
    player: PlayerId
    slip: Slip


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The opponent agrees with exactly this slip: it counts."""

    NAME: ClassVar[str] = "result-confirmed/1"
    match: MatchId
    player: PlayerId
    slip: Slip


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A member of staff entered the slip; it counts."""

    NAME: ClassVar[str] = "result-entered/1"
    match: MatchId
    slip: Slip
    note: str = ""


@dataclass(frozen=True, slots=True)
class EntryContradicted:
    """A second entry differs from the one that counts: a dispute, not an overwrite."""

    NAME: ClassVar[str] = "entry-contradicted/1"
    match: MatchId
    slip: Slip


@dataclass(frozen=True, slots=True)
class DisputeResolved:
    """A leader decided which result counts."""

    NAME: ClassVar[str] = "dispute-resolved/1"
    match: MatchId
    slip: Slip
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result that counted was put right; published pairings stay as they are.

    Without a slip the game was forfeited by the absent player.
    """

    NAME: ClassVar[str] = "result-corrected/1"
    match: MatchId
    before: Slip | None
    slip: Slip | None
    reason: str
    absent: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class GameForfeited:
    """One of the two did not come."""

    NAME: ClassVar[str] = "game-forfeited/1"
    match: MatchId
    absent: PlayerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TotalsVerified:
    """The players of a game have compared their lists as the marshal ordered."""

    NAME: ClassVar[str] = "totals-verified/1"
    match: MatchId
