"""The live state of an event: what the facts add up to, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from tiltyard.day.facts import (
    ComponentEnd,
    ComponentTrouble,
    Details,
    EventCreated,
    Fact,
    LeavingReason,
    NoticeImportance,
    Pairing,
    PlayerRegistered,
    Reason,
    SeatWay,
    ShownName,
    SpareJoined,
    StaffAppointed,
    ToldValue,
)
from tiltyard.day.quick_replace import quick_replace
from tiltyard.engine.errors import Phrase
from tiltyard.engine.rosters.circumstances import ProductRuling
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.ruleset import RoleId, ScoreShown, SoftScore
from tiltyard.engine.scoring import Setting
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import (
    ChangeKind,
    MatchId,
    MatchKind,
    PersonId,
    PlayerId,
    RoundId,
    StageKind,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


# ------------------------------------------------------------------------------
# What was looked at by hand, as it stands: decks counted, components inspected.


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A deck somebody counted; the newest check of a player's deck counts."""

    player: PlayerId
    complete: bool
    by: PersonId
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class Inspection:
    """The newest inspection of a player's components; `ticked` is what was fine."""

    ticked: tuple[str, ...]
    by: PersonId
    at: datetime
    note: str = ""


# ------------------------------------------------------------------------------
# What the judges have on their desk: calls, incidents, watches, components, proxies.

CallState = Literal["open", "ruled", "appealed", "final", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Call:
    """A judge call: open, ruled, appealed, final, withdrawn; `repeated` counts later calls."""

    id: str
    match: MatchId
    caller: PersonId
    topic: str
    direct: bool
    state: CallState = "open"
    ruling: str = ""
    ruled_by: PersonId = ""
    overrules: str = ""
    first_ruling: str = ""
    kind: str = "question"
    repeated: int = 0
    appealed_by: PersonId = ""
    appeal_reason: str = ""


@dataclass(frozen=True, slots=True)
class Incident:
    """What a leader noted, or what somebody reported to the leaders.

    `observed`: a leader noted it for whoever decides such matters; `set_aside` says why nothing
    followed from it.
    """

    id: str
    category: str
    people: tuple[PersonId, ...]
    text: str
    remedy: str
    match: MatchId | None
    by: PersonId
    role: str
    recommends_disqualification: bool = False
    handled: bool = True
    observed: bool = False
    set_aside: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """A game somebody asked a leader to watch."""

    id: str
    match: MatchId
    by: PersonId
    reason: str
    ended: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """Minutes a leader gave a player to find or replace a component, and from when on."""

    minutes: int
    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True)
class Trouble:
    """A component that is lost, damaged or not allowed, and the time granted to look for it.

    `piece` is which sort of component it is, where somebody said so. After a concession the
    component is still missing. `rounds_before_end` are the rounds that had begun when it ended.
    """

    id: str
    player: PlayerId
    component: str
    kind: ComponentTrouble
    match: MatchId | None
    since: datetime
    grants: tuple[Grant, ...] = ()
    end: ComponentEnd | None = None
    round: RoundId = ""
    piece: str = ""
    rounds_before_end: int = 0

    @property
    def minutes(self) -> int:
        """All the minutes that were granted."""
        return sum(grant.minutes for grant in self.grants)

    @property
    def search_ends(self) -> datetime | None:
        """When the granted time is over; none while a leader has granted none."""
        ends: datetime | None = None
        for grant in self.grants:
            begins = grant.at if ends is None else max(ends, grant.at)
            ends = begins + timedelta(minutes=grant.minutes)
        return ends

    @property
    def is_settled(self) -> bool:
        """Whether nothing is missing any longer, or the player is gone."""
        return self.end is not None and self.end != "conceded"

    @property
    def searches(self) -> bool:
        """Whether a player still looks for something, in a game that goes on."""
        return self.end is None and self.kind in {"lost", "damaged"}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A stand-in for a damaged card, made by a leader."""

    player: PlayerId
    card: str
    information: str
    leader: PersonId
    made: datetime


# ------------------------------------------------------------------------------
# Army lists and what belongs to them, as they stand.

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


# ------------------------------------------------------------------------------
# The plan of an event as players were told it, and as it was changed after the start.

PLAN = "plan"
"""What was asked back about the plan is kept under this name."""
PLAN_AFTER_START = "plan-after-start"
"""The code under which a change of the plan after the start is confirmed."""


@dataclass(frozen=True, slots=True)
class Told:
    """The values of an announcement, and those that were told before where they differ."""

    values: tuple[ToldValue, ...]
    before: tuple[ToldValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """So many Swiss rounds, and a cut to so many players; none: no cut to a number of players."""

    swiss_rounds: int | None
    cut: int | None


@dataclass(frozen=True, slots=True)
class PlanChange:
    """Rounds and cut that were changed after the start: by whom, and why.

    `asked` says that whoever did it confirmed what it means; players are told again.
    """

    before: Planned
    after: Planned
    reason: str
    by: PersonId
    asked: bool = False


# ------------------------------------------------------------------------------
# Special scenarios: which one is played in which round of the day.

EVERY_ROUND = 0
"""Where the scenario of every round without one of its own is kept."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A special scenario: what it is called, and its extra rules; without a name it is none."""

    name: str
    text: str = ""


