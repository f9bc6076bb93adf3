"""The standings for a page of somebody else: read-only, small, and without anything of a visitor.

This is the one page that may be framed (`security/headers.py`). It sets no cookie, has nothing to
press, and follows the event by itself until it is over; without a script it is a plain table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.web.pages.public.overview import standing_sentence
from tiltyard.web.pages.public.standings import ranking

if TYPE_CHECKING:
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView

MOST_ROWS = 32
_OVER = frozenset({"finished", "archived"})


def embedded(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the first places, and how many there are in all."""
    table = ranking(view, desk)
    return {
        "rows": table["rows"][:MOST_ROWS],
        "titles": table["titles"],
        "after": table["after"],
        "more": max(0, len(table["rows"]) - MOST_ROWS),
        "standing": standing_sentence(view),
        "goes_on": view.event.phase not in _OVER,
    }
