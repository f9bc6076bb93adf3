"""Standings at the desk: every key, what decided each row, the cut line, own tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ledger import closed_rounds
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, ranked_by
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.standings import decided_texts, key_title, status_text
from tiltyard.views.standings import standings_after
from tiltyard.web.forms.commands import whole
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from tiltyard.views.standings import StandingsRow, StandingsTable
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings with its reason in words."""

    row: StandingsRow
    why: str
    status: str


def standings_page(asked: Asked) -> Reply:
    """Show who stands where, and why."""
    view = asked.view
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/standings.html", **_values(asked, view))


def _values(asked: Asked, view: EventView) -> dict[str, Any]:
    said = asked.query.text("after")
    closed = closed_rounds(view.tournament)
    after = whole("after", said) if said else None
    if after == len(closed):
        after = None
    table = view.standings if after is None else standings_after(view, view.event.people, after)
    counted = table.after if table is not None else None
    extra = view.rules.standings.extra
    entrants = view.event.entrants.values()
    playing = [one for one in entrants if not one.spare and one.state != "registered"]
    return {
        "lines": standing_lines(table),
        "keys": [(key, key_title(key)) for key in (table.keys if table is not None else ())],
        "order": [(key_title(name), clause) for name, clause in ranked_by(view.rules)],
        "after": after if after is not None else len(closed),
        "rounds": len(closed),
        "up_to": heading(round_text(view.event, counted)) if counted is not None else "",
        "extra": [(name, key_title(name)) for name in extra if name != FAVOURITE_OPPONENT],
        "extra_clause": view.rules.standings.extra_clause,
        "votes": FAVOURITE_OPPONENT in extra,
        "entrants": sorted(playing, key=lambda one: one.name.casefold()),
        "can": {act: may(asked, act) for act in ("score-extra", "vote-favourite")},
        "key_title": key_title,
    }


def standing_lines(table: StandingsTable | None) -> tuple[StandingLine, ...]:
    """Return the rows of the standings with their reasons in words."""
    rows = table.rows if table is not None else ()
    return tuple(
        StandingLine(row, why, status_text(row))
        for row, why in zip(rows, decided_texts(rows), strict=True)
    )
