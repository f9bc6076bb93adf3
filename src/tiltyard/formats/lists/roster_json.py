"""A list as our own JSON, tiltyard/list/1: what other programs hand in through the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.formats.lists.list_limits import (
    LONGEST_NAME,
    MISSING,
    MOST_MUSTERS,
    MOST_POINTS,
    MOST_UPGRADES,
    NO_NUMBER,
    NOT_KNOWN,
    NOT_READ,
    TOO_LONG,
    TOO_MANY,
    bounded,
    list_json,
    refusal,
    tidied,
    too_many,
)
from tiltyard.formats.lists.marks import SIZES, trait_of
from tiltyard.formats.lists.plain import section_names
from tiltyard.formats.values import Problem, items, known_keys, shown, table
from tiltyard.formats.values import text as text_value

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset, Section

FORMAT = "tiltyard/list/1"
_ROSTER = frozenset(("format", "faction", "name", "musters"))
_MUSTER = frozenset(("points", "entries"))
_CARD = frozenset(
    ("name", "slot", "points", "type", "faction", "size", "traits", "products", "capacity")
)
_MOST_MARKS = 20
_ENTRY = _CARD | {"section", "upgrades", "id", "group"}


def read_roster_json(text: str, rules: Ruleset) -> Roster:
    """Return the list of a tiltyard/list/1 text."""
    return read_roster_value(list_json(text), rules)


def read_roster_value(value: object, rules: Ruleset) -> Roster:
    """Return the list of a decoded tiltyard/list/1 document, or refuse it with the place."""
    try:
        return _roster(value, rules)
    except Problem as problem:
        raise refusal(problem) from None


def _roster(value: object, rules: Ruleset) -> Roster:
    top = table(value, "the list")
    if top.get("format") != FORMAT:
        raise Problem(NOT_READ, "format", found=shown(top.get("format")))
    known_keys(top, "", _ROSTER)
    musters = items(top.get("musters"), "musters")
    if not 1 <= len(musters) <= MOST_MUSTERS:
        raise Problem(TOO_MANY if musters else MISSING, "musters")
    sections = rules.lists.sections
    return bounded(
        Roster(
            faction=_text(top, "faction"),
            name=_text(top, "name"),
            musters=tuple(
                _muster(muster, f"musters[{n}]", sections) for n, muster in enumerate(musters)
            ),
        )
    )


def _muster(value: object, path: str, sections: tuple[Section, ...]) -> Muster:
    muster = table(value, path)
    known_keys(muster, path, _MUSTER)
    entries = items(muster.get("entries"), f"{path}.entries")
    if len(entries) > MOST_ENTRIES:
        raise too_many()
    try:
        return Muster(
            tuple(_entry(entry, f"entries[{n}]", sections) for n, entry in enumerate(entries)),
            _number(muster, "points", least=0),
        )
    except Problem as problem:
        raise problem.within(path) from None


def _entry(value: object, path: str, sections: tuple[Section, ...]) -> Entry:
    try:
        entry = table(value, "")
        known_keys(entry, "", _ENTRY)
        upgrades = items(entry.get("upgrades", []), "upgrades")
        if len(upgrades) > MOST_UPGRADES:
            raise Problem(TOO_MANY, "upgrades")
        return Entry(
            section=_section(_text(entry, "section"), sections),
            card=_card(entry),
            upgrades=tuple(_upgrade(other, f"upgrades[{n}]") for n, other in enumerate(upgrades)),
            id=_text(entry, "id"),
            group=_number(entry, "group"),
        )
    except Problem as problem:
        raise problem.within(path) from None


def _section(written: str, sections: tuple[Section, ...]) -> str:
    """Return the section by anything people call it, the first one where none is named."""
    if not sections:
        return written
    known = section_names(sections).get(plain(written)) if written else sections[0].id
    if known is None:
        ids = tuple(section.id for section in sections)
        raise Problem(NOT_KNOWN, f"section.{written}", known=ids)
    return known


def _upgrade(value: object, path: str) -> Listed:
    try:
        upgrade = table(value, "")
        known_keys(upgrade, "", _CARD)
        return _card(upgrade)
    except Problem as problem:
        raise problem.within(path) from None


def _card(card: dict[str, Any]) -> Listed:
    name = _text(card, "name")
    if not name:
        raise Problem(MISSING, "name")
    return Listed(
        name=name,
        slot=_text(card, "slot"),
        declared=_number(card, "points"),
        faction=_text(card, "faction"),
        type=_text(card, "type"),
        traits=_traits(card),
        capacity=_number(card, "capacity", least=0),
        products=_texts(card, "products"),
    )


def _traits(card: dict[str, Any]) -> tuple[str, ...]:
    """Return the traits of a card, with its size."""
    size = trait_of(_text(card, "size"))
    if size and size not in SIZES:
        raise Problem(NOT_KNOWN, f"size.{size}", known=tuple(SIZES))
    marks = (trait_of(mark) for mark in _texts(card, "traits"))
    return tuple(dict.fromkeys(mark for mark in (size, *marks) if mark))


def _texts(values: dict[str, Any], key: str) -> tuple[str, ...]:
    given = items(values.get(key, []), key)
    if len(given) > _MOST_MARKS:
        raise Problem(TOO_MANY, key)
    return tuple(_text({key: entry}, key) for entry in given)


def _text(values: dict[str, Any], key: str) -> str:
    value = tidied(text_value(values.get(key, ""), key, empty=True))
    if len(value) > LONGEST_NAME:
        raise Problem(TOO_LONG, key)
    return value


def _number(values: dict[str, Any], key: str, *, least: int = -MOST_POINTS) -> int | None:
    value = values.get(key)
    if value is not None and (type(value) is not int or not least <= value <= MOST_POINTS):
        raise Problem(NO_NUMBER, key)
    return value
