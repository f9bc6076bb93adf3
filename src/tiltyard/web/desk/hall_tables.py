"""The tables of the hall: their numbers, those out of use, and who always sits at the same one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.desk.frame import desk_page, may

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply


def tables_page(asked: Asked) -> Reply:
    """Show how the tables are numbered and who has a fixed one."""
    event = asked.view.event
    players = sorted(
        (one for one in event.entrants.values() if not one.spare),
        key=lambda one: one.name.casefold(),
    )
    return desk_page(
        asked,
        "desk/tables.html",
        fixed=sorted(
            (one for one in players if one.table is not None), key=lambda one: one.table or 0
        ),
        free=[one for one in players if one.table is None],
        needed=(len(players) + 1) // 2,
        may_arrange=may(asked, "arrange-tables"),
        may_change=may(asked, "change-player"),
    )
