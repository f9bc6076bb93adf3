"""Check-in at the door: rows to tap, those who are missing first."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import lists_required
from tiltyard.day.people import CheckIn
from tiltyard.day.visibility import is_leader
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.language import speaking
from tiltyard.text.say import wording
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
    players = [view.as_told(asked.me, one) for one in event.entrants.values() if not one.spare]
    return desk_page(
        asked,
        "desk/check_in.html",
        missing=_by_name(one for one in players if one.state == "registered"),
        here=_by_name(one for one in players if one.state in {"checked_in", "active"}),
        gone=_by_name(one for one in players if one.state in {"dropped", "disqualified"}),
        players=players,
        list_stands=list_stands(asked, players) if lists_required(event, view.rules) else {},
        may_check_in=may(asked, "check-in"),
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
    """Check in everybody who is still missing, each under a key of its own."""
    event = asked.view.event
    key = asked.form.text("key") or secrets.token_hex(12)
    done = 0
    for one in event.entrants.values():
        if one.state != "registered" or one.spare:
            continue
        try:
            asked.site.do(event.id, asked.me, CheckIn(one.id), key=f"{key[:80]}-{one.id}")
            done += 1
        except Refused:
            if not may(asked, "check-in"):
                raise
            continue  # somebody else was faster: they are here
    with speaking(asked.visitor.language):
        said = wording("desk.players-are-here-now", done)
        asked.flash(said.format(num=done))
    return asked.redirect(f"/e/{event.id}/desk/check-in")


def _by_name(entrants: object) -> list[Entrant]:
    return sorted(entrants, key=lambda one: one.name.casefold())  # type: ignore[call-overload,no-any-return]
