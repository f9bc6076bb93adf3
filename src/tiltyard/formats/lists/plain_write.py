"""A list as text a person can edit: reading it again gives the same list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tiltyard.core.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.core.ruleset import Ruleset
from tiltyard.core.ruleset_lists import Section
from tiltyard.formats.lists.limits import ListUnreadable
from tiltyard.formats.lists.plain import PlainReader
from tiltyard.formats.lists.plain_phrase import hide

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


def _literal(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\")
