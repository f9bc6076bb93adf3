"""What the columns of a table of players are taken for, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.formats.foreign.player_table import Column


def column_text(column: Column) -> str:
    """Return what a column is taken for; an address has no other place here than a note."""
    titles = {
        "name": say("imports.name"),
        "first_name": say("imports.first-name"),
        "last_name": say("imports.last-name"),
        "number": say("imports.number"),
        "faction": say("imports.faction"),
        "club": say("imports.club-or-family"),
        "total": say("imports.list-points"),
        "table": say("imports.fixed-table"),
    }
    return titles.get(column.meaning or "", say("imports.kept-as-a-note-for"))
