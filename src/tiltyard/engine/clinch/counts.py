"""How many players can, and how many must, finish above some values: exact table by table.

Two players of one table cannot both win. So each table has thresholds: up to which values one of
its players can get, up to which both can. Sorted, they answer every question by bisection.

Rounds to come have no tables yet. There every player may have the best result, but of those who
need more than both players of a game can have, each game and each bye serves one at most.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tiltyard.engine.clinch.outcomes import Ending, Values
    from tiltyard.engine.clinch.situation import Situation, Table
    from tiltyard.engine.tournament import PlayerId


def plus(values: Values, more: Values) -> Values:
    """Add up two rows of values."""
    return tuple(map(int.__add__, values, more))


def total(rows: Iterable[Values], length: int) -> Values:
    """Add up any number of rows of values."""
    found: Values = (0,) * length
    for row in rows:
        found = plus(found, row)
    return found


class Thresholds(NamedTuple):
    """Of one table: values above which none, one or both of its players are.

    `easy` are the same without the best result in the last round to come, `mixed` is for one
    player with it and one without.
    """

    one: Values | None
    both: Values | None
    easy_one: Values | None = None
    easy_both: Values | None = None
    mixed: Values | None = None


class Sorted:
    """Thresholds of all tables in order."""

    def __init__(self, found: Iterable[Values | None]) -> None:
        self._values = sorted(values for values in found if values is not None)

    def above(self, values: Values) -> int:
        """Return how many thresholds are above some values."""
        return len(self._values) - bisect_right(self._values, values)

    def from_(self, values: Values) -> int:
        """Return how many are above some values or at them."""
        return len(self._values) - bisect_left(self._values, values)


@dataclass(frozen=True)
class Future:
    """What the rounds to come can add: at best, at worst, and without the last best result."""

    best: Values
    worst: Values
    easy: Values
    hard: Values


def future_of(situation: Situation) -> Future:
    """Return what the rounds whose pairings are unknown can add to anybody."""
    ahead, length = situation.ahead, len(next(iter(situation.seats.values())).values)
    best, worst = [outcomes.best for outcomes in ahead], [outcomes.worst for outcomes in ahead]
    easy = [*best[:-1], *(outcomes.most_of_both for outcomes in ahead[-1:])]
    hard = [*worst[:-1], *(outcomes.least_of_both for outcomes in ahead[-1:])]
    return Future(*(total(rows, length) for rows in (best, worst, easy, hard)))


class Counts:
    """Upper and lower bounds of how many players finish above, for all values of a field."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation
        self.future = future_of(situation)

    # --------------------------------------------------------------------------
    # How many can finish above.

    @cached_property
    def upper(self) -> tuple[Thresholds, ...]:
        """The thresholds of every table, by its place, if all goes well for its players."""
        return tuple(self._upper(table) for table in self._now.tables)

    def _upper(self, table: Table) -> Thresholds:
        players = [player for player in table.players if self._now.seats[player].ranked]
        places = [table.players.index(player) for player in players]
        if not players:
            return Thresholds(None, None)
        best = [self._bases(player, self.future.best) for player in players]
        easy = [self._bases(player, self.future.easy) for player in players]
        if len(players) == 1:
            gained = max(self._gained(ending, places[0]) for ending in table.outcomes.most)
            return Thresholds(plus(best[0], gained), None, plus(easy[0], gained))
        rows = [self._pair(best, ending) for ending in table.outcomes.most]
        one = max(max(row) for row in rows)
        both = max(starmap(min, rows))
        if not self._now.ahead:
            return Thresholds(one, both)
        eased = [self._pair(easy, ending) for ending in table.outcomes.most]
        mixed = max(
            max(min(row[0], other[1]), min(row[1], other[0]))
            for row, other in zip(rows, eased, strict=True)
        )
        return Thresholds(
            one, both, max(max(row) for row in eased), max(starmap(min, eased)), mixed
        )

    @cached_property
    def _sorted_upper(self) -> dict[str, Sorted]:
        found: dict[str, Sorted] = {
            name: Sorted(getattr(row, name) for row in self.upper) for name in Thresholds._fields
        }
        found["one_easily"] = Sorted(_one_easily(row) for row in self.upper)
        return found

    def can_be_above(self, values: Values, without: int, *, level: bool, games: int) -> int:
        """Return how many players at other tables can finish above at once, at most.

        `level` counts those who can be level as well; `games` is how many players of one round to
        come can have the best result.
        """
        count = self._counting(values, without, level=level)
        found = count("one") + count("both")
        if not self._now.ahead:
            return found
        easily = count("easy_one") + count("easy_both") + games
        halves = count("one") + count("one_easily") + count("mixed") + count("easy_both") + games
        return min(found, easily, halves // 2)

    def _counting(self, values: Values, without: int, *, level: bool) -> Callable[[str], int]:
        own = self.upper[without]

        def count(name: str) -> int:
            ordered = self._sorted_upper[name]
            many = ordered.from_(values) if level else ordered.above(values)
            mine = _one_easily(own) if name == "one_easily" else getattr(own, name)
            return many - (mine is not None and (mine >= values if level else mine > values))

        return count

    # --------------------------------------------------------------------------
    # How many must finish above.

    @cached_property
    def lower_of_all(self) -> tuple[Thresholds, ...]:
        """The thresholds of every table if all goes badly for its players."""
        return tuple(self._lower(table, staying=False) for table in self._now.tables)

    @cached_property
    def lower_of_staying(self) -> tuple[Thresholds, ...]:
        """The same among those who have not left."""
        return tuple(self._lower(table, staying=True) for table in self._now.tables)

    def _lower(self, table: Table, *, staying: bool) -> Thresholds:
        seats = self._now.seats
        players = [
            player
            for player in table.players
            if seats[player].ranked and (seats[player].stays or not staying)
        ]
        if not players:
            return Thresholds(None, None)
        worst = [self._bases(player, self.future.worst) for player in players]
        hard = [self._hard(player) for player in players]
        if len(players) == 1:
            place = table.players.index(players[0])
            endings = table.outcomes.least if len(table.players) == 1 else table.outcomes.games
            gained = min(self._gained(ending, place) for ending in endings)
            return Thresholds(plus(worst[0], gained), None, plus(hard[0], gained))
        rows = [self._pair(worst, ending) for ending in table.outcomes.least]
        harder = [self._pair(hard, ending) for ending in table.outcomes.least]
        return Thresholds(
            min(max(row) for row in rows),
            min(min(row) for row in rows),
            min(max(row) for row in harder),
            min(min(row) for row in harder),
        )

    def _hard(self, player: PlayerId) -> Values:
        """Return what somebody has who gets, once, what one player of a game has at least."""
        stays = self._now.seats[player].stays
        return self._bases(player, self.future.hard if stays else self.future.worst)

    @cached_property
    def _sorted_lower(self) -> dict[tuple[bool, str], Sorted]:
        rows = {False: self.lower_of_all, True: self.lower_of_staying}
        return {
            (staying, name): Sorted(getattr(row, name) for row in rows[staying])
            for staying in (False, True)
            for name in Thresholds._fields[:4]
        }

    def must_be_above(self, values: Values, without: int, *, level: bool, staying: bool) -> int:
        """Return how many players at other tables finish above in any case, at least."""
        own = (self.lower_of_staying if staying else self.lower_of_all)[without]

        def count(name: str) -> int:
            ordered = self._sorted_lower[staying, name]
            many = ordered.from_(values) if level else ordered.above(values)
            mine = getattr(own, name)
            return many - (mine is not None and (mine >= values if level else mine > values))

        found = count("one") + count("both")
        if not self._now.ahead:
            return found
        return max(found, count("easy_one") + count("easy_both") - self._half)

    @cached_property
    def _half(self) -> int:
        """How many players can lose a game of the last round without a win in their group."""
        playing = sum(1 for seat in self._now.seats.values() if seat.ranked and seat.stays)
        return self._now.half_of(playing)

    # --------------------------------------------------------------------------

    def _bases(self, player: PlayerId, more: Values) -> Values:
        prefix = self._now.prefix
        return plus(self._now.seats[player].values[:prefix], more[:prefix])

    def _gained(self, ending: Ending, place: int) -> Values:
        return ending.gains[place].values[: self._now.prefix]

    def _pair(self, bases: Sequence[Values], ending: Ending) -> tuple[Values, Values]:
        first, second = ending.gains
        return plus(bases[0], first.values), plus(bases[1], second.values)


def _one_easily(row: Thresholds) -> Values | None:
    """Return up to which values one gets without the last best result, or both get with it."""
    if row.easy_one is None or row.both is None:
        return row.easy_one
    return max(row.easy_one, row.both)
