"""Points beside the games as tables: who has how many, who leads, and what may still be given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.soft_scores import (
    choices_for,
    entry_of,
    is_known,
    is_open,
    soft_kinds,
    totals_of,
    vote_of,
)
from tiltyard.engine.soft_scores import ranked_scores

if TYPE_CHECKING:
    from tiltyard.day.event import Event, SoftPoints
    from tiltyard.engine.ruleset import Ruleset, SoftScore
    from tiltyard.engine.soft_scores import Placed
    from tiltyard.engine.tournament import PlayerId, RoundId


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A soft score with its places; `rows` is empty while this reader may not know them.

    `handed_in` is how many players have voted or given points.
    """

    kind: SoftScore
    known: bool
    open: bool
    rows: tuple[Placed, ...]
    handed_in: int

    @property
    def winners(self) -> tuple[Placed, ...]:
        """Everybody with the most points; who is level shares the first place."""
        return tuple(row for row in self.rows if row.rank == 1)


def score_tables(event: Event, rules: Ruleset, *, staff: bool) -> tuple[ScoreTable, ...]:
    """Return every soft score of an event; points before their time are for the staff alone.

    Votes that are not shown yet nobody reads.
    """
    return tuple(_table(event, kind, staff=staff) for kind in soft_kinds(event, rules).values())


def _table(event: Event, kind: SoftScore, *, staff: bool) -> ScoreTable:
    known = is_known(event, kind)
    secret = kind.by == "vote" and (not known or is_open(event, kind))
    readable = not secret and (known or staff)
    rows = ranked_scores(totals_of(event, kind)) if readable else ()
    return ScoreTable(kind, known, is_open(event, kind), rows, len(event.soft.get(kind.id, ())))


def shown_tables(event: Event, rules: Ruleset) -> tuple[ScoreTable, ...]:
    """Return the scores with places that everybody may read by now; penalties make no award."""
    tables = score_tables(event, rules, staff=False)
    return tuple(table for table in tables if table.rows and table.kind.most > 0)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a player may hand in now: a vote for one of `choices`, or points (`about` whom).

    `said` is what they handed in before.
    """

    kind: SoftScore
    choices: tuple[PlayerId, ...] = ()
    about: PlayerId | None = None
    round: RoundId = ""
    said: SoftPoints | None = None


def asked_of(event: Event, rules: Ruleset, player: PlayerId) -> tuple[Asked, ...]:
    """Return what a player may hand in now, one entry for each open score."""
    found = []
    for kind in soft_kinds(event, rules).values():
        if not is_open(event, kind):
            continue
        if kind.by == "vote":
            choices = choices_for(event, kind, player)
            if choices:
                found.append(Asked(kind, choices, said=vote_of(event, kind.id, player)))
        elif (asked := _points_asked(event, kind, player)) is not None:
            found.append(asked)
    return tuple(found)


def _points_asked(event: Event, kind: SoftScore, player: PlayerId) -> Asked | None:
    current = event.current
    round_ = current.id if current is not None and kind.per == "round" else ""
    if kind.per == "round" and current is None:
        return None
    about = player
    if kind.by == "opponent":
        game = event.game_of(player)
        if game is None or game.is_open or game.kind != "game" or len(game.players) != 2:
            return None
        about = next(other for other in game.players if other != player)
        if event.entrants[about].spare:
            return None
    said = entry_of(event, kind.id, about, round_ if kind.per == "round" else None)
    return Asked(kind, about=about, round=round_, said=said)


@dataclass(frozen=True, slots=True)
class Told:
    """Points that a player reads on their own page: what for, how many, in which round, and why."""

    kind: SoftScore
    points: SoftPoints

    @property
    def round(self) -> RoundId:
        """The round they are about; empty where they are given once."""
        return self.points.round if self.kind.per == "round" else ""


def told_to(event: Event, rules: Ruleset, player: PlayerId) -> tuple[Told, ...]:
    """Return the points the staff gave somebody, as far as they may know them by now."""
    return tuple(
        Told(kind, given)
        for kind in soft_kinds(event, rules).values()
        if kind.by == "leader" and is_known(event, kind)
        for given in event.soft.get(kind.id, ())
        if given.player == player
    )
