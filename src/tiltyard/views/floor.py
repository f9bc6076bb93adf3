"""The floor: every table of the running round as one tile, and what of it needs somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.views.round import table_rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import PersonId
    from tiltyard.views.event import EventVersion
    from tiltyard.views.round import TableRow

TileState = Literal[
    "disputed", "called", "overdue", "reported", "extension", "playing", "pending", "done", "bye"
]
NEEDING: frozenset[TileState] = frozenset({"disputed", "called", "overdue"})
"""States in which somebody of the staff has to go to the table, or decide."""

Scores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Report:
    """What a player has said about a game that is open; no scores where none are told."""

    name: str
    scores: Scores | None


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of the round with the one state that matters most, and what was said so far."""

    row: TableRow
    state: TileState
    scores: Scores | None = None
    reports: tuple[Report, ...] = ()

    @property
    def needs_somebody(self) -> bool:
        """Whether somebody of the staff has to act."""
        return self.state in NEEDING


@dataclass(frozen=True, slots=True)
class Floor:
    """All tiles of a round in the order of the tables, and how many stand how."""

    tiles: tuple[Tile, ...]

    @property
    def games(self) -> int:
        """How many games are played, byes left out."""
        return sum(1 for tile in self.tiles if tile.state != "bye")

    @property
    def done(self) -> int:
        """How many games have a result that counts."""
        return sum(1 for tile in self.tiles if tile.state == "done")

    @property
    def still_open(self) -> int:
        """How many games are without one."""
        return self.games - self.done

    @property
    def needing(self) -> int:
        """How many tables need somebody."""
        return sum(1 for tile in self.tiles if tile.needs_somebody)

    @property
    def reported(self) -> int:
        """How many tables wait for the second report."""
        return sum(1 for tile in self.tiles if tile.state == "reported")


def floor_of(
    version: EventVersion, round_: DayRound, names: Mapping[PersonId, str], now: datetime
) -> Floor:
    """Return the floor as the staff sees it."""
    rows = table_rows(version, round_, names, close=True, now=now)
    return Floor(tuple(_tile(row, round_.games[row.match], names) for row in rows))


def _tile(row: TableRow, game: Game, names: Mapping[PersonId, str]) -> Tile:
    state = tile_state(row)
    told = game.slip.score if state == "done" and game.slip is not None else None
    reports = (
        tuple(Report(names.get(filed.by, filed.by), filed.slip.score) for filed in game.filed)
        if state != "done"
        else ()
    )
    return Tile(row, state, told, reports)


def tile_state(row: TableRow) -> TileState:
    """Return what matters most about a table: who has to decide, then who has to hurry."""
    if row.kind == "bye":
        return "bye"
    if not row.is_open:
        return "done"
    if row.state == "disputed":
        return "disputed"
    if row.open_calls:
        return "called"
    if row.overdue:
        return "overdue"
    if row.state == "reported":
        return "reported"
    if row.state == "pending":
        return "pending"
    return "extension" if row.extension else "playing"
