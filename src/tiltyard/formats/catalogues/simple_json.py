"""Catalogues as our own JSON, tiltyard/catalogue/1: for any game, and how installed ones lie.

docs/format/catalogue.md explains it to people. It is read strictly: a key nobody knows is
refused, and every refusal names its place.
"""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from tiltyard.engine.errors import TournamentUnreadable, Unreadable
from tiltyard.engine.rosters.catalogue import Card, CardKind, Catalogue, Discount
from tiltyard.engine.rosters.roster import Product
from tiltyard.formats.strict_json import NESTED_TOO_DEEPLY, decode
from tiltyard.formats.values import Problem, items, known_keys, one_of, shown, table
from tiltyard.formats.values import text as text_value

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = "tiltyard/catalogue/1"
MOST_CARDS = 20_000
LONGEST_NAME = 200
MOST_POINTS = 100_000
_TOP = frozenset(("format", "game", "title", "cards", "products"))
_CARD = frozenset(field.name for field in fields(Card))
_PRODUCT = frozenset(("name", "released"))
_DISCOUNT = frozenset(("points", "slot", "least"))
_EMPTY: tuple[object, ...] = ("", ())
_T = TypeVar("_T")


class CatalogueUnreadable(Unreadable):
    """Card data of the wrong shape; its facts name the place."""

    kind = "catalogue-unreadable"


def read_catalogue(data: bytes) -> Catalogue:
    """Return the catalogue of a tiltyard/catalogue/1 file; its label is its title."""
    return read_catalogue_value(catalogue_json(data))


def catalogue_json(data: bytes) -> object:
    """Return the JSON of a file of card data, or refuse it in one sentence."""
    try:
        return decode(data)
    except TournamentUnreadable as error:
        if error.code == NESTED_TOO_DEEPLY:
            raise CatalogueUnreadable("card-data-nested-too-deeply") from None
        raise CatalogueUnreadable("card-data-not-read", field=error.field, error=error) from None


def read_catalogue_value(value: object) -> Catalogue:
    """Return the catalogue of a decoded file, or refuse it with the place."""
    try:
        return _catalogue(value)
    except Problem as problem:
        raise wrong_card_data(problem) from None


def wrong_card_data(problem: Problem) -> CatalogueUnreadable:
    """Return what is wrong at a place of card data as a refusal of the whole."""
    place = problem.path
    return CatalogueUnreadable("card-data-wrong", field=place, place=place, problem=problem)


def catalogue_text(catalogue: Catalogue) -> str:
    """Return a catalogue as a file: one card on each line, nothing that is empty."""
    head = {"format": FORMAT, "game": catalogue.game, "title": catalogue.label}
    lines = ",\n".join(f"  {_line(_card_table(card))}" for card in catalogue.cards)
    products = ",\n".join(f"  {_line(_product_table(product))}" for product in catalogue.products)
    return f'{_line(head)[:-1]}, "cards": [\n{lines}\n], "products": [\n{products}\n]}}\n'


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _card_table(card: Card) -> dict[str, Any]:
    values = _said(card)
    if card.discount is not None:
        values["discount"] = _said(card.discount)
    return values


def _said(values: Card | Discount) -> dict[str, Any]:
    """Return what is not empty."""
    found = {field.name: getattr(values, field.name) for field in fields(values)}
    return {key: value for key, value in found.items() if value is not None and value not in _EMPTY}


def _product_table(product: Product) -> dict[str, Any]:
    if product.released is None:
        return {"name": product.name}
    return {"name": product.name, "released": product.released.isoformat()}


def _catalogue(value: object) -> Catalogue:
    top = table(value, "the file")
    if top.get("format") != FORMAT:
        raise Problem("card-data-format", "format", found=shown(top.get("format")), format=FORMAT)
    known_keys(top, "", _TOP)
    cards = items(top.get("cards"), "cards")
    if not 1 <= len(cards) <= MOST_CARDS:
        raise Problem("card-data-number-of-cards", "cards", count=len(cards), most=MOST_CARDS)
    products = items(top.get("products", []), "products")
    read_products = _each(products, "products", _product)
    read_cards = _each(cards, "cards", _card)
    _refuse_doubles(read_cards)
    return Catalogue(
        game=name_text(top.get("game"), "game"),
        label=name_text(top.get("title"), "title"),
        cards=read_cards,
        products=read_products,
    )


def _each(values: list[Any], path: str, read: Callable[[object], _T]) -> tuple[_T, ...]:
    found = []
    for number, value in enumerate(values):
        try:
            found.append(read(value))
        except Problem as problem:
            raise problem.within(f"{path}[{number}]") from None
    return tuple(found)


def _refuse_doubles(cards: tuple[Card, ...]) -> None:
    seen: dict[tuple[object, ...], int] = {}
    for number, card in enumerate(cards):
        key = (card.kind, card.id, card.slot, card.type, card.factions)
        first = seen.setdefault(key, number)
        if first != number:
            path = f"cards[{number}]"
            raise Problem("card-data-same-card", path, first=first, card=shown(card.id))


def _card(value: object) -> Card:
    card = table(value, "")
    known_keys(card, "", _CARD)
    return Card(
        id=name_text(card.get("id"), "id"),
        name=name_text(card.get("name"), "name"),
        kind=_kind(card.get("kind")),
        points=_number(card, "points"),
        section=_optional_text(card, "section"),
        slot=_optional_text(card, "slot"),
        type=_optional_text(card, "type"),
        factions=_texts(card, "factions"),
        traits=_texts(card, "traits"),
        capacity=_number(card, "capacity"),
        products=_texts(card, "products"),
        also=_texts(card, "also"),
        discount=_discount(card.get("discount")),
        slots=_texts(card, "slots"),
    )


def _kind(value: object) -> CardKind:
    return "upgrade" if one_of(value, "kind", ("entry", "upgrade")) == "upgrade" else "entry"


def _discount(value: object) -> Discount | None:
    if value is None:
        return None
    discount = table(value, "discount")
    known_keys(discount, "discount", _DISCOUNT)
    points = _number(discount, "points")
    if points is None or points < 1:
        raise Problem("card-data-discount", "discount.points", found=shown(points))
    least = _number(discount, "least") or 0
    return Discount(points, _optional_text(discount, "slot"), least)


def _product(value: object) -> Product:
    product = table(value, "")
    known_keys(product, "", _PRODUCT)
    released = product.get("released")
    return Product(
        name_text(product.get("name"), "name"),
        None if released is None else day(released, "released"),
    )


def day(value: object, path: str) -> date:
    """Return a day written as 2014-09-25."""
    try:
        return date.fromisoformat(text_value(value, path))
    except ValueError:
        raise Problem("card-data-no-day", path, found=shown(value)) from None


def name_text(value: object, path: str) -> str:
    """Return a name that says something and has an end."""
    name = text_value(value, path).strip()
    if len(name) > LONGEST_NAME:
        raise Problem("card-data-name-too-long", path, count=len(name), most=LONGEST_NAME)
    return name


def _optional_text(values: dict[str, Any], key: str) -> str:
    return name_text(values[key], key) if values.get(key) else ""


def _texts(values: dict[str, Any], key: str) -> tuple[str, ...]:
    listed = items(values.get(key, []), key)
    return tuple(name_text(entry, f"{key}[{n}]") for n, entry in enumerate(listed))


def _number(values: dict[str, Any], key: str) -> int | None:
    value = values.get(key)
    if value is not None and (type(value) is not int or abs(value) > MOST_POINTS):
        raise Problem("card-data-no-number", key, found=shown(value))
    return value
