"""One game in public: why these two met, how it was scored, and the facts it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard.day.facts import (
    DisputeResolved,
    GameForfeited,
    PairingsChangedByHand,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    RoundDrawn,
    RoundPublished,
)
from tiltyard.engine.pairing.round import Why
from tiltyard.text.names import round_title
from tiltyard.text.reasons import cited_reasons
from tiltyard.text.say import say
from tiltyard.views.player import player_round, score_line
from tiltyard.views.round import game_number, table_row
from tiltyard.web.pages.public.pairings import table_line
from tiltyard.web.pages.public.public_player import outcome_word

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.store.port import Entry
    from tiltyard.web.event_view import EventView

_OF_THE_ROUND = {
    RoundDrawn.NAME: "public.fact-drawn",
    PairingsChangedByHand.NAME: "public.fact-changed-by-hand",
    RoundPublished.NAME: "public.fact-published",
}
_OF_THE_GAME = {
    ResultReported.NAME: "public.fact-reported",
    ResultConfirmed.NAME: "public.fact-confirmed",
    ResultEntered.NAME: "public.fact-entered",
    DisputeResolved.NAME: "public.fact-resolved",
    ResultCorrected.NAME: "public.fact-corrected",
    GameForfeited.NAME: "public.fact-forfeited",
}


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


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """A fact a game rests on: its number and its hash in the log."""

    number: int
    text: str
    at: datetime
    hash: str


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
        "facts": tuple(_facts(view, desk, round_, game)),
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


def _facts(view: EventView, desk: Desk, round_: DayRound, game: Game) -> Iterator[LoggedFact]:
    """Yield the facts a game rests on; before it counts nobody reads who said what."""
    for entry in desk.store.read(view.event.id):
        if entry.number > view.event.version:
            return
        code = _OF_THE_ROUND.get(entry.name)
        about = round_.id
        if code is None and not game.is_open:
            code, about = _OF_THE_GAME.get(entry.name), game.id
        if code is not None and _is_about(entry, about):
            yield LoggedFact(entry.number, say(code), entry.at, entry.hash.hex())


def _is_about(entry: Entry, name: str) -> bool:
    fact = msgspec.json.decode(entry.body)
    return name in {fact.get("round"), fact.get("match")}
