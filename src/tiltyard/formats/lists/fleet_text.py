"""Armada fleets as five fleet builders print them, read with one grammar.

Ships carry bulleted upgrades; squadrons have a number in front, a heading above them, or come
without a sum of their own. Points behind several squadrons are for each or for all of them: the
sum below decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.ruleset import Ruleset
from tiltyard.formats.lists.list_limits import ListUnreadable
from tiltyard.formats.lists.plain import (
    LONGEST_LINE,
    Bound,
    Phrase,
    Remarks,
    Written,
    for_all_copies,
    is_name,
    lines_of,
    one_spaced,
    read_number,
    read_phrase,
    unhidden,
)

SHIPS, SQUADRONS, OBJECTIVES = "ships", "squadrons", "objectives"
COMMANDER, FLAGSHIP = "commander", "flagship"
LEAST_COMMANDER = 20
"""No commander costs less, and no other upgrade costs as much."""

_BULLETS = "-+*•·–"
_CATEGORIES = ("assault", "defense", "navigation")
_FACTIONS = {
    "rebel": "Rebel",
    "rebels": "Rebel",
    "rebelalliance": "Rebel",
    "imperial": "Imperial",
    "imperials": "Imperial",
    "empire": "Imperial",
    "galacticempire": "Imperial",
    "republic": "Republic",
    "galacticrepublic": "Republic",
    "separatist": "Separatist",
    "separatists": "Separatist",
    "separatistalliance": "Separatist",
}
_OTHERS = {"objectives": OBJECTIVES, "obstacles": "obstacles", "damagedeck": "damage_deck"}
_LEFT_OUT = frozenset(("author", "player", "event", "date", "version"))
_LIMITS = re.compile(r"\(\s*([0-9]+)\s*/\s*([0-9]+)\s*(?:/\s*([0-9]+)\s*)?\)$")
_SUM = re.compile(r"=\s*([0-9]+)\s+(total\s+)?(ship|squadron|points?)(\s+cost)?", re.IGNORECASE)
_WITH_UPGRADES = re.compile(r"\(\s*([0-9]+)\s*\+\s*([0-9]+)\s*:\s*([0-9]+)\s*\)$")
_TOTAL = re.compile(r"([0-9]+)(?:\s*/\s*[0-9]+)?(?:\s*(?:points|pts))?", re.IGNORECASE)
_HEADING = re.compile(r"squadrons\s*(?:\(\s*([0-9]+)[0-9/ ]*\))?\s*:?", re.IGNORECASE)
_FLAGSHIP = re.compile(r"\[\s*flagship\s*\]", re.IGNORECASE)
_OBJECTIVE = re.compile(r"(assault|defense|navigation)(?:\s+objective)?\s*:", re.IGNORECASE)


@dataclass(slots=True)
class _Ship:
    """A ship, the points said for it with everything aboard, and the line that says so."""

    line: Written
    said: int | None = None
    at: int = 0


def looks_like_fleet_text(text: str) -> bool:
    """Tell whether a fleet builder printed this: it shows two of their marks."""
    marks = set()
    for line in text[: 20 * LONGEST_LINE].splitlines():
        mark = _builders_mark(one_spaced(line[:LONGEST_LINE]))
        marks.add(mark)
        if mark == "ship with its upgrades":
            return True
    return len(marks - {""}) > 1


def _builders_mark(line: str) -> str:
    if _WITH_UPGRADES.search(line[-40:]):
        return "ship with its upgrades"
    if _SUM.fullmatch(line):
        return "sum"
    if _OBJECTIVE.match(line):
        return "objective"
    if _FLAGSHIP.match(line):
        return "flagship"
    if line.casefold().startswith("commander:"):
        return "commander"
    return ""


def read_fleet_text(text: str, rules: Ruleset) -> Roster:
    """Return the fleet a text holds, with a remark for each line that was not understood."""
    sections = {section.id for section in rules.lists.sections}
    if sections and not {SHIPS, SQUADRONS} <= sections:
        raise ListUnreadable("fleet-armada-played-other-lists", rules=rules.title)
    reader = _FleetReader(rules)
    for number, line in enumerate(lines_of(text), start=1):
        reader.line(number, line)
    return reader.roster()


class _FleetReader:
    """Reads a fleet line by line and remembers where it stands."""

    def __init__(self, rules: Ruleset) -> None:
        self.total_is_checked = any(check.check == "total" for check in rules.lists.checks)
        self.name = ""
        self.faction = ""
        self.commander = ""
        self.total: int | None = None
        self.squadron_total: int | None = None
        self.sums = {"total": 0, "squadrons": 0}
        self.ships: list[_Ship] = []
        self.squadrons: list[Written] = []
        self.others: list[Entry] = []
        self.remarks = Remarks()
        self.bound = Bound()
        self.current: Written | None = None
        self.under = ""
        self.sums_with_ships = False

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        text = one_spaced(line)
        if not text or set(text) <= {"=", "-"}:
            return
        if len(text) > LONGEST_LINE:
            self.remarks.lost(number, text)
            return
        readers = (self._sum, self._heading, self._header)
        if not any(read(number, text) for read in readers):
            self._card(number, text)

    def _heading(self, number: int, text: str) -> bool:
        if heading := _HEADING.fullmatch(text):
            self.under, self.current = SQUADRONS, None
            if heading[1]:
                self._squadrons_cost(heading[1], number)
            return True
        key, _, value = text.partition(":")
        if plain(key) not in _OTHERS:
            return False
        self.under = "" if value.strip() else _OTHERS[plain(key)]
        for name in value.split(","):
            self._other(number, name, _OTHERS[plain(key)])
        return True

    def _header(self, number: int, text: str) -> bool:
        key, colon, value = text.partition(":")
        word, value = plain(key), value.strip()
        if not colon or text[0] in _BULLETS or "(" in key:
            return False
        if word in {"name", "fleet", "fleetname"}:
            self.name = unhidden(value)
        elif word == "faction":
            self.faction = _faction(value)
        elif word == "commander":
            self.commander = self._commander(number, value)
        elif word in {"points", "totalpoints", "total"}:
            self._total(number, text, value)
        elif word.removesuffix("objective") in _CATEGORIES:
            self._other(number, value, OBJECTIVES, word.removesuffix("objective"))
        else:
            return word in _LEFT_OUT or self._faction_and_author(text)
        return True

    def _commander(self, number: int, value: str) -> str:
        named = read_phrase(value, number)
        return named.card.name if named else ""

    def _faction_and_author(self, text: str) -> bool:
        """Read `Rebels - Author: somebody`."""
        faction, dash, rest = text.partition(" - ")
        if not dash or plain(faction) not in _FACTIONS or not rest.casefold().startswith("author"):
            return False
        self.faction = _faction(faction)
        return True

    def _total(self, number: int, text: str, value: str) -> None:
        said = _TOTAL.fullmatch(value)
        if said:
            self.total, self.sums["total"] = read_number(said[1], number), number
        else:
            self.remarks.lost(number, text)

    def _squadrons_cost(self, digits: str, number: int) -> None:
        self.squadron_total, self.sums["squadrons"] = read_number(digits, number), number

    def _sum(self, number: int, text: str) -> bool:
        said = _SUM.fullmatch(text)
        if not said:
            return False
        of_squadrons = self.current is None or self.current.section == SQUADRONS
        if said[3].casefold() == "squadron" or (said[3].casefold() != "ship" and of_squadrons):
            self._squadrons_cost(said[1], number)
        elif self.ships:
            self.ships[-1].said, self.ships[-1].at = read_number(said[1], number), number
        self.current = None
        return True

    def _other(self, number: int, name: str, section: str, category: str = "") -> None:
        """Add an objective, an obstacle or a damage deck: a name without points."""
        if is_name(name):
            self.bound.take(1, number)
            self.others.append(Entry(section, Listed(unhidden(name), slot=category)))

    def _card(self, number: int, text: str) -> None:
        bulleted = text[0] in _BULLETS
        if not self.name and not self.ships and not bulleted and self._title(number, text):
            return
        if self.under and self.under != SQUADRONS:
            card = read_phrase(text.lstrip(_BULLETS), number)
            if card is None or card.card.declared is None:
                self._other(number, text.lstrip(_BULLETS), self.under)
                return
            self.under = ""
        if bulleted and not self.under:
            self._upgrade(number, text[1:])
            return
        text, said = self._with_upgrades(number, text.lstrip(_BULLETS))
        phrase = read_phrase(text, number)
        if phrase is None:
            self.remarks.lost(number, text)
        elif phrase.card.declared is None:
            self._bare(number, phrase)
        else:
            self._priced(number, _with_whole_name(phrase), said)

    def _title(self, number: int, text: str) -> bool:
        """Read the first line: the name, and behind it squadrons, total and limit."""
        found = _LIMITS.search(text[-60:])
        if found:
            first, second, third = found.groups()
            if third:
                self._squadrons_cost(first, number)
            self.total = read_number(second if third else first, number)
            self.sums["total"] = number
            text = text[: len(text) - len(found[0])]
        elif text.endswith(")") or _FLAGSHIP.match(text):
            return False
        self.name = unhidden(text)
        return bool(self.name)

    def _with_upgrades(self, number: int, text: str) -> tuple[str, int | None]:
        """Read `Ship (96 + 37: 133)`: its own points, those aboard, and both."""
        found = _WITH_UPGRADES.search(text[-40:])
        if not found:
            return text, None
        self.sums_with_ships = True
        begin = len(text) - len(found[0])
        return f"{text[:begin]}({found[1]})", read_number(found[3], number)

    def _priced(self, number: int, phrase: Phrase, said: int | None) -> None:
        self.bound.take(phrase.count, number)
        alone = self.sums_with_ships and said is None
        if self.under or phrase.counted or alone:
            self.current = Written(SQUADRONS, phrase, number)
            self.squadrons.append(self.current)
        else:
            self.current = Written(SHIPS, phrase, number)
            self.ships.append(_Ship(self.current, said, number))

    def _bare(self, number: int, phrase: Phrase) -> None:
        """A card without points is an objective where ships carry their sums, else a riddle."""
        if self.sums_with_ships:
            self._other(number, phrase.card.name, OBJECTIVES)
        elif plain(phrase.card.name) in _FACTIONS and not self.faction:
            self.faction = _faction(phrase.card.name)
        else:
            self.remarks.lost(number, phrase.card.name)

    def _upgrade(self, number: int, text: str) -> None:
        phrase = read_phrase(text, number)
        if phrase is None or self.current is None or phrase.count > 1:
            self.remarks.lost(number, text)
            return
        if self.current.section == SQUADRONS:
            self._is_a_ship(self.current, number)
        self.bound.take(1, number)
        self.current.upgrades.append(_with_whole_name(phrase))

    def _is_a_ship(self, line: Written, number: int) -> None:
        self.squadrons.remove(line)
        line.section = SHIPS
        self.ships.append(_Ship(line, None, number))

    def roster(self) -> Roster:
        """Return the fleet, and remark on every sum that does not come out."""
        ships = sum(ship.line.cost(both=False) for ship in self.ships)
        left = self.squadron_total
        if left is None and self.total is not None:
            left = self.total - ships
        both = for_all_copies(self.squadrons, left)
        squadrons = [entry for line in self.squadrons for entry in line.entries(both=both)]
        cost = sum(entry.card.declared or 0 for entry in squadrons)
        for ship in self.ships:
            name, said = ship.line.phrase.card.name, ship.said
            self._compare(name, said, ship.line.cost(both=False), ship.at)
        self._compare(SQUADRONS, self.squadron_total, cost, self.sums["squadrons"])
        if not self.total_is_checked:
            self._compare(self.name, self.total, ships + cost, self.sums["total"])
        entries = [entry for ship in self.ships for entry in ship.line.entries(both=False)]
        entries = self._commanded(entries)
        muster = Muster((*entries, *squadrons, *self.others), self.total)
        remarks = tuple(self.remarks.all)
        return Roster(faction=self.faction, name=self.name, musters=(muster,), remarks=remarks)

    def _compare(self, name: str, said: int | None, counted: int, number: int) -> None:
        if said is not None and said != counted:
            self.remarks.add("sum-differs", number, name=name, said=said, counted=counted)

    def _commanded(self, entries: list[Entry]) -> list[Entry]:
        """Mark who commands: whom the fleet names, else the one upgrade of a commander's price."""
        upgrades = [card for entry in entries for card in entry.upgrades]
        marked = [card.name for card in upgrades if card.slot == COMMANDER]
        if marked:
            if not self.commander:
                self.remarks.add("commander-taken-as", 0, name=marked[0])
            return entries
        if self.commander:
            return self._commanded_by(self.commander, entries)
        dear = [card.name for card in upgrades if (card.declared or 0) >= LEAST_COMMANDER]
        if len(dear) != 1:
            return entries
        self.remarks.add("commander-taken-as", 0, name=dear[0])
        return self._commanded_by(dear[0], entries)

    def _commanded_by(self, name: str, entries: list[Entry]) -> list[Entry]:
        for place, entry in enumerate(entries):
            for at, card in enumerate(entry.upgrades):
                if plain(card.name) == plain(name):
                    upgrades = list(entry.upgrades)
                    upgrades[at] = replace(card, slot=COMMANDER)
                    entries[place] = replace(entry, upgrades=tuple(upgrades))
                    return entries
        self.remarks.add("commander-not-aboard", 0, name=name)
        return entries


def _with_whole_name(phrase: Phrase) -> Phrase:
    """Builders print no products: what stands in parentheses is part of the name."""
    card = phrase.card
    if not card.products:
        return phrase
    name = " ".join((card.name, *(f"({product})" for product in card.products)))
    return replace(phrase, card=replace(card, name=name, products=()))


def _faction(written: str) -> str:
    return _FACTIONS.get(plain(written), unhidden(written))
