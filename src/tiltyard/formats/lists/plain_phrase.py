"""One card as people write it: how many, its name, marks in brackets, and its points.

`2x "Dark Curse" [proxy] #3 (TIE Fighter) (16 pts)`: a backslash makes the character behind it
an ordinary one, so every name can be written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tiltyard.core.rosters.catalogue import plain
from tiltyard.core.rosters.reading import MOST_ENTRIES
from tiltyard.core.rosters.roster import Listed, Remark
from tiltyard.core.ruleset_lists import Section
from tiltyard.formats.lists.limits import ListUnreadable, checked_text, tidied
from tiltyard.formats.lists.marks import SIZES, trait_of

LONGEST_LINE = 1000
MOST_REMARKS = 100
MOST_POINTS = 99_999
_QUOTED = 80
_LONGEST_TAIL = 24
_HIDDEN = 0x100000
"""Escaped characters wait in a plane of Unicode that no text uses: it is as large as the first."""

_ESCAPE = re.compile(r"\\([^\s\U00010000-\U0010ffff])")
_IN_HIDING = re.compile(r"[\U00100000-\U0010ffff]")
_COUNT = re.compile(r"([0-9]+)\s*[xX×]\s+|([0-9]+)\s+|[xX×]\s?([0-9]+)\s+")
_COUNT_BEHIND = re.compile(r"[xX×]([0-9]+)")
_POINTS = re.compile(r"([-−+]?)([0-9]+)\s*(?:pts?|points?)?\.?(\s*(?:each|apiece))?", re.IGNORECASE)
_FORMATION = re.compile(r"[0-9]{1,2}[xX×][0-9]{1,2}")
_BARE = re.compile(r"[0-9]{1,3}")
_TIMES = re.compile(r"([0-9]+)\s+[xX×*]\s+([-−]?)([0-9]+)\s*(?:pts?|points?)?\.?", re.IGNORECASE)
_POINTS_BEHIND = re.compile(
    r"(?:\s[-–—=]+\s*|:\s+)([0-9]+)\s*(?:pts?|points?)?\.?$|\s([0-9]+)\s*(?:pts?|points?)\.?$",
    re.IGNORECASE,
)
_SLOTS = {"com": "commander", "off": "officer"}
_TYPES = frozenset(("type", "ship", "unit", "race"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A card as written; `counted`: with a number of copies, even if that is one.

    `each`: its points are said for each copy; none: nobody knows.
    """

    card: Listed
    count: int = 1
    counted: bool = False
    each: bool | None = None
    id: str = ""


@dataclass(slots=True)
class _Marks:
    """What was taken off a name, from right to left."""

    bare: bool = False
    points: int | None = None
    count: int | None = None
    each: bool | None = None
    id: str = ""
    slot: str = ""
    type: str = ""
    faction: str = ""
    capacity: int | None = None
    traits: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)


class Remarks:
    """What a reader could not understand, up to the point where it is no list at all."""

    def __init__(self) -> None:
        self.all: list[Remark] = []

    def add(self, code: str, number: int, **facts: str | int) -> None:
        """Add a remark about a line, or about the whole list where the number is 0."""
        if len(self.all) >= MOST_REMARKS:
            raise ListUnreadable(
                "more-than-lines-text-not", field=f"line {number}", most_remarks=MOST_REMARKS
            )
        self.all.append(Remark(code, where=f"line {number}" if number else "", facts=facts))

    def lost(self, number: int, text: str) -> None:
        """Say that a line was not understood."""
        self.add("line-not-understood", number, text=shortened(text))


def lines_of(text: str) -> list[str]:
    """Return the lines of a list that is not too long to be one, escaped characters hidden."""
    text = checked_text(text)
    return [hide(line) for line in text.removeprefix("\ufeff").splitlines()]


def hide(text: str) -> str:
    """Take characters behind a backslash out of sight of the grammar."""
    text = _IN_HIDING.sub("\ufffd", text)
    return _ESCAPE.sub(lambda found: chr(_HIDDEN + ord(found[1])), text)


