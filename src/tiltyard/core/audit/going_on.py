"""Whether the right players went on, and whether the published ranking is right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, explained
from tiltyard.core.cut import by_performance, has_cut, qualified, qualified_by_plan
from tiltyard.core.ids import Place
from tiltyard.core.ledger import keep_ledger
from tiltyard.core.standings import rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


def check_plan(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Compare rounds and cut with what was announced before the start, where a file says so."""
    plan = tournament.plan
    if plan.announced is None or plan.announced == (plan.swiss_rounds, plan.cut):
        return
    rounds, cut = plan.announced
    stands = {name: item.stands_by for item in rules.announcements for name in item.tells}
    clause = stands.get("cut" if plan.cut != cut else "rounds", rules.structure.clause)
    facts = {
        "announced_rounds": rounds,
        "announced_cut": cut,
        "rounds": plan.swiss_rounds,
        "cut": plan.cut,
    }
    yield from explained([Finding("plan-changed", clause, facts=facts)], plan.override)


def check_cut(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Compare the seeds of every stage after the first with the standings before it."""
    for number, stage in enumerate(tournament.stages):
        if number and stage.seeds is not None:
            yield from explained(
                _check_seeds(tournament, rules, number, stage.seeds), stage.override
            )


def _check_seeds(
    tournament: Tournament, rules: Ruleset, number: int, seeds: tuple[PlayerId, ...]
) -> Iterator[Finding]:
    where = Place(number)
    planned = has_cut(tournament, rules)
    at_the_cut = _with_lots(_when_cut(tournament, rules, number), seeds)
    right = (
        qualified_by_plan(at_the_cut, rules, number)
        if planned
        else qualified(at_the_cut, rules, number, len(seeds))
    )
    by_points = by_performance(tournament, rules)
    clause = rules.cut.points_clause if by_points else rules.cut.clause
    if by_points and set(seeds) != set(right):
        wrong = tuple(sorted(set(seeds) ^ set(right)))
        facts: dict[str, object] = {"points": by_points, "right": list(right)}
        yield Finding("cut-points", clause, where, wrong, facts=facts)
    elif planned and len(seeds) != len(right):
        facts = {"seeds": len(seeds), "planned": len(right)}
        yield Finding("cut-size", clause, where, facts=facts)
    elif seeds != right:
        differing = tuple(
            seed for seed, wanted in zip(seeds, right, strict=False) if seed != wanted
        )
        lists = {"right": list(right), "seeds": list(seeds)}
        yield Finding("wrong-cut", clause, where, differing, facts=lists)
    played = sum(len(one.rounds) for one in tournament.stages[:number] if one.kind == "swiss")
    wanted_rounds = tournament.plan.swiss_rounds
    if wanted_rounds is not None and played != wanted_rounds:
        facts = {"played": played, "planned": wanted_rounds}
        yield Finding("wrong-number-of-rounds", rules.structure.clause, where, facts=facts)


def _with_lots(tournament: Tournament, order: tuple[PlayerId, ...]) -> Tournament:
    """Return the event with its own lots; without a seed, with lots that fell as published."""
    return tournament if tournament.seed else replace(tournament, lots=order)


def _when_cut(tournament: Tournament, rules: Ruleset, number: int) -> Tournament:
    """Return the event as it stood at the cut, where a seed who left later is not replaced."""
    seeds = tournament.stages[number].seeds or ()
    rounds = tournament.stages[number - 1].rounds
    if rules.cut.replace == "next_rank" or not rounds:
        return tournament
    after = tuple(
        one for one in rounds[-1].after if one.player not in seeds or one.change == "rejoin"
    )
    last = replace(rounds[-1], after=after)
    stage = replace(tournament.stages[number - 1], rounds=(*rounds[:-1], last))
    stages = (*tournament.stages[: number - 1], stage, *tournament.stages[number:])
    return replace(tournament, stages=stages)


def check_ranking(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Compare a published ranking with ours."""
    published = tournament.ranking
    if published is None:
        return
    tournament = _with_lots(tournament, published)
    rows = rank(tournament, rules, keep_ledger(tournament, rules)).rows
    right = tuple(row.player for row in rows if row.rank is not None)
    if published != right:
        differing = tuple(
            one for one, wanted in zip(published, right, strict=False) if one != wanted
        )
        facts = {"right": list(right), "published": list(published)}
        yield Finding("wrong-ranking", rules.standings.clause, None, differing, facts=facts)