REHEARSAL = "~"
"""What stands between the id of an event and the tail of its rehearsal's; no event has it."""


def original_of(name: str) -> str:
    """Return the id of the event that a rehearsal is of; any other event is its own."""
    return name.partition(REHEARSAL)[0]


def place_of_round(event: Event, round_: DayRound) -> int:
    """Return which round of the day it is, counted from 1 over all stages."""
    ids = [other.id for other in event.rounds]
    return ids.index(round_.id) + 1 if round_.id in ids else len(ids) + 1


def scenario_at(event: Event, number: int) -> Scenario | None:
    """Return the special scenario of the round with this number; none if it has none."""
    found = event.scenarios.get(number, event.scenarios.get(EVERY_ROUND))
    return found if found is not None and found.name else None


def scenario_of(event: Event, round_: DayRound) -> Scenario | None:
    """Return the special scenario of a round, drawn or published."""
    return scenario_at(event, place_of_round(event, round_))


def played_scenarios(event: Event) -> Iterator[tuple[int, Scenario]]:
    """Yield every scenario with its round; a round without one only where all others have one."""
    every = event.scenarios.get(EVERY_ROUND)
    for number, scenario in sorted(event.scenarios.items()):
        if scenario.name or (number != EVERY_ROUND and every is not None and every.name):
            yield number, scenario


def has_scenarios(event: Event) -> bool:
    """Whether any round is played with a special scenario."""
    return any(scenario.name for scenario in event.scenarios.values())


# ------------------------------------------------------------------------------
# The live state of an event: what the facts add up to, as frozen values.

Phase = Literal["draft", "announced", "registration", "check_in", "running", "finished", "archived"]
RoundState = Literal["drawn", "published", "seating", "running", "paused", "time_called", "closed"]
MatchState = Literal["pending", "playing", "reported", "disputed", "final"]
EntrantState = Literal["registered", "checked_in", "active", "dropped", "disqualified"]


@dataclass(frozen=True, slots=True)
class Appointment:
    """A role somebody holds, and whether they are on duty."""

    person: PersonId
    role: RoleId
    on_duty: bool = True
    head: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event, or its Spare Player; `late`: registered when it was running."""

    id: PlayerId
    name: str
    number: int | None
    state: EntrantState
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    table: int | None = None
    spare: bool = False
    late: bool = False
    why_left: LeavingReason | None = None
    favourite: PlayerId | None = None
    extra: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    contact: str = ""


@dataclass(frozen=True, slots=True)
class Removal:
    """A disqualification: the text for everybody, and the reason that leaders keep."""

    by: PersonId
    public: str
    private: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who registered themselves and waits for the approval of the desk."""

    id: PlayerId
    name: str
    since: datetime
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    shown: ShownName | None = None
    contact: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock of a round. `paused_seconds` are past pauses; none minutes: untimed."""

    minutes: int | None = None
    started: datetime | None = None
    paused: datetime | None = None
    paused_seconds: int = 0
    called: datetime | None = None


@dataclass(frozen=True, slots=True)
class Filed:
    """A slip somebody handed in: a player's, or an entry of the staff."""

    by: PersonId
    role: str
    slip: Slip


