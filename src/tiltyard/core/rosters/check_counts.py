"""How many of what: sections, copies, traits, capacities, types of ships, regiments."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import cannot_check, compared, found, plainly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Entry, Muster
    from tiltyard.core.ruleset_lists import Check


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
    alike = (one for one in every if (one.check, one.section) == (check.check, check.section))
    return max(one.least or 0 for one in alike)


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
        one.trait: one.most or 0
        for one in inspection.rules.lists.checks
        if one.check == check.check and one.section == check.section
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
