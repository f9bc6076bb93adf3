"""Random days: organizers, judges and players do what they like, and nothing goes wrong.

A step is one number: what happens is decided by that number and by the state it meets, 0 is
nothing. Everything that was done is kept as a script of commands, so that a failure can be had
again without chance.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

from tests.stateful import moves, moves_judging, moves_lists
from tests.stateful.invariants import Sight, standings_agree, the_file_agrees, violations
from tests.stateful.witness import Witness
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import StartClock
from tiltyard.day.event import Event
from tiltyard.day.facts import ERASING, ActUndone
from tiltyard.day.fold import fold
from tiltyard.day.judging import AppealRuling, CallJudge, RuleOnCall
from tiltyard.day.list_access import errors_of, missing_lists
from tiltyard.day.lists import ApproveCleanLists, ReceiveListsOnPaper, ReturnList
from tiltyard.day.people import AppointStaff, CheckIn
from tiltyard.day.results import ConfirmResult, EnterResult, ReportResult, ResolveDispute
from tiltyard.day.rounds import DiscardDraw, DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import (
    ELSEWHERE,
    AnnounceEvent,
    AnnounceItem,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
    what_is_left,
)
from tiltyard.day.start import announcements_left
from tiltyard.day.table import BY_NAME
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.flow import findings
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_event
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.list_reading import reader
from tiltyard.store.codec import decode_state, encode_state
from tiltyard.store.memory import MemoryStore
from tiltyard.text.refusals import fix_text, refusal_text

NAME = "day"
ONGOING = {name: act for name, act in BY_NAME.items() if not act.begins}
MOVES = {
    act: next(
        getattr(module, act.replace("-", "_"))
        for module in (moves, moves_judging, moves_lists)
        if hasattr(module, act.replace("-", "_"))
    )
    for act in ONGOING
}
COMMANDS = {name: act.command for name, act in ONGOING.items()}
SELDOM = {
    "archive-event": 0.05,
    "change-information": 0.3,
    "change-plan": 0.5,
    "choose-language": 0.5,
    "delete-event": 0.01,
    "correct-result": 2,
    "disqualify": 0.4,
    "drop-player": 0.6,
    "enter-result": 2,
    "finish-event": 0.2,
    "hand-over": 0.3,
    "forfeit-game": 0.5,
    "forget-person": 0.3,
    "forget-people": 0.1,
    "report-result": 2,
    "rule-on-product": 2,
    "open-seats": 0.3,
    "note-contact": 0.3,
    "set-door-code": 0.3,
    "set-approval": 3,
    "undo": 2,
    "withdraw-round": 0.5,
}
SENSE = {
    "approve-registration": lambda event: bool(event.waiting),
    "decline-registrations": lambda event: bool(event.waiting),
    "appeal-ruling": lambda event: any(one.state == "ruled" for one in event.calls.values()),
    "withdraw-appeal": lambda event: any(one.state == "appealed" for one in event.calls.values()),
    "withdraw-call": lambda event: any(one.state == "open" for one in event.calls.values()),
    "change-pairings": lambda event: event.draft is not None,
    "confirm-result": lambda event: _games(event, "filed"),
    "decline-place": lambda event: event.qualification and event.qualification.offered,
    "discard-draw": lambda event: event.draft is not None,
    "draw-round": lambda event: event.draft is None,
    "end-component-trouble": lambda event: any(
        not one.is_settled for one in event.troubles.values()
    ),
    "grant-component-time": lambda event: any(not one.end for one in event.troubles.values()),
    "rule-on-component": lambda event: bool(event.list_desk.conversions),
    "end-watch": lambda event: any(not one.ended for one in event.watches.values()),
    "make-cut": lambda event: event.cut and event.qualification is None,
    "publish-round": lambda event: event.draft is not None,
    "rejoin": lambda event: any(one.state == "dropped" for one in event.entrants.values()),
    "release-spare": lambda event: any(one.spare for one in event.entrants.values()),
    "resolve-dispute": lambda event: _games(event, "is_disputed"),
    "resume-clock": lambda event: event.current and event.current.timer.paused,
    "rule-on-call": lambda event: any(one.state != "final" for one in event.calls.values()),
    "close-score": lambda event: bool(event.declared),
    "give-scores": lambda event: bool(event.declared),
    "hand-in-score": lambda event: bool(event.declared),
    "remove-soft-score": lambda event: bool(event.declared),
    "score-extra": lambda event: "standings.extra" in event.details.options,
    "set-cards": lambda event: event.draft is not None,
    "take-place": lambda event: event.qualification and event.qualification.offered,
    "undo": lambda event: (
        event.last_act.act not in ELSEWHERE and BY_NAME[event.last_act.act].undoable
    ),
    "vote-favourite": lambda event: "standings.extra" in event.details.options,
}
"""When an act is worth trying; at other times it is tried seldom."""


def _games(event, wish):
    return event.current and any(getattr(one, wish) for one in event.current.games.values())


def makes_sense(event, act):
    """Whether an act may do something now."""
    return bool(SENSE[act](event)) if act in SENSE else True


ONLY_ONCE = {"announce-event", "start-event", "open-registration", "open-check-in"}


class Wrong(AssertionError):
    """Something that must never be; the message holds the script that shows it."""


class Hall:
    """The clock on the wall, which people move."""

    def __init__(self):
        self.time = datetime(2026, 5, 1, 9, tzinfo=UTC)

    def now(self):
        """A second later each time somebody looks."""
        self.time += timedelta(seconds=1)
        return self.time


class Day:
    """An event and everything that is done to it, checked after every command."""

    def __init__(self, ruleset, store=None, tally=None, *, careful=True):
        self.ruleset = ruleset
        self.document = load(ruleset)
        self.store = store or MemoryStore()
        self.tally = tally if tally is not None else Counter()
        self.clock = Hall()
        self.chance = Random(0)
        self.careful = careful
        self.script = []
        self.states = {}
        self.witness = Witness()
        self.log = []
        self.desk = self._new_desk()

    # ------------------------------------------------------------------------ looking

    @property
    def event(self):
        """The event as the desk has it."""
        return self.desk._live._open[NAME].event if NAME in self.desk._live._open else Event()

    @property
    def rules(self):
        """The rules as the organizer uses them."""
        return self.desk._live._open[NAME].rules

    # ------------------------------------------------------------------------ doing

    def create(self, details):
        """Set the event up."""
        self.script.append(("create", details))
        try:
            self.desk.create(NAME, details, "Olga", key="k0")
        except Refused as no:
            self._refused("create-event", no)
            return False
        self.desk.event(NAME)
        self._look(Event(), frozenset(), "draft")
        return True

    def do(self, person, command):
        """Let somebody do something; check what became of it."""
        self.script.append((person, command))
        before, head = self.event, self.store.head(NAME)
        roles, phase = self.witness.roles(person, self.rules), self.witness.phase
        try:
            self.desk.do(NAME, person, command, key=f"k{len(self.script)}")
        except Refused as no:
            self._refused(command.NAME, no)
            if self.store.head(NAME) != head or self.desk.event(NAME) is not before:
                self.fail("invariant 29: a refused command changed something")
            return no
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is wrong
            self.fail(f"{command.NAME} ended in {type(fault).__name__}: {fault}")
        self._look(before, roles, phase)
        return None

    def _refused(self, act, no):
        self.tally["refused", act, " ".join(refusal_text(no).split()[:6])] += 1
        if not refusal_text(no) or not fix_text(no):
            self.fail(f"invariant 29: {act} was refused without a way out: {refusal_text(no)!r}")
        seed = self.event.seed
        if (
            seed
            and not self.event.seed_public
            and seed in f"{refusal_text(no)}{fix_text(no)}{no.facts}"
        ):
            self.fail("invariant 25: a refusal tells the seed")

    def _look(self, before, roles, phase):
        """Read what was recorded and check every invariant."""
        fresh = tuple(self.desk.log(NAME, len(self.log)))
        self.log += fresh
        if any(isinstance(one.fact, ERASING) for one in fresh):
            self._read_again()
        elif any(isinstance(one.fact, ActUndone) for one in fresh):
            self.witness = Witness(self.log)
        else:
            for one in fresh:
                self.witness.read(one)
        for one in fresh:
            self.tally["fact", one.fact.NAME] += 1
        self.tally["done", fresh[0].cause] += 1
        self.states[self.event.version] = self.event
        if self.careful:
            self._check(violations(self._sight(before, fresh, roles, phase)))

    def _read_again(self):
        """Read the whole log: what was known about somebody is not in it any more."""
        self.log = list(self.desk.log(NAME))
        self.witness = Witness(self.log)
        self.states = {known: fold(self.log[:known]) for known in self.states}

    def _sight(self, before, fresh=(), roles=frozenset(), phase=""):
        return Sight(
            before,
            self.event,
            fresh,
            self.witness,
            self.rules,
            self.document,
            self.clock.time,
            self.states,
            roles,
            phase,
        )

    def _check(self, found):
        try:
            said = next(iter(found), None)
        except Exception as fault:  # noqa: BLE001 - the state could not even be looked at
            said = f"looking at it ended in {type(fault).__name__}: {fault}"
        if said is not None:
            self.fail(said)

    def fail(self, said):
        """End with the script that shows it."""
        raise Wrong(f"{said}\n{written(self.ruleset, self.script)}")

    def restart(self):
        """Begin again with what the store holds."""
        self.script.append(("restart", None))
        before = self.event
        self.desk = self._new_desk()
        if self.desk.event(NAME) != before:
            self.fail("after a restart the event is another one")

    def _new_desk(self):
        return Desk(self.store, load, self.clock, lambda: "5eed" * 16, reader(), lambda: "5a17" * 8)

    def keep_snapshot(self):
        """Keep the state, and look whether it is the same when it is read."""
        self.script.append(("snapshot", None))
        self.desk.keep_snapshot(NAME)
        self.tally["done", "(snapshot)"] += 1

    def jump(self, seconds):
        """Move the clock on the wall."""
        self.script.append(("jump", seconds))
        self.clock.time += timedelta(seconds=seconds)

    def end(self):
        """Check what has to be true when nobody does anything any more."""
        if not self.store.head(NAME).number:
            return
        event = self.event
        self.tally["ended", event.phase] += 1
        if fold(self.desk.log(NAME)) != event:
            self.fail("replaying the log gives another event")
        if Desk(self.store, load, self.clock).event(NAME) != event:
            self.fail("a fresh desk has another event")
        if decode_state(encode_state(event)) != event:
            self.fail("a snapshot would be another event")
        self.store.verify(NAME)
        if event.phase not in {"running", "finished", "archived"}:
            return
        sight = self._sight(event)
        self._check(the_file_agrees(sight))
        self._check(self._files())
        self._check(standings_agree(sight))
        for one in findings(as_tournament(event), self.document):
            if one.severity == "error":
                self.fail(f"the check finds {one}")

    def _files(self):
        """The public file tells no secret; the whole one is the same after an import."""
        event = self.event
        public = export_event(event, public=True)
        if not event.seed_public and event.seed in public.text:
            yield "invariant 25: the public export tells the seed"
        text = export_event(event).text
        elsewhere = Desk(MemoryStore(), load, self.clock)
        tournament = read_tournament(json.loads(text))
        try:
            again = import_tournament(elsewhere, NAME, Brought(tournament, self.document))
        except TiltyardError as no:
            self.tally["refused", "(import)", refusal_text(no)[:70]] += 1
            if elsewhere.events():
                yield "invariant 26: a refused import left something"
            return
        self.tally["done", "(import)"] += 1
        hidden = ', "hidden": true'  # what is shown at the end is hidden in an event that goes on
        if export_event(again).text.replace(hidden, "") != text.replace(hidden, ""):
            yield "invariant 26: the export of the imported export is another file"

    # ------------------------------------------------------------------------ chance

    def begin(self, number):
        """Set an event up, and go on to some place of the day."""
        self.chance = Random(number)
        tries = (moves.details(self, self.document, self.ruleset) for _ in range(4))
        if not any(self.create(details) for details in tries):
            return False
        self.wanted = self.chance.choice(moves.SIZES)
        if self.chance.random() < 0.01:
            self.wanted = 33
        for _ in range(self.chance.choice((0, 3, 8, 12))):
            self.go_on()
        return True

    def step(self, number):
        """Do what a number says; 0 is nothing."""
        if number == 0:
            return
        self.chance = Random(number)
        if not self.store.head(NAME).number:
            self.begin(number)
            return
        dice = self.chance.random()
        if dice < 0.42:
            self.go_on()
        elif dice < 0.92:
            self.something()
        elif dice < 0.95:
            command = moves.nonsense(self)
            self.do(moves.somebody(self, command), command)
        elif dice < 0.97:
            self.rulings()
        else:
            self.outside()

    def rulings(self):
        """A call, a ruling by the lowest who may, an appeal, a ruling by the highest."""
        games = self.event.current.games.values() if self.event.current else ()
        able = [game for game in games if game.kind == "game"]
        if not able or self.event.phase != "running":
            self.something()
            return
        game = self.chance.choice(able)
        self._by(AppointStaff("judge", name="A judge"))
        self.do(game.players[0], CallJudge(game.id, "is it in range?"))
        call = f"c{len(self.event.calls)}"
        judges = [one.person for one in self.event.staff if one.role in {"judge", "referee"}]
        for person in (*judges[-1:], moves.organizer(self)):
            self.do(person, RuleOnCall(call, "it is"))
            self.do(self.chance.choice(game.players), AppealRuling(call))

    def outside(self):
        """Something that is no act: a restart, a snapshot, another time, a button asked."""
        what = self.chance.randrange(4)
        if what == 0:
            self.restart()
        elif what == 1:
            self.keep_snapshot()
        elif what == 2:
            self.jump(self.chance.choice((-4000, -60, 600, 5000, 90_000)))
        else:
            self._ask_first()

    def _ask_first(self):
        """What a button says before is what the act says."""
        act = self.chance.choice(list(MOVES))
        command = MOVES[act](self)
        if command is None:
            return
        person = moves.somebody(self, command)
        said = self.desk.refusal(NAME, person, command)
        became = self.do(person, command)
        if (said and refusal_text(said)) != (became and refusal_text(became)):
            self.fail(f"the button said {said}, the act {became}")

    def something(self):
        """A sensible act of somebody: one that fits the phase."""
        event = self.event
        acts = sorted(
            {
                name
                for name, act in ONGOING.items()
                if any(event.phase in right.phases for right in act.rights)
            }
            - ONLY_ONCE
        )
        weights = [SELDOM.get(one, 1) * (1 if makes_sense(event, one) else 0.1) for one in acts]
        act = self.chance.choices(acts, weights)[0] if acts else "undo"
        command = MOVES[act](self)
        if command is not None:
            self.do(moves.somebody(self, command), command)

    def go_on(self):
        """What brings the day forward."""
        phase = self.event.phase
        if phase == "draft":
            self._by(AnnounceEvent())
        elif phase in {"announced", "registration"}:
            self._enrol()
        elif phase == "check_in":
            self._start()
        elif phase == "running":
            self._play()
        elif self.chance.random() < 0.3:
            self.something()

    def _by(self, command):
        return self.do(moves.organizer(self), command)

    def _enrol(self):
        if self.chance.random() < 0.4:
            self._by(moves.appoint_staff(self))
            self._by(moves.appoint_staff(self))
        if self.event.phase == "announced":
            self._by(OpenRegistration())
        while len(self.event.entrants) < self.wanted:
            if self._by(moves.register_player(self)) and self.chance.random() < 0.3:
                break
        self._by(OpenCheckIn())

    def _take_lists(self):
        """Some hand in a list they wrote; what is wrong is given back; the rest is on paper."""
        chance = self.chance
        for player, entrant in self.event.entrants.items():
            if entrant.state == "checked_in" and chance.random() < 0.3:
                self.do(player, moves_lists.hand_in(self, player))
        if chance.random() < 0.5:
            self._by(ApproveCleanLists())
        for army in tuple(self.event.list_desk.lists.values()):
            wrong = errors_of(self.event, self.rules, army) or chance.random() < 0.1
            if army.is_handed_in and army.text and wrong:
                self._by(ReturnList(army.player, "see the findings"))
                self._by(ReceiveListsOnPaper((army.player,)))
        if any(missing_lists(self.event, self.rules)):
            self._by(ReceiveListsOnPaper())

    def _start(self):
        event = self.event
        for player, entrant in event.entrants.items():
            if entrant.state == "registered" and self.chance.random() < 0.95:
                self.do(player, CheckIn(player))
        for item in announcements_left(event, self.rules, self.document):
            self._by(AnnounceItem(item))
        self._take_lists()
        if self._by(StartEvent()):
            self._by(moves.appoint_staff(self))
            self._by(moves.register_player(self))

    def _play(self):
        event, current = self.event, self.event.current
        if event.draft is not None:
            if self._by(PublishRound()):
                self._by(DiscardDraw("out of date"))
        elif current is not None and not current.is_closed:
            self._results(current)
        elif event.qualification and event.qualification.offered and self.chance.random() < 0.8:
            take = self.chance.choice((moves.take_place, moves.decline_place))
            self._by(take(self))
        elif self._nothing_left():
            self._by(FinishEvent())
        else:
            self._draw()

    def _nothing_left(self):
        return bool(self.event.rounds) and not what_is_left(self.event, self.rules, self.document)

    def _draw(self):
        no = self._by(DrawRound())
        if no is None:
            return
        if "cut" in refusal_text(no):
            self._by(MakeCut())
        elif "handed in no" in refusal_text(no):
            self._by(ReceiveListsOnPaper())
        elif "still misses" in refusal_text(no):
            command = moves_judging.end_component_trouble(self)
            self.do(moves.somebody(self, command), command)
        elif self._by(DrawRound(allow_rematch=True)):
            self._by(FinishEvent("no more rounds"))

    def _results(self, current):
        if not current.began:
            self._by(StartClock())
        everything = self.chance.random() < 0.6
        for game in current.games.values():
            if not game.is_open:
                continue
            slip = moves.legal_slip(self, game)
            if game.is_disputed:
                command = ResolveDispute(game.id, slip, moves.REASON)
            elif game.filed:
                command = EnterResult(game.id, game.filed[0].slip)
            elif self.chance.random() < 0.5:
                self.do(game.players[0], ReportResult(game.id, slip))
                filed = self.event.game(game.id).filed  # none, if it was asked back
                seen = filed[0].slip if filed else slip
                command = ConfirmResult(game.id, seen.digest)
            else:
                command = EnterResult(game.id, slip)
            self.do(moves.somebody(self, command), command)
            if not everything:
                return


def walk(ruleset, start, steps, tally=None, store=None):
    """A whole day by numbers."""
    day = Day(ruleset, store, tally)
    if day.begin(start):
        for number in steps:
            day.step(number)
        day.end()
    return day


def written(ruleset, script):
    """A script as Python: `from tests.stateful.machine import *` and `repeat(...)`."""
    lines = [f"    ({who!r}, {what!r})," for who, what in script]
    return "\n".join([f"repeat({ruleset!r}, [", *lines, "])"])


def repeat(ruleset, script):
    """Do again what a script says, with every check; return the day."""
    day = Day(ruleset)
    for who, what in script:
        if who == "create":
            day.create(what)
        elif who == "restart":
            day.restart()
        elif who == "snapshot":
            day.keep_snapshot()
        elif who == "jump":
            day.jump(what)
        else:
            day.do(who, what)
    day.end()
    return day


def shortest(ruleset, script, said):
    """Leave out whatever is not needed to see the same thing go wrong."""
    wanted = said[:35]

    def shows(candidate):
        try:
            repeat(ruleset, candidate)
        except Wrong as wrong:
            return str(wrong)[:35] == wanted
        except Exception:  # noqa: BLE001 - a script without its beginning
            return False
        return False

    size = max(1, len(script) // 2)
    while size:
        place = 0
        while place < len(script):
            candidate = script[:place] + script[place + size :]
            if candidate and shows(candidate):
                script = candidate
            else:
                place += size
        size //= 2
    return script
