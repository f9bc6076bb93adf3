"""Safe, out or open: every player and every line that matters, with the own result that decides.

Safe: whatever the others do, come back or leave, as long as the player stays in. Out: whatever
results still come, as long as nobody else leaves. Open: everything else, also what no proof here
reaches. A lot never makes anybody safe, and nobody is out by a lot, until it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.clinch.chances import chances_of
from tiltyard.engine.clinch.counts import Counts, plus
from tiltyard.engine.clinch.outcomes import Values
from tiltyard.engine.clinch.situation import situation_of
from tiltyard.engine.clinch.tied import Side, Tied
from tiltyard.engine.cut import by_performance, inside_the_cut
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.standings import rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.clinch.chances import Chance
    from tiltyard.engine.clinch.outcomes import Ending, Outcomes, OwnKind
    from tiltyard.engine.clinch.situation import Situation, Table
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Row
    from tiltyard.engine.tournament import PlayerId, Tournament

State = Literal["safe", "out", "open"]


class Line(NamedTuple):
    """Something to reach: a place in the Swiss order among all, or in the cut.

    `places` is how many reach it; a cut by performance asks for `points` instead.
    """

    kind: Literal["cut", "place"]
    places: int = 0
    points: int = 0


class OwnResult(NamedTuple):
    """A result of the own open game. `weakest`: no result of its kind is worth less."""

    kind: OwnKind
    lead: int
    tp: int
    weakest: bool
    strongest: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a player stands with a line.

    With an own game to come: `safe_from` is the weakest own result that makes safe whatever the
    others do, `open_up_to` the strongest that does not, `out_up_to` the strongest that puts out.
    `after_draw` is the state after a drawn game, an agreed one included; none where games cannot
    be drawn.
    """

    player: PlayerId
    line: Line
    state: State
    plays: bool = False
    safe_from: OwnResult | None = None
    open_up_to: OwnResult | None = None
    out_up_to: OwnResult | None = None
    after_draw: State | None = None


def lines_of(tournament: Tournament, rules: Ruleset) -> tuple[Line, ...]:
    """Return the lines that follow from the plan: the cut if there is one, and the first place."""
    points = by_performance(tournament, rules)
    if points:
        return (Line("cut", points=points),)
    if tournament.plan.cut:
        return Line("cut", tournament.plan.cut), Line("place", 1)
    return (Line("place", 1),)


def proofs_of(tournament: Tournament, rules: Ruleset) -> Proofs | None:
    """Return the proofs about a Swiss stage that goes on; none without a plan, or at its end."""
    situation = situation_of(tournament, rules)
    return None if situation is None or situation.is_over else Proofs(situation)


def clinch(
    tournament: Tournament, rules: Ruleset, lines: Sequence[Line] | None = None
) -> tuple[Verdict, ...]:
    """Return the verdict of everybody ranked on every line of the first Swiss stage.

    There are none without a planned number of rounds, and none once a later stage has begun.
    """
    situation = situation_of(tournament, rules)
    if situation is None:
        return ()
    asked = lines_of(tournament, rules) if lines is None else lines
    if situation.is_over:
        return tuple(_settled(tournament, rules, asked))
    proofs = Proofs(situation)
    return tuple(proofs.verdict(player, line) for player in situation.ranked for line in asked)


def _settled(tournament: Tournament, rules: Ruleset, lines: Sequence[Line]) -> Iterator[Verdict]:
    """Yield what the final order says."""
    rows = rank(tournament, rules, keep_ledger(tournament, rules)).rows
    for line in lines:
        inside = _inside(tournament, rules, rows, line)
        for row in rows:
            if row.rank is not None:
                yield Verdict(row.player, line, "safe" if row.player in inside else "out")


def _inside(
    tournament: Tournament, rules: Ruleset, rows: Sequence[Row], line: Line
) -> frozenset[PlayerId]:
    if line.kind == "place":
        return frozenset(row.player for row in rows if row.rank and row.rank <= line.places)
    active = tuple(row for row in rows if row.status == "active")
    if line.points or rules.pairing.method == "groups":
        return frozenset(inside_the_cut(active, tournament, rules))
    return frozenset(row.player for row in active[: line.places])


