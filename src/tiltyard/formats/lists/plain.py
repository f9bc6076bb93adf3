"""Lists as people type them: a line for each unit, ship or card (docs/format/list-text.md)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Remark, Roster
from tiltyard.engine.ruleset import Ruleset, Section
from tiltyard.formats.lists.list_limits import MOST_MUSTERS, ListUnreadable, checked_text, tidied
from tiltyard.formats.lists.marks import SIZES, trait_of

# ------------------------------------------------------------------------------
# One card as people write it: how many, its name, marks in brackets, and its points.

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


# ------------------------------------------------------------------------------
# Lines of a list on their way to entries: one for each copy, with the points of each copy.

_FEWEST_BELOW = 2
"""Cards that must stand below a line before it can be a title with their sum."""


@dataclass(slots=True)
class Written:
    """A line that stands for one or more entries, and the lines attached to it.

    `said` is a sum below it that stands for all points of it.
    """

    section: str
    phrase: Phrase
    number: int
    upgrades: list[Phrase] = field(default_factory=list)
    group: int | None = None
    said: int | None = None

    @property
    def is_priced(self) -> bool:
        """Whether points are written behind it and everything attached to it."""
        return all(phrase.card.declared is not None for phrase in (self.phrase, *self.upgrades))

    def cost(self, *, both: bool) -> int:
        """Return what all copies cost, as far as points are written."""
        attached = sum(
            (listed(upgrade, both=False).declared or 0) * upgrade.count for upgrade in self.upgrades
        )
        declared = listed(self.phrase, both=both).declared or 0
        return (declared + attached) * self.phrase.count

    def entries(self, *, both: bool) -> Iterator[Entry]:
        """Return an entry for each copy; an id is told apart by the number of the copy."""
        card = listed(self.phrase, both=both)
        upgrades = tuple(attached(self.upgrades))
        for copy in range(1, self.phrase.count + 1):
            several = self.phrase.id and self.phrase.count > 1
            name = f"{self.phrase.id}.{copy}" if several else self.phrase.id
            yield Entry(self.section, card, upgrades, name, self.group, self.said)


@dataclass(slots=True)
class Draft:
    """A muster while its lines are read; `place` is its number where the list says one."""

    declared: int | None = None
    place: int | None = None
    lines: list[Written] = field(default_factory=list)

    def muster(self) -> Muster:
        """Return the muster; points of several copies are for each, or all if only that adds up."""
        both = for_all_copies(self.lines, self.declared)
        entries = tuple(entry for line in self.lines for entry in line.entries(both=both))
        return Muster(entries, self.declared)


class Bound:
    """How many cards a list may still take: it is checked before any copy is made."""

    def __init__(self) -> None:
        self.cards = 0

    def take(self, cards: int, number: int) -> None:
        """Count cards in, or refuse a list of more than any army has."""
        self.cards += cards
        if self.cards > MOST_ENTRIES:
            raise ListUnreadable(
                "list-more-than-cards-line",
                field=f"line {number}",
                most_entries=MOST_ENTRIES,
                number=number,
            )


def check_squads(squads: int, number: int) -> None:
    """Refuse a list of more squads than any event has rounds."""
    if squads > MOST_MUSTERS:
        raise ListUnreadable(
            "list-more-than-squads-line",
            field=f"line {number}",
            most_musters=MOST_MUSTERS,
            number=number,
        )


def for_all_copies(lines: list[Written], said: int | None) -> bool:
    """Tell whether points behind several copies are meant for all of them: the total decides."""
    if said is None or said == sum(line.cost(both=False) for line in lines):
        return False
    return said == sum(line.cost(both=True) for line in lines)


def attached(upgrades: list[Phrase]) -> Iterator[Listed]:
    """Return every copy of every upgrade."""
    return (listed(upgrade, both=False) for upgrade in upgrades for _ in range(upgrade.count))


def take_title(draft: Draft, first: int, rules: Ruleset) -> Listed | None:
    """Take a first line that names the list off its cards: `My squad (100)`.

    Its points are more than half of the limit, and the sum of the cards below it where those have
    points; they become the total.
    """
    if not draft.lines:
        return None
    head, *others = draft.lines
    if head.number != first or head.upgrades or head.phrase.counted:
        return None
    card = head.phrase.card
    points = card.declared or 0
    if card != Listed(card.name, declared=points) or len(others) < _FEWEST_BELOW:
        return None
    limit = max(rules.lists.limits, default=0)
    below = sum(written.cost(both=False) for written in others)
    fits = points == below or not all(written.is_priced for written in others)
    if not (fits and limit < 2 * points <= 2 * limit) or draft.declared not in {None, points}:
        return None
    draft.lines, draft.declared = others, points
    return card


# ------------------------------------------------------------------------------
# Lists as people type them: a line for each unit, ship or card (docs/format/list-text.md).

BULLETS = "-+*•·–—>"
_RULE_OFF = frozenset("-=_*~#.—– ")
_NO_SECTION = "list"
_NAME = frozenset(("name", "list", "listname", "squadname", "fleetname", "armyname"))
_TOTAL = frozenset(
    (
        *("total", "points", "totalpoints", "pointstotal", "pointtotal"),
        *("squadtotal", "fleettotal", "armytotal", "listtotal"),
    )
)
_LEFT_OUT = frozenset(("author", "player", "event", "date"))
_SUM = re.compile(
    r"(?:=|(?:ship|unit) total\s*[:=]?)\s*([0-9]+)(?:\s+[a-z ]{0,30}(?::.{0,40})?)?", re.IGNORECASE
)
_TOTAL_LINE = re.compile(
    r"total(?:\s+points)?\s*=?\s*([0-9]+)(?:\s*(?:points|pts))?", re.IGNORECASE
)
_SLASHED = re.compile(r"([0-9]+)(?:\s*/\s*[0-9]+)?\s*(?:points|pts)?", re.IGNORECASE)
_STAGE = re.compile(
    r"(?:squad|round|stage)\s*#?([0-9]{1,2})\s*(?:\(([^()]{0,30})\))?\s*[:.]?", re.IGNORECASE
)
_NUMBERED = re.compile(r"[0-9]{1,2}[.)]\s+")
_TITLE = re.compile(r"#{1,6}\s+(.*)")
_STAGE_BY_POINTS = re.compile(
    r"([0-9]{1,5})[ -]?(?:points?|pts)(?:\s+squad)?\s*(:?)", re.IGNORECASE
)
_REGIMENT = re.compile(r"regiment\s*#?([0-9]{1,2})\s*:?", re.IGNORECASE)
_HEADING = re.compile(r"([^():]{1,60})(?:\([0-9/ ]{0,30}(?:points|pts)?\))?\s*:?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a line begins: how far in, and with which bullet."""

    indent: int
    bullet: str


