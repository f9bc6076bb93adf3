"""What makes the part of a ruleset that is printed unusable: empty lines, cards nobody draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_checks import Checks
    from tiltyard.core.ruleset_papers import Step

Found = tuple[str, str, str | None]
"""A place, what is wrong there, and what would be right."""

LONGEST = 240


def paper_flaws(rules: Ruleset) -> Iterator[Found]:
    """Yield what keeps checklists and steps of the setup from being printed."""
    papers = rules.papers
    for name in ("organizer", "documents", "player"):
        for number, material in enumerate(getattr(papers, name)):
            where = f"papers.{name}[{number}]"
            yield from _text(where, material.text)
            if material.beside == "season_cards" and not rules.draws:
                yield where, "shows the cards of the season, but the ruleset draws none", None
            if material.beside == "board" and not rules.structure.formats:
                yield where, "shows a board, but no points limit decides its size", None
    for number, step in enumerate(papers.setup):
        yield from _step(rules, f"papers.setup[{number}]", step)
    if papers.survivor:
        yield from _text("papers.survivor", papers.survivor)
    for name, text, clause in (
        ("player_note", papers.player_note, papers.player_note_clause),
        ("begin", papers.begin, papers.begin_clause),
    ):
        if text:
            yield from _sentence(f"papers.{name}", text)
        if text and not clause:
            yield f"papers.{name}_clause", "is missing", None
    yield from _checks(rules.checks)


def _checks(checks: Checks) -> Iterator[Found]:
    """Yield what keeps decks from being counted and components from being inspected."""
    for needed, clause, name in (
        (checks.deck, checks.deck_clause, "deck_clause"),
        (checks.inspection, checks.inspection_clause, "inspection_clause"),
    ):
        if needed and not clause:
            yield f"checks.{name}", "is missing", None
    ids = [item.id for item in checks.inspection]
    for number, item in enumerate(checks.inspection):
        yield from _sentence(f"checks.inspection[{number}]", item.text)
        if ids.count(item.id) > 1 or not item.id.replace("_", "").isalnum():
            yield f"checks.inspection[{number}].id", "is no word of its own", "small letters and _"


def _step(rules: Ruleset, where: str, step: Step) -> Iterator[Found]:
    yield from _text(where, step.title)
    if not step.lines:
        yield where, "has no lines", "say what is done in this step"
    if step.cards and not rules.draws:
        yield where, "shows the cards of the round, but the ruleset draws none", None
    for line in step.lines:
        yield from _sentence(where, line.text)


def _text(where: str, text: str) -> Iterator[Found]:
    if not text.strip() or len(text) > LONGEST:
        yield where, "is no short text", f"1 to {LONGEST} characters"


def _sentence(where: str, text: str) -> Iterator[Found]:
    if not text.endswith(".") or len(text) > LONGEST:
        yield where, "is not a short sentence", f"at most {LONGEST} characters, with a full stop"
