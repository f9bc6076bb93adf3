"""From a slip to points: what it must say, how games end, who won, and what each side gets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.options import amount
from tiltyard.engine.ruleset import ENTERED_POINTS, FAVOURITE_OPPONENT, value_of_round
from tiltyard.engine.slip import Slip

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Award, Floor, Outcome, Ruleset
    from tiltyard.engine.slip import End, SlipField
    from tiltyard.engine.tournament import Match, Round, StageKind, Tournament


# ------------------------------------------------------------------------------
# Is a slip complete, and can it be? What its ending needs, and what no table can show.


def require_complete(rules: Ruleset, stage: StageKind, available: int, slip: Slip) -> Outcome:
    """Return the outcome a slip describes, or refuse the slip with what it lacks."""
    outcome = rules.outcomes.get(slip.end)
    if outcome is None:
        choices = ", ".join(rules.outcomes)
        raise SlipRefused(
            "game-cannot-end",
            clause=rules.clause,
            field="end",
            game=rules.game,
            end=slip.end,
            choices=choices,
        )
    if stage not in outcome.stages:
        raise SlipRefused(
            "not-allowed-stage",
            clause=outcome.stages_clause,
            field="end",
            end=slip.end,
            stage=stage,
        )
    for name in outcome.needs:
        if getattr(slip, name) is None:
            clause = outcome.need_clauses.get(name, outcome.clause)
            raise SlipRefused(f"ending-needs-{name}", clause=clause, field=name, end=slip.end)
    if available and slip.score is not None:
        _require_possible(rules, available, slip.score)
    if rules.score.best_of and slip.score is not None:
        _require_match(rules, slip.end, slip.score)
    most = rules.score.objectives_most
    if most is not None and max(slip.objectives) > most:
        raise SlipRefused(
            "objectives-above-their-most",
            clause=rules.score.objectives_clause,
            field="objectives",
            score=max(slip.objectives),
            most=most,
        )
    if outcome.winner == "more_points":
        _require_pair(rules, slip)
    return outcome


def has_scores(rules: Ruleset, slip: Slip) -> bool:
    """Whether a game has scores to show: on its slip, or put in their place by its ending."""
    outcome = rules.outcomes.get(slip.end)
    return slip.score is not None or (outcome is not None and outcome.counted is not None)


def _require_possible(rules: Ruleset, available: int, score: tuple[int, int]) -> None:
    if score[0] > available or score[1] > available:
        raise SlipRefused(
            "score-more-than-whole-worth",
            clause=rules.score.wipe_out_clause,
            field="score",
            score=max(score),
            terms=rules.terms["list"],
            available=available,
        )


def _require_match(rules: Ruleset, end: End, score: tuple[int, int]) -> None:
    """Refuse games won in a match that cannot be: over as soon as one side has most of them."""
    needed = rules.score.best_of // 2 + 1
    decided = max(score) == needed > min(score)
    if max(score) > needed or min(score) == needed or (end == "rounds" and not decided):
        raise SlipRefused(
            "games-of-match-impossible",
            clause=rules.score.best_of_clause,
            field="score",
            best_of=rules.score.best_of,
            needed=needed,
            first=score[0],
            second=score[1],
        )


def _require_pair(rules: Ruleset, slip: Slip) -> None:
    """Refuse a slip without its tournament points, or with points that are not on the scale."""
    pair = slip.extra.get(ENTERED_POINTS)
    if pair is None:
        raise SlipRefused("ending-needs-points", clause=rules.points.clause, field="extra")
    allowed = rules.points.pairs
    if allowed and pair not in allowed and pair[::-1] not in allowed:
        raise SlipRefused(
            "points-not-on-the-scale",
            clause=rules.points.pairs_clause,
            field="extra",
            first=pair[0],
            second=pair[1],
            scale=tuple("-".join(map(str, row)) for row in allowed),
        )


# ------------------------------------------------------------------------------
# How a game of a round may end, and what its slip has to say on the day.


class Fields(NamedTuple):
    """What the slip of an ending holds: always, and only if the scores are level."""

    needs: tuple[SlipField, ...]
    if_level: tuple[SlipField, ...]


def fields_of(rules: Ruleset, stage: StageKind, outcome: Outcome) -> Fields:
    """Return what a slip with this ending says on the day."""
    needs = list(outcome.needs)
    if _asks_for_initiative(rules, stage, outcome) and "initiative" not in needs:
        needs.append("initiative")
    if outcome.keep_loser_leader_kill and "leaders" not in needs:
        needs.append("leaders")
    found: tuple[SlipField, ...] = _for_level_scores(outcome)
    return Fields(tuple(needs), tuple(code for code in found if code not in needs))


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
    breaks_ties = any(key.key in {"vp", "vpd"} for key in rules.standings.order)
    return outcome.winner == "higher_score" or makes_a_margin or breaks_ties


def counts_objectives(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether an ending has a use for objective points: they decide it, or make its margin."""
    decides = outcome.winner == "higher_score" or outcome.margin == "by_rule"
    return rules.score.objectives and decides


