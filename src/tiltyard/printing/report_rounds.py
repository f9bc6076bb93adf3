"""Every round of the report: who met whom, and what it brought them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.decide.slips import as_played, seeds_of
from tiltyard.core.ledger import score_lines, winner_of
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.tournament import Match
from tiltyard.printing.games import Card, cards_of, games_in_order, place_of, place_title
from tiltyard.printing.told import moment_text
from tiltyard.words.catalogue import sentence
from tiltyard.words.language import gettext
from tiltyard.words.round_titles import round_title

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import DayRound, Game
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
    place = place_title(first) if first is not None else gettext("Table")
    lines = [_line(view, round_, game) for game in games_in_order(round_)]
    for player in round_.unpaired:
        name = view.public.get(player, player)
        lines.append(GameLine("–", (Side(name),), gettext("not paired: a loss")))
    points = gettext("Pts") if round_.kind == "swiss" else ""
    return RoundResults(
        title=round_title(view.event, round_),
        began="" if began is None else moment_text(view, began),
        cards=cards_of(round_),
        heads=(
            place,
            gettext("Player"),
            gettext("Score"),
            points,
            gettext("Player"),
            gettext("Score"),
            points,
            "",
        ),
        lines=tuple(lines),
    )


def _line(view: PaperView, round_: DayRound, game: Game) -> GameLine:
    names = [view.public.get(one, one) for one in game.players]
    if game.is_open or not game.players:
        return GameLine(place_of(game), tuple(map(Side, names)), gettext("open"))
    numbers, winner = _numbers(view, round_, game), _winner(view, round_, game)
    sides = [
        Side(name, *numbers.get(player, ("", "")), won=player == winner)
        for player, name in zip(game.players, names, strict=True)
    ]
    return GameLine(place_of(game), tuple(sides), _ended(view, game))


def _numbers(view: PaperView, round_: DayRound, game: Game) -> dict[PlayerId, tuple[str, str]]:
    """Return score and tournament points of both; in a bracket no points are counted."""
    in_bracket = round_.kind == "elimination"
    if in_bracket and game.kind != "game":
        return {}
    lines = score_lines(view.rules, setting_of(view.event, round_), _match(game))
    played = game.kind == "game" and game.slip is not None and game.slip.score is not None
    return {
        player: (str(line.vp_for) if played else "", "" if in_bracket else str(line.tp))
        for player, _, line in lines
    }


def _match(game: Game) -> Match:
    if game.slip is not None:
        return as_played(game, game.slip)
    return Match(game.players, kind=game.kind, absent=game.absent, game=game.game)


def _winner(view: PaperView, round_: DayRound, game: Game) -> PlayerId | None:
    """Return who won; in a bracket, who goes on."""
    if round_.kind == "elimination":
        return winner_of(view.rules, seeds_of(view.event, round_), _match(game), round_.number)
    lines = score_lines(view.rules, setting_of(view.event, round_), _match(game))
    return next((one for one, _, line in lines if line.result in {"win", "modified_win"}), None)


def _ended(view: PaperView, game: Game) -> str:
    if game.kind == "bye":
        return gettext("bye")
    if game.absent is not None:
        name = view.public.get(game.absent, game.absent)
        return gettext("%(name)s did not come") % {"name": name}
    return sentence("slips", game.slip.end, {}) if game.slip is not None else ""
