"""Events to look at: the demo's, and days that tests make themselves."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache

from tiltyard.day.clock import StartClock
from tiltyard.day.facts import Details
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import AppointStaff, CheckIn, RegisterPlayer
from tiltyard.day.results import ConfirmResult, ReportResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
)
from tiltyard.dev.demo import fill
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore

RULESETS = (
    "armada",
    "diskwars",
    "middle-earth",
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
)
NOON = datetime(2026, 5, 16, 12, tzinfo=UTC)
DEMO = (
    "ash-and-antler",
    "harbour-lights",
    "ladder-night",
    "night-flight",
    "summer-disks",
    "the-broken-crown",
    "the-long-table",
)


@cache
def demo_store():
    """The store of the demo; nobody writes into it."""
    store = MemoryStore()
    fill(store, load, NOON)
    return store


def demo_desk():
    """A desk on the store of the demo, to look at it."""
    return Desk(demo_store(), load, read_list=reader())


def demo_log(name):
    """The facts of an event of the demo."""
    return list(demo_desk().log(name))


class Ticking:
    """A clock that goes on by a second whenever somebody looks."""

    def __init__(self):
        self.time = NOON

    def now(self):
        self.time += timedelta(seconds=1)
        return self.time


def new_desk(store=None):
    """An empty desk with a clock of its own."""
    return Desk(store or MemoryStore(), load, Ticking(), lambda: "5eed" * 16, reader(), lambda: "")


SLIP = Slip("rounds", (200, 120))


def armada_day(desk, name="day", count=8, rounds=3, judge="Jude"):
    """Start an Armada event; the organizer is p1, the judge p2, players follow."""
    details = Details(
        "The Day", "armada", date(2018, 11, 3), structure="custom", swiss_rounds=rounds
    )
    desk.create(name, details, "Olga")
    desk.do(name, "p1", AppointStaff("judge", judge))
    desk.do(name, "p1", AnnounceEvent())
    desk.do(name, "p1", OpenRegistration())
    for number in range(count):
        desk.do(name, "p1", RegisterPlayer(f"Player {number}"))
    desk.do(name, "p1", OpenCheckIn())
    for player in desk.event(name).entrants:
        desk.do(name, "p1", CheckIn(player))
    for item in desk.rules(name)[0].announcements:
        desk.do(name, "p1", AnnounceItem(item.id))
    if any(missing_lists(desk.event(name), desk.rules(name)[0])):
        desk.do(name, "p1", ReceiveListsOnPaper())
    desk.do(name, "p1", StartEvent())


def begin_round(desk, name="day"):
    """Draw, publish and start a round; return its games."""
    desk.do(name, "p1", DrawRound())
    desk.do(name, "p1", PublishRound())
    desk.do(name, "p1", StartClock())
    return [game for game in desk.event(name).current.games.values() if game.is_open]


def play_round(desk, name="day"):
    """Play a round: reported and confirmed by the players."""
    for game in begin_round(desk, name):
        desk.do(name, game.players[0], ReportResult(game.id, SLIP))
        desk.do(name, game.players[1], ConfirmResult(game.id, SLIP.digest))
