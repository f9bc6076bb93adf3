"""Squads that grow from round to round: every one holds the one before it, ship by ship."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import found, key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Entry
    from tiltyard.core.ruleset_lists import Check

MOST_SHIPS_NAMED = 20
"""How many ships of a squad are said to be wrong: a person reads no more."""

Key = tuple[str, str]
Copy = tuple[Key, int]
"""A card and which copy of it: the second is there only with the first."""


@dataclass(frozen=True, slots=True)
class _Ship:
    """A ship as squads are compared: what it is, and what is attached to it."""

    entry: Entry
    card: Key
    upgrades: frozenset[Copy]

    def continues(self, earlier: _Ship) -> bool:
        """Whether it is an earlier ship with everything that ship had."""
        return self.card == earlier.card and earlier.upgrades <= self.upgrades


def growth(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every ship that leaves, and every upgrade that leaves its ship, from squad to squad.

    Ships are told apart by their ids; without them any way to see the later squad as the earlier
    one with additions will do. That it holds from each squad to the next is enough for all four.
    More squads than are played are not compared: nobody knows which of them count.
    """
    if _too_many(inspection):
        return
    squads = [
        [_ship(entry) for entry in muster.entries if check.section in ("", entry.section)]
        for muster in inspection.roster.musters
    ]
    for number, (before, after) in enumerate(pairwise(squads), start=2):
        fewer = _all_upgrades(before) - _all_upgrades(after)
        for kept, candidates in islice(_unmatched(before, after), MOST_SHIPS_NAMED):
            yield from _lost(check, number, kept, candidates, fewer)


def _too_many(inspection: Inspection) -> bool:
    played = (one.most for one in inspection.rules.lists.checks if one.check == "musters")
    return any(most is not None and len(inspection.roster.musters) > most for most in played)


def _ship(entry: Entry) -> _Ship:
    copies: Counter[Key] = Counter()
    upgrades = []
    for card in entry.upgrades:
        copies[key(card)] += 1
        upgrades.append((key(card), copies[key(card)]))
    return _Ship(entry, key(entry.card), frozenset(upgrades))


def _all_upgrades(squad: Sequence[_Ship]) -> Counter[Key]:
    return Counter(card for ship in squad for card, _ in ship.upgrades)


def _unmatched(
    before: Sequence[_Ship], after: Sequence[_Ship]
) -> Iterator[tuple[_Ship, list[_Ship]]]:
    """Yield earlier ships that nothing later continues, with the later ships left over."""
    earlier, later = _by_id(before), _by_id(after)
    same = earlier.keys() & later.keys()
    for name, ship in earlier.items():
        if name in same and not later[name].continues(ship):
            yield ship, [later[name]]
    free = [ship for ship in before if ship.entry.id not in same]
    open_ = [ship for ship in after if ship.entry.id not in same]
    taken = _assigned(free, open_)
    left = [ship for place, ship in enumerate(open_) if place not in taken]
    placed = set(taken.values())
    for place, ship in enumerate(free):
        if place not in placed:
            yield ship, left


def _by_id(squad: Sequence[_Ship]) -> dict[str, _Ship]:
    """Return the ships that can be told by their id: one that two ships have tells nothing."""
    times = Counter(ship.entry.id for ship in squad)
    return {ship.entry.id: ship for ship in squad if ship.entry.id and times[ship.entry.id] == 1}


def _assigned(before: Sequence[_Ship], after: Sequence[_Ship]) -> dict[int, int]:
    """Return for later ships the earlier one each continues: as many as can be.

    Ships with few additions are tried first, so that what is left over says most. Where one ship
    was tried in vain, it is in vain for every other.
    """
    alike: dict[Key, list[int]] = defaultdict(list)
    for place in sorted(range(len(after)), key=lambda place: len(after[place].upgrades)):
        alike[after[place].card].append(place)
    fitting = [
        [place for place in alike[ship.card] if after[place].continues(ship)] for ship in before
    ]
    taken: dict[int, int] = {}
    in_vain: set[int] = set()
    for earlier in range(len(before)):
        tried = set(in_vain)
        if not _place(earlier, fitting, taken, tried):
            in_vain = tried
    return taken


def _place(earlier: int, fitting: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give an earlier ship a later one, moving others aside where they fit elsewhere."""
    for later in fitting[earlier]:
        if later not in taken:
            taken[later] = earlier
            return True
    for later in fitting[earlier]:
        if later not in tried:
            tried.add(later)
            if _place(taken[later], fitting, taken, tried):
                taken[later] = earlier
                return True
    return False


def _lost(
    check: Check, number: int, kept: _Ship, candidates: list[_Ship], fewer: Counter[Key]
) -> Iterator[Finding]:
    """Yield what became of an earlier ship: it is gone, or what was attached to it is."""
    name = kept.entry.card.shown
    same = [ship for ship in candidates if ship.card == kept.card]
    if not same:
        yield found(check, "ship-left-out", where=name, muster=number, ship=name)
        return
    nearest = min(same, key=lambda ship: len(kept.upgrades - ship.upgrades))
    gone = {card for card, _ in kept.upgrades - nearest.upgrades}
    for card in {key(card): card for card in kept.entry.upgrades}.values():
        if key(card) in gone:
            yield found(
                check,
                "upgrade-left-out" if key(card) in fewer else "upgrade-moved",
                where=name,
                muster=number,
                clause=check.upgrade_clause,
                ship=name,
                upgrade=card.shown,
            )