def own_numbers(rules: Ruleset, outcome: Outcome) -> tuple[str, ...]:
    """Return the announced tie-breaks that a slip records; a result that is fixed has none."""
    if outcome.counted is not None and outcome.counted.rule == "fixed":
        return ()
    soft = (score.id for score in rules.soft_scores)
    elsewhere = {FAVOURITE_OPPONENT, *rules.standings.once, *soft}
    entered = (ENTERED_POINTS,) if outcome.winner == "more_points" else ()
    return (*entered, *(name for name in rules.standings.extra if name not in elsewhere))


def numbers_of_slips(rules: Ruleset) -> tuple[str, ...]:
    """Return the announced tie-breaks that the slip of any ending records."""
    every = (name for outcome in rules.outcomes.values() for name in own_numbers(rules, outcome))
    return tuple(dict.fromkeys(every))


# ------------------------------------------------------------------------------
# Scores for readers of a file: what counts where a slip needed no score.


def with_counted_scores(tournament: Tournament, rules: Ruleset) -> Tournament:
    """Return a tournament in which every slip has its score where the contract asks for one.

    A concession that gives a fixed result, and a game that left nothing of both sides, need no
    score on the slip; other programs still read one.
    """
    stages, swiss_before = [], 0
    for stage in tournament.stages:
        before = swiss_before if stage.kind == "swiss" else 0
        rounds = tuple(
            _round(round_, rules, Setting(stage.kind, before + number))
            for number, round_ in enumerate(stage.rounds, 1)
        )
        swiss_before += len(rounds) if stage.kind == "swiss" else 0
        stages.append(replace(stage, rounds=rounds))
    return replace(tournament, stages=tuple(stages))


def _round(round_: Round, rules: Ruleset, setting: Setting) -> Round:
    return replace(round_, matches=tuple(_match(match, rules, setting) for match in round_.matches))


def _match(match: Match, rules: Ruleset, setting: Setting) -> Match:
    slip = match.report
    if slip is None or slip.score is not None:
        return match
    counted, whole = rules.outcomes[slip.end].counted, available_points(rules, setting)
    score = (whole, whole)
    if counted is not None and counted.rule == "fixed":
        first, second = score_game(rules, setting, slip).lines
        score = (first.vp_for, second.vp_for)
    elif slip.end != "mutual" or not whole:
        return match
    return match._replace(report=replace(slip, score=score))


# ------------------------------------------------------------------------------
# From a slip to numbers: who won, points and margin, each with its clause and reason.

Result = Literal["win", "modified_win", "draw", "loss"]
Pair = tuple[int, int]
_LAST = 1_000_000  # no event has as many rounds: values per round end with their last


class Because(NamedTuple):
    """A reason as a code, and the clause it rests on."""

    code: str
    clause: str


Reasons = tuple[Because, ...]


class ScoreLine(NamedTuple):
    """What one player has from one round. `played` is false without an opponent at the table."""

    result: Result
    tp: int
    mov: int
    vp_for: int
    vp_against: int
    leaders: int
    because: Reasons
    played: bool = True
    counts_as_round: bool = True