@dataclass(frozen=True, slots=True)
class Game:
    """A match of a round, with everything said about it; `slip` is the result that counts.

    `shared` is all that was agreed or ordered for this round, `ordered` what of it was ordered.
    `coming` is the leader who is on the way to the table.
    """

    id: MatchId
    players: tuple[PlayerId, ...]
    kind: MatchKind
    table: int | None = None
    game: int | None = None
    why: tuple[Reason, ...] = ()
    override: tuple[PersonId, str] | None = None
    filed: tuple[Filed, ...] = ()
    slip: Slip | None = None
    absent: PlayerId | None = None
    contradicted: bool = False
    decided: bool = False
    entered_by: PersonId | None = None
    extension: int = 0
    ruling_leader: PersonId | None = None
    shared: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    ruler_side: str = ""
    totals_verified: bool = False
    coin: PlayerId | None = None
    first_player: PlayerId | None = None
    side: str = ""
    deck_checks: tuple[DeckCheck, ...] = ()
    coming: PersonId | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still needs a result that counts."""
        return self.kind == "game" and (self.slip is None or self.contradicted)

    @property
    def is_disputed(self) -> bool:
        """Whether two versions stand against each other."""
        if self.contradicted:
            return True
        return self.slip is None and len({filed.slip.digest for filed in self.filed}) > 1


class _Same:
    """A draw that equals itself alone, so that nobody compares a thousand matches."""

    __slots__ = ("value",)

    def __init__(self, value: tuple[Pairing, ...]) -> None:
        self.value = value

    def __hash__(self) -> int:
        return len(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


@lru_cache(maxsize=256)
def _places(drawn: _Same) -> Mapping[PlayerId, int]:
    """Return at which place of a draw a player was: almost always that of their match."""
    return {player: place for place, match in enumerate(drawn.value, 1) for player in match.players}


@dataclass(frozen=True, slots=True)
class DayRound:
    """A round of the day, drawn or published; `unpaired` are those who came (back) too late.

    `costs` is what changes by hand cost the rules.
    `basis_changed` says who changed, after this round was drawn, what it was drawn from, and why:
    the round stays as it was published. `outdated` says so too once it was published: withdrawn,
    such a round is not published again. `salt` was fixed when the round was drawn; earlier versions
    drew without.
    """

    id: RoundId
    stage: int
    number: int
    kind: StageKind
    attempt: int
    position: int
    engine: str
    games: dict[MatchId, Game]
    drawn: tuple[Pairing, ...]
    seeds: tuple[PlayerId, ...] | None = None
    cards: dict[str, str] = field(default_factory=dict)
    warnings: tuple[Reason, ...] = ()
    allow_rematch: bool = False
    by_hand: str = ""
    costs: tuple[Reason, ...] = ()
    seating: bool = False
    timer: Timer = Timer()
    unpaired: tuple[PlayerId, ...] = ()
    after: tuple[tuple[PlayerId, ChangeKind], ...] = ()
    basis_changed: tuple[PersonId, str] | None = None
    outdated: str = ""
    salt: str | None = None

    def game_of(self, player: PlayerId) -> Game | None:
        """Return the match a player has in it."""
        place = _places(_Same(self.drawn)).get(player)
        game = self.games.get(f"{self.id}.{place}")
        if game is not None and player in game.players:
            return game
        return next((game for game in self.games.values() if player in game.players), None)

    @property
    def is_closed(self) -> bool:
        """Whether every game has a result that counts."""
        return not any(game.is_open for game in self.games.values())

    @property
    def opens_the_event(self) -> bool:
        """Whether it is the first round of the day."""
        return (self.stage, self.number) == (1, 1)

    @property
    def has_results(self) -> bool:
        """Whether anything was reported, entered or forfeited in it."""
        return any(game.filed or game.slip or game.absent for game in self.games.values())

    @property
    def began(self) -> bool:
        """Whether the start was called."""
        return self.timer.started is not None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A draw that was thrown away, for everybody to see."""

    round: RoundId
    attempt: int
    kind: StageKind
    position: int
    matches: tuple[Pairing, ...]
    cards: dict[str, str]
    allow_rematch: bool
    by: PersonId
    reason: str


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who goes on into the elimination stage, and who is being asked to take a free place."""

    seeds: tuple[PlayerId, ...]
    offered: PlayerId | None = None
    instead_of: PlayerId | None = None
    declined: tuple[PlayerId, ...] = ()
    basis_changed: tuple[PersonId, str] | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A free announcement to the hall, as it reads now.

    `number` is the fact that gave it its present words: whoever has seen it has seen those.
    """

    id: str
    number: int
    text: str
    by: PersonId
    at: datetime
    table: int | None = None
    until: datetime | None = None
    importance: NoticeImportance = "normal"
    edited: bool = False
    withdrawn: datetime | None = None
    pause: bool = False

    def is_shown(self, now: datetime) -> bool:
        """Whether people read it now: until its last moment, unless it was withdrawn."""
        return self.withdrawn is None and (self.until is None or now < self.until)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize or award and who has it."""

    title: str
    recipient: PersonId
    criterion: str


@dataclass(frozen=True, slots=True)
class SoftPoints:
    """What somebody has beside the games; a vote says whose it is in `voter`.

    `met`: it counts only while both have met. `waits`: it is shown only once players can hand in
    no more.
    """

    player: PlayerId
    value: int
    by: PersonId
    at: datetime
    round: RoundId = ""
    reason: str = ""
    voter: PlayerId | None = None
    met: bool = False
    shown: ScoreShown = "at_once"
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What somebody was asked back about a match or a player, and meant."""

    about: str
    codes: tuple[str, ...]
    by: PersonId
    at: datetime


