"""The end of the day: prizes and the final report."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.paper.asking import early, printed, squeezed, words
from tests.paper.days import new_hall, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.charts.gallery import pictures_for_paper
from tiltyard.day.judging import RecordIncident
from tiltyard.day.results import CorrectResult
from tiltyard.day.setup import AwardPrize, FinishEvent
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import Slip
from tiltyard.formats.answers import tournament_digest
from tiltyard.paper.sheets import report as report_trail
from tiltyard.text.refusals import fix_text


@cache
def running():
    """Return a day of three rounds with a correction and an incident, not finished."""
    hall = new_hall("armada", 8, hostile=())
    for _ in range(3):
        hall.play_round()
    game = next(iter(hall.event.rounds[2].games.values()))
    corrected = Slip("time", score=(120, 20))
    hall.do(CorrectResult(game.id, corrected, game.slip.digest, "the slip was read upside down"))
    hall.do(RecordIncident("cheating", (game.players[0],), "a whispered secret", "Warning"))
    return hall


@cache
def finished():
    """Return the same kind of day, finished, with a prize."""
    hall = new_hall("armada", 8, hostile=())
    for _ in range(hall.event.swiss_rounds or 3):
        hall.play_round()
    hall.do(AwardPrize("Best painted fleet", list(hall.event.entrants)[2], "votes of all players"))
    hall.do(FinishEvent("played to the end"))
    return hall


# ---------------------------------------------------------------------------------------- prizes


@pytest.mark.clause("RW-004")
def test_prizes_are_listed_with_who_received_them():
    view = view_of(finished())
    third = list(view.event.entrants.values())[2]
    found = words(view, "prizes")

    assert f"Best painted fleet votes of all players {third.name}" in found
    champion = view.standings.rows[0]
    assert f"1 {champion.name}" in found


def test_before_a_prize_is_given_the_paper_says_so():
    assert "No prize is noted yet." in words(view_of(running()), "prizes")
    with pytest.raises(Refused) as no:
        words(view_of(early("armada")), "prizes")
    assert fix_text(no.value)


# ---------------------------------------------------------------------------------------- report


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_report_fits_its_pages(size):
    pdf = printed(view_of(finished()), "report", size=size)

    assert [] == outside(pdf)


def test_the_report_names_the_champion_and_how_to_check_everything():
    view = view_of(finished())
    cover = squeezed(text_of(printed(view, "report"))[0])

    assert squeezed(f"Champion {view.standings.rows[0].name}") in cover
    assert view.event.seed in cover
    assert view.event.commitment in cover
    assert tournament_digest(view.tournament) in cover
    assert "armada@1.0.1" in cover
    assert squeezed("nothing is wrong") in cover


def test_the_seed_of_an_event_that_goes_on_stays_secret():
    view = view_of(running())
    found = words(view, "report")

    assert view.event.seed not in squeezed(found)
    assert "Seed published when the event is over" in found
    assert "as things stand" in found


def test_the_report_has_standings_every_round_and_the_log():
    view = view_of(finished())
    found = words(view, "report")
    pages = text_of(printed(view, "report"))

    for title in ("Standings", "Rounds", "Corrections", "Audit trail"):
        assert any(title in page for page in pages), title
    for number in range(1, len(view.event.rounds) + 1):
        assert f"Round {number} May 16, 2026" in found
    for one in view.event.entrants.values():
        assert f"{one.name} is registered as #{one.number}." in found


def test_a_round_of_the_report_has_scores_and_points():
    view = view_of(running())
    game = next(iter(view.event.rounds[2].games.values()))
    first, second = (view.name(one) for one in game.players)

    assert f"{first} 120 7 {second} 20 3 at time" in words(view, "report")


def test_the_report_has_the_pictures_of_the_day_with_their_sentences():
    view = view_of(finished())
    drawn = pictures_for_paper(view.event, view.rules, view.document, view.tournament, view.public)
    found = squeezed(words(view, "report"))

    assert drawn
    assert [] == [one.title for one in drawn if squeezed(one.summary) not in found]


def test_before_a_round_is_played_the_report_is_short():
    pages = text_of(printed(view_of(early("armada")), "report"))

    assert not any("in pictures" in page or "Rounds\n" in page for page in pages[1:])


def test_corrections_are_told_with_their_reason():
    found = words(view_of(running()), "report")
    corrections = found[found.index("Corrections") : found.index("Audit trail")]

    assert "the slip was read upside down" in corrections
    assert "is registered" not in corrections
    assert "Nothing was corrected" in words(view_of(finished()), "report")


def test_what_leaders_note_of_people_stays_with_the_leaders():
    found = words(view_of(running()), "report")

    assert "a whispered secret" not in found
    assert "An entry in the log of the leaders." in found
    assert "a whispered secret" in words(view_of(running()), "rulings")


def test_a_log_without_its_seed_is_said_to_be_looked_at_in_part():
    view = view_of(finished())
    first, *others = view.log()
    closed = replace(first, fact=replace(first.fact, seed=""))

    (found,) = report_trail.verdict_of(view, [closed, *others])

    assert "Without the seed no draw could be made again." in found.text


def test_a_log_that_is_not_right_is_said_to_be_so():
    view = view_of(finished())
    log = [one for one in view.log() if one.cause != "open-check-in"]

    (first, *_) = report_trail.verdict_of(view, log)

    assert "nothing is wrong" not in first.text
