"""Whether the right players went on, and whether the published ranking is right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, explained
from tiltyard.core.cut import qualified
from tiltyard.core.ids import Place
from tiltyard.core.ledger import keep_ledger
from tiltyard.core.standings import rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


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
    planned = tournament.plan.cut
    size = len(seeds) if planned is None else planned
    at_the_cut = _with_lots(_when_cut(tournament, rules, number), seeds)
    right = qualified(at_the_cut, rules, number, size)
    if planned is not None and len(seeds) != len(right):
        facts = {"seeds": len(seeds), "planned": len(right)}
        yield Finding("cut-size", rules.cut.clause, where, facts=facts)
    elif seeds != right:
        differing = tuple(
            seed for seed, wanted in zip(seeds, right, strict=False) if seed != wanted
        )
        lists = {"right": list(right), "seeds": list(seeds)}
        yield Finding("wrong-cut", rules.cut.clause, where, differing, facts=lists)
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
