"""Diskwars before and during a game: initiative order, who supplies cards, tracking rounds."""

from __future__ import annotations

import pytest

from tests.day.events import in_round
from tests.web.hall import text_of
from tests.web.phone.phones import Phones
from tiltyard.day.components import AgreeSharing
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.text.game_notes import notes_of_game

TRACKER = "another way to track game rounds"


def notes(day, *codes):
    found = notes_of_game(day.event, day.rules, day.round, day.games()[0], lambda one: one)
    return [(one.text, one.clause) for one in found.notes if one.code in codes]


@pytest.mark.clause("DW-062")
def test_the_initiative_order_says_who_supplies_the_cards():
    day = in_round("diskwars", 2)
    (game,) = day.games()
    first, second = game.players
    cards = "scenario, deployment and terrain cards"
    asked = f"Find the initiative order. The last player supplies: {cards}."
    assert notes(day, "order", "first") == [(asked, "DW-062")]
    for begins, last in ((first, second), (second, first)):
        day.do(RecordFirstPlayer(game.id, begins), first)
        told = f"{begins} is first in initiative order; {last} supplies: {cards}."
        assert notes(day, "order", "first") == [(told, "DW-062")]


@pytest.mark.clause("DW-062")
def test_phone_and_desk_note_the_initiative_order():
    phones = Phones(in_round("diskwars", 2))
    day = phones.day
    (game,) = day.games()
    first, second = game.players
    assert "record-first-player" in phones.phone(first).page("/e/cup/me/table")
    phones.does(first, "record-first-player", match=game.id, player=second, side="")
    assert day.match(game.id).first_player == second
    organizer = phones.hall.browser("cup", "p1")
    name = day.event.people[first]
    assert f"{name} supplies: scenario" in text_of(organizer.page(f"/e/cup/desk/match/{game.id}"))
    phones.close()


@pytest.mark.clause("DW-091", "RW-129")
@pytest.mark.parametrize(("ruleset", "clause"), [("diskwars", "DW-091"), ("runewars", "RW-129")])
def test_players_agree_on_another_way_to_track_the_game_rounds(ruleset, clause):
    """It needs the opponent's consent: both are at the table that records it, and it is shown."""
    day = in_round(ruleset, 4)
    one, other = day.games()
    day.refused(AgreeSharing(one.id, (TRACKER,)), other.players[0])
    day.do(AgreeSharing(one.id, ("round tracker",)), one.players[0])
    assert day.match(one.id).shared == (TRACKER,)
    assert notes(day, "agreed") == [(f"Both agreed to use {TRACKER}.", clause)]
    assert day.match(other.id).shared == ()


@pytest.mark.clause("DW-091")
@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight"])
def test_other_games_have_no_such_agreement(ruleset):
    day = in_round(ruleset, 2)
    (game,) = day.games()
    day.refused(AgreeSharing(game.id, (TRACKER,)), game.players[0])
