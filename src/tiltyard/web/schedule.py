"""The schedule of the day in words, for desk, public page and phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiltyard.text.facts import left_in_bracket
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.views.schedule import day_schedule, newest_moment
from tiltyard.web.rendering import time_text

if TYPE_CHECKING:
    from tiltyard.views.schedule import RowState, ScheduleRow
    from tiltyard.web.event_view import EventView

_STEP = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A round of the schedule: times as texts, and in milliseconds as browsers count them."""

    title: str
    state: RowState
    starts: str
    ends: str
    from_ms: int | None
    to_ms: int | None


@dataclass(frozen=True, slots=True)
class ScheduleText:
    """The schedule in words; empty where no time is known."""

    lines: tuple[ScheduleLine, ...] = ()
    pause: str = ""
    ends: str = ""
    ends_ms: int | None = None


def schedule_now(view: EventView) -> ScheduleText:
    """Return the schedule as it is expected now."""
    return _text(view, view.clock.now().astimezone())


def schedule_kept(view: EventView) -> ScheduleText:
    """Return the schedule of a page that is kept: its scripts move it on while nothing happens."""
    return _text(view, newest_moment(view.event, view.clock.now().astimezone()))


def _text(view: EventView, now: datetime) -> ScheduleText:
    found = day_schedule(view.event, view.rules, now)
    if not any(row.starts is not None for row in found.rows):
        return ScheduleText()
    ends = found.ends if view.event.phase == "running" or found.rows[-1].state != "over" else None
    rounded = _rounded(ends) if ends is not None else None
    return ScheduleText(
        tuple(map(_line, found.rows)),
        time_text(found.pause) if found.pause is not None else "",
        time_text(rounded) if rounded is not None else "",
        _ms(rounded),
    )


def _line(row: ScheduleRow) -> ScheduleLine:
    starts = row.starts if row.state in {"over", "running"} else _rounded(row.starts)
    ends = row.ends if row.state == "over" else _rounded(row.ends)
    return ScheduleLine(
        _title(row),
        row.state,
        time_text(starts) if starts is not None else "",
        time_text(ends) if ends is not None else "",
        _ms(starts),
        _ms(ends),
    )


def _title(row: ScheduleRow) -> str:
    if row.kind == "elimination":
        if row.games == 0:
            return heading(say("phrases.elimination-round", round=row.number))
        return heading(left_in_bracket(row.games))
    if row.stage > 1:
        return say("common.round-after-the-cut", number=row.number)
    return say("common.round-2", number=row.number)


def _rounded(at: datetime | None) -> datetime | None:
    """Return an expected time as people say it: to the next five minutes."""
    if at is None:
        return None
    over = timedelta(minutes=at.minute % 5, seconds=at.second, microseconds=at.microsecond)
    return at - over + _STEP if over else at


def _ms(at: datetime | None) -> int | None:
    return int(at.timestamp() * 1000) if at is not None else None
