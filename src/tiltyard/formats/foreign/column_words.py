"""What the columns of a table of players are taken for, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from tiltyard.formats.foreign.player_table import Column


def column_text(column: Column) -> str:
    """Return what a column is taken for; an address has no other place here than a note."""
    titles = {
        "name": gettext("name"),
        "first_name": gettext("first name"),
        "last_name": gettext("last name"),
        "number": gettext("number"),
        "faction": gettext("faction"),
        "club": gettext("club or family"),
        "total": gettext("list points"),
        "table": gettext("fixed table"),
    }
    return titles.get(column.meaning or "", gettext("kept as a note for the leaders"))
