"""An event as tables for spreadsheets, with no text taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tiltyard.engine.rosters.checks import totals
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.names import round_title
from tiltyard.text.say import say, sentence
from tiltyard.text.standings import key_phrase, key_title, status_text
from tiltyard.views.round import Side, table_rows

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound
    from tiltyard.engine.tournament import MatchKind
    from tiltyard.formats.outgoing.handover import Handover
    from tiltyard.views.round import TableRow
    from tiltyard.views.standings import StandingsRow


# ------------------------------------------------------------------------------
# Text that no spreadsheet takes for a formula, and the way back.

_COMPUTED = frozenset("=+-@＝＋－＠﹢﹣﹦﹫⁺⁻⁼₊₋₌−﬩")  # wide, small and raised ones count, too
_BREAKS = frozenset("\t\r\n")
_PARTS = frozenset(';,|\t\r\n"')
_UNSEEN = re.compile(
    r"[\s'\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Blanks, control and format characters, marks that choose a variant, letters that are empty."""


def guarded(text: str) -> str:
    """Return text that stays text in every spreadsheet; most of it as it is."""
    due = _places(text)
    if not due:
        return text
    return "".join(f"'{char}" if place in due else char for place, char in enumerate(text))


def unguarded(text: str) -> str:
    """Return a cell as it was before it was guarded."""
    due = _places(text)
    if not due:
        return text
    kept = (char for place, char in enumerate(text) if char != "'" or place not in due)
    return "".join(kept)


def _places(text: str) -> set[int]:
    """Return where an apostrophe is due: the text is looked through once, from behind."""
    found: set[int] = set()
    if _COMPUTED.isdisjoint(text) and _BREAKS.isdisjoint(text):
        return found
    computed = broken = False
    for place in range(len(text) - 1, -1, -1):
        char = text[place]
        if char in _COMPUTED:
            computed, broken = True, False
        elif not _UNSEEN.match(char):
            computed = broken = False
        broken = broken or char in _BREAKS
        first = not place and (computed or broken)
        if first or (place and computed and text[place - 1] in _PARTS):
            found.add(place)
    return found


# ------------------------------------------------------------------------------
# An event as tables for spreadsheets: players, pairings, results, standings, lists.

Cell = str | int | Fraction | None
BYTE_ORDER_MARK = "\ufeff"
_NEVER = datetime(2000, 1, 1, tzinfo=UTC)
_OLDEST = 1900  # years before this have no date in a workbook
_WIDEST = 60
_LONGEST_CELL = 32_767  # letters a cell of a workbook holds


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title and heading; numbers are exact."""

    title: str
    heading: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]


def tables(handover: Handover) -> dict[str, Table]:
    """Return every table there is something for, by its plain name."""
    made = {name: make(handover) for name, make in TABLES.items()}
    return {name: table for name, table in made.items() if table.lines or name != "lists"}


# ------------------------------------------------------------------------------------- writing


def write_csv(table: Table, *, mark: bool = False) -> str:
    """Return a table as CSV; with `mark` old spreadsheets see that it is UTF-8.

    Every text is quoted and guarded, so that none is taken for a formula; numbers stand bare.
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([guarded(cell) for cell in table.heading])
    for line in table.lines:
        writer.writerow([_csv_cell(cell) for cell in line])
    return (BYTE_ORDER_MARK if mark else "") + written.getvalue()


def _csv_cell(cell: Cell) -> str | int:
    if isinstance(cell, int):
        return cell
    return guarded("" if cell is None else str(cell))