def one_spaced(text: str) -> str:
    """Return a text with one space between words: a page of them would be searched for long."""
    return " ".join(text.split())


def unhidden(text: str) -> str:
    """Return a text as a person reads it: one space between words, no escapes."""
    return tidied(_IN_HIDING.sub(lambda found: chr(ord(found[0]) - _HIDDEN), text))


def hides(text: str) -> bool:
    """Tell whether characters of a text are escaped: such a text is a name, never a heading."""
    return _IN_HIDING.search(text) is not None


def shortened(text: str) -> str:
    """Return the beginning of a text, short enough to quote."""
    words = unhidden(text[: 2 * _QUOTED])
    return words if len(words) <= _QUOTED else words[: _QUOTED - 1] + "…"


def read_phrase(text: str, number: int, *, bare: bool = False) -> Phrase | None:
    """Return the card a piece of line `number` names, or none where there is no name in it.

    `bare`: a number that stands last is points, even without a word or a mark.
    """
    marks = _Marks(bare=bare)
    text = _marks_in_front(text.strip(), marks, number)
    if counted := _COUNT.match(text):
        digits = next(group for group in counted.groups() if group)
        marks.count = _copies(digits, number)
        text = _marks_in_front(text[counted.end() :].lstrip(), marks, number)
    while (rest := _without_last_mark(text, marks, number)) is not None:
        text = rest.rstrip()
    name = unhidden(text)
    if not is_name(name) or marks.count == 0:
        return None
    card = Listed(
        name=name,
        slot=marks.slot,
        declared=marks.points,
        faction=marks.faction,
        type=marks.type,
        traits=tuple(reversed(marks.traits)),
        capacity=marks.capacity,
        products=tuple(reversed(marks.products)),
    )
    return Phrase(card, marks.count or 1, marks.count is not None, marks.each, marks.id)


def is_name(name: str) -> bool:
    """Tell whether there is a letter or a digit in a name."""
    return any(char.isalnum() for char in name)


def read_points(text: str, number: int) -> int | None:
    """Return the points a text says and nothing else, or none."""
    if found := _POINTS.fullmatch(text.strip()):
        return _points(found[1], found[2], number)
    return None


def read_number(digits: str, number: int) -> int:
    """Return points written in digits, or refuse a number of a mile."""
    return _points("", digits, number)


def read_copies(text: str, number: int) -> int | None:
    """Return how many copies a text says, `2` or `2x`, or none."""
    digits = text.strip().rstrip("xX×").rstrip()
    if not digits.isascii() or not digits.isdigit():
        return None
    return _copies(digits, number) or None


@lru_cache(maxsize=32)
def section_names(sections: tuple[Section, ...]) -> dict[str, str]:
    """Return the sections by everything people call them."""
    return {
        plain(name): section.id
        for section in sections
        for name in (section.id, section.title, *section.words)
    }


def with_slot(text: str) -> tuple[str, str]:
    """Return the slot in front of an upgrade, `Astromech: R2-D2`, and the rest."""
    slot, colon, rest = text.partition(": ")
    if not colon or not rest.strip() or any(char in slot for char in "()[],") or hides(slot):
        return "", text
    return unhidden(slot).casefold(), rest


