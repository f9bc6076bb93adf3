"""What a list costs: totals, limits, and the squads of an event that grows."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import Inspection, cannot_check, found
from tiltyard.core.rosters.circumstances import Circumstances
from tiltyard.core.ruleset import value_of_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Entry, Muster, Roster
    from tiltyard.core.ruleset import Ruleset, Stage
    from tiltyard.core.ruleset_lists import Check


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
