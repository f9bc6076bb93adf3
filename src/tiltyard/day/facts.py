"""Every fact: what happened on the day, in words that stay readable for ever.

A fact has a stable name with a version (`result-reported/1`). A shipped fact never changes its
shape: it gets a successor and an upcaster (`tiltyard.store.codec`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import ClassVar, Literal

from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.ruleset import RoleId, ScoreGiver, ScoreShown
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import (
    MatchId,
    PersonId,
    PlayerId,
    Region,
    RoundId,
    StageKind,
)

# ------------------------------------------------------------------------------
# Facts about the event itself: what it is, what was announced, when it begins and ends.

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
class RulesetKept:
    """The event keeps the text of its ruleset, which does not come with the program.

    `files` are the file of the ruleset and those it inherits from, by name with version.
    """

    NAME: ClassVar[str] = "ruleset-kept/1"
    ruleset: str
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class EventDescribed:
    """The organizer changed what the event is; `lapsed` was told to players and is void now."""

    NAME: ClassVar[str] = "event-described/1"
    details: Details
    reason: str = ""
    lapsed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InformationChanged:
    """What people read about the event changed; what is none stayed, `lapsed` is void now.

    `starts` is a time of day as clocks show it ("10:30"), empty where none is said.
    """

    NAME: ClassVar[str] = "information-changed/1"
    name: str | None = None
    venue: str | None = None
    contact: str | None = None
    notes: str | None = None
    starts: str | None = None
    price: str | None = None
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


NoticeImportance = Literal["normal", "urgent"]


@dataclass(frozen=True, slots=True)
class NoticePosted:
    """The hall was told something in the organizer's own words.

    It may be for one table only, and may end by itself at a moment.
    """

    NAME: ClassVar[str] = "notice-posted/1"
    notice: str
    text: str
    table: int | None = None
    until: datetime | None = None
    importance: NoticeImportance = "normal"


@dataclass(frozen=True, slots=True)
class BreakAnnounced:
    """A notice announces a break: the next round is expected after its end."""

    NAME: ClassVar[str] = "break-announced/1"
    notice: str


@dataclass(frozen=True, slots=True)
class NoticeEdited:
    """A notice says something else now."""

    NAME: ClassVar[str] = "notice-edited/1"
    notice: str
    text: str
    table: int | None = None
    until: datetime | None = None
    importance: NoticeImportance = "normal"


@dataclass(frozen=True, slots=True)
class NoticeWithdrawn:
    """A notice was taken down before its end."""

    NAME: ClassVar[str] = "notice-withdrawn/1"
    notice: str


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
class ClinchShown:
    """Who reads what players still need: everybody, and players on their own page."""

    NAME: ClassVar[str] = "clinch-shown/1"
    public: bool
    players: bool


@dataclass(frozen=True, slots=True)
class DoorCodeSet:
    """What people must know who register themselves; empty: nothing."""

    NAME: ClassVar[str] = "door-code-set/1"
    code: str


@dataclass(frozen=True, slots=True)
class ApprovalSet:
    """Whether players who register themselves wait until the desk approves them."""

    NAME: ClassVar[str] = "approval-set/1"
    required: bool


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
class EventDeleted:
    """The event is put away unplayed: only its staff can still open it."""

    NAME: ClassVar[str] = "event-deleted/1"


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


# ------------------------------------------------------------------------------
# Facts about people: staff and their duty, players who come, leave and come back.

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


SeatWay = Literal["link", "code", "invitation", "owner"]
"""How somebody is let in to their own pages."""


@dataclass(frozen=True, slots=True)
class SeatsOpened:
    """Somebody made links or codes to the own pages of these people; their text is in no log."""

    NAME: ClassVar[str] = "seats-opened/1"
    people: tuple[PersonId, ...]
    by: SeatWay


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
class ContactNoted:
    """How an organizer reaches a player: an e-mail address, a number; empty takes it away."""

    NAME: ClassVar[str] = "contact-noted/1"
    player: PlayerId
    contact: str


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
class RegistrationRequested:
    """Somebody registered themselves and waits for the approval of the desk."""

    NAME: ClassVar[str] = "registration-requested/1"
    player: PlayerId
    name: str
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    shown: ShownName | None = None
    contact: str = ""


@dataclass(frozen=True, slots=True)
class RegistrationDeclined:
    """Somebody who waited does not take part; what was known of them is erased."""

    NAME: ClassVar[str] = "registration-declined/1"
    player: PlayerId


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
class PlayerLetIn:
    """A registered player came after the start; `missed` rounds count as unpaired losses.

    With a `match` they play the round that runs: against whoever had its bye, at `table`.
    """

    NAME: ClassVar[str] = "player-let-in/1"
    player: PlayerId
    missed: tuple[RoundId, ...] = ()
    match: MatchId | None = None
    table: int | None = None


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
class DisqualificationExplained:
    """Why a player was removed, for leaders only; what everybody reads is in the other fact."""

    NAME: ClassVar[str] = "disqualification-explained/1"
    player: PlayerId
    reason: str


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
class SoftScoreDeclared:
    """The organizer said for what else there are points, beside the games and the ruleset."""

    NAME: ClassVar[str] = "soft-score-declared/1"
    score: str
    title: str
    per: Literal["event", "round"]
    least: int
    most: int
    by: ScoreGiver
    choices: Literal["players", "opponents"]
    shown: ScoreShown
    prize: str = ""


@dataclass(frozen=True, slots=True)
class SoftScoreRemoved:
    """The organizer gave up points that nobody had been given."""

    NAME: ClassVar[str] = "soft-score-removed/1"
    score: str


@dataclass(frozen=True, slots=True)
class SoftScoresGiven:
    """The staff gave points beside the games, or took an entry back.

    `round` is what they are about, and from which they count. They are shown then, and if they wait
    only once players can hand in no more. `revises` is the round behind which others were drawn
    before this was known.
    """

    NAME: ClassVar[str] = "soft-scores-given/1"
    score: str
    values: dict[PlayerId, int]
    round: RoundId = ""
    reason: str = ""
    clear: tuple[PlayerId, ...] = ()
    shown: ScoreShown = "at_once"
    per_round: bool = False
    waits: bool = False
    revises: RoundId | None = None


@dataclass(frozen=True, slots=True)
class SoftScoreHandedIn:
    """A player gave points to an opponent or themselves, or their vote to somebody.

    `met`: the vote counts only for somebody the player has met.
    """

    NAME: ClassVar[str] = "soft-score-handed-in/1"
    score: str
    player: PlayerId
    about: PlayerId
    value: int
    round: RoundId = ""
    vote: bool = False
    met: bool = False
    shown: ScoreShown = "at_once"
    per_round: bool = False
    revises: RoundId | None = None


@dataclass(frozen=True, slots=True)
class SoftScoreClosed:
    """Whether players may still hand in points or votes of a score."""

    NAME: ClassVar[str] = "soft-score-closed/1"
    score: str
    closed: bool
    revises: RoundId | None = None


@dataclass(frozen=True, slots=True)
class LogSealed:
    """This log was carried over from one in clear: texts about people are sealed since.

    `head` was the hash of its last fact there, `facts` how many there were, `sealed` the numbers
    of those whose texts were sealed. `links` are hashes of the log in clear from which salts were
    made, by the number of the fact.
    """

    NAME: ClassVar[str] = "log-sealed/1"
    head: str
    facts: int
    sealed: tuple[int, ...]
    links: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownNameChosen:
    """A player agreed to be named in this way where everybody reads it."""

    NAME: ClassVar[str] = "shown-name-chosen/1"
    player: PlayerId
    shown: ShownName


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The key to everything that was written about a person was erased; their results stay."""

    NAME: ClassVar[str] = "person-forgotten/1"
    person: PersonId
    reason: str


