"""A player ticks what is left of their own list: that is the opponent's score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.ids import PlayerId
from tiltyard.web.counting import counted_lists, filled_form
from tiltyard.web.errors import NotFound
from tiltyard.web.phone.my_game import my_game
from tiltyard.words.language import speaking

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply


def count_page(asked: Asked) -> Reply:
    """Show a player's own list to tick, the score it gives, and the slip with that score."""
    view, me = asked.view, PlayerId(asked.me)
    with speaking(asked.visitor.language):
        mine = my_game(view, me)
        lists = []
        if mine is not None and mine.opponent is not None:
            every = counted_lists(view, mine.round, mine.game, me, asked.query)
            lists = [one for one in every if one.player == me]
        if mine is None or not lists:
            raise NotFound("no-list-to-count-at-desk")
        form = filled_form(view, mine.game, lists, me) if mine.form is not None else None
    return asked.event_page("phone/count.html", mine=mine, list=lists[0], form=form)
