"""Clinch scenarios as everybody reads them: who is safe, who is out, what the others need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.text.clinch import chance_text, draw_text, line_title, need_text, state_text
from tiltyard.views.clinch import clinch_table

if TYPE_CHECKING:
    from tiltyard.engine.clinch.chances import Chance
    from tiltyard.engine.clinch.lines import Verdict
    from tiltyard.service.desk import Desk
    from tiltyard.views.clinch import ClinchTable
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict in words."""

    state: str
    word: str
    needs: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A player with the verdicts on all lines."""

    rank: str
    name: str
    verdicts: tuple[Said, ...]


def scenarios_page(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the table with public names, or nothing where the organizer keeps it back."""
    shown = view.event.clinch_public
    table = clinch_table(view, view.public_names) if shown else None
    return {"shown": shown, **scenarios(table)}


def scenarios(table: ClinchTable | None) -> dict[str, Any]:
    """Return the lines and the rows of a table in words."""
    if table is None:
        return {"line_titles": (), "scenarios": ()}
    rows = tuple(
        Scenario(
            str(row.rank),
            row.name,
            tuple(
                said(verdict, chance)
                for verdict, chance in zip(row.verdicts, row.chances, strict=True)
            ),
        )
        for row in table.rows
    )
    return {"line_titles": [line_title(line) for line in table.lines], "scenarios": rows}


def said(verdict: Verdict, chance: Chance | None) -> Said:
    """Return a verdict in words, with what a draw would mean and how likely it is."""
    parts = (chance_text(verdict, chance), need_text(verdict), draw_text(verdict))
    needs = " ".join(part for part in parts if part)
    return Said(verdict.state, state_text(verdict), needs)
