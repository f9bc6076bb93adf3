"""The floor: every table of the running round as one tile, and what of it needs somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from tiltyard.views.round import table_rows

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import PersonId
    from tiltyard.views.event import EventVersion
    from tiltyard.views.round import TableRow

TileState = Literal[
    "disputed", "called", "reported", "overdue", "extension", "playing", "pending", "done", "bye"
]
NEEDING: frozenset[TileState] = frozenset({"disputed", "called"})
"""States in which somebody of the staff has to go to the table, or decide."""

PATIENCE = timedelta(minutes=5)
"""How long a report waits for the opponent before the desk may accept all such reports at once."""

SECTION = 50
"""How many tables of a large hall stand together below one heading."""

Scores = tuple[int, int]
Times = Mapping[tuple[str, str], datetime]
"""When calls and slips came, by kind and id."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a player has said about a game that is open; no scores where none are told."""

    name: str
    scores: Scores | None


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of the round with the one state that matters most, and what was said so far.

    `since` is when somebody began to wait: who called, or whose report came last.
    """

    row: TableRow
    state: TileState
    scores: Scores | None = None
    reports: tuple[Report, ...] = ()
    since: datetime | None = None

    @property
    def needs_somebody(self) -> bool:
        """Whether somebody of the staff has to act."""
        return self.state in NEEDING


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that stand together in a large hall, from one number to another."""

    first: int
    last: int
    tiles: tuple[Tile, ...]


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

    def overdue_reports(self, now: datetime) -> tuple[Tile, ...]:
        """Return the tables whose one report has waited long enough to be accepted."""
        return tuple(
            tile
            for tile in self.tiles
            if tile.state == "reported" and tile.since is not None and tile.since <= now - PATIENCE
        )

    @property
    def sections(self) -> tuple[Section, ...]:
        """The tiles in order, a large hall in parts of equal size."""
        numbered = [tile for tile in self.tiles if tile.row.number is not None]
        if len(numbered) <= SECTION + SECTION // 2:
            return (Section(1, len(numbered), self.tiles),)
        last = len(self.tiles) - 1
        starts = range(0, len(numbered), SECTION)
        ends = [start + SECTION for start in starts]
        parts = [self.tiles[start:end] for start, end in zip(starts, ends, strict=True)]
        if ends[-1] <= last:
            parts[-1] = self.tiles[starts[-1] :]
        return tuple(Section(*_numbers(part), part) for part in parts)


def _numbers(tiles: tuple[Tile, ...]) -> tuple[int, int]:
    """Return the lowest and the highest table of a part."""
    known = [tile.row.number for tile in tiles if tile.row.number is not None]
    return known[0], known[-1]


def floor_of(
    version: EventVersion,
    round_: DayRound,
    names: Mapping[PersonId, str],
    now: datetime,
    times: Times | None = None,
) -> Floor:
    """Return the floor as the staff sees it."""
    rows = table_rows(version, round_, names, close=True, now=now)
    return Floor(tuple(_tile(row, round_.games[row.match], names, times or {}) for row in rows))


def _tile(row: TableRow, game: Game, names: Mapping[PersonId, str], times: Times) -> Tile:
    state = tile_state(row)
    told = game.slip.score if state == "done" and game.slip is not None else None
    reports = (
        tuple(Report(names.get(filed.by, filed.by), filed.slip.score) for filed in game.filed)
        if state != "done"
        else ()
    )
    return Tile(row, state, told, reports, _since(row, state, times))


def _since(row: TableRow, state: TileState, times: Times) -> datetime | None:
    """Return since when somebody waits at a table for the staff or for the opponent."""
    if state == "called":
        return min(
            (times[key] for call in row.open_calls if (key := ("call", call)) in times),
            default=None,
        )
    return times.get(("dispute", row.match)) if state in {"disputed", "reported"} else None


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
    if row.state == "reported":
        return "reported"
    if row.overdue:
        return "overdue"
    if row.state == "pending":
        return "pending"
    return "extension" if row.extension else "playing"
