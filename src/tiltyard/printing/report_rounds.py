"""Every round of the report: who met whom, and what it brought them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.state.played import NO_NUMBERS, numbers_of_game, winner_of_game
from tiltyard.printing.games import Card, cards_of, games_in_order, place_of, place_title
from tiltyard.printing.told import moment_text
from tiltyard.words.round_titles import round_title
from tiltyard.words.say import say, sentence

if TYPE_CHECKING:
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.core.state.played import Numbers
    from tiltyard.printing.view import PaperView


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a game: what it brought, and whether it was won."""

    name: str
    score: str = ""
    points: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game: where, both sides, and how it ended."""

    place: str
    sides: tuple[Side, ...]
    ended: str


@dataclass(frozen=True, slots=True)
class RoundResults:
    """A round with its results."""

    title: str
    began: str
    cards: tuple[Card, ...]
    heads: tuple[str, ...]
    lines: tuple[GameLine, ...]


def results_of(view: PaperView, round_: DayRound) -> RoundResults:
    """Return a round with the results that count."""
    began = round_.timer.started
    first = next((one for one in round_.games.values() if one.kind != "bye"), None)
    place = place_title(first) if first is not None else say("common.table")
    lines = [_line(view, round_, game) for game in games_in_order(round_)]
    for player in round_.unpaired:
        name = view.public.get(player, player)
        lines.append(GameLine("–", (Side(name),), say("common.not-paired-a-loss")))
    points = say("paper.pts") if round_.kind == "swiss" else ""
    return RoundResults(
        title=round_title(view.event, round_),
        began="" if began is None else moment_text(view, began),
        cards=cards_of(view, round_),
        heads=(
            place,
            say("common.player"),
            say("common.score"),
            points,
            say("common.player"),
            say("common.score"),
            points,
            "",
        ),
        lines=tuple(lines),
    )


def _line(view: PaperView, round_: DayRound, game: Game) -> GameLine:
    names = [view.public.get(one, one) for one in game.players]
    if game.is_open or not game.players:
        return GameLine(place_of(game), tuple(map(Side, names)), say("common.open"))
    numbers = numbers_of_game(view.event, view.rules, round_, game)
    winner = winner_of_game(view.event, view.rules, round_, game)
    sides = [
        _side(name, numbers.get(player, NO_NUMBERS), won=player == winner)
        for player, name in zip(game.players, names, strict=True)
    ]
    return GameLine(place_of(game), tuple(sides), _ended(view, game))


def _side(name: str, numbers: Numbers, *, won: bool) -> Side:
    return Side(name, numbers.score_text, numbers.points_text, won=won)


def _ended(view: PaperView, game: Game) -> str:
    if game.kind == "bye":
        return say("common.bye")
    if game.absent is not None:
        name = view.public.get(game.absent, game.absent)
        return say("common.did-not-come", name=name)
    return sentence("slips", game.slip.end, {}) if game.slip is not None else ""
