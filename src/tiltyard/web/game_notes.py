"""What is to be minded at a table before its game begins, as a page asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.game_notes import notes_of_game

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game
    from tiltyard.text.game_notes import GameNotes
    from tiltyard.web.event_view import EventView


def game_notes(view: EventView, round_: DayRound, game: Game) -> GameNotes:
    """Return what is to be minded at a table; nothing for a bye or a game that is no game."""
    return notes_of_game(view.event, view.rules, round_, game, view.name)