# ------------------------------------------------------------------------------
# Facts about rounds: drawn, published, timed.


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
class RoundSalted:
    """The salt a drawn round was drawn with: nobody could know it before.

    It follows from `head`, the hash of the log before the draw, and the `nonce` that was made for
    it; a round of a file has its salt alone.
    """

    NAME: ClassVar[str] = "round-salted/1"
    round: RoundId
    salt: str
    head: str = ""
    nonce: str = ""


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
class RoundExtended:
    """Every table of a round has more time."""

    NAME: ClassVar[str] = "round-extended/1"
    round: RoundId
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


# ------------------------------------------------------------------------------
# Facts about games: what was reported, confirmed, disputed, entered and corrected.


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


# ------------------------------------------------------------------------------
# Facts of the judges: calls and rulings, incidents, watches, components.

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
class AppealReasoned:
    """Why a player wants a ruling reviewed; the appeal itself is its own fact."""

    NAME: ClassVar[str] = "appeal-reasoned/1"
    call: str
    reason: str


@dataclass(frozen=True, slots=True)
class AppealWithdrawn:
    """The player who appealed accepts the ruling after all."""

    NAME: ClassVar[str] = "appeal-withdrawn/1"
    call: str


@dataclass(frozen=True, slots=True)
class CallRepeated:
    """A judge is called once more to a table where a call is open: it stays one call."""

    NAME: ClassVar[str] = "call-repeated/1"
    call: str
    caller: PersonId
    topic: str


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """Nobody has to come any more: the caller says so."""

    NAME: ClassVar[str] = "call-withdrawn/1"
    call: str


@dataclass(frozen=True, slots=True)
class JudgeComing:
    """A leader is on the way to a table."""

    NAME: ClassVar[str] = "judge-coming/1"
    match: MatchId


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


