"""How long, deep and odd the text of a list may be, before anything else looks at it."""

from __future__ import annotations

import codecs
import re
import zlib

from tiltyard.core.errors import Phrase, Refused, TournamentUnreadable
from tiltyard.core.plain_text import tidy
from tiltyard.core.rosters.reading import LONGEST_LIST, MOST_ENTRIES
from tiltyard.core.rosters.roster import Roster
from tiltyard.formats.strict_json import decode

LONGEST_BYTES = 4 * LONGEST_LIST
"""Bytes a list may have: no character takes more than four."""

MOST_UPGRADES = 200
MOST_MUSTERS = 20
LONGEST_NAME = 200
MOST_POINTS = 100_000

_LONGEST_WORD = 40
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
_ZLIB_HEADS = (b"x\x01", b"x^", b"x\x9c", b"x\xda")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FILES = (
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"%PDF", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"SQLite format 3", "database"),
)


class ListUnreadable(Refused):
    """A text that cannot be read as a list; its facts name the place."""

    kind = "list-unreadable"


def decode_list(data: bytes) -> str:
    """Return the text of a file or an upload, or say why it is none."""
    return decoded_list(data)[0]


def decoded_list(data: bytes) -> tuple[str, bool]:
    """Return the text, and whether its encoding had to be guessed."""
    if len(data) > LONGEST_BYTES:
        raise too_long()
    if data.startswith(_ZLIB_HEADS) and (packed := inflated(data)) is not None:
        return packed, False
    for start, what in _FILES:
        if data.startswith(start):
            raise ListUnreadable("not-an-army-list", what=Phrase(f"file-kinds.{what}"))
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    marked = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if marked or encoding != "utf-8":
            raise ListUnreadable("file-says-but-not", encoding=encoding.upper()) from None
        return checked_text(data.decode("cp1252", errors="replace")), True
    return inflated(bytes_in(text)) or checked_text(text.removeprefix("\ufeff")), False


def bytes_in(text: str) -> bytes:
    """Return the bytes of a text whose every character stands for one; none: there are others."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return b""


def checked_text(text: str) -> str:
    """Return a text that is not too long and holds nothing but what people write."""
    if len(text) > LONGEST_LIST:
        raise too_long()
    if half := _HALF_CHARACTER.search(text):
        raise ListUnreadable("half-character-stands").naming(_place(text, half.start()))
    if control := _CONTROL.search(text):
        raise ListUnreadable("sign-no-text-stands").naming(_place(text, control.start()))
    return text


def too_long() -> ListUnreadable:
    """Say that a text is longer than any list."""
    return ListUnreadable("list-too-long", most=f"{LONGEST_LIST:,}")


def too_many() -> ListUnreadable:
    """Say that a list has more cards than any army."""
    return ListUnreadable("list-more-than-cards", most_entries=MOST_ENTRIES)


def bounded(roster: Roster) -> Roster:
    """Return a list that has not more cards than any army, all its musters together."""
    if sum(len(muster.cards) for muster in roster.musters) > MOST_ENTRIES:
        raise too_many()
    return roster


def tidied(name: str) -> str:
    """Return a name as one line without characters that nobody sees."""
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    return tidy(name, LONGEST_LIST)


def inflated(data: bytes) -> str | None:
    """Return the text in data packed with zlib; none: it is not packed.

    It stops as soon as more comes out than a list can hold.
    """
    if not data.startswith(_ZLIB_HEADS):
        return None
    machine = zlib.decompressobj()
    try:
        raw = machine.decompress(data, LONGEST_BYTES + 1)
    except zlib.error:
        return None
    if len(raw) > LONGEST_BYTES:
        raise too_long()
    if not machine.eof:
        raise ListUnreadable("packed-list-ends-too-early")
    if machine.unused_data.strip():
        raise ListUnreadable("something-stands-behind-packed-list")
    try:
        return checked_text(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ListUnreadable("packed-list-holds-no-text") from None


def list_json(text: str) -> object:
    """Return the value of a JSON text: no NaN, no doubled keys, no bottomless nesting."""
    try:
        return decode(text.encode(), finite=True)
    except TournamentUnreadable as error:
        raise _damaged(error) from None
    except UnicodeEncodeError:
        raise ListUnreadable("half-character-stands-list") from None


def _damaged(error: TournamentUnreadable) -> ListUnreadable:
    """Return what keeps a text from being JSON, for somebody who copied it from a builder."""
    if error.field:
        word = error.field[:_LONGEST_WORD]
        return ListUnreadable("stands-twice-one-part-list", word=word)
    if "line" not in error.facts:
        return ListUnreadable("text-nested-too-deeply-list")
    return ListUnreadable("list-damaged", line=error.facts["line"], column=error.facts["column"])


def _place(text: str, index: int) -> dict[str, object]:
    """Return the line and column of a character."""
    line = text.count("\n", 0, index) + 1
    return {"line": line, "column": index - text.rfind("\n", 0, index)}