def read_plain(text: str, rules: Ruleset) -> Roster:
    """Return the list a text holds, with a remark for each line that was not understood."""
    reader = PlainReader(rules)
    for number, line in enumerate(textwrap.dedent("\n".join(lines_of(text))).split("\n"), start=1):
        reader.line(number, line)
    return reader.roster()


class PlainReader:
    """Reads a list line by line and remembers where it stands."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.name = ""
        self.faction = ""
        self.remarks = Remarks()
        self.bound = Bound()
        self.sections = section_names(rules.lists.sections)
        self.drafts = [Draft()]
        self.first = 0
        self.begun = False
        self.group: int | None = None
        self.current: Written | None = None
        self._to_section(self._first_section())

    def roster(self) -> Roster:
        """Return everything that was read; numbered squads in the order of their numbers."""
        drafts = self.drafts
        if title := take_title(drafts[0], self.first, self.rules):
            self.name = self.name or title.name
            points = title.declared or 0
            self.remarks.add("taken-as-title", self.first, name=title.name, points=points)
        if all(draft.place is not None for draft in drafts):
            drafts = sorted(drafts, key=lambda draft: draft.place or 0)
        musters = tuple(draft.muster() for draft in drafts)
        remarks = tuple(self.remarks.all)
        return Roster(faction=self.faction, name=self.name, musters=musters, remarks=remarks)

    def line(self, number: int, line: str) -> None:
        """Read one line, escaped characters already hidden."""
        text = one_spaced(line)
        if not text or _RULE_OFF.issuperset(text):
            return
        if len(text) > LONGEST_LINE:
            self.remarks.lost(number, text)
            return
        shape, text = _shape(line, text)
        self.first = self.first or number
        if not shape.bullet and self._sum(number, text):
            return
        if shape == _Shape(0, ""):
            if self._header(number, text) or (not hides(text) and self._heading(number, text)):
                return
            self.shape = shape
            self._entry(number, text)
        elif self.current is None or shape == self.shape:
            self.shape = shape
            self._entry(number, text)
        else:
            self._upgrade(number, text)

    def _header(self, number: int, text: str) -> bool:
        if title := _TITLE.fullmatch(text):
            if not self._heading(number, title[1]):
                self.name = self.name or unhidden(title[1])
            return True
        if whole := _TOTAL_LINE.fullmatch(text):
            self.drafts[-1].declared = read_number(whole[1], number)
            return True
        key, colon, value = text.partition(":")
        word, value = plain(key), value.strip()
        if not colon or hides(key):
            return False
        if word in _NAME:
            self.name = unhidden(value)
        elif word == "faction":
            self.faction = unhidden(value)
        elif word in _TOTAL:
            self._total(number, text, value)
        elif word not in _LEFT_OUT:
            return False
        return True

    def _total(self, number: int, text: str, value: str) -> None:
        said = _SLASHED.fullmatch(value)
        if said:
            self.drafts[-1].declared = read_number(said[1], number)
        elif value:
            self.remarks.lost(number, text)

    def _heading(self, number: int, text: str) -> bool:
        return (
            self._faction_alone(number, text)
            or self._regiment(text)
            or self._stage(number, text)
            or self._section_heading(number, text)
        )

    def _faction_alone(self, number: int, text: str) -> bool:
        """Read a first line, or one below the title, that is but the name of a faction."""
        lists = self.rules.lists
        above = [line.number for line in self.drafts[0].lines]
        if self.faction or above not in ([], [self.first]) or (not above and number != self.first):
            return False
        words = (word for own, others in lists.faction_words.items() for word in (own, *others))
        if plain(text) not in {plain(word) for word in (*words, *lists.factions)}:
            return False
        self.faction = unhidden(text).rstrip(" :")
        return True

    def _section_heading(self, number: int, text: str) -> bool:
        whole = _HEADING.fullmatch(text)
        if whole and plain(whole[1]) in self.sections:
            self._to_section(self.sections[plain(whole[1])])
            return True
        key, colon, rest = text.partition(":")
        name = plain(key) if rest.strip() else plain(key).rstrip("0123456789")
        if not colon or name not in self.sections:
            return False
        self._to_section(self.sections[name])
        for item in split_outside(rest, ","):
            if item.strip():
                self._card(number, item, [])
        self.current = None
        return True

    def _regiment(self, text: str) -> bool:
        said = _REGIMENT.fullmatch(text)
        if not said:
            return False
        grouped = [section for section in self.rules.lists.sections if section.grouped]
        reserve = {section.id for section in grouped if section.stage == "elimination"}
        done = self.section in reserve and self.current is not None
        here = self.section in {section.id for section in grouped} and not done
        self._to_section(self.section if here or not grouped else grouped[0].id)
        self.group = int(said[1])
        return True

    def _stage(self, number: int, text: str) -> bool:
        if numbered := _STAGE.fullmatch(text):
            self._begin(int(numbered[1]), numbered[2], number)
            return True
        said = _STAGE_BY_POINTS.fullmatch(text)
        if not said:
            return False
        if said[2] or int(said[1]) in self.rules.lists.limits[:-1]:
            self._begin(None, said[1], number)
        else:
            self.drafts[-1].declared = int(said[1])
        return True

    def _begin(self, place: int | None, said: str | None, number: int) -> None:
        """Begin the list of another round; a number that is its limit only names it."""
        if self.begun or self.drafts[-1].lines:
            self.drafts.append(Draft())
            check_squads(len(self.drafts), number)
        self.begun = True
        draft = self.drafts[-1]
        draft.place = place
        points = _SLASHED.fullmatch(said.strip()) if said else None
        if points and read_number(points[1], number) not in self.rules.lists.limits:
            draft.declared = read_number(points[1], number)
        self._to_section(self._first_section())

    def _sum(self, number: int, text: str) -> bool:
        """Compare `= 46 points` with the entry above it, or take it where no points are written."""
        said = _SUM.fullmatch(text)
        if not said:
            return False
        total = read_number(said[1], number)
        if self.current and not self.current.is_priced and self.current.phrase.count == 1:
            self.current.said = total
        elif self.current and self.current.phrase.count == 1:
            counted = self.current.cost(both=False)
            if counted != total:
                name = self.current.phrase.card.name
                self.remarks.add("sum-differs", number, name=name, said=total, counted=counted)
        return True

    def _entry(self, number: int, text: str) -> None:
        head, colon, attached = _at_colon(text)
        if colon and not attached and not self._priced(head, number):
            self.remarks.lost(number, text)
            self.current = None
            return
        if attached and read_points(attached, number) is not None:
            head, attached = f"{head} ({attached})", ""
        items = split_outside(attached, ",") if attached else []
        if not attached:
            head, *items = self._attached(head, number)
        self._card(number, head, [item for item in items if item.strip()])

    def _attached(self, text: str, number: int) -> list[str]:
        """Return a card and what stands behind it: `with` something, or behind + or commas."""
        head, found, rest = text.partition(" with ")
        if found and (self._priced(head, number) or self._takes_upgrades(rest, number)):
            return [head, *split_outside(rest, ",")]
        for parts in (_split_at_plus(text), split_outside(text, ",")):
            if len(parts) > 1 and all(self._priced(part, number) for part in (parts[0], parts[-1])):
                return parts
        return [text]

    def _takes_upgrades(self, rest: str, number: int) -> bool:
        """Tell whether a card without points is taken with upgrades: theirs would be its own."""
        section = next(
            (other for other in self.rules.lists.sections if other.id == self.section), None
        )
        return section is not None and section.upgrades and not self._priced(rest, number)

    def _priced(self, text: str, number: int) -> bool:
        phrase = self._phrase(text, number)
        return phrase is not None and phrase.card.declared is not None

    def _phrase(self, text: str, number: int) -> Phrase | None:
        """Read a card; a number at its end is points wherever cards have points."""
        counts = next(
            (section.points for section in self.rules.lists.sections if section.id == self.section),
            True,
        )
        return read_phrase(text, number, bare=counts)

    def _card(self, number: int, head: str, items: list[str]) -> None:
        phrase = self._phrase(head, number)
        if phrase is None:
            self.remarks.lost(number, head)
            return
        self.bound.take(phrase.count, number)
        self.current = Written(self.section, phrase, number, group=self.group)
        self.drafts[-1].lines.append(self.current)
        for item in items:
            self._upgrade(number, item)

    def _upgrade(self, number: int, text: str) -> None:
        slot, rest = with_slot(text)
        phrase = self._phrase(rest, number)
        if phrase is None or self.current is None:
            self.remarks.lost(number, text)
            return
        if slot:
            phrase = replace(phrase, card=replace(phrase.card, slot=slot))
        self.bound.take(phrase.count * self.current.phrase.count, number)
        self.current.upgrades.append(phrase)

    def _first_section(self) -> str:
        return next((section.id for section in self.rules.lists.sections), _NO_SECTION)

    def _to_section(self, section: str) -> None:
        self.section = section
        self.group = None
        self.current = None
        self.shape = _Shape(0, "")


def _shape(line: str, text: str) -> tuple[_Shape, str]:
    indent = len(line) - len(line.lstrip())
    if text[0] in BULLETS:
        return _Shape(indent, text[0]), text[1:].strip()
    if numbered := _NUMBERED.match(text):
        text = text[numbered.end() :]
    return _Shape(indent, ""), text


def _at_colon(text: str) -> tuple[str, bool, str]:
    """Return what stands before and behind the first colon that ends a word."""
    parts = split_outside(text, ":")
    for place, part in enumerate(parts[1:], start=1):
        if part[:1].isspace() or (not part and place == len(parts) - 1):
            return ":".join(parts[:place]), True, ":".join(parts[place:]).strip()
    return text, False, ""


def _split_at_plus(text: str) -> list[str]:
    """Return the parts of `Luke (28) + R2-D2 (4)`."""
    parts = split_outside(text, "+")
    spaced = all(part[-1:].isspace() for part in parts[:-1])
    return parts if spaced and all(part[:1].isspace() for part in parts[1:]) else [text]


# ------------------------------------------------------------------------------
# A list as text a person can edit: reading it again gives the same list.

_MARKS_OF_THE_LIST = ("proxy", "flagship")
"""What a player says of a card; the other traits are the catalogue's."""


