"""The invariants of a correct tournament, by the numbers of the verification plan.

Each is a generator of violations and looks at what is public: the log, the live state, and the
witness, who reads the log on its own. Pairings and standings are asked of the oracle.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import pairwise

from tests.oracle import pairing_oracle, standings_oracle
from tests.stateful.witness import slip_entry
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.event import remaining_seconds
from tiltyard.day.facts import (
    ActUndone,
    CallRuled,
    CutMade,
    DisputeResolved,
    EntryContradicted,
    EventFinished,
    EventStarted,
    ListAmended,
    PlayerDisqualified,
    PlayerLetIn,
    PlayerRejoined,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    RoundDrawn,
    RoundPublished,
    RoundWithdrawn,
)
from tiltyard.day.list_access import lists_required
from tiltyard.day.table import BY_NAME
from tiltyard.engine import flow
from tiltyard.engine.rosters.list_reading import holds
from tiltyard.formats.answers import standings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import write_tournament

KNOWN_TO_THE_ORACLE = {
    "bye.mov",
    "full_win_margin",
    "sos.include_disqualified",
    "sos.bye_counts_as_round",
    "sos.unpaired_counts_as_round",
    "unpaired_loss.tp",
    "concession.snapshot",
    "h2h.repeat",
    "concession.keep_loser_leader_kill",
    "pairing.avoid_affiliation",
    "pairing.plan_safe",
}
SLIPS = (
    ResultReported,
    ResultConfirmed,
    ResultEntered,
    EntryContradicted,
    DisputeResolved,
    ResultCorrected,
)
STANDINGS_MOVE = (
    RoundDrawn,
    CutMade,
    EventFinished,
    ResultCorrected,
    PlayerDisqualified,
)
MOST_FOR_THE_ORACLE = 10


@dataclass
class Sight:
    """What is looked at after a step: before and after, and what was recorded in between."""

    before: object
    event: object
    fresh: tuple
    witness: object
    rules: object
    document: object
    now: object
    states: dict = field(default_factory=dict)
    roles: frozenset = frozenset()
    phase: str = "draft"
    seats: dict = field(default_factory=dict)

    def new(self, *kinds):
        """The facts of these kinds that were just recorded."""
        return [one for one in self.fresh if isinstance(one.fact, kinds)]

    @property
    def oracle_knows(self):
        """Whether the oracle can say what is right with these options."""
        gone = any(row["spare"] and row["in"] != "active" for row in self.witness.players.values())
        details = self.event.details
        usual = set(details.options) <= KNOWN_TO_THE_ORACLE and not details.swiss_after_cut
        return usual and not gone


def invariant_1(sight):
    """In a published round everybody who is in has exactly one place; nobody else has one."""
    for one in sight.new(RoundPublished):
        sheet = sight.witness.rounds[-1]
        seated = Counter(player for seat in sheet.seats for player in seat.players)
        twice = [player for player, count in seated.items() if count > 1]
        if twice:
            yield f"{twice} have two places in round {one.fact.round}"
        wanted = still_in(sight) if sheet.kind == "swiss" else still_in_the_bracket(sight)
        missing = wanted - set(seated)
        extra = set(seated) - wanted - (sheet.spares if sheet.kind == "swiss" else set())
        if missing or extra:
            yield f"round {sheet.name}: without a place {missing}, with one {extra}"


def still_in(sight):
    """Everybody who is to be paired: after a cut only those who went on."""
    sheet = sight.witness.rounds[-1]
    seeds = next(one.seeds for one in sight.witness.rounds if one.name[:2] == sheet.name[:2])
    return sheet.active if seeds is None else sheet.active & set(seeds)


def still_in_the_bracket(sight):
    """Everybody who may still win the bracket, by the slips of the round before."""
    sheet = sight.witness.rounds[-1]
    stage = sheet.name.split(".")[0]
    earlier = [one for one in sight.witness.rounds[:-1] if one.name.split(".")[0] == stage]
    if not earlier:
        return frozenset(sheet.seeds) & sheet.active
    winners = set()
    for seat in earlier[-1].seats:
        winners |= {winner_by_the_oracle(sight, seat, earlier)}
    return frozenset(winners - {None}) & sheet.active


def winner_by_the_oracle(sight, seat, earlier):
    """Who won a game of the bracket."""
    match = {"players": list(seat.players), "absent": seat.absent}
    if seat.kind != "game":
        match["kind"] = seat.kind
    else:
        match["report"] = slip_entry(seat.counts)
    event = {"ruleset": sight.event.details.ruleset, "options": sight.event.details.options}
    seeds = list(earlier[0].seeds)
    return standings_oracle.game_winner(event, match, len(earlier), seeds)


def invariant_2(sight):
    """Nobody meets themselves or sits in two matches of a round; a table is there once."""
    if sight.event.rounds == sight.before.rounds and sight.event.draft == sight.before.draft:
        return
    for one in (*sight.event.rounds, *([sight.event.draft] if sight.event.draft else [])):
        seated = [player for game in one.games.values() for player in game.players]
        if len(set(seated)) != len(seated):
            yield f"somebody sits twice in round {one.id}"
        tables = [game.table for game in one.games.values() if game.table is not None]
        if len(set(tables)) != len(tables):
            yield f"a table is used twice in round {one.id}: {sorted(tables)}"


def invariant_3(sight):
    """A round exists once, and only when everything before it is settled."""
    names = [one.id for one in sight.event.rounds]
    if len(set(names)) != len(names):
        yield f"a round exists twice: {names}"
    if sight.new(RoundDrawn, RoundPublished):
        newest = sight.witness.draft or sight.witness.rounds[-1]
        for sheet in sight.witness.rounds:
            if sheet is not newest and not all(seat.settled for seat in sheet.seats):
                yield f"{newest.name} was drawn while {sheet.name} is not settled"


def invariant_4(sight):
    """No repeat while a round without repeats exists; every draw is the best by the oracle."""
    for one in sight.new(RoundDrawn):
        fact = one.fact
        drawn = [(match.players, match.kind, match.game) for match in fact.matches]
        if not drawn:
            yield f"round {fact.round} is empty"
        if fact.kind == "swiss" and not fact.allow_rematch:
            yield from _repeats(sight, fact)
        if not sight.oracle_knows or len(sight.witness.active()) > MOST_FOR_THE_ORACLE:
            continue
        sheet = sight.witness.document(attempt=fact.attempt, salt=sight.witness.draft.salt)
        if sight.event.swiss_rounds == 0 and not sheet["stages"]:
            sheet["stages"] = [{"kind": "elimination", "rounds": []}]
        try:
            wanted = pairing_oracle.pair(sheet)["matches"]
        except pairing_oracle.NoLegalPairing:
            if not fact.allow_rematch:
                yield f"{fact.round} was drawn where no legal pairing exists"
            wanted = pairing_oracle.pair(sheet, allow_rematch=True)["matches"]
        except (pairing_oracle.NothingToDraw, pairing_oracle.Refused) as no:
            yield f"{fact.round} was drawn, and the oracle says: {no}"
            continue
        right = [(tuple(m["players"]), m.get("kind", "game"), m.get("game")) for m in wanted]
        if drawn != right:
            yield f"{fact.round} was drawn as {drawn}; the oracle says {right}"


def _repeats(sight, fact):
    final = int(fact.round.split(".")[1]) == sight.event.swiss_rounds
    if sight.rules.id == "middle-earth" and final:
        return
    met = {
        frozenset(seat.players)
        for sheet in sight.witness.rounds
        for seat in sheet.seats
        if seat.kind == "game" and sheet.name[:2] == fact.round[:2]
    }
    again = [match.players for match in fact.matches if frozenset(match.players) in met]
    spares = sight.witness.spares_ever()
    again = [pair for pair in again if spares.isdisjoint(pair)]
    if again:
        yield f"{fact.round} repeats {again} though repeats were not allowed"


def invariant_5(sight):
    """Each match has at most one result that counts: the one the log adds up to."""
    yield from sight.witness.wrong
    sight.witness.wrong.clear()
    for sheet, round_ in zip(sight.witness.rounds, sight.event.rounds, strict=True):
        for seat, game in zip(sheet.seats, round_.games.values(), strict=True):
            mine = (seat.kind, seat.counts, seat.absent, seat.disputed, seat.settled)
            disputed = game.contradicted
            theirs = (game.kind, game.slip, game.absent, disputed, not game.is_open)
            if mine != theirs:
                yield f"{game.id} is {theirs}, and the log says {mine}"


def invariant_6(sight):
    """Every slip that was accepted is legal for the ruleset."""
    event = {"ruleset": sight.event.details.ruleset, "options": sight.event.details.options}
    for one in sight.new(*SLIPS):
        if one.fact.slip is None:
            continue  # corrected to a forfeit
        home = sight.event.round(one.fact.match.rpartition(".")[0])
        entry = slip_entry(one.fact.slip)
        try:
            standings_oracle.score_slip(
                event, entry, home.number, elimination=home.kind == "elimination", better_seed=0
            )
        except standings_oracle.Refused as no:
            yield f"the slip of {one.fact.match} was accepted: {entry}, {no}"


def invariant_7(sight):
    """A drawn bye goes to somebody with the fewest byes, unless the options say otherwise."""
    limit = sight.event.details.options.get("bye.max_per_player", 1)
    if limit != 1 or sight.event.details.options.get("bye.repeat_in_final"):
        return
    for one in sight.new(RoundDrawn):
        if one.fact.kind != "swiss" or one.fact.allow_rematch:
            continue
        byes = Counter(
            seat.players[0]
            for sheet in sight.witness.rounds
            for seat in sheet.seats
            if seat.kind == "bye"
        )
        active = {player for match in one.fact.matches for player in match.players}
        for match in one.fact.matches:
            if match.kind == "bye" and byes[match.players[0]] > min(byes[p] for p in active):
                yield f"{match.players[0]} has a further bye in {one.fact.round}: {dict(byes)}"


def invariant_8(sight):
    """Whoever left is not drawn; whoever comes back has an unpaired loss for each round missed."""
    for one in sight.new(RoundDrawn):
        there = {player for match in one.fact.matches for player in match.players}
        left = there - sight.witness.active() - sight.witness.spares()
        if left:
            yield f"{left} left before {one.fact.round} was drawn"
    for one in sight.new(PlayerRejoined):
        player = one.fact.player
        for sheet in sight.witness.rounds:
            places = [seat for seat in sheet.seats if player in seat.players]
            if len(places) + sheet.unpaired.count(player) != 1:
                yield f"{player} came back and has not one place in {sheet.name}"


def invariant_9(sight):
    """A published round was drawn from everything that counted when it was published."""
    for one in sight.new(RoundPublished):
        sheet = sight.witness.rounds[-1]
        if sheet.late_basis:
            yield f"{one.fact.round} is published; after its draw came {sheet.late_basis}"


def invariant_10(sight):
    """Points are conserved: the oracle hands out the same for the same slips."""
    if sight.new(*STANDINGS_MOVE):
        yield from standings_agree(sight)


def standings_agree(sight):
    """Compare the standings with those the oracle computes from the witness."""
    mine = standings_document(flow.standings(as_tournament(sight.event), sight.document))
    if not sight.oracle_knows:
        return
    mine["ruleset"] = mine["ruleset"].replace("middle-earth@1", "middle-earth")
    sheet = sight.witness.document()
    sheet["ruleset"] = sheet["ruleset"].replace("middle-earth@1", "middle-earth")
    try:
        right = standings_oracle.standings(sheet)
    except standings_oracle.Refused as no:
        yield f"the oracle cannot rank this: {no}"
        return
    if mine != right:
        for row, wanted in zip(mine.pop("rows"), right.pop("rows"), strict=False):
            if row != wanted:
                yield f"the standings say {row}, the oracle {wanted}"
                return
        yield f"the standings differ: {mine}, {right}"


def invariant_11(sight):
    """Standings are a function of the log: by the file and back they are the same bytes."""
    if sight.new(*STANDINGS_MOVE):
        tournament = as_tournament(sight.event)
        again = read_tournament(write_tournament(tournament))
        one, two = (flow.standings(each, sight.document) for each in (tournament, again))
        if standings_document(one) != standings_document(two):
            yield "the standings of the file are others than those of the event"


def invariant_12(sight):
    """Standings are a total order; a shared place is shared only where that is the rule."""
    if not sight.new(*STANDINGS_MOVE):
        return
    rows = flow.standings(as_tournament(sight.event), sight.document).rows
    ranks = [row.rank for row in rows if row.rank is not None]
    shared = sight.event.details.options.get("final_ties") == "shared"
    if ranks != sorted(ranks) or (not shared and ranks != list(range(1, len(ranks) + 1))):
        yield f"the ranks are {ranks}"
    listed = [row.player for row in rows]
    spares = sight.witness.spares_ever()
    if len(set(listed)) != len(listed) or not spares.isdisjoint(listed):
        yield f"somebody is ranked twice, or a Spare is: {listed}"


def invariant_17(sight):
    """What was published stays: only who is let in late joins a match, in place of its bye."""
    for sheet, round_ in zip(sight.witness.rounds, sight.event.rounds, strict=True):
        mine = [(seat.players, seat.table, seat.game) for seat in sheet.seats]
        theirs = [(game.players, game.table, game.game) for game in round_.games.values()]
        if mine != theirs or sheet.name != round_.id:
            yield f"round {round_.id} was published as {mine} and is {theirs}"
    late = {one.fact.match: (one.fact.player,) for one in sight.new(PlayerLetIn)}
    for before, after in zip(sight.before.rounds, sight.event.rounds, strict=False):
        pairs = (
            [(*game.players, *late.get(game.id, ())) for game in before.games.values()],
            [game.players for game in after.games.values()],
        )
        if before.id == after.id and pairs[0] != pairs[1] and not sight.new(ActUndone):
            yield f"round {after.id} changed from {pairs[0]} to {pairs[1]}"


def invariant_18(sight):
    """Undo restores exactly what was before; a round is taken back only before its results."""
    for one in sight.new(ActUndone):
        then = sight.states.get(one.fact.first - 1)
        now = sight.event  # ids that were given stay given
        kept = {"version": now.version, "people_ever": now.people_ever}
        if then is not None and replace(then, **kept) != now:
            yield f"undoing {one.fact.act} did not restore what was before"
    for one in sight.new(RoundWithdrawn):
        if sight.event.draft is None or sight.event.draft.id != one.fact.round:
            yield f"{one.fact.round} was withdrawn and is no draft"


def invariant_19(sight):
    """A bracket game is fed by two games before it, and the winner goes on once."""
    for one in sight.new(RoundPublished):
        sheet = sight.witness.rounds[-1]
        if sheet.kind != "elimination":
            continue
        stage = [other for other in sight.witness.rounds if other.name[:2] == sheet.name[:2]]
        size = 1
        while size < len(stage[0].seeds):
            size *= 2
        count = size >> len(stage)
        numbers = [seat.game for seat in sheet.seats]
        if len(set(numbers)) != len(numbers) or not set(numbers) <= set(range(1, count + 1)):
            yield f"{one.fact.round} has the games {numbers} of {count}"
        if len(stage) > 1 and not sight.rules.elimination.reseed:
            yield from _feeding(sheet, stage[-2], count)


def _feeding(sheet, earlier, count):
    came_from = {player: seat.game for seat in earlier.seats for player in seat.players}
    for seat in sheet.seats:
        allowed = {seat.game, 2 * count + 1 - seat.game}
        if any(came_from.get(player) not in allowed for player in seat.players):
            yield f"game {seat.game} of {sheet.name} is not fed by games {sorted(allowed)}"


def invariant_21(sight):
    """The cut takes the top by the standings at that place of the log; nobody who left."""
    for one in sight.new(CutMade):
        if not set(one.fact.seeds) <= sight.witness.active():
            yield f"the cut holds somebody who left: {one.fact.seeds}"
        if one.fact.position != one.number - 1:
            yield "the cut names another position of the log"
        if sight.oracle_knows:
            sheet = sight.witness.document()
            sheet["stages"] = [each for each in sheet["stages"] if each["kind"] == "swiss"]
            rows = standings_oracle.standings(sheet)["rows"]
            top = [row["player"] for row in rows if row["status"] == "active"]
            if tuple(top[: sight.event.cut]) != one.fact.seeds:
                yield f"the cut is {one.fact.seeds}, and the standings say {top}"


def invariant_23(sight):
    """Every fact has actor, role, time and key; the actor had the right at that place."""
    for one in sight.fresh:
        if not (one.actor and one.role and one.cause and one.key and one.at.tzinfo):
            yield f"fact {one.number} lacks actor, role, cause, key or time"
        allowed = any(
            one.role in right.roles and sight.phase in right.phases
            for right in (BY_NAME[one.cause].rights if one.cause in BY_NAME else ())
        )
        if one.cause != "create-event" and not (allowed and one.role in sight.roles):
            yield f"{one.actor} did {one.cause} as {one.role} while {sight.phase}"
        yield from _not_their_own(sight, one)


def _not_their_own(sight, one):
    fact = one.fact
    if isinstance(fact, ResultReported | ResultConfirmed) and (
        one.actor != fact.player or fact.player not in sight.event.game(fact.match).players
    ):
        yield f"{one.actor} spoke for {fact.player} in {fact.match}"
    strict = {"enter-result", "resolve-dispute", "correct-result", "forfeit-game", "end-watch"}
    match = getattr(fact, "match", None)
    if one.cause in strict and match and one.actor in sight.event.game(match).players:
        yield f"{one.actor} did {one.cause} in their own game {match}"
    if isinstance(fact, CallRuled):
        game = sight.event.game(sight.event.calls[fact.call].match)
        if game and one.actor in game.players:
            yield f"{one.actor} ruled on their own game"


def invariant_24(sight):
    """Numbers are gapless and rising; the version is the number of the last fact."""
    if sight.event.language != sight.witness.language:
        yield f"the event speaks {sight.event.language!r}, not {sight.witness.language!r}"
    numbers = [sight.before.version, *(one.number for one in sight.fresh)]
    if any(two != one + 1 for one, two in pairwise(numbers)) or sight.event.version != numbers[-1]:
        yield f"the log went on as {numbers}, the version is {sight.event.version}"


def invariant_27(sight):
    """What is left on a clock is its length and extension less the time that it ran."""
    round_ = sight.event.current
    if round_ is None or not round_.began:
        return
    sheet = sight.witness.rounds[-1]
    times = [at for _, at in sheet.clock]
    for seat, game in zip(sheet.seats, round_.games.values(), strict=True):
        if seat.extension != game.extension:
            yield f"{game.id} has {game.extension} minutes more, and {seat.extension} were granted"
    for later in (0, 61, 10_000, -500):
        now = sight.now + timedelta(seconds=later)
        left = remaining_seconds(round_.timer, now, 0)
        if sheet.minutes is None:
            if left is not None:
                yield "an untimed round has an end"
            continue
        if left is None or not 0 <= left <= 60 * sheet.minutes:
            yield f"{left} seconds are left of {sheet.minutes} minutes"
        elif times == sorted(times) and times[-1] <= now:
            right = max(0, _length(sheet, round_.timer.called) - _ran(sheet.clock, now))
            if abs(right - left) > len(times) + 1:
                yield f"{left} seconds are left, by the log {right}"


def _length(sheet, called):
    """Seconds until the round ended; a device whose clock is slow sees them run to the call."""
    length = 60 * sheet.minutes
    return length if called is None else min(length, _ran(sheet.clock, called))


def _ran(clock, now):
    ran, since = 0.0, None
    for kind, at in clock:
        if kind == "pause":
            ran += (at - since).total_seconds()
            since = None
        else:
            since = at
    return ran + ((now - since).total_seconds() if since else 0)


def invariant_30(sight):
    """A locked list stays as it is, but for an amendment; every seal fits the list it is on.

    Of somebody who was forgotten there is no text any more that a seal could fit.
    """
    forgotten = set(sight.event.forgotten)
    amended = {one.fact.player for one in sight.new(ListAmended)} | forgotten
    undone = bool(sight.new(ActUndone))
    for player, before in sight.before.list_desk.lists.items():
        now = sight.event.list_desk.lists.get(player)
        kept = now is not None and (now.text, now.seal) == (before.text, before.seal)
        if before.seal and not kept and player not in amended and not undone:
            yield f"the locked list of {player} is another one"
    for player, one in sight.event.list_desk.lists.items():
        if player in forgotten:
            continue
        if one.seal and not holds(one.seal, sight.event.seed, sight.event.id, player, one.text):
            yield f"the seal of {player} does not fit"
    for one in sight.new(EventStarted):
        if lists_required(sight.event, sight.rules):
            yield from _without_list(sight, one)


def _without_list(sight, started):
    for player, row in sight.witness.players.items():
        army = sight.event.list_desk.lists.get(player)
        excused = row["spare"] or player in sight.event.list_desk.waived
        if row["in"] == "active" and not excused and not (army and army.is_handed_in):
            yield f"{player} began without a list at {started.number}"


INVARIANTS = {
    int(name.removeprefix("invariant_")): check
    for name, check in list(globals().items())
    if name.startswith("invariant_")
}


def violations(sight):
    """Yield everything that is wrong after a step."""
    for number, check in INVARIANTS.items():
        for said in check(sight):
            yield f"invariant {number}: {said}"


def _with_names(document, people):
    """The log knows a leader who was present by id, the file by name."""
    for stage in document["stages"]:
        for round_ in stage["rounds"]:
            for match in round_["matches"]:
                report = match.get("report", {})
                if "witness" in report:
                    report["witness"] = people[report["witness"]]
    return document


def the_file_agrees(sight):
    """The export as the witness would write it, overrides aside (invariants 11 and 26)."""
    tournament = as_tournament(sight.event)
    written = write_tournament(tournament)
    if write_tournament(read_tournament(written)) != written:
        yield "the file is not the same after reading and writing it"
    mine = _with_names(sight.witness.document(), sight.event.people)
    theirs = _points_alone(_without_overrides(written))
    if _sorted(mine) != _sorted(theirs):
        yield f"the file is {_sorted(theirs)}, and the log says {_sorted(mine)}"


def _without_overrides(value):
    if isinstance(value, dict):
        return {key: _without_overrides(one) for key, one in value.items() if key != "override"}
    return [_without_overrides(one) for one in value] if isinstance(value, list) else value


def _sorted(sheet):
    players = [{"name": one["id"], **one} for one in sheet["players"]]
    return {**sheet, "players": sorted(players, key=lambda one: one["id"])}


def _points_alone(sheet):
    """Leave out what the witness does not know: kinds, votes, and what is hidden."""
    kinds = sheet.pop("soft_score_kinds", [])
    votes = {one["id"] for one in kinds if one.get("by") == "vote"}
    points = [
        {key: value for key, value in one.items() if key != "hidden"}
        for one in sheet.pop("soft_scores", [])
        if one["score"] not in votes
    ]
    return sheet | ({"soft_scores": points} if points else {})
