"""One player's list at the desk: read, checked, returned, approved, amended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tiltyard.day.list_access import list_of, lists_required, may_read_list, reads_lists
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.facts import amended, compared
from tiltyard.text.language import speaking
from tiltyard.web.army_lists import list_standing, list_view
from tiltyard.web.errors import NotFound
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.lists_page import why_not_reading

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import ArmyList, Entrant
    from tiltyard.text.facts import ListLine
    from tiltyard.web.army_lists import ListView
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# What leaders changed in a list, as the desk reads it.


@dataclass(frozen=True, slots=True)
class Change:
    """An amendment as it is read."""

    by: str
    at: datetime
    reason: str
    significant: bool
    lines: tuple[ListLine, ...]


def changes_of(view: EventView, army: ArmyList) -> tuple[Change, ...]:
    """Return every amendment of a list with what it changed, the newest first."""
    return tuple(
        Change(
            view.name(amendment.by), amendment.at, amendment.reason, amendment.significant, lines
        )
        for amendment, lines in amended(army)
    )


# ------------------------------------------------------------------------------
# One player's list at the desk: read, checked, given back, approved, put right.

_ACTS = (
    "submit-list",
    "receive-lists-on-paper",
    "waive-list",
    "return-list",
    "approve-list",
    "amend-list",
    "change-player",
    "decide-conversion",
)
_READING = frozenset({"return-list", "approve-list", "amend-list"})
"""Acts for which one must have read the list."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An amendment somebody writes: what was typed, and what the checks would say to it."""

    text: str
    reason: str
    significant: bool
    shown: ListView | None = None
    lines: tuple[ListLine, ...] = ()


def list_page(asked: Asked) -> Reply:
    """Show a player's list to whoever may read it, and what may be done with it."""
    entrant = _entrant(asked)
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/list.html", **_values(asked, entrant))


def check_amendment_page(asked: Asked) -> Reply:
    """Say what the checks find in a list that would be put right; nothing is recorded here."""
    entrant = _entrant(asked)
    with speaking(asked.visitor.language):
        values = _values(asked, entrant)
        army = _shown(asked, entrant)
        if army is None or not values["can"]["amend-list"]:
            return desk_page(asked, "desk/list.html", **values)
        typed = _typed(asked)
        try:
            values["draft"] = _checked(asked, army, typed)
        except Refused as no:
            values |= {"draft": typed, "refused": asked.why_not(no)}
            return desk_page(asked, "desk/list.html", status=422, **values)
        return desk_page(asked, "desk/list.html", **values)


def _entrant(asked: Asked) -> Entrant:
    entrant = asked.view.event.entrants.get(PlayerId(asked.path["player"]))
    if entrant is None or entrant.spare:
        raise NotFound("entrant-no-such-player")
    return entrant


def _typed(asked: Asked) -> Draft:
    form = asked.form
    text = form.text("text").replace("\r\n", "\n")
    return Draft(text, form.text("reason"), "1" in form.every("significant"))


def _checked(asked: Asked, army: ArmyList, typed: Draft) -> Draft:
    view = asked.view
    form, roster = asked.site.desk.read_list(view.rules, typed.text, "")
    changed = replace(
        army, state="submitted", text=typed.text, form=form, roster=roster, waived=(), note=""
    )
    shown = list_view(view.event, view.rules, changed)
    return replace(typed, shown=shown, lines=tuple(compared(army.text, typed.text)))


def _values(asked: Asked, entrant: Entrant) -> dict[str, Any]:
    view = asked.view
    event, rules = view.event, view.rules
    reads, own = reads_lists(event, rules, asked.me), entrant.id == asked.me
    army = list_of(event, entrant.id)
    shown = _shown(asked, entrant)
    return {
        "entrant": view.as_told(asked.me, entrant),
        "name": view.name(entrant.id),
        "stands": list_standing(event, rules, entrant.id, reads=reads or own),
        "army": shown,
        "list": list_view(event, rules, shown) if shown is not None else None,
        "changes": changes_of(view, shown) if shown is not None and (reads or own) else (),
        "reads": reads,
        "own": own,
        "why_not": why_not_reading(view),
        "is_public": shown is not None and not reads and not own,
        "handed_in": army is not None and army.is_handed_in,
        "locked": army is not None and army.is_locked,
        "proxies": [proxy for proxy in event.proxies if proxy.player == entrant.id]
        if reads
        else [],
        "conversions": [
            conversion
            for conversion in event.list_desk.conversions.values()
            if conversion.player == entrant.id
        ]
        if reads
        else [],
        "can": {act: _can(asked, act, entrant.id, reads=reads) for act in _ACTS},
        "lists": rules.lists,
        "required": lists_required(event, rules),
        "waived": event.list_desk.waived.get(entrant.id, ""),
        "ineligible": rules.components,
        "draft": None,
        "refused": None,
    }


def _shown(asked: Asked, entrant: Entrant) -> ArmyList | None:
    """Return the list if the visitor may read it; a draft is shown on its player's own page."""
    view = asked.view
    army = list_of(view.event, entrant.id)
    if army is None or not army.is_handed_in:
        return None
    return army if may_read_list(view.event, view.rules, asked.me, entrant.id) else None


def _can(asked: Asked, act: str, player: PlayerId, *, reads: bool) -> bool:
    return may(asked, act, player) and (reads or act not in _READING)