class Setting(NamedTuple):
    """The round a slip belongs to: the kind of its stage and its number, from 1."""

    stage: StageKind
    round: int


class Verdict(NamedTuple):
    """A game as the document sees it: the winner's index (none: a draw) and both lines."""

    winner: int | None
    lines: tuple[ScoreLine, ScoreLine]


def available_points(rules: Ruleset, setting: Setting) -> int:
    """Return what a whole enemy force is worth in this round (0: the game has no such value)."""
    values = rules.score.wipe_out
    if len(values) <= 1:
        return values[0] if values else 0
    return value_of_round(values, _number_of_value(setting))


def _number_of_value(setting: Setting) -> int:
    """Return which of the values per round counts: in the bracket it is the last one."""
    return _LAST if setting.stage == "elimination" else setting.round


def score_game(rules: Ruleset, setting: Setting, slip: Slip) -> Verdict:
    """Score both sides of a played or conceded game."""
    available = available_points(rules, setting)
    outcome = require_complete(rules, setting.stage, available, slip)
    scores = _counted_scores(rules, outcome, available, slip)
    winner, why = _winner(outcome, slip, scores)
    margins = _margins(rules, outcome, setting, scores, winner)
    leaders = _leaders(outcome, slip, winner)
    entered = slip.extra[ENTERED_POINTS] if outcome.winner == "more_points" else None
    if winner is None:
        return Verdict(None, _drawn(rules, scores, margins, leaders, why, entered))
    result, why = _kind_of_win(outcome, setting, scores[winner] - scores[1 - winner], why)
    tp, mov, because = _worth(rules, outcome, result, margins, winner, why, available)
    tp = entered or tp
    first, second = scores
    results: tuple[Result, Result] = (result, "loss") if winner == 0 else ("loss", result)
    return Verdict(
        winner,
        (
            ScoreLine(results[0], tp[0], mov[0], first, second, leaders[0], because[0]),
            ScoreLine(results[1], tp[1], mov[1], second, first, leaders[1], because[1]),
        ),
    )


def _drawn(
    rules: Ruleset,
    scores: Pair,
    margins: Pair,
    leaders: Pair,
    why: Because,
    entered: Pair | None,
) -> tuple[ScoreLine, ScoreLine]:
    first, second = scores
    level, clause = _draw_points(rules)
    tp = entered or (level, level)
    because = (why, _because("points", clause))
    return (
        ScoreLine("draw", tp[0], margins[0], first, second, leaders[0], because),
        ScoreLine("draw", tp[1], margins[1], second, first, leaders[1], because),
    )


def _worth(
    rules: Ruleset,
    outcome: Outcome,
    result: Result,
    margins: Pair,
    winner: int,
    why: Because,
    available: int,
) -> tuple[Pair, Pair, tuple[Reasons, Reasons]]:
    """Return points, margins and reasons of both players of a game somebody won."""
    win_mov, loss_mov = margins[winner], margins[1 - winner]
    win_tp, loss_tp, clause = _points(rules, result, win_mov, available)
    won: Reasons = (why, _because("points", clause))
    lost = won
    if outcome.loser is not None:
        loss_tp, loss_mov = outcome.loser.tp, amount(outcome.loser.mov, 0)
        lost = (why, _because("loser-award", outcome.loser.clause))
    if outcome.floor is not None:
        win_tp, win_mov, won = _at_least(outcome.floor, win_tp, win_mov, why)
    if winner == 0:
        return (win_tp, loss_tp), (win_mov, loss_mov), (won, lost)
    return (loss_tp, win_tp), (loss_mov, win_mov), (lost, won)


def _at_least(floor: Floor, tp: int, mov: int, why: Because) -> tuple[int, int, Reasons]:
    if mov >= floor.mov:
        return tp, mov, (why, _because("above-the-floor", floor.above))
    return floor.tp, floor.mov, (why, _because("floor", floor.clause))


