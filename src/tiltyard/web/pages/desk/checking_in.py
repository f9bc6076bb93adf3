"""Check-in at the door: rows to tap, those who are missing first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import lists_required
from tiltyard.day.visibility import is_leader
from tiltyard.engine.tournament import PlayerId
from tiltyard.service.several_acts import do_each, everybody_arrives
from tiltyard.text.language import speaking
from tiltyard.text.say import wording
from tiltyard.views.late_arrivals import late_arrivals_now
from tiltyard.web.army_lists import list_stands
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant
    from tiltyard.engine.ruleset import InspectionItem
    from tiltyard.web.request import Asked, Reply


def check_in_page(asked: Asked) -> Reply:
    """Show who is here and who is missing."""
    view = asked.view
    event = view.event
    players = [
        view.as_told(asked.me, entrant) for entrant in event.entrants.values() if not entrant.spare
    ]
    return desk_page(
        asked,
        "desk/check_in.html",
        missing=_by_name(entrant for entrant in players if entrant.state == "registered"),
        here=_by_name(entrant for entrant in players if entrant.state in {"checked_in", "active"}),
        gone=_by_name(
            entrant for entrant in players if entrant.state in {"dropped", "disqualified"}
        ),
        players=players,
        list_stands=list_stands(asked, players) if lists_required(event, view.rules) else {},
        may_check_in=may(asked, "check-in"),
        may_let_in=may(asked, "let-in-late"),
        late=late_arrivals_now(view),
        may_open=may(asked, "open-check-in"),
        may_inspect=may(asked, "inspect-components", ""),
        inspected=_inspected(asked),
        inspections=event.inspections,
        form_key=f"door-{event.version}",
    )


@dataclass(frozen=True, slots=True)
class Inspected:
    """The player whose components are looked at now, with the list and what was ticked."""

    player: Entrant
    items: tuple[InspectionItem, ...]
    ticked: tuple[str, ...]
    note: str


def _inspected(asked: Asked) -> Inspected | None:
    """Return whose components the page asks about, to whoever may inspect them."""
    view = asked.view
    player = view.event.entrants.get(PlayerId(asked.query.text("inspect")))
    items = view.rules.checks.inspection
    if player is None or not items or not may(asked, "inspect-components", player.id):
        return None
    found = view.event.inspections.get(player.id)
    ticked, note = (found.ticked, found.note) if found is not None else ((), "")
    return Inspected(player, items, ticked, note if is_leader(view.event, asked.me) else "")


def check_everybody_in(asked: Asked) -> Reply:
    """Check in everybody who is still missing; the doors are opened first if they are closed."""
    event = asked.view.event
    several = do_each(everybody_arrives(event), asked.doing(event.id))
    if several.refused and not may(asked, "check-in") and not several.done:
        raise several.refused[0]
    done = several.done - (event.phase != "check_in")
    with speaking(asked.visitor.language):
        said = wording("desk.more-checked-in", done)
        asked.flash(said.format(num=done))
    return asked.redirect(asked.form.text("next") or f"/e/{event.id}/desk/check-in")


def _by_name(entrants: object) -> list[Entrant]:
    return sorted(entrants, key=lambda entry: entry.name.casefold())  # type: ignore[call-overload,no-any-return]
