"""From records to an order: exact keys, one after another, and which of them decided each row."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from tiltyard.engine.chance import urn_of
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, own_names
from tiltyard.engine.scoring import Result
from tiltyard.engine.tiebreaks import LOWER_IS_BETTER, TIE_BREAKS, Games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tiltyard.engine.ledger import Ledger, Record
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId, Tournament

Status = Literal["active", "dropped", "disqualified", "cut", "eliminated"]
Number = int | Fraction
SHARED = "shared"
_WINS: frozenset[Result] = frozenset({"win", "modified_win"})


class Row(NamedTuple):
    """One place: the keys as exact numbers, and the key that separates it from the row above."""

    rank: int | None
    player: PlayerId
    name: str
    status: Status
    keys: Mapping[str, Number]
    decided_by: str | None


class Group(NamedTuple):
    """The order of one group, its places counted from 1; groups are counted from 0."""

    number: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The field in order after some round of some stage, both counted from 1."""

    ruleset: str
    stage: int
    after_round: int
    rows: tuple[Row, ...]
    groups: tuple[Group, ...] = ()


class Placed(NamedTuple):
    """A player in the Swiss order, with what was compared (smaller is better)."""

    player: PlayerId
    compared: tuple[int | bytes, ...]
    shown: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class SwissOrder:
    """The Swiss order of some players: names of what is compared, and everyone in place.

    `home` is the number of everybody's group, where there are groups.
    """

    compared: tuple[str, ...]
    shown: tuple[str, ...]
    placed: tuple[Placed, ...]
    home: Mapping[PlayerId, int] = field(default_factory=dict)

    def decider(self, above: Placed, below: Placed) -> str:
        """Return the name of the first thing in which two players differ."""
        for name, one, other in zip(self.compared, above.compared, below.compared, strict=True):
            if one != other:
                return "own_group" if name == "h2h" and self._are_apart(above, below) else name
        return SHARED

    def _are_apart(self, above: Placed, below: Placed) -> bool:
        return self.home.get(above.player) != self.home.get(below.player)


def rank(tournament: Tournament, rules: Ruleset, ledger: Ledger) -> Standings:
    """Rank everybody: the bracket first, then the Swiss order, the disqualified last."""
    removed = [player for player in ledger.records if ledger.standing[player] == "disqualified"]
    names = {player.id: player.name for player in tournament.players}
    order = swiss_order(tournament, rules, ledger, in_the_running(ledger))
    rows = _in_order(order, ledger, names, rules.elimination.losses)
    rows += _who_missed_a_cut(tournament, rules, ledger, names, len(rows))
    for placed in swiss_order(tournament, rules, ledger, removed).placed if removed else ():
        keys = dict(zip(order.shown, placed.shown, strict=True))
        rows.append(Row(None, placed.player, names[placed.player], "disqualified", keys, None))
    stage = max(ledger.stages, 1)
    closed = [round_.number for round_ in ledger.rounds if round_.stage == stage - 1]
    groups = tuple(_by_group(order, ledger, names))
    return Standings(rules.name, stage, max(closed, default=0), tuple(rows), groups)


def _by_group(order: SwissOrder, ledger: Ledger, names: Mapping[PlayerId, str]) -> Iterator[Group]:
    """Yield the order inside each group, if the field was dealt into groups."""
    for number in sorted(set(order.home.values())):
        placed = [entry for entry in order.placed if order.home.get(entry.player) == number]
        yield Group(number, tuple(_rows(order, placed, ledger, names, 0)))


def in_the_running(ledger: Ledger) -> list[PlayerId]:
    """Return who is ranked together: everybody not disqualified who made the last Swiss cut."""
    members = ledger.fields[-1].players if ledger.fields else ledger.records
    standing = ledger.standing
    return [
        player
        for player in ledger.records
        if player in members and standing[player] != "disqualified"
    ]