@cache
def _because(code: str, clause: str) -> Because:
    return Because(code.replace("_", "-"), clause)


def _counted_scores(rules: Ruleset, outcome: Outcome, available: int, slip: Slip) -> Pair:
    """Return both scores as the document counts them, objectives included where it has them."""
    first, second = slip.score or (0, 0)
    counted = outcome.counted
    if counted is not None and outcome.snapshot != "before_destroy":
        if counted.rule == "fixed":
            pair = (counted.winner, counted.loser)
            return pair if slip.conceded == 1 else (pair[1], pair[0])
        if counted.rule == "both_destroyed_all":
            first = second = available
        elif counted.rule == "survivor_destroyed_all":
            first, second = (available, second) if slip.survivor == 0 else (first, available)
        else:
            first, second = (available, second) if slip.conceded == 1 else (first, available)
    if rules.score.objectives:
        first, second = first + slip.objectives[0], second + slip.objectives[1]
    return first, second


def _winner(outcome: Outcome, slip: Slip, scores: Pair) -> tuple[int | None, Because]:
    if outcome.winner == "higher_score" and scores[0] == scores[1]:
        return _winner_of_level_scores(outcome, slip)
    why = _because(outcome.winner, outcome.clause)
    if outcome.winner == "higher_score":
        return (0 if scores[0] > scores[1] else 1), why
    if outcome.winner == "more_points":
        points = slip.extra[ENTERED_POINTS]
        return (None if points[0] == points[1] else int(points[0] < points[1])), why
    if outcome.winner == "survivor":
        return slip.survivor, why
    if outcome.winner == "opponent_of_conceder":
        return (1 if slip.conceded == 0 else 0), why
    if outcome.winner == "without_initiative":
        return (1 if slip.initiative == 0 else 0), why
    return None, why


def _winner_of_level_scores(outcome: Outcome, slip: Slip) -> tuple[int | None, Because]:
    level = outcome.level
    if level is None or level.winner == "nobody":
        clause = level.clause if level else outcome.clause
        return None, _because("level-score", clause)
    why = _because(f"level-score-{level.winner}", level.clause)
    if level.winner == "flurry":
        return _winner_of_flurry(slip, level.clause), why
    if slip.initiative is None:
        raise SlipRefused("level-scores-lack-initiative", clause=level.clause, field="initiative")
    return (slip.initiative if level.winner == "with_initiative" else 1 - slip.initiative), why


def needless_rolls(rules: Ruleset, slip: Slip) -> str | None:
    """Return the clause against rolls after the one that decided the game; none: there are none."""
    if all(first == second for first, second in slip.flurry[:-1]):
        return None
    levels = (outcome.level for outcome in rules.outcomes.values())
    return next((level.clause for level in levels if level), rules.score.clause)


def require_last_roll_decides(rules: Ruleset, slip: Slip) -> None:
    """Refuse a slip with rolls after the one that decided the game."""
    clause = needless_rolls(rules, slip)
    if clause is not None:
        raise SlipRefused("final-flurry-rolls-after-one", clause=clause, field="flurry")


def _winner_of_flurry(slip: Slip, clause: str) -> int:
    """Return who won the Final Flurry: rolls are repeated while they are equal."""
    for first, second in slip.flurry:
        if first != second:
            return 0 if first > second else 1
    raise SlipRefused("scores-level-no-final-flurry", clause=clause, field="flurry")


def _kind_of_win(
    outcome: Outcome, setting: Setting, lead: int, why: Because
) -> tuple[Result, Because]:
    full = outcome.full_win
    if full is None:
        return outcome.result, why
    if lead >= value_of_round(full.margin, _number_of_value(setting)):
        return "win", _because("full-win", full.clause)
    return "modified_win", _because("modified-win", full.below)


