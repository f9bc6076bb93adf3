"""Refusals in German: real ones, as the desk gives them; names of people stay as they are."""

from __future__ import annotations

import pytest

from tests.web.hall import WebHall
from tiltyard.engine.errors import Phrase, Refused, RulesetText, Term
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


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
            "Es fehlt ein Name: ein Spieler.", "Gib einen lesbaren Namen an.", id="a name",
        ),
        pytest.param(
            "night-flight", "make-cut", {},
            "Die Schweizer Runden sind nicht zu Ende gespielt.",
            "Spielt zuerst die geplanten Runden zu Ende.", id="the plan",
        ),
        pytest.param(
            "harbour-lights", "draw-round", {},
            "Das geht nicht in der Phase „Anmeldung“: Runde auslosen.",
            "Das geht in der Phase: läuft.",
            id="not now",
        ),
        pytest.param(
            "night-flight", "call-judge", {"match": "9.9.9", "topic": "x"},
            "Es gibt keine Partie '9.9.9'.", "Schreib Abschnitt.Runde.Platz, zum Beispiel „1.2.5“.",
            id="A match",
        ),
    ],
)  # fmt: skip
def test_a_refusal_of_the_desk_is_said_in_german(hall, event, act, fields, message, fix):
    assert refused(hall, event, act, **fields) == (message, fix)


def test_whose_role_it_is_is_said_with_the_titles_of_the_game(hall):
    event = hall.desk.event("night-flight")
    player = next(one.id for one in event.entrants.values() if one.state == "active")
    message, fix = refused(hall, "night-flight", "draw-round", player)

    assert message == "Das gehört nicht zu deiner Rolle: Runde auslosen."
    assert "Turnierleitung" in fix


@pytest.mark.parametrize("name", ["Judge", "Draw", "Final", "marshal", "{0} and {name}", "%(num)d"])
def test_nobody_is_translated_who_is_called_like_a_word_of_ours(name):
    no = Refused("checked-in-already", entrant=name)
    with speaking("de"):
        said = refusal_text(no)

    assert said.startswith(f"{name} ")
    assert said != refusal_text(no)


def test_terms_and_texts_of_rulesets_among_the_facts_are_said_in_the_language():
    no = Refused("not-your-role", act=Term("draw-round"), able=(RulesetText("Judge"),))
    with speaking("de"):
        assert refusal_text(no) == "Das gehört nicht zu deiner Rolle: Runde auslosen."
        assert fix_text(no) == "Das kann jemand in einer dieser Rollen: Schiedsrichter."
    assert refusal_text(no) == "Your role can't do this: draw round."
    assert fix_text(no) == "Someone in one of these roles can: Judge."


def test_another_error_and_a_phrase_are_parts_of_a_sentence():
    inner = Refused("clock-runs-already")
    outer = Refused("draw-out-date", stale=inner)
    phrase = Refused("draw-out-date", stale=Phrase("stale.plan-changed"))

    assert refusal_text(inner) in refusal_text(outer)
    assert "the plan was changed" in refusal_text(phrase)


def test_several_values_are_listed_and_none_is_said():
    some = Refused("not-your-role", act=Term("undo"), able=("Ann", "Bob"))
    none = Refused("not-your-role", act=Term("undo"), able=())

    assert fix_text(some) == "Someone in one of these roles can: Ann, Bob."
    assert fix_text(none) == "Someone in one of these roles can: none."


def test_whoever_debugs_reads_code_clause_and_facts():
    assert (
        str(Refused("round-begun", clause="RW-140", number=2)) == "round-begun [RW-140]: number=2"
    )
