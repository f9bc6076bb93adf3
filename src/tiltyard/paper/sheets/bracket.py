"""The bracket on paper: rounds as columns, games in an order in which no lines cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.bracket import first_games
from tiltyard.engine.errors import Refused
from tiltyard.paper.next_round import games_of_next, going_on, what_follows
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.facts import left_in_bracket
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.views.bracket import bracket as bracket_of
from tiltyard.views.standings import who_goes_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.views.bracket import Bracket, BracketGame


_GAMES_ON_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game; the name is empty while nobody is known for it."""

    seed: str = ""
    name: str = ""
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A game with its number."""

    game: str
    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of the bracket, its games from top to bottom."""

    title: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the bracket that fits on a page; the next column has half as many games."""

    columns: tuple[Column, ...]
    champion: str


@dataclass(frozen=True, slots=True)
class BracketPages:
    """The whole bracket; lines lead to the next game unless the seeds are drawn anew."""

    lines: bool
    champion: str
    pages: tuple[Page, ...]


def bracket(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the newest bracket, or how it will be by the cut."""
    found = bracket_of(view, view.public, close=False)
    if found is None:
        raise Refused("nobody-knows-yet-who-bracket")
    brackets = _two_brackets(found) if found.first else [_columns(found)]
    champion = found.champion.name if found.champion is not None else ""
    body = BracketPages(
        lines=not found.reseeds,
        champion=say("common.champion"),
        pages=tuple(
            page
            for number, columns in enumerate(brackets, 1)
            for page in _pages(columns, champion if number == len(brackets) else "")
        ),
    )
    count = len(found.seats)
    about = say("paper.players", count=count)
    return Sheet(say("common.bracket"), body, about)


def _columns(found: Bracket) -> list[Column]:
    return [Column(left_in_bracket(len(games)), tuple(map(_box, games))) for games in found.columns]


def _two_brackets(found: Bracket) -> list[list[Column]]:
    """Return the columns of the first bracket, and those of the second with the final."""
    upper, lower = [], []
    for number, games in enumerate(found.columns, 1):
        if number > len(found.first):
            again = number > len(found.first) + 1
            title = say("phrases.second-final" if again else "common.final")
            lower.append(Column(heading(title), tuple(map(_box, games))))
            continue
        split = found.first[number - 1]
        title = say("common.round-2", number=number)
        if games[:split]:
            upper.append(Column(title, tuple(map(_box, games[:split]))))
        if games[split:]:
            title = title if lower else say("web.second-bracket")
            lower.append(Column(title, tuple(map(_box, games[split:]))))
    return [upper, lower]


def _pages(columns: list[Column], champion: str) -> list[Page]:
    """Return a bracket that is too long for a page in parts, the last rounds on their own."""
    parts = len(columns[0].boxes) // _GAMES_ON_A_PAGE
    if parts <= 1:
        return [Page(tuple(columns), champion)]
    depth = next(place for place, other in enumerate(columns) if len(other.boxes) == parts) + 1
    depth -= depth == len(columns) - 1  # the final has the games before it on its page
    pages = []
    for part in range(parts):
        shown = []
        for column in columns[:depth]:
            size = len(column.boxes) // parts
            boxes = column.boxes[part * size : (part + 1) * size]
            shown.append(Column(column.title, boxes))
        pages.append(Page(tuple(shown), ""))
    return [*pages, *_pages(columns[depth:], champion)]


def _box(game: BracketGame) -> Box:
    """Return a game as it is printed."""
    seats = [
        Seat(
            "" if seat.seed is None else str(seat.seed),
            seat.name,
            "" if seat.score is None else str(seat.score),
            seat.won,
        )
        for seat in game.seats
    ]
    first, second = [*seats, Seat(), Seat()][:2]
    return Box(str(game.number), (first, second))


# ------------------------------------------------------------------------------
# The games of the next round of a bracket, as far as anybody knows who plays them.


@dataclass(frozen=True, slots=True)
class NextSeat:
    """A side of a game: who it is, or else who will be."""

    name: str
    number: str = ""
    comes_from: str = ""


def games_to_come(view: PaperView) -> Iterator[tuple[NextSeat, ...]]:
    """Yield the games of the next round of the bracket by their numbers; none before the cut."""
    event = view.event
    if what_follows(event) != "bracket":
        return
    last = event.current
    if last is not None and last.kind == "elimination":
        yield from _winners(view, last)
    elif event.qualification is not None or going_on(event) is None:
        for pair in first_games(who_goes_on(view)).values():
            yield _two(*(_known(view, player) for player in pair))
    else:
        count = games_of_next(event)
        for number in range(1, count + 1):
            yield _place(number), _place(2 * count + 1 - number)


def _winners(view: PaperView, last: DayRound) -> Iterator[tuple[NextSeat, ...]]:
    """Yield winner i against winner n+1-i; nobody where seeds meet by their order anew."""
    found, count = bracket_of(view, view.names, close=True), len(last.games)
    for number in range(1, count // 2 + 1):
        if found is None or found.reseeds or found.first:
            yield NextSeat(""), NextSeat("")
        else:
            pair = (number, count + 1 - number)
            yield tuple(_winner(view, found, last.number, game) for game in pair)


def _winner(view: PaperView, found: Bracket, round_number: int, number: int) -> NextSeat:
    winner = found.game(round_number, number).winner
    if winner is not None:
        return _known(view, winner.player)
    return NextSeat("", comes_from=say("paper.winner-of-game", number=number))


def _known(view: PaperView, player: PlayerId) -> NextSeat:
    return NextSeat(view.name(player), player_number(view, player))


def _place(place: int) -> NextSeat:
    return NextSeat("", comes_from=say("paper.place", place=place))


def _two(first: NextSeat, second: NextSeat | None = None) -> tuple[NextSeat, ...]:
    return first, second or NextSeat(say("common.bye"))
