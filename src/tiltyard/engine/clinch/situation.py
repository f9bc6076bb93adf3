"""Where a Swiss stage stands: what everybody has, open games, and rounds to come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.clinch.outcomes import (
    Ending,
    Gain,
    Outcomes,
    gains_of_match,
    outcomes_of,
    simple_keys,
)
from tiltyard.engine.cut import groups_now
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.ruleset import own_names
from tiltyard.engine.scoring import Setting
from tiltyard.engine.standings import SIMPLE_KEYS, counted_opponents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.clinch.outcomes import OwnKind, Values
    from tiltyard.engine.ledger import Ledger, Record
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, PlayerId, Round, Tournament


SCHEDULED = frozenset({"round_robin", "groups"})


class Seat(NamedTuple):
    """A player after the closed rounds. `ranked`: not disqualified. `stays`: has not left."""

    player: PlayerId
    values: Values
    tp: int
    rounds: int
    opponents: tuple[PlayerId, ...]
    won: frozenset[PlayerId]
    lost: frozenset[PlayerId]
    ranked: bool
    stays: bool


class Table(NamedTuple):
    """One or two players of the current round and every way it can still end for them."""

    players: tuple[PlayerId, ...]
    outcomes: Outcomes

    @property
    def is_open(self) -> bool:
        """Whether its game is still being played."""
        return len(self.outcomes.games) > 1


@dataclass(frozen=True)
class Situation:
    """A Swiss stage before its end: `ahead` are the rounds whose pairings nobody knows yet.

    `prefix` is how many keys are compared before the first one that depends on others, `played`
    what both players had from every game of this event so far. `groups`: the cut takes so many of
    each; else there are none.
    """

    rules: Ruleset
    seats: dict[PlayerId, Seat]
    tables: tuple[Table, ...]
    ahead: tuple[Outcomes, ...]
    prefix: int
    played: tuple[tuple[Values, ...], ...] = ()
    groups: tuple[tuple[PlayerId, ...], ...] = ()

    @cached_property
    def table_of(self) -> dict[PlayerId, int]:
        """The place of everybody's table."""
        return {player: at for at, table in enumerate(self.tables) for player in table.players}

    @cached_property
    def is_over(self) -> bool:
        """Whether every result is in: then the standings are the answer."""
        return not self.ahead and not any(table.is_open for table in self.tables)

    @cached_property
    def is_between_rounds(self) -> bool:
        """Whether the next round is to be drawn: everybody's own game is still to come."""
        drawn = any(table.is_open or len(table.players) > 1 for table in self.tables)
        return bool(self.ahead) and not drawn

    @cached_property
    def ranked(self) -> tuple[PlayerId, ...]:
        """Everybody who is ranked."""
        return tuple(seat.player for seat in self.seats.values() if seat.ranked)

    @cached_property
    def served(self) -> int:
        """How many players can have the best result of one round: one of each game, and a bye."""
        return self.half_of(len(self.ranked))

    def half_of(self, players: int) -> int:
        """Return how many have one side of the games of so many players, or rest.

        In a schedule everybody rests who would meet somebody who left.
        """
        return players if self.rules.pairing.method in SCHEDULED else (players + 1) // 2

    @cached_property
    def by_group(self) -> tuple[Situation, ...]:
        """The same of each group alone: nobody of it meets anybody else."""
        return tuple(
            replace(
                self,
                seats={player: self.seats[player] for player in group if player in self.seats},
                tables=tuple(table for table in self.tables if table.players[0] in group),
                groups=(),
            )
            for group in self.groups
        )

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of all keys that are compared before a lot."""
        found = [entry.key for entry in self.rules.standings.order if entry.key != "lot"]
        own = any(
            own_names(self.rules, entry)
            for entry in self.rules.standings.order
            if entry.key == "extra"
        )
        return tuple(key for key in found if key != "extra" or own)


def situation_of(tournament: Tournament, rules: Ruleset) -> Situation | None:
    """Return where the first Swiss stage stands; none without a plan, or once it is over.

    Points come first in every document; an order of tie-breakers without them is not looked at, and
    neither are points beside the games, of which nobody knows what is to come, and points that may
    be any number on a slip.
    """
    planned = tournament.plan.swiss_rounds
    if not planned or len(tournament.stages) > 1 or rules.standings.order[0].key != "tp":
        return None
    if rules.points.by == "entered" and not rules.points.pairs:
        return None
    if any(score.counts == "points" or score.shown == "at_end" for score in rules.soft_scores):
        return None
    rounds = [round_ for stage in tournament.stages for round_ in stage.rounds if round_.matches]
    ledger = keep_ledger(tournament, rules)
    current = rounds[-1] if rounds and not rounds[-1].is_closed else None
    gone = _gone(current)
    seats = {player: _seat(rules, ledger, player, gone) for player in ledger.records}
    tables = tuple(_tables(rules, seats, current, len(rounds)))
    ahead = tuple(
        outcomes_of(rules, Setting("swiss", number))
        for number in range(len(rounds) + 1, planned + 1)
    )
    played = tuple(_played(rules, rounds))
    groups = groups_now(tournament, rules) if rules.pairing.method == "groups" else ()
    return Situation(rules, seats, tables, ahead, _prefix(rules), played, groups)


def _played(rules: Ruleset, rounds: list[Round]) -> Iterator[tuple[Values, ...]]:
    for number, round_ in enumerate(rounds, 1):
        for match in round_.matches:
            if match.report is not None:
                gains = gains_of_match(rules, Setting("swiss", number), match)
                yield tuple(gain.values for gain in gains.values())


def _prefix(rules: Ruleset) -> int:
    """Return how many keys come before the first one that is not added up game by game."""
    order = [entry.key for entry in rules.standings.order]
    return next((at for at, key in enumerate(order) if key not in SIMPLE_KEYS), len(order))


def _gone(current: Round | None) -> frozenset[PlayerId]:
    changes = current.after if current is not None else ()
    return frozenset(player for player, change in changes if change != "rejoin")


def _seat(rules: Ruleset, ledger: Ledger, player: PlayerId, gone: frozenset[PlayerId]) -> Seat:
    record = ledger.records[player]
    values = tuple(SIMPLE_KEYS[key](record) for key in simple_keys(rules))
    won, lost = _beaten(record)
    standing = ledger.standing[player]
    met = tuple(counted_opponents(rules, ledger, record))
    stays = standing == "active" and player not in gone
    ranked = standing != "disqualified"
    return Seat(player, values, record.tp, record.rounds, met, won, lost, ranked, stays)


def _beaten(record: Record) -> tuple[frozenset[PlayerId], frozenset[PlayerId]]:
    games = tuple(zip(record.opponents, record.results, strict=True))
    won = frozenset(player for player, result in games if result in {"win", "modified_win"})
    return won, frozenset(player for player, result in games if result == "loss")


def _tables(
    rules: Ruleset, seats: dict[PlayerId, Seat], current: Round | None, number: int
) -> Iterator[Table]:
    """Yield a table for everybody: those of the current round, and one for each other player."""
    setting = Setting("swiss", max(number, 1))
    seated: set[PlayerId] = set()
    for match in current.matches if current is not None else ():
        table = _table(rules, setting, seats, match)
        if table is not None:
            seated.update(table.players)
            yield table
    nothing = Gain((0,) * len(simple_keys(rules)), 0, 0, met=False, counts=False)
    for player in seats:
        if player not in seated:
            yield _settled((player,), (nothing,))


def _table(
    rules: Ruleset, setting: Setting, seats: dict[PlayerId, Seat], match: Match
) -> Table | None:
    players = tuple(player for player in match.players if player in seats)
    if not players:
        return None
    if not match.is_open:
        gains = gains_of_match(rules, setting, match)
        return _settled(players, tuple(gains[player] for player in players))
    found = outcomes_of(rules, setting)
    if len(players) == len(match.players):
        return Table(players, found)
    return Table(players, Outcomes(tuple(_without_opponent(ending) for ending in found.games)))


def _without_opponent(ending: Ending) -> Ending:
    """Return an ending against somebody who is not ranked: the Spare Player is no opponent."""
    gain = ending.gains[0]._replace(met=False, sign=0)
    return Ending((gain,), ending.kinds[:1], ending.lead)


_KINDS: dict[int, OwnKind] = {1: "win", 0: "draw", -1: "loss"}


def _settled(players: tuple[PlayerId, ...], gains: tuple[Gain, ...]) -> Table:
    ending = Ending(gains, tuple(_KINDS[gain.sign] for gain in gains), 0)
    return Table(players, Outcomes((ending,)))