def _who_missed_a_cut(
    tournament: Tournament,
    rules: Ruleset,
    ledger: Ledger,
    names: Mapping[PlayerId, str],
    places: int,
) -> list[Row]:
    """Rank those who did not go on into a later Swiss stage, as they stood at the cut."""
    if not ledger.fields:
        return []
    cut = ledger.fields[-1]
    before = replace(tournament, stages=tournament.stages[: cut.stage])
    earlier = keep_ledger(before, rules)
    order = swiss_order(before, rules, earlier, in_the_running(earlier))
    missed = [
        entry
        for entry in order.placed
        if entry.player not in cut.players and ledger.standing[entry.player] != "disqualified"
    ]
    rows = _rows(order, missed, ledger, names, places, first="cut")
    return rows + _who_missed_a_cut(before, rules, earlier, names, places + len(rows))


def swiss_order(
    tournament: Tournament, rules: Ruleset, ledger: Ledger, players: Sequence[PlayerId]
) -> SwissOrder:
    """Order players by the ruleset's keys and, last, by lot."""
    home = _groups(tournament, rules)
    columns = _columns(tournament, rules, ledger, players, home)
    shown = tuple(name for name, column in columns.items() if column.values is not None)
    names = [*columns]
    compared: list[Sequence[int | bytes]] = []
    for column in columns.values():
        compared.append(column.compare(compared))
    if "h2h" in columns and rules.h2h.before_lot:
        names.append("h2h")
        compared.append(columns["h2h"].compare(compared))
    if rules.standings.final_ties == "random":
        names.append("lot")
        compared.append(_lots(tournament, ledger, players))
    shared = rules.standings.final_ties == "shared"
    rows = zip(
        players,
        zip(*compared, strict=True),
        zip(*(columns[name].values or () for name in shown), strict=True),
        strict=True,
    )
    placed = [Placed(player, keys, values) for player, keys, values in rows]
    placed.sort(key=lambda entry: (entry.compared, entry.player) if shared else entry.compared)
    return SwissOrder(tuple(names), shown, tuple(placed), home)


@dataclass(frozen=True, slots=True)
class _Column:
    """A key of all players: what is shown, and what is compared given the earlier keys."""

    values: Sequence[Number] | None
    compare: Callable[[list[Sequence[int | bytes]]], Sequence[int]]


def _columns(
    tournament: Tournament,
    rules: Ruleset,
    ledger: Ledger,
    players: Sequence[PlayerId],
    home: Mapping[PlayerId, int],
) -> dict[str, _Column]:
    records = [ledger.records[player] for player in players]
    columns: dict[str, _Column] = {}
    for entry in rules.standings.order:
        if entry.key == "extra":
            for name in own_names(rules, entry):
                columns[name] = _whole(_extra(tournament, ledger, players, name))
        elif entry.key == "h2h":
            columns["h2h"] = _Column(None, _head_to_head(rules, ledger, players, home))
        elif entry.key == "sos":
            columns["sos"] = _strength(rules, ledger, records)
        elif entry.key == "tp":
            columns["tp"] = _whole([ledger.points(player) for player in players])
        elif entry.key in TIE_BREAKS:
            if ledger.games is None:
                ledger.games = Games(tournament, rules, ledger)
            columns[entry.key] = _by_games(entry.key, ledger.games, players)
        elif entry.key != "lot":
            columns[entry.key] = _whole([SIMPLE_KEYS[entry.key](record) for record in records])
    return columns


class Counted(Protocol):
    """What is added up: the line of one round, or the record of all."""

    @property
    def tp(self) -> int: ...
    @property
    def mov(self) -> int: ...
    @property
    def vp_for(self) -> int: ...
    @property
    def vp_against(self) -> int: ...
    @property
    def leaders(self) -> int: ...


SIMPLE_KEYS: dict[str, Callable[[Counted], int]] = {
    "tp": lambda record: record.tp,
    "mov": lambda record: record.mov,
    "vpd": lambda record: record.vp_for - record.vp_against,
    "vp": lambda record: record.vp_for,
    "leaders": lambda record: record.leaders,
}


def _whole(values: Sequence[int]) -> _Column:
    return _Column(values, lambda earlier: [-value for value in values])


