"""Which program wrote a file: found out from what stands in it, never from its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.formats.foreign.cryodex import read_cryodex_save
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.foreign_tables import (
    looks_like_games,
    looks_like_players,
    read_games,
    read_table,
)
from tiltyard.formats.foreign.lenient import Entry, loose_json, unwrapped
from tiltyard.formats.foreign.listjuggler import read_listjuggler
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.tome import read_tome

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignTournament, Kind

_OURS = "tiltyard/"
_QUOTED = ('"{', '"[')
FORMATS = (
    "a tournament of Cryodex, List Juggler, ListFortress, TOME or tiltyard/1, "
    "or a table of players or games"
)


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file with its kind: its text, and its value where it is JSON."""

    kind: Kind
    text: str
    value: object
    remarks: Remarks


def recognise(data: bytes) -> Recognised:
    """Return what kind of file the bytes are, or refuse what nobody recognises."""
    text, encoding = decoded(data)
    remarks = Remarks()
    if encoding != "utf-8":
        remarks.add("encoding", encoding=encoding)
    start = text.lstrip("\ufeff \t\r\n")
    if not start:
        raise TournamentUnreadable("file-empty")
    if start[0] in "{[" or start.startswith(_QUOTED):
        value = loose_json(start, remarks)
        if isinstance(value, str):  # some programs write their JSON into a text of JSON
            value = loose_json(value, remarks)
        return Recognised(_kind_of_json(value), text, unwrapped(value), remarks)
    if "<CRYODEXDATA>" in text or "<TOURNAMENTS>" in text:
        return Recognised("cryodex-save", text, None, remarks)
    if start[0] == "<":
        raise TournamentUnreadable("file-web-page-xml-kind")
    return Recognised(_kind_of_table(text), text, None, remarks)


def _kind_of_json(value: object) -> Kind:
    if isinstance(value, Mapping) and str(value.get("format")).startswith(_OURS):
        return "tiltyard/1"
    if isinstance(value, Mapping) and Entry(value).has("entityGroupMap"):
        return "tome"
    inner = unwrapped(value)
    if isinstance(inner, list) and inner:
        raise TournamentUnreadable("file-list-things-not-one", count=len(inner))
    entry = Entry(inner)
    if entry.has("participants"):
        return "listfortress"
    if entry.has("players", "rounds"):
        return "listjuggler"
    raise TournamentUnreadable("file-json-but-holds-no")


def _kind_of_table(text: str) -> Kind:
    table = read_table(text)
    if looks_like_games(table.headings):
        return "games"
    if looks_like_players(table.headings):
        return "players"
    raise TournamentUnreadable("nobody-here-knows-what-file")


def read_foreign(file: Recognised) -> ForeignTournament:
    """Return the tournament in a recognised file of another program."""
    if file.kind == "tome":
        return read_tome(file.value, file.remarks)
    if file.kind == "cryodex-save":
        return read_cryodex_save(file.text, file.remarks)
    if file.kind == "games":
        return read_games(file.text, file.remarks)
    foreign = read_listjuggler(file.value, file.remarks)
    return replace(foreign, kind=file.kind)
