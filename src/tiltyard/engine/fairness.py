"""How fair the Swiss rounds were: figures, each with everything it was counted from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.cut import has_cut, inside_the_cut
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.standings import rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tiltyard.engine.ruleset import OrderKey, Ruleset
    from tiltyard.engine.standings import Number, Row
    from tiltyard.engine.tournament import Match, PlayerId, Tournament

PAIR = 2


class Part(NamedTuple):
    """One thing a figure counts: who, in which round (0: none), and a number or names of keys."""

    players: tuple[PlayerId, ...]
    round: int = 0
    number: Number | None = None
    keys: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and its parts. `of`: how many there could have been (0: that is no question)."""

    code: str
    value: Number
    parts: tuple[Part, ...] = ()
    of: int = 0

    @property
    def in_hundred(self) -> Fraction | None:
        """The value of a hundred that could have been; none where that is no question."""
        return Fraction(100 * self.value, self.of) if self.of else None


class _Seated(NamedTuple):
    round: int
    match: Match


def fairness(tournament: Tournament, rules: Ruleset) -> tuple[Figure, ...]:
    """Return every figure about the closed rounds of the first Swiss stage."""
    swiss = replace(tournament, stages=tournament.stages[:1])
    if not swiss.stages or swiss.stages[0].kind != "swiss":
        return ()
    closed = tuple(round_ for round_ in swiss.stages[0].rounds if round_.is_closed)
    swiss = replace(swiss, stages=(replace(swiss.stages[0], rounds=closed),))
    if not closed:
        return ()
    seated = tuple(
        _Seated(number, match)
        for number, round_ in enumerate(closed, 1)
        for match in round_.matches
    )
    games = tuple(seat for seat in seated if len(seat.match.players) == PAIR)
    rows = rank(swiss, rules, keep_ledger(swiss, rules)).rows
    return (
        _repeats(games),
        *_floats(swiss, rules, games),
        _byes(seated),
        _second_byes(seated),
        _strength(swiss, rules),
        _same_table(games),
        *_sides(rules, games),
        _by_hand(seated),
        _ended(games, "no-shows", lambda match: match.kind == "forfeit"),
        _ended(games, "concessions", lambda match: _end(match) == "concession"),
        _ended(games, "agreed-draws", lambda match: _end(match) == "intentional_draw"),
        _lots(rows),
        *_other_orders(swiss, rules, rows),
    )


def _repeats(games: Sequence[_Seated]) -> Figure:
    met: set[frozenset[PlayerId]] = set()
    parts = []
    for seat in games:
        pair = frozenset(seat.match.players)
        if pair in met:
            parts.append(Part(seat.match.players, seat.round))
        met.add(pair)
    return Figure("repeats", len(parts), tuple(parts), len(games))


