"""Lists as people type them: a line for each unit, ship or card (docs/format/list-text.md)."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, replace

from tiltyard.core.rosters.catalogue import plain
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.ruleset import Ruleset
from tiltyard.formats.lists.plain_muster import (
    Bound,
    Draft,
    Written,
    check_squads,
    take_title,
)
from tiltyard.formats.lists.plain_phrase import (
    LONGEST_LINE,
    Phrase,
    Remarks,
    hides,
    lines_of,
    one_spaced,
    read_number,
    read_phrase,
    read_points,
    section_names,
    split_outside,
    unhidden,
    with_slot,
)

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
        section = next((one for one in self.rules.lists.sections if one.id == self.section), None)
        return section is not None and section.upgrades and not self._priced(rest, number)

    def _priced(self, text: str, number: int) -> bool:
        phrase = self._phrase(text, number)
        return phrase is not None and phrase.card.declared is not None

    def _phrase(self, text: str, number: int) -> Phrase | None:
        """Read a card; a number at its end is points wherever cards have points."""
        counts = next(
            (one.points for one in self.rules.lists.sections if one.id == self.section), True
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
