"""The clock of a round: seating, start, pause, time called, more time for a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Folds,
    Scene,
    the_players_of_the_match,
)
from tiltyard.day.event import DayRound, Event, Timer, round_of, the_game, with_match, with_round
from tiltyard.day.facts import (
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ExtensionGranted,
    Fact,
    Recorded,
    RoundExtended,
    RulingLeaderAssigned,
    SeatingCalled,
    TableChanged,
    TimeCalled,
)
from tiltyard.day.plan import length_of
from tiltyard.day.rights import DECIDERS, FLOOR, LEADERS, RUNNING, Right
from tiltyard.day.roles import ruling_order
from tiltyard.engine.errors import Phrase, Refused, RulesetText
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import MatchId, PersonId

# ------------------------------------------------------------------------------
# Deciding about a published round: seats, clock, tables, who rules where.


@dataclass(frozen=True, slots=True)
class CallSeating:
    """Ask the players to their tables."""

    NAME: ClassVar[str] = "call-seating"


@dataclass(frozen=True, slots=True)
class StartClock:
    """Start the round; its length comes from the ruleset and the announced options."""

    NAME: ClassVar[str] = "start-clock"


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Stop the clock for everybody."""

    NAME: ClassVar[str] = "pause-clock"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """Let the clock run again."""

    NAME: ClassVar[str] = "resume-clock"


@dataclass(frozen=True, slots=True)
class CallTime:
    """Call time: games are finished as the ruleset says."""

    NAME: ClassVar[str] = "call-time"


@dataclass(frozen=True, slots=True)
class GrantExtension:
    """Give one table more minutes; none named: as many as the event's option says.

    `already` is how many it had when the leader looked: a second press adds nothing.
    """

    NAME: ClassVar[str] = "grant-extension"
    match: MatchId
    reason: str
    minutes: int | None = None
    already: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendRound:
    """Give every table of the running round more minutes."""

    NAME: ClassVar[str] = "extend-round"
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """Move a game to another table; with `swap` the game that sits there takes its place."""

    NAME: ClassVar[str] = "change-table"
    match: MatchId
    table: int
    reason: str = ""
    swap: bool = False


@dataclass(frozen=True, slots=True)
class AssignRulingLeader:
    """Say who rules on a game."""

    NAME: ClassVar[str] = "assign-ruling-leader"
    match: MatchId
    leader: PersonId


def minutes_of(event: Event, rules: Ruleset, round_: DayRound) -> int | None:
    """Return how long a round lasts; none: it is untimed."""
    return length_of(event, rules, round_).minutes


def _call_seating(scene: Scene, command: CallSeating) -> Iterator[Fact]:
    round_ = scene.round()
    if round_.seating or round_.began:
        raise Refused("seating-called-already")
    yield SeatingCalled(round_.id)


def _start(scene: Scene, command: StartClock) -> Iterator[Fact]:
    round_ = scene.round()
    if round_.began:
        raise Refused("round-begun", clause=scene.rules.clock.swiss.clause, number=round_.number)
    yield ClockStarted(round_.id, minutes_of(scene.event, scene.rules, round_))


def _running(scene: Scene) -> DayRound:
    round_ = scene.round()
    if not round_.began:
        raise Refused(
            "round-not-begun", clause=scene.rules.clock.swiss.clause, number=round_.number
        )
    if round_.timer.called is not None:
        raise Refused(
            "time-was-called",
            clause=scene.rules.clock.time_called_clause,
            procedure=RulesetText(scene.rules.clock.time_called),
        )
    return round_


def _pause(scene: Scene, command: PauseClock) -> Iterator[Fact]:
    round_ = _running(scene)
    if round_.timer.paused is not None:
        raise Refused("clock-stands-already")
    yield ClockPaused(round_.id, tidy(command.reason))


def _resume(scene: Scene, command: ResumeClock) -> Iterator[Fact]:
    round_ = _running(scene)
    if round_.timer.paused is None:
        raise Refused("clock-runs-already")
    yield ClockResumed(round_.id)


def _call_time(scene: Scene, command: CallTime) -> Iterator[Fact]:
    round_ = _running(scene)
    if round_.timer.minutes is None:
        raise Refused("round-untimed", clause=length_of(scene.event, scene.rules, round_).clause)
    if round_.timer.paused is not None:
        raise Refused("clock-stands")
    yield TimeCalled(round_.id)


def _extend(scene: Scene, command: GrantExtension) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    clock = scene.rules.clock
    if round_ is not scene.event.current or not game.is_open:
        raise Refused("extend-game-over", clause=clock.extension_clause)
    if minutes_of(scene.event, scene.rules, round_) is None:
        raise Refused("extend-round-untimed", clause=clock.extension_clause)
    minutes = clock.extension_minutes if command.minutes is None else command.minutes
    _require_minutes(scene, minutes)
    if command.already not in {None, game.extension}:
        raise Refused(
            "extension-granted-meanwhile", clause=clock.extension_clause, minutes=game.extension
        )
    yield ExtensionGranted(command.match, minutes, tidy(command.reason))


def _require_minutes(scene: Scene, minutes: int) -> None:
    if not 1 <= minutes <= 240:
        clause = scene.rules.clock.extension_clause
        raise Refused("extension-minutes-not-possible", clause=clause, minutes=minutes)


