"""The bracket on paper: rounds as columns, games in an order in which no lines cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.bracket import first_games, next_power_of_two
from tiltyard.core.decide.slips import as_played, seeds_of
from tiltyard.core.errors import Refused
from tiltyard.core.ledger import winner_of
from tiltyard.core.scoring import score_game
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.tournament import Match
from tiltyard.printing.paper import Paper, Sheet
from tiltyard.words.facts import left_in_bracket
from tiltyard.words.language import gettext, ngettext

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.printing.paper import Wanted
    from tiltyard.printing.view import PaperView

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
    games = _Games(view)
    if len(games.seeds) < 2:
        raise Refused(
            gettext("nobody knows yet who is in the bracket"), fix=gettext("make the cut")
        )
    counts = _counts(next_power_of_two(len(games.seeds)))
    columns = [
        Column(left_in_bracket(count), tuple(games.box(number, game) for game in order))
        for number, (count, order) in enumerate(zip(counts, _orders(counts), strict=True), 1)
    ]
    champion = next((seat.name for seat in columns[-1].boxes[0].seats if seat.won), "")
    body = BracketPages(
        lines=not view.rules.elimination.reseed,
        champion=gettext("Champion"),
        pages=tuple(_pages(columns, champion)),
    )
    count = len(games.seeds)
    about = ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
    return Sheet(gettext("Bracket"), body, about)


def _counts(size: int) -> list[int]:
    """Return how many games each round has, down to the final."""
    counts = [size // 2]
    while counts[-1] > 1:
        counts.append(counts[-1] // 2)
    return counts


def _orders(counts: list[int]) -> list[list[int]]:
    """Return the games of each round from top to bottom.

    The winner of game i meets the winner of game n+1-i: those two stand next to each other.
    """
    orders = [[1]]
    for count in reversed(counts[:-1]):
        orders.insert(0, [game for one in orders[0] for game in (one, count + 1 - one)])
    return orders


def _pages(columns: list[Column], champion: str) -> list[Page]:
    """Return a bracket that is too long for a page in parts, the last rounds on their own."""
    parts = len(columns[0].boxes) // _GAMES_ON_A_PAGE
    if parts <= 1:
        return [Page(tuple(columns), champion)]
    depth = next(place for place, one in enumerate(columns) if len(one.boxes) == parts) + 1
    pages = []
    for part in range(parts):
        shown = []
        for column in columns[:depth]:
            size = len(column.boxes) // parts
            boxes = column.boxes[part * size : (part + 1) * size]
            shown.append(Column(column.title, boxes))
        pages.append(Page(tuple(shown), ""))
    return [*pages, *_pages(columns[depth:], champion)]


class _Games:
    """The games of the newest bracket by round and number; before it begins, as the cut says."""

    def __init__(self, view: PaperView) -> None:
        self._view = view
        self._names = view.public
        event = view.event
        bracket = [one for one in event.rounds if one.kind == "elimination"]
        stage = bracket[-1].stage if bracket else 0
        self._rounds = [one for one in bracket if one.stage == stage]
        self.seeds: tuple[PlayerId, ...] = ()
        self._numbered = True
        if self._rounds:
            self.seeds = seeds_of(event, self._rounds[0])
            self._numbered = bool(event.swiss_played)
        elif event.qualification is not None and not event.details.swiss_after_cut:
            self.seeds = event.qualification.seeds
        self._places = {player: str(place) for place, player in enumerate(self.seeds, 1)}

    def box(self, number: int, game: int) -> Box:
        """Return a game of a round, played or still to come."""
        if number > len(self._rounds):
            pair = first_games(self.seeds)[game] if number == 1 else ()
            return Box(str(game), _two([self._seat(one) for one in pair]))
        round_ = self._rounds[number - 1]
        found = _by_number(round_).get(game)
        if found is None:
            return Box(str(game), _two([]))
        winner = self._winner(round_, found)
        scores = self._scores(round_, found)
        seats = [
            self._seat(player, score, won=player == winner)
            for player, score in zip(found.players, scores, strict=False)
        ]
        return Box(str(game), _two(seats))

    def _seat(self, player: PlayerId, score: str = "", *, won: bool = False) -> Seat:
        seed = self._places.get(player, "") if self._numbered else ""
        return Seat(seed, self._names.get(player, player), score, won)

    def _winner(self, round_: DayRound, game: Game) -> PlayerId | None:
        if game.is_open or not game.players:
            return None
        if game.slip is not None:
            match = as_played(game, game.slip)
        else:
            match = Match(game.players, kind=game.kind, absent=game.absent, game=game.game)
        return winner_of(self._view.rules, self.seeds, match, round_.number)

    def _scores(self, round_: DayRound, game: Game) -> tuple[str, str]:
        if game.is_open or game.slip is None or game.slip.score is None:
            return "", ""
        setting = setting_of(self._view.event, round_)
        first, second = score_game(self._view.rules, setting, game.slip.report).lines
        return str(first.vp_for), str(second.vp_for)


def _by_number(round_: DayRound) -> dict[int, Game]:
    return {
        place if game.game is None else game.game: game
        for place, game in enumerate(round_.games.values(), 1)
    }


def _two(seats: list[Seat]) -> tuple[Seat, Seat]:
    first, second = [*seats, Seat(), Seat()][:2]
    return first, second


PAPERS = (Paper("bracket", lambda: gettext("Bracket"), "everybody", bracket, "bracket.typ"),)
