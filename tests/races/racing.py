"""Races at the desk: several people do something at the same moment, and one of them wins.

Every racer decides on the same state before anybody records: the collision is certain, not a
matter of luck. `Unguarded` is a store that does not look at the version an act was decided on; with
it every race must go wrong, or the race is none.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from threading import Barrier

from tiltyard.day.clock import StartClock
from tiltyard.day.facts import (
    ActUndone,
    Details,
    EntryContradicted,
    PlayerCheckedIn,
    PlayerDropped,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    RoundDrawn,
    RoundPublished,
)
from tiltyard.day.fold import fold
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn, DropPlayer, RegisterPlayer, Rejoin, TakeBackCheckIn
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ReportResult,
    ResolveDispute,
)
from tiltyard.day.rounds import DiscardDraw, DrawRound, PublishRound, WithdrawRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    ArrangeTables,
    OpenCheckIn,
    StartEvent,
    Undo,
)
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.memory import MemoryStore

PLAYERS = 24
REASON = "so it was"


class Unguarded(MemoryStore):
    """Takes an act whatever it was decided on: only to show that there are races."""

    def append(self, stream, expected, act, drafts):  # noqa: ARG002 - that is the point
        with self._lock:
            return super().append(stream, self.head(stream).number, act, drafts)


class RacingDesk(Desk):
    """Waits before it records for the first time, until everybody else has decided too."""

    gate = None

    def forget_lost_races(self, name):
        """Decide without a turn at first: who has one would wait at the gate for who wants it."""
        self._live.opened(name)._crowded_until = 0.0

    def _append(self, *given):
        gate, self.gate = self.gate, None
        if gate is not None:
            gate.wait(20)
        return super()._append(*given)


@dataclass
class Wish:
    """What one racer wants."""

    person: str
    command: object
    key: str | None = None
    seen: int | None = None


@dataclass
class Outcome:
    """What became of a race: the new facts, and what each racer was told."""

    facts: list
    told: list = field(default_factory=list)

    def of(self, *kinds):
        """The new facts of these kinds."""
        return [one for one in self.facts if isinstance(one.fact, kinds)]

    @property
    def refused(self):
        """The refusals among the answers."""
        return [one for one in self.told if isinstance(one, Refused)]


def slip(first, second=0):
    """A slip that differs from others by its score."""
    return Slip("time", (first, second), initiative=0 if first == second else None)


class Hall:
    """Two events to race in: doors that are open, and a round that is played."""

    def __init__(self, stores, at_one_desk=0):
        """A desk for each store; or so many people at one desk, in whatever order they come."""
        self.desk = Desk(stores[0], load)
        self.desks = [RacingDesk(store, load) for store in stores]
        if at_one_desk:
            self.desks = [self.desk] * at_one_desk
        self.free = []
        self.round = None
        for name in ("door", "hall"):
            self._open(name)
        self._start()

    def _open(self, name):
        details = Details(name, "armada", date(2018, 5, 5), structure="custom", swiss_rounds=40)
        self.desk.create(name, details, "Olga")
        self.do(name, AnnounceEvent())
        for number in range(PLAYERS):
            self.do(name, RegisterPlayer(f"Player {number}"))
        self.do(name, OpenCheckIn())

    def _start(self):
        for player in self.desk.event("hall").entrants:
            self.do("hall", CheckIn(player))
        for item in self.desk.rules("hall")[0].announcements:
            self.do("hall", AnnounceItem(item.id))
        if any(missing_lists(self.desk.event("hall"), self.desk.rules("hall")[0])):
            self.do("hall", ReceiveListsOnPaper())
        self.do("hall", StartEvent())

    def do(self, name, command, person="p1"):
        """Do something without a race."""
        return self.desk.do(name, person, command)

    def settle(self):
        """Close the round, whatever is open."""
        event = self.desk.event("hall")
        if event.draft is not None:
            self.do("hall", DiscardDraw(REASON))
        for game in event.current.games.values() if event.current else ():
            if game.is_disputed:
                self.do("hall", ResolveDispute(game.id, slip(9), REASON))
            elif game.is_open:
                if game.filed and not game.is_disputed:
                    self.do("hall", EnterResult(game.id, game.filed[0].slip))
                else:
                    self.do("hall", EnterResult(game.id, slip(9)))
        self.free = []

    def game(self):
        """A game nobody has said anything about, in a round that runs."""
        if not self.free:
            self.settle()
            self.do("hall", DrawRound(allow_rematch=True))
            self.do("hall", PublishRound())
            self.do("hall", StartClock())
            self.free = list(self.desk.event("hall").current.games.values())
        return self.free.pop()

    def race(self, name, wishes):
        """Let everybody do what they wish at once, each at their own desk."""
        before = self.desk.event(name).version
        gate = Barrier(len(wishes))
        racers = list(zip(self.desks, wishes, strict=False))
        for desk, _ in racers:
            desk.event(name)
            if isinstance(desk, RacingDesk):
                desk.gate = gate
                desk.forget_lost_races(name)
        with ThreadPoolExecutor(len(wishes)) as pool:
            told = list(pool.map(lambda one: ask(*one, name), racers))
        facts = list(self.desk.log(name, before))
        return Outcome(facts, told)


def ask(desk, wish, name):
    """Do it; return what was done, or the refusal, or whatever went wrong."""
    try:
        return desk.do(name, wish.person, wish.command, key=wish.key, seen=wish.seen)
    except Refused as no:
        return no
    except Exception as fault:  # noqa: BLE001 - without the guard anything may happen
        return fault


# Each race: the event, what everybody wishes, and the complaints about what became of it.


def two_results(hall, count, _number):
    """The same match, different results: one counts, one contradicts it, the rest are told."""
    game = hall.game()
    wishes = [Wish("p1", EnterResult(game.id, slip(9, 1 + one))) for one in range(count)]

    def complaints(outcome):
        if len(outcome.of(ResultEntered)) != 1:
            yield f"{len(outcome.of(ResultEntered))} results count"
        if len(outcome.of(EntryContradicted)) != 1:
            yield "the second value was not kept as a contradiction"
        if any(not one.facts.get("both") for one in outcome.refused):
            yield "somebody was refused without being told both values"
        if len(outcome.refused) != count - 2:
            yield f"{len(outcome.refused)} were refused"

    return "hall", wishes, complaints


def same_report_twice(hall, count, number):
    """The same report again: it is there once, with the same key for everybody or without."""
    game = hall.game()
    player = game.players[0]
    key = f"phone-{number}" if number % 2 else None
    wishes = [Wish(player, ReportResult(game.id, slip(7)), key) for _ in range(count)]

    def complaints(outcome):
        if len(outcome.of(ResultReported)) != 1 or len(outcome.facts) != 1:
            yield f"{len(outcome.facts)} reports were recorded"
        again = sum(1 for one in outcome.told if getattr(one, "repeated", False))
        if key and again != count - 1:
            yield f"{again} heard that it was done already"
        if not key and len(outcome.refused) != count - 1:
            yield f"{len(outcome.refused)} were refused"

    return "hall", wishes, complaints


def confirm_while_the_report_changes(hall, count, _number):
    """One confirms what the other is just changing: only what was seen is confirmed."""
    game = hall.game()
    first, second = game.players
    hall.do("hall", ReportResult(game.id, slip(5)), first)
    wishes = [Wish(second, ConfirmResult(game.id, slip(5).digest))]
    wishes += [Wish(first, ReportResult(game.id, slip(6, one))) for one in range(count - 1)]

    def complaints(outcome):
        said = slip(5)
        for one in outcome.facts:
            if isinstance(one.fact, ResultReported):
                said = one.fact.slip
            elif isinstance(one.fact, ResultConfirmed) and one.fact.slip != said:
                yield "something was confirmed that nobody says any more"
        if outcome.of(ResultConfirmed) and outcome.of(ResultReported):
            yield "a report was taken over after it was confirmed, or before"
        if any(not one.facts.get("both") for one in outcome.refused):
            yield "somebody was refused without being told both values"

    return "hall", wishes, complaints


def publish_while_a_result_is_corrected(hall, count, number):
    """A round is published from what counted, or it is not published."""
    if hall.desk.event("hall").current is None or number % 20 == 0:
        hall.game()
    hall.settle()
    game = next(iter(hall.desk.event("hall").current.games.values()))
    hall.do("hall", DrawRound(allow_rematch=True))
    wishes = [Wish("p1", PublishRound())]
    seen = hall.desk.event("hall").game(game.id).slip.digest
    wishes += [
        Wish("p1", CorrectResult(game.id, slip(20 + one, number % 19), seen, REASON))
        for one in range(count - 1)
    ]

    def complaints(outcome):
        corrected = [one.number for one in outcome.of(ResultCorrected)]
        published = [one.number for one in outcome.of(RoundPublished)]
        if published and corrected and published[0] > corrected[0]:
            yield "the round was published from a result that no longer counted"
        if len(corrected) > 1:
            yield "a correction went over another one"
        round_ = hall.desk.event("hall").current
        if published and corrected and round_.basis_changed is None:
            yield "the round does not say that its basis changed"
        if published:
            hall.do("hall", WithdrawRound(REASON))

    return "hall", wishes, complaints


def pair_twice(hall, count, _number):
    """Two draw the next round: it is drawn once."""
    hall.settle()
    wishes = [Wish("p1", DrawRound(allow_rematch=True)) for _ in range(count)]

    def complaints(outcome):
        if len(outcome.of(RoundDrawn)) != 1:
            yield f"the round was drawn {len(outcome.of(RoundDrawn))} times"
        if len(outcome.refused) != count - 1:
            yield f"{len(outcome.refused)} were refused"

    return "hall", wishes, complaints


def drop_while_being_paired(hall, count, number):
    """Whoever drops is not in the draw, or the draw is out of date."""
    hall.settle()
    players = [one.id for one in hall.desk.event("hall").entrants.values()]
    gone = [players[(number + one) % len(players)] for one in range(count - 1)]
    wishes = [Wish("p1", DrawRound(allow_rematch=True))]
    wishes += [Wish(player, DropPlayer(player)) for player in gone]

    def complaints(outcome):
        dropped = {one.fact.player: one.number for one in outcome.of(PlayerDropped)}
        for one in outcome.of(RoundDrawn):
            there = {player for match in one.fact.matches for player in match.players}
            late = [player for player in there if dropped.get(player, one.number) < one.number]
            if late:
                yield f"{late} had dropped and were drawn"
        drawn = outcome.of(RoundDrawn)
        later = drawn and max(dropped.values(), default=0) > drawn[0].number
        if later and not hall.desk.event("hall").stale:
            yield "the draw does not know that it is out of date"
        for player in dropped:
            hall.do("hall", Rejoin(player))

    return "hall", wishes, complaints


def undo_against_a_new_act(hall, count, number):
    """Undo takes back what was seen last, never what somebody else has just done."""
    hall.do("door", ArrangeTables(1 + number % 7))
    seen = hall.desk.event("door").version
    wishes = [Wish("p1", Undo("mine"), seen=seen)]
    wishes += [
        Wish("p1", ArrangeTables(10 + one + number % 3), seen=seen) for one in range(count - 1)
    ]

    def complaints(outcome):
        if len(outcome.facts) != 1:
            yield f"{len(outcome.facts)} acts were decided on one state"
        for one in outcome.of(ActUndone):
            if one.number != one.fact.last + 1:
                yield "an act was undone that was not the last one"
        if len(outcome.refused) != count - 1:
            yield f"{len(outcome.refused)} were refused"

    return "door", wishes, complaints


def double_check_in(hall, count, number):
    """A player is checked in once, however many press the button."""
    player = f"p{2 + number % PLAYERS}"
    wishes = [Wish("p1" if one % 2 else player, CheckIn(player)) for one in range(count)]

    def complaints(outcome):
        if len(outcome.of(PlayerCheckedIn)) != 1 or len(outcome.facts) != 1:
            yield f"checked in {len(outcome.facts)} times"
        if len(outcome.refused) != count - 1:
            yield f"{len(outcome.refused)} were refused"
        hall.do("door", TakeBackCheckIn(player))

    return "door", wishes, complaints


RACES = (
    two_results,
    same_report_twice,
    confirm_while_the_report_changes,
    publish_while_a_result_is_corrected,
    pair_twice,
    drop_while_being_paired,
    undo_against_a_new_act,
    double_check_in,
)


def run(hall, race, count, number):
    """Run one race; return the complaints."""
    name, wishes, complaints = race(hall, count, number)
    outcome = hall.race(name, wishes)
    faults = [one for one in outcome.told if isinstance(one, Exception)]
    found = [repr(one) for one in faults if not isinstance(one, Refused)]
    return found + list(complaints(outcome))


def looked_at(hall):
    """Say what is wrong with the logs after all races."""
    for name in ("door", "hall"):
        log = list(hall.desk.log(name))
        if [one.number for one in log] != list(range(1, len(log) + 1)):
            yield f"the numbers of {name} have a gap"
        if {hall.desk.store.verify(name).number, hall.desk.event(name).version} != {len(log)}:
            yield f"{name} ends elsewhere"
        if fold(log) != hall.desk.event(name):
            yield f"{name} is not what its log adds up to"
        for desk in hall.desks:
            if desk.event(name) != hall.desk.event(name):
                yield f"two desks disagree about {name}"


def many(hall, count, numbers, races=RACES):
    """Run every race for every number; return all complaints."""
    found = []
    for number in numbers:
        for race in races:
            found += run(hall, race, count, number)
    return found + list(looked_at(hall))
