"""The checks of a list: small functions by name, each with the numbers of the ruleset."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from tiltyard.engine.rosters import setup as mirror
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.engine.rosters.factions import (
    Inspection,
    cannot_check,
    compared,
    faction,
    faction_named,
    faction_named_at_all,
    factions_of,
    found,
    key,
    plainly,
)
from tiltyard.engine.rosters.legality import legality_findings
from tiltyard.engine.rosters.list_findings import Finding, Severity
from tiltyard.engine.rosters.resolve import OTHER_KIND
from tiltyard.engine.rosters.roster import UNIQUE
from tiltyard.engine.ruleset import Check, CheckName, value_of_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
    from tiltyard.engine.ruleset import Ruleset, Stage


# ------------------------------------------------------------------------------
# What no list may say, whatever the game: prices below nothing or where nothing has one.


def written(inspection: Inspection) -> Iterator[Finding]:
    """Yield what is written wrongly, by the clause that says what is in a list."""
    lists = inspection.rules.lists
    clause = lists.content_clause or lists.clause
    free = {section.id for section in lists.sections if not section.points}
    for number, muster in inspection.musters:
        for entry in muster.entries:
            if entry.section in free:
                yield from _misplaced(inspection, entry, number, clause)
            else:
                yield from _below_nothing(inspection, entry, number, clause)


def _misplaced(
    inspection: Inspection, entry: Entry, number: int | None, clause: str
) -> Iterator[Finding]:
    """Yield a card with a price, or with something attached, where cards cost nothing."""
    if entry.upgrades or entry.card.points or entry.card.declared:
        name = entry.card.shown
        paid = (section.title for section in inspection.sections.values() if section.points)
        facts: dict[str, str | int] = {
            "card": name,
            "section": inspection.title(entry.section),
            "sections": ", ".join(paid),
        }
        yield Finding("card-misplaced", "error", clause, where=name, muster=number, facts=facts)


def _below_nothing(
    inspection: Inspection, entry: Entry, number: int | None, clause: str
) -> Iterator[Finding]:
    """Yield points below nothing: only an upgrade may take points off, if card data knows it."""
    head = entry.card.shown
    for said in (entry.card.declared, entry.declared):
        if said is not None and said < 0:
            facts: dict[str, str | int] = {"card": head, "declared": said}
            yield Finding("points-below-nothing", "error", clause, head, number, facts=facts)
    for card in entry.upgrades:
        if card.declared is None or card.declared >= 0 or card.card:
            continue
        facts = {"card": card.shown, "declared": card.declared}
        if inspection.roster.catalogue:
            yield Finding("points-below-nothing", "error", clause, card.shown, number, facts=facts)
        else:
            yield Finding("points-taken-off", "warning", clause, card.shown, number, facts=facts)


# ------------------------------------------------------------------------------
# Whether everybody can tell what is meant: names, commanders, stand-ins and copies.

COMMANDER = "commander"
_PROXY = re.compile(r"\bprox(?:y|ies|ied)\b", re.IGNORECASE)


def known_cards(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every card the catalogue does not know; without one nothing is claimed."""
    if not inspection.roster.catalogue:
        return
    remarks = inspection.roster.remarks
    told = {remark.where for remark in remarks if remark.code in OTHER_KIND.values()}
    for number, muster in inspection.musters:
        counted = (entry for entry in muster.entries if inspection.counts_points(entry))
        unknown = (card for entry in counted for card in entry.cards if _is_unknown(card))
        for name in dict.fromkeys(card.name for card in unknown if card.name not in told):
            yield found(check, "unknown-card", where=name, muster=number, name=name)