def listed(phrase: Phrase, *, both: bool) -> Listed:
    """Return one copy of a card; `both`: its points were said for all copies together."""
    declared = phrase.card.declared
    if not both or phrase.each or declared is None or declared % phrase.count:
        return phrase.card
    return replace(phrase.card, declared=declared // phrase.count)


def split_outside(text: str, mark: str) -> list[str]:
    """Return the parts of a text between marks that do not stand inside brackets."""
    parts, depth, begin = [], 0, 0
    for place, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char == mark and depth == 0:
            parts.append(text[begin:place])
            begin = place + 1
    return [*parts, text[begin:]]


def _marks_in_front(text: str, marks: _Marks, number: int) -> str:
    while text.startswith("["):
        inner, closed, rest = text[1:].partition("]")
        if not closed or not rest.strip() or not _bracketed(inner, marks, number):
            break
        text = rest.lstrip()
    return text


def _without_last_mark(text: str, marks: _Marks, number: int) -> str | None:
    """Take the last mark off a name, or return none when there is none left."""
    if text.endswith(")"):
        return _without_parenthesis(text, marks, number)
    if text.endswith("]"):
        begin = text.rfind("[")
        read = begin > 0 and _bracketed(text[begin + 1 : -1], marks, number)
        return text[:begin] if read else None
    head, _, word = text.rpartition(" ")
    if head and word.startswith("#") and len(word) > 1 and not marks.id:
        marks.id = unhidden(word[1:])
        return head
    behind = _COUNT_BEHIND.fullmatch(word) if head and marks.count is None else None
    if behind:
        marks.count = _copies(behind[1], number)
        return head
    tail = _POINTS_BEHIND.search(text[-_LONGEST_TAIL:]) if marks.points is None else None
    if tail:
        marks.points = _points("", tail[1] or tail[2], number)
        return text[: len(text) - len(tail[0])]
    if marks.bare and marks.points is None and head and _BARE.fullmatch(word):
        marks.points = int(word)
        return head
    return None


def _without_parenthesis(text: str, marks: _Marks, number: int) -> str | None:
    begin = text.rfind("(")
    inner = text[begin + 1 : -1].strip()
    if begin <= 0 or ")" in inner or _FORMATION.fullmatch(inner):
        return None
    if not inner:
        return text[:begin]
    if points := _POINTS.fullmatch(inner):
        if marks.points is not None:
            return None
        marks.points, marks.each = _points(points[1], points[2], number), bool(points[3]) or None
    elif times := _TIMES.fullmatch(inner):
        if marks.points is not None:
            return None
        marks.points, marks.each = _points(times[2], times[3], number), True
        marks.count = marks.count or _copies(times[1], number)
    elif inner.casefold() in _SLOTS and not marks.slot:
        marks.slot = _SLOTS[inner.casefold()]
    else:
        marks.products.append(unhidden(inner))
    return text[:begin]


def _bracketed(inner: str, marks: _Marks, number: int) -> bool:
    points = read_points(inner, number)
    if points is not None and marks.points is None:
        marks.points = points
        return True
    for item in reversed(inner.split(",")):
        key, colon, value = item.partition(":")
        word, said = unhidden(key), unhidden(value)
        if not colon and word:
            marks.traits.append(trait_of(word))
        elif not _keyed(word.casefold(), said, marks, number):
            return False
    return True


def _keyed(key: str, value: str, marks: _Marks, number: int) -> bool:
    if key in _TYPES:
        marks.type = value
    elif key == "faction":
        marks.faction = value
    elif key == "slot":
        marks.slot = value.casefold()
    elif key == "product":
        marks.products.append(value)
    elif key == "size" and trait_of(value) in SIZES:
        marks.traits.append(trait_of(value))
    elif key == "capacity" and value.isascii() and value.isdigit():
        marks.capacity = _points("", value, number)
    else:
        return False
    return True


def _copies(digits: str, number: int) -> int:
    if len(digits) > len(str(MOST_ENTRIES)) or int(digits) > MOST_ENTRIES:
        raise ListUnreadable(
            "line-asks-copies-list-most",
            field=f"line {number}",
            number=number,
            digits=shortened(digits),
            most_entries=MOST_ENTRIES,
        )
    return int(digits)


def _points(sign: str, digits: str, number: int) -> int:
    if len(digits) > len(str(MOST_POINTS)):
        raise ListUnreadable(
            "line-says-points-nothing-costs",
            field=f"line {number}",
            number=number,
            digits=shortened(digits),
            most_points=MOST_POINTS,
        )
    return -int(digits) if sign in {"-", "−"} else int(digits)
