"""How a game counts, from the data of the ruleset, for adding up by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.options import amount
from tiltyard.paper.guidance import Fact, Part, sentence
from tiltyard.paper.next_round import going_on, what_follows
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Award, MarginRow, Outcome, Ruleset
    from tiltyard.paper.view import PaperView


# ------------------------------------------------------------------------------
# How a game ends, in the words of slips and of the sheet for adding up.


def ending_title(end: str) -> str:
    """Return how a game ended."""
    titles = {
        "destroyed": say("paper.one-side-destroyed"),
        "mutual": say("paper.both-destroyed"),
        "rounds": say("paper.all-game-rounds-played"),
        "time": say("common.time-was-called"),
        "concession": say("paper.one-side-concedes"),
        "intentional_draw": say("paper.draw-by-agreement"),
    }
    return titles.get(end, end)


# ------------------------------------------------------------------------------
# How a game counts, from the data of the ruleset: who adds up by hand needs no book.


def points_count(event: Event) -> bool:
    """Whether games that are played or come next bring points: in a bracket only winning does."""
    played = going_on(event)
    return (played is not None and played.kind == "swiss") or what_follows(event) == "swiss"


def counting(view: PaperView) -> Part:
    """Return what every ending means, then margin, points, and what a bye brings."""
    rules = view.rules
    facts = (*_endings(rules), *_margin(rules), *_points(rules), *bye_facts(rules))
    said: tuple[Fact, ...] = ()
    if any("/" in fact.text for fact in facts):
        said = (Fact("", say("paper.numbers-with-strokes-between-them")),)
    return Part(say("paper.how-a-game-counts"), said, facts)


# ------------------------------------------------------------------------------ how it ends


def _endings(rules: Ruleset) -> Iterator[Fact]:
    """Yield how a game ends; endings that mean the same share a line."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for end, outcome in rules.outcomes.items():
        if "swiss" in outcome.stages:
            said = (_who_wins(outcome), *_what_is_counted(rules, outcome))
            text = " ".join(sentence(name) for name in said)
            alike.setdefault(text, []).append((ending_title(end), outcome.clause))
    for text, several in alike.items():
        label = sentence(", ".join(title for title, _ in several)).rstrip(".")
        clauses = dict.fromkeys(clause for _, clause in several)
        yield Fact(label, text, clause=", ".join(clauses))


def _who_wins(outcome: Outcome) -> str:
    won = say(f"winners.{outcome.winner}")
    if outcome.level is None:
        return won
    return f"{won}; {say(f'winners.level-{outcome.level.winner}')}"


def _what_is_counted(rules: Ruleset, outcome: Outcome) -> Iterator[str]:
    counted = outcome.counted
    if counted is not None and counted.rule == "fixed":
        score = {"winner": counted.winner, "loser": counted.loser}
        yield say("paper.it-counts-to", **score)
        if counted.winner_leaders:
            yield say("paper.the-winner-counts-as-having")
    elif outcome.snapshot == "before_destroy":
        yield say("paper.the-scores-stay-as-they")
    elif counted is not None:
        points = {"points": by_round(rules.score.wipe_out)}
        if counted.rule == "both_destroyed_all":
            yield say("paper.both-have-destroyed-points", **points)
        else:
            yield say("paper.the-winner-has-destroyed-points", **points)
    if outcome.margin == "zero" and rules.margin.kind != "none":
        yield say("paper.the-margin-is-0")
    yield from _kind_of_win(outcome)


def _kind_of_win(outcome: Outcome) -> Iterator[str]:
    if outcome.full_win is not None:
        text = wording("paper.with-a-lead-of-less")
        yield text.format(margin=by_round(outcome.full_win.margin))
    elif outcome.result == "modified_win":
        yield say("paper.it-is-a-modified-win")
    if outcome.loser is not None:
        yield say("paper.the-loser-gets-points", points=outcome.loser.tp)
    if outcome.floor is not None:
        text = wording("paper.the-winner-gets-at-least")
        yield text.format(points=outcome.floor.tp, margin=outcome.floor.mov)


# ------------------------------------------------------------------------- what it is worth


def _margin(rules: Ruleset) -> Iterator[Fact]:
    margin = rules.margin
    if margin.kind == "around_base":
        text = wording("paper.plus-the-lead-for-the")
        text = text.format(base=by_round(margin.base))
    elif margin.kind == "winner_difference":
        text = say("paper.the-winners-score-less-the")
        if margin.most is not None:
            text += " " + say("paper.at-most", most=margin.most)
    else:
        return
    yield Fact(say("paper.margin"), text, clause=margin.clause)


def _points(rules: Ruleset) -> Iterator[Fact]:
    points = rules.points
    if points.by == "margin":
        for row in points.rows:
            label = say("paper.margin-2", margins=_margins(row))
            text = wording("paper.points-for-the-winner-for")
            yield Fact(label, text.format(win=row.win, loss=row.loss), clause=row.clause)
        return
    for pair in points.pairs:
        text = wording("paper.points-for-the-winner-for").format(win=pair[0], loss=pair[1])
        yield Fact(say("common.points"), text, clause=points.pairs_clause)
    worth = [say("paper.win", points=points.win)]
    if points.modified_win:
        worth.append(say("paper.modified-win", points=points.modified_win))
    worth.append(say("paper.draw", points=points.draw))
    worth.append(say("paper.loss", points=points.loss))
    yield Fact(say("common.points"), sentence(", ".join(worth)), clause=points.clause)


def _margins(row: MarginRow) -> str:
    if row.most is None:
        return say("paper.from-on", least=row.least)
    return f"{row.least}–{row.most}"


def bye_facts(rules: Ruleset) -> Iterator[Fact]:
    """Yield what a bye brings, with everything that is added up besides points."""
    award = rules.bye.award
    brings = [say("paper.points", points=award.tp)]
    if rules.margin.kind != "none":
        brings.append(say("paper.margin-3", margin=_award_margin(rules, award)))
    if award.vp_for or award.vp_against:
        score = {"own": award.vp_for, "other": award.vp_against}
        brings.append(say("paper.victory-points-to", **score))
    if award.leaders:
        brings.append(say("paper.the-enemy-leader-killed"))
    yield Fact(say("common.bye-2"), sentence(", ".join(brings)), clause=award.clause)


def _award_margin(rules: Ruleset, award: Award) -> str:
    if isinstance(award.mov, int):
        return str(award.mov)
    return by_round(tuple(amount(award.mov, points) for points in rules.score.wipe_out))


def by_round(values: tuple[int, ...]) -> str:
    """Return a value, or one for each round with strokes between them."""
    return str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))
