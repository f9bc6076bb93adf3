"""What two lists say about the setup of a game: who begins, what looks alike, terrain."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tiltyard.engine.chance import Urn
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.factions import faction_named, factions_of, key
from tiltyard.engine.rosters.roster import UNIQUE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.engine.rosters.roster import Entry, Muster, Roster
    from tiltyard.engine.ruleset import ExistingTerrain, Ruleset, Section
    from tiltyard.engine.tournament import MatchId, PlayerId, StageKind


# ------------------------------------------------------------------------------
# Who decides who begins: the lower total, or a coin between equal ones.


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which of the two decides who begins; no index: the totals are equal and a coin decides."""

    index: int | None
    clause: str


def chooser(rules: Ruleset, totals: tuple[int | None, int | None]) -> Chooser | None:
    """Return who decides; nobody where the game has no such rule or a total is not known.

    The totals are those of the lists played in the round (`check_points.total_in_round`).
    """
    first, second = totals
    if not rules.lists.chooser or first is None or second is None:
        return None
    if first == second:
        return Chooser(None, rules.lists.coin_clause)
    return Chooser(0 if first < second else 1, rules.lists.chooser_clause)


def coin(seed: str, match: MatchId, players: tuple[PlayerId, PlayerId]) -> int:
    """Toss the coin of a match: the index of whoever is drawn first, wherever they sit."""
    stage, number, _ = match.split(".")
    lot = Urn(seed, "coin", int(stage), int(number)).lot
    first, second = (lot(player) for player in players)
    return 0 if first < second else 1


# ------------------------------------------------------------------------------
# What is hard to tell apart at a table: two lists of one faction or race, cards of one name.


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
        own, other = (faction_named(rules, other_side.faction) for other_side in (first, second))
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
    marked = {section.id for section in rules.lists.sections if section.points and section.keeps}
    chosen = (entry.card for entry in muster.entries if entry.section in marked)
    cards = [card for card in chosen if UNIQUE not in card.traits]
    counts = Counter(map(key, cards))
    names = {key(card): card.shown for card in reversed(cards)}
    return tuple(
        Duplicate(names[which], count, clause) for which, count in counts.items() if count > 1
    )


# ------------------------------------------------------------------------------
# What two lists say about the setup of a game: who has units to deploy before the other.

NOT_DEPLOYED = frozenset({"scout", "notdeployed"})
"""Traits of units, or of upgrades on them, that are not placed when all others are."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """How many units count on both sides, who deploys first, and how many before they take turns.

    No index: both have as many, and take turns at once. It is not `certain` where a card is
    unknown that may not be deployed normally.
    """

    counts: tuple[int, int]
    index: int | None
    units: int
    certain: bool
    clause: str


def surplus(rules: Ruleset, first: Muster, second: Muster) -> Surplus | None:
    """Compare the units of two lists; none: the game has no such rule, or a list has no units."""
    for section in rules.lists.sections:
        if section.surplus_clause:
            return _compared(section, first.of(section.id), second.of(section.id))
    return None


def _compared(
    section: Section, first: tuple[Entry, ...], second: tuple[Entry, ...]
) -> Surplus | None:
    if not first or not second:
        return None
    mine, theirs = (sum(map(_is_deployed, entries)) for entries in (first, second))
    index = None if mine == theirs else 0 if mine > theirs else 1
    certain = all(card.card for entry in (*first, *second) for card in entry.cards)
    return Surplus((mine, theirs), index, abs(mine - theirs), certain, section.surplus_clause)


def _is_deployed(entry: Entry) -> bool:
    traits = {plain(trait) for card in entry.cards for trait in card.traits}
    return traits.isdisjoint(NOT_DEPLOYED)


# ------------------------------------------------------------------------------
# Terrain that was there before: how much it may hold by how wide it is, and its keywords.

_MOST_CAPACITY = 20
_LONGEST_KEYWORD = 40


def capacity_of(chart: ExistingTerrain, diameter: int, given: int | None = None) -> int:
    """Return the capacity of a piece by its diameter in tenths of an inch, or refuse its size.

    The organizer may say another capacity, and must for a piece that is off the chart.
    """
    if given is not None and not 0 <= given <= _MOST_CAPACITY:
        raise Refused(
            "no-piece-terrain-capacity",
            clause=chart.bounds_clause,
            field="capacity",
            given=given,
            most_capacity=_MOST_CAPACITY,
        )
    if diameter <= 0 or (given is None and diameter > chart.widest):
        raise Refused(
            "piece-inches-no-terrain-chart",
            clause=chart.clause if diameter <= 0 else chart.bounds_clause,
            field="diameter",
            diameter=inches(diameter),
            widest=inches(chart.widest),
        )
    if given is not None:
        return given
    rows = (row.capacity for row in chart.widths if diameter < row.most)
    return next(rows, chart.widths[-1].capacity)


def keywords_and_values(
    chart: ExistingTerrain, keywords: Sequence[str], values: Mapping[str, int]
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the keywords of a label and their X values; a value belongs to a keyword of it.

    A keyword may be written with its value: `deadly=2`.
    """
    split = [_with_value(keyword) for keyword in keywords]
    named = tuple(dict.fromkeys(word for word, _ in split if word))
    own = {word.casefold(): word for word in named}
    given = [(word, value) for word, value in split if value is not None]
    given += [(tidy(word, _LONGEST_KEYWORD), value) for word, value in values.items()]
    for word, _ in given:
        if word.casefold() not in own:
            raise Refused(
                "piece-no-keyword-give-value",
                clause=chart.keywords_clause,
                field="values",
                word=word,
            )
    return named, {own[word.casefold()]: value for word, value in given}


def _with_value(written: str) -> tuple[str, int | None]:
    word, equals, number = written.partition("=")
    if equals and number.strip().isdecimal() and len(number) <= len("999999"):
        return tidy(word, _LONGEST_KEYWORD), int(number)
    return tidy(written, _LONGEST_KEYWORD), None


def require_keywords(chart: ExistingTerrain, keywords: Sequence[str]) -> None:
    """Refuse a piece with more keywords than a label may give it, or with one twice."""
    if len(keywords) > chart.keywords:
        raise Refused(
            "keywords-one-piece-terrain",
            clause=chart.keywords_clause,
            field="keywords",
            count=len(keywords),
            keywords=chart.keywords,
        )
    if len({keyword.casefold() for keyword in keywords}) < len(keywords):
        raise Refused(
            "same-keyword-twice-one-piece", clause=chart.keywords_clause, field="keywords"
        )


def inches(tenths: int) -> str:
    """Return a length in inches as people write it."""
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{part}' if part else ''}"
