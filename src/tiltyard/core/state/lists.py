"""Army lists and what belongs to them, as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from tiltyard.core.ids import PersonId, PlayerId
from tiltyard.core.rosters.circumstances import ProductRuling
from tiltyard.core.rosters.roster import Roster

ListState = Literal["draft", "submitted", "returned", "approved", "on_paper"]
NO_ROSTER = Roster()


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a leader changed in a list, and why; `seal` is the one that was broken by it."""

    by: PersonId
    at: datetime
    before: str
    reason: str
    significant: bool
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ArmyList:
    """What a player handed in, and where it stands; a sealed list stays as it is.

    `note` says why it was given back, or why the errors in `waived` were; `asked` says that it
    was given back and has not come in again.
    """

    player: PlayerId
    state: ListState
    by: PersonId
    at: datetime
    text: str = ""
    form: str = ""
    roster: Roster = NO_ROSTER
    checked_by: PersonId = ""
    checked_at: datetime | None = None
    note: str = ""
    seal: str = ""
    waived: tuple[str, ...] = ()
    asked: bool = False
    amendments: tuple[Amendment, ...] = ()

    @property
    def is_locked(self) -> bool:
        """Whether only a leader changes it, by an amendment."""
        return bool(self.seal)

    @property
    def is_handed_in(self) -> bool:
        """Whether the staff has it."""
        return self.state in {"submitted", "approved", "on_paper"}


@dataclass(frozen=True, slots=True)
class Conversion:
    """A component somebody asks for, such as a converted miniature, and the answer."""

    id: str
    player: PlayerId
    description: str
    approved: bool | None = None
    note: str = ""
    decided_by: PersonId = ""
    kind: str = "conversion"


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """An existing piece of terrain with its label; the diameter is in tenths of an inch."""

    id: str
    name: str
    diameter: int
    capacity: int
    keywords: tuple[str, ...] = ()
    values: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeploymentTerrain:
    """How many pieces of terrain a deployment card lists, of both kinds."""

    card: str
    defensive: int
    dangerous: int

    @property
    def together(self) -> int:
        """How many pieces of existing terrain players choose, whatever their kind."""
        return self.defensive + self.dangerous


@dataclass(frozen=True, slots=True)
class ListDesk:
    """Everything about the lists of an event; only those who may read lists are shown it.

    `waived` says why a player takes part without a list.
    """

    lists: dict[PlayerId, ArmyList] = field(default_factory=dict)
    waived: dict[PlayerId, str] = field(default_factory=dict)
    deadline: datetime | None = None
    rulings: dict[str, ProductRuling] = field(default_factory=dict)
    conversions: dict[str, Conversion] = field(default_factory=dict)
    terrain: dict[str, TerrainPiece] = field(default_factory=dict)
    deployments: dict[str, DeploymentTerrain] = field(default_factory=dict)
    mats: dict[str, str] = field(default_factory=dict)
    mats_drawn: int = 0
