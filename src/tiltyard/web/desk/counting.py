"""Staff who read lists tick what is left of both: those are the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.counting import counted_lists, filled_form
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.table_lines import place_name
from tiltyard.web.errors import NotFound
from tiltyard.web.slips import home_of
from tiltyard.words.language import speaking

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply


def count_page(asked: Asked) -> Reply:
    """Show the lists of a match to tick, the scores they give, and the slip with them."""
    view = asked.view
    game = view.event.game(asked.path["match"])
    if game is None:
        raise NotFound("count-page-no-such-match")
    round_ = home_of(view, game)
    with speaking(asked.visitor.language):
        lists = counted_lists(view, round_, game, asked.me, asked.query)
        if not lists:
            raise NotFound("no-list-to-count-on-phone")
        newest = round_ is view.event.current and view.event.draft is None
        enters = newest and not game.is_disputed and may(asked, "enter-result", *game.players)
        form = filled_form(view, game, lists) if enters else None
        return desk_page(
            asked, "desk/count.html", game=game, lists=lists, form=form, title=place_name(game)
        )
