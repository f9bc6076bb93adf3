"""Refusals in German: real ones, as the desk gives them, and the rules of matching."""

from __future__ import annotations

import pytest

from tests.web.hall import WebHall
from tiltyard.core.errors import Refused
from tiltyard.words import spoken as words
from tiltyard.words.language import speaking
from tiltyard.words.spoken import spoken


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def german(sentence):
    with speaking("de"):
        return spoken(sentence)


def refused(hall, event, act, person=None, **fields):
    """What somebody reads whose browser speaks German."""
    browser = hall.browser(event, person or hall.organizer_of(event))
    browser.client.cookies.set("lang", "de")
    answer = browser.do(event, act, **fields)
    assert answer.status_code in {403, 404, 409, 422}, answer.text
    said = answer.json()["refused"]
    return said["message"], said["fix"]


@pytest.mark.parametrize(
    ("event", "act", "fields", "message", "fix"),
    [
        pytest.param(
            "night-flight", "register-player", {"name": ""},
            "ohne Namen: ein Spieler", "ein lesbarer Name", id="a name",
        ),
        pytest.param(
            "night-flight", "make-cut", {},
            "die Schweizer Runden sind nicht zu Ende gespielt",
            "spielt zuerst die geplanten Runden zu Ende", id="the plan",
        ),
        pytest.param(
            "harbour-lights", "draw-round", {},
            "nicht in der Phase „Anmeldung“: Runde auslosen", "möglich in der Phase: läuft",
            id="not now",
        ),
        pytest.param(
            "night-flight", "call-judge", {"match": "9.9.9", "topic": "x"},
            "es gibt keine Partie '9.9.9'", "Abschnitt.Runde.Platz, zum Beispiel „1.2.5“",
            id="a match",
        ),
    ],
)  # fmt: skip
def test_a_refusal_of_the_desk_is_said_in_german(hall, event, act, fields, message, fix):
    assert refused(hall, event, act, **fields) == (message, fix)


def test_whose_role_it_is_is_said_with_the_titles_of_the_game(hall):
    event = hall.desk.event("night-flight")
    player = next(one.id for one in event.entrants.values() if one.state == "active")
    message, fix = refused(hall, "night-flight", "draw-round", player)

    assert message == "das ist nicht deine Rolle: Runde auslosen"
    assert fix.startswith("frag: Turnierleitung")


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Ann is registered already", "Ann ist schon angemeldet"),
        ("not while the event is check in: enter result",
         "nicht in der Phase „Check-in“: Ergebnis eintragen"),
        ("the plan is not played out: 1 of 3 Swiss rounds are played",
         "der Plan ist nicht ausgespielt: 1 von 3 Schweizer Runden ist gespielt"),
        ("the plan is not played out: 2 of 3 Swiss rounds are played",
         "der Plan ist nicht ausgespielt: 2 von 3 Schweizer Runden sind gespielt"),
        ("appoint a tournament organizer", "benenne: Turnierleitung"),
        ("ask: Organizer, Marshal, Judge", "frag: Turnierleitung, Marshal, Schiedsrichter"),
        ("this was done by Ann: enter result", "das hat Ann getan: Ergebnis eintragen"),
        ("that the event was announced cannot be undone",
         "dass das Turnier angekündigt wurde, kann nicht zurückgenommen werden"),
        ("Armada has no option 'a {0} b'", "Armada hat keine Option 'a {0} b'"),
        ("no pairing of 4 players is free of repeats; stuck: A, B and 3 more",
         "keine Paarung von 4 Spielern ist ohne Wiederholung; es hängt an: A, B und 3 weiteren"),
        ("all players must be told: How many rounds are played.",
         "alle Spieler müssen es wissen: Wie viele Runden gespielt werden."),
        ("checked in", "eingecheckt"),
    ],
)  # fmt: skip
def test_a_sentence_is_found_by_its_pattern(english, said):
    assert german(english) == said


@pytest.mark.parametrize(
    "text",
    [
        "nobody ever wrote this sentence",
        "Ann is nice",  # too little of it is ours: "{0} is {1}" needs a known word
        "",
        "Runde 2 ist veröffentlicht.",
    ],
)
def test_what_is_not_known_stays_as_it_is(text):
    assert german(text) == text


def test_names_in_a_sentence_stay_as_they_are():
    name = "the clock stands, Bob"

    assert german(f"{name} is registered already") == f"{name} ist schon angemeldet"


def test_an_endless_sentence_is_left_alone():
    text = "there is no match " + "x" * 2000

    assert german(text) == text


def test_english_is_never_touched():
    assert spoken("Ann is registered already") == "Ann is registered already"


def test_a_sentence_is_matched_once_and_then_remembered():
    german("Zoe is registered already")
    before = words._spoken.cache_info().hits
    german("Zoe is registered already")

    assert words._spoken.cache_info().hits == before + 1


def test_a_refusal_keeps_its_own_words():
    no = Refused("Ann is registered already", fix="change the player instead")
    assert german(no.message) != no.message
    assert no.message == "Ann is registered already"
