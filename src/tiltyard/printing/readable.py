"""What a reader of papers may know of armies: lists, and what players told of them beforehand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.rosters.at_the_event import may_read_list
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.who_reads import as_told_to

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.printing.view import PaperView


def as_read_by(view: PaperView, person: PersonId) -> PaperView:
    """Return an event without lists this person may not read, but that they are in.

    A faction or a total somebody told is read by those who will read the list.
    """
    event, rules = view.event, view.rules
    lists = {
        player: one
        if may_read_list(event, rules, person, player)
        else replace(one, roster=Roster(), text="", note="")
        for player, one in event.list_desk.lists.items()
    }
    desk = replace(event.list_desk, lists=lists)
    return view.of(replace(as_told_to(event, rules, person), list_desk=desk))
