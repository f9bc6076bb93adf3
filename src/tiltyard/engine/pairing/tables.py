"""Tables: numbers in the order of rank, and what a hall needs of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.round import DrawnMatch
    from tiltyard.engine.tournament import PlayerId, TableRules, Tournament


def seat(
    field: Field, matches: Sequence[DrawnMatch], resting: PlayerId | None
) -> tuple[DrawnMatch, ...]:
    """Give every game a table: fixed ones first, the others by rank; byes have none."""
    tournament = field.tournament
    if field.rules.tables.order == "random":
        matches = _by_lot(field, matches, resting)
    games = [place for place, match in enumerate(matches) if match.kind == "game"]
    fixed = _fixed_tables(tournament, matches, games)
    free = _numbers(tournament.tables, set(fixed.values()))
    used = _used_tables(tournament) if tournament.tables.avoid_repeats else {}
    seated = list(matches)
    waiting: list[int] = []
    for place in games:
        table = fixed.get(place)
        if table is None:
            table = _choose(free, waiting, used, matches[place])
        seated[place] = matches[place]._replace(table=table)
    return tuple(seated)


def _choose(
    free: Iterator[int],
    waiting: list[int],
    used: Mapping[PlayerId, set[int]],
    match: DrawnMatch,
) -> int:
    """Return the first table that is free and, if asked for, new to both players."""
    if not used:
        return next(free)
    known = set().union(*(used.get(player, set()) for player in match.players))
    for number in waiting:
        if number not in known:
            waiting.remove(number)
            return number
    for _ in range(len(known) + 1):
        number = next(free)
        if number not in known:
            return number
        waiting.append(number)
    return waiting.pop(0)


def _numbers(rules: TableRules, taken: set[int]) -> Iterator[int]:
    number = rules.first
    while True:
        if number not in rules.out_of_use and number not in taken:
            yield number
        number += 1


def _fixed_tables(
    tournament: Tournament, matches: Sequence[DrawnMatch], games: Sequence[int]
) -> dict[int, int]:
    """Return the games of players who need a certain table; the higher player's wish goes first."""
    wishes = {player.id: player.table for player in tournament.players if player.table is not None}
    fixed: dict[int, int] = {}
    for place in games if wishes else ():
        for player in matches[place].players:
            table = wishes.get(player)
            if table is not None and place not in fixed and table not in fixed.values():
                fixed[place] = table
    return fixed


def _used_tables(tournament: Tournament) -> dict[PlayerId, set[int]]:
    used: dict[PlayerId, set[int]] = {}
    for stage in tournament.stages:
        for round_ in stage.rounds:
            for match in round_.matches:
                if match.table is not None:
                    for player in match.players:
                        used.setdefault(player, set()).add(match.table)
    return used


def _by_lot(
    field: Field, matches: Sequence[DrawnMatch], resting: PlayerId | None
) -> list[DrawnMatch]:
    lots = field.urn("order")
    games = [match for match in matches if resting not in match.players]
    games.sort(key=lambda match: lots.lot("table:" + "+".join(match.players)))
    return [*games, *(match for match in matches if resting in match.players)]
