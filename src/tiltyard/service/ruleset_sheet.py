"""A ruleset as players read it: on its page, on paper, in answers of the API."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ruleset import ranked_by
from tiltyard.rulesets.loader import Kept, load, merged, shipped
from tiltyard.rulesets.questions import (
    GROUPS,
    Question,
    answer_in,
    questions_for,
    shown_amount,
)
from tiltyard.text.announcements import choice_title, part_sentence
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, sentences
from tiltyard.text.standings import key_title
from tiltyard.views.results_table import ResultsTable, results_table

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset, SoftScore
    from tiltyard.rulesets.questions import Table

_OWN_PLACE = frozenset(
    {"points.rows", "points.win", "points.draw", "points.loss", "standings.order", "bye.award.tp",
     "unpaired_loss.tp", "points.per_cent", "soft_scores"}
)  # fmt: skip
"""What the sheet shows as a table or a list of its own."""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Values that belong together, each with what it is called."""

    id: str
    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RulesetSheet:
    """Everything players read of a ruleset. `based_on`: the document, where it is made from one."""

    title: str
    based_on: str
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    worth: ResultsTable
    order: tuple[str, ...]
    scores: tuple[str, ...]
    parts: tuple[SheetPart, ...]


def ruleset_sheet(rules: Ruleset) -> RulesetSheet:
    """Return what players read of a ruleset."""
    base = _table(rules)
    parts = []
    for group in GROUPS:
        asked = [known for known in questions_for(base) if known.group == group]
        lines = tuple(
            (say(f"making.{code_of(question)}"), words)
            for question in asked
            if question.path not in _OWN_PLACE
            and (words := answer_words(question, answer_in(base, {}, question)))
        )
        if lines:
            parts.append(SheetPart(group, say(f"making.group-{group}"), lines))
    document = load(rules.based_on) if rules.based_on else None
    return RulesetSheet(
        rules.title,
        "" if document is None else f"{document.title} {document.version}",
        tuple(part_sentence(part.path, part.here, part.usual) for part in rules.departures),
        own_notes(rules),
        results_table(rules),
        tuple(key_title(key) for key, _ in ranked_by(rules)),
        tuple(map(score_sentence, rules.soft_scores)),
        tuple(parts),
    )


def own_notes(rules: Ruleset) -> tuple[str, ...]:
    """Return the notes of the ruleset itself, not those it inherits."""
    text = rules.files.get(rules.name)
    return rules.notes if text is None or "notes" in tomllib.loads(text) else ()


def _table(rules: Ruleset) -> Table:
    brought = {name: Kept(f"{name}.toml", text) for name, text in rules.files.items()}
    return merged(rules.name, {**shipped(), **brought})


def code_of(question: Question) -> str:
    """Return the code of the title of a question."""
    return question.path.replace(".", "-").replace("_", "-")


def choice_words(code: str, value: str) -> str:
    """Return what a choice of a question is called."""
    own = f"{code}-{value.replace('_', '-')}"
    if own in sentences("making"):
        return say(f"making.{own}")
    if code == "standings-order":
        return say("making.own-tie-breakers") if value == "extra" else key_title(value)
    return choice_title(value)


def score_sentence(score: SoftScore) -> str:
    """Return what there are points for beside the games: how many, by whom, when, what for."""
    title = ruleset_text(score.title)
    if score.by != "vote":
        title = say("making.score-range", title=title, least=score.least, most=score.most)
    parts = [title]
    for name in ("by", "per", "shown", "counts"):
        choice = say(f"making.score-{name}-{getattr(score, name).replace('_', '-')}")
        parts.append(f"{say(f'making.score-{name}')}: {choice}")
    if score.prize:
        parts.append(f"{say('making.score-prize-said')}: {ruleset_text(score.prize)}")
    return f"{'. '.join(parts)}."


def answer_words(question: Question, value: Any) -> str:
    """Return an answer in words; nothing where there is nothing to say."""
    if question.kind == "flag":
        return choice_title("true") if value else ""
    if question.kind == "order":
        return ", ".join(choice_words(code_of(question), key) for key in value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if question.kind == "choice" and value:
        return choice_words(code_of(question), value)
    if question.kind == "amount":
        return shown_amount(value)
    return "" if value in (None, "") else ruleset_text(str(value))
