"""What the log says of games, for everybody: which facts they rest on, each with its hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from datetime import datetime

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import MatchId
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
class LoggedFact:
    """A fact a game rests on: its number and its hash in the log."""

    number: int
    text: str
    at: datetime
    hash: str


def facts_of_game(
    view: EventView, desk: Desk, round_: DayRound, game: Game
) -> tuple[LoggedFact, ...]:
    """Return the facts a game rests on; before it counts nobody reads who said what."""
    codes = _OF_THE_ROUND if game.is_open else {**_OF_THE_ROUND, **_OF_THE_GAME}
    found = _about(view, desk, codes, {round_.id, game.id})
    return tuple(_logged(entry, codes[entry.name]) for _, entry in found)


def results_in_the_log(
    view: EventView, desk: Desk, games: Container[MatchId]
) -> dict[str, LoggedFact]:
    """Return the newest fact about the result of each of these games that counts."""
    found = _about(view, desk, _OF_THE_GAME, games)
    return {match: _logged(entry, _OF_THE_GAME[entry.name]) for match, entry in found}


def _about(
    view: EventView, desk: Desk, codes: dict[str, str], about: Container[str]
) -> Iterator[tuple[str, Entry]]:
    for entry in desk.store.read(view.event.id):
        if entry.number > view.event.version:
            return
        if entry.name in codes:
            fact = msgspec.json.decode(entry.body)
            name = fact.get("round") if entry.name in _OF_THE_ROUND else fact.get("match")
            if name in about:
                yield name, entry


def _logged(entry: Entry, code: str) -> LoggedFact:
    return LoggedFact(entry.number, say(code), entry.at, entry.hash.hex())
