"""Lists as a table: one row for each unit, ship or card, the columns known by their headers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.ruleset import Ruleset
from tiltyard.formats.lists.list_limits import ListUnreadable, checked_text
from tiltyard.formats.lists.plain import (
    LONGEST_LINE,
    Bound,
    Draft,
    Phrase,
    Remarks,
    Written,
    check_squads,
    hide,
    one_spaced,
    read_copies,
    read_phrase,
    read_points,
    section_names,
    shortened,
    unhidden,
    with_slot,
)

SEPARATORS = ",;\t"
_COLUMNS = {
    "section": ("section", "part", "kind"),
    "name": ("name", "unit", "ship", "card", "pilot", "disk", "squadron", "title"),
    "points": ("points", "cost", "pts", "price"),
    "upgrades": ("upgrades", "equipment", "options", "wargear"),
    "slot": ("slot", "upgradeslot"),
    "count": ("count", "copies", "number", "quantity", "qty"),
    "stage": ("stage", "squad", "round", "list"),
    "group": ("regiment", "group"),
    "faction": ("faction", "side"),
    "id": ("id", "instance"),
    "type": ("type", "shiptype", "race", "unittype"),
    "product": ("product", "expansion", "pack"),
    "marks": ("marks", "traits"),
}
_BY_HEADER = {word: column for column, words in _COLUMNS.items() for word in words}
_UPGRADE_WORDS = frozenset(("upgrade", "upgrades"))
_LEAST_COLUMNS = 2


def looks_like_csv(text: str) -> bool:
    """Tell whether the first line is a header with a name column and another known one."""
    return _header_of(text) is not None


def read_csv(text: str, rules: Ruleset) -> Roster:
    """Return the list a table holds, with a remark for each row that was not understood."""
    text = checked_text(text).removeprefix("\ufeff")
    header = _header_of(text)
    if header is None:
        raise ListUnreadable("first-line-names-no-column", field="line 1")
    separator, columns = header
    reader = _TableReader(rules)
    for place, column in enumerate(columns):
        if not column and _cells(text, separator)[place].strip():
            name = shortened(_cells(text, separator)[place])
            reader.remarks.add("column-ignored", 1, column=name)
    for number, cells in _rows(text, separator):
        reader.row(number, _by_column(columns, cells), cells)
    return reader.roster()


class _TableReader:
    """Reads a table row by row."""

    def __init__(self, rules: Ruleset) -> None:
        self.sections = section_names(rules.lists.sections)
        self.first = next((section.id for section in rules.lists.sections), "list")
        self.faction = ""
        self.drafts: dict[str, Draft] = {}
        self.remarks = Remarks()
        self.bound = Bound()
        self.current: Written | None = None

    def row(self, number: int, row: dict[str, str], cells: list[str]) -> None:
        """Read one row; one with a slot and no section belongs to the row above it."""
        if not any(cell.strip() for cell in cells):
            return
        phrase = _phrase(number, row)
        section = self.sections.get(plain(row.get("section", "")))
        faction = row.get("faction", "").strip()
        self.faction = self.faction or unhidden(faction)
        if plain(row.get("name", "")) in {"total", "totalpoints"}:
            self._draft(number, row).declared = read_points(row.get("points", ""), number)
        elif phrase is None or (row.get("section", "").strip() and not section and not _added(row)):
            self.remarks.lost(number, " ".join(cells))
        elif _added(row) and not section:
            self._upgrade(number, phrase)
        else:
            self._entry(number, row, section or self.first, phrase)

    def _draft(self, number: int, row: dict[str, str]) -> Draft:
        """Return the muster of a row: each name in the stage column is one, in this order."""
        stage = plain(row.get("stage", ""))
        draft = self.drafts.setdefault(stage, Draft())
        check_squads(len(self.drafts), number)
        digits = "".join(char for char in stage if char.isdigit())
        draft.place = int(digits) if 0 < len(digits) < 4 else None
        return draft

    def _entry(self, number: int, row: dict[str, str], section: str, phrase: Phrase) -> None:
        self.bound.take(phrase.count, number)
        group = read_points(row.get("group", "").casefold().removeprefix("regiment"), number)
        self.current = Written(section, phrase, number, group=group)
        self._draft(number, row).lines.append(self.current)
        for item in row.get("upgrades", "").replace("|", ";").split(";"):
            if item.strip():
                slot, rest = with_slot(item.strip())
                upgrade = read_phrase(rest, number)
                self._upgrade(number, upgrade and _in_slot(upgrade, slot), item)

    def _upgrade(self, number: int, phrase: Phrase | None, text: str = "") -> None:
        if phrase is None or self.current is None:
            self.remarks.lost(number, text or (phrase.card.name if phrase else ""))
            return
        self.bound.take(phrase.count * self.current.phrase.count, number)
        self.current.upgrades.append(phrase)

    def roster(self) -> Roster:
        """Return the whole list; numbered squads in the order of their numbers."""
        drafts = list(self.drafts.values()) or [Draft()]
        if all(draft.place is not None for draft in drafts):
            drafts.sort(key=lambda draft: draft.place or 0)
        musters = tuple(draft.muster() for draft in drafts)
        return Roster(self.faction, musters=musters, remarks=tuple(self.remarks.all))


def _phrase(number: int, row: dict[str, str]) -> Phrase | None:
    """Return the card of a row: its name may carry marks, the other columns add to them."""
    marks = row.get("marks", "").replace("[", "").replace("]", "").strip()
    name = row.get("name", "").strip()
    phrase = read_phrase(f"{name} [{marks}]" if marks else name, number)
    if phrase is None:
        return None
    points, count = row.get("points", "").strip(), row.get("count", "").strip()
    card = phrase.card
    card = replace(
        card,
        declared=read_points(points, number) if points else card.declared,
        slot=unhidden(row.get("slot", "")).casefold() or card.slot,
        type=unhidden(row.get("type", "")) or card.type,
    )
    if product := unhidden(row.get("product", "")):
        card = replace(card, products=(*card.products, product))
    copies = read_copies(count, number) if count else phrase.count
    if copies is None:
        return None
    return replace(phrase, card=card, count=copies, id=unhidden(row.get("id", "")) or phrase.id)


def _in_slot(phrase: Phrase, slot: str) -> Phrase:
    return replace(phrase, card=replace(phrase.card, slot=slot)) if slot else phrase


def _added(row: dict[str, str]) -> bool:
    """Tell whether a row belongs to the one above it."""
    section = plain(row.get("section", ""))
    return section in _UPGRADE_WORDS or (not section and bool(row.get("slot", "").strip()))


def _header_of(text: str) -> tuple[str, list[str]] | None:
    """Return the separator and the columns, empty where unknown; none: this is no table."""
    found = None
    for separator in SEPARATORS:
        columns = [_BY_HEADER.get(plain(cell), "") for cell in _cells(text, separator)]
        known = [column for column in columns if column]
        if "name" in known and len(known) >= _LEAST_COLUMNS and len(columns) >= _LEAST_COLUMNS:
            best = found is None or len(known) > len([column for column in found[1] if column])
            found = (separator, columns) if best else found
    return found


def _cells(text: str, separator: str) -> list[str]:
    """Return the cells of the first line."""
    lines = text[: LONGEST_LINE + 1].removeprefix("\ufeff").splitlines()
    return next(csv.reader(lines[:1], delimiter=separator), [])


def _by_column(columns: list[str], cells: list[str]) -> dict[str, str]:
    """Return the cells by their column; the first of two alike counts."""
    row: dict[str, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column:
            row.setdefault(column, hide(one_spaced(cell[:LONGEST_LINE])))
    return row


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    table = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        next(table, None)
        for cells in table:
            yield table.line_num, cells
    except csv.Error as error:
        raise ListUnreadable(
            "rows-table-cannot-read", field=f"line {table.line_num}", error=str(error)
        ) from None
