"""Catalogues in the layout of the community's xwing-data: pilots, upgrades, ships, sources."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from tiltyard.engine.rosters.catalogue import Card, Catalogue, Discount
from tiltyard.engine.rosters.roster import UNIQUE, Product
from tiltyard.formats.catalogues.simple_json import (
    CatalogueUnreadable,
    catalogue_json,
    day,
    name_text,
    wrong_card_data,
)
from tiltyard.formats.values import Problem, items, shown, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

GAME, TITLE = "xwing", "X-Wing cards (xwing-data)"
NEEDED = ("pilots", "upgrades", "ships")
FILES = (*NEEDED, "sources")
EPIC, HUGE = "epic", "huge"
FACTIONS = {
    "Rebel Alliance": "Rebel",
    "Resistance": "Rebel",
    "Galactic Empire": "Imperial",
    "First Order": "Imperial",
    "Scum and Villainy": "Scum",
}
EPIC_SLOTS = frozenset(("Cargo", "Hardpoint", "Team"))
DISCOUNTS = {
    "tiex1": Discount(4, "System"),
    "vaksai": Discount(1),
    "renegaderefit": Discount(1, "Elite"),
}
"""For data without card texts, which say it otherwise."""

_SENTENCES = re.compile(r"<br\s*/?>|(?<=\.)\s")
_CHEAPER = re.compile(
    r"squad point cost\b.*\breduced by (\d{1,3})(?: \(to a minimum of (\d{1,3})\))?", re.IGNORECASE
)
_ICON = re.compile(r"\[([A-Za-z ]+)\]")
_SIDE = re.compile(r"\s*\([^()]*\)$")
_T = TypeVar("_T")


def read_xwing_data(files: Mapping[str, bytes]) -> Catalogue:
    """Return the catalogue in files by their names without ending, or name the wrong place."""
    missing = [name for name in NEEDED if name not in files]
    if missing:
        raise CatalogueUnreadable("card-file-missing", missing=missing[0])
    rows = {name: catalogue_json(raw) for name, raw in files.items()}
    try:
        return _catalogue(rows)
    except Problem as problem:
        raise wrong_card_data(problem) from None


def _catalogue(rows: Mapping[str, object]) -> Catalogue:
    sizes = dict(_each(rows["ships"], "ships", _size))
    sources = _each(rows.get("sources", []), "sources", _source)
    from_pilots, from_upgrades = _products(sources, "pilots"), _products(sources, "upgrades")
    pilots = _each(rows["pilots"], "pilots", lambda row: _pilot(row, sizes, from_pilots))
    upgrades = _each(rows["upgrades"], "upgrades", lambda row: _upgrade(row, sizes, from_upgrades))
    return Catalogue(
        game=GAME,
        label=TITLE,
        cards=(*pilots, *_one_for_both_sides(upgrades)),
        products=tuple(product for product, _ in sources),
    )


def _each(value: object, path: str, read: Callable[[dict[str, Any]], _T]) -> list[_T]:
    found = []
    for number, row in enumerate(items(value, path)):
        place = f"{path}[{number}]"
        try:
            found.append(read(table(row, "")))
        except Problem as problem:
            raise problem.within(place) from None
    return found


def _size(row: dict[str, Any]) -> tuple[str, str]:
    return name_text(row.get("name"), "name"), name_text(row.get("size"), "size")


def _source(row: dict[str, Any]) -> tuple[Product, dict[str, Any]]:
    released = row.get("release_date")
    product = Product(
        name_text(row.get("name"), "name"), day(released, "release_date") if released else None
    )
    return product, table(row.get("contents", {}), "contents")


def _products(
    sources: Sequence[tuple[Product, dict[str, Any]]], kind: str
) -> dict[str, tuple[str, ...]]:
    """Return the products of each card, by the number the data gives the card."""
    found: dict[str, list[str]] = defaultdict(list)
    for product, contents in sources:
        within = contents.get(kind) or {}  # an empty one is written as a list
        for number in table(within, f"contents.{kind}"):
            found[number].append(product.name)
    return {number: tuple(names) for number, names in found.items()}


def _pilot(
    row: dict[str, Any], sizes: Mapping[str, str], products: Mapping[str, tuple[str, ...]]
) -> Card:
    ship = name_text(row.get("ship"), "ship")
    if ship not in sizes:
        raise Problem("card-data-no-ship", "ship", found=shown(ship))
    size = sizes[ship]
    traits = (size, *((EPIC,) if size == HUGE else ()))
    return Card(
        id=name_text(row.get("xws"), "xws"),
        name=name_text(row.get("name"), "name"),
        kind="entry",
        points=_points(row.get("points")),
        type=ship,
        factions=_factions(row),
        traits=traits + _marks(row),
        products=products.get(str(row.get("id")), ()),
        slots=tuple(dict.fromkeys(_texts(row, "slots"))),
    )


def _upgrade(
    row: dict[str, Any], sizes: Mapping[str, str], products: Mapping[str, tuple[str, ...]]
) -> Card:
    slot = name_text(row.get("slot"), "slot")
    identity = name_text(row.get("xws"), "xws")
    fits = {sizes.get(ship, "") for ship in _texts(row, "ship")} or set(_texts(row, "size"))
    return Card(
        id=identity,
        name=name_text(row.get("name"), "name"),
        kind="upgrade",
        points=_points(row.get("points")),
        slot=slot,
        factions=_factions(row),
        traits=((EPIC,) if slot in EPIC_SLOTS or fits == {HUGE} else ()) + _marks(row),
        products=products.get(str(row.get("id")), ()),
        discount=_discount(identity, row.get("text")),
    )


def _marks(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(mark for mark in (UNIQUE, "limited") if row.get(mark) is True)


def _points(value: object) -> int | None:
    """Return what a card costs; `?` is on cards that are never bought."""
    if value == "?":
        return None
    if type(value) is not int:
        raise Problem("card-data-no-points", "points", found=shown(value))
    return value


def _factions(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(FACTIONS.get(text, text) for text in _texts(row, "faction")))


def _texts(row: dict[str, Any], key: str) -> list[str]:
    value = row.get(key) or []
    listed = [value] if isinstance(value, str) else items(value, key)
    return [name_text(entry, key) for entry in listed]


def _discount(identity: str, text: object) -> Discount | None:
    """Return what a card takes off others by its own text."""
    if not isinstance(text, str) or not text:
        return DISCOUNTS.get(identity)
    for sentence in _SENTENCES.split(text[:4000]):
        cheaper = _CHEAPER.search(sentence)
        if cheaper:
            icon = _ICON.search(sentence)
            points, least = int(cheaper.group(1)), int(cheaper.group(2) or 0)
            return Discount(points, icon.group(1) if icon else "", least)
    return None


def _one_for_both_sides(upgrades: Sequence[Card]) -> list[Card]:
    """Return each card once: the data has a row for each side of a card that is turned over."""
    sides: dict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in upgrades:
        sides[card.id, card.slot, card.factions].append(card)
    found = []
    for cards in sides.values():
        names = tuple(dict.fromkeys(card.name for card in cards))
        bare = {_SIDE.sub("", name) for name in names}
        if len(names) > 1 and len(bare) == 1:
            products = dict.fromkeys(product for card in cards for product in card.products)
            found.append(replace(cards[0], name=bare.pop(), also=names, products=tuple(products)))
        else:
            found += cards[:1]
    return found
