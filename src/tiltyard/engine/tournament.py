"""What is known of a tournament: players, stages, rounds, matches, slips."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple, NewType

from tiltyard.engine.slip import Slip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.ruleset import SoftScore


# ------------------------------------------------------------------------------
# Names for the things a tournament is made of, and where in it something is.

PersonId = str
"""Somebody in the hall: a player, a leader, or both."""

PlayerId = NewType("PlayerId", str)
RoundId = str
"""A round of the day: stage and number, both from 1 ("1.3")."""

MatchId = str
"""A match of a round by its place, from 1 ("1.3.12")."""

Clause = NewType("Clause", str)
"""A clause of a document ("AR-107") or a decided ambiguity ("AMB-042")."""

StageKind = Literal["swiss", "elimination"]


class Place(NamedTuple):
    """A spot in a tournament, counted from zero: a stage, one of its rounds, one of its matches."""

    stage: int
    round: int | None = None
    match: int | None = None


# ------------------------------------------------------------------------------
# Regions with release dates of their own.

Region = Literal["north_america", "elsewhere"]


# ------------------------------------------------------------------------------
# What is known of a tournament: who takes part, who met whom, what the slips said.

MatchKind = Literal["game", "bye", "forfeit", "unpaired_loss"]
ChangeKind = Literal["drop", "disqualify", "rejoin"]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part; `spare` is the stand-in of an odd field."""

    id: PlayerId
    name: str
    number: int | None = None
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    spare: bool = False
    table: int | None = None
    favourite: PlayerId | None = None
    extra: Mapping[str, int] = field(default_factory=dict)


class SoftEntry(NamedTuple):
    """Points beside the games that somebody has, of a score by its id; `hidden`: not shown yet.

    `round` is what they are about, and the round from which they count; empty: from the start.
    """

    score: str
    player: PlayerId
    value: int
    round: RoundId = ""
    reason: str = ""
    hidden: bool = False


class Override(NamedTuple):
    """Who changed a pairing by hand, and why."""

    by: str
    reason: str


class Stated(NamedTuple):
    """Numbers somebody published for a match; they are compared, never used."""

    tp: tuple[int, ...] | None = None
    mov: tuple[int, ...] | None = None


class Match(NamedTuple):
    """A game, or the one-sided entry of somebody who had none.

    `confirmed` says who insisted on a report that was asked back, and about what.
    """

    players: tuple[PlayerId, ...]
    kind: MatchKind = "game"
    report: Slip | None = None
    table: int | None = None
    game: int | None = None
    absent: PlayerId | None = None
    override: Override | None = None
    stated: Stated | None = None
    confirmed: Override | None = None

    @property
    def is_open(self) -> bool:
        """Whether the game is still being played."""
        return self.kind == "game" and self.report is None


class Change(NamedTuple):
    """A player who leaves, is removed or comes back once the round is closed."""

    player: PlayerId
    change: ChangeKind


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a stage; `attempt` counts how often it was drawn.

    `salt` is a text that was fixed only when the round before it was closed: its lots, and the bags
    filled in it, are drawn from the seed and the salt. The round to be drawn has no matches.

    `override` explains a round that differs from what would be drawn today: a result or the hall
    changed after it was published.
    """

    matches: tuple[Match, ...]
    after: tuple[Change, ...] = ()
    attempt: int = 1
    draws: Mapping[str, str] = field(default_factory=dict)
    override: Override | None = None
    salt: str | None = None

    @property
    def is_closed(self) -> bool:
        """Whether it was drawn and every game has its result."""
        return bool(self.matches) and not any(match.is_open for match in self.matches)


@dataclass(frozen=True, slots=True)
class Stage:
    """Swiss rounds, or elimination rounds among the seeds; `override` explains other seeds."""

    kind: StageKind
    rounds: tuple[Round, ...] = ()
    seeds: tuple[PlayerId, ...] | None = None
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rounds and which cut; none: not announced.

    `announced` are rounds and cut as they were told before the start, where they were changed
    afterwards; `override` says by whom, and why.
    """

    swiss_rounds: int | None = None
    cut: int | None = None
    announced: tuple[int | None, int | None] | None = None
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class TableRules:
    """How tables are numbered in this hall."""

    first: int = 1
    out_of_use: frozenset[int] = frozenset()
    avoid_repeats: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that was decided; every number is computed from it.

    `lots` stand for those of the seed: with them a check asks whether a round could have been drawn
    with some lots. No file has them. `ruleset_files` are the texts of a ruleset that does not
    come with the program, by their names. `declared` are soft scores that this event has beside
    those of its ruleset; they never count for the ranking.
    """

    ruleset: str
    players: tuple[Player, ...]
    stages: tuple[Stage, ...] = ()
    seed: str = ""
    plan: Plan = Plan()
    name: str = ""
    date: date | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    tables: TableRules = TableRules()
    ranking: tuple[PlayerId, ...] | None = None
    lots: tuple[PlayerId, ...] = ()
    ruleset_files: Mapping[str, str] = field(default_factory=dict)
    declared: tuple[SoftScore, ...] = ()
    soft_scores: tuple[SoftEntry, ...] = ()


def with_salt(tournament: Tournament, salt: str) -> Tournament:
    """Return the tournament with a salt for the round that is drawn next."""
    stages = tournament.stages
    if not stages:
        kind: StageKind = "elimination" if tournament.plan.swiss_rounds == 0 else "swiss"
        stages = (Stage(kind),)
    rounds = stages[-1].rounds
    waiting = rounds and not rounds[-1].matches
    drawn_as = replace(rounds[-1] if waiting else Round(()), salt=salt)
    last = replace(stages[-1], rounds=(*(rounds[:-1] if waiting else rounds), drawn_as))
    return replace(tournament, stages=(*stages[:-1], last))