def _extend_round(scene: Scene, command: ExtendRound) -> Iterator[Fact]:
    round_ = _running(scene)
    clause = scene.rules.clock.extension_clause
    if round_.timer.minutes is None:
        raise Refused("untimed-round-not-extended", clause=clause)
    if round_.timer.called is not None:
        raise Refused("time-called-round-not-extended", clause=clause)
    _require_minutes(scene, command.minutes)
    yield RoundExtended(round_.id, command.minutes, tidy(command.reason))


def _change_table(scene: Scene, command: ChangeTable) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    if round_ is not scene.event.current or game.kind == "bye":
        raise Refused("match-no-table-now")
    if not 1 <= command.table <= 100_000:
        raise Refused("table-number-no-whole-number")
    if command.table in scene.event.tables_out_of_use:
        raise Refused("table-out-use", clause=scene.rules.tables.clause, table=command.table)
    there = next((other for other in round_.games.values() if other.table == command.table), None)
    if there is not None and (there is game or not command.swap or game.table is None):
        raise Refused("table-taken", clause=scene.rules.tables.clause, table=command.table)
    yield TableChanged(command.match, command.table, tidy(command.reason))
    if there is not None and game.table is not None:
        yield TableChanged(there.id, game.table, tidy(command.reason))


def _told_table(told: ActFacts) -> ChangeTable:
    """Return how a game was moved; two that moved have swapped their tables."""
    first, *others = (fact for fact in told.facts if isinstance(fact, TableChanged))
    return ChangeTable(first.match, first.table, first.reason, swap=bool(others))


def _assign(scene: Scene, command: AssignRulingLeader) -> Iterator[Fact]:
    _, game = scene.game(command.match)
    able = [name for name in ruling_order(scene.event, scene.rules) if name not in game.players]
    if command.leader not in able:
        raise Refused(
            "cannot-rule-game",
            clause=scene.rules.staff.rules_on_leader_clause,
            leader=scene.name(command.leader),
            able=tuple(scene.name(name) for name in able) or (Phrase("things.nobody-on-duty"),),
        )
    yield RulingLeaderAssigned(command.match, command.leader)


# ------------------------------------------------------------------------------
# How the clock of a round changes the state.


def _fold_seating_called(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SeatingCalled)
    return with_round(event, replace(round_of(event, fact.round), seating=True))


def _fold_clock_started(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ClockStarted)
    timer = Timer(minutes=fact.minutes, started=recorded.at)
    return with_round(event, replace(round_of(event, fact.round), timer=timer, seating=True))


def _fold_clock_paused(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ClockPaused)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, timer=replace(home.timer, paused=recorded.at)))


def _fold_clock_resumed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ClockResumed)
    home = round_of(event, fact.round)
    timer = home.timer
    assert timer.paused is not None
    stood = max(0, int((recorded.at - timer.paused).total_seconds()))
    going = replace(timer, paused=None, paused_seconds=timer.paused_seconds + stood)
    return with_round(event, replace(home, timer=going))


def _fold_time_called(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TimeCalled)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, timer=replace(home.timer, called=recorded.at)))


def _fold_extension_granted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ExtensionGranted)
    game = the_game(event, fact.match)
    return with_match(event, replace(game, extension=game.extension + fact.minutes))


def _fold_round_extended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RoundExtended)
    home = round_of(event, fact.round)
    minutes = (home.timer.minutes or 0) + fact.minutes
    return with_round(event, replace(home, timer=replace(home.timer, minutes=minutes)))


ACTS: tuple[AnyAct, ...] = (
    Act(
        CallSeating,
        _call_seating,
        facts=(SeatingCalled,),
        rights=(Right(FLOOR, RUNNING),),
        whole=True,
    ),
    Act(
        StartClock,
        _start,
        facts=(ClockStarted,),
        rights=(Right(LEADERS, RUNNING),),
        whole=True,
    ),
    Act(
        PauseClock,
        _pause,
        facts=(ClockPaused,),
        rights=(Right(LEADERS, RUNNING),),
        whole=True,
    ),
    Act(
        ResumeClock,
        _resume,
        facts=(ClockResumed,),
        rights=(Right(LEADERS, RUNNING),),
        whole=True,
    ),
    Act(
        CallTime,
        _call_time,
        facts=(TimeCalled,),
        rights=(Right(LEADERS, RUNNING),),
        whole=True,
    ),
    Act(
        GrantExtension,
        _extend,
        facts=(ExtensionGranted,),
        rights=(Right(LEADERS, RUNNING, "not_own", reason=True),),
        concerns=the_players_of_the_match,
    ),
    Act(
        ExtendRound,
        _extend_round,
        facts=(RoundExtended,),
        rights=(Right(LEADERS, RUNNING, reason=True),),
    ),
    Act(
        ChangeTable,
        _change_table,
        facts=(TableChanged,),
        rights=(Right(FLOOR, RUNNING),),
        tell=_told_table,
    ),
    Act(
        AssignRulingLeader,
        _assign,
        facts=(RulingLeaderAssigned,),
        rights=(Right(DECIDERS, RUNNING),),
    ),
)


FOLDS: Folds = {
    SeatingCalled: _fold_seating_called,
    ClockStarted: _fold_clock_started,
    ClockPaused: _fold_clock_paused,
    ClockResumed: _fold_clock_resumed,
    TimeCalled: _fold_time_called,
    ExtensionGranted: _fold_extension_granted,
    RoundExtended: _fold_round_extended,
}