@dataclass(frozen=True, slots=True)
class LastAct:
    """The newest act that still counts: what undo would take back."""

    first: int
    last: int
    act: str
    actor: PersonId
    key: str


NO_DETAILS = Details(name="", ruleset="", date=None)


@dataclass(frozen=True, slots=True)
class SeatOpened:
    """Who made the newest link or code to somebody's pages, and when."""

    by: PersonId
    at: datetime
    way: SeatWay


@dataclass(frozen=True, slots=True)
class Event:
    """Everything decided so far; every number is computed from it.

    `version` is the number of the last fact; `people_ever` the highest number in an id ever given
    ("p12"), also by an act that was undone. `draft` is a drawn round nobody has seen yet, and
    `stale` says why it may not be published any more. `never_announced` is an archived event that
    nobody but its staff ever saw; `deleted` one that was put away before it began.
    `language` is a short code, empty where nobody chose one. `clinch_public` and `clinch_players`:
    who reads what players still need.
    `starts` is the time of day at which players are expected, `price` what it costs to play; empty
    where nothing was said.
    `ruleset_files` are kept where its ruleset does not come with the program, by their names.
    `door_code` is what people must know who register themselves; only the staff reads it.
    `approval`: they wait until the desk approves them, in `waiting`.
    `declared` are soft scores beside those of the ruleset, `soft` all points by their score, and
    `soft_closed` those that players no longer hand in.
    """

    id: str = ""
    version: int = 0
    phase: Phase = "draft"
    details: Details = NO_DETAILS
    seed: str = field(default="", repr=False)
    commitment: str = ""
    seed_public: bool = False
    people: dict[PersonId, str] = field(default_factory=dict)
    forgotten: tuple[PersonId, ...] = ()
    people_ever: int = 0
    staff: tuple[Appointment, ...] = ()
    seats_opened: dict[PersonId, SeatOpened] = field(default_factory=dict)
    entrants: dict[PlayerId, Entrant] = field(default_factory=dict)
    announced: dict[str, str] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)
    swiss_rounds: int | None = None
    cut: int | None = None
    plan_changes: tuple[PlanChange, ...] = ()
    first_table: int = 1
    tables_out_of_use: tuple[int, ...] = ()
    avoid_table_repeats: bool = False
    language: str = ""
    clinch_public: bool = True
    clinch_players: bool = True
    door_code: str = ""
    approval: bool = False
    waiting: dict[PlayerId, Waiting] = field(default_factory=dict)
    starts: str = ""
    price: str = ""
    ruleset_files: dict[str, str] = field(default_factory=dict, repr=False)
    rounds: tuple[DayRound, ...] = ()
    draft: DayRound | None = None
    stale: str = ""
    attempts: dict[RoundId, int] = field(default_factory=dict)
    discarded: tuple[Discarded, ...] = ()
    qualification: Qualification | None = None
    recommendations: dict[PlayerId, str] = field(default_factory=dict)
    removals: dict[PlayerId, Removal] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    incidents: dict[str, Incident] = field(default_factory=dict)
    watches: dict[str, Watch] = field(default_factory=dict)
    troubles: dict[str, Trouble] = field(default_factory=dict)
    proxies: tuple[Proxy, ...] = ()
    prizes: tuple[Prize, ...] = ()
    finish_reason: str = ""
    shown_names: dict[PlayerId, ShownName] = field(default_factory=dict)
    last_act: LastAct | None = None
    never_announced: bool = False
    deleted: bool = False
    confirmations: tuple[Confirmation, ...] = ()
    inspections: dict[PlayerId, Inspection] = field(default_factory=dict)
    scenarios: dict[int, Scenario] = field(default_factory=dict)
    list_desk: ListDesk = field(default_factory=ListDesk, repr=False)
    declared: tuple[SoftScore, ...] = ()
    soft: dict[str, tuple[SoftPoints, ...]] = field(default_factory=dict, repr=False)
    soft_closed: tuple[str, ...] = ()

    @property
    def is_public(self) -> bool:
        """Whether everybody may see it: it was announced, and stays so when it is archived."""
        announced = self.phase != "draft" and not self.never_announced
        return announced and not self.deleted and not self.is_rehearsal

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is a sandbox in which an organizer tries out the day; nobody else sees it."""
        return original_of(self.id) != self.id

    @property
    def planned_cut(self) -> int | None:
        """To how many players the field is cut: as it stands, before the start as it is planned."""
        return self.details.cut if self.swiss_rounds is None else self.cut

    @property
    def cut_points(self) -> int:
        """The tournament points with which everybody goes on; 0: no cut by performance.

        A cut to a number of players, planned later in its stead, comes before it.
        """
        points = self.details.options.get("cut.points", 0)
        return points if isinstance(points, int) and not self.planned_cut else 0

    @property
    def has_cut(self) -> bool:
        """Whether the field is cut after the Swiss rounds, or will be by what is planned."""
        return bool(self.planned_cut or self.cut_points)

    @property
    def cut_was_added(self) -> bool:
        """Whether the field is cut although no cut was announced before the start."""
        return self.has_cut and bool(self.plan_changes) and not self.plan_changes[0].before.cut

    @property
    def current(self) -> DayRound | None:
        """The newest published round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def swiss_played(self) -> int:
        """How many Swiss rounds before the cut are published."""
        return sum(1 for round_ in self.rounds if round_.kind == "swiss" and round_.stage == 1)

    @property
    def past_the_cut(self) -> bool:
        """Whether the stage behind the first Swiss rounds has begun."""
        last = self.current
        return last is not None and (last.kind == "elimination" or last.stage > 1)

    def round(self, number: RoundId) -> DayRound | None:
        """Return a published round by its id."""
        return next((round_ for round_ in reversed(self.rounds) if round_.id == number), None)

    def game(self, match: MatchId) -> Game | None:
        """Return a match of a published round."""
        home = self.round(match.rpartition(".")[0])
        return home.games.get(match) if home else None

    def game_of(self, player: PlayerId) -> Game | None:
        """Return the match a player has in the newest round."""
        return self.current.game_of(player) if self.current is not None else None

    def shown_name(self, player: PlayerId) -> ShownName:
        """Return how a player agreed to be named in public; in full unless they said otherwise."""
        return self.shown_names.get(player, "full")

    def confirmed_about(self, about: str) -> frozenset[str]:
        """Return the codes of everything that was confirmed about a match or a player."""
        said = (
            confirmation.codes for confirmation in self.confirmations if confirmation.about == about
        )
        return frozenset(code for codes in said for code in codes)

    def came(self, entrant: Entrant) -> bool:
        """Whether somebody counts as a player: once it started, nobody who never checked in."""
        started = self.phase in {"running", "finished", "archived"}
        return not (started and entrant.state == "registered")

    @property
    def player_count(self) -> int:
        """How many players the event has, those who left among them, the Spare Player not."""
        return sum(
            1 for entrant in self.entrants.values() if not entrant.spare and self.came(entrant)
        )

    def playing(self) -> tuple[PlayerId, ...]:
        """Return everybody who is in, the Spare Player not among them."""
        here = self.entrants.values()
        return tuple(
            entrant.id for entrant in here if entrant.state == "active" and not entrant.spare
        )