def _margins(
    rules: Ruleset, outcome: Outcome, setting: Setting, scores: Pair, winner: int | None
) -> Pair:
    if rules.margin.kind == "none" or outcome.margin == "zero":
        return 0, 0
    lead = scores[0] - scores[1]
    if rules.margin.kind == "around_base":
        base = value_of_round(rules.margin.base, _number_of_value(setting))
        return base + lead, base - lead
    if winner is None:
        return 0, 0
    margin = lead if winner == 0 else -lead
    if rules.margin.least is not None:
        margin = max(rules.margin.least, margin)
    if rules.margin.most is not None:
        margin = min(rules.margin.most, margin)
    return (margin, 0) if winner == 0 else (0, margin)


def _points(rules: Ruleset, result: Result, margin: int, available: int) -> tuple[int, int, str]:
    points = rules.points
    if points.by != "margin":
        return (points.win if result == "win" else points.modified_win), points.loss, points.clause
    scale, share = (100, available) if points.per_cent else (1, 1)
    for row in points.rows:
        if row.most is None or margin * scale <= row.most * share:
            return row.win, row.loss, row.clause
    last = points.rows[-1]
    return last.win, last.loss, last.clause


def _draw_points(rules: Ruleset) -> tuple[int, str]:
    if rules.points.by != "margin":
        return rules.points.draw, rules.points.clause
    return rules.points.rows[0].win, rules.points.rows[0].clause


def _leaders(outcome: Outcome, slip: Slip, winner: int | None) -> Pair:
    """Return how many enemy leaders each player is credited with."""
    first, second = (0, 0) if slip.leaders is None else map(int, slip.leaders)
    if outcome.counted is None or outcome.counted.rule != "fixed":
        return first, second
    credit = outcome.counted.winner_leaders
    if not outcome.keep_loser_leader_kill:
        first = second = 0
    return (credit, second) if winner == 0 else (first, credit)


def score_alone(rules: Ruleset, setting: Setting, match: Match, index: int) -> ScoreLine:
    """Score somebody without an opponent: a bye, a forfeit won or lost, an unpaired loss."""
    if match.kind == "bye":
        return _awarded(rules, setting, rules.bye.award, "win", "bye")
    if match.kind == "unpaired_loss" or match.players[index] == match.absent:
        code = "unpaired-loss" if match.kind == "unpaired_loss" else "absent"
        return _awarded(rules, setting, rules.unpaired_loss, "loss", code)
    if rules.forfeit.award == "bye":
        return _awarded(rules, setting, rules.bye.award, "win", "forfeit")
    return _conceded_to(rules, setting)


def _conceded_to(rules: Ruleset, setting: Setting) -> ScoreLine:
    """Return what a concession at 0-0 is worth to the one who came."""
    slip = Slip("concession", score=(0, 0), conceded=1)
    line = score_game(rules, setting, slip).lines[0]
    because = (_because("forfeit", rules.forfeit.clause), *line.because)
    return line._replace(because=because, played=False)


def _awarded(
    rules: Ruleset, setting: Setting, award: Award, result: Result, code: str
) -> ScoreLine:
    counts = {
        "bye": rules.sos.bye_counts_as_round,
        "unpaired-loss": rules.sos.unpaired_counts_as_round,
        "absent": rules.sos.unpaired_counts_as_round,
    }.get(code, True)
    return ScoreLine(
        result,
        award.tp,
        amount(award.mov, available_points(rules, setting)),
        award.vp_for,
        award.vp_against,
        award.leaders,
        (_because(code, award.clause),),
        played=False,
        counts_as_round=counts,
    )


def advances(rules: Ruleset, verdict: Verdict, slip: Slip, seeds: Pair) -> int:
    """Return who goes on in the bracket: the winner, or whom the document favours after a draw."""
    if verdict.winner is not None:
        return verdict.winner
    if rules.elimination.draw == "higher_seed":
        return 0 if seeds[0] < seeds[1] else 1
    if rules.elimination.draw == "initiative" and slip.initiative is not None:
        return slip.initiative
    by_initiative = rules.elimination.draw == "initiative"
    raise SlipRefused(
        "level-bracket-game-lacks-initiative" if by_initiative else "bracket-game-has-a-winner",
        clause=rules.elimination.draw_clause,
        field="initiative" if by_initiative else "end",
    )
