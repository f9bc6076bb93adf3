"""The desk records only what it can read back, and notices when the log is not the one it knows."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.refusing import refuses
from tiltyard.day.facts import Details
from tiltyard.day.fold import fold
from tiltyard.day.people import CheckIn, DropPlayer, RegisterPlayer
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, CreateEvent, OpenCheckIn, StartEvent
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.event_cache import SNAPSHOT_EVERY
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Unwritable

DETAILS = Details("Cup", "armada", date(2018, 11, 3), structure="basic")


class HandClock:
    def __init__(self):
        self.time = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)

    def now(self):
        return self.time


def announced(store=None, clock=None):
    desk = Desk(store or MemoryStore(), load, clock or HandClock(), lambda: "7" * 64)
    desk.create("cup", DETAILS, "Olga")
    desk.do("cup", "p1", AnnounceEvent())
    return desk


def running(desk, players=4):
    for number in range(players):
        desk.do("cup", "p1", RegisterPlayer(f"P{number}"))
    desk.do("cup", "p1", OpenCheckIn())
    for player in desk.event("cup").entrants:
        desk.do("cup", "p1", CheckIn(player))
    for item in load("armada").announcements:
        desk.do("cup", "p1", AnnounceItem(item.id))
    desk.do("cup", "p1", StartEvent())
    return desk


# ------------------------------------------------------------------------------------- created


def test_creating_is_an_act_like_all_others():
    one, other = (Desk(MemoryStore(), load, HandClock(), lambda: "7" * 64) for _ in range(2))
    created = one.create("cup", DETAILS, "Olga", key="k", language="de")
    done = other.do("cup", "p1", CreateEvent("cup", DETAILS, "Olga", "7" * 64, "de"), key="k")

    assert created == done
    assert one.event("cup") == created.event
    assert list(one.log("cup")) == list(other.log("cup"))


def test_a_creation_sent_twice_is_one_whatever_seed_was_drawn():
    seeds = iter(("7" * 64, "8" * 64, "9" * 64))
    desk = Desk(MemoryStore(), load, HandClock(), lambda: next(seeds))
    first = desk.create("cup", DETAILS, "Olga", key="k")
    desk.do("cup", "p1", AnnounceEvent())
    again = desk.create("cup", DETAILS, "Olga", key="k")

    assert (first.repeated, again.repeated) == (False, True)
    assert again.facts == first.facts
    with refuses(Refused, code="event-there-already"):
        desk.create("cup", DETAILS, "Olga", key="other")


def test_an_event_somebody_else_creates_meanwhile_is_theirs():
    store = MemoryStore()
    theirs = Desk(store, load, HandClock(), lambda: "7" * 64)

    class Slow(Desk):
        def _append(self, *arguments):
            if not store.head("cup").number:
                theirs.create("cup", DETAILS, "Theo")
            return super()._append(*arguments)

    ours = Slow(store, load, HandClock(), lambda: "8" * 64)
    with refuses(Refused, code="event-there-already"):
        ours.create("cup", DETAILS, "Olga")
    assert ours.event("cup").people == {"p1": "Theo"}


def test_a_creation_that_is_refused_leaves_nothing_behind():
    desk = Desk(MemoryStore(), load, HandClock(), lambda: "too short")
    with refuses(Refused, match="too short"):
        desk.create("cup", DETAILS, "Olga")
    assert desk.events() == ()
    with refuses(Refused, match="no event"):
        desk.event("cup")


# ------------------------------------------------------------------------------------- readable


@pytest.mark.parametrize(
    "command",
    [
        RegisterPlayer("Ann", total=True),
        RegisterPlayer("Ann", number=77.0),
        RegisterPlayer("Ann", number=True),
        RegisterPlayer("Ann", affiliations=["car"]),
        DropPlayer("p2", why="bored"),
        AnnounceItem("rounds", text="\ud800"),
        RegisterPlayer("A\udcff"),
    ],
    ids=repr,
)
def test_a_value_of_the_wrong_kind_is_refused_or_recorded_readably(command):
    """Whatever happens, the log can be read and folded afterwards."""
    desk = running(announced())
    before = desk.store.head("cup")
    with suppress(TiltyardError):
        desk.do("cup", "p1", command)
        before = desk.store.head("cup")
    assert desk.store.head("cup") == before
    assert desk.event("cup") == fold(desk.log("cup"))
    assert Desk(desk.store, load).event("cup") == desk.event("cup")


@pytest.mark.parametrize(
    "command",
    [RegisterPlayer("Ann", total=True), DropPlayer("p2", why="bored"), RegisterPlayer("A\udcff")],
    ids=repr,
)
def test_what_could_not_be_read_back_is_refused(command):
    desk = running(announced())
    with pytest.raises(Refused):
        desk.do("cup", "p1", command)


@pytest.mark.parametrize("key", ["", "x" * 129, "a\nb", "ä", "\ud800"])
def test_keys_are_short_and_printable(key):
    with refuses(Refused, code="key-unusable"):
        announced().do("cup", "p1", RegisterPlayer("Ann"), key=key)


@pytest.mark.parametrize("name", ["\udcff", "Cup", "../cup", "", "a" * 65, "con\0"])
def test_an_event_id_that_cannot_be_is_refused_by_name(name):
    with refuses(Refused, code="cannot-id-event"):
        announced().event(name)


# ------------------------------------------------------------------------------------- snapshots


class NoRoomForSnapshots(MemoryStore):
    def keep_snapshot(self, *_):
        raise Unwritable("store-disk-full", file="cup", error="full")


def test_a_snapshot_that_cannot_be_kept_spoils_no_act(monkeypatch):
    monkeypatch.setattr("tiltyard.service.event_cache.SNAPSHOT_EVERY", 3)
    desk = announced(NoRoomForSnapshots())

    for number in range(10):
        desk.do("cup", "p1", RegisterPlayer(f"P{number}"))

    assert len(desk.event("cup").entrants) == 10
    assert SNAPSHOT_EVERY > 3


def test_the_desk_asked_to_keep_a_snapshot_says_when_it_cannot():
    with pytest.raises(Unwritable):
        announced(NoRoomForSnapshots()).keep_snapshot("cup")


# ------------------------------------------------------------------------------------- history


def cut_off(store, last):
    """Take the end of a log away, as a restored backup would."""
    kept = [entry for entry in store.read("cup") if entry.number <= last]
    shorter = MemoryStore()
    shorter.adopt("cup", kept)
    return shorter


def test_a_log_that_lost_its_end_is_loaded_anew():
    desk = running(announced())
    before = desk.event("cup").version
    desk.do("cup", "p1", DropPlayer("p2"))
    desk.store = desk._live._store = cut_off(desk.store, before)

    assert desk.event("cup").entrants["p2"].state == "active"
    assert desk.event("cup").version == before


def test_a_log_as_long_but_of_another_history_is_loaded_anew():
    desk = running(announced())
    before = desk.event("cup").version
    desk.do("cup", "p1", DropPlayer("p2"))
    other = cut_off(desk.store, before)
    Desk(other, load, HandClock()).do("cup", "p1", DropPlayer("p3"))
    desk.store = desk._live._store = other

    event = desk.event("cup")
    assert event.version == before + 1
    assert (event.entrants["p2"].state, event.entrants["p3"].state) == ("active", "dropped")
    desk.do("cup", "p1", DropPlayer("p2"))
    assert desk.event("cup") == fold(desk.log("cup"))


# ------------------------------------------------------------------------------------- time


def test_time_never_runs_backwards_in_a_log():
    clock = HandClock()
    desk = announced(clock=clock)
    clock.time -= timedelta(hours=1)
    desk.do("cup", "p1", RegisterPlayer("Ann"))
    again = Desk(desk.store, load, clock)
    again.do("cup", "p1", RegisterPlayer("Ben"))

    times = [one.at for one in desk.log("cup")]

    assert times == sorted(times)


def test_the_rules_follow_what_another_desk_described():
    from dataclasses import replace

    from tiltyard.day.setup import DescribeEvent

    desk = Desk(MemoryStore(), load, HandClock())
    desk.create("cup", replace(DETAILS, structure="custom", swiss_rounds=3), "Olga")
    other = Desk(desk.store, load, HandClock())
    details = replace(desk.event("cup").details, options={"clock.swiss": 99})
    other.do("cup", "p1", DescribeEvent(details))

    assert (99,) == desk.rules("cup")[0].clock.swiss.minutes


def test_the_seed_is_in_no_representation():
    event = announced().event("cup")
    assert event.seed
    assert event.seed not in repr(event)