def round_state(round_: DayRound) -> RoundState:
    """Return where a published round stands."""
    games = any(game.kind == "game" for game in round_.games.values())
    if round_.is_closed and (round_.began or round_.has_results or not games):
        return "closed"
    timer = round_.timer
    if timer.called is not None:
        return "time_called"
    if timer.paused is not None:
        return "paused"
    if timer.started is not None:
        return "running"
    return "seating" if round_.seating else "published"


def match_state(round_: DayRound, game: Game) -> MatchState:
    """Return where a match stands."""
    if game.is_disputed:
        return "disputed"
    if not game.is_open:
        return "final"
    if game.filed:
        return "reported"
    return "playing" if round_.began else "pending"


# ------------------------------------------------------------------------------
# Ids of people: numbered in the order in which they come, and never given twice.


def with_person(event: Event, person: PersonId, name: str) -> Event:
    """Enter somebody by name and remember the number of their id."""
    ever = max(event.people_ever, number_of(person))
    return replace(event, people=event.people | {person: name}, people_ever=ever)


def number_of(person: PersonId) -> int:
    """Return the number in an id such as "p12"; 0 for an id of another kind."""
    digits = person.removeprefix("p")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0


def number_given(fact: Fact) -> int:
    """Return the number of the id a fact gave to somebody new, if it did."""
    if isinstance(fact, (PlayerRegistered, SpareJoined)):
        return number_of(fact.player)
    if isinstance(fact, StaffAppointed):
        return number_of(fact.person)
    return number_of(fact.organizer) if isinstance(fact, EventCreated) else 0