def _floats(
    swiss: Tournament, rules: Ruleset, games: Sequence[_Seated]
) -> tuple[Figure, Figure, Figure]:
    """Count games between different points, those odd groups made necessary, and whose they were.

    Two players left over from odd groups share a game: half as many games as odd groups, at least.
    """
    parts: list[Part] = []
    needed: list[Part] = []
    for number in sorted({seat.round for seat in games}):
        ledger = keep_ledger(swiss, rules, number - 1)
        groups: Counter[Number] = Counter()
        for seat in games:
            first, second = seat.match.players
            if seat.round != number or not {first, second} <= ledger.records.keys():
                continue
            points = ledger.points(first), ledger.points(second)
            groups.update(points)
            if points[0] != points[1]:
                parts.append(Part(seat.match.players, number, abs(points[0] - points[1])))
        odd = sum(1 for size in groups.values() if size % PAIR)
        needed.append(Part((), number, odd // PAIR))
    return (
        Figure("floats", len(parts), tuple(parts), len(games)),
        Figure("needed-floats", sum(int(part.number or 0) for part in needed), tuple(needed)),
        _most("most-floats", Counter(player for part in parts for player in part.players)),
    )


def _most(code: str, counted: Counter[PlayerId]) -> Figure:
    """Return the most one player had, and everybody who had more than one."""
    several = sorted(
        (entry for entry in counted.items() if entry[1] > 1),
        key=lambda entry: (-entry[1], entry[0]),
    )
    parts = tuple(Part((player,), 0, count) for player, count in several)
    return Figure(code, max(counted.values(), default=0), parts)


def _sides(rules: Ruleset, games: Sequence[_Seated]) -> Iterator[Figure]:
    """Yield by how much one player had one side more often, where the game has sides."""
    if not rules.pairing.sides:
        return
    lead: Counter[PlayerId] = Counter()
    for seat in games:
        first, second = seat.match.players
        lead[first] += 1
        lead[second] -= 1
    yield _most("sides", Counter({player: abs(more) for player, more in lead.items()}))


def _byes(seated: Sequence[_Seated]) -> Figure:
    parts = tuple(
        Part(seat.match.players, seat.round) for seat in seated if seat.match.kind == "bye"
    )
    return Figure("byes", len(parts), parts)


def _second_byes(seated: Sequence[_Seated]) -> Figure:
    rested: set[PlayerId] = set()
    parts = []
    for seat in seated:
        if seat.match.kind != "bye":
            continue
        if seat.match.players[0] in rested:
            parts.append(Part(seat.match.players, seat.round))
        rested.update(seat.match.players)
    return Figure("second-byes", len(parts), tuple(parts))


def _strength(swiss: Tournament, rules: Ruleset) -> Figure:
    """Return how far the mean points per round of the opponents lie apart."""
    records = keep_ledger(swiss, rules).records
    means = {
        player: sum(
            (Fraction(records[other].tp, records[other].rounds or 1) for other in record.opponents),
            Fraction(0),
        )
        / len(record.opponents)
        for player, record in records.items()
        if record.opponents
    }
    ordered = sorted(means.items(), key=lambda entry: (-entry[1], entry[0]))
    spread = ordered[0][1] - ordered[-1][1] if ordered else Fraction(0)
    return Figure("strength", spread, tuple(Part((player,), 0, mean) for player, mean in ordered))


def _same_table(games: Sequence[_Seated]) -> Figure:
    """Count how often somebody sat at a table where they had sat before."""
    known: set[tuple[PlayerId, int]] = set()
    parts = []
    for seat in games:
        if seat.match.table is None:
            continue
        for player in seat.match.players:
            if (player, seat.match.table) in known:
                parts.append(Part((player,), seat.round, seat.match.table))
            known.add((player, seat.match.table))
    return Figure("same-table", len(parts), tuple(parts), PAIR * len(games))


def _by_hand(seated: Sequence[_Seated]) -> Figure:
    parts = tuple(
        Part(seat.match.players, seat.round, note=seat.match.override.reason)
        for seat in seated
        if seat.match.override is not None
    )
    return Figure("by-hand", len(parts), parts, len(seated))


def _end(match: Match) -> str:
    return match.report.end if match.report is not None else ""


def _ended(games: Sequence[_Seated], code: str, counts: Callable[[Match], bool]) -> Figure:
    parts = tuple(Part(seat.match.players, seat.round) for seat in games if counts(seat.match))
    return Figure(code, len(parts), parts, len(games))


def _lots(rows: Sequence[Row]) -> Figure:
    """Count neighbours in the order whom only a lot parts."""
    parts = tuple(
        Part((above.player, below.player), 0, below.rank)
        for above, below in pairwise(rows)
        if below.decided_by == "lot"
    )
    return Figure("lots", len(parts), parts, max(len(rows) - 1, 0))


def _other_orders(swiss: Tournament, rules: Ruleset, rows: Sequence[Row]) -> Iterator[Figure]:
    """Yield how many other orders of the tie-breakers would change who is in the cut."""
    if not has_cut(swiss, rules):
        return
    inside = _inside(swiss, rules, rows)
    order = rules.standings.order
    lots = tuple(entry for entry in order if entry.key == "lot")
    between = tuple(entry for entry in order[1:] if entry.key != "lot")
    parts: list[Part] = []
    orders = 0
    for other in permutations(between):
        if other == between:
            continue
        orders += 1
        parts.extend(_changed(swiss, rules, (order[0], *other, *lots), inside))
    yield Figure("other-orders", len(parts), tuple(parts), orders)


def _changed(
    swiss: Tournament,
    rules: Ruleset,
    order: tuple[OrderKey, ...],
    inside: frozenset[PlayerId],
) -> Iterator[Part]:
    other = replace(rules, standings=replace(rules.standings, order=order))
    rows = rank(swiss, other, keep_ledger(swiss, other)).rows
    then = _inside(swiss, other, rows)
    if then != inside:
        yield Part(tuple(sorted(then - inside)), 0, None, tuple(entry.key for entry in order))


def _inside(swiss: Tournament, rules: Ruleset, rows: Sequence[Row]) -> frozenset[PlayerId]:
    active = (row for row in rows if row.status == "active")
    return frozenset(inside_the_cut(active, swiss, rules))