def unique_names(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every name that several cards could have.

    A short name that the document itself calls unclear needs no card data; the product behind
    it says which card is meant.
    """
    unclear = {plainly(name): whole for name, whole in check.names.items()}
    for number, muster in inspection.musters:
        for card in _once(muster.cards):
            others = card.could_be or _whole_names(card, unclear)
            if others:
                yield found(
                    check,
                    "name-not-unique",
                    where=card.name,
                    muster=number,
                    name=card.name,
                    others=", ".join(others),
                )


def unique_once(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every card of which there is only one and the list has several."""
    for number, muster in inspection.musters:
        cards = [card for card in muster.cards if UNIQUE in card.traits]
        counts = Counter(map(key, cards))
        for which, card in {key(card): card for card in reversed(cards)}.items():
            if counts[which] > 1:
                yield found(
                    check,
                    "unique-twice",
                    where=card.shown,
                    muster=number,
                    card=card.shown,
                    count=counts[which],
                )


def commander(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a fleet that nobody commands, or several do."""
    for number, muster in inspection.musters:
        leading = [card for card in muster.cards if _commands(card)]
        leading += [entry.card for entry in muster.of(COMMANDER) if not _commands(entry.card)]
        if not leading:
            yield found(check, "commander-missing", muster=number)
        elif len(leading) > 1:
            names = ", ".join(card.shown for card in leading)
            yield found(check, "commanders-many", muster=number, cards=names)


def proxies(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every entry that the list itself calls a stand-in."""
    for number, muster in inspection.musters:
        for card in _once(card for card in muster.cards if _is_proxy(card)):
            yield found(check, "proxy-listed", where=card.name, muster=number, name=card.name)


def duplicates(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every ship or unit that is there more than once: its copies need a mark."""
    for number, muster in inspection.musters:
        for duplicate in mirror.duplicates(inspection.rules, muster):
            yield found(
                check,
                "copies-to-mark",
                where=duplicate.name,
                muster=number,
                card=duplicate.name,
                count=duplicate.count,
            )


def _whole_names(card: Listed, unclear: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    if card.card or card.products:
        return ()
    return unclear.get(plainly(card.name), ())


def _once(cards: Iterable[Listed]) -> Iterable[Listed]:
    return {(card.name, card.slot): card for card in cards}.values()


def _is_proxy(card: Listed) -> bool:
    return "proxy" in card.traits or _PROXY.search(card.name) is not None


def _is_unknown(card: Listed) -> bool:
    return not card.card and not card.could_be


def _commands(card: Listed) -> bool:
    return plainly(card.slot) == COMMANDER or COMMANDER in card.traits


# ------------------------------------------------------------------------------
# What a list costs: totals, limits, and the squads of an event that grows.


def totals(roster: Roster, rules: Ruleset) -> tuple[int | None, ...]:
    """Return what each muster costs: its cards, or as declared where one of them is not known.

    It is never less than the cards that are known.
    """
    return _totals(Inspection(roster, rules, Circumstances()))


def muster_for(rules: Ruleset, stage: Stage, round_number: int) -> int:
    """Return which muster is played in a round, from 0: the last one stays to the end."""
    last = max(len(rules.lists.limits), 1)
    return (last if stage == "elimination" else min(round_number, last)) - 1


def total_in_round(roster: Roster, rules: Ruleset, stage: Stage, round_number: int) -> int | None:
    """Return what the muster of a round costs; none: nobody knows, or it is not there."""
    every = totals(roster, rules)
    index = muster_for(rules, stage, round_number)
    return every[index] if index < len(every) else None


def limit_of(inspection: Inspection, index: int) -> int | None:
    """Return the most points of a muster: the document's, or else the event's."""
    limits = inspection.rules.lists.limits
    return value_of_round(limits, index + 1) if limits else inspection.circumstances.points_limit


def musters(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield when there are more or fewer musters than are played with."""
    count = len(inspection.roster.musters)
    if check.least is not None and count < check.least:
        yield found(check, "musters-missing", count=count, wanted=check.least)
    if check.most is not None and count > check.most:
        yield found(check, "musters-many", count=count, wanted=check.most)


def points(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every muster that costs more than its limit; fewer points are fine."""
    known = zip(inspection.musters, _totals(inspection), strict=True)
    for index, ((number, muster), cost) in enumerate(known):
        limit = limit_of(inspection, index)
        if limit is None:
            if index == 0:
                yield cannot_check(check, "limit-not-set", None)
            continue
        total = _least(inspection, muster) if cost is None else cost
        if total > limit:
            yield found(
                check, "over-limit", muster=number, total=total, limit=limit, over=total - limit
            )
        elif cost is None:
            yield cannot_check(check, "points-not-known", number)


def total(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield where the total written on the list is missing or not what the cards add up to."""
    absent = check.absent if check.absent in {"error", "warning", "notice"} else check.severity
    for (number, muster), cost in zip(inspection.musters, inspection.costs, strict=True):
        declared = muster.declared
        if declared is None:
            if cost is None:
                yield found(check, "total-missing", muster=number, severity=absent)
        elif cost is not None and cost != declared:
            yield found(check, "total-differs", muster=number, declared=declared, total=cost)
        elif cost is None and declared < (least := _least(inspection, muster)):
            yield found(
                check,
                "total-differs",
                muster=number,
                severity="error",
                declared=declared,
                total=least,
            )


def ascending(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every squad that costs less than the one before it; the same is fine."""
    costs = enumerate(_totals(inspection), start=1)
    for (_, before), (number, after) in pairwise(costs):
        if before is not None and after is not None and after < before:
            yield found(check, "total-falls", muster=number, before=before, total=after)


def _totals(inspection: Inspection) -> tuple[int | None, ...]:
    every = zip(inspection.roster.musters, inspection.costs, strict=True)
    return tuple(
        _as_declared(inspection, muster) if cost is None else cost for muster, cost in every
    )


def _as_declared(inspection: Inspection, muster: Muster) -> int | None:
    """Return the total as it is written, never less than the cards that are known."""
    if muster.declared is None:
        return None
    return max(muster.declared, _least(inspection, muster))


def _least(inspection: Inspection, muster: Muster) -> int:
    """Return what the cards with known points cost: a list costs at least that."""
    counted = (entry for entry in muster.entries if inspection.counts_points(entry))
    return sum(_least_of(entry) for entry in counted)


def _least_of(entry: Entry) -> int:
    known = sum(card.points or 0 for card in entry.cards)
    return max(known, entry.declared or 0, 0)


# ------------------------------------------------------------------------------
# How many of what: sections, copies, traits, capacities, types of ships, regiments.


def section_count(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every section with too few or too many entries, or none at all."""
    if not inspection.is_wanted(check.section):
        return
    title = inspection.title(check.section)
    for number, muster in inspection.musters:
        count = len(muster.of(check.section))
        if not count and check.least:
            if check.absent != "fine":
                yield found(
                    check,
                    "section-missing",
                    muster=number,
                    severity=None if check.absent == "as_bad" else check.absent,
                    section=title,
                    least=_wanted(inspection, check),
                )
        elif check.least is not None and count < check.least:
            yield found(
                check, "too-few", muster=number, section=title, count=count, least=check.least
            )
        elif check.most is not None and count > check.most:
            yield found(
                check, "too-many", muster=number, section=title, count=count, most=check.most
            )


def _wanted(inspection: Inspection, check: Check) -> int:
    """Return how many entries of a section all its checks together want."""
    every = inspection.rules.lists.checks
    alike = (
        other for other in every if (other.check, other.section) == (check.check, check.section)
    )
    return max(other.least or 0 for other in alike)


def copies(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every card that is there more often than it may be."""
    exceptions = {plainly(name): most for name, most in check.exceptions.items()}
    usual = check.most or 1
    for number, muster in inspection.musters:
        for name, (shown, count) in _by_name(_counted(muster, check)).items():
            most = exceptions.get(name, usual)
            if count > most:
                yield found(
                    check,
                    "too-many-copies",
                    where=shown,
                    muster=number,
                    clause=check.exceptions_clause if name in exceptions else "",
                    card=shown,
                    section=inspection.title(check.section),
                    count=count,
                    most=most,
                )


def traits_count(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield more cards with a trait than there may be, or that nobody can tell."""
    most = check.most or 0
    for number, muster in inspection.musters:
        entries = _counted(muster, check)
        having = [entry for entry in entries if check.trait in entry.card.traits]
        unknown = [
            entry
            for entry in entries
            if not entry.card.card and check.trait not in entry.card.traits
        ]
        if len(having) > most:
            yield found(
                check,
                "too-many-with-trait",
                muster=number,
                trait=check.trait,
                section=inspection.title(check.section),
                count=len(having),
                most=most,
                cards=", ".join(dict.fromkeys(entry.card.shown for entry in having)),
            )
        elif len(having) + len(unknown) > most:
            yield cannot_check(check, "traits-not-known", number, trait=check.trait, most=most)


def capacity_pair(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield the two largest capacities when they are too much together."""
    most = check.most or 0
    for number, muster in inspection.musters:
        entries = _counted(muster, check)
        known = sorted(
            ((entry.card.capacity, entry.card.shown) for entry in entries), key=_capacity
        )
        largest = [(capacity, name) for capacity, name in known if capacity is not None][-2:]
        together = sum(capacity for capacity, _ in largest)
        if len(largest) == 2 and together > most:
            yield found(
                check,
                "capacity-over",
                where=largest[1][1],
                muster=number,
                first=largest[1][1],
                second=largest[0][1],
                sum=together,
                most=most,
            )
        elif len(entries) > 1 and any(capacity is None for capacity, _ in known):
            yield cannot_check(check, "capacity-not-known", number, most=most)


def per_type(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every type with more ships of a size than there may be.

    More than any size may have are too many, whatever their size.
    """
    sizes = _most_of_each_size(inspection, check)
    most, of_any_size = check.most or 0, max(sizes.values())
    for number, muster in inspection.musters:
        by_type: dict[str, list[Entry]] = {}
        for entry in _counted(muster, check):
            by_type.setdefault(compared(entry.card.type or entry.card.shown), []).append(entry)
        for entries in by_type.values():
            of_size = [entry for entry in entries if check.trait in entry.card.traits]
            unknown = [entry for entry in entries if _has_no_size(entry, sizes)]
            shown = entries[0].card.type or entries[0].card.shown
            if most == of_any_size and unknown and len(of_size) + len(unknown) > most:
                of_size += unknown
            if len(of_size) > most:
                yield found(
                    check,
                    "too-many-of-type",
                    where=shown,
                    muster=number,
                    type=shown,
                    count=len(of_size),
                    most=most,
                )
            elif unknown and most < len(of_size) + len(unknown) <= of_any_size:
                yield cannot_check(check, "size-not-known", number, type=shown, size=check.trait)


def regiments(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield an army that is not of the right number of regiments, or does not mark them."""
    least, most = check.least or 1, check.most or check.least or 1
    for number, muster in inspection.musters:
        entries = muster.of(check.section)
        if not entries:
            continue
        groups = {entry.group for entry in entries}
        marked = len(groups - {None})
        if None in groups and marked <= most:
            yield found(
                check, "regiments-not-marked", muster=number, severity="warning", wanted=most
            )
        elif not least <= marked <= most:
            yield found(check, "regiments-count", muster=number, count=marked, wanted=most)


def reserve(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a reserve that is missing before a cut, or that no round will use."""
    title = inspection.title(check.section)
    for number, muster in inspection.musters:
        entries = muster.of(check.section)
        if inspection.circumstances.cut_planned and not entries:
            missing = found(check, "reserve-missing", muster=number, section=title)
            yield replace(missing, waivable=inspection.circumstances.cut_added)
        elif entries and not inspection.circumstances.cut_planned:
            yield found(check, "reserve-not-used", muster=number, severity="notice", section=title)
        elif len({entry.group for entry in entries}) > 1:
            yield found(check, "reserve-of-several", muster=number, section=title)


def _most_of_each_size(inspection: Inspection, check: Check) -> dict[str, int]:
    """Return how many ships of a type there may be, by their size."""
    return {
        other.trait: other.most or 0
        for other in inspection.rules.lists.checks
        if other.check == check.check and other.section == check.section
    }


def _has_no_size(entry: Entry, sizes: dict[str, int]) -> bool:
    return not entry.card.card and sizes.keys().isdisjoint(entry.card.traits)


def _counted(muster: Muster, check: Check) -> tuple[Entry, ...]:
    return muster.of(check.section) if check.section else muster.entries


def _by_name(entries: Iterable[Entry]) -> dict[str, tuple[str, int]]:
    shown: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for entry in entries:
        name = compared(entry.card.shown)
        shown.setdefault(name, entry.card.shown)
        counts[name] += 1
    return {name: (shown[name], count) for name, count in counts.items()}


def _capacity(known: tuple[int | None, str]) -> int:
    return -1 if known[0] is None else known[0]


# ------------------------------------------------------------------------------
# Squads that grow from round to round: every one holds the one before it, ship by ship.

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
    played = (check.most for check in inspection.rules.lists.checks if check.check == "musters")
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


# ------------------------------------------------------------------------------
# The checks of a list: small functions by name, each with the numbers of the ruleset's data.

__all__ = [
    "CHECKS",
    "REMARKS",
    "check_roster",
    "faction_named",
    "factions_of",
    "muster_for",
    "total_in_round",
    "totals",
]

Checking = Callable[[Inspection, Check], Iterator[Finding]]

CHECKS: dict[CheckName, Checking] = {
    "musters": musters,
    "points": points,
    "total": total,
    "ascending": ascending,
    "faction_named": faction_named_at_all,
    "faction": faction,
    "known_cards": known_cards,
    "unique_names": unique_names,
    "unique_once": unique_once,
    "section_count": section_count,
    "copies": copies,
    "traits_count": traits_count,
    "capacity_pair": capacity_pair,
    "growth": growth,
    "per_type": per_type,
    "regiments": regiments,
    "reserve": reserve,
    "commander": commander,
    "proxies": proxies,
    "duplicates": duplicates,
}

REMARKS: dict[str, Severity] = {
    "line-not-understood": "warning",
    "unknown-card": "warning",
    "stands-alone": "warning",
    "is-attached": "warning",
    "taken-as": "notice",
    "taken-as-title": "notice",
    "points-differ": "warning",
    "sum-differs": "warning",
    "factions-differ": "warning",
    "column-ignored": "notice",
    "commander-taken-as": "notice",
    "commander-not-aboard": "warning",
    "encoding-guessed": "warning",
}
"""What the reader of a list may remark, and how bad it is; anything else is a warning."""

_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "notice": 2}


def check_roster(
    roster: Roster, rules: Ruleset, circumstances: Circumstances
) -> tuple[Finding, ...]:
    """Return all there is to say about a list: errors first, each group as the list goes."""
    inspection = Inspection(roster, rules, circumstances)
    tier = circumstances.tier or rules.tiers[0].id
    found = [
        finding
        for check in rules.lists.checks
        for finding in CHECKS[check.check](inspection, _in_tier(check, tier))
    ]
    found += written(inspection)
    found += legality_findings(roster, rules, circumstances)
    said = {(finding.code, finding.where) for finding in found}
    found += [
        finding for finding in _remarks(inspection) if (finding.code, finding.where) not in said
    ]
    if len(roster.musters) > 1:
        found = [_of_several(finding, rules) for finding in found]
    return tuple(sorted(found, key=lambda finding: (_ORDER[finding.severity], finding.muster or 0)))


def _in_tier(check: Check, tier: str) -> Check:
    """Return a check as bad as it is in a tier; without one it is the first of the document."""
    severity = check.by_tier.get(tier)
    return check if severity is None else replace(check, severity=severity)


def _of_several(finding: Finding, rules: Ruleset) -> Finding:
    """Return a finding with the word of the game for one of several lists."""
    if finding.muster is None:
        return finding
    return replace(finding, facts={**finding.facts, "list": rules.terms.get("list", "list")})


def _remarks(inspection: Inspection) -> Iterator[Finding]:
    lists = inspection.rules.lists
    clause = lists.content_clause or lists.clause
    for remark in inspection.roster.remarks:
        severity = REMARKS.get(remark.code, "warning")
        yield Finding(remark.code, severity, clause, where=remark.where, facts=dict(remark.facts))
