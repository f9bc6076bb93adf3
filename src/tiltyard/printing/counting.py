"""How a game counts, from the data of the ruleset: who adds up by hand needs no book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.options import amount
from tiltyard.printing.endings import ending_title
from tiltyard.printing.next_round import going_on, what_follows
from tiltyard.printing.told import Fact, Part, sentence
from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Award, MarginRow, Outcome, Ruleset
    from tiltyard.core.state import Event
    from tiltyard.printing.view import PaperView


def points_count(event: Event) -> bool:
    """Whether games that are played or come next bring points: in a bracket only winning does."""
    played = going_on(event)
    return (played is not None and played.kind == "swiss") or what_follows(event) == "swiss"


def counting(view: PaperView) -> Part:
    """Return what every ending means, then margin, points, and what a bye brings."""
    rules = view.rules
    facts = (*_endings(rules), *_margin(rules), *_points(rules), *bye_facts(rules))
    said: tuple[Fact, ...] = ()
    if any("/" in one.text for one in facts):
        said = (
            Fact("", gettext("Numbers with strokes between them are for round 1/2/3 and so on.")),
        )
    return Part(gettext("How a game counts"), said, facts)


# ------------------------------------------------------------------------------ how it ends


def _endings(rules: Ruleset) -> Iterator[Fact]:
    """Yield how a game ends; endings that mean the same share a line."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for end, outcome in rules.outcomes.items():
        if "swiss" in outcome.stages:
            said = (_who_wins(outcome), *_what_is_counted(rules, outcome))
            text = " ".join(sentence(one) for one in said)
            alike.setdefault(text, []).append((ending_title(end), outcome.clause))
    for text, several in alike.items():
        label = sentence(", ".join(title for title, _ in several)).rstrip(".")
        clauses = dict.fromkeys(clause for _, clause in several)
        yield Fact(label, text, clause=", ".join(clauses))


def _who_wins(outcome: Outcome) -> str:
    wins = {
        "survivor": gettext("who has something left wins"),
        "higher_score": gettext("the higher score wins"),
        "opponent_of_conceder": gettext("the other side wins"),
        "without_initiative": gettext("who has not the initiative wins"),
        "nobody": gettext("a draw"),
    }
    level = {
        "flurry": gettext("if level, the Final Flurry decides"),
        "without_initiative": gettext("if level, who has not the initiative wins"),
        "with_initiative": gettext("if level, who has the initiative wins"),
        "nobody": gettext("if level, it is a draw"),
    }
    won = wins[outcome.winner]
    return won if outcome.level is None else f"{won}; {level[outcome.level.winner]}"


def _what_is_counted(rules: Ruleset, outcome: Outcome) -> Iterator[str]:
    counted = outcome.counted
    if counted is not None and counted.rule == "fixed":
        score = {"winner": counted.winner, "loser": counted.loser}
        yield gettext("it counts %(winner)d to %(loser)d") % score
        if counted.winner_leaders:
            yield gettext("the winner counts as having killed the enemy leader")
    elif outcome.snapshot == "before_destroy":
        yield gettext("the scores stay as they were before")
    elif counted is not None:
        points = {"points": by_round(rules.score.wipe_out)}
        if counted.rule == "both_destroyed_all":
            yield gettext("both have destroyed %(points)s points") % points
        else:
            yield gettext("the winner has destroyed %(points)s points") % points
    if outcome.margin == "zero" and rules.margin.kind != "none":
        yield gettext("the margin is 0")
    yield from _kind_of_win(outcome)


def _kind_of_win(outcome: Outcome) -> Iterator[str]:
    if outcome.full_win is not None:
        text = gettext("with a lead of less than %(margin)s it is a modified win")
        yield text % {"margin": by_round(outcome.full_win.margin)}
    elif outcome.result == "modified_win":
        yield gettext("it is a modified win")
    if outcome.loser is not None:
        yield gettext("the loser gets %(points)d points") % {"points": outcome.loser.tp}
    if outcome.floor is not None:
        text = gettext("the winner gets at least %(points)d points and a margin of %(margin)d")
        yield text % {"points": outcome.floor.tp, "margin": outcome.floor.mov}


# ------------------------------------------------------------------------- what it is worth


def _margin(rules: Ruleset) -> Iterator[Fact]:
    margin = rules.margin
    if margin.kind == "around_base":
        text = gettext("%(base)s plus the lead for the winner, less the lead for the loser.")
        text = text % {"base": by_round(margin.base)}
    elif margin.kind == "winner_difference":
        text = gettext("The winner's score less the loser's, but not below 0; the loser has 0.")
        if margin.most is not None:
            text += " " + gettext("At most %(most)d.") % {"most": margin.most}
    else:
        return
    yield Fact(gettext("Margin"), text, clause=margin.clause)


def _points(rules: Ruleset) -> Iterator[Fact]:
    points = rules.points
    if points.by == "margin":
        for row in points.rows:
            label = gettext("Margin %(margins)s") % {"margins": _margins(row)}
            text = gettext("%(win)d points for the winner, %(loss)d for the loser.")
            yield Fact(label, text % {"win": row.win, "loss": row.loss}, clause=row.clause)
        return
    worth = [gettext("win %(points)d") % {"points": points.win}]
    if points.modified_win:
        worth.append(gettext("modified win %(points)d") % {"points": points.modified_win})
    worth.append(gettext("draw %(points)d") % {"points": points.draw})
    worth.append(gettext("loss %(points)d") % {"points": points.loss})
    yield Fact(gettext("Points"), sentence(", ".join(worth)), clause=points.clause)


def _margins(row: MarginRow) -> str:
    if row.most is None:
        return gettext("from %(least)d on") % {"least": row.least}
    return f"{row.least}–{row.most}"


def bye_facts(rules: Ruleset) -> Iterator[Fact]:
    """Yield what a bye brings, with everything that is added up besides points."""
    award = rules.bye.award
    brings = [gettext("%(points)d points") % {"points": award.tp}]
    if rules.margin.kind != "none":
        brings.append(gettext("margin %(margin)s") % {"margin": _award_margin(rules, award)})
    if award.vp_for or award.vp_against:
        score = {"own": award.vp_for, "other": award.vp_against}
        brings.append(gettext("victory points %(own)d to %(other)d") % score)
    if award.leaders:
        brings.append(gettext("the enemy leader killed"))
    yield Fact(gettext("Bye"), sentence(", ".join(brings)), clause=award.clause)


def _award_margin(rules: Ruleset, award: Award) -> str:
    if isinstance(award.mov, int):
        return str(award.mov)
    return by_round(tuple(amount(award.mov, points) for points in rules.score.wipe_out))


def by_round(values: tuple[int, ...]) -> str:
    """Return a value, or one for each round with strokes between them."""
    return str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))
