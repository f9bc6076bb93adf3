"""Tables of any program: which character parts the columns, and what each heading means."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.errors import TournamentUnreadable
from tiltyard.formats.outgoing.formula_guard import unguarded

if TYPE_CHECKING:
    from collections.abc import Mapping

SEPARATORS = ("\t", ";", ",", "|")
MOST_LINES = 5000
MOST_COLUMNS = 200
_SAMPLE = 20
_TOLD = re.compile(r"sep=([\t;,|])\s*\n", re.IGNORECASE)
"""A first line in which a spreadsheet says what parts the columns."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was read: the headings (none: it has no head) and the lines below."""

    separator: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def read_table(text: str) -> Table:
    """Return the lines of a table; the separator is the one that parts them most evenly."""
    plain = text.replace("\x00", "").lstrip()
    told = _TOLD.match(plain)
    if told is not None:
        plain = plain[told.end() :]
    separator = told.group(1) if told is not None else _separator(plain)
    lines = _lines(plain, separator)
    if not lines:
        raise TournamentUnreadable("table-file-empty")
    return Table(separator, lines[0], tuple(lines[1:]))


def require_size(table: Table) -> None:
    """Refuse a table that is longer or wider than any of players or games."""
    if len(table.lines) > MOST_LINES or len(table.headings) > MOST_COLUMNS:
        raise TournamentUnreadable(
            "table-lines-columns",
            count=len(table.lines),
            other_count=len(table.headings),
            most_lines=MOST_LINES,
            most_columns=MOST_COLUMNS,
        )


def _separator(text: str) -> str:
    """Return what parts the columns most evenly."""
    best, most = ",", 0
    for separator in SEPARATORS:
        lines = _lines("\n".join(text.splitlines()[: 2 * _SAMPLE]), separator)[:_SAMPLE]
        width = len(lines[0]) if lines else 0
        even = sum(1 for line in lines if len(line) == width)
        if width > 1 and even * width > most:
            best, most = separator, even * width
    return best


def _lines(text: str, separator: str) -> list[tuple[str, ...]]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
        found = [tuple(unguarded(cell).strip() for cell in row) for row in rows]
    except csv.Error as error:
        raise TournamentUnreadable("table-cannot-read", error=str(error)) from None
    return [row for row in found if any(row)]


def plain_heading(text: str) -> str:
    """Return a heading for comparison: small letters without accents, marks and spaces."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ß", "ss"))
    return "".join(char for char in bare if char.isalnum() or char == "#")


def meanings(
    headings: tuple[str, ...], known: Mapping[str, tuple[str, ...]]
) -> tuple[str | None, ...]:
    """Return what each column means; a meaning goes to the first column that has it."""
    by_word = {plain_heading(word): meaning for meaning, words in known.items() for word in words}
    taken: set[str] = set()
    found: list[str | None] = []
    for heading in headings:
        meaning = by_word.get(plain_heading(heading))
        if meaning in taken:
            meaning = None
        elif meaning is not None:
            taken.add(meaning)
        found.append(meaning)
    return tuple(found)