def write_xlsx(handover: Handover) -> bytes:
    """Return all tables as one workbook: text is text, never a formula and never a link."""
    from xlsxwriter import Workbook

    written = io.BytesIO()
    book = Workbook(
        written,
        {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    day = handover.event.details.date
    made = datetime.combine(day, time(), UTC) if day and day.year >= _OLDEST else _NEVER
    book.set_properties(
        {"title": handover.event.details.name, "created": made.replace(tzinfo=None)}
    )
    bold = book.add_format({"bold": True, "bottom": 1})
    fraction = book.add_format({"num_format": "0.000"})
    for table in tables(handover).values():
        sheet = book.add_worksheet(table.title[:31])
        sheet.freeze_panes(1, 0)
        for column, title in enumerate(table.heading):
            sheet.write_string(0, column, title, bold)
            sheet.set_column(column, column, _width(table, column))
        for number, line in enumerate(table.lines, 1):
            for column, cell in enumerate(line):
                _put(sheet, number, column, cell, fraction)
    book.close()
    return written.getvalue()


def _put(sheet: Any, line: int, column: int, cell: Cell, fraction: Any) -> None:
    if isinstance(cell, int):
        sheet.write_number(line, column, cell)
    elif isinstance(cell, Fraction):
        sheet.write_number(line, column, float(cell), fraction)
    elif cell:
        whole = len(cell) <= _LONGEST_CELL
        sheet.write_string(line, column, cell if whole else f"{cell[: _LONGEST_CELL - 1]}…")


def _width(table: Table, column: int) -> int:
    cells = [table.heading[column], *(str(line[column] or "") for line in table.lines)]
    return min(_WIDEST, 2 + max(map(len, cells)))


# ------------------------------------------------------------------------------------- players


def players_table(handover: Handover) -> Table:
    """Return everybody who takes part; a table that `tiltyard import` reads again.

    What other tables said of them beside stands behind, each under its own heading.
    """
    entrants = [entrant for entrant in handover.event.entrants.values() if not entrant.spare]
    beside = tuple(dict.fromkeys(heading for entrant in entrants for heading in entrant.notes))
    reached = any(entrant.contact for entrant in entrants)
    return Table(
        say("common.players"),
        (
            say("common.number"),
            say("common.name"),
            say("common.faction"),
            say("exports.points-of-the-list"),
            say("common.state"),
            *((say("exports.e-mail"),) if reached else ()),
            *beside,
        ),
        tuple(
            (
                entrant.number,
                entrant.name,
                entrant.faction or "",
                entrant.total,
                _entrant_state(entrant.state),
                *((entrant.contact,) if reached else ()),
                *(entrant.notes.get(heading, "") for heading in beside),
            )
            for entrant in entrants
        ),
    )


def _entrant_state(state: str) -> str:
    return {
        "registered": say("common.registered"),
        "checked_in": say("exports.checked-in"),
        "active": say("common.playing"),
        "dropped": say("common.dropped"),
        "disqualified": say("common.disqualified"),
    }[state]


# -------------------------------------------------------------------------------------- rounds


def pairings_table(handover: Handover) -> Table:
    """Return who met whom in every published round, and where."""
    return Table(
        say("common.pairings"),
        (
            say("common.round"),
            say("common.table"),
            say("exports.player-1"),
            say("exports.player-2"),
            say("exports.kind"),
        ),
        tuple(
            (round_title(handover.event, round_), row.number, *_two(row), kind_text(row.kind))
            for round_, row in _tables(handover)
        ),
    )


_NOBODY = Side(PlayerId(""), "")
"""Stands where a table has one player only."""


def results_table(handover: Handover) -> Table:
    """Return how every game ended, with what both have from it."""
    return Table(
        say("common.results"),
        (
            say("common.round"),
            say("common.table"),
            say("exports.player-1"),
            say("exports.player-2"),
            say("exports.score-1"),
            say("exports.score-2"),
            say("exports.tournament-points-1"),
            say("exports.tournament-points-2"),
            say("exports.margin-1"),
            say("exports.margin-2"),
            say("exports.winner"),
            say("exports.ended-by"),
        ),
        tuple(_result(handover, round_, row) for round_, row in _tables(handover)),
    )


def _result(handover: Handover, round_: DayRound, row: TableRow) -> tuple[Cell, ...]:
    first, second = (*row.sides, _NOBODY)[:2]
    return (
        round_title(handover.event, round_),
        row.number,
        *_two(row),
        first.score,
        second.score,
        first.points,
        second.points,
        first.margin,
        second.margin,
        _winner(row),
        kind_text(row.kind) or (sentence("slips", row.end, {}) if row.end else ""),
    )


def _winner(row: TableRow) -> str:
    """Return who won, in a bracket who goes on; a bye is won by whoever has it."""
    if row.kind == "bye":
        return row.sides[0].name
    return next((side.name for side in row.sides if side.won), "")


def kind_text(kind: MatchKind) -> str:
    """Return what a match is where it is no game."""
    return {
        "game": "",
        "bye": say("common.bye"),
        "forfeit": say("exports.forfeit"),
        "unpaired_loss": say("common.not-paired-a-loss"),
    }[kind]


def _tables(handover: Handover) -> Iterator[tuple[DayRound, TableRow]]:
    """Return the tables of every published round."""
    for round_ in handover.event.rounds:
        for row in table_rows(handover, round_, handover.event.people, close=False):
            yield round_, row


def _two(row: TableRow) -> tuple[str, str]:
    first, second = (*row.names, "")[:2]
    return first, second


# ----------------------------------------------------------------------------------- standings


def standings_table(handover: Handover) -> Table:
    """Return the order of the field with every key; fractions also exactly, as text."""
    found = handover.standings
    rows = found.rows if found is not None else ()
    keys = found.keys if found is not None else ()
    broken = {key for row in rows for key in keys if Fraction(row.keys[key]).denominator != 1}
    heading = [say("common.rank"), say("common.player")]
    for key in keys:
        heading.append(key_title(key))
        if key in broken:
            heading.append(say("exports.exactly", key=key_title(key)))
    heading += [say("common.decided-by"), say("common.state")]
    return Table(
        say("common.standings"),
        tuple(heading),
        tuple(_ranked(row, keys, broken) for row in rows),
    )


def _ranked(row: StandingsRow, keys: tuple[str, ...], broken: set[str]) -> tuple[Cell, ...]:
    cells: list[Cell] = [row.rank, row.name]
    for key in keys:
        exact = Fraction(row.keys[key])
        cells.append(int(exact) if exact.denominator == 1 else exact)
        if key in broken:
            cells.append(str(exact))
    cells.append(key_phrase(row.decided_by) if row.decided_by is not None else "")
    return (*cells, status_text(row))


# --------------------------------------------------------------------------------------- lists


def lists_table(handover: Handover) -> Table:
    """Return the lists that may be read, as they were handed in."""
    return Table(
        say("common.lists"),
        (
            say("common.player"),
            say("common.faction"),
            say("common.name-of-the-list"),
            say("common.points"),
            say("common.list"),
        ),
        tuple(
            (handover.event.people.get(player, player), *_army(handover, player))
            for player in handover.lists
        ),
    )


def _army(handover: Handover, player: PlayerId) -> tuple[Cell, ...]:
    army = handover.lists[player]
    every = totals(army.roster, handover.rules)
    total = every[0] if len(every) == 1 else None
    return army.roster.faction, army.roster.name, total, army.text


TABLES: dict[str, Callable[[Handover], Table]] = {
    "players": players_table,
    "pairings": pairings_table,
    "results": results_table,
    "standings": standings_table,
    "lists": lists_table,
}
