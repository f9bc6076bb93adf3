"""Slips nobody wrote: random ones with every ending a ruleset knows, and those of a played lead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.ruleset import ENTERED_POINTS
from tiltyard.engine.scoring import Setting, advances, available_points, score_game
from tiltyard.engine.slip import Slip

if TYPE_CHECKING:
    from random import Random

    from tiltyard.engine.ruleset import Outcome, Ruleset
    from tiltyard.engine.slip import End

Pair = tuple[int, int]
MOST_VICTORY_POINTS = 16
"""What a slip of a game without a wipe-out value counts at most: no document has a limit."""

WITNESSES = ("Lena", "Marshal Åsa", "O. Brandt")
_LEVEL, _NEAR_A_ROW = 20, 50  # in a hundred scores


class Table(NamedTuple):
    """Where a slip is written: the ruleset, the round, and what each side's enemy is worth.

    Without a clock no game ends by time.
    """

    rules: Ruleset
    setting: Setting
    worth: Pair
    timed: bool = True


def table_of(
    rules: Ruleset,
    setting: Setting,
    totals: tuple[int | None, int | None],
    *,
    timed: bool = True,
) -> Table:
    """Return the table of two players whose lists cost so much, if that is known."""
    most = available_points(rules, setting)
    if not most:
        return Table(rules, setting, (MOST_VICTORY_POINTS, MOST_VICTORY_POINTS), timed)
    first, second = (most if total is None else min(most, total) for total in totals)
    return Table(rules, setting, (second, first), timed)


def endings(table: Table) -> tuple[End, ...]:
    """Return how a game of this round may end."""
    return tuple(
        end
        for end, outcome in table.rules.outcomes.items()
        if table.setting.stage in outcome.stages and (table.timed or end != "time")
    )


def random_slip(table: Table, chance: Random) -> Slip:
    """Return a legal slip: any ending, scores often level or near a row of the points table."""
    rules = table.rules
    end = chance.choice(endings(table))
    outcome = rules.outcomes[end]
    slip = Slip(end, score=_score(table, end, chance))
    if "survivor" in outcome.needs:
        survivor = chance.randrange(2)
        slip = replace(slip, survivor=survivor)
        if rules.score.wipe_out and slip.score is not None:
            slip = replace(slip, score=_with_wipe_out(table, slip.score, survivor))
    if "conceded" in outcome.needs:
        slip = replace(slip, conceded=chance.randrange(2))
    if "witness" in outcome.needs:
        slip = replace(slip, witness=chance.choice(WITNESSES))
    if _knows_leaders(rules) and ("leaders" in outcome.needs or chance.randrange(2)):
        slip = replace(slip, leaders=(bool(chance.randrange(2)), bool(chance.randrange(2))))
    if rules.score.objectives and chance.randrange(2):
        pair = (_objectives(rules, chance), _objectives(rules, chance))
        slip = replace(slip, objectives=pair)
    if outcome.winner == "more_points":
        slip = replace(slip, extra={ENTERED_POINTS: _points(rules, chance)})
    if _goes_without_score(rules, outcome) and chance.randrange(2):
        slip = replace(slip, score=None)
    if _knows_initiative(rules) and ("initiative" in outcome.needs or not chance.randrange(3)):
        slip = replace(slip, initiative=chance.randrange(2))
    return completed(table, slip, chance)


def _goes_without_score(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether slips leave the score out; where armies have a price, players still count it."""
    agreed = outcome.winner == "nobody" and outcome.margin == "zero"
    return "score" not in outcome.needs and (agreed or not rules.score.wipe_out)


def _score(table: Table, end: End, chance: Random) -> Pair:
    if table.rules.score.best_of:
        return _games(table.rules, end, chance.randrange(2), chance)
    first, second = table.worth
    if not table.rules.score.wipe_out:
        return _near(table, (first, second), chance)
    if end == "mutual":
        return first, second
    return _near(table, (first - 1, second - 1), chance)  # both still have forces


def _near(table: Table, most: Pair, chance: Random) -> Pair:
    """Return two scores: level, a margin at a threshold apart, or anything."""
    kind = chance.randrange(100)
    low = chance.randrange(min(most) + 1)
    if kind < _LEVEL:
        return low, low
    if kind >= _NEAR_A_ROW:
        return chance.randrange(most[0] + 1), chance.randrange(most[1] + 1)
    thresholds = [row.least for row in table.rules.points.rows] or [1, 2, 3, 12]
    lead = max(0, chance.choice(thresholds) + chance.choice((-1, 0, 1)))
    if chance.randrange(2):
        return min(most[0], low + lead), low
    return low, min(most[1], low + lead)