def write_plain(roster: Roster, rules: Ruleset) -> str:
    """Return a list in the plain grammar: what was written, or what a catalogue calls it."""
    lines = []
    if roster.name:
        lines.append(f"Name: {_literal(roster.name)}")
    if roster.faction:
        lines.append(f"Faction: {_literal(roster.faction)}")
    several = len(roster.musters) > 1
    for number, muster in enumerate(roster.musters, start=1):
        if several:
            lines.extend(("", f"Squad {number}"))
        if muster.declared is not None:
            lines.append(f"Total: {muster.declared}")
        lines.extend(_sections(muster, rules))
    return "\n".join(lines).strip("\n") + "\n"


def _sections(muster: Muster, rules: Ruleset) -> Iterator[str]:
    known = {section.id: section for section in rules.lists.sections}
    for place, entries in groupby(muster.entries, key=lambda entry: (entry.section, entry.group)):
        section, group = place
        yield ""
        context = [_title(known, section, rules)] if section in known else []
        if group is not None:
            context.append(f"Regiment {group}")
        yield from context
        for entry, copies in _runs(list(entries)):
            yield from _entry(entry, copies, context, rules)


def _title(known: dict[str, Section], section: str, rules: Ruleset) -> str:
    """Return the heading of a section: its title unless another section answers to that."""
    title = known[section].title
    reader = PlainReader(rules)
    reader.line(1, title)
    return title if reader.section == section and not reader.drafts[-1].lines else section


