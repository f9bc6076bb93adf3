"""Whether everybody is where they should be: nobody missing, nobody who left or lost already."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.audit.findings import Finding, explained
from tiltyard.engine.cut import by_performance, has_cut, qualified, qualified_by_plan
from tiltyard.engine.ledger import keep_ledger, winner_of
from tiltyard.engine.standings import rank
from tiltyard.engine.tournament import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Change, PlayerId, Round, Stage, Tournament


class _Roll:
    """Who is in, who left and since which round, kept while walking through the rounds."""

    def __init__(self, tournament: Tournament) -> None:
        self.spares = {player.id for player in tournament.players if player.spare}
        self.here = {player.id for player in tournament.players if not player.spare}
        self.dropped: dict[PlayerId, int] = {}
        self.removed: set[PlayerId] = set()
        self.played: set[PlayerId] = set()
        self.rounds = 0


def check_presence(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Walk through all rounds and compare who plays with who should."""
    roll = _Roll(tournament)
    last_open: Place | None = None
    for number, stage in enumerate(tournament.stages):
        in_stage = set(stage.seeds) if stage.seeds is not None else None
        lost: Counter[PlayerId] = Counter()
        for index, round_ in enumerate(stage.rounds):
            where = Place(number, index)
            if last_open is not None:
                yield Finding("open-round", rules.pairing.clause, last_open)
            last_open = None if round_.is_closed else where
            roll.rounds += 1
            yield from _seated(rules, roll, round_, where, in_stage)
            if stage.kind == "elimination":
                yield from _still_in(rules, stage, round_, where, lost)
            yield from _changes(rules, tournament, roll, round_, where)


def _seated(
    rules: Ruleset, roll: _Roll, round_: Round, where: Place, in_stage: set[PlayerId] | None
) -> Iterator[Finding]:
    seated: set[PlayerId] = set()
    for index, match in enumerate(round_.matches):
        place = where._replace(match=index)
        for player in match.players:
            seated.add(player)
            if match.kind == "unpaired_loss":
                if player in roll.here and player in roll.played:
                    clause = rules.leaving.rejoin_clause
                    yield Finding("needless-unpaired-loss", clause, place, (player,))
                continue
            if player in roll.removed:
                yield Finding(
                    "plays-after-disqualification",
                    rules.leaving.disqualified_clause,
                    place,
                    (player,),
                )
            elif player in roll.dropped:
                yield Finding("plays-after-drop", rules.leaving.drop_clause, place, (player,))
            elif in_stage is not None and player not in in_stage and player not in roll.spares:
                yield Finding("not-in-the-stage", rules.cut.clause, place, (player,))
    roll.played |= {
        player
        for match in round_.matches
        if match.kind != "unpaired_loss"
        for player in match.players
    }
    if in_stage is None:
        missing = tuple(sorted(roll.here - seated))
        if missing:
            found = Finding("missing-player", rules.pairing.clause, where, missing)
            yield from explained((found,), round_.override)


def _still_in(
    rules: Ruleset, stage: Stage, round_: Round, where: Place, lost: Counter[PlayerId]
) -> Iterator[Finding]:
    losers: set[PlayerId] = set()
    for index, match in enumerate(round_.matches):
        for player in match.players:
            if lost[player] >= rules.elimination.losses:
                place = where._replace(match=index)
                yield Finding("plays-after-defeat", rules.elimination.clause, place, (player,))
        if not match.is_open:
            winner = winner_of(rules, stage.seeds or (), match, (where.round or 0) + 1)
            losers.update(player for player in match.players if player != winner)
    lost.update(losers)


def _changes(
    rules: Ruleset, tournament: Tournament, roll: _Roll, round_: Round, where: Place
) -> Iterator[Finding]:
    for change in round_.after:
        player = change.player
        if player in roll.removed:
            code = "rejoin-after-disqualification" if change.change == "rejoin" else "left-twice"
            yield Finding(code, rules.leaving.disqualified_clause, where, (player,))
        elif change.change == "rejoin":
            yield from _rejoin(rules, tournament, roll, change, where)
        elif change.change == "drop" and player in roll.dropped:
            yield Finding("left-twice", rules.leaving.drop_clause, where, (player,))
        else:
            roll.here.discard(player)
            if change.change == "drop":
                roll.dropped[player] = roll.rounds
            else:
                roll.removed.add(player)
                roll.dropped.pop(player, None)


def _rejoin(
    rules: Ruleset, tournament: Tournament, roll: _Roll, change: Change, where: Place
) -> Iterator[Finding]:
    player = change.player
    if player not in roll.dropped:
        yield Finding("rejoin-without-leaving", rules.leaving.rejoin_clause, where, (player,))
        return
    left = roll.dropped.pop(player)
    roll.here.add(player)
    rounds = [round_ for stage in tournament.stages for round_ in stage.rounds]
    missed = rounds[left : roll.rounds]
    without = [
        number
        for number, round_ in enumerate(missed, left + 1)
        if not any(
            match.kind == "unpaired_loss" and player in match.players for match in round_.matches
        )
    ]
    if without:
        facts = {"rounds": without}
        clause = rules.leaving.rejoin_clause
        yield Finding("no-unpaired-loss", clause, where, (player,), facts=facts)


# ------------------------------------------------------------------------------
# Whether the right players went on, and whether the published ranking is right.


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
    played = sum(len(stage.rounds) for stage in tournament.stages[:number] if stage.kind == "swiss")
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
        change
        for change in rounds[-1].after
        if change.player not in seeds or change.change == "rejoin"
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
            player for player, wanted in zip(published, right, strict=False) if player != wanted
        )
        facts = {"right": list(right), "published": list(published)}
        yield Finding("wrong-ranking", rules.standings.clause, None, differing, facts=facts)
