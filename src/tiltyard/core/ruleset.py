"""The shape of a ruleset; its values live in `tiltyard/rulesets/*.toml`, each beside its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tiltyard.core.ruleset_checks import NO_CHECKS, Checks
from tiltyard.core.ruleset_day import (
    CarryOver,
    Clock,
    Cut,
    Draw,
    Elimination,
    FormatRow,
    LateEntry,
    Leaving,
    NoShow,
    Pairing,
    Pool,
    Rematch,
    RoundLength,
    Structure,
    StructureRow,
    SuggestedCut,
    Tables,
)
from tiltyard.core.ruleset_game import (
    Amount,
    Award,
    Counted,
    End,
    Floor,
    FullWin,
    Level,
    Margin,
    MarginRow,
    Outcome,
    Points,
    Score,
    SlipField,
    Stage,
)
from tiltyard.core.ruleset_lists import Ban, Check, Legality, Lists, Section
from tiltyard.core.ruleset_papers import NO_PAPERS, Papers
from tiltyard.core.ruleset_people import (
    Announcement,
    Components,
    Conduct,
    Restriction,
    Staff,
    Tier,
)

__all__ = [
    "FAVOURITE_OPPONENT",
    "Amount",
    "Award",
    "Ban",
    "Bye",
    "CarryOver",
    "Check",
    "Clock",
    "Counted",
    "Cut",
    "Draw",
    "Elimination",
    "End",
    "Floor",
    "Forfeit",
    "FormatRow",
    "FullWin",
    "HeadToHead",
    "LateEntry",
    "Leaving",
    "LeftTo",
    "Legality",
    "Level",
    "Lists",
    "Margin",
    "MarginRow",
    "NoShow",
    "Option",
    "OptionType",
    "OrderKey",
    "Outcome",
    "Pairing",
    "Papers",
    "Points",
    "Pool",
    "Rematch",
    "RoundLength",
    "Ruleset",
    "Score",
    "Section",
    "SlipField",
    "Spare",
    "Stage",
    "Standings",
    "StrengthOfSchedule",
    "Structure",
    "StructureRow",
    "SuggestedCut",
    "Tables",
    "TieBreak",
    "ranked_by",
    "value_of_round",
]

FAVOURITE_OPPONENT = "favourite_opponent"
"""The organizer's own tie-break that counts votes."""

TieBreak = Literal["tp", "mov", "sos", "vpd", "vp", "leaders", "h2h", "extra", "lot"]


@dataclass(frozen=True, slots=True)
class Bye:
    """Who rests in an odd field, and what a rest is worth."""

    clause: str
    first_round: Literal["lot"]
    first_round_clause: str
    pick: Literal["lowest_standing", "random_in_lowest_group"]
    pick_clause: str
    max_per_player: int | Literal["unlimited"]
    max_clause: str
    second_clause: str
    award: Award
    repeat_in_final: bool = False


@dataclass(frozen=True, slots=True)
class Spare:
    """A stand-in opponent for an odd field who is never ranked."""

    clause: str
    allowed: bool
    preferred: bool
    unranked_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game whose opponent did not come."""

    clause: str
    award: Literal["bye", "concession"]
    counts_as_met: bool


@dataclass(frozen=True, slots=True)
class OrderKey:
    """One line of the tie-break list."""

    key: TieBreak
    clause: str


@dataclass(frozen=True, slots=True)
class StrengthOfSchedule:
    """Which formula, and who counts in it."""

    clause: str
    formula: Literal["mean", "sum", "none"]
    include_disqualified: bool
    bye_counts_as_round: bool
    unpaired_counts_as_round: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Whether the test is made again: for the rest of a tied group, or before a lot decides."""

    clause: str
    repeat: bool
    before_lot: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The order of the field: keys one after another, larger first, lots last.

    `extra` are the organizer's own keys; those in `once` are scored once a player, not in games.
    """

    clause: str
    order: tuple[OrderKey, ...]
    final_ties: Literal["random", "shared"]
    final_ties_clause: str
    extra: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    extra_clause: str = ""
    extra_needed_clause: str = ""
    also: tuple[str, ...] = ()


OptionType = Literal[
    "flag",
    "whole number",
    "per round",
    "amount",
    "choice",
    "limit",
    "names",
    "cards",
    "minutes",
    "tie-breaks",
]


LeftTo = Literal["organizer", "event_outline", "custom_structure", "nobody"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something an organizer can set: one value of the ruleset.

    `bends` is the clause another value departs from (a decision where the document is silent).
    `left_to` says who may: the organizer; an Event Outline, and the organizer of a tier that does
    not fix the cards; the organizer of a custom structure, as a house rule; or
    nobody, because the document settles it: then it is a house rule, and no official event of a
    tier that keeps the document may have it. `readings` are values the document bears as well.
    `custom_only`: even as a house rule only in a custom structure.
    """

    sets: str
    type: OptionType
    clause: str
    help: str
    bends: str
    left_to: LeftTo
    readings: tuple[bool | int | str | tuple[str, ...], ...] = ()
    custom_only: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A tournament document in one version.

    `known_to` are the formats of other programs whose readers know its game and its endings.
    """

    id: str
    version: str
    title: str
    game: str
    prefix: str
    clause: str
    terms: dict[str, str]
    score: Score
    margin: Margin
    points: Points
    outcomes: dict[End, Outcome]
    bye: Bye
    spare: Spare
    forfeit: Forfeit
    unpaired_loss: Award
    standings: Standings
    sos: StrengthOfSchedule
    h2h: HeadToHead
    structure: Structure
    clock: Clock
    cut: Cut
    elimination: Elimination
    pairing: Pairing
    rematch: Rematch
    tables: Tables
    leaving: Leaving
    no_show: NoShow
    late_entry: LateEntry
    stage: CarryOver
    lists: Lists
    legality: Legality
    staff: Staff
    tiers: tuple[Tier, ...]
    announcements: tuple[Announcement, ...]
    components: Components
    conduct: Conduct
    options: dict[str, Option]
    restrictions: tuple[Restriction, ...] = ()
    draws: dict[str, Draw] = field(default_factory=dict)
    papers: Papers = NO_PAPERS
    checks: Checks = NO_CHECKS
    effective: date | None = None
    notes: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The id with its version, as events pin it."""
        return f"{self.id}@{self.version}"


def value_of_round(values: tuple[int, ...], number: int) -> int:
    """Return the value of a round counted from 1; the last one stays for all later rounds."""
    return values[min(number, len(values)) - 1]


def ranked_by(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return what decides the ranking, one name after another, each with its clause."""
    found: list[tuple[str, str]] = []
    for entry in rules.standings.order:
        if entry.key == "extra":
            found += [(name, entry.clause) for name in rules.standings.extra]
        elif entry.key != "lot":
            found.append((entry.key, entry.clause))
    if rules.h2h.before_lot and any(name == "h2h" for name, _ in found):
        found.append(("h2h", rules.h2h.clause))
    if rules.standings.final_ties == "random":
        found += [(entry.key, entry.clause) for entry in rules.standings.order[-1:]]
    return tuple(found)
