"""The live state of an event: what the facts add up to, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from tiltyard.core.facts.people import LeavingReason, ShownName
from tiltyard.core.facts.results import Slip
from tiltyard.core.facts.rounds import Pairing, Reason
from tiltyard.core.facts.setup import Details
from tiltyard.core.ids import MatchId, PersonId, PlayerId, RoundId, StageKind
from tiltyard.core.ruleset_people import RoleId
from tiltyard.core.state.checks import DeckCheck, Inspection
from tiltyard.core.state.judging import Call, Incident, Proxy, Trouble, Watch
from tiltyard.core.state.lists import ListDesk
from tiltyard.core.state.plan import PlanChange, Told
from tiltyard.core.state.scenarios import Scenario
from tiltyard.core.tournament import ChangeKind, MatchKind

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

    @property
    def is_open(self) -> bool:
        """Whether it still needs a result that counts."""
        return self.kind == "game" and (self.slip is None or self.contradicted)

    @property
    def sharing_ordered(self) -> bool:
        """Whether a leader ordered the players to share something."""
        return bool(self.ordered)

    @property
    def is_disputed(self) -> bool:
        """Whether two versions stand against each other."""
        if self.contradicted:
            return True
        return self.slip is None and len({one.slip.digest for one in self.filed}) > 1


@dataclass(frozen=True, slots=True)
class DayRound:
    """A round of the day, drawn or published; `unpaired` are those who came (back) too late.

    `costs` is what changes by hand cost the rules.
    `basis_changed` says who changed, after this round was drawn, what it was drawn from, and why:
    the round stays as it was published. `outdated` says so too once it was published: withdrawn,
    such a round is not published again.
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
class Prize:
    """A prize or award and who has it."""

    title: str
    recipient: PersonId
    criterion: str


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
class Event:
    """Everything decided so far; every number is computed from it.

    `version` is the number of the last fact; `people_ever` the highest number in an id ever given
    ("p12"), also by an act that was undone. `draft` is a drawn round nobody has seen yet, and
    `stale` says why it may not be published any more. `never_announced` is an archived event that
    nobody but its staff ever saw. `language` is a short code, empty where nobody chose one.
    """

    id: str = ""
    version: int = 0
    phase: Phase = "draft"
    details: Details = NO_DETAILS
    seed: str = field(default="", repr=False)
    commitment: str = ""
    seed_public: bool = False
    people: dict[PersonId, str] = field(default_factory=dict)
    people_ever: int = 0
    staff: tuple[Appointment, ...] = ()
    entrants: dict[PlayerId, Entrant] = field(default_factory=dict)
    announced: dict[str, str] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)
    swiss_rounds: int | None = None
    cut: int | None = None
    plan_changes: tuple[PlanChange, ...] = ()
    first_table: int = 1
    tables_out_of_use: tuple[int, ...] = ()
    avoid_table_repeats: bool = False
    language: str = ""
    rounds: tuple[DayRound, ...] = ()
    draft: DayRound | None = None
    stale: str = ""
    attempts: dict[RoundId, int] = field(default_factory=dict)
    discarded: tuple[Discarded, ...] = ()
    qualification: Qualification | None = None
    recommendations: dict[PlayerId, str] = field(default_factory=dict)
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
    confirmations: tuple[Confirmation, ...] = ()
    inspections: dict[PlayerId, Inspection] = field(default_factory=dict)
    scenarios: dict[int, Scenario] = field(default_factory=dict)
    list_desk: ListDesk = field(default_factory=ListDesk, repr=False)

    @property
    def is_public(self) -> bool:
        """Whether everybody may see it: it was announced, and stays so when it is archived."""
        return self.phase != "draft" and not self.never_announced

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
        return sum(1 for one in self.rounds if one.kind == "swiss" and one.stage == 1)

    @property
    def past_the_cut(self) -> bool:
        """Whether the stage behind the first Swiss rounds has begun."""
        last = self.current
        return last is not None and (last.kind == "elimination" or last.stage > 1)

    def round(self, number: RoundId) -> DayRound | None:
        """Return a published round by its id."""
        return next((one for one in reversed(self.rounds) if one.id == number), None)

    def game(self, match: MatchId) -> Game | None:
        """Return a match of a published round."""
        home = self.round(match.rpartition(".")[0])
        return home.games.get(match) if home else None

    def game_of(self, player: PlayerId) -> Game | None:
        """Return the match a player has in the newest round."""
        if self.current is None:
            return None
        return next((one for one in self.current.games.values() if player in one.players), None)

    def shown_name(self, player: PlayerId) -> ShownName:
        """Return how a player agreed to be named in public; in full unless they said otherwise."""
        return self.shown_names.get(player, "full")

    def confirmed_about(self, about: str) -> frozenset[str]:
        """Return the codes of everything that was confirmed about a match or a player."""
        said = (one.codes for one in self.confirmations if one.about == about)
        return frozenset(code for codes in said for code in codes)

    def came(self, entrant: Entrant) -> bool:
        """Whether somebody counts as a player: once it started, nobody who never checked in."""
        started = self.phase in {"running", "finished", "archived"}
        return not (started and entrant.state == "registered")

    @property
    def player_count(self) -> int:
        """How many players the event has, those who left among them, the Spare Player not."""
        return sum(1 for one in self.entrants.values() if not one.spare and self.came(one))

    def playing(self) -> tuple[PlayerId, ...]:
        """Return everybody who is in, the Spare Player not among them."""
        here = self.entrants.values()
        return tuple(one.id for one in here if one.state == "active" and not one.spare)


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
