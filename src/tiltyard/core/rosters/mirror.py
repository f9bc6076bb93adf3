"""What is hard to tell apart at a table: two lists of one faction or race, cards of one name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain
from tiltyard.core.rosters.check_factions import faction_named, factions_of
from tiltyard.core.rosters.check_frame import key
from tiltyard.core.rosters.roster import UNIQUE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.ids import StageKind
    from tiltyard.core.rosters.roster import Muster, Roster
    from tiltyard.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Side:
    """What one player fields: a faction and the races of the disks, each by its plain name."""

    faction: str = ""
    races: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mirror:
    """What both players field: their faction, or the races their disks share."""

    shared: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A card that stands more than once in one list, so that its copies need marks."""

    name: str
    count: int
    clause: str


def side(rules: Ruleset, roster: Roster, stage: StageKind = "swiss", muster: int = 0) -> Side:
    """Return what a player fields in a stage: a reserve regiment comes with the elimination.

    `muster` is which list of several is played, from 0.
    """
    fielded = {
        section.id
        for section in rules.lists.sections
        if section.grouped and (section.stage == "always" or stage == "elimination")
    }
    played = roster.musters[muster].entries if muster < len(roster.musters) else ()
    races = {
        plain(entry.card.type): entry.card.type
        for entry in played
        if entry.section in fielded and plain(entry.card.type)
    }
    return Side(next(iter(factions_of(roster, rules)), ""), races)


def mirror(rules: Ruleset, first: Side, second: Side) -> Mirror | None:
    """Return what both sides share, if the game asks; what is not known is not shared."""
    clause = rules.lists.mirror_clause
    if rules.lists.mirror == "faction":
        own, other = (faction_named(rules, one.faction) for one in (first, second))
        return Mirror((own,), clause) if plain(own) and plain(own) == plain(other) else None
    if rules.lists.mirror == "race":
        shared = sorted(first.races.keys() & second.races.keys())
        return Mirror(tuple(first.races[race] for race in shared), clause) if shared else None
    return None


def duplicates(rules: Ruleset, muster: Muster) -> tuple[Duplicate, ...]:
    """Return the units or ships of which a list has several, in the order of the list.

    A second copy of what there is only one of is no matter of marks.
    """
    clause = rules.lists.duplicates_clause
    if not clause:
        return ()
    marked = {one.id for one in rules.lists.sections if one.points and one.keeps}
    chosen = (entry.card for entry in muster.entries if entry.section in marked)
    cards = [card for card in chosen if UNIQUE not in card.traits]
    counts = Counter(map(key, cards))
    names = {key(card): card.shown for card in reversed(cards)}
    return tuple(
        Duplicate(names[which], count, clause) for which, count in counts.items() if count > 1
    )
