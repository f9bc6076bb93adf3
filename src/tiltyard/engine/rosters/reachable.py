"""Can a reported score be? Which sums of points can have been destroyed from a list.

A unit or ship counts whole, with everything attached to it, discarded or not. The sums are kept
as the bits of a number: bit 37 is set where 37 points can be reached. Of a list that says nothing
but its total, every sum below the total can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.engine.rosters.checks import totals

if TYPE_CHECKING:
    from tiltyard.engine.rosters.roster import Entry, Muster, Roster
    from tiltyard.engine.ruleset import Ruleset, Section
    from tiltyard.engine.slip import Slip

LARGEST = 10_000
"""No list is worth as much: an entry above it is a slip of the pen, and nothing is claimed."""


DoubtCode = Literal["unreachable", "nothing-left", "not-all"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Which sums can be destroyed from a list that still stands, and from one that is defeated.

    It stands while anything is left that keeps its player in the game. `total` is what all of it
    costs; `exact` says that its units are known, not only the total.
    """

    standing: int
    defeated: int
    total: int
    exact: bool = True

    def allows(self, score: int) -> bool:
        """Whether exactly this can be destroyed from a list that is not defeated."""
        return score >= 0 and bool(self.standing >> score & 1)

    def defeats(self, score: int) -> bool:
        """Whether exactly this can be destroyed from a list that is defeated."""
        return score >= 0 and bool(self.defeated >> score & 1)

    def nearest(self, score: int) -> tuple[int | None, int | None]:
        """Return the largest sum that is no larger, and the smallest that is no smaller."""
        at_least = max(score, 0)
        below = self.standing & ((1 << at_least + 1) - 1) if score >= 0 else 0
        above = self.standing >> at_least
        lowest = above & -above
        return (
            below.bit_length() - 1 if below else None,
            at_least + lowest.bit_length() - 1 if above else None,
        )


@dataclass(frozen=True, slots=True)
class Doubt:
    """A score that cannot be: whose it is, and the nearest that can.

    `nothing-left` is a score for which everything was destroyed, though the game ended otherwise;
    `not-all` one for which something was left, though both sides were destroyed. `total` is what
    the list of the opponent costs, `whole` what all of it counts. `exact`: its units are known.
    `objectives`: the game counts them, but not in this number.
    """

    code: DoubtCode
    index: int
    score: int
    below: int | None
    above: int | None
    objectives: bool
    clause: str
    total: int
    whole: int
    exact: bool = True


def reachable(rules: Ruleset, muster: Muster) -> Reach | None:
    """Return what can be destroyed from a list; none: it does not say, or the game counts else."""
    worth = _worth(rules, muster)
    if worth is None:
        return None
    standing, defeated = 0, 1
    for keeps, points in worth:
        if keeps:
            standing, defeated = standing | standing << points | defeated, defeated << points
        else:
            standing, defeated = standing | standing << points, defeated | defeated << points
    return Reach(standing, defeated, sum(points for _, points in worth))


def below_total(rules: Ruleset, total: int | None) -> Reach | None:
    """Return what can be destroyed from a list of which only the total is known."""
    if rules.score.counts != "destroyed_points" or total is None or not 0 < total <= LARGEST:
        return None
    counting = [section for section in rules.lists.sections if section.points]
    every = (1 << total + 1) - 1
    defeated = 1 << total if all(section.keeps for section in counting) else every
    return Reach(every >> 1, defeated, total, exact=False)


def reach_of_muster(rules: Ruleset, roster: Roster, muster: int) -> Reach | None:
    """Return what can be destroyed from one list of a roster, by its units or else its total."""
    if muster >= len(roster.musters):
        return None
    played = roster.musters[muster]
    known = totals(roster, rules)[muster]
    most = max((number for number in (known, played.declared) if number is not None), default=None)
    return reachable(rules, played) or below_total(rules, most)


def _worth(rules: Ruleset, muster: Muster) -> list[tuple[bool, int]] | None:
    """Return what every entry is worth, and whether it keeps its player in the game."""
    if rules.score.counts != "destroyed_points" or rules.score.partial:
        return None
    sections = {section.id: section for section in rules.lists.sections}
    counting = [entry for entry in muster.entries if _counts(sections, entry)]
    worth = []
    total = 0
    for entry in counting:
        points = entry.points
        if points is None or points < 0 or entry.section not in sections:
            return None
        worth.append((sections[entry.section].keeps, points))
        total += points
    complete = total <= LARGEST and muster.declared in {None, total}
    return worth if complete and any(keeps for keeps, _ in worth) else None


def _counts(sections: dict[str, Section], entry: Entry) -> bool:
    section = sections.get(entry.section)
    return section is None or section.points


def doubts(
    rules: Ruleset, slip: Slip, reaches: tuple[Reach | None, Reach | None], whole: int
) -> tuple[Doubt, ...]:
    """Return the scores of a slip that the list of the opponent does not allow.

    `reaches` is what can be destroyed from the list of each player, `whole` what a destroyed list
    counts in this round. A score that the document replaces by it is not doubted, nor is one that
    the slip leaves open.
    """
    if slip.score is None or slip.end not in rules.outcomes:
        return ()
    found = []
    for index, score in enumerate(slip.score):
        reach = reaches[1 - index]
        if reach is None or _is_replaced(rules, slip, index):
            continue
        code = _doubted(reach, score, whole, both_destroyed=slip.end == "mutual")
        if code is not None:
            found.append(_doubt(rules, reach, index, score, whole, code))
    return tuple(found)


def _doubted(reach: Reach, score: int, whole: int, *, both_destroyed: bool) -> DoubtCode | None:
    """Return why a score cannot be, or none."""
    all_gone = score == whole or reach.defeats(score)
    if both_destroyed:
        return None if all_gone else "not-all"
    if reach.allows(score):
        return None
    return "nothing-left" if all_gone else "unreachable"


def _doubt(
    rules: Ruleset, reach: Reach, index: int, score: int, whole: int, code: DoubtCode
) -> Doubt:
    below, above = reach.nearest(score)
    counted = rules.score
    clause = counted.clause if code == "unreachable" else counted.wipe_out_clause or counted.clause
    return Doubt(
        code,
        index,
        score,
        below,
        above,
        counted.objectives,
        clause,
        reach.total,
        whole or reach.total,
        reach.exact,
    )


def _is_replaced(rules: Ruleset, slip: Slip, index: int) -> bool:
    """Whether the whole list of the opponent counts for this player, or may, whatever is said."""
    if slip.end == "destroyed":
        return slip.survivor in {index, None}
    outcome = rules.outcomes[slip.end]
    if slip.end == "concession" and outcome.snapshot != "before_destroy":
        return slip.conceded in {1 - index, None}
    return False
