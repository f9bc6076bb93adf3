"""The lists of an event, once everybody may read them: never kept ready, asked for every time.

Before that moment these pages say the same whether there are lists or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from litestar import MediaType

from tiltyard.day.list_access import list_of, lists_are_public
from tiltyard.engine.rosters.checks import totals
from tiltyard.engine.tournament import PlayerId
from tiltyard.formats.lists.list_forms import form_ending
from tiltyard.formats.lists.plain import write_plain
from tiltyard.text.language import speaking
from tiltyard.web.army_lists import reveal_text, roster_view
from tiltyard.web.errors import NotFound
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.day.event import ArmyList
    from tiltyard.web.army_lists import MusterView
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


@dataclass(frozen=True, slots=True)
class ListRow:
    """A list as the table of all lists has it; `totals` are those somebody knows."""

    player: PlayerId
    who: str
    faction: str
    name: str
    totals: tuple[int, ...]
    on_paper: bool


@dataclass(frozen=True, slots=True)
class PublicList:
    """What everybody may read of a list: what is in it, and nothing that was said about it."""

    faction: str
    name: str
    musters: tuple[MusterView, ...]


def lists_page(asked: Asked) -> Reply:
    """Show all lists once they are public, and when that is before."""
    view = asked.view
    with speaking(asked.visitor.language):
        public = lists_are_public(view.event, view.rules)
        lines = _lines(view) if public else ()
        revealed = reveal_text(view.rules)
    return _page(asked, "public/lists.html", public=public, lines=lines, revealed=revealed)


def list_page(asked: Asked) -> Reply:
    """Show one list; what is hidden is not there."""
    view = asked.view
    army = _public_list(asked)
    with speaking(asked.visitor.language):
        roster = army.roster
        musters = roster_view(view.event, view.rules, roster)
        shown = PublicList(roster.faction, roster.name, musters)
        owner = view.public_name(army.player)
    return _page(asked, "public/list.html", shown=shown, owner=owner, army=army)


def list_text(asked: Asked) -> Reply:
    """Hand out a list as plain text."""
    army = _public_list(asked)
    return _file(asked, army, write_plain(army.roster, asked.view.rules), "txt")


def list_file(asked: Asked) -> Reply:
    """Hand out a list as it was handed in: what builders export, they read again."""
    army = _public_list(asked)
    return _file(asked, army, army.text, form_ending(army.form))


def _file(asked: Asked, army: ArmyList, text: str, ending: str) -> Reply:
    name = f"{asked.view.event.id}-{army.player}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return asked.reply(text, media_type=MediaType.TEXT, headers=headers)


# ------------------------------------------------------------------------------- what is shown


def _page(asked: Asked, template: str, **values: Any) -> Reply:
    return asked.event_page(template, suffix="/lists", tag="", is_open=True, **values)


def _public_list(asked: Asked) -> ArmyList:
    """Return a list everybody may read: locked, and its moment has come."""
    event = asked.view.event
    army = list_of(event, PlayerId(asked.path["player"]))
    is_there = army is not None and army.is_handed_in and army.is_locked
    if army is None or not is_there or not lists_are_public(event, asked.view.rules):
        raise NotFound("no-list-read-here")
    return army


def _lines(view: EventView) -> tuple[ListRow, ...]:
    """Return all lists in the order of the public names."""
    found = [
        _line(view, army)
        for army in view.event.list_desk.lists.values()
        if army.state == "on_paper" or (army.is_handed_in and army.is_locked)
    ]
    return tuple(sorted(found, key=lambda line: (line.who.casefold(), line.player)))


def _line(view: EventView, army: ArmyList) -> ListRow:
    who = view.public_name(army.player)
    if army.state == "on_paper":
        return ListRow(army.player, who, "", "", (), on_paper=True)
    roster = army.roster
    known = tuple(total for total in totals(roster, view.rules) if total is not None)
    return ListRow(army.player, who, roster.faction, roster.name, known, on_paper=False)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/lists", "everybody", lists_page),
    Route("GET", "/e/{event}/lists/{player}", "everybody", list_page),
    Route("GET", "/e/{event}/lists/{player}/text", "everybody", list_text),
    Route("GET", "/e/{event}/lists/{player}/file", "everybody", list_file),
)
