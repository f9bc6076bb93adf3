"""The table of import formats: one row for every kind of file that becomes an event.

A new format is a module that recognises and reads it, and a row; the first row that recognises a
file reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.formats.foreign.cryodex import is_cryodex_save, read_cryodex_save
from tiltyard.formats.foreign.foreign_tables import (
    is_table_of_games,
    is_table_of_players,
    read_games,
)
from tiltyard.formats.foreign.listjuggler import is_listfortress, is_listjuggler, read_listjuggler
from tiltyard.formats.foreign.tome import is_tome, read_tome
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignFile, ForeignTournament

TILTYARD1 = "tiltyard/1"
PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: whether a file is one, who reads it, and who drew its rounds.

    Our own files and tables of players are no foreign tournaments: nothing here reads them.
    """

    kind: str
    title: str
    """The code of what it is called."""
    recognise: Callable[[ForeignFile], bool]
    read: Callable[[ForeignFile], ForeignTournament] | None = None
    program: str = ""

    def name(self) -> str:
        """Return which program's file it is, in the language of the reader."""
        return say(self.title)


def _is_tiltyard1(file: ForeignFile) -> bool:
    return str(file.top.raw.get("format")).startswith("tiltyard/")


FORMATS: dict[str, Format] = {
    row.kind: row
    for row in (
        Format(TILTYARD1, "imports.tiltyard-1", _is_tiltyard1),
        Format("tome", "imports.tome", is_tome, read_tome, "TOME"),
        Format(
            "listfortress",
            "imports.listfortress",
            is_listfortress,
            read_listjuggler,
            "ListFortress",
        ),
        Format(
            "listjuggler",
            "imports.list-juggler-or-cryodex-export",
            is_listjuggler,
            read_listjuggler,
            "List Juggler",
        ),
        Format(
            "cryodex-save", "imports.cryodex-save", is_cryodex_save, read_cryodex_save, "Cryodex"
        ),
        Format("games", "imports.table-of-games", is_table_of_games, read_games, "Table of games"),
        Format(PLAYERS, "imports.table-of-players", is_table_of_players),
    )
}
