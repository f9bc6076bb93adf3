"""Facts about people: staff and their duty, players who come, leave and come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from tiltyard.core.ids import PersonId, PlayerId, RoundId
from tiltyard.core.ruleset_people import RoleId

LeavingReason = Literal[
    "voluntary",
    "no_show",
    "ineligible_component",
    "missing_component",
    "manipulative_concession",
    "declined_place",
    "other",
]

ShownName = Literal["full", "initial", "number"]
"""How a player is named on public pages: "Ana Costa", "Ana C.", "Player 7"."""


@dataclass(frozen=True, slots=True)
class StaffAppointed:
    """Somebody holds a role from now on; `person` may be a player as well."""

    NAME: ClassVar[str] = "staff-appointed/1"
    person: PersonId
    name: str
    role: RoleId


@dataclass(frozen=True, slots=True)
class StaffReleased:
    """Somebody no longer holds a role."""

    NAME: ClassVar[str] = "staff-released/1"
    person: PersonId
    role: RoleId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DutyChanged:
    """A leader went off duty, and is a spectator until back on duty."""

    NAME: ClassVar[str] = "duty-changed/1"
    person: PersonId
    role: RoleId
    on_duty: bool


@dataclass(frozen=True, slots=True)
class HeadMarshalNamed:
    """One of several marshals has the last word."""

    NAME: ClassVar[str] = "head-marshal-named/1"
    person: PersonId


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
    """A player takes part; `missed` rounds of a late entry count as unpaired losses."""

    NAME: ClassVar[str] = "player-registered/1"
    player: PlayerId
    name: str
    number: int
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    table: int | None = None
    missed: tuple[RoundId, ...] = ()


@dataclass(frozen=True, slots=True)
class NotesKept:
    """What a table said of a player in columns that have no place of their own, by heading."""

    NAME: ClassVar[str] = "notes-kept/1"
    player: PlayerId
    notes: dict[str, str]


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """What is known of a player was put right."""

    NAME: ClassVar[str] = "player-changed/1"
    player: PlayerId
    name: str
    number: int
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RegistrationWithdrawn:
    """A player will not come."""

    NAME: ClassVar[str] = "registration-withdrawn/1"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """A player is here."""

    NAME: ClassVar[str] = "player-checked-in/1"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CheckInTakenBack:
    """A player is not here after all."""

    NAME: ClassVar[str] = "check-in-taken-back/1"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class SpareJoined:
    """Somebody stands ready as the Spare Player of an odd field."""

    NAME: ClassVar[str] = "spare-joined/1"
    player: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class SpareLeft:
    """The Spare Player is no longer available."""

    NAME: ClassVar[str] = "spare-left/1"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player is not paired any more; `after` is the newest round then, none before the first."""

    NAME: ClassVar[str] = "player-dropped/1"
    player: PlayerId
    why: LeavingReason
    after: RoundId | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRejoined:
    """A dropped player is back; each missed round is an unpaired loss."""

    NAME: ClassVar[str] = "player-rejoined/1"
    player: PlayerId
    after: RoundId | None = None
    missed: tuple[RoundId, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisqualificationRecommended:
    """A marshal recommends to the organizer that a player be disqualified."""

    NAME: ClassVar[str] = "disqualification-recommended/1"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class RecommendationDeclined:
    """The organizer decided that a recommended player stays."""

    NAME: ClassVar[str] = "recommendation-declined/1"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """A player was removed for good."""

    NAME: ClassVar[str] = "player-disqualified/1"
    player: PlayerId
    reason: str
    after: RoundId | None = None


@dataclass(frozen=True, slots=True)
class FavouriteVoted:
    """A player named the opponent they enjoyed most."""

    NAME: ClassVar[str] = "favourite-voted/1"
    player: PlayerId
    opponent: PlayerId


@dataclass(frozen=True, slots=True)
class ExtraScored:
    """A number for one of the organizer's own tie-breaks."""

    NAME: ClassVar[str] = "extra-scored/1"
    player: PlayerId
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class ShownNameChosen:
    """A player agreed to be named in this way where everybody reads it."""

    NAME: ClassVar[str] = "shown-name-chosen/1"
    player: PlayerId
    shown: ShownName
