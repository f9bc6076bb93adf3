"""One game in public: why these two met, how it was scored, and the facts it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.pairing.round import Why
from tiltyard.text.names import round_title
from tiltyard.text.reasons import cited_reasons
from tiltyard.text.say import say
from tiltyard.views.player import player_round, score_line
from tiltyard.views.round import game_number, table_row
from tiltyard.web.pages.public.logged_facts import facts_of_game
from tiltyard.web.pages.public.pairings import table_line
from tiltyard.web.pages.public.public_player import outcome_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """One player of a game and what it brought; no numbers while it is open."""

    player: PlayerId
    name: str
    won: bool
    word: str
    score: str
    line: ScoreLine | None
    because: tuple[tuple[str, str], ...]


def game_page(view: EventView, desk: Desk, *, match: MatchId) -> dict[str, Any]:
    """Return everything the public knows of a game."""
    game = view.event.game(match)
    round_ = next(found for found in view.event.rounds if match in found.games)
    assert game is not None  # the page was found by it
    row = table_row(view, round_, game, view.public_names, close=False)
    reasons = tuple(Why(why.code, why.clause, why.facts) for why in game.why)
    return {
        "match": match,
        "round_title": round_title(view.event, round_),
        "round_id": round_.id,
        "place": game_number(game),
        "sides": tuple(_sides(view, round_, game)),
        "ended": table_line(view, row).ended,
        "is_open": row.is_open,
        "has_points": round_.kind == "swiss",
        "reasons": cited_reasons(reasons, view.public_names),
        "by_hand": row.by_hand,
        "facts": facts_of_game(view, desk, round_, game),
    }


def _sides(view: EventView, round_: DayRound, game: Game) -> Iterator[ScoredSide]:
    row = table_row(view, round_, game, view.public_names, close=False)
    for side in row.sides:
        played = player_round(view, round_, side.player, view.public_names)
        line = score_line(view, round_, game, side.player)
        yield ScoredSide(
            side.player,
            side.name,
            side.won,
            outcome_word(played.outcome) if played is not None else "",
            "" if side.score is None else str(side.score),
            line,
            tuple(because_text(line)) if line is not None else (),
        )


def because_text(line: ScoreLine) -> Iterator[tuple[str, str]]:
    """Yield why a line is as it is, each sentence with its clause."""
    for because in line.because:
        yield say(f"scored.{because.code}"), because.clause
