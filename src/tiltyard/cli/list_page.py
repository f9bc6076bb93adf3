"""An army list in the terminal: what is in it, what it costs, what the checks found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from tiltyard.cli.amounts import counted
from tiltyard.cli.tables import console, name_text, plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from tiltyard.core.ruleset import Ruleset

COLOURS = {"error": "red", "warning": "yellow", "notice": "cyan"}


def draw_list(name: str, document: dict[str, Any], rules: Ruleset, *, stderr: bool = False) -> None:
    """Draw a list as it was read, and every finding with its clause and the way out."""
    out = console(stderr=stderr)
    title = document["name"] or name
    total = "total not known" if document["total"] is None else counted(document["total"], "point")
    head = ", ".join(part for part in (document["faction"], total) if part)
    out.print(name_text(f"{title}: {head}"), style="bold")
    out.print(name_text(f"{rules.title} {rules.version}"), style="dim")
    several = len(document["musters"]) > 1
    for number, muster in enumerate(document["musters"], start=1):
        if several:
            cost = document["totals"][number - 1]
            which = f"{rules.terms.get('list', 'list')} {number}"
            out.print(name_text(which if cost is None else f"{which}: {counted(cost, 'point')}"))
        _draw_muster(out, muster, rules)
    _draw_findings(out, document)
    game = rules.lists.catalogue
    if game and not document["catalogue"]:
        out.print(name_text(f"No cards of {game} are installed: points are as declared."))


def _draw_muster(out: Console, muster: dict[str, Any], rules: Ruleset) -> None:
    titles = {section.id: section.title for section in rules.lists.sections}
    table = plain_table("", "card", ("points", "right"))
    shown = ""
    for entry in muster["entries"]:
        section = titles.get(entry["section"], entry["section"])
        cost = "" if entry["points"] is None else str(entry["points"])
        table.add_row(name_text("" if section == shown else section), _cards(entry), cost)
        shown = section
    out.print(table)


def _cards(entry: dict[str, Any]) -> Text:
    names = [entry["name"], *(card["name"] for card in entry["upgrades"])]
    return name_text(" + ".join(names))


def _draw_findings(out: Console, document: dict[str, Any]) -> None:
    for finding in document["findings"]:
        line = Text().append(f"{finding['severity']:<8}", style=COLOURS[finding["severity"]])
        line.append_text(name_text(finding["message"]))
        line.append(f" ({finding['clause']})", style="dim")
        out.print(line)
        if finding["fix"]:
            out.print(name_text(f"        {finding['fix']}"), style="dim")
    if document["ok"]:
        out.print("Nothing keeps this list out.", style="green")
