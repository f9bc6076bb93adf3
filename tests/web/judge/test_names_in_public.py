"""Public pages name players as they agreed; staff read the full name."""

from __future__ import annotations

from tests.web.judge.bench import JudgesHall
from tiltyard.day.people import ChangePlayer, ChooseShownName
from tiltyard.text.facts import match_text
from tiltyard.text.language import speaking


def test_a_view_has_the_full_name_for_staff_and_the_agreed_one_for_everybody() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    number = hall.day.event.entrants[player].number
    assert number is not None
    hall.day.do(ChangePlayer(player, "Ana Maria Costa", number))
    view = hall.day.web.site.view(hall.day.name)
    assert view.public_name(player) == view.name(player) == "Ana Maria Costa"
    done = hall.browser(player).do(
        hall.day.name, "choose-shown-name", player=player, shown="initial"
    )
    assert done.status_code == 200, done.text
    view = hall.day.web.site.view(hall.day.name)
    assert (view.name(player), view.public_name(player)) == ("Ana Maria Costa", "Ana C.")
    assert view.public_names[player] == "Ana C."
    hall.call()
    assert "Ana Maria Costa" in hall.text(hall.judge)


def test_sentences_about_a_public_event_hold_only_public_names() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    player = game.players[0]
    hall.day.do(ChangePlayer(player, "Ana Costa", 77))
    hall.day.do(ChooseShownName(player, "number"), player)
    view = hall.day.web.site.view(hall.day.name)
    assert "(Player 77 v " in match_text(view.public_event, game.id)
    assert "(Ana Costa v " in match_text(view.event, game.id)


def test_every_language_has_its_own_words_for_a_number() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    hall.day.do(ChooseShownName(player, "number"), player)
    view = hall.day.web.site.view(hall.day.name)
    with speaking("de"):
        german = view.public_event
    assert german is not view.public_event
    with speaking("de"):
        assert german is view.public_event


def test_a_choice_nobody_knows_is_refused() -> None:
    hall = JudgesHall()
    player = hall.day.active()[0]
    answer = hall.browser(player).do(
        hall.day.name, "choose-shown-name", player=player, shown="none"
    )
    assert answer.status_code == 422
    other = hall.day.active()[1]
    answer = hall.browser(player).do(
        hall.day.name, "choose-shown-name", player=other, shown="number"
    )
    assert answer.status_code == 422