def _with_wipe_out(table: Table, score: Pair, survivor: int) -> Pair:
    return (table.worth[0], score[1]) if survivor == 0 else (score[0], table.worth[1])


def _games(rules: Ruleset, end: End, winner: int, chance: Random) -> Pair:
    """Return games won in a match: most of them by the winner, unless time was called."""
    needed = rules.score.best_of // 2 + 1
    won = needed if end != "time" else chance.randrange(needed + 1)
    lost = chance.randrange(min(won + 1, needed))
    return (won, lost) if winner == 0 else (lost, won)


def _objectives(rules: Ruleset, chance: Random) -> int:
    points = chance.choice((0, 0, 10, 15, 20, 45, 60, 75))
    most = rules.score.objectives_most
    return points if most is None else min(points, most)


def _points(rules: Ruleset, chance: Random) -> Pair:
    """Return tournament points as they are written down: of the scale, where there is one."""
    if not rules.points.pairs:
        return chance.randrange(MOST_VICTORY_POINTS), chance.randrange(MOST_VICTORY_POINTS)
    first, second = chance.choice(rules.points.pairs)
    return (first, second) if chance.randrange(2) else (second, first)


def _knows_leaders(rules: Ruleset) -> bool:
    return any("leaders" in outcome.needs for outcome in rules.outcomes.values())


def _knows_initiative(rules: Ruleset) -> bool:
    return rules.elimination.draw == "initiative" or any(
        "initiative" in outcome.needs
        or (outcome.level is not None and "initiative" in outcome.level.winner)
        for outcome in rules.outcomes.values()
    )


def completed(table: Table, slip: Slip, chance: Random) -> Slip:
    """Return a slip with what decides level scores, where the scoring asks for it."""
    try:
        verdict = score_game(table.rules, table.setting, slip)
        if table.setting.stage == "elimination":
            advances(table.rules, verdict, slip, (0, 1))
    except SlipRefused as refusal:
        if refusal.field == "flurry":
            return replace(slip, flurry=_flurry(chance))
        if refusal.field == "initiative":
            return replace(slip, initiative=chance.randrange(2))
        raise
    return slip


def _flurry(chance: Random) -> tuple[Pair, ...]:
    """Return rolls up to the first that differs."""
    rolls = []
    while True:
        roll = chance.randrange(7), chance.randrange(7)
        rolls.append(roll)
        if roll[0] != roll[1]:
            return tuple(rolls)


FULL_LEAD = 300
"""The lead from which a force is wiped out; see `docs/howto/simulate-a-plan.md`."""


def slip_of_lead(table: Table, lead: int, chance: Random) -> Slip:
    """Return the slip of a game that one side led by so much; below zero, the second side."""
    rules = table.rules
    leader = 0 if lead >= 0 else 1
    has_a_last_round = "rounds" in rules.outcomes
    to_the_end = abs(lead) >= FULL_LEAD or not (table.timed or has_a_last_round)
    whole = rules.outcomes.get("destroyed")
    wiped_out = to_the_end and whole is not None and "survivor" in whole.needs
    end: End = "destroyed" if wiped_out else _in_time(table, chance)
    if rules.score.best_of:
        return completed(table, Slip(end, _games(rules, end, leader, chance)), chance)
    most = table.worth[leader]
    won = min(most, abs(lead) * most // FULL_LEAD)
    other = chance.randrange(most - won + 1) if most > won else 0
    slip = Slip(end, score=(won + other, other) if leader == 0 else (other, won + other))
    if wiped_out:
        slip = replace(slip, survivor=leader)
    if _knows_leaders(rules):
        killed = 3 * won > most
        slip = replace(slip, leaders=(killed and leader == 0, killed and leader == 1))
    if rules.outcomes[end].winner == "more_points":
        points = sorted(_points(rules, chance), reverse=leader == 0)
        slip = replace(slip, extra={ENTERED_POINTS: (points[0], points[1])})
    return completed(table, slip, chance)


def _in_time(table: Table, chance: Random) -> End:
    """Two games in three are played to their last round, in games that have one."""
    has_a_last_round = "rounds" in table.rules.outcomes
    played_out = has_a_last_round and bool(chance.randrange(3))
    if table.timed:
        return "rounds" if played_out else "time"
    return "rounds" if has_a_last_round else "destroyed"
