"""The field on paper: a list to tick at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import faction_of, list_of, lists_required
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.names import in_order
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the list; `here` and `has_list` are boxes that are ticked already."""

    number: str
    name: str
    more: str
    here: bool
    has_list: bool
    state: str


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The field in the order of the names."""

    counted: str
    heads: tuple[str, ...]
    asks_for_lists: bool
    entries: tuple[Entry, ...]


def player_list(view: PaperView, wanted: Wanted) -> Sheet:
    """Return everybody who is registered, with boxes for who is here and whose list is in."""
    if not view.event.entrants:
        raise Refused("player-list-nobody-registered-yet")
    required = lists_required(view.event, view.rules)
    players = sorted(
        view.event.entrants.values(), key=lambda entrant: (in_order(entrant.name), entrant.name)
    )
    count = len(view.players())
    heads = (say("common.here"), say("common.list"), say("paper.no"), say("common.player"), "")
    body = PlayerList(
        counted=say("paper.players", count=count),
        heads=heads if required else (heads[0], *heads[2:]),
        asks_for_lists=required,
        entries=tuple(_entry(view, entrant) for entrant in players),
    )
    return Sheet(say("common.players"), body)


def _entry(view: PaperView, player: Entrant) -> Entry:
    army = list_of(view.event, player.id)
    faction = faction_of(view.event, player.id)
    return Entry(
        number=player_number(view, player.id),
        name=view.name(player.id),
        more=" · ".join(part for part in (faction, *player.affiliations) if part),
        here=player.state in {"checked_in", "active"},
        has_list=army is not None and army.is_handed_in,
        state=_state(player),
    )


def _state(player: Entrant) -> str:
    if player.spare:
        return say("common.spare-player")
    if player.state == "dropped":
        return say("common.dropped")
    return say("common.disqualified") if player.state == "disqualified" else ""
