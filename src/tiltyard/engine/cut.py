"""From an order to the seeds of the next stage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.groups import groups_of, who_goes_on
from tiltyard.engine.standings import rank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Row
    from tiltyard.engine.tournament import PlayerId, Tournament


def has_cut(tournament: Tournament, rules: Ruleset) -> bool:
    """Whether a cut is planned: to a number of players, or at a number of points."""
    return tournament.plan.cut is not None or bool(rules.cut.points)


def by_performance(tournament: Tournament, rules: Ruleset) -> int:
    """Return the points with which everybody goes on; 0: the cut counts players."""
    return rules.cut.points if tournament.plan.cut is None else 0


def qualified_by_plan(tournament: Tournament, rules: Ruleset, stage: int) -> tuple[PlayerId, ...]:
    """Return who goes on by the plan: the top N, or everybody with N points or more (RW-156)."""
    return inside_the_cut(_active(tournament, rules, stage), tournament, rules)


def inside_the_cut(
    rows: Iterable[Row], tournament: Tournament, rules: Ruleset
) -> tuple[PlayerId, ...]:
    """Return who of the active players before the cut goes on by the plan, in their order."""
    if rules.pairing.method == "groups" and tournament.stages:
        ranked = [row.player for row in rows]
        return who_goes_on(groups_now(tournament, rules), ranked, rules.pairing.group_winners)
    points = by_performance(tournament, rules)
    if points:
        return tuple(row.player for row in rows if row.keys["tp"] >= points)
    return tuple(row.player for row in rows)[: tournament.plan.cut or 0]


def groups_now(tournament: Tournament, rules: Ruleset) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the groups of the first stage."""
    count = sum(1 for round_ in tournament.stages[0].rounds if round_.is_closed)
    return groups_of(Field(tournament, rules, 1, count + 1))


def qualified(
    tournament: Tournament, rules: Ruleset, stage: int, size: int
) -> tuple[PlayerId, ...]:
    """Return the top active players before a stage, in seed order (all, if they are too few)."""
    return tuple(row.player for row in _active(tournament, rules, stage))[:size]


def _active(tournament: Tournament, rules: Ruleset, stage: int) -> tuple[Row, ...]:
    before = replace(tournament, stages=tournament.stages[:stage])
    rows = rank(before, rules, keep_ledger(before, rules)).rows
    return tuple(row for row in rows if row.status == "active")


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
    if by_performance(tournament, rules):
        return tuple(staying)  # nobody else has the points (RW-159 is for cuts by standings)
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