# ------------------------------------------------------------------------------
# Published rounds and their matches: found by id, and put back changed.


def round_of(event: Event, name: RoundId) -> DayRound:
    """Return a published round that a fact names."""
    found = event.round(name)
    assert found is not None
    return found


def with_round(event: Event, changed: DayRound) -> Event:
    """Return the event with one round changed."""
    rounds = tuple(changed if round_.id == changed.id else round_ for round_ in event.rounds)
    return quick_replace(event, rounds=rounds)


def with_match(event: Event, changed: Game) -> Event:
    """Return the event with something about a match changed from which nothing is drawn."""
    home = round_of(event, changed.id.rpartition(".")[0])
    games = home.games | {changed.id: changed}
    return with_round(event, quick_replace(home, games=games))


def setting_of(event: Event, round_: DayRound) -> Setting:
    """Return in which round, as scoring counts them, a game is played; a draft is the next one."""
    if round_.kind == "elimination":
        return Setting("elimination", round_.number)
    swiss = [known.id for known in event.rounds if known.kind == "swiss"]
    return Setting("swiss", ([*swiss, round_.id]).index(round_.id) + 1)


def with_changed_game(event: Event, changed: Game) -> Event:
    """Return the event with a changed game; a draw that waits for publication is out of date."""
    event = with_match(event, changed)
    return replace(event, stale="result-changed") if event.draft else event


