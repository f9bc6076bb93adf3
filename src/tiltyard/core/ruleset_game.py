"""The part of a ruleset about one game: what is counted, who wins, what a result is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

End = Literal["destroyed", "mutual", "rounds", "time", "concession", "intentional_draw"]
SlipField = Literal["score", "survivor", "conceded", "initiative", "leaders", "flurry", "witness"]
Stage = Literal["swiss", "elimination"]
Amount = int | str
"""A number, or a share of the points available in the round such as "1.5*available"."""


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets without a table to look it up in."""

    clause: str
    tp: int
    mov: Amount = 0
    vp_for: int = 0
    vp_against: int = 0
    leaders: int = 0
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What is counted at the table. `wipe_out`: one value per round, the last one stays.

    `partial`: a unit that is only damaged may count in part; else units count whole.
    """

    clause: str
    counts: Literal["destroyed_points", "victory_points"]
    objectives: bool = False
    partial: bool = False
    wipe_out: tuple[int, ...] = ()
    wipe_out_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Margin:
    """How a margin of victory follows from two scores."""

    clause: str
    kind: Literal["winner_difference", "around_base", "none"]
    least: int | None = None
    most: int | None = None
    base: tuple[int, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarginRow:
    """One line of a points table: margins from `least` up to `most` (none: everything above)."""

    clause: str
    least: int
    win: int
    loss: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """Tournament points of a game: by its result, or by the row of its margin."""

    clause: str
    by: Literal["result", "margin"]
    win: int = 0
    modified_win: int = 0
    draw: int = 0
    loss: int = 0
    rows: tuple[MarginRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """Who wins when the scores are level."""

    clause: str
    winner: Literal["flurry", "without_initiative", "with_initiative", "nobody"]


@dataclass(frozen=True, slots=True)
class Counted:
    """Scores an ending puts in the place of those on the slip."""

    clause: str
    rule: Literal["survivor_destroyed_all", "both_destroyed_all", "conceder_destroyed", "fixed"]
    winner: int = 0
    loser: int = 0
    winner_leaders: int = 0


@dataclass(frozen=True, slots=True)
class FullWin:
    """The lead from which a win on points is a full one, per round; below it is a modified win."""

    clause: str
    margin: tuple[int, ...]
    below: str


@dataclass(frozen=True, slots=True)
class Floor:
    """The least a winner gets, whatever the table says (`mov` is also the threshold)."""

    clause: str
    tp: int
    mov: int
    above: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a game ends: what the slip needs, who wins, and what is counted."""

    clause: str
    needs: tuple[SlipField, ...]
    winner: Literal[
        "survivor", "higher_score", "opponent_of_conceder", "without_initiative", "nobody"
    ]
    result: Literal["win", "modified_win"] = "win"
    level: Level | None = None
    counted: Counted | None = None
    full_win: FullWin | None = None
    margin: Literal["by_rule", "zero"] = "by_rule"
    margin_clause: str = ""
    snapshot: Literal["before_destroy", "after_destroy", ""] = ""
    keep_loser_leader_kill: bool = False
    loser: Award | None = None
    floor: Floor | None = None
    stages: tuple[Stage, ...] = ("swiss", "elimination")
    stages_clause: str = ""
    need_clauses: dict[SlipField, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
