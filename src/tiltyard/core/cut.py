"""From an order to the seeds of the next stage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.ledger import keep_ledger
from tiltyard.core.standings import rank

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


def qualified(
    tournament: Tournament, rules: Ruleset, stage: int, size: int
) -> tuple[PlayerId, ...]:
    """Return the top active players before a stage, in seed order (all, if they are too few)."""
    before = replace(tournament, stages=tournament.stages[:stage])
    rows = rank(before, rules, keep_ledger(before, rules)).rows
    return tuple(row.player for row in rows if row.status == "active")[:size]


def with_replacements(tournament: Tournament, rules: Ruleset) -> Tournament:
    """RW-159: a seed who drops before the first game is replaced by the next in rank, as last.

    Such a drop is recorded in `after` of the last Swiss round, behind a cut that was made already.
    """
    if rules.cut.replace != "next_rank":
        return tournament
    stages = list(tournament.stages)
    for number, stage in enumerate(stages):
        if number and stage.seeds is not None:
            seeds = _replaced(tournament, rules, number, stage.seeds)
            stages[number] = replace(stage, seeds=seeds)
    return replace(tournament, stages=tuple(stages))


def _replaced(
    tournament: Tournament, rules: Ruleset, stage: int, seeds: tuple[PlayerId, ...]
) -> tuple[PlayerId, ...]:
    left = _gone(tournament, stage)
    if left.isdisjoint(seeds):
        return seeds
    staying = [player for player in seeds if player not in left]
    order = qualified(tournament, rules, stage, len(tournament.players))
    following = [player for player in order if player not in staying]
    return (*staying, *following[: len(seeds) - len(staying)])


def _gone(tournament: Tournament, stage: int) -> set[PlayerId]:
    """Return who had left for good when a stage began."""
    gone: set[PlayerId] = set()
    for earlier in tournament.stages[:stage]:
        for round_ in earlier.rounds:
            for player, change in round_.after if round_.is_closed else ():
                (gone.discard if change == "rejoin" else gone.add)(player)
    return gone
