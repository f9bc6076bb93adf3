"""Standings at the desk: every key, what decided each row, the cut line, own tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ledger import closed_rounds
from tiltyard.engine.ruleset import ranked_by
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.standings import (
    calculation_text,
    decided_texts,
    key_title,
    short_title,
    status_text,
)
from tiltyard.views.clinch import clinch_table
from tiltyard.views.records import game_records
from tiltyard.views.standings import standings_after
from tiltyard.web.forms.commands import whole
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.public.clinch import scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.standings import StandingsRow
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings with its reason in words."""

    row: StandingsRow
    why: str
    status: str
    calculation: str = ""
    decided_by: str = ""
    clause: str = ""


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
    return {
        "lines": standing_lines(table.rows if table is not None else (), _clauses(view.rules)),
        "groups": [
            (group.name, standing_lines(group.rows, _clauses(view.rules)))
            for group in (table.groups if table is not None else ())
        ],
        "records": game_records(view, after),
        "factions": _factions(asked, view),
        "keys": [
            (key, key_title(key), short_title(key))
            for key in (table.keys if table is not None else ())
        ],
        "order": [(key_title(name), clause) for name, clause in ranked_by(view.rules)],
        "after": after if after is not None else len(closed),
        "rounds": len(closed),
        "up_to": heading(round_text(view.event, counted)) if counted is not None else "",
        "can": {"show-clinch": may(asked, "show-clinch")},
        **scenarios(clinch_table(view, view.event.people) if after is None else None),
        "key_title": key_title,
    }


def _factions(asked: Asked, view: EventView) -> dict[PlayerId, str]:
    """Return the factions this reader may know; none where nobody told one."""
    told = (view.as_told(asked.me, entrant) for entrant in view.event.entrants.values())
    return {entrant.id: entrant.faction for entrant in told if entrant.faction}


def standing_lines(
    rows: Sequence[StandingsRow], cited: Mapping[str, str] | None = None
) -> tuple[StandingLine, ...]:
    """Return the rows of the standings with their reasons in words and the clauses of keys."""
    below: list[StandingsRow | None] = [*rows[1:], None]
    return tuple(
        _line(row, next_row, why, cited or {})
        for row, next_row, why in zip(rows, below, decided_texts(rows), strict=False)
    )


def _line(
    row: StandingsRow, below: StandingsRow | None, why: str, cited: Mapping[str, str]
) -> StandingLine:
    key = below.decided_by if below is not None else None
    if below is None or key is None:
        return StandingLine(row, why, status_text(row))
    numbers = calculation_text(row, below)
    clause = cited.get(key) or cited.get("", "")
    return StandingLine(row, why, status_text(row), numbers, short_title(key), clause)


def _clauses(rules: Ruleset) -> dict[str, str]:
    """Return where the document says what parts two players, by key; "" is the order itself."""
    found = {"": rules.standings.order[0].clause, "cut": rules.cut.clause}
    found |= dict.fromkeys(("elimination", "seed"), rules.elimination.clause)
    found["own_group"] = rules.h2h.clause
    return found | dict(ranked_by(rules))
