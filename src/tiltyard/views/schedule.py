"""The schedule of the day by the clock on the wall: what was, what runs, what is expected.

Expected times follow from the length of the rounds and the pace of this event: how long after the
end of a round the next one began so far. A break that was announced moves what comes after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from tiltyard.day.event import remaining_seconds
from tiltyard.day.plan import plan_at_start, players_expected
from tiltyard.engine.bracket import next_power_of_two, rounds_of_bracket
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import StageKind

USUAL_BREAK = timedelta(minutes=15)
"""From the end of a round to the next, until this event has shown its own pace."""

RowState = Literal["over", "running", "next", "planned"]


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A round by its times; `games` says how many a round of the bracket has, where that is known.

    Times of rounds that have not begun are expected, as is the end of the one that runs.
    """

    stage: int
    number: int
    kind: StageKind
    state: RowState
    starts: datetime | None
    ends: datetime | None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of the day, and from when until when the announced break is."""

    rows: tuple[ScheduleRow, ...] = ()
    pause: datetime | None = None

    @property
    def ends(self) -> datetime | None:
        """When the last round is expected to end; none where a round has no length."""
        return self.rows[-1].ends if self.rows else None


def day_schedule(event: Event, rules: Ruleset, now: datetime) -> Schedule:
    """Return the schedule as it is expected at a moment, in its time zone."""
    if event.phase not in {"announced", "registration", "check_in", "running"}:
        return Schedule(tuple(_played(event, now)))
    pause = _pause(event, now)
    rows = [*_played(event, now)]
    moment = _next_start(event, rows, now)
    for row in _to_come(event, rules, rows):
        if moment is not None and pause is not None and row.state == "next":
            moment = max(moment, pause)
        minutes = _minutes(rules, row)
        ends = moment + timedelta(minutes=minutes) if moment is not None and minutes else None
        rows.append(replace(row, starts=moment, ends=ends))
        moment = ends + pace(event) if ends is not None else None
    return Schedule(tuple(rows), pause)


def newest_moment(event: Event, zone: datetime) -> datetime:
    """Return the newest moment the rounds know of: a page made from it is the same on any server.

    Before the first round it is the beginning of the day, in the time zone of `zone`.
    """
    timers = [round_.timer for round_ in event.rounds]
    known = [at for timer in timers for at in (timer.started, timer.paused, timer.called) if at]
    if known:
        return max(known).astimezone(zone.tzinfo)
    day = event.details.date or zone.date()
    return datetime.combine(day, time(), zone.tzinfo)


def pace(event: Event) -> timedelta:
    """Return how long after the end of a round the next one begins at this event: the median.

    A round that was over before its time says nothing about it.
    """
    gaps = sorted(
        int((later.timer.started - ended).total_seconds())
        for earlier, later in pairwise(event.rounds)
        if later.timer.started is not None
        and (ended := _ended(earlier)) is not None
        and ended <= later.timer.started
    )
    return timedelta(seconds=gaps[(len(gaps) - 1) // 2]) if gaps else USUAL_BREAK


# ------------------------------------------------------------------------------ what was


def _ended(round_: DayRound) -> datetime | None:
    """Return when time was up in a round; none if nobody can know."""
    timer = round_.timer
    if timer.started is None:
        return None
    if timer.called is not None:
        return timer.called
    if timer.minutes is None:
        return None
    return timer.started + timedelta(minutes=timer.minutes, seconds=timer.paused_seconds)


def _played(event: Event, now: datetime) -> Iterator[ScheduleRow]:
    """Yield the rounds that began, the one that runs with the end that is expected."""
    for round_ in event.rounds:
        if round_.timer.started is None and not round_.is_closed:
            return
        running = round_ is event.current and not round_.is_closed
        starts = round_.timer.started
        ends = _ended(round_)
        if running:
            left = remaining_seconds(round_.timer, now)
            ends = now + timedelta(seconds=left) if left is not None else None
        elif ends is not None and ends > _known_over(event, round_, now):
            ends = None  # all results came before time was up; nobody noted when
        yield ScheduleRow(
            round_.stage,
            round_.number,
            round_.kind,
            "running" if running else "over",
            starts.astimezone(now.tzinfo) if starts is not None else None,
            ends.astimezone(now.tzinfo) if ends is not None else None,
            len(round_.games) if round_.kind == "elimination" else 0,
        )


def _known_over(event: Event, round_: DayRound, now: datetime) -> datetime:
    """Return when a closed round was over at the latest: when the next one began, or now."""
    later = event.rounds[event.rounds.index(round_) + 1 :]
    return next((other.timer.started for other in later if other.timer.started), now)


def _pause(event: Event, now: datetime) -> datetime | None:
    """Return until when the break that was announced lasts, if there is one now."""
    pauses = [
        notice.until
        for notice in event.notices.values()
        if notice.pause and notice.until is not None and notice.is_shown(now)
    ]
    return max(pauses).astimezone(now.tzinfo) if pauses else None


# ------------------------------------------------------------------------------ what is to come


def _next_start(event: Event, played: list[ScheduleRow], now: datetime) -> datetime | None:
    """Return when the next round is expected to begin; none where nobody has said when."""
    if played:
        last = played[-1]
        if last.ends is not None:
            return max(now, last.ends + pace(event))
        return now if last.state == "over" and last.starts is not None else None
    if event.starts and event.details.date is not None:
        said = time.fromisoformat(event.starts)
        return max(now, datetime.combine(event.details.date, said, now.tzinfo))
    return now if event.phase == "running" else None


def _to_come(event: Event, rules: Ruleset, played: list[ScheduleRow]) -> Iterator[ScheduleRow]:
    """Yield the rounds of the plan that did not begin yet, without their times."""
    known = {(row.stage, row.number) for row in played}
    waiting = [row for row in _planned(event, rules) if (row.stage, row.number) not in known]
    for place, row in enumerate(waiting):
        yield replace(row, state="next") if place == 0 else row


def _planned(event: Event, rules: Ruleset) -> Iterator[ScheduleRow]:
    if event.details.days > 1:
        return  # on which day a round is played is nobody's plan
    swiss, cut = event.swiss_rounds, event.planned_cut or 0
    if swiss is None:
        try:
            plan = plan_at_start(event.details, rules, players_expected(event))
        except Refused:
            return
        swiss, cut = plan.rounds, plan.cut
    for number in range(1, swiss + 1):
        yield ScheduleRow(1, number, "swiss", "planned", None, None)
    again = event.details.swiss_after_cut if cut else 0
    for number in range(1, again + 1):
        yield ScheduleRow(2, number, "swiss", "planned", None, None)
    if cut and not again and rules.elimination.losses > 1:
        last = rounds_of_bracket(rules, cut)
        for number in range(1, last + 1):
            games = 1 if number == last else 0  # a round of two brackets has no name of its own
            yield ScheduleRow(2, number, "elimination", "planned", None, None, games)
        return
    size = next_power_of_two(cut) if cut and not again else 1
    number = 0
    while size > 1:
        size //= 2
        number += 1
        yield ScheduleRow(2, number, "elimination", "planned", None, None, size)


def _minutes(rules: Ruleset, row: ScheduleRow) -> int | None:
    final = row.kind == "elimination" and row.games == 1
    return round_length(rules, row.kind, row.number, final=final).minutes
