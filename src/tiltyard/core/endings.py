"""How a game of a round may end, and what its slip has to say on the day.

A file needs only what its outcome needs. On the day a slip also says what was announced as a
tie-break, and in a bracket who has initiative where a draw is decided by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.core.bracket import is_final
from tiltyard.core.clock import Length, round_length
from tiltyard.core.ruleset import FAVOURITE_OPPONENT

if TYPE_CHECKING:
    from tiltyard.core.ids import StageKind
    from tiltyard.core.ruleset import End, Outcome, Ruleset
    from tiltyard.core.ruleset_game import SlipField
    from tiltyard.core.state.event import DayRound, Event


class Fields(NamedTuple):
    """What the slip of an ending holds: always, and only if the scores are level."""

    needs: tuple[SlipField, ...]
    if_level: tuple[SlipField, ...]


def length_of(event: Event, rules: Ruleset, round_: DayRound) -> Length:
    """Return how long a round of an event lasts, and the clause that says so."""
    limit, options = event.details.points_limit, event.details.options
    if limit is not None and rules.structure.formats and "clock.swiss" not in options:
        rows = rules.structure.formats
        row = next((row for row in rows if limit <= row.points), rows[-1])
        return Length(row.minutes, row.clause)
    final = round_.kind == "elimination" and _is_last_of_bracket(event, round_)
    return round_length(rules, round_.kind, round_.number, final=final)


def _is_last_of_bracket(event: Event, round_: DayRound) -> bool:
    seeds = next(
        (one.seeds for one in (*event.rounds, round_) if one.stage == round_.stage and one.seeds),
        (),
    )
    return is_final(len(seeds or ()), round_.number)


def endings_of(event: Event, rules: Ruleset, round_: DayRound) -> dict[End, Outcome]:
    """Return how a game of a round may end: without a clock no game ends by time."""
    untimed = length_of(event, rules, round_).minutes is None
    return {
        end: outcome
        for end, outcome in rules.outcomes.items()
        if round_.kind in outcome.stages and not (untimed and end == "time")
    }


def fields_of(rules: Ruleset, stage: StageKind, outcome: Outcome) -> Fields:
    """Return what a slip with this ending says on the day."""
    needs = list(outcome.needs)
    if _asks_for_initiative(rules, stage, outcome) and "initiative" not in needs:
        needs.append("initiative")
    if outcome.keep_loser_leader_kill and "leaders" not in needs:
        needs.append("leaders")
    found: tuple[SlipField, ...] = _for_level_scores(outcome)
    return Fields(tuple(needs), tuple(one for one in found if one not in needs))


def _asks_for_initiative(rules: Ruleset, stage: StageKind, outcome: Outcome) -> bool:
    """Whether the bracket wants it on every slip; a concession decides the game without it."""
    conceded = outcome.winner == "opponent_of_conceder"
    return stage == "elimination" and bool(rules.elimination.initiative_clause) and not conceded


def _for_level_scores(outcome: Outcome) -> tuple[SlipField, ...]:
    decides = outcome.level.winner if outcome.level is not None else "nobody"
    if decides == "nobody":
        return ()
    return ("flurry",) if decides == "flurry" else ("initiative",)


def clause_of_field(rules: Ruleset, stage: StageKind, outcome: Outcome, name: SlipField) -> str:
    """Return the clause for which a slip says something."""
    if name in outcome.need_clauses:
        return outcome.need_clauses[name]
    if name == "initiative" and _asks_for_initiative(rules, stage, outcome):
        return rules.elimination.initiative_clause
    if name in _for_level_scores(outcome) and outcome.level is not None:
        return outcome.level.clause
    return outcome.clause


def counts_scores(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether the scores on the slip decide anything, or are replaced and thrown away."""
    counted = outcome.counted if outcome.snapshot != "before_destroy" else None
    if counted is not None and counted.rule in {"fixed", "both_destroyed_all"}:
        return False
    makes_a_margin = rules.margin.kind != "none" and outcome.margin == "by_rule"
    breaks_ties = any(one.key in {"vp", "vpd"} for one in rules.standings.order)
    return outcome.winner == "higher_score" or makes_a_margin or breaks_ties


def counts_objectives(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether an ending has a use for objective points: they decide it, or make its margin."""
    decides = outcome.winner == "higher_score" or outcome.margin == "by_rule"
    return rules.score.objectives and decides


def own_numbers(rules: Ruleset, outcome: Outcome) -> tuple[str, ...]:
    """Return the announced tie-breaks that a slip records; a result that is fixed has none."""
    if outcome.counted is not None and outcome.counted.rule == "fixed":
        return ()
    elsewhere = {FAVOURITE_OPPONENT, *rules.standings.once}
    return tuple(name for name in rules.standings.extra if name not in elsewhere)


def numbers_of_slips(rules: Ruleset) -> tuple[str, ...]:
    """Return the announced tie-breaks that the slip of any ending records."""
    every = (name for outcome in rules.outcomes.values() for name in own_numbers(rules, outcome))
    return tuple(dict.fromkeys(every))
