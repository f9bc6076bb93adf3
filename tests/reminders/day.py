"""A short day to be reminded of: an event in memory with a clock the test moves."""

from datetime import UTC, date, datetime, timedelta

from tiltyard.day.clock import StartClock
from tiltyard.day.facts import Details
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn, RegisterPlayer
from tiltyard.day.reminders import reminders
from tiltyard.day.results import EnterResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
)
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore

PLANS = {
    "runewars": {"structure": "basic"},
    "armada": {"structure": "basic"},
    "xwing-dogfight": {"swiss_rounds": 3, "cut": 4},
    "xwing-escalation": {"cut": 4},
    "middle-earth": {"swiss_rounds": 3},
    "diskwars": {"swiss_rounds": 3, "cut": 4},
}


class HandClock:
    """Stands until the test moves it."""

    def __init__(self):
        self.time = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)

    def now(self):
        return self.time

    def move(self, **by):
        self.time += timedelta(**by)


class Day:
    """An event of a ruleset; every step is one line of a test."""

    def __init__(self, ruleset, **details):
        self.clock = HandClock()
        self.desk = Desk(MemoryStore(), load, self.clock, lambda: "5" * 64, reader(), lambda: "")
        given = {**PLANS[ruleset], **details}
        self.desk.create("day", Details("Day", ruleset, date(2018, 11, 3), **given), "Olga")

    @property
    def event(self):
        return self.desk.event("day")

    def do(self, command, person="p1"):
        return self.desk.do("day", person, command)

    def reminders(self):
        rules, document = self.desk.rules("day")
        return reminders(self.event, rules, document, self.clock.now())

    def codes(self, urgency=None):
        return [one.code for one in self.reminders() if urgency in {None, one.urgency}]

    def named(self, code):
        (found,) = [one for one in self.reminders() if one.code == code]
        return found

    def registered(self, players):
        self.do(AnnounceEvent())
        self.do(OpenRegistration())
        for number in range(players):
            self.do(RegisterPlayer(f"Player {number + 1}"))
        return self

    def checked_in(self, players):
        self.registered(players).do(OpenCheckIn())
        for player in self.event.entrants:
            self.do(CheckIn(player))
        return self

    def started(self, players):
        self.checked_in(players)
        rules, _ = self.desk.rules("day")
        for item in rules.announcements:
            self.do(AnnounceItem(item.id))
        if any(missing_lists(self.desk.event("day"), rules)):
            self.do(ReceiveListsOnPaper())
        self.do(StartEvent())
        return self

    def published(self, players):
        self.started(players).do(DrawRound())
        self.do(PublishRound())
        return self

    def running(self, players):
        self.published(players).do(StartClock())
        return self

    def open_games(self):
        return [game for game in self.event.current.games.values() if game.is_open]

    def enter(self, game, first=40, second=10):
        leaders = (True, False) if self.event.details.ruleset.startswith("middle") else None
        self.do(EnterResult(game.id, Slip("time", (first, second), initiative=0, leaders=leaders)))

    def play_round(self):
        if self.event.current is None or self.event.current.is_closed:
            self.do(DrawRound())
            self.do(PublishRound())
        if not self.event.current.began:
            self.do(StartClock())
        for number, game in enumerate(self.open_games()):
            self.enter(game, 40 + number, 10)
        return self
