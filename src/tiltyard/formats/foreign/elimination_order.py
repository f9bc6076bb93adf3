"""In which order elimination rounds were played, whatever numbers they carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.formats.foreign.series import Series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.formats.foreign.model import ForeignRound, Key

POWERS = frozenset(2**n for n in range(1, 11))
"""Sizes of a cut, by which programs number the rounds of a bracket."""


def likeliest_order(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Return the rounds in the order in which the fewest play on after they were beaten."""
    orders = [
        _by_size(rounds),
        sorted(rounds, key=lambda one: one.number or 0),
        sorted(rounds, key=lambda one: -(one.number or 0)),
        sorted(rounds, key=lambda one: -_pairs(one)),
        rounds[::-1],
    ]
    return min(orders, key=_oddities)


def _pairs(round_: ForeignRound) -> int:
    """Count who meets whom: a series is one meeting, however many games it has."""
    return len({frozenset(match.players) for match in round_.matches})


def _by_size(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Order elimination rounds, whose numbers often are the size of the cut: 8, 4, 2."""
    if all(one.number in POWERS for one in rounds):
        return sorted(rounds, key=lambda one: (-(one.number or 0), -_pairs(one)))
    return rounds


def _oddities(rounds: Sequence[ForeignRound]) -> int:
    """Count the games of somebody who is out against somebody who is not."""
    series: dict[frozenset[Key], Series] = {}
    first: list[list[Series]] = []
    for round_ in rounds:
        first.append([])
        for match in round_.matches:
            pair = frozenset(match.players)
            if match.is_bye:
                continue
            if pair not in series:
                series[pair] = Series(match.players, [])
                first[-1].append(series[pair])
            series[pair].games.append(match)
    beaten: set[Key] = set()
    odd = 0
    for met in first:
        odd += sum(1 for one in met if len(one.pair & beaten) == 1)
        beaten |= {key for one in met for key in one.apparent_loser}
    return odd
