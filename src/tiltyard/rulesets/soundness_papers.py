"""What makes the part of a ruleset that is printed unusable: empty lines, cards nobody draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.rulesets.flaws import flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_checks import Checks
    from tiltyard.core.ruleset_papers import Step
    from tiltyard.rulesets.flaws import Flaw

LONGEST = 240


def paper_flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield what keeps checklists and steps of the setup from being printed."""
    papers = rules.papers
    for name in ("organizer", "documents", "player"):
        for number, material in enumerate(getattr(papers, name)):
            where = f"papers.{name}[{number}]"
            yield from _text(where, material.text)
            if material.beside == "season_cards" and not rules.draws:
                yield flaw(where, "paper-shows-cards-of-season")
            if material.beside == "board" and not rules.structure.formats:
                yield flaw(where, "paper-shows-board-of-no-size")
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
            yield flaw(f"papers.{name}_clause", "clause-of-papers-missing")
    yield from _checks(rules.checks)


def _checks(checks: Checks) -> Iterator[Flaw]:
    """Yield what keeps decks from being counted and components from being inspected."""
    for needed, clause, name in (
        (checks.deck, checks.deck_clause, "deck_clause"),
        (checks.inspection, checks.inspection_clause, "inspection_clause"),
    ):
        if needed and not clause:
            yield flaw(f"checks.{name}", "clause-of-checks-missing")
    ids = [item.id for item in checks.inspection]
    for number, item in enumerate(checks.inspection):
        yield from _sentence(f"checks.inspection[{number}]", item.text)
        if ids.count(item.id) > 1 or not item.id.replace("_", "").isalnum():
            yield flaw(f"checks.inspection[{number}].id", "inspection-id-no-word")


def _step(rules: Ruleset, where: str, step: Step) -> Iterator[Flaw]:
    yield from _text(where, step.title)
    if not step.lines:
        yield flaw(where, "setup-step-without-lines")
    if step.cards and not rules.draws:
        yield flaw(where, "setup-step-shows-cards")
    for line in step.lines:
        yield from _sentence(where, line.text)


def _text(where: str, text: str) -> Iterator[Flaw]:
    if not text.strip() or len(text) > LONGEST:
        yield flaw(where, "paper-text-not-short", most=LONGEST)


def _sentence(where: str, text: str) -> Iterator[Flaw]:
    if not text.endswith(".") or len(text) > LONGEST:
        yield flaw(where, "paper-sentence-not-short", most=LONGEST)
