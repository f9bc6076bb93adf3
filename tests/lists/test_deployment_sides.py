"""The second player chooses the red or the blue deployment area (RW-114)."""

from __future__ import annotations

import pytest

from tests.day.events import NOON, Day, in_round
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.paper.sheets.games import notes_of
from tiltyard.paper.view import PaperView
from tiltyard.text.game_notes import notes_of_game
from tiltyard.text.refusals import fix_text, refusal_text


def said(day: Day) -> list[tuple[str, str]]:
    """Return what is said about who begins at the first table, with its clause."""
    event = day.event
    found = notes_of_game(event, day.rules, day.round, day.games()[0], lambda one: one)
    return [(note.text, note.clause) for note in found.notes if note.code == "first"]


@pytest.mark.clause("RW-114")
@pytest.mark.parametrize(("typed", "side"), [("red", "red"), ("Blue", "blue"), (" RED ", "red")])
def test_red_or_blue_is_the_second_players_side(typed, side):
    day = in_round("runewars", 2)
    (game,) = day.games()
    first, second = game.players
    day.do(RecordFirstPlayer(game.id, first, typed), second)

    assert day.match(game.id).side == side
    text = f"{first} begins; {second} deploys from the {side} side"
    assert said(day) == [(f"{text}.", "RW-114")]
    view = PaperView(day.event, day.rules, day.document, NOON)
    assert text in notes_of(view, day.round, day.match(game.id), {})  # on the slip


@pytest.mark.clause("RW-114")
@pytest.mark.parametrize("typed", ["green", "redd", "north edge", "Choose red or blue."])
def test_no_other_side_is_recorded(typed):
    day = in_round("runewars", 2)
    (game,) = day.games()
    refused = day.refused(RecordFirstPlayer(game.id, game.players[0], typed), clause="RW-114")

    assert fix_text(refused) == "Choose red or blue."
    assert refused.field == "side"
    assert typed in refusal_text(refused)
    assert day.match(game.id).first_player is None


@pytest.mark.clause("RW-113", "RW-114")
def test_who_begins_may_be_noted_before_the_side_is_chosen():
    day = in_round("runewars", 2)
    (game,) = day.games()
    first = game.players[0]
    day.do(RecordFirstPlayer(game.id, first))

    assert said(day) == [(f"{first} begins.", "RW-111")]


@pytest.mark.clause("AR-063")
@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight"])
def test_a_game_without_such_areas_keeps_a_side_as_it_was_typed(ruleset):
    day = in_round(ruleset, 2)
    (game,) = day.games()
    day.do(RecordFirstPlayer(game.id, game.players[0], "green"))

    assert day.match(game.id).side == "green"
    assert said(day)[0][0] == f"{game.players[0]} begins, on this side: green."
