"""How long, deep and odd a list may be, and how a wrong one is refused."""

from __future__ import annotations

import codecs
import re
import zlib

from tiltyard.engine.errors import Phrase, Refused, TournamentUnreadable
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.rosters.list_reading import LONGEST_LIST, MOST_ENTRIES
from tiltyard.engine.rosters.roster import Roster
from tiltyard.formats.strict_json import decode
from tiltyard.formats.values import KEY_NOT_KNOWN, NOTHING, Problem

# ------------------------------------------------------------------------------
# What is wrong with a list that a program wrote, said to the person who handed it in.

TOO_LONG, TOO_MANY, NO_NUMBER = "too-long", "too-many", "no-number"
MISSING, NOT_KNOWN, NOT_READ = "missing", "not-known", "not-read"
"""What can be wrong with a part of a list; which part, and what to do, a refusal says."""

_NUMBERED = re.compile(r"(\w+)\[([0-9]+)\]")
_LONGEST_PLACE = 120
_PLACES = {
    "": "list",
    "faction": "faction",
    "points": "total",
    "name": "name",
    "pilots": "ships",
    "obstacles": "obstacle",
    "format": "format",
    "entries": "cards",
}
_NAMES = frozenset(("name", "id"))


def refusal(problem: Problem) -> ListUnreadable:
    """Return a problem at a place of a list as a refusal that names the part."""
    refused = _said(problem)
    refused.field = problem.path[:_LONGEST_PLACE] or None
    return refused


def _said(problem: Problem) -> ListUnreadable:
    place = place_in_list(problem.path)
    if problem.code == TOO_LONG:
        return ListUnreadable("part-of-list-too-long", place=place, most=LONGEST_NAME)
    if problem.code == TOO_MANY:
        return ListUnreadable(
            "part-of-list-too-many", place=place, squads=MOST_MUSTERS, upgrades=MOST_UPGRADES
        )
    if problem.code == NO_NUMBER:
        return ListUnreadable("must-whole-number", place=place)
    if problem.code == MISSING or problem.facts.get("found") in (NOTHING, "''"):
        return ListUnreadable("part-of-list-missing", place=place)
    if problem.code in {NOT_KNOWN, KEY_NOT_KNOWN}:
        found = repr(problem.path.rpartition(".")[2][:40])
        return ListUnreadable("word-not-known-in-list", found=found, known=problem.facts["known"])
    return ListUnreadable("part-of-list-unreadable", place=place)


def place_in_list(path: str) -> Phrase:
    """Return a place as people say it: `pilots[0].name` is the name of ship 1."""
    numbers = {word: int(number) + 1 for word, number in _NUMBERED.findall(path)}
    squad = numbers.get("squads") or numbers.get("musters")
    place = _in_squad(path, numbers)
    return _phrase("in-squad", place=place, squad=squad) if squad else place


def _in_squad(path: str, numbers: dict[str, int]) -> Phrase:
    last = path.rpartition(".")[2]
    number = numbers.get("pilots") or numbers.get("entries")
    if number is None:
        return _phrase(_PLACES.get(last, _PLACES[""]))
    card = "ship" if "pilots" in numbers else "card"
    if "upgrades" in path:
        return _phrase(f"upgrade-of-{card}", number=number)
    if last in _NAMES:
        return _phrase(f"name-of-{card}", number=number)
    return _phrase(f"points-of-{card}" if last == "points" else card, number=number)


def _phrase(code: str, **facts: object) -> Phrase:
    return Phrase(f"list-places.{code}", facts)


# ------------------------------------------------------------------------------
# How long, deep and odd the text of a list may be, before anything else looks at it.

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
    if data.startswith(b"PK\x03\x04"):
        from tiltyard.formats.lists.battlescribe import is_roster_archive, text_of_archive

        if is_roster_archive(data):
            return text_of_archive(data), False
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
