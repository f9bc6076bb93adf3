"""How likely an open line is: the rest of the event played many times with its own results.

Every open game ends as some game of this event did, for either side; rounds to come pair neighbours
in the order. Numbers come from a hash, so the same event gives the same counts everywhere. Only the
keys that are added up game by game are compared, and equal ones are parted by lot.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.clinch.counts import plus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.clinch.lines import Line
    from tiltyard.engine.clinch.outcomes import Values
    from tiltyard.engine.clinch.situation import Situation
    from tiltyard.engine.tournament import PlayerId

RUNS = 400
LEAST_GAMES = 4
"""Fewer results than this say nothing about the rest."""


class Chance(NamedTuple):
    """How often a line was reached, of so many times."""

    reached: int
    runs: int


def chances_of(
    situation: Situation, lines: Sequence[Line], runs: int = RUNS
) -> dict[tuple[PlayerId, Line], Chance]:
    """Return the chance of everybody on every line; none while there are too few results."""
    if len(situation.played) < LEAST_GAMES:
        return {}
    reached = dict.fromkeys(((player, line) for player in situation.ranked for line in lines), 0)
    numbers = _numbers(repr((sorted(situation.seats), len(situation.played))))
    for _ in range(runs):
        order = _played_out(situation, numbers)
        for line in lines:
            for player in _inside(situation, order, line):
                reached[player, line] += 1
    return {key: Chance(count, runs) for key, count in reached.items()}


def _numbers(text: str) -> Iterator[int]:
    """Yield numbers without an end, the same for the same text."""
    count = 0
    while True:
        digest = sha256(f"{text}|{count}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4]) for at in range(0, len(digest), 4))
        count += 1


def _played_out(situation: Situation, numbers: Iterator[int]) -> list[tuple[Values, int, PlayerId]]:
    """Return everybody in the order of one possible end, the best last."""
    totals = {player: situation.seats[player].values for player in situation.ranked}
    for table in situation.tables:
        if not table.is_open:
            gains: Sequence[Values] = [gain.values for gain in table.outcomes.games[0].gains]
        else:
            gains = _some_game(situation, numbers)
        _add(totals, table.players, gains)
    for _ in situation.ahead:
        staying = [player for player in totals if situation.seats[player].stays]
        staying.sort(key=lambda player: (totals[player], player), reverse=True)
        for place in range(0, len(staying) - 1, 2):
            _add(totals, staying[place : place + 2], _some_game(situation, numbers))
    return sorted((values, next(numbers), player) for player, values in totals.items())


def _some_game(situation: Situation, numbers: Iterator[int]) -> Sequence[Values]:
    number = next(numbers)
    game = situation.played[(number >> 1) % len(situation.played)]
    return game if number & 1 else game[::-1]


def _add(
    totals: dict[PlayerId, Values], players: Sequence[PlayerId], gains: Sequence[Values]
) -> None:
    for player, gained in zip(players, gains, strict=False):
        if player in totals:
            totals[player] = plus(totals[player], gained)


def _inside(
    situation: Situation, order: list[tuple[Values, int, PlayerId]], line: Line
) -> list[PlayerId]:
    if line.points:
        return [player for values, _, player in order if values[0] >= line.points]
    if line.kind == "place":
        return [player for _, _, player in reversed(order)][: line.places]
    staying = [player for _, _, player in reversed(order) if situation.seats[player].stays]
    each = situation.rules.pairing.group_winners
    best = ([player for player in staying if player in group][:each] for group in situation.groups)
    return list(chain(*best)) if situation.groups else staying[: line.places]
