"""The schedule of an event as iCalendar (RFC 5545): its days, its rounds, the time for lists."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from tiltyard import __version__
from tiltyard.text.names import round_title
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Event

_A_ROUND, _ROUNDS = timedelta(minutes=100), 4
"""How long a round takes with everything around it, and how many there are if nobody knows."""

_LONGEST_LINE = 75  # bytes, without the line break


def write_calendar(event: Event, at: datetime, address: str = "") -> str:
    """Return the calendar of an event as it was known at a moment.

    A date names the days; a round has a time once its clock was started. An entry keeps its UID,
    so that a calendar that is read again moves it and adds nothing.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Tiltyard//Tiltyard {__version__}//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(event.details.name)}",
    ]
    entries = [_days(event), _deadline(event), *(_round(event, round_) for round_ in event.rounds)]
    stamp = [f"DTSTAMP:{_moment(at)}", f"SEQUENCE:{event.version}"]
    for entry in entries:
        if entry:
            where = [f"LOCATION:{escaped(event.details.venue)}"] if event.details.venue else []
            link = [f"URL:{address}"] if address else []
            lines += ["BEGIN:VEVENT", *entry, *stamp, *where, *link, "END:VEVENT"]
    lines.append("END:VCALENDAR")
    return "".join(folded(line) for line in lines)


def _days(event: Event) -> list[str]:
    first = event.details.date
    if first is None:
        return []
    days = max(1, event.details.days)
    if event.starts and days == 1:
        return _hours(event, first)
    ends = []
    if days <= (date.max - first).days:  # else there is no day after the last
        ends = [f"DTEND;VALUE=DATE:{_day(first + timedelta(days))}"]
    return [
        f"UID:{_uid(event, 'days')}",
        f"SUMMARY:{escaped(event.details.name)}",
        f"DTSTART;VALUE=DATE:{_day(first)}",
        *ends,
        "TRANSP:OPAQUE",
    ]


def _hours(event: Event, day: date) -> list[str]:
    """Return a day with its hours, in the time of the hall; how long it takes is an estimate."""
    hour, minute = (int(part) for part in event.starts.split(":"))
    start = datetime.combine(day, time(hour, minute))
    end = start + (event.swiss_rounds or event.details.swiss_rounds or _ROUNDS) * _A_ROUND
    return [
        f"UID:{_uid(event, 'days')}",
        f"SUMMARY:{escaped(event.details.name)}",
        f"DTSTART:{start:%Y%m%dT%H%M%S}",
        f"DTEND:{end:%Y%m%dT%H%M%S}",
        "TRANSP:OPAQUE",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{escaped(event.details.name)}",
        "TRIGGER:-PT2H",
        "END:VALARM",
    ]


def _deadline(event: Event) -> list[str]:
    until = event.list_desk.deadline
    if until is None:
        return []
    title = say("exports.army-lists-are-due", event=event.details.name)
    return [
        f"UID:{_uid(event, 'lists')}",
        f"SUMMARY:{escaped(title)}",
        f"DTSTART:{_moment(until)}",
        f"DTEND:{_moment(until)}",
        "TRANSP:TRANSPARENT",
    ]


def _round(event: Event, round_: DayRound) -> list[str]:
    timer = round_.timer
    if timer.started is None:
        return []
    title = f"{event.details.name}: {round_title(event, round_)}"
    entry = [
        f"UID:{_uid(event, f'round {round_.id}')}",
        f"SUMMARY:{escaped(title)}",
        f"DTSTART:{_moment(timer.started)}",
    ]
    if timer.minutes is not None:
        end = timer.started + timedelta(minutes=timer.minutes, seconds=timer.paused_seconds)
        entry.append(f"DTEND:{_moment(end)}")
    return entry


def _uid(event: Event, part: str) -> str:
    """Return the name of an entry for ever: of this event, wherever it is served."""
    return f"{uuid5(NAMESPACE_OID, f'tiltyard/{event.id}/{event.commitment}/{part}')}@tiltyard"


def _day(day: date) -> str:
    """Return a day in eight digits, the year 1 as well."""
    return day.isoformat().replace("-", "")


def _moment(at: datetime) -> str:
    try:
        utc = at.astimezone(UTC)
    except OverflowError:  # the first or the last day there is, elsewhere
        utc = at.replace(tzinfo=UTC)
    return f"{_day(utc.date())}T{utc:%H%M%SZ}"


def escaped(text: str) -> str:
    """Return text as a value of iCalendar (3.3.11): what has a meaning there is marked."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for char in ("\\", ";", ","):
        plain = plain.replace(char, f"\\{char}")
    written = plain.replace("\n", "\\n")
    return "".join(char for char in written if char == "\t" or char.isprintable() or char == " ")


def folded(line: str) -> str:
    """Return a line with its break, folded after 75 bytes and never inside a letter (3.1)."""
    parts: list[str] = []
    part, size = "", 0
    for char in line:
        width = len(char.encode())
        if size + width > _LONGEST_LINE:
            parts.append(part)
            part, size = " ", 1
        part += char
        size += width
    return "\r\n".join((*parts, part)) + "\r\n"
