"""Standings at the desk: every key, what decided each row, the cut line, own tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.as_tournament import going_on_now
from tiltyard.engine import flow
from tiltyard.engine.errors import Refused
from tiltyard.engine.ledger import closed_rounds
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, ranked_by
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.standings import decided_texts, key_title, status_text
from tiltyard.web.forms.commands import whole
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from tiltyard.engine.standings import Row
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings with its reason in words."""

    row: Row
    why: str
    status: str
    goes_on: bool
    last_to_go_on: bool


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
    lines = standing_lines(view, after)
    extra = view.rules.standings.extra
    entrants = view.event.entrants.values()
    playing = [one for one in entrants if not one.spare and one.state != "registered"]
    return {
        "lines": lines,
        "keys": [(key, key_title(key)) for key in (lines[0].row.keys if lines else ())],
        "order": [(key_title(name), clause) for name, clause in ranked_by(view.rules)],
        "after": after if after is not None else len(closed),
        "rounds": len(closed),
        "up_to": up_to(view, after if after is not None else len(closed)),
        "extra": [(name, key_title(name)) for name in extra if name != FAVOURITE_OPPONENT],
        "extra_clause": view.rules.standings.extra_clause,
        "votes": FAVOURITE_OPPONENT in extra,
        "entrants": sorted(playing, key=lambda one: one.name.casefold()),
        "can": {act: may(asked, act) for act in ("score-extra", "vote-favourite")},
        "key_title": key_title,
    }


def up_to(view: EventView, after: int) -> str:
    """Return the last round that counts."""
    closed = [one for one in view.event.rounds if one.is_closed][:after]
    return heading(round_text(view.event, closed[-1].id)) if closed else ""


def standing_lines(view: EventView, after: int | None = None) -> tuple[StandingLine, ...]:
    """Return the rows of the standings, after so many closed rounds or as they are now."""
    try:
        rows = flow.standings(view.tournament, view.document, after).rows
    except Refused:
        if after is not None:
            raise
        return ()
    seeds = going_on_now(view.event, view.rules, view.tournament) if after is None else ()
    going_on = {row.player for row in rows if row.player in seeds and row.status == "active"}
    last = max((place for place, row in enumerate(rows) if row.player in going_on), default=-1)
    return tuple(
        StandingLine(row, why, status_text(row), row.player in going_on, place == last)
        for place, (row, why) in enumerate(zip(rows, decided_texts(rows), strict=True))
    )
