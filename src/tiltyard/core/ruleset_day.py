"""The part of a ruleset about the day: structure, clock, draw of rounds, cut and bracket."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal


@dataclass(frozen=True, slots=True)
class StructureRow:
    """Players from `least` to `most` play this many Swiss rounds and cut to this many."""

    clause: str
    least: int
    rounds: int
    cut: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class FormatRow:
    """A line of a format table: a points limit gives games, minutes and board."""

    clause: str
    points: int
    games: tuple[int, ...]
    minutes: int
    board: str


@dataclass(frozen=True, slots=True)
class SuggestedCut:
    """From this many players on a cut of this size is suggested."""

    least: int
    cut: int


@dataclass(frozen=True, slots=True)
class Structure:
    """How many rounds, and which cut: by table, fixed, by format or as the organizer decides."""

    clause: str
    kind: Literal["tables", "fixed", "formats", "organizer"]
    basic: tuple[StructureRow, ...] = ()
    advanced: tuple[StructureRow, ...] = ()
    rounds: int | None = None
    formats: tuple[FormatRow, ...] = ()
    suggested_cuts: tuple[SuggestedCut, ...] = ()
    outside_clause: str = ""
    outside_rounds: int | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundLength:
    """Minutes per round (the last one stays; none: untimed) and how far they may be moved.

    A final that the document does not set apart is as long as the elimination round it is.
    """

    clause: str
    minutes: tuple[int, ...] = ()
    same_as_swiss: bool = False
    same_as_elimination: bool = False
    adjustable: int = 0
    adjustable_clause: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """The lengths of rounds and what happens when time is called."""

    swiss: RoundLength
    elimination: RoundLength
    final: RoundLength
    time_called: str
    time_called_clause: str
    game_rounds: int | None = None
    game_rounds_clause: str = ""
    extension_minutes: int = 5
    extension_clause: str = "AMB-033"


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on after the Swiss rounds: the top of the standings, or all with enough points."""

    clause: str
    sizes: tuple[int, ...]
    replace: Literal["next_rank", "bye_for_opponent"]
    replace_clause: str
    points: int = 0
    points_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Elimination:
    """One loss and out: the fold of the games and who goes on after a draw.

    `initiative_clause` wants every slip of the bracket to say who has initiative.
    """

    clause: str
    allowed: bool
    first_clause: str = ""
    bye_clause: str = ""
    fold_clause: str = ""
    start_clause: str = ""
    draw: Literal["impossible", "initiative", "higher_seed"] = "impossible"
    draw_clause: str = ""
    initiative_clause: str = ""
    drop_clause: str = ""
    reseed: bool = False
    also: tuple[str, ...] = ()


Method = Literal["brackets", "round_robin"]
Group = Literal["tp", "none"]
Inside = Literal["random", "standings", "sos"]


@dataclass(frozen=True, slots=True)
class PairingSystem:
    """Another pairing system that the organizer may choose by its name."""

    clause: str
    method: Method = "brackets"
    group: Group = "none"
    inside: Inside = "random"


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a Swiss round is drawn: groups, order inside them, and whom to keep apart.

    `system` is the name of what is described here; `systems` are the others by their names.
    `lots_clause` says that every lot comes from the seed. Where the document only recommends its
    way of pairing, `deviation_clause` is what another pairing than the declared one is measured by.
    """

    clause: str
    first_round_clause: str
    group: Group
    group_clause: str
    inside: Inside
    inside_clause: str
    float_clause: str
    avoid_affiliation: bool
    affiliation_clause: str
    plan_safe: bool
    conflict_clause: str
    lots_clause: str
    deviation_clause: str = ""
    method: Method = "brackets"
    system: str = ""
    systems: dict[str, PairingSystem] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def as_chosen(self) -> Pairing:
        """Return the pairing with the values of the system that was chosen by its name."""
        chosen = self.systems.get(self.system)
        if chosen is None:
            return self
        return replace(
            self,
            method=chosen.method,
            group=chosen.group,
            inside=chosen.inside,
            group_clause=chosen.clause,
            inside_clause=chosen.clause,
            float_clause=chosen.clause,
        )


@dataclass(frozen=True, slots=True)
class Rematch:
    """Within what scope two players meet only once."""

    clause: str
    scope: Literal["stage", "swiss", "event"]
    except_final: bool
    except_final_clause: str
    on_impossible: Literal["warn_min", "block"]
    impossible_clause: str


@dataclass(frozen=True, slots=True)
class Pool:
    """The cards of a season: those legal from a date on."""

    clause: str
    since: date
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards drawn from a bag for every round of a stage.

    `locked_clause` says that no other cards are used, `again_clause` that none comes back before
    all were drawn.
    """

    clause: str
    pools: tuple[Pool, ...]
    refill_clause: str
    season_clause: str
    locked_clause: str
    again_clause: str
    avoid_back_to_back: bool = False
    own: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """How tables are numbered."""

    clause: str
    order: Literal["rank", "random"]


@dataclass(frozen=True, slots=True)
class Leaving:
    """Clauses for those who drop, come back or are disqualified."""

    drop_clause: str
    rejoin_clause: str
    disqualified_clause: str


@dataclass(frozen=True, slots=True)
class NoShow:
    """When an absent player is warned about."""

    clause: str
    minutes: int


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Whether players may enter after the first round is published."""

    clause: str
    policy: Literal["ask", "allow", "refuse"]


@dataclass(frozen=True, slots=True)
class CarryOver:
    """What a second Swiss stage keeps of the first."""

    clause: str
    carry_points: bool
