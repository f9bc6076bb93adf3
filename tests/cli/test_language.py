"""The terminal speaks the languages: what is refused, what happened, why a table was drawn."""

import json
import subprocess
import sys

import pytest

from tests.rules.events import event, game, played, swiss

ROUND = played(
    game("a", "b", "rounds", (100, 0)),
    game("c", "d", "rounds", (100, 0)),
    game("e", "f", "rounds", (100, 0)),
)
FILE = event("armada", "a b c d e f", swiss(ROUND), seed="7", plan={"swiss_rounds": 3})


def run(*words, language="", **more):
    given = ["--language", language] if language else []
    command = [sys.executable, "-m", "tiltyard", *given, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    address = str(tmp_path_factory.mktemp("german") / "hall.db")
    run("event", "new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--store", address)
    return address


def test_a_refusal_is_said_in_the_language_that_was_asked_for(store):
    german = run("event", "draw", "cup", "--store", store, language="de")
    english = run("event", "draw", "cup", "--store", store)

    assert (german.returncode, english.returncode) == (2, 2)
    assert "Runde auslosen" in german.stderr
    assert "draw round" in english.stderr


def test_what_happened_is_told_in_the_language(store):
    history = run("event", "history", "cup", "--store", store, language="de")

    assert history.returncode == 0, history.stderr
    assert "angelegt" in history.stdout


def test_the_reasons_of_a_draw_are_said_in_the_language(tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(FILE), "utf-8")

    assert "beide haben" in run("pair", str(file), language="de").stdout
    assert "both have" in run("pair", str(file)).stdout


def test_a_language_nobody_knows_is_refused_with_those_there_are():
    no = run("rulesets", language="xx")

    assert no.returncode == 2
    assert "de" in no.stderr


GERMAN_PAGES = {
    ("event", "show", "cup"): ["Seed", "Version", "Spieler"],
    ("event", "list"): ["Turnier", "Datum", "Regelwerk"],
    ("event", "army", "show", "cup"): ["Listen können abgegeben werden."],
    ("event", "component", "show", "cup"): ["niemand hat danach gefragt"],
    ("verify", "cup"): ["fehlerfrei", "Kette", "Zusage", "Auslosung"],
}


@pytest.mark.parametrize("words", GERMAN_PAGES)
def test_labels_and_headings_are_said_in_the_language(store, words):
    page = run(*words, "--store", store, language="de")

    assert page.returncode == 0, page.stderr
    assert [] == [text for text in GERMAN_PAGES[words] if text not in page.stdout]


def test_programs_get_the_same_answer_in_every_language(store):
    german = run("event", "list", "--json", "--store", store, language="de")
    english = run("event", "list", "--json", "--store", store)

    assert english.stdout == german.stdout
