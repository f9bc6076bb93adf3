"""Lines of a list on their way to entries: one for each copy, with the points of each copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tiltyard.core.rosters.reading import MOST_ENTRIES
from tiltyard.core.rosters.roster import Entry, Listed, Muster
from tiltyard.core.ruleset import Ruleset
from tiltyard.formats.lists.limits import MOST_MUSTERS, ListUnreadable
from tiltyard.formats.lists.plain_phrase import Phrase, listed

_FEWEST_BELOW = 2
"""Cards that must stand below a line before it can be a title with their sum."""


@dataclass(slots=True)
class Written:
    """A line that stands for one or more entries, and the lines attached to it.

    `said` is a sum below it that stands for all points of it.
    """

    section: str
    phrase: Phrase
    number: int
    upgrades: list[Phrase] = field(default_factory=list)
    group: int | None = None
    said: int | None = None

    @property
    def is_priced(self) -> bool:
        """Whether points are written behind it and everything attached to it."""
        return all(one.card.declared is not None for one in (self.phrase, *self.upgrades))

    def cost(self, *, both: bool) -> int:
        """Return what all copies cost, as far as points are written."""
        attached = sum(
            (listed(upgrade, both=False).declared or 0) * upgrade.count for upgrade in self.upgrades
        )
        one = listed(self.phrase, both=both).declared or 0
        return (one + attached) * self.phrase.count

    def entries(self, *, both: bool) -> Iterator[Entry]:
        """Return an entry for each copy; an id is told apart by the number of the copy."""
        card = listed(self.phrase, both=both)
        upgrades = tuple(attached(self.upgrades))
        for copy in range(1, self.phrase.count + 1):
            several = self.phrase.id and self.phrase.count > 1
            name = f"{self.phrase.id}.{copy}" if several else self.phrase.id
            yield Entry(self.section, card, upgrades, name, self.group, self.said)


@dataclass(slots=True)
class Draft:
    """A muster while its lines are read; `place` is its number where the list says one."""

    declared: int | None = None
    place: int | None = None
    lines: list[Written] = field(default_factory=list)

    def muster(self) -> Muster:
        """Return the muster; points of several copies are for each, or all if only that adds up."""
        both = for_all_copies(self.lines, self.declared)
        entries = tuple(entry for line in self.lines for entry in line.entries(both=both))
        return Muster(entries, self.declared)


class Bound:
    """How many cards a list may still take: it is checked before any copy is made."""

    def __init__(self) -> None:
        self.cards = 0

    def take(self, cards: int, number: int) -> None:
        """Count cards in, or refuse a list of more than any army has."""
        self.cards += cards
        if self.cards > MOST_ENTRIES:
            raise ListUnreadable(
                "list-more-than-cards-line",
                field=f"line {number}",
                most_entries=MOST_ENTRIES,
                number=number,
            )


def check_squads(squads: int, number: int) -> None:
    """Refuse a list of more squads than any event has rounds."""
    if squads > MOST_MUSTERS:
        raise ListUnreadable(
            "list-more-than-squads-line",
            field=f"line {number}",
            most_musters=MOST_MUSTERS,
            number=number,
        )


def for_all_copies(lines: list[Written], said: int | None) -> bool:
    """Tell whether points behind several copies are meant for all of them: the total decides."""
    if said is None or said == sum(line.cost(both=False) for line in lines):
        return False
    return said == sum(line.cost(both=True) for line in lines)


def attached(upgrades: list[Phrase]) -> Iterator[Listed]:
    """Return every copy of every upgrade."""
    return (listed(upgrade, both=False) for upgrade in upgrades for _ in range(upgrade.count))


def take_title(draft: Draft, first: int, rules: Ruleset) -> Listed | None:
    """Take a first line that names the list off its cards: `My squad (100)`.

    Its points are more than half of the limit, and the sum of the cards below it where those have
    points; they become the total.
    """
    if not draft.lines:
        return None
    head, *others = draft.lines
    if head.number != first or head.upgrades or head.phrase.counted:
        return None
    card = head.phrase.card
    points = card.declared or 0
    if card != Listed(card.name, declared=points) or len(others) < _FEWEST_BELOW:
        return None
    limit = max(rules.lists.limits, default=0)
    below = sum(one.cost(both=False) for one in others)
    fits = points == below or not all(one.is_priced for one in others)
    if not (fits and limit < 2 * points <= 2 * limit) or draft.declared not in {None, points}:
        return None
    draft.lines, draft.declared = others, points
    return card