# ------------------------------------------------------------------------------
# The proofs for one player.


class _Step(NamedTuple):
    """Own results that are worth the same, and every ending with which they come."""

    kind: OwnKind
    lead: int
    values: Values
    endings: tuple[Ending, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Own results from weakest to strongest; what is found out about some is kept by them.

    `high` is the most the opponent can have from each step on, `low` the least up to it.
    """

    rows: tuple[_Step, ...]
    high: tuple[Values, ...]
    low: tuple[Values, ...]

    def level_with(self, at: int, prefix: int) -> tuple[int, int]:
        """Return from where to where steps are worth the same as one of them, key for key."""
        same = self.rows[at].values[:prefix]
        first = last = at
        while first > 0 and self.rows[first - 1].values[:prefix] == same:
            first -= 1
        while last + 1 < len(self.rows) and self.rows[last + 1].values[:prefix] == same:
            last += 1
        return first, last + 1


class _Own(NamedTuple):
    """A player with the own table: the steps from weakest to strongest, and who sits opposite."""

    player: PlayerId
    base: Values
    table: int
    opponent: PlayerId | None
    steps: _Steps
    worst: Values
    best: Values
    plays: bool


class Proofs:
    """The proofs about one situation."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation
        self._counts = Counts(situation)
        self._tied = Tied(situation)
        self._steps: dict[tuple[Outcomes, int, bool], _Steps] = {}
        self._owns: dict[PlayerId, _Own] = {}
        self._results: dict[tuple[_Steps, int, bool], OwnResult | None] = {}
        self._chances: dict[tuple[Line, ...], dict[tuple[PlayerId, Line], Chance]] = {}
        self._behind: dict[tuple[_Steps, int, int], tuple[Ending, ...]] = {}
        self._verdicts: dict[tuple[PlayerId, Line], Verdict] = {}

    def chances(self, lines: Sequence[Line]) -> dict[tuple[PlayerId, Line], Chance]:
        """Return how likely every line is for everybody, from results of this event alone."""
        asked = tuple(lines)
        if asked not in self._chances:
            self._chances[asked] = chances_of(self._now, asked)
        return self._chances[asked]

    def verdict(self, player: PlayerId, line: Line) -> Verdict:
        """Return where a player stands with a line; found out once."""
        known = self._verdicts.get((player, line))
        if known is None:
            known = self._verdicts[player, line] = self._found(player, line)
        return known

    @cached_property
    def _of_groups(self) -> dict[PlayerId, Proofs]:
        """The proofs about each player's group, if there are any."""
        found = [(group.seats, Proofs(group)) for group in self._now.by_group]
        return {player: proofs for seats, proofs in found for player in seats}

    def _found(self, player: PlayerId, line: Line) -> Verdict:
        if line.kind == "cut" and player in self._of_groups:
            each = self._now.rules.pairing.group_winners
            found = self._of_groups[player].verdict(player, Line("cut", each))
            return replace(found, line=line)
        seat = self._now.seats[player]
        if line.kind == "cut" and not seat.stays:
            return Verdict(player, line, "out")
        own = self._own(player)
        safe = _first(len(own.steps.rows), lambda at: self._is_safe(own, line, at))
        out = _first(len(own.steps.rows), lambda at: not self._is_out(own, line, at))
        if safe == 0:
            return Verdict(player, line, "safe", own.plays)
        if out == len(own.steps.rows):
            return Verdict(player, line, "out", own.plays)
        if not own.plays:
            return Verdict(player, line, "open")
        return Verdict(
            player,
            line,
            "open",
            plays=True,
            safe_from=self._said(own, safe, _weakest_from),
            open_up_to=self._said(own, safe, _strongest_to),
            out_up_to=self._said(own, out, _strongest_to),
            after_draw=_after_draw(own.steps.rows, safe, out),
        )

    def _said(self, own: _Own, at: int, say: _Saying) -> OwnResult | None:
        """Return an own result in words; players with the same steps say the same."""
        key = (own.steps, at, say is _weakest_from)
        if key not in self._results:
            self._results[key] = say(own.steps.rows, at)
        return self._results[key]

    def _own(self, player: PlayerId) -> _Own:
        if player not in self._owns:
            self._owns[player] = self._made_own(player)
        return self._owns[player]

    def _made_own(self, player: PlayerId) -> _Own:
        now = self._now
        at = now.table_of[player]
        table = now.tables[at]
        place = table.players.index(player)
        opponent = next((other for other in table.players if other != player), None)
        future, seat = self._counts.future, now.seats[player]
        if not now.is_between_rounds or not seat.stays:
            steps = self._steps_of(table.outcomes, place)
            plays = table.is_open
            return _Own(player, seat.values, at, opponent, steps, future.worst, future.best, plays)
        settled = table.outcomes.games[0].gains[place].values
        steps = self._steps_of(now.ahead[0], 0, alone=True)
        worst = tuple(map(int.__sub__, future.worst, now.ahead[0].worst))
        best = tuple(map(int.__sub__, future.best, now.ahead[0].best))
        return _Own(player, plus(seat.values, settled), at, None, steps, worst, best, plays=True)

    def _steps_of(self, outcomes: Outcomes, place: int, *, alone: bool = False) -> _Steps:
        key = (outcomes, place, alone)
        if key not in self._steps:
            endings = (*outcomes.games, *(outcomes.rests if alone else ()))
            self._steps[key] = self._sorted_steps(endings, place)
        return self._steps[key]

    def _sorted_steps(self, endings: tuple[Ending, ...], place: int) -> _Steps:
        """Return the steps in the order in which values are compared, a win after a draw."""
        prefix = self._now.prefix
        grouped: dict[_Order, list[Ending]] = {}
        for ending in endings:
            values, sign = ending.gains[place].values, ending.gains[place].sign
            kind, lead = _RANK[ending.kinds[place]], ending.lead_of(place)
            order = (values[:prefix], sign, values[prefix:], kind, lead)
            grouped.setdefault(order, []).append(ending)
        rows = tuple(
            _Step(_KINDS[order[3]], order[4], order[0] + order[2], tuple(grouped[order]))
            for order in sorted(grouped)
        )
        theirs = [
            [ending.gains[1 - place].values for ending in row.endings if len(ending.gains) > 1]
            for row in rows
        ]
        if not all(theirs):
            return _Steps(rows, (), ())
        high = list(accumulate((max(values) for values in reversed(theirs)), max))
        return _Steps(rows, tuple(high[::-1]), tuple(accumulate(map(min, theirs), min)))

    # --------------------------------------------------------------------------
    # Safe from a step on: so many others cannot finish above, whatever they do.

    def _is_safe(self, own: _Own, line: Line, at: int) -> bool:
        mine = plus(plus(own.base, own.steps.rows[at].values), own.worst)
        if line.points:
            return self._points(own, at, own.worst, min) >= line.points
        prefix = mine[: self._now.prefix]
        room = line.places - self._opponent_can_be_above(own, at)
        games = self._games_left(own, at)
        if self._counts.can_be_above(prefix, own.table, level=True, games=games) < room:
            return True
        if self._counts.can_be_above(prefix, own.table, level=False, games=games) >= room:
            return False
        side = Side(own.player, mine, self._endings(own, at, len(own.steps.rows)))
        return self._can_be_above_in_detail(own, side, room) < room

    def _points(
        self, own: _Own, at: int, later: Values, pick: Callable[[Iterator[int]], int]
    ) -> int:
        """Return the points a player ends with, at least or at most."""
        place = self._place(own)
        gained = pick(ending.gains[place].tp for ending in own.steps.rows[at].endings)
        return self._now.seats[own.player].tp + gained + later[0]

    def _place(self, own: _Own) -> int:
        return self._now.tables[own.table].players.index(own.player) if own.opponent else 0

    def _games_left(self, own: _Own, at: int) -> int:
        """Return how many others can have the best result in one round to come."""
        if not self._now.ahead:
            return 0
        wins = (
            self._now.is_between_rounds
            and own.steps.rows[at].values > self._now.ahead[0].most_of_both
        )
        return self._now.served - wins

    def _endings(self, own: _Own, first: int, last: int) -> tuple[Ending, ...]:
        """Return the endings at the own table behind some steps, once for each effect on others."""
        if self._now.is_between_rounds:
            return self._now.tables[own.table].outcomes.games
        key = (own.steps, first, last)
        if key not in self._behind:
            found = {
                tuple([gain[1:] for gain in ending.gains]): ending
                for step in own.steps.rows[first:last]
                for ending in step.endings
            }
            self._behind[key] = tuple(found.values())
        return self._behind[key]

    def _opponent_can_be_above(self, own: _Own, at: int) -> int:
        """Return whether the opponent can finish above after this result or any stronger one."""
        if own.opponent is None or not self._now.seats[own.opponent].ranked:
            return 0
        prefix, later = self._now.prefix, self._counts.future.best
        mine = plus(plus(own.base, own.steps.rows[at].values), own.worst)[:prefix]
        base = self._now.seats[own.opponent].values
        theirs = plus(plus(base, own.steps.high[at]), later)[:prefix]
        if theirs != mine:
            return theirs > mine
        _, last = own.steps.level_with(at, prefix)
        return any(
            self._against_opponent(own, step, later, own.worst, sure=False) >= 0
            for step in own.steps.rows[at:last]
        )

    def _against_opponent(
        self, own: _Own, step: _Step, theirs: Values, mine: Values, *, sure: bool
    ) -> int:
        """Return whether the opponent finishes above after a step, in the worst of its endings."""
        assert own.opponent is not None  # the callers looked
        place = self._place(own)
        my_values = plus(plus(own.base, step.values), mine)
        base = self._now.seats[own.opponent].values
        found: list[int] = []
        for ending in step.endings:
            values = plus(plus(base, ending.gains[1 - place].values), theirs)
            other = Side(own.opponent, values, (ending,))
            found.append(self._tied.above(other, Side(own.player, my_values, (ending,)), sure=sure))
        return min(found) if sure else max(found)

    def _can_be_above_in_detail(self, own: _Own, mine: Side, room: int) -> int:
        """Count again, and look at those who can be level: the other keys may decide for me."""
        found = 0
        prefix = mine.values[: self._now.prefix]
        for at, (table, row) in enumerate(zip(self._now.tables, self._counts.upper, strict=True)):
            if at == own.table or row.one is None or row.one < prefix:
                continue
            found += max(
                self._above(table, ending, mine, self._counts.future.best)
                for ending in table.outcomes.most
            )
            if found >= room:
                break
        return found

    def _above(self, table: Table, ending: Ending, mine: Side, later: Values) -> int:
        """Count who of a table may finish above after an ending."""
        return sum(
            self._tied.above(self._other(table, place, ending, later, mine), mine, sure=False) >= 0
            for place, player in enumerate(table.players)
            if self._now.seats[player].ranked
        )

    def _surely_above(self, table: Table, ending: Ending, mine: Side, *, staying: bool) -> int:
        """Count who of a table finishes above for sure after an ending."""
        later, seats = self._counts.future.worst, self._now.seats
        return sum(
            self._tied.above(self._other(table, place, ending, later, mine), mine, sure=True) > 0
            for place, player in enumerate(table.players)
            if seats[player].ranked and (seats[player].stays or not staying)
        )

    def _other(self, table: Table, place: int, ending: Ending, later: Values, mine: Side) -> Side:
        """Return a player of another table as one side of a comparison.

        Where only others' results can decide, every ending that is worth the same is looked at.
        """
        player, gained = table.players[place], ending.gains[place].values
        values = plus(plus(self._now.seats[player].values, gained), later)
        if values != mine.values:
            return Side(player, values, (ending,))
        same = tuple(like for like in table.outcomes.games if like.gains[place].values == gained)
        return Side(player, values, same)

    # --------------------------------------------------------------------------
    # Out up to a step: so many others finish above, whatever happens.

    def _is_out(self, own: _Own, line: Line, at: int) -> bool:
        mine = plus(plus(own.base, own.steps.rows[at].values), own.best)
        if line.points:
            return self._points(own, at, own.best, max) < line.points
        prefix = mine[: self._now.prefix]
        staying = line.kind == "cut"
        needed = line.places - self._opponent_must_be_above(own, at, staying=staying)
        counts = self._counts
        if counts.must_be_above(prefix, own.table, level=False, staying=staying) >= needed:
            return True
        if counts.must_be_above(prefix, own.table, level=True, staying=staying) < needed:
            return False
        side = Side(own.player, mine, self._endings(own, 0, at + 1))
        return self._must_be_above_in_detail(own, side, staying=staying) >= needed

    def _opponent_must_be_above(self, own: _Own, at: int, *, staying: bool) -> int:
        seat = self._now.seats[own.opponent] if own.opponent is not None else None
        if seat is None or not seat.ranked or (staying and not seat.stays):
            return 0
        assert own.opponent is not None  # there is a seat
        prefix, later = self._now.prefix, self._counts.future.worst
        mine = plus(plus(own.base, own.steps.rows[at].values), own.best)[:prefix]
        theirs = plus(plus(seat.values, own.steps.low[at]), later)[:prefix]
        if theirs != mine:
            return theirs > mine
        first, _ = own.steps.level_with(at, prefix)
        return all(
            self._against_opponent(own, step, later, own.best, sure=True) > 0
            for step in own.steps.rows[first : at + 1]
        )

    def _must_be_above_in_detail(self, own: _Own, mine: Side, *, staying: bool) -> int:
        found = 0
        counts, prefix = self._counts, mine.values[: self._now.prefix]
        rows = counts.lower_of_staying if staying else counts.lower_of_all
        for at, (table, row) in enumerate(zip(self._now.tables, rows, strict=True)):
            if at == own.table or row.one is None or row.one < prefix:
                continue
            found += min(
                self._surely_above(table, ending, mine, staying=staying)
                for ending in table.outcomes.least
            )
        return found


_RANK: dict[OwnKind, int] = {
    "absent": 0,
    "concession": 1,
    "loss": 2,
    "draw": 3,
    "forfeit": 4,
    "modified_win": 5,
    "win": 6,
}
_KINDS: dict[int, OwnKind] = {place: kind for kind, place in _RANK.items()}
_GAMES: frozenset[OwnKind] = frozenset({"loss", "draw", "modified_win", "win"})
_Order = tuple[Values, int, Values, int, int]
_Saying = Callable[[Sequence[_Step], int], OwnResult | None]


def _first(count: int, holds: Callable[[int], bool]) -> int:
    """Return the first place from which something holds; it never stops holding after that.

    The ends are looked at first: for most players every result leaves a line open.
    """
    if not count or not holds(count - 1):
        return count
    if holds(0):
        return 0
    low, high = 1, count - 1
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _weakest_from(steps: Sequence[_Step], start: int) -> OwnResult | None:
    """Return the weakest result of a game of which every lead as large is at this step or above."""
    below: dict[OwnKind, int] = {}
    for step in steps[:start]:
        below[step.kind] = max(step.lead, below.get(step.kind, step.lead))
    for step in steps[start:]:
        if step.kind in _GAMES and step.lead > below.get(step.kind, step.lead - 1):
            return _own_result(steps, step)
    return None


def _strongest_to(steps: Sequence[_Step], end: int) -> OwnResult | None:
    """Return the strongest result of which every lead as small is below this step."""
    beyond: dict[OwnKind, int] = {}
    for step in steps[end:]:
        beyond[step.kind] = min(step.lead, beyond.get(step.kind, step.lead))
    for step in steps[:end][::-1]:
        if step.kind in _GAMES and step.lead < beyond.get(step.kind, step.lead + 1):
            return _own_result(steps, step)
    return None


def _after_draw(steps: Sequence[_Step], safe: int, out: int) -> State | None:
    """Return what every drawn game means: safe from one step on, out below another."""
    drawn = [at for at, step in enumerate(steps) if step.kind == "draw"]
    if not drawn:
        return None
    return "safe" if drawn[0] >= safe else "out" if drawn[-1] < out else "open"


def _own_result(steps: Sequence[_Step], step: _Step) -> OwnResult:
    leads = [row.lead for row in steps if row.kind == step.kind]
    weakest, strongest = step.lead == min(leads), step.lead == max(leads)
    return OwnResult(step.kind, step.lead, step.values[0], weakest, strongest)