def _runs(entries: list[Entry]) -> Iterator[tuple[Entry, int]]:
    """Put entries that are alike and carry nothing into one line."""
    for entry, copies in groupby(entries):
        count = len(list(copies))
        if entry.upgrades or entry.id:
            yield from ((entry, 1) for _ in range(count))
        else:
            yield entry, count


def _entry(entry: Entry, copies: int, context: list[str], rules: Ruleset) -> Iterator[str]:
    """Return the lines of an entry; a name that would be misread is written with backslashes."""
    plainly = list(_lines(entry, copies, escaped=False))
    safely = list(_lines(entry, copies, escaped=True))
    alike = _read(plainly, context, rules) == _read(safely, context, rules)
    yield from plainly if alike else safely


def _read(lines: list[str], context: list[str], rules: Ruleset) -> Roster | None:
    """Return what a reader makes of lines; none: it refuses them."""
    reader = PlainReader(rules)
    try:
        for number, line in enumerate((*context, *lines), start=1):
            reader.line(number, hide(line))
    except ListUnreadable:
        return None
    return reader.roster()


def _lines(entry: Entry, copies: int, *, escaped: bool) -> Iterator[str]:
    count = f"{copies}x " if copies > 1 else ""
    slot = f"[slot: {_text(entry.card.slot, escaped=escaped)}]" if entry.card.slot else ""
    name = f"#{_text(entry.id, escaped=escaped)}" if entry.id else ""
    yield count + _card(entry.card, [slot, name], copies, escaped=escaped)
    for upgrade in entry.upgrades:
        slot = _text(upgrade.slot, escaped=escaped)
        front = f"{slot}: " if slot and not escaped else ""
        marks = [f"[slot: {slot}]"] if slot and escaped else []
        yield f"- {front}{_card(upgrade, marks, 1, escaped=escaped)}"
    if entry.declared is not None and entry.upgrades and _without_points(entry):
        yield f"= {max(entry.declared, 0)} points"


