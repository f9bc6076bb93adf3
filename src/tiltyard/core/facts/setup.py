"""Facts about the event itself: what it is, what was announced, when it begins and ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar, Literal

from tiltyard.core.ids import PersonId

Region = Literal["north_america", "elsewhere"]
Structure = Literal["basic", "advanced", "custom"]


@dataclass(frozen=True, slots=True)
class Details:
    """Everything the organizer decides beforehand.

    The plan is what is announced: with a basic or advanced structure the table of the document
    fills it in when the event starts. After a cut come elimination rounds, or `swiss_after_cut`
    more Swiss rounds. `outline` says that an Event Outline prescribes the cards. The date is
    missing only in events that were imported without one.
    """

    name: str
    ruleset: str
    date: date | None
    tier: str = ""
    structure: Structure | None = None
    swiss_rounds: int | None = None
    cut: int | None = None
    swiss_after_cut: int = 0
    days: int = 1
    points_limit: int | None = None
    region: Region = "north_america"
    official: bool = False
    outline: bool = False
    venue: str = ""
    contact: str = ""
    play_area: str = ""
    special_scenario: str = ""
    notes: str = ""
    options: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventCreated:
    """An event was set up; its seed stays secret until the end, the commitment is public.

    `imported`: the seed came with a file, and is no secret.
    """

    NAME: ClassVar[str] = "event-created/1"
    event: str
    details: Details
    organizer: PersonId
    organizer_name: str
    seed: str = field(repr=False)
    commitment: str
    engine: str = ""
    imported: bool = False


@dataclass(frozen=True, slots=True)
class EventDescribed:
    """The organizer changed what the event is; `lapsed` was told to players and is void now."""

    NAME: ClassVar[str] = "event-described/1"
    details: Details
    reason: str = ""
    lapsed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventAnnounced:
    """The event became public: from now on its ruleset version is fixed."""

    NAME: ClassVar[str] = "event-announced/1"
    ruleset: str


@dataclass(frozen=True, slots=True)
class ItemAnnounced:
    """All players were told one of the things that must be known before the start."""

    NAME: ClassVar[str] = "item-announced/1"
    item: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class ToldValue:
    """One value of an announcement, as numbers or as names; neither: there is none of it."""

    about: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanAnnounced:
    """All players were told a part of the plan with its values, for so many players.

    `text` is what the organizer added to them.
    """

    NAME: ClassVar[str] = "plan-announced/1"
    item: str
    values: tuple[ToldValue, ...]
    players: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """Players may register themselves."""

    NAME: ClassVar[str] = "registration-opened/1"


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """The doors are open: players say that they are here."""

    NAME: ClassVar[str] = "check-in-opened/1"


@dataclass(frozen=True, slots=True)
class EventStarted:
    """Everything required is done; the plan is fixed for the field that is here."""

    NAME: ClassVar[str] = "event-started/1"
    swiss_rounds: int
    cut: int | None
    clause: str


@dataclass(frozen=True, slots=True)
class PlanChanged:
    """The organizer changed the plan during the event; it is a custom structure from now on."""

    NAME: ClassVar[str] = "plan-changed/1"
    swiss_rounds: int
    cut: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class TablesArranged:
    """How the tables of the hall are numbered."""

    NAME: ClassVar[str] = "tables-arranged/1"
    first: int
    out_of_use: tuple[int, ...]
    avoid_repeats: bool


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """In which language the event speaks to everybody: papers, screens, files, and pages."""

    NAME: ClassVar[str] = "language-chosen/1"
    language: str


@dataclass(frozen=True, slots=True)
class PrizeAwarded:
    """Somebody received a prize or an award."""

    NAME: ClassVar[str] = "prize-awarded/1"
    title: str
    recipient: PersonId
    criterion: str = ""


@dataclass(frozen=True, slots=True)
class EventFinished:
    """The event is over; its seed is public from now on."""

    NAME: ClassVar[str] = "event-finished/1"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventReopened:
    """The organizer opened a finished event again."""

    NAME: ClassVar[str] = "event-reopened/1"
    reason: str


@dataclass(frozen=True, slots=True)
class EventArchived:
    """Nothing will be changed any more."""

    NAME: ClassVar[str] = "event-archived/1"


@dataclass(frozen=True, slots=True)
class ConcernsConfirmed:
    """Somebody was asked back and meant it; the rest of the act follows this fact.

    `about` is the match or player it is about; `codes` name the questions.
    """

    NAME: ClassVar[str] = "concerns-confirmed/1"
    about: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActUndone:
    """The last act was taken back; its facts, first to last, no longer count."""

    NAME: ClassVar[str] = "act-undone/1"
    first: int
    last: int
    act: str
    reason: str = ""
