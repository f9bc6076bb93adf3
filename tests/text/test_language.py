"""Sentences, plural forms, dates and numbers in the language that is spoken."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from tiltyard.day.event import Event
from tiltyard.day.facts import ClockStarted, ExtensionGranted, PlayerDropped, StaffAppointed
from tiltyard.day.reminders import Reminder
from tiltyard.day.roles import Notice
from tiltyard.day.start import Blocker
from tiltyard.engine.errors import RulesetText
from tiltyard.engine.pairing.round import Why
from tiltyard.engine.slip import Slip
from tiltyard.text.facts import fact_text, round_text, slip_text
from tiltyard.text.language import language, ruleset_text, speaking
from tiltyard.text.reasons import why_text
from tiltyard.text.reminders import reminder_sentence
from tiltyard.text.say import Counted, listed, say, sections, sentence, sentences, wording
from tiltyard.text.standings import key_text
from tiltyard.web.rendering import day_text, number_text

HALL = Event(people={"p1": "Ann", "p2": "Bob"})


def test_english_is_said_as_it_is_written():
    assert say("common.standings") == "Standings"
    assert wording("announcements.on-days", 1) == "{rounds} in one day"
    assert wording("announcements.on-days", 0) == "{rounds} on {num} days"
    assert say("announcements.on-days", rounds="3 rounds", num=2) == "3 rounds on 2 days"


def test_an_unknown_language_is_english():
    with speaking("xx"):
        assert language() == "en"
        assert say("common.standings") == "Standings"


def test_a_language_ends_with_its_block():
    with speaking("de"):
        assert say("common.standings") == "Tabelle"
    assert say("common.standings") == "Standings"


def test_what_nobody_translated_stays_english():
    with speaking("de"):
        assert ruleset_text("no such sentence anywhere") == "no such sentence anywhere"
        assert ruleset_text("") == ""


@pytest.mark.parametrize(
    ("minutes", "english", "german"),
    [
        (1, "Round 2 begins: 1 minute.", "Runde 2 beginnt: 1 Minute."),
        (2, "Round 2 begins: 2 minutes.", "Runde 2 beginnt: 2 Minuten."),
        (65, "Round 2 begins: 65 minutes.", "Runde 2 beginnt: 65 Minuten."),
    ],
)
def test_a_fact_counts_in_both_languages(minutes, english, german):
    fact = ClockStarted("1.2", minutes)
    assert fact_text(fact, HALL) == english
    with speaking("de"):
        assert fact_text(fact, HALL) == german


def test_words_inside_a_fact_are_translated_and_names_are_not():
    with speaking("de"):
        left = fact_text(PlayerDropped("p1", "no_show", "1.3", "train"), HALL)
        first = fact_text(PlayerDropped("p2", "voluntary", ""), HALL)
        staff = fact_text(StaffAppointed("p2", "Bob", "second_organizer"), HALL)
    assert left == "Ann steigt nach Runde 3 aus (nicht erschienen): train."
    assert first == "Bob steigt nach dem Start aus (freiwillig)."
    assert staff == "Bob ist jetzt zweite Turnierleitung."


def test_what_is_added_stays_away_where_there_is_nothing():
    with speaking("de"):
        assert (
            fact_text(ExtensionGranted("9.9.9", 1, ""), HALL) == "1 Minute mehr für Partie 9.9.9."
        )


def test_a_slip_is_told_in_german():
    slip = Slip("time", (53, 24), (10, 0), initiative=1, leaders=(False, False))
    with speaking("de"):
        assert slip_text(slip, ("Ann", "Bob")) == (
            "Ann 53+10, Bob 24+0, bei Zeitablauf, Initiative Bob, Anführer ausgeschaltet: niemand"
        )


def test_rounds_are_named_in_german():
    with speaking("de"):
        assert round_text(HALL, "1.2") == "Runde 2"
        assert round_text(HALL, "2.1") == "Runde 1 von Abschnitt 2"


def test_many_names_are_cut_short():
    names = [f"p{number}" for number in range(14)]
    assert listed(names, 2) == "p0, p1 and 12 more"
    with speaking("de"):
        assert listed(names, 2) == "p0, p1 und 12 weitere"
        assert listed(names[:2], 2) == "p0, p1"


@pytest.mark.parametrize(("points", "german"), [(1, "1 Punkt"), (8, "8 Punkte"), (0, "0 Punkte")])
def test_a_reason_counts_in_german(points, german):
    why = Why("same-points-again", "XW-1", {"points": points})
    with speaking("de"):
        assert why_text(why, {}) == f"beide haben {german}"


ROUNDS = RulesetText("How many rounds are played.")
TITLE = RulesetText("tournament organizer")


def test_a_reminder_says_the_texts_of_the_ruleset_and_of_the_gate():
    told = Reminder(
        "before_start",
        "blocks",
        "not-announced",
        "AR-1",
        {"blocker": Blocker("not-announced", "AR-1", {"text": ROUNDS, "item": "rounds"})},
    )
    nobody = Reminder(
        "before_start",
        "blocks",
        "role-missing",
        "AR-1",
        {"role": "organizer", "blocker": Notice("role-missing", "AR-1", {"title": TITLE})},
    )
    with speaking("de"):
        assert reminder_sentence(told, {}) == (
            "Das ist noch nicht angekündigt: Wie viele Runden gespielt werden."
        )
        assert (
            reminder_sentence(nobody, {}) == "Unbesetzt: Turnierleitung. Benenne: Turnierleitung."
        )


COUNTED = {
    f"{section}.{key}": text
    for section in sections()
    for key, text in sentences(section).items()
    if isinstance(text, Counted)
}


@pytest.mark.parametrize("code", sorted(COUNTED))
def test_a_sentence_for_one_differs_from_the_one_that_counts(code):
    with speaking("de"):
        german = wording(code, 1) != wording(code, 2)

    assert german or COUNTED[code].one != COUNTED[code].other


def test_a_sentence_that_cannot_count_is_said_of_many():
    assert sentence("reasons", "same-points-again", {"points": "?"}) == "both have ? points"


def test_days_and_numbers_are_written_as_the_language_does():
    assert day_text(date(2026, 11, 14)) == "November 14, 2026"
    assert number_text(12000) == "12,000"
    assert key_text(Fraction(7, 3)) == "2.333"
    with speaking("de"):
        assert day_text(date(2026, 11, 14)) == "14. November 2026"
        assert day_text(None) == "ohne Datum"
        assert number_text(12000) == "12.000"
        assert key_text(Fraction(7, 3)) == "2,333"
        assert key_text(True) == "ja"
