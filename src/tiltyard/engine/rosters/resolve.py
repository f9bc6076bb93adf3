"""From names to cards: what a catalogue knows of every card of a list, leniently.

A name is found by its id, its name or another name the card goes by; where several cards share
it, the slot, the type, the section, the faction and the declared points tell them apart. What is
not found stays as it was written, with a remark.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.rosters.catalogue import Card, CardKind, Catalogue, plain
from tiltyard.engine.rosters.factions import faction_named
from tiltyard.engine.rosters.legality import same_product
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Product, Remark, Roster, summed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tiltyard.engine.ruleset import Ruleset

MOST_NAMED = 12
"""How many cards a name is said to be mistaken for: a person reads no more."""

_IN_BRACKETS = re.compile(r"([^()]*)\(([^()]*)\)\s*")
_BESIDE = re.compile(r"\s+[-–—]\s+")
UNKNOWN_CARD, TAKEN_AS, POINTS_DIFFER = "unknown-card", "taken-as", "points-differ"
OTHER_KIND: dict[CardKind, str] = {"entry": "stands-alone", "upgrade": "is-attached"}
"""What is said of a card that is known, but stands alone or is attached where it cannot."""
SUM_DIFFERS = "sum-differs"


def resolved(written: Roster, catalogue: Catalogue | None, rules: Ruleset) -> Roster:
    """Return a written list with everything the catalogue knows of its cards.

    Without a catalogue every card counts what is declared for it.
    """
    faction = faction_named(rules, written.faction)
    if catalogue is None:
        musters = tuple(map(_as_declared, written.musters))
        return replace(written, faction=faction, musters=musters)
    search = _Search(catalogue, faction, _without_cards(catalogue, rules))
    musters = tuple(search.muster(muster) for muster in written.musters)
    return Roster(
        faction=faction or _only_faction(musters),
        name=written.name,
        musters=musters,
        products=_products(musters, catalogue, rules),
        catalogue=catalogue.label,
        remarks=(*written.remarks, *_each_once(search.remarks)),
    )


def _as_declared(muster: Muster) -> Muster:
    entries = (
        replace(
            entry,
            card=replace(entry.card, points=_not_below_nothing(entry.card.declared)),
            upgrades=tuple(replace(card, points=card.declared) for card in entry.upgrades),
        )
        for entry in muster.entries
    )
    return replace(muster, entries=tuple(entries))


def _not_below_nothing(declared: int | None) -> int | None:
    """Return what is written for a card that takes nothing off the others."""
    return None if declared is None else max(declared, 0)


class _Match(NamedTuple):
    """What a written card turned out to be: filled before discounts, with what is to be said."""

    listed: Listed
    card: Card | None = None
    remark: Remark | None = None


class _Search:
    """One list on its way through the catalogue, and the remarks about it."""

    def __init__(self, catalogue: Catalogue, faction: str, without_cards: frozenset[str]) -> None:
        self.catalogue = catalogue
        self.faction = faction
        self.without_cards = without_cards
        self.remarks: list[Remark] = []

    def muster(self, muster: Muster) -> Muster:
        """Return a muster with all that is known of its cards."""
        return Muster(tuple(map(self._entry, muster.entries)), muster.declared)

    def _entry(self, entry: Entry) -> Entry:
        catalogue, faction, section = self.catalogue, self.faction, entry.section
        price = _price_elsewhere(catalogue, entry.card) if section in self.without_cards else None
        if price == 0:
            return entry
        head = _match(catalogue, faction, entry.card, "entry", section)
        if price is not None and head.listed.points is None:
            head = head._replace(listed=replace(head.listed, points=price))
        slots = head.card.slots if head.card else ()
        upgrades = [self._attached(card, section, slots) for card in entry.upgrades]
        givers = [match.card for match in (head, *upgrades) if match.card and match.card.discount]
        found = Entry(
            section,
            self._counted(head, ()),
            tuple(self._counted(match, givers) for match in upgrades),
            entry.id,
            entry.group,
            entry.declared,
        )
        if entry.declared is not None:
            self._compare_sum(found, entry.declared)
        return found

    def _attached(self, written: Listed, section: str, slots: tuple[str, ...]) -> _Match:
        """Find an upgrade; the slots of its entry tell two of one name apart."""
        match = _match(self.catalogue, self.faction, written, "upgrade", section)
        if match.listed.could_be and slots:
            return _match(self.catalogue, self.faction, written, "upgrade", section, slots)
        return match

    def _compare_sum(self, entry: Entry, said: int) -> None:
        counted = summed(card.points for card in entry.cards)
        if counted is not None and counted != said:
            self.remarks.append(_remark(SUM_DIFFERS, entry.card, said=said, counted=counted))

    def _counted(self, match: _Match, givers: Sequence[Card]) -> Listed:
        """Return a card with every discount, and keep what is to be said about it."""
        listed = match.listed
        if match.remark is not None:
            self.remarks.append(match.remark)
        if match.card is None or match.card.points is None:
            return listed
        points = _cost(match.card, match.card.points, givers)
        if listed.declared is not None and listed.declared != points:
            facts = {"declared": listed.declared, "points": points}
            self.remarks.append(_remark(POINTS_DIFFER, listed, **facts))
        return listed if points == listed.points else replace(listed, points=points)


@lru_cache(maxsize=4096)
def _match(
    catalogue: Catalogue,
    faction: str,
    written: Listed,
    kind: CardKind,
    section: str,
    slots: tuple[str, ...] = (),
) -> _Match:
    """Find a card; a hall plays the same few hundred again and again."""
    cards, whole = _written(catalogue, written)
    wanted = plain(written.faction or faction)
    found = _narrowed(cards, written, kind, section, wanted, slots)
    if not found or found[0].kind != kind:
        unknown = replace(written, points=_not_below_nothing(written.declared))
        code = OTHER_KIND[kind] if found and whole else UNKNOWN_CARD
        return _Match(unknown, remark=_remark(code, written))
    if len({(plain(card.name), card.points, card.slot, card.type) for card in found}) > 1:
        return _Match(_could_be(written, found))
    card = _joined(found)
    return _Match(
        _filled(written, card, _one_faction(card.factions, faction)),
        card,
        None if whole else _remark(TAKEN_AS, written, title=card.name),
    )


def _written(catalogue: Catalogue, written: Listed) -> tuple[tuple[Card, ...], bool]:
    """Return the cards of a name; what stands in parentheses behind it may belong to it."""
    for behind in written.products:
        cards, whole = _named(catalogue, f"{written.name} ({behind})")
        if cards and whole:
            return cards, True
    return _named(catalogue, written.name)


def _named(catalogue: Catalogue, name: str) -> tuple[tuple[Card, ...], bool]:
    """Return the cards of a name, and whether it is a whole one.

    What stands behind it in brackets, as a leader may ask for, tells two of them apart; the
    suffix of an id may be one that the catalogue lacks.
    """
    by_name = catalogue.by_plain_name
    if found := by_name.get(plain(name)):
        return found, True
    if bracket := _IN_BRACKETS.fullmatch(name):
        found, mark = by_name.get(plain(bracket.group(1)), ()), plain(bracket.group(2))
        if found:
            return tuple(card for card in found if mark and mark in _marks(card)) or found, True
    if with_type := _with_type(by_name, name):
        return with_type, True
    base, dash, _ = name.partition("-")
    by_base = by_name.get(plain(base), ()) if dash and plain(base) else ()
    return by_base or catalogue.with_part(name), False


def _with_type(by_name: dict[str, tuple[Card, ...]], name: str) -> tuple[Card, ...]:
    """Return the cards of a name that its type stands beside: `Luke Skywalker — X-Wing`."""
    parts = _BESIDE.split(name)
    if len(parts) != 2:  # a card and its type
        return ()
    for card_name, type_ in (parts, reversed(parts)):
        named, mark = by_name.get(plain(card_name), ()), plain(type_)
        if mark and (found := tuple(card for card in named if mark == plain(card.type))):
            return found
    return ()


def _price_elsewhere(catalogue: Catalogue, written: Listed) -> int:
    """Return the least that a card costs where cards have points; 0: no entry has this name."""
    named = catalogue.by_plain_name.get(plain(written.name), ())
    return min((card.points for card in named if card.kind == "entry" and card.points), default=0)


def _could_be(written: Listed, found: Sequence[Card]) -> Listed:
    """Return a card that may be one of several: it costs what they all cost, or as declared."""
    titles = dict.fromkeys(_title(card, found) for card in found)
    costs = {card.points for card in found}
    points = costs.pop() if len(costs) == 1 else _not_below_nothing(written.declared)
    return replace(
        written,
        points=points,
        could_be=tuple(titles)[:MOST_NAMED],
        traits=tuple(dict.fromkeys((*_of_all(found), *written.traits))),
        products=_of_any(found) or written.products,
    )


def _of_all(found: Sequence[Card]) -> tuple[str, ...]:
    """Return the traits that every one of several cards has: whichever is meant has them."""
    return tuple(trait for trait in found[0].traits if all(trait in card.traits for card in found))


def _of_any(found: Sequence[Card]) -> tuple[str, ...]:
    """Return the products that several cards come from; none: nobody knows it of one of them."""
    if not all(card.products for card in found):
        return ()
    return tuple(dict.fromkeys(product for card in found for product in card.products))


def _joined(found: Sequence[Card]) -> Card:
    """Return cards that nobody tells apart as one, with the factions and products of all."""
    if len(found) == 1:
        return found[0]
    factions = dict.fromkeys(faction for twin in found for faction in twin.factions)
    products = dict.fromkeys(product for twin in found for product in twin.products)
    return replace(found[0], factions=tuple(factions), products=tuple(products))


def _narrowed(
    cards: Sequence[Card],
    written: Listed,
    kind: CardKind,
    section: str,
    faction: str,
    slots: tuple[str, ...],
) -> Sequence[Card]:
    """Return the cards that fit best: a hint that fits none of them says nothing."""
    slot, type_, name = plain(written.slot), plain(written.type), written.name
    identity = plain(name) if name.islower() and " " not in name else ""
    hints: tuple[Callable[[Card], bool], ...] = (
        lambda card: card.kind == kind,
        lambda card: bool(slot) and plain(card.slot) == slot,
        lambda card: card.slot in slots,
        lambda card: bool(type_) and plain(card.type) == type_,
        lambda card: bool(type_) and type_.startswith(plain(card.type) or "?"),
        lambda card: not card.section or card.section == section,
        lambda card: not card.factions or faction in map(plain, card.factions),
        lambda card: bool(identity) and plain(card.id) == identity,
        lambda card: written.declared is not None and card.points == written.declared,
    )
    for fits in hints:
        if len(cards) == 1:
            break
        cards = [card for card in cards if fits(card)] or cards
    return cards


def _filled(written: Listed, card: Card, faction: str) -> Listed:
    return replace(
        written,
        slot=card.slot or written.slot,
        points=_not_below_nothing(written.declared) if card.points is None else card.points,
        card=card.id,
        title=card.name,
        faction=faction,
        type=card.type or written.type,
        traits=tuple(dict.fromkeys((*card.traits, *written.traits))),
        capacity=written.capacity if card.capacity is None else card.capacity,
        products=card.products,
        factions=card.factions if len(card.factions) > 1 else (),
    )


def _one_faction(factions: tuple[str, ...], own: str) -> str:
    if len(factions) == 1:
        return factions[0]
    return own if own in factions else ""


def _remark(code: str, written: Listed, **facts: str | int) -> Remark:
    return Remark(code, written.name, {"name": written.name, **facts})


def _each_once(remarks: Sequence[Remark]) -> Iterable[Remark]:
    """Return every remark once, however often its card is in the list."""
    return {
        (remark.code, remark.where, *remark.facts.values()): remark for remark in remarks
    }.values()


def _without_cards(catalogue: Catalogue, rules: Ruleset) -> frozenset[str]:
    """Return the sections that cost nothing and that the catalogue has no cards of."""
    free = {section.id for section in rules.lists.sections if not section.points}
    return frozenset(free - catalogue.sections)


def _cost(card: Card, points: int, givers: Sequence[Card]) -> int:
    """Return what an upgrade costs with every discount of the others on its entry."""
    for giver in givers:
        if giver is not card and giver.discount is not None:
            points = giver.discount.of(points, card.slot)
    return points


def _title(card: Card, among: Sequence[Card]) -> str:
    """Return a name by which a card can be told from the others."""
    if sum(other.name == card.name for other in among) == 1:
        return card.name
    twins = [other for other in among if other.name == card.name]
    for mark in (card.type, card.slot, *card.products[:1]):
        if mark and sum(mark in (twin.type, twin.slot, *twin.products) for twin in twins) == 1:
            return f"{card.name} ({mark})"
    return f"{card.name} ({card.id})"


def _marks(card: Card) -> str:
    """Return everything that may stand in brackets behind a name to say which card it is."""
    return " ".join(map(plain, (card.type, card.slot, *card.factions, *card.products)))


def _only_faction(musters: Sequence[Muster]) -> str:
    factions = {
        entry.card.faction for muster in musters for entry in muster.entries if entry.card.faction
    }
    return factions.pop() if len(factions) == 1 else ""


def _products(
    musters: Sequence[Muster], catalogue: Catalogue, rules: Ruleset
) -> tuple[Product, ...]:
    """Return the products the cards of a list come from, in the order of the list.

    A product that only the list names is found however its name is written.
    """
    names = dict.fromkeys(
        name for muster in musters for card in muster.cards for name in card.products
    )
    return tuple(_product(name, catalogue, rules) for name in names)


def _product(name: str, catalogue: Catalogue, rules: Ruleset) -> Product:
    known = catalogue.released.get(name)
    if known is not None:
        return known
    every = (
        product
        for product in catalogue.products
        if same_product(product.name, name, rules.legality)
    )
    return replace(next(every, Product(name)), name=name)
