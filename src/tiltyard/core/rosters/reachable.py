"""Can a reported score be? Which sums of points can have been destroyed from a list.

A unit or ship counts whole, with everything attached to it, discarded or not. The sums are kept
as the bits of a number: bit 37 is set where 37 points can be reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.core.ruleset import value_of_round

if TYPE_CHECKING:
    from tiltyard.core.rosters.roster import Entry, Muster, Roster
    from tiltyard.core.ruleset import Ruleset, Section
    from tiltyard.core.tournament import Report

LARGEST = 10_000
"""No list is worth as much: an entry above it is a slip of the pen, and nothing is claimed."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which sums can be destroyed from a list that still stands, and from one that is defeated.

    It stands while anything is left that keeps its player in the game.
    """

    standing: int
    defeated: int

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
    """A score that cannot be: whose it is, and the nearest that can. A warning, no refusal.

    `nothing-left` is a score for which everything was destroyed, though the game ended otherwise.
    `objectives`: the game counts them, but not in this number.
    """

    code: Literal["unreachable", "nothing-left"]
    index: int
    score: int
    below: int | None
    above: int | None
    objectives: bool
    clause: str


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
    return Reach(standing, defeated)


def _worth(rules: Ruleset, muster: Muster) -> list[tuple[bool, int]] | None:
    """Return what every entry is worth, and whether it keeps its player in the game."""
    if rules.score.counts != "destroyed_points":
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
    rules: Ruleset, slip: Report, rosters: tuple[Roster | None, Roster | None], muster: int = 0
) -> tuple[Doubt, ...]:
    """Return the scores of a slip that no list of the opponent allows.

    `muster` is which list of several was played, from 0. A score that the document counts as the
    whole list, whatever the slip says, is not doubted, nor is one that the slip leaves open.
    """
    if slip.score is None or slip.end not in rules.outcomes:
        return ()
    found = []
    for index, score in enumerate(slip.score):
        enemy = rosters[1 - index]
        if enemy is None or muster >= len(enemy.musters) or _is_whole(rules, slip, index):
            continue
        reach = reachable(rules, enemy.musters[muster])
        if reach is not None and not reach.allows(score):
            found.append(_doubt(rules, reach, index, score, muster))
    return tuple(found)


def _doubt(rules: Ruleset, reach: Reach, index: int, score: int, muster: int) -> Doubt:
    values = rules.score.wipe_out
    wiped_out = bool(values) and score == value_of_round(values, muster + 1)
    code: Literal["unreachable", "nothing-left"] = (
        "nothing-left" if wiped_out or reach.defeats(score) else "unreachable"
    )
    below, above = reach.nearest(score)
    return Doubt(code, index, score, below, above, rules.score.objectives, rules.score.clause)


def _is_whole(rules: Ruleset, slip: Report, index: int) -> bool:
    """Whether this player's score is the whole list of the other one, or may be."""
    if slip.end == "mutual":
        return True
    if slip.end == "destroyed":
        return slip.survivor in {index, None}
    outcome = rules.outcomes[slip.end]
    if slip.end == "concession" and outcome.snapshot != "before_destroy":
        return slip.conceded in {1 - index, None}
    return False
