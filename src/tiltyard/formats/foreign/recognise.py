"""Which program wrote a file: found out from what stands in it, never from its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.lenient import Entry, loose_json, unwrapped
from tiltyard.formats.foreign.model import ForeignFile, Remarks
from tiltyard.formats.foreign.table import FORMATS

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignTournament
    from tiltyard.formats.foreign.table import Format

_QUOTED = ('"{', '"[')


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file with its row in the table of formats."""

    format: Format
    file: ForeignFile

    @property
    def kind(self) -> str:
        """Which kind of file it is."""
        return self.format.kind


def recognise(data: bytes) -> Recognised:
    """Return what kind of file the bytes are, or refuse what nobody recognises."""
    file = _opened(data)
    for row in FORMATS.values():
        if row.recognise(file):
            return Recognised(row, file)
    raise _unknown(file)


def _opened(data: bytes) -> ForeignFile:
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
        return ForeignFile("json", text, remarks, Entry(value), unwrapped(value))
    return ForeignFile("markup" if start[0] == "<" else "table", text, remarks)


def _unknown(file: ForeignFile) -> TournamentUnreadable:
    """Return why a file is none of ours."""
    if file.shape == "markup":
        return TournamentUnreadable("file-web-page-xml-kind")
    if file.shape == "table":
        return TournamentUnreadable("nobody-here-knows-what-file")
    if isinstance(file.value, list) and file.value:
        return TournamentUnreadable("file-list-things-not-one", count=len(file.value))
    return TournamentUnreadable("file-json-but-holds-no")


def read_foreign(recognised: Recognised) -> ForeignTournament:
    """Return the tournament in a recognised file of another program."""
    read = recognised.format.read
    assert read is not None, recognised.kind
    return read(recognised.file)
