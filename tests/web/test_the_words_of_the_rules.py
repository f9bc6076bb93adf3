"""Every sentence a document has for people is on a page they look at, at its moment."""

from __future__ import annotations

from functools import cache

import pytest

from tests.reminders.day import PLANS, Day
from tests.web.hall import WebHall, text_of
from tiltyard.day.clock import CallTime, StartClock
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn
from tiltyard.day.reminders import moment_of
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import AnnounceItem, FinishEvent, OpenCheckIn, StartEvent
from tiltyard.rulesets.loader import load

PLAYER = "p2"
PLAYERS = 8
AT_THE_DESK = {"organizer", "leaders", "everybody"}
ON_THE_PHONE = {"players", "everybody"}
IN_PUBLIC = {"players", "spectators", "everybody"}


class Walk:
    """A day of one ruleset, looked at from desk, judge's view, phone and public pages."""

    def __init__(self, ruleset):
        plan = {"swiss_rounds": 2, "structure": "custom", "cut": 4}
        if ruleset == "xwing-escalation":
            plan = PLANS[ruleset]
        if ruleset == "middle-earth":
            plan = {"swiss_rounds": 2}
        self.day = Day(ruleset, **plan)
        self.hall = WebHall(desk=self.day.desk)
        self.seen = {}

    def look(self):
        moment = moment_of(self.day.event)
        organizer = self.hall.browser("day", "p1")
        phone = self.hall.browser("day", PLAYER)
        self.seen.setdefault(moment, {}).update(
            desk=text_of(organizer.page("/e/day/desk")),
            judge=text_of(organizer.page("/e/day/judge")),
            phone=text_of(phone.page("/e/day/me") + phone.page("/e/day/me/told")),
        )

    def whole_day(self):
        day = self.day.registered(PLAYERS)
        self.look()
        day.do(OpenCheckIn())
        for player in day.event.entrants:
            day.do(CheckIn(player))
        self.look()
        rules, _ = day.desk.rules("day")
        for item in rules.announcements:
            day.do(AnnounceItem(item.id))
        if any(missing_lists(day.event, rules)):
            day.do(ReceiveListsOnPaper())
        day.do(StartEvent())
        day.do(DrawRound())
        day.do(PublishRound())
        self.look()
        day.do(StartClock())
        self.look()
        day.enter(day.open_games()[0])
        self.look()
        day.do(CallTime())
        self.look()
        day.play_round()
        self.look()
        while day.event.swiss_played < (day.event.swiss_rounds or 0):
            day.play_round()
        self.look()
        day.do(FinishEvent("enough for today"))
        self.look()
        self.seen["rules"] = text_of(self.hall.browser().page("/e/day/rules"))
        self.hall.close()
        return self.seen


@cache
def seen(ruleset):
    return Walk(ruleset).whole_day()


def sentences(audiences):
    for ruleset in sorted(PLANS):
        for one in load(ruleset).conduct.guidance:
            if one.audience in audiences:
                marks = pytest.mark.clause(one.clause, *one.also)
                yield pytest.param(ruleset, one, marks=marks, id=f"{ruleset}-{one.id}")


def plain(text):
    return " ".join(text.split())


@pytest.mark.parametrize(("ruleset", "guidance"), list(sentences(AT_THE_DESK)))
def test_the_organizer_reads_it_at_the_desk(ruleset, guidance):
    assert plain(guidance.text) in seen(ruleset)[guidance.moment]["desk"]


@pytest.mark.parametrize(("ruleset", "guidance"), list(sentences({"leaders"})))
def test_leaders_read_it_in_the_judges_view(ruleset, guidance):
    assert plain(guidance.text) in seen(ruleset)[guidance.moment]["judge"]


@pytest.mark.parametrize(("ruleset", "guidance"), list(sentences(ON_THE_PHONE)))
def test_players_read_it_on_the_phone(ruleset, guidance):
    assert plain(guidance.text) in seen(ruleset)[guidance.moment]["phone"]


@pytest.mark.parametrize(("ruleset", "guidance"), list(sentences(IN_PUBLIC)))
def test_everybody_reads_it_on_the_public_page_of_rules(ruleset, guidance):
    assert plain(guidance.text) in seen(ruleset)["rules"]


def announcements():
    for ruleset in sorted(PLANS):
        for one in load(ruleset).announcements:
            if one.when != "always":
                continue  # on its occasion only; the tests of the start gate see it
            marks = pytest.mark.clause(one.clause, *one.also)
            yield pytest.param(ruleset, one, marks=marks, id=f"{ruleset}-{one.id}")


@pytest.mark.parametrize(("ruleset", "announcement"), list(announcements()))
def test_what_players_must_be_told_stands_at_the_desk_before_the_start(ruleset, announcement):
    assert plain(announcement.text) in seen(ruleset)["before_start"]["desk"]
