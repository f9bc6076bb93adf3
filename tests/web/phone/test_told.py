"""What players are told: every sentence of the documents, on their page at its moment."""

from __future__ import annotations

from functools import cache

import pytest

from tests.day.events import RULESETS, Day, running
from tests.web.hall import text_of
from tests.web.phone.phones import ME, phones_of
from tiltyard.day.clock import CallTime, StartClock
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import FinishEvent, OpenCheckIn, OpenRegistration
from tiltyard.rulesets.loader import load
from tiltyard.text.announcements import said_of

PLAYER = "p2"
FOR_PLAYERS = {"players", "everybody"}


class Collected:
    """A whole day of one player: the page, and what they are told in full, at every moment."""

    def __init__(self, ruleset: str) -> None:
        rules = load(ruleset)
        cut = {"cut": 4} if rules.elimination.allowed else {}
        self.day = Day(ruleset, **cut)
        self.phones = phones_of(self.day)
        self.page: dict[str, str] = {}
        self.told: dict[str, str] = {}
        self._play()

    def _note(self, moment: str) -> None:
        phone = self.phones.phone(PLAYER)
        self.page[moment] = text_of(phone.page(ME))
        self.told[moment] = text_of(phone.page(f"{ME}/told"))

    def _play(self) -> None:
        day = self.day
        day.announce()
        day.do(OpenRegistration())
        day.register(*(f"Player {number}" for number in range(2, 10)))
        self._note("planning")
        day.do(OpenCheckIn())
        self._note("before_start")
        day.begin()
        day.draw()
        day.publish()
        self._note("round_start")
        day.do(StartClock())
        self._note("running")
        day.do(CallTime())
        self._note("time_called")
        day.enter(day.game_of(PLAYER))
        self._note("result")
        day.enter_all()
        self._note("between_rounds")
        day.play_swiss()
        if day.event.cut:
            self._note("cut")
            day.do(MakeCut())
        day.do(FinishEvent("that is all for today"))
        self._note("end")


@cache
def collected(ruleset: str) -> Collected:
    return Collected(ruleset)


def sentences():
    """Every sentence for players or everybody, with the clauses it carries."""
    for ruleset in RULESETS:
        for one in load(ruleset).conduct.guidance:
            if one.audience in FOR_PLAYERS:
                marks = pytest.mark.clause(one.clause, *one.also)
                yield pytest.param(ruleset, one, marks=marks, id=f"{ruleset}-{one.id}")


@pytest.mark.parametrize(("ruleset", "one"), tuple(sentences()))
def test_a_player_reads_it_on_the_phone_at_its_moment(ruleset, one):
    told = collected(ruleset).told[one.moment]

    assert f"{one.text} {', '.join((one.clause, *one.also))}" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_for_leaders_is_not_told_to_players(ruleset):
    known = collected(ruleset)
    players = {one.text for one in load(ruleset).conduct.guidance if one.audience in FOR_PLAYERS}
    others = [one for one in load(ruleset).conduct.guidance if one.text not in players]

    assert others
    assert [] == [one.id for one in others if any(one.text in text for text in known.told.values())]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_itself_holds_all_of_it_while_there_is_no_form(ruleset):
    known = collected(ruleset)
    for one in load(ruleset).conduct.guidance:
        if one.audience in FOR_PLAYERS and one.moment in {
            "before_start",
            "round_start",
        }:
            assert f"{one.text} {one.clause}" in known.page[one.moment]
    assert "Announcements and rules" in known.page["running"]


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(name, marks=pytest.mark.clause(load(name).clock.time_called_clause), id=name)
        for name in RULESETS
    ],
)
def test_when_time_is_called_the_page_says_how_to_finish(ruleset):
    known, clock = collected(ruleset), load(ruleset).clock
    sentence = f"Time is called. {clock.time_called} {clock.time_called_clause}"

    assert sentence in known.page["time_called"]
    assert "Time is called." not in known.page["running"]
    assert "Time is called." not in known.page["between_rounds"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_was_announced_can_be_read_again(ruleset):
    known = collected(ruleset)
    document, day = load(ruleset), known.day
    items = [one for one in document.announcements if one.when == "always"]
    said = [said_of(day.event, day.rules, document, one) for one in items]

    assert said
    assert all(one.told for one in said)
    answered = {one.item for one in said if one.answer and one.answer != one.question}
    assert {one.id for one in items if one.tells} <= answered
    expected = {one.item: f"{one.text or one.question} {one.clause}" for one in said}
    assert [] == [item for item, text in expected.items() if text not in known.told["running"]]
    assert f"{day.event.swiss_rounds} Swiss rounds" in expected["rounds"]
    assert "Nothing was announced yet." in known.told["before_start"]


def test_a_round_that_is_drawn_but_not_published_is_no_news_for_players():
    day = running("armada")
    day.play_round()
    phones = phones_of(day)
    before = phones.reads(PLAYER)
    day.draw()

    assert before == phones.reads(PLAYER)
    day.publish()
    assert "Round 2 · The clock" in phones.reads(PLAYER)


@pytest.mark.parametrize(
    ("cut", "words"),
    [({}, "3 Swiss rounds, no cut."), ({"cut": 4}, "3 Swiss rounds, then a cut to the top 4.")],
)
def test_the_plan_is_told_in_numbers(cut, words):
    phones = phones_of(running("armada", **cut))

    assert words in phones.reads(PLAYER)
    assert words in phones.reads(PLAYER, f"{ME}/told")
