"""Personal score sheets: what a player keeps, filled in as far as the day has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.decide.slips import as_played
from tiltyard.core.errors import Refused
from tiltyard.core.ledger import score_lines
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.tournament import Match
from tiltyard.printing.games import place_of
from tiltyard.printing.pairings import player_number
from tiltyard.printing.paper import Paper, Sheet
from tiltyard.words.language import gettext
from tiltyard.words.shown_names import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.scoring import ScoreLine
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.printing.paper import Wanted
    from tiltyard.printing.view import PaperView

_ROUNDS_ON_HALF_A_PAGE = 8
_AT_LEAST = 3


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of a player: what is known of it, and empty fields for the rest."""

    round: str
    table: str
    opponent: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet of one player."""

    name: str
    number: str
    lines: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """All sheets, two to a page where the day is short enough."""

    per_page: int
    heads: tuple[str, ...]
    numbers: int
    total: str
    number: str
    sheets: tuple[ScoreSheet, ...]


def score_sheets(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the sheet of every player, or of one."""
    players = [one for one in view.players() if wanted.player in {None, one.id}]
    players = [one for one in players if one.state in _PLAYING or wanted.player is not None]
    if not players:
        raise Refused(gettext("there is nobody to print a score sheet for"))
    rounds = _rounds(view)
    numbers = tuple(_numbers(view.rules))
    players.sort(key=lambda one: (in_order(one.name), one.name))
    body = ScoreSheets(
        per_page=2 if rounds <= _ROUNDS_ON_HALF_A_PAGE else 1,
        heads=(
            gettext("Round"),
            gettext("Table"),
            gettext("Opponent"),
            *numbers,
            gettext("Opponent's initials"),
        ),
        numbers=len(numbers),
        total=gettext("Total"),
        number=gettext("No."),
        sheets=tuple(
            ScoreSheet(one.name, player_number(view, one.id), tuple(_lines(view, one.id, rounds)))
            for one in players
        ),
    )
    return Sheet(gettext("Score sheet"), body)


_PLAYING = frozenset({"registered", "checked_in", "active"})


def _rounds(view: PaperView) -> int:
    """Return how many lines a sheet needs: the Swiss rounds as planned, or as played."""
    event = view.event
    planned = event.swiss_rounds or event.details.swiss_rounds or view.rules.structure.rounds or 0
    return max(planned, event.swiss_played, _AT_LEAST)


def _numbers(rules: Ruleset) -> Iterator[str]:
    """Yield what a player writes down of a game in this ruleset."""
    yield gettext("Own score")
    yield gettext("Other score")
    if any(one.key == "leaders" for one in rules.standings.order):
        yield gettext("Leader killed")
    if rules.margin.kind != "none":
        yield gettext("Margin")
    yield gettext("Points")


def _lines(view: PaperView, player: PlayerId, rounds: int) -> Iterator[RoundLine]:
    played = [one for one in view.event.rounds if one.kind == "swiss" and one.stage == 1]
    nothing = ("",) * len(tuple(_numbers(view.rules)))
    for number in range(1, rounds + 1):
        round_ = played[number - 1] if number <= len(played) else None
        game = _game_of(round_, player) if round_ is not None else None
        if round_ is None or game is None:
            yield RoundLine(str(number), "", "", nothing)
            continue
        others = [view.name(one) for one in game.players if one != player]
        yield RoundLine(
            str(number),
            "" if game.kind == "bye" else place_of(game),
            others[0] if others else gettext("bye"),
            nothing if game.is_open else tuple(_filled(view, round_, game, player)),
        )


def _game_of(round_: DayRound, player: PlayerId) -> Game | None:
    return next((game for game in round_.games.values() if player in game.players), None)


def _filled(view: PaperView, round_: DayRound, game: Game, player: PlayerId) -> Iterator[str]:
    line = _line(view, round_, game, player)
    played = game.kind == "game" and game.slip is not None and game.slip.score is not None
    yield str(line.vp_for) if played else "–"
    yield str(line.vp_against) if played else "–"
    if any(one.key == "leaders" for one in view.rules.standings.order):
        yield str(line.leaders)
    if view.rules.margin.kind != "none":
        yield str(line.mov)
    yield str(line.tp)


def _line(view: PaperView, round_: DayRound, game: Game, player: PlayerId) -> ScoreLine:
    if game.slip is not None and game.kind == "game":
        match = as_played(game, game.slip)
    else:
        match = Match(game.players, game.kind, absent=game.absent, game=game.game)
    lines = score_lines(view.rules, setting_of(view.event, round_), match)
    return next(line for who, _, line in lines if who == player)


PAPERS = (
    Paper(
        "score-sheets",
        lambda: gettext("Personal score sheets"),
        "player",
        score_sheets,
        "score_sheets.typ",
        ("player",),
    ),
)
