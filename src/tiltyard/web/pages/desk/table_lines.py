"""Tables of a round as the desk shows them: number, names, state, result, who has not reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.text.facts import place_text, versions
from tiltyard.text.say import say
from tiltyard.views.round import table_row, table_rows
from tiltyard.web.forms.slips import home_of, in_numbers, in_one_line, in_words, said_text

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game, MatchState
    from tiltyard.engine.slip import Slip
    from tiltyard.views.round import TableRow
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table: what is large, what is said about it, and where it stands."""

    game: Game
    number: str
    names: tuple[str, ...]
    state: MatchState
    word: str
    tone: str
    result: str
    numbers: str
    winner: str
    missing: tuple[str, ...]
    leader: str


@dataclass(frozen=True, slots=True)
class Version:
    """What one side of a dispute says: who, the slip, and what it would mean."""

    by: str
    slip: Slip
    said: str
    texts: tuple[str, ...]


def table_lines(view: EventView, round_: DayRound) -> tuple[TableLine, ...]:
    """Return the tables of a round in the order of their numbers, byes last."""
    rows = table_rows(view, round_, view.event.people, close=True)
    return tuple(_line(view, round_, row) for row in rows)


def table_line(view: EventView, round_: DayRound, game: Game) -> TableLine:
    """Return a match as the desk reads it."""
    row = table_row(view, round_, game, view.event.people, close=True)
    return _line(view, round_, row)


def _line(view: EventView, round_: DayRound, row: TableRow) -> TableLine:
    game = round_.games[row.match]
    word, tone = state_words(row)
    return TableLine(
        game,
        str(row.number or ""),
        row.names,
        row.state,
        word,
        tone,
        result := result_text(view, round_, game),
        numbers_text(view, round_, game) or result,
        next((side.name for side in row.sides if side.won), ""),
        tuple(side.name for side in row.not_reported),
        view.name(row.leader) if row.leader is not None else "",
    )


def state_words(row: TableRow) -> tuple[str, str]:
    """Return the state of a match as a word, and the shape that goes with it."""
    if row.kind == "bye":
        return say("common.bye"), ""
    if row.kind == "forfeit":
        return say("desk.forfeited"), "over"
    return {
        "pending": (say("common.not-begun"), ""),
        "playing": (say("common.playing"), "live"),
        "reported": (say("desk.one-report"), "warn"),
        "disputed": (say("common.disputed"), "alarm"),
        "final": (say("common.final-2"), "good"),
    }[row.state]


def result_text(view: EventView, round_: DayRound, game: Game) -> str:
    """Return the result that counts as one line; nothing while there is none."""
    if game.kind == "forfeit":
        name = view.name(game.absent or "")
        return say("common.did-not-come", name=name)
    if game.slip is None or game.contradicted or len(game.players) != 2:
        return ""
    return in_one_line(view, round_, game, game.slip)


def numbers_text(view: EventView, round_: DayRound, game: Game) -> str:
    """Return the result in numbers alone, for where the names stand beside it."""
    if game.kind == "forfeit" or game.slip is None or game.contradicted or len(game.players) != 2:
        return ""
    try:
        return in_numbers(view, round_, game, game.slip)
    except Refused:
        return ""


def place_name(game: Game) -> str:
    """Return where a game is played, as a heading."""
    if game.table is not None:
        return say("desk.table", number=game.table)
    if game.game is not None:
        return say("desk.game", number=game.game)
    return place_text(game)


def versions_of(view: EventView, game: Game) -> tuple[Version, ...]:
    """Return everything that was said about a match, side by side."""
    round_ = home_of(view, game)
    found: list[Version] = []
    for by, slip in versions(view.event, game):
        texts = tuple(in_words(view, round_, game, slip))
        found.append(Version(by, slip, said_text(view, game, slip), texts))
    return tuple(found)
