# ruff: noqa: ARG002 - every fact is read by a method of one signature
"""A second reader of the log, written from the names of the facts alone.

It knows nothing of `core.state` or `core.decide`: what it says about the day is compared with what
they say. Facts that were undone are left out by reading the whole log again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tiltyard.day.facts import ActUndone

OUT = {"dropped", "disqualified"}
CHANGES_THE_BASIS = {
    "result-confirmed",
    "result-entered",
    "entry-contradicted",
    "dispute-resolved",
    "result-corrected",
    "game-forfeited",
    "player-registered",
    "player-let-in",
    "player-dropped",
    "player-rejoined",
    "player-disqualified",
    "spare-joined",
    "spare-left",
    "plan-changed",
    "tables-arranged",
}
"""Facts after which a draw made before them may be another one."""


@dataclass
class Seat:
    """A match: who was paired, what was said, what counts."""

    players: tuple
    kind: str
    table: int | None
    game: int | None
    said: dict = field(default_factory=dict)
    counts: object = None
    absent: str | None = None
    disputed: bool = False
    extension: int = 0

    @property
    def settled(self):
        """Whether nothing about it is open."""
        return self.kind != "game" or (self.counts is not None and not self.disputed)


@dataclass
class Sheet:
    """A round: as drawn, and who was in when it was published."""

    name: str
    kind: str
    attempt: int
    position: int
    seats: list
    seeds: tuple | None
    cards: dict
    allow_rematch: bool
    by_hand: bool = False
    active: frozenset = frozenset()
    spares: frozenset = frozenset()
    unpaired: list = field(default_factory=list)
    after: list = field(default_factory=list)
    clock: list = field(default_factory=list)
    minutes: int | None = None
    number: int = 0
    salt: str | None = None
    late_basis: tuple = ()


class Witness:
    """What the log says, fact by fact."""

    def __init__(self, log=()):
        self.phase = "draft"
        self.staff = []
        self.players = {}
        self.scores = {}
        self.points = {}
        self.rounds = []
        self.draft = None
        self.basis = []
        self.details = None
        self.plan = (None, None)
        self.tables = (1, (), False)
        self.language = ""
        self.seed = ""
        self.cut = None
        self.wrong = []
        log = list(log)
        undone = set()
        for entry in log:
            if isinstance(entry.fact, ActUndone):
                undone |= set(range(entry.fact.first, entry.fact.last + 1))
        for entry in log:
            if entry.number not in undone:
                self.read(entry)
        self.wrong.clear()  # it was said when it happened

    # ------------------------------------------------------------------------ asking

    def active(self):
        """Everybody who is to be paired, the Spare not among them."""
        return frozenset(
            one for one, row in self.players.items() if row["in"] == "active" and not row["spare"]
        )

    def spares(self):
        """The Spare Players who stand ready."""
        return frozenset(
            one for one, row in self.players.items() if row["in"] == "active" and row["spare"]
        )

    def spares_ever(self):
        """Everybody who was a Spare Player."""
        return frozenset(one for one, row in self.players.items() if row["spare"])

    def seat(self, match):
        """A match of a published round."""
        name, _, place = match.rpartition(".")
        sheet = next((one for one in self.rounds if one.name == name), None)
        return sheet.seats[int(place) - 1] if sheet else None

    def roles(self, person, rules):
        """In which roles somebody may act: on duty, standing in for nobody, playing, watching."""
        mine = {role for who, role, duty, _ in self.staff if who == person and duty}
        filled = {role for _, role, _, _ in self.staff}
        for role in rules.staff.roles:
            if role.acts_when_none in mine and role.id not in filled:
                mine.add(role.id)
        row = self.players.get(person)
        if row and row["in"] not in OUT:
            mine.add("spare" if row["spare"] else "player")
        return mine | {"spectator"}

    def document(self, *, attempt=1, salt=None):
        """The event as a tournament file, without the overrides; open games have no report."""
        stages = {}
        for sheet in self.rounds:
            number = int(sheet.name.split(".")[0])
            stage = stages.setdefault(number, {"kind": sheet.kind, "rounds": []})
            if sheet.seeds is not None:
                stage["seeds"] = list(sheet.seeds)
            stage["rounds"].append(_round(sheet))
        entries = [stages[number] for number in sorted(stages)]
        if self.cut and not any(number > 1 for number in stages):
            kind = "swiss" if self.details.swiss_after_cut else "elimination"
            entries.append({"kind": kind, "seeds": list(self.cut), "rounds": []})
        if attempt > 1 or salt is not None:
            first = "elimination" if self.plan[0] == 0 else "swiss"
            entries = entries or [{"kind": first, "rounds": []}]
            waiting = {"attempt": attempt, "matches": []}
            entries[-1]["rounds"].append(waiting if salt is None else {**waiting, "salt": salt})
        rounds, cut = self.plan
        plan = {
            key: value
            for key, value in (("swiss_rounds", rounds), ("cut", cut))
            if value is not None
        }
        began = self.phase in {"running", "finished", "archived"}
        sheet = {
            "format": "tiltyard/1",
            "ruleset": self.details.ruleset,
            "name": self.details.name,
            "seed": self.seed,
            "date": self.details.date.isoformat(),
            "players": [
                _player(name, row)
                for name, row in self.players.items()
                if self._listed(name, row, began)
            ],
            "stages": entries,
        }
        if plan:
            sheet["plan"] = plan
        if self.details.options:
            sheet["options"] = dict(self.details.options)
        first, out, repeats = self.tables
        if self.tables != (1, (), False):
            sheet["tables"] = {} if first == 1 else {"first": first}
            sheet["tables"] |= {"out_of_use": sorted(out)} if out else {}
            sheet["tables"] |= {"avoid_repeats": True} if repeats else {}
        points = self._points_listed({one["id"] for one in sheet["players"]})
        return sheet | ({"soft_scores": points} if points else {})

    def _points_listed(self, players):
        """All points that are no votes; the file adds which of them are hidden."""
        found = [
            {"score": score, "player": player, "value": value}
            | ({"round": about} if about else {})
            | ({"reason": reason} if reason else {})
            for (score, player, about), (value, reason) in self.points.items()
            if player in players
        ]
        return sorted(found, key=lambda one: (one["score"], one["player"], one.get("round", "")))

    def _listed(self, name, row, began):
        """Whether somebody belongs into the file: not who was never in a round and is not in."""
        if row["in"] == "active" or (not row["spare"] and not began):
            return True
        return any(
            name in sheet.unpaired
            or name in {who for who, _ in sheet.after}
            or name in {one for seat in sheet.seats for one in seat.players}
            for sheet in self.rounds
        )

    # ------------------------------------------------------------------------ reading

    def read(self, entry):
        """Take one fact in."""
        fact = entry.fact
        name = fact.NAME.partition("/")[0]
        getattr(self, "_" + name.replace("-", "_"), lambda *_: None)(fact, entry)
        changed = name in CHANGES_THE_BASIS
        if name == "player-changed":
            changed = self._affects_a_draw
        if changed:
            self.basis.append((entry.number, name))

    def _event_created(self, fact, entry):
        self.details, self.seed = fact.details, fact.seed
        self.staff = [(fact.organizer, "organizer", True, False)]

    def _event_described(self, fact, entry):
        self.details = fact.details

    def _information_changed(self, fact, entry):
        if fact.name is not None:
            self.details = replace(self.details, name=fact.name)

    def _event_announced(self, fact, entry):
        self.phase = "announced"

    def _registration_opened(self, fact, entry):
        self.phase = "registration"

    def _check_in_opened(self, fact, entry):
        self.phase = "check_in"

    def _event_started(self, fact, entry):
        self.phase, self.plan = "running", (fact.swiss_rounds, fact.cut)
        for row in self.players.values():
            if row["in"] == "checked_in":
                row["in"] = "active"

    def _plan_changed(self, fact, entry):
        self.plan = (fact.swiss_rounds, fact.cut)

    def _tables_arranged(self, fact, entry):
        self.tables = (fact.first, fact.out_of_use, fact.avoid_repeats)

    def _language_chosen(self, fact, entry):
        self.language = fact.language

    def _event_finished(self, fact, entry):
        self.phase = "finished"

    def _event_reopened(self, fact, entry):
        self.phase = "running"

    def _event_archived(self, fact, entry):
        self.phase = "archived"

    def _event_deleted(self, fact, entry):
        self.phase = "archived"

    def _staff_appointed(self, fact, entry):
        self.staff.append((fact.person, fact.role, True, False))

    def _staff_released(self, fact, entry):
        self.staff = [one for one in self.staff if one[:2] != (fact.person, fact.role)]

    def _duty_changed(self, fact, entry):
        self.staff = [
            (*one[:2], fact.on_duty, one[3]) if one[:2] == (fact.person, fact.role) else one
            for one in self.staff
        ]

    def _player_registered(self, fact, entry):
        state = "active" if self.phase == "running" else "registered"
        self.players[fact.player] = {
            "in": state,
            "spare": False,
            "fact": fact,
            "favourite": None,
            "extra": {},
        }
        self._missed(fact)

    def _missed(self, fact):
        for sheet in self.rounds:
            if sheet.name in fact.missed:
                if fact.player in {one for seat in sheet.seats for one in seat.players}:
                    self.wrong.append(f"{fact.player} missed round {sheet.name} and is in it")
                sheet.unpaired.append(fact.player)

    def _player_changed(self, fact, entry):
        old = self.players[fact.player]["fact"]
        self._affects_a_draw = (old.affiliations, old.table) != (fact.affiliations, fact.table)
        self.players[fact.player]["fact"] = fact

    def _registration_withdrawn(self, fact, entry):
        del self.players[fact.player]

    def _player_checked_in(self, fact, entry):
        self.players[fact.player]["in"] = "checked_in"

    def _player_let_in(self, fact, entry):
        if self.players[fact.player]["in"] != "registered":
            self.wrong.append(f"{fact.player} was let in without waiting outside")
        self.players[fact.player]["in"] = "active"
        self._missed(fact)
        if fact.match:
            seat = self.seat(fact.match)
            if seat.kind != "bye":
                self.wrong.append(f"{fact.player} took the place of a bye that was none")
            seat.players, seat.kind, seat.table = (*seat.players, fact.player), "game", fact.table
            self.rounds[-1].active |= {fact.player}

    def _check_in_taken_back(self, fact, entry):
        self.players[fact.player]["in"] = "registered"

    def _spare_joined(self, fact, entry):
        known = self.players.get(fact.player, {"favourite": None, "extra": {}})
        self.players[fact.player] = known | {"in": "active", "spare": True, "fact": fact}

    def _spare_left(self, fact, entry):
        self.players[fact.player]["in"] = "dropped"

    def _left(self, fact, change, state):
        self.players[fact.player]["in"] = state
        for sheet in self.rounds:
            if sheet.name == fact.after:
                sheet.after.append((fact.player, change))

    def _player_dropped(self, fact, entry):
        self._left(fact, "drop", "dropped")

    def _player_disqualified(self, fact, entry):
        self._left(fact, "disqualify", "disqualified")

    def _player_rejoined(self, fact, entry):
        if self.players[fact.player]["in"] != "dropped":
            self.wrong.append(f"{fact.player} came back without having dropped")
        self._left(fact, "rejoin", "active")
        self._missed(fact)

    def _favourite_voted(self, fact, entry):
        self.players[fact.player]["favourite"] = fact.opponent

    def _extra_scored(self, fact, entry):
        row = self.players[fact.player]
        row["extra"] = row["extra"] | {fact.name: fact.value}

    def _soft_score_declared(self, fact, entry):
        self.scores[fact.score] = fact

    def _soft_score_removed(self, fact, entry):
        del self.scores[fact.score]

    def _soft_scores_given(self, fact, entry):
        for player in (*fact.clear, *fact.values):
            self._without_points(fact.score, player, fact.round)
        for player, value in fact.values.items():
            self.points[fact.score, player, fact.round] = (value, fact.reason)

    def _soft_score_handed_in(self, fact, entry):
        if self.scores[fact.score].by != "vote":
            self._without_points(fact.score, fact.about, fact.round)
            self.points[fact.score, fact.about, fact.round] = (fact.value, "")

    def _without_points(self, score, player, round_):
        every = self.scores[score].per == "event"
        for key in list(self.points):
            if key[:2] == (score, player) and (every or key[2] == round_):
                del self.points[key]

    def _soft_score_closed(self, fact, entry):
        if self.scores[fact.score].by == "leader":
            self.wrong.append(f"{fact.score} was closed for players who give nothing")

    # ------------------------------------------------------------------------ rounds

    def _round_drawn(self, fact, entry):
        self.draft = Sheet(
            fact.round,
            fact.kind,
            fact.attempt,
            fact.position,
            _seats(fact.matches),
            fact.seeds,
            dict(fact.cards),
            fact.allow_rematch,
            number=entry.number,
        )
        if fact.position != entry.number - 1:
            self.wrong.append(f"{fact.round} says position {fact.position}, not the log's end")

    def _round_salted(self, fact, entry):
        self.draft.salt = fact.salt

    def _round_discarded(self, fact, entry):
        self.draft = None

    def _pairings_changed_by_hand(self, fact, entry):
        self.draft.seats, self.draft.by_hand = _seats(fact.matches), True

    def _cards_set(self, fact, entry):
        self.draft.cards |= fact.cards

    def _round_published(self, fact, entry):
        sheet = self.draft
        sheet.active, sheet.spares = self.active(), self.spares()
        sheet.late_basis = tuple(one for one in self.basis if one[0] > sheet.number)
        self.rounds.append(sheet)
        self.draft = None

    def _round_withdrawn(self, fact, entry):
        sheet = self.rounds.pop()
        if any(seat.said or seat.counts or seat.absent for seat in sheet.seats):
            self.wrong.append(f"{sheet.name} was withdrawn with results in it")
        sheet.clock, sheet.minutes = [], None
        self.draft = sheet

    def _sheet(self, name):
        return next(one for one in self.rounds if one.name == name)

    def _clock_started(self, fact, entry):
        sheet = self._sheet(fact.round)
        sheet.minutes = fact.minutes
        sheet.clock.append(("start", entry.at))

    def _clock_paused(self, fact, entry):
        self._sheet(fact.round).clock.append(("pause", entry.at))

    def _clock_resumed(self, fact, entry):
        self._sheet(fact.round).clock.append(("resume", entry.at))

    def _extension_granted(self, fact, entry):
        self.seat(fact.match).extension += fact.minutes

    def _round_extended(self, fact, entry):
        self._sheet(fact.round).minutes += fact.minutes

    def _table_changed(self, fact, entry):
        self.seat(fact.match).table = fact.table

    def _cut_made(self, fact, entry):
        self.cut = fact.seeds

    def _place_taken(self, fact, entry):
        self.cut = fact.seeds

    # ------------------------------------------------------------------------ results

    def _result_reported(self, fact, entry):
        seat = self.seat(fact.match)
        seat.said = {who: slip for who, slip in seat.said.items() if who != fact.player}
        seat.said[fact.player] = fact.slip

    def _result_confirmed(self, fact, entry):
        seat = self.seat(fact.match)
        if seat.counts == fact.slip and not seat.disputed:  # the desk entered it before
            seat.said[fact.player] = fact.slip
            return
        theirs = [slip for who, slip in seat.said.items() if who != fact.player]
        if fact.slip not in theirs:
            self.wrong.append(f"{fact.player} confirmed what nobody else said in {fact.match}")
        self._count(seat, fact, first=True)
        seat.said[fact.player] = fact.slip

    def _result_entered(self, fact, entry):
        seat = self.seat(fact.match)
        self._count(seat, fact, first=True)
        if len({slip.digest for slip in seat.said.values()} - {fact.slip.digest}) > 0:
            self.wrong.append(f"the entry for {fact.match} went over another report in silence")

    def _count(self, seat, fact, *, first):
        if first and (seat.counts is not None or seat.disputed):
            self.wrong.append(f"{fact.NAME} overwrote the result of {fact.match}")
        seat.counts, seat.disputed = fact.slip, False

    def _entry_contradicted(self, fact, entry):
        seat = self.seat(fact.match)
        seat.said[entry.actor, entry.number] = fact.slip
        seat.disputed = True

    def _dispute_resolved(self, fact, entry):
        self._count(self.seat(fact.match), fact, first=False)

    def _result_corrected(self, fact, entry):
        seat = self.seat(fact.match)
        if fact.before != seat.counts:
            self.wrong.append(f"{fact.match} was corrected from what it did not say")
        seat.kind, seat.absent = ("forfeit", fact.absent) if fact.absent else ("game", None)
        self._count(seat, fact, first=False)
        pair = set(seat.players)
        met = any(
            set(one.players) == pair and one.kind == "game"
            for sheet in self.rounds
            for one in sheet.seats
        )
        for player in seat.players:
            if not met and self.players[player]["favourite"] in pair:
                self.players[player]["favourite"] = None

    def _game_forfeited(self, fact, entry):
        seat = self.seat(fact.match)
        if seat.said or seat.counts is not None:
            self.wrong.append(f"{fact.match} was forfeited over a report")
        seat.kind, seat.absent, seat.counts = "forfeit", fact.absent, None
        seat.said, seat.disputed = {}, False


def _seats(matches):
    return [Seat(one.players, one.kind, one.table, one.game) for one in matches]


def _player(name, row):
    fact = row["fact"]
    entry = {"id": name, "name": fact.name}
    if row["spare"]:
        entry["role"] = "spare"
    for key in ("number", "faction", "total", "table"):
        if getattr(fact, key, None) is not None:
            entry[key] = getattr(fact, key)
    if getattr(fact, "affiliations", ()):
        entry["affiliations"] = list(fact.affiliations)
    if row["favourite"]:
        entry["favourite"] = row["favourite"]
    if row["extra"]:
        entry["extra"] = row["extra"]
    return entry


def _round(sheet):
    matches = [_match(seat) for seat in sheet.seats]
    matches += [{"kind": "unpaired_loss", "players": [one]} for one in sheet.unpaired]
    entry = {"matches": matches} | sheet.cards
    if sheet.attempt > 1:
        entry["attempt"] = sheet.attempt
    if sheet.salt is not None:
        entry["salt"] = sheet.salt
    if sheet.after:
        entry["after"] = [{"player": who, "change": what} for who, what in sheet.after]
    return entry


def _match(seat):
    entry = {"players": list(seat.players)}
    for key in ("table", "game", "absent"):
        if getattr(seat, key) is not None:
            entry[key] = getattr(seat, key)
    if seat.kind != "game":
        entry["kind"] = seat.kind
    elif seat.counts is not None and not seat.disputed:
        entry["report"] = slip_entry(seat.counts)
    return entry


def slip_entry(slip):
    """A slip as the file writes it."""
    entry = {"end": slip.end}
    for key in ("score", "leaders"):
        if getattr(slip, key) is not None:
            entry[key] = list(getattr(slip, key))
    for key in ("survivor", "conceded", "initiative", "witness"):
        if getattr(slip, key) is not None:
            entry[key] = getattr(slip, key)
    if any(slip.objectives):
        entry["objectives"] = list(slip.objectives)
    if slip.flurry:
        entry["flurry"] = [list(roll) for roll in slip.flurry]
    if slip.extra:
        entry["extra"] = {name: list(pair) for name, pair in slip.extra.items()}
    return entry
