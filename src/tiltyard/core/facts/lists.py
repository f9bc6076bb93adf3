"""Facts about army lists: handed in, looked at, put right, locked; and what belongs to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from tiltyard.core.ids import MatchId, PlayerId
from tiltyard.core.rosters.roster import Roster


@dataclass(frozen=True, slots=True)
class ListSaved:
    """A player keeps a list to go on with; nobody else looks at it yet."""

    NAME: ClassVar[str] = "list-saved/1"
    player: PlayerId
    text: str
    form: str
    roster: Roster


@dataclass(frozen=True, slots=True)
class ListSubmitted:
    """A list was handed in: the text as it came, the form it was read as, and what was read."""

    NAME: ClassVar[str] = "list-submitted/1"
    player: PlayerId
    text: str
    form: str
    roster: Roster


@dataclass(frozen=True, slots=True)
class ListReceivedOnPaper:
    """A list was handed in on paper; its total is what the player says."""

    NAME: ClassVar[str] = "list-received-on-paper/1"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ListWaived:
    """A player takes part without a list, although lists are required."""

    NAME: ClassVar[str] = "list-waived/1"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ListReturned:
    """A leader gave a list back to be put right."""

    NAME: ClassVar[str] = "list-returned/1"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ListApproved:
    """A leader checked this list; `waived` are the codes of its errors, `reason` says why."""

    NAME: ClassVar[str] = "list-approved/1"
    player: PlayerId
    digest: str
    reason: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListAmended:
    """A leader completed or changed a list; `significant`: it may have been an advantage.

    It counts as approved, unless it has errors that nobody may waive; `waived` are the others.
    """

    NAME: ClassVar[str] = "list-amended/1"
    player: PlayerId
    before: str
    text: str
    form: str
    roster: Roster
    reason: str
    significant: bool = False
    approved: bool = True
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seal:
    """The salted hash of a player's list, by which a later change would show."""

    player: PlayerId
    hash: str


@dataclass(frozen=True, slots=True)
class ListsLocked:
    """These lists stay as they are for the whole event."""

    NAME: ClassVar[str] = "lists-locked/1"
    seals: tuple[Seal, ...]


@dataclass(frozen=True, slots=True)
class ListDeadlineSet:
    """Until when players hand in their lists themselves; none: until the start."""

    NAME: ClassVar[str] = "list-deadline-set/1"
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ProductRuled:
    """The organizer says whether a product is legal at this event, and from which day on."""

    NAME: ClassVar[str] = "product-ruled/1"
    product: str
    legal: bool
    since: date | None
    reason: str


@dataclass(frozen=True, slots=True)
class ConversionRequested:
    """A player asks whether a converted miniature may be used."""

    NAME: ClassVar[str] = "conversion-requested/1"
    conversion: str
    player: PlayerId
    description: str


@dataclass(frozen=True, slots=True)
class ConversionDecided:
    """The organizer answered."""

    NAME: ClassVar[str] = "conversion-decided/1"
    conversion: str
    approved: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class TerrainLabelled:
    """A piece of existing terrain got its label; the diameter is in tenths of an inch."""

    NAME: ClassVar[str] = "terrain-labelled/1"
    piece: str
    name: str
    diameter: int
    capacity: int
    keywords: tuple[str, ...]
    values: dict[str, int]


@dataclass(frozen=True, slots=True)
class TerrainCounted:
    """How many pieces of terrain a deployment card lists, of both kinds."""

    NAME: ClassVar[str] = "terrain-counted/1"
    card: str
    defensive: int
    dangerous: int


@dataclass(frozen=True, slots=True)
class MatsDrawn:
    """Borrowed mats lie on the tables as the lot says; each belongs to the first table left."""

    NAME: ClassVar[str] = "mats-drawn/1"
    tables: dict[str, str]
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class CoinTossed:
    """Lists of equal totals: the lot says which of the two decides."""

    NAME: ClassVar[str] = "coin-tossed/1"
    match: MatchId
    winner: PlayerId


@dataclass(frozen=True, slots=True)
class FirstPlayerRecorded:
    """Who begins this game, and a side of the table, if that is noted.

    The side is the one the second player chose where the document has them choose; elsewhere it is
    the side of whoever begins.
    """

    NAME: ClassVar[str] = "first-player-recorded/1"
    match: MatchId
    player: PlayerId
    side: str = ""
