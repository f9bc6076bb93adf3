"""The language of an event: chosen when it is made or later, told by one fact, taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import SEED, Day, StandingClock, details_of
from tests.refusing import refuses
from tiltyard.day.facts import LanguageChosen
from tiltyard.day.setup import ChooseLanguage, Undo
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.verifying import verify_log
from tiltyard.store.codec import decode_state, encode_state
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Head
from tiltyard.text.facts import fact_text
from tiltyard.text.language import spoken_by


def created(language: str) -> Desk:
    desk = Desk(MemoryStore(), load, StandingClock(), lambda: SEED)
    desk.create("cup", details_of("runewars"), "Olga", language=language)
    return desk


def troubles(log: list) -> list[str]:
    return [one.code for one in verify_log("cup", log, Head(1, b""), load).troubles]


def test_an_event_speaks_english_until_somebody_chooses() -> None:
    day = Day()
    assert day.event.language == ""
    assert spoken_by(day.event) == "en"
    assert spoken_by(day.event, "de") == "de"


def test_the_organizer_chooses_and_takes_it_back() -> None:
    day = Day()
    done = day.do(ChooseLanguage("de"))
    assert [one.fact for one in done.facts] == [LanguageChosen("de")]
    assert fact_text(done.facts[0].fact, day.event) == "The event speaks Deutsch."
    assert spoken_by(day.event) == spoken_by(day.event, "en") == "de"
    assert decode_state(encode_state(day.event)) == day.event
    day.do(Undo())
    assert day.event.language == ""


def test_it_is_chosen_as_the_event_is_set_up_and_stays_with_that_act() -> None:
    desk = created("de")
    assert desk.event("cup").language == "de"
    assert desk.event("cup").version == 2
    with refuses(Refused, code="create-event-not-undone"):
        desk.do("cup", "p1", Undo())
    log = list(desk.log("cup"))
    assert troubles(log) == []
    again = replace(log[1], number=3)
    assert troubles([*log, again]) == ["foreign-fact"]


def test_the_same_language_is_nothing_new() -> None:
    desk = created("de")
    with refuses(Refused, code="language-already"):
        desk.do("cup", "p1", ChooseLanguage("de"))
    desk.do("cup", "p1", ChooseLanguage("en"))
    assert desk.event("cup").language == "en"
    assert troubles(list(desk.log("cup"))) == []


@pytest.mark.parametrize("code", ["", "d", "DE", "d1", "dé", "deut", "de-AT", " de"])
def test_what_is_no_code_is_refused(code: str) -> None:
    day = Day()
    with refuses(Refused, code="no-code-language"):
        day.do(ChooseLanguage(code))
    if code:
        with refuses(Refused, code="no-code-language"):
            created(code)
    assert day.event.version == 1


@pytest.mark.parametrize("code", ["fr", "nds"])
def test_a_language_we_do_not_speak_yet_is_kept_and_english_until_then(code: str) -> None:
    day = Day()
    day.do(ChooseLanguage(code))
    assert day.event.language == code
    assert spoken_by(day.event) == "en"
