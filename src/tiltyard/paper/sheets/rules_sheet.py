"""The rules sheet: what players read of the rules of an event, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.paper.guidance import Fact, Part
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.information import Information
from tiltyard.service.ruleset_sheet import ruleset_sheet
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.service.ruleset_sheet import RulesetSheet
    from tiltyard.views.results_table import ResultsTable


def rules_sheet(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the rules of an event as its players read them."""
    return sheet_of_rules(view.rules)


def sheet_of_rules(rules: Ruleset) -> Sheet:
    """Return the rules as players read them, for any event."""
    sheet = ruleset_sheet(rules)
    based = say("making.based-on", document=sheet.based_on) if sheet.based_on else ""
    parts = {part.id: _part(part.title, part.lines) for part in sheet.parts}
    worth = Part(say("making.worth"), facts=tuple(_worth(sheet.worth)))
    scores = _sentences(say("making.scores-beside"), sheet.scores)
    wide = (_sentences(say("common.house-rules"), sheet.differences), _notes(sheet), scores)
    body = Information(
        game=f"{rules.title} {rules.version}",
        tier=based or rules.title,
        tier_text=rules.game if based else "",
        facts=(),
        wide=tuple(part for part in wide if part.said),
        narrow=(worth, _ranking(sheet), *parts.values()),
    )
    return Sheet(say("paper.rules-sheet"), body, rules.game)


def _worth(worth: ResultsTable) -> Iterator[Fact]:
    """Yield what every result is worth: margins, or results, and the special cases."""
    if worth.margins:
        label = "making.worth-margin-per-cent" if worth.per_cent else "making.worth-margin"
        yield Fact(say(label), f"{say('making.worth-winner')} – {say('making.worth-loser')}")
    for row in worth.margins:
        margin = f"{row.least}–{row.most}"
        if row.most is None:
            margin = say("making.worth-and-more", least=row.least)
        yield Fact(margin, f"{row.winner} – {row.loser}")
    for line in worth.results:
        yield Fact(say(f"making.worth-{line.result.replace('_', '-')}"), str(line.points))


def _ranking(sheet: RulesetSheet) -> Part:
    facts = tuple(Fact(f"{place}.", title) for place, title in enumerate(sheet.order, 1))
    return Part(say("making.group-ranking"), facts=facts)


def _notes(sheet: RulesetSheet) -> Part:
    return _sentences(say("making.notes"), tuple(map(ruleset_text, sheet.notes)))


def _sentences(title: str, texts: tuple[str, ...]) -> Part:
    return Part(title, said=tuple(Fact("", text) for text in texts))


def _part(title: str, lines: tuple[tuple[str, str], ...]) -> Part:
    return Part(title, facts=tuple(Fact(label, text) for label, text in lines))