def the_game(event: Event, match: MatchId) -> Game:
    """Return a game that must be there."""
    found = event.game(match)
    assert found is not None
    return found


# ------------------------------------------------------------------------------
# Points beside the games: when everybody reads them, and which votes count.


def is_shown(event: Event, score: str, shown: ScoreShown, *, waits: bool) -> bool:
    """Whether points that are shown then may be read by everybody by now, and count.

    Those that wait are shown once the desk has closed their score.
    """
    if shown == "at_once" or event.phase in {"finished", "archived"}:
        return True
    if shown == "at_end" or (waits and score not in event.soft_closed):
        return False
    closed = [
        round_
        for round_ in event.rounds
        if round_.stage == 1 and round_.kind == "swiss" and round_.is_closed
    ]
    planned = event.swiss_rounds
    return bool(closed) and planned is not None and len(closed) >= planned


def have_met(event: Event, player: PlayerId, other: PlayerId) -> bool:
    """Whether two players have played a game against each other that is over."""
    return any(
        {player, other} == set(game.players)
        for round_ in event.rounds
        for game in round_.games.values()
        if game.kind == "game" and not game.is_open
    )


def counts_as_vote(event: Event, vote: SoftPoints) -> bool:
    """Whether a vote counts: not for oneself, and for an opponent only once both have met."""
    if vote.voter is None or vote.voter == vote.player:
        return False
    return not vote.met or have_met(event, vote.voter, vote.player)


# ------------------------------------------------------------------------------
# Rounds that were drawn from something that changed afterwards: they stay, and say so.

STALE = frozenset({"field-changed", "result-changed", "plan-changed", "tables-arranged"})
"""Why a drawn round has to be drawn again, where nobody gave a reason in words of their own."""


def why_stale(reason: str) -> Phrase | str:
    """Return why a draw is out of date, as part of a sentence."""
    return Phrase(f"stale.{reason}") if reason in STALE else reason


def with_changed_basis(
    event: Event, person: PersonId, reason: str, after: RoundId | None = None
) -> Event:
    """Mark the published rounds behind `after` (all of them, if none is named).

    What changes the standings names a round; then a cut whose rounds have not begun is marked too.
    """
    ids = [round_.id for round_ in event.rounds]
    since = 0 if after is None else ids.index(after) + 1
    rounds = tuple(
        replace(round_, basis_changed=(person, reason), outdated=reason)
        if place >= since
        else round_
        for place, round_ in enumerate(event.rounds)
    )
    cut = event.qualification
    if cut is not None and after is not None and not event.past_the_cut:
        cut = replace(cut, basis_changed=(person, reason))
    return replace(event, rounds=rounds, qualification=cut)


def with_later_tie_break(event: Event, person: PersonId, said: str, after: RoundId = "") -> Event:
    """Mark the rounds, and a draw nobody has seen, that a tie-break entered now did not know."""
    if not event.rounds:
        return event
    draft = replace(event.draft, basis_changed=(person, said)) if event.draft else None
    return with_changed_basis(
        replace(event, draft=draft), person, said, after or event.rounds[0].id
    )


# ------------------------------------------------------------------------------
# How long a round has been played, and what is left of it.


def elapsed_seconds(timer: Timer, now: datetime) -> int:
    """Return how long a round has been played, pauses not counted; never less than nothing."""
    if timer.started is None:
        return 0
    until = timer.paused or now
    return max(0, int((until - timer.started).total_seconds()) - timer.paused_seconds)


def remaining_seconds(timer: Timer, now: datetime, extension: int = 0) -> int | None:
    """Return what is left for a table, with its extension in minutes; none: untimed.

    Once time was called only an extension is left.
    """
    if timer.minutes is None:
        return None
    length = 60 * timer.minutes
    if timer.called is not None:
        length = min(length, elapsed_seconds(timer, timer.called))
    return max(0, length + 60 * extension - elapsed_seconds(timer, now))