def _by_games(name: str, games: Games, players: Sequence[PlayerId]) -> _Column:
    """Return a tie-breaker of the library, all over one denominator."""
    values = [TIE_BREAKS[name](games, player) for player in players]
    scale = lcm(*{value.denominator for value in values})
    sign = 1 if name in LOWER_IS_BETTER else -1
    compared = [sign * value.numerator * (scale // value.denominator) for value in values]
    return _Column(values, lambda earlier: compared)


def _extra(
    tournament: Tournament, ledger: Ledger, players: Sequence[PlayerId], name: str
) -> list[int]:
    """Return an organizer's own tie-break: numbers given for it, and votes for a favourite."""
    votes: dict[PlayerId, int] = {}
    if name == FAVOURITE_OPPONENT:
        for player in tournament.players:
            if player.favourite is not None:
                votes[player.favourite] = votes.get(player.favourite, 0) + 1
    nothing: dict[str, int] = {}
    return [
        ledger.extra.get(player, nothing).get(name, 0) + votes.get(player, 0) for player in players
    ]


def _strength(rules: Ruleset, ledger: Ledger, records: Sequence[Record]) -> _Column:
    opponents = [counted_opponents(rules, ledger, record) for record in records]
    if rules.sos.formula == "sum":
        points = {player: record.tp for player, record in ledger.records.items()}
        return _whole([sum([points[player] for player in met]) for met in opponents])
    return _mean_strength(ledger, opponents)


def counted_opponents(rules: Ruleset, ledger: Ledger, record: Record) -> list[PlayerId]:
    """Return whose points count for the strength of schedule of a record."""
    if rules.sos.include_disqualified:
        return record.opponents
    standing = ledger.standing
    return [player for player in record.opponents if standing[player] != "disqualified"]


def _mean_strength(ledger: Ledger, opponents: Sequence[Sequence[PlayerId]]) -> _Column:
    """Mean over opponents of points per round, all over one denominator: exact and quick."""
    rounds = lcm(*{record.rounds or 1 for record in ledger.records.values()})
    share = {
        player: record.tp * (rounds // (record.rounds or 1))
        for player, record in ledger.records.items()
    }
    counts = lcm(*{len(met) or 1 for met in opponents})
    compared = [
        -sum([share[player] for player in met]) * (counts // (len(met) or 1)) for met in opponents
    ]
    exact = {number: Fraction(-number, rounds * counts) for number in set(compared)}
    return _Column([exact[number] for number in compared], lambda earlier: compared)


def _groups(tournament: Tournament, rules: Ruleset) -> Mapping[PlayerId, int]:
    """Return the number of everybody's group, where the field is dealt into groups."""
    if rules.pairing.method != "groups" or not tournament.stages:
        return {}
    from tiltyard.engine.cut import groups_now

    groups = groups_now(tournament, rules)
    return {player: number for number, group in enumerate(groups) for player in group}


def _head_to_head(
    rules: Ruleset, ledger: Ledger, players: Sequence[PlayerId], home: Mapping[PlayerId, int]
) -> Callable[[list[Sequence[int | bytes]]], Sequence[int]]:
    """Compare those who are level so far, in groups those of one group: nobody met another."""

    def compare(earlier: list[Sequence[int | bytes]]) -> Sequence[int]:
        tied: dict[tuple[int | bytes | None, ...], list[int]] = {}
        for index, keys in enumerate(zip(*earlier, strict=True)):
            tied.setdefault((*keys, home.get(players[index])), []).append(index)
        places = [0] * len(players)
        for group in tied.values():
            if len(group) > 1 and ledger.standing[players[group[0]]] != "disqualified":
                _place_winners(rules, ledger, players, group, places)
        return places

    return compare


def _place_winners(
    rules: Ruleset,
    ledger: Ledger,
    players: Sequence[PlayerId],
    group: list[int],
    places: list[int],
) -> None:
    """Give the one who beat all others of a tied group the better place, once or repeatedly."""
    rest = list(group)
    place = 0
    while len(rest) > 1:
        best = _beat_all_others(ledger, players, rest)
        if best is None:
            break
        places[best] = place
        rest.remove(best)
        place += 1
        if not rules.h2h.repeat:
            break
    for index in rest:
        places[index] = place


def _beat_all_others(
    ledger: Ledger, players: Sequence[PlayerId], group: Sequence[int]
) -> int | None:
    others = len(group) - 1
    names = {players[index] for index in group}
    for index in group:
        player = players[index]
        enough_games = len(ledger.records[player].opponents) >= others
        if enough_games and len(names & beaten_by(ledger, player)) == others:
            return index
    return None


def beaten_by(ledger: Ledger, player: PlayerId) -> set[PlayerId]:
    """Return everybody a player has beaten at the table and never lost to."""
    record = ledger.records[player]
    won: set[PlayerId] = set()
    lost: set[PlayerId] = set()
    for opponent, result in zip(record.opponents, record.results, strict=True):
        if result in _WINS:
            won.add(opponent)
        elif result == "loss":
            lost.add(opponent)
    return won - lost


def _lots(tournament: Tournament, ledger: Ledger, players: Iterable[PlayerId]) -> Sequence[bytes]:
    stage, number = ledger.lot_round
    urn = urn_of(tournament, "tiebreak", stage, number)
    return [urn.lot(player) for player in players]


def _in_order(
    order: SwissOrder, ledger: Ledger, names: Mapping[PlayerId, str], losses: int
) -> list[Row]:
    """Put the bracket above the rest; so many losses put a player out of it."""
    places = _places_above_the_rest(ledger, losses)
    lowest = (1, 0)
    placed = sorted(order.placed, key=lambda entry: places.get(entry.player, lowest))
    return _rows(order, placed, ledger, names, 0, bracket=places)


def _rows(
    order: SwissOrder,
    placed: Sequence[Placed],
    ledger: Ledger,
    names: Mapping[PlayerId, str],
    places: int,
    *,
    first: str | None = None,
    bracket: Mapping[PlayerId, tuple[int, int]] | None = None,
) -> list[Row]:
    """Return the rows below so many places, and what separates each from the one above."""
    rows: list[Row] = []
    for place, entry in enumerate(placed, 1):
        decided = first
        rank_ = places + place
        if rows:
            decided = _decider(order, bracket or {}, placed[place - 2], entry)
            if decided == SHARED:
                rank_ = rows[-1].rank or rank_
        keys = dict(zip(order.shown, entry.shown, strict=True))
        status = status_of(ledger, entry.player)
        rows.append(Row(rank_, entry.player, names[entry.player], status, keys, decided))
    return rows


def _places_above_the_rest(ledger: Ledger, losses: int) -> dict[PlayerId, tuple[int, int]]:
    """Return how far everybody came in the bracket, and the seed, as places, smaller first.

    With two brackets, who is out came as far as the round in which that was; who is not is ahead,
    and whoever has fewer defeats first.
    """
    bracket = ledger.bracket
    if bracket is None:
        return {}
    if losses == 1:
        return {
            player: (-bracket.won.get(player, 0), seed) for seed, player in enumerate(bracket.seeds)
        }
    ahead = -(2 * len(bracket.seeds) + losses)  # no bracket has as many rounds
    return {
        player: (
            -bracket.left_in[player]
            if player in bracket.left_in
            else ahead + bracket.lost.get(player, 0),
            seed,
        )
        for seed, player in enumerate(bracket.seeds)
    }


def _decider(
    order: SwissOrder,
    places: Mapping[PlayerId, tuple[int, int]],
    above: Placed,
    below: Placed,
) -> str:
    upper, lower = places.get(above.player), places.get(below.player)
    if upper == lower:
        return order.decider(above, below)
    if upper is None or lower is None:
        return "cut"
    return "elimination" if upper[0] != lower[0] else "seed"


def status_of(ledger: Ledger, player: PlayerId) -> Status:
    """Return the one word that says whether somebody is still in, and if not, why."""
    standing = ledger.standing[player]
    if standing != "active":
        return standing
    bracket = ledger.bracket
    if bracket is not None and player in bracket.out:
        return "eliminated"
    if bracket is not None:
        return "active" if player in bracket.won else "cut"
    return "active" if not ledger.fields or player in ledger.fields[-1].players else "cut"
