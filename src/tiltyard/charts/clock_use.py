"""How the time of every round was used: planned, until time was called, and until the next one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.charts.svg import Drawing, Picture, Table, rounded
from tiltyard.text.say import say, wording
from tiltyard.views.statistics import clock_use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.charts.subject import Subject
    from tiltyard.views.statistics import ClockUse

_ROW, _BAR, _LEGEND = 50, 14, 20
_STEPS = (5, 10, 15, 30, 60, 120, 240, 480)
_MOST_TICKS = 6
_WIDEST = Fraction(98, 100)


def clock_picture(subject: Subject) -> Picture | None:
    """Return the picture; none where no clock was started."""
    uses = clock_use(subject.event)
    longest = max((_end(use) for use in uses), default=0)
    if not longest:
        return None
    drawing = Drawing()
    foot = _ROW * len(uses)
    _draw_axis(drawing, longest, foot)
    for place, use in enumerate(uses):
        _draw(drawing, subject.title(use.round), use, longest, _ROW * place)
    legend = _draw_legend(drawing, uses, foot + 30)
    return Picture(
        name="clock",
        title=say("pictures.time-of-the-rounds"),
        summary=_summary(uses),
        drawing=drawing,
        height=legend + 4,
        table=_table(subject, uses),
    )


def _end(use: ClockUse) -> int:
    """Return the last second of a round that is drawn."""
    planned = 60 * ((use.planned_minutes or 0) + use.longest) if use.planned_minutes else 0
    return max(planned, (use.until_called or 0) + use.paused, use.until_next or 0)


# -------------------------------------------------------------------------------------- drawing


def _draw_axis(drawing: Drawing, longest: int, foot: int) -> None:
    step = next((number for number in _STEPS if longest <= 60 * number * _MOST_TICKS), 0)
    step = step or 60 * (longest // (3600 * _MOST_TICKS) + 1)
    for minutes in range(0, longest // 60 + 1, step):
        x = _across(60 * minutes, longest)
        drawing.line("grid", (x, 22), (x, foot))
        drawing.text("tick middle" if minutes else "tick", x, foot + 15, str(minutes))


def _across(seconds: int, longest: int) -> Fraction:
    return _WIDEST * Fraction(seconds, longest)


def _draw(drawing: Drawing, title: str, use: ClockUse, longest: int, y: int) -> None:
    drawing.text("", Fraction(0), y + 15, title)
    drawing.text("end quiet", Fraction(1), y + 15, _short(use))
    top = y + 23
    nothing = Fraction(0)
    if use.until_next is not None:
        end = _across(use.until_next, longest)
        drawing.line("whole", (nothing, top + 7), (end, top + 7))
        drawing.line("whole", (end, top + 1), (end, top + 13))
    if use.planned_minutes:
        planned = _across(60 * use.planned_minutes, longest)
        if use.longest:
            drawing.bar("besides", planned, top + 2, _across(60 * use.longest, longest), _BAR - 4)
        drawing.bar("planned", nothing, top, planned, _BAR)
    if use.until_called is not None:
        used = _across(use.until_called, longest)
        drawing.bar("bar", nothing, top + 3, used, _BAR - 6)
        if use.paused:
            drawing.bar("paused", used, top + 3, _across(use.paused, longest), _BAR - 6)


def _draw_legend(drawing: Drawing, uses: Sequence[ClockUse], y: int) -> int:
    """Say what is what, use line each, and only what is there; return where it ends."""
    sample, words_at = Fraction(6, 100), Fraction(9, 100)
    entries = [
        ("planned", say("pictures.minutes-planned"), any(use.planned_minutes for use in uses)),
        ("bar", say("pictures.until-time-was-called"), any(use.until_called for use in uses)),
        ("paused", say("pictures.the-clock-stood"), any(_shows_pause(use) for use in uses)),
        ("besides", say("pictures.more-time-for-a-table"), any(use.longest for use in uses)),
        ("whole", say("pictures.until-the-next-round-began"), any(use.until_next for use in uses)),
    ]
    for kind, words, there in entries:
        if not there:
            continue
        if kind == "whole":
            drawing.line(kind, (Fraction(0), y + 5), (sample, y + 5))
            drawing.line(kind, (sample, y), (sample, y + 10))
        else:
            drawing.bar(kind, Fraction(0), y, sample, 10)
        drawing.text("quiet", words_at, y + 10, words)
        y += _LEGEND
    return y


def _shows_pause(use: ClockUse) -> bool:
    return bool(use.paused) and use.until_called is not None


# ---------------------------------------------------------------------------------------- words


def minutes_of(seconds: int) -> int:
    """Return seconds as whole minutes, halves up."""
    return rounded(Fraction(seconds, 60))


def _short(use: ClockUse) -> str:
    planned = use.planned_minutes
    if use.until_called is None:
        if planned is None:
            return say("common.untimed")
        return say("pictures.min-not-called", planned=planned)
    said = {"used": minutes_of(use.until_called), "planned": planned}
    if planned is None:
        return say("pictures.min", **said)
    return say("pictures.of-min", **said)


def _summary(uses: Sequence[ClockUse]) -> str:
    called = sum(1 for use in uses if use.until_called is not None)
    words = wording("pictures.time-was-called-in-of", len(uses))
    return words.format(called=called, num=len(uses))


def _table(subject: Subject, uses: Sequence[ClockUse]) -> Table:
    heads = (
        say("common.round"),
        say("pictures.minutes-planned-2"),
        say("pictures.called-after"),
        say("pictures.the-clock-stood-2"),
        say("pictures.tables-with-more-time"),
        say("pictures.at-most"),
        say("pictures.next-round-after"),
    )
    rows = tuple(
        (
            subject.title(use.round),
            "–" if use.planned_minutes is None else str(use.planned_minutes),
            _minutes(use.until_called),
            str(minutes_of(use.paused)),
            str(use.extended),
            str(use.longest),
            _minutes(use.until_next),
        )
        for use in uses
    )
    return Table(heads, rows)


def _minutes(seconds: int | None) -> str:
    return "–" if seconds is None else str(minutes_of(seconds))