# ------------------------------------------------------------------------------
# Facts about army lists: handed in, looked at, put right, locked; and what belongs to them.


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


# ------------------------------------------------------------------------------
# Facts about what was looked at by hand: a deck at the table, components at the door.


@dataclass(frozen=True, slots=True)
class DeckChecked:
    """Somebody counted the deck of a player before or during a game."""

    NAME: ClassVar[str] = "deck-checked/1"
    match: MatchId
    player: PlayerId
    complete: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComponentsInspected:
    """Somebody of the staff looked at a player's components; `ticked` is what was fine."""

    NAME: ClassVar[str] = "components-inspected/1"
    player: PlayerId
    ticked: tuple[str, ...]
    note: str = ""


# ------------------------------------------------------------------------------
# Facts that only a tournament file knows: it says that something was so, not how it came.


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


# ------------------------------------------------------------------------------
# Every fact: what happened on the day, in words that stay readable for ever.

Fact = (
    EventCreated
    | RulesetKept
    | EventDescribed
    | InformationChanged
    | EventAnnounced
    | ItemAnnounced
    | PlanAnnounced
    | NoticePosted
    | BreakAnnounced
    | NoticeEdited
    | NoticeWithdrawn
    | RegistrationOpened
    | CheckInOpened
    | EventStarted
    | PlanChanged
    | TablesArranged
    | LanguageChosen
    | ClinchShown
    | DoorCodeSet
    | ApprovalSet
    | PrizeAwarded
    | EventFinished
    | EventReopened
    | EventArchived
    | EventDeleted
    | ConcernsConfirmed
    | ActUndone
    | StaffAppointed
    | SeatsOpened
    | StaffReleased
    | DutyChanged
    | HeadMarshalNamed
    | PlayerRegistered
    | NotesKept
    | ContactNoted
    | PlayerChanged
    | RegistrationRequested
    | RegistrationDeclined
    | RegistrationWithdrawn
    | PlayerCheckedIn
    | PlayerLetIn
    | CheckInTakenBack
    | SpareJoined
    | SpareLeft
    | PlayerDropped
    | PlayerRejoined
    | DisqualificationRecommended
    | RecommendationDeclined
    | PlayerDisqualified
    | DisqualificationExplained
    | FavouriteVoted
    | ExtraScored
    | SoftScoreDeclared
    | SoftScoreRemoved
    | SoftScoresGiven
    | SoftScoreHandedIn
    | SoftScoreClosed
    | ShownNameChosen
    | PersonForgotten
    | LogSealed
    | RoundDrawn
    | RoundSalted
    | RoundDiscarded
    | PairingsChangedByHand
    | CardsSet
    | RoundPublished
    | RoundWithdrawn
    | SeatingCalled
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | TimeCalled
    | ExtensionGranted
    | RoundExtended
    | TableChanged
    | RulingLeaderAssigned
    | CutMade
    | PlaceOffered
    | PlaceTaken
    | ScenarioSet
    | ResultReported
    | ResultConfirmed
    | ResultEntered
    | EntryContradicted
    | DisputeResolved
    | ResultCorrected
    | GameForfeited
    | TotalsVerified
    | JudgeCalled
    | CallKindSaid
    | CallRuled
    | CallAppealed
    | AppealReasoned
    | AppealWithdrawn
    | CallRepeated
    | CallWithdrawn
    | JudgeComing
    | IncidentRecorded
    | IncidentObserved
    | IncidentSetAside
    | IncidentReported
    | WatchRequested
    | WatchEnded
    | ComponentTroubleNoted
    | ComponentPieceTold
    | ComponentTimeGranted
    | ComponentTroubleEnded
    | ProxyMade
    | SharingAgreed
    | RulerSideAgreed
    | ComponentRulingAsked
    | ComponentRulingGiven
    | ListSaved
    | ListSubmitted
    | ListReceivedOnPaper
    | ListWaived
    | ListReturned
    | ListApproved
    | ListAmended
    | ListsLocked
    | ListDeadlineSet
    | ProductRuled
    | ConversionRequested
    | ConversionDecided
    | TerrainLabelled
    | TerrainCounted
    | MatsDrawn
    | CoinTossed
    | FirstPlayerRecorded
    | DeckChecked
    | ComponentsInspected
    | LossesWithoutGame
    | DeviationExplained
    | NumbersPublished
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fact in its place: its number, who did it in which role, when (UTC), by which act."""

    number: int
    at: datetime
    actor: str
    role: str
    cause: str
    key: str
    fact: Fact


LEAVING: tuple[type, ...] = (
    GameForfeited,
    ResultEntered,
    PlayerDropped,
    PlayerDisqualified,
    DisqualificationExplained,
    PlaceOffered,
)
"""What can follow when a player leaves in the middle of a game."""

ERASING = (PersonForgotten, RegistrationDeclined)
"""Facts with which everything that was written about a person is erased."""