def _without_points(entry: Entry) -> bool:
    return all(card.points is None and card.declared is None for card in entry.cards)


def _card(card: Listed, more: list[str], copies: int, *, escaped: bool) -> str:
    """Return a card with its marks; of what a catalogue knows only what tells it from others."""
    found = bool(card.card)
    traits = [trait for trait in card.traits if not found or trait in _MARKS_OF_THE_LIST]
    products = () if found else card.products
    points = card.points if card.declared is None else card.declared
    parts = [
        _text(card.shown, escaped=escaped),
        f"[{', '.join(_text(trait, escaped=escaped) for trait in traits)}]" if traits else "",
        f"[type: {_text(card.type, escaped=escaped)}]" if card.type else "",
        f"[faction: {_text(card.faction, escaped=escaped)}]" if card.faction and not found else "",
        "" if card.capacity is None or found else f"[capacity: {card.capacity}]",
        *more,
        *(f"({_text(product, escaped=escaped)})" for product in products),
        "" if points is None else f"({points}{' each' if copies > 1 else ''})",
    ]
    return " ".join(part for part in parts if part)


def _text(text: str, *, escaped: bool) -> str:
    words = " ".join(text.split())
    if not escaped:
        return words
    return " ".join(_escaped(word) for word in words.split(" "))


def _escaped(word: str) -> str:
    """Return a word of which no part means anything: its first letter and every mark and digit."""
    return "".join(
        f"\\{char}" if char <= "\uffff" and (place == 0 or not char.isalpha()) else char
        for place, char in enumerate(word)
    )


def as_card_name(text: str) -> str:
    """Return a name as a line of the plain grammar that reads as nothing but this name."""
    words = " ".join(text.split())
    plainly = _PLAIN_NAME.fullmatch(words) and " with " not in words.lower()
    return words if plainly else _text(words, escaped=True)


_PLAIN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['’ -])*")


def _literal(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\")
