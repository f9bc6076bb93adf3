"""Free announcements as rows: what the hall reads now, and for the desk all there ever were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.notices import shown_notices

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tiltyard.day.event import Event, Notice
    from tiltyard.engine.tournament import PersonId, PlayerId

NoticeState = Literal["current", "ended", "withdrawn"]


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice as everybody may read it; `ends` is its end as browsers count it."""

    id: str
    text: str
    table: int | None
    urgent: bool
    until: datetime | None
    ends: int | None


@dataclass(frozen=True, slots=True)
class DeskNotice:
    """A notice as the desk lists it: where it stands, who wrote it, how many have seen it."""

    row: NoticeRow
    state: NoticeState
    by: str
    at: datetime
    edited: bool
    seen: int
    readers: int


def notice_rows(event: Event, now: datetime) -> tuple[NoticeRow, ...]:
    """Return what the hall reads now, in the order of its weight."""
    return tuple(map(_row, shown_notices(event, now)))


def notices_for(event: Event, player: PlayerId, now: datetime) -> tuple[Notice, ...]:
    """Return what a player reads now: what is for all, and for the table they sit at."""
    game = event.game_of(player)
    table = game.table if game is not None else None
    return tuple(notice for notice in shown_notices(event, now) if notice.table in {None, table})


def rows_for(event: Event, player: PlayerId, now: datetime) -> tuple[NoticeRow, ...]:
    """Return the rows of what a player reads now."""
    return tuple(map(_row, notices_for(event, player, now)))


def desk_notices(
    event: Event, now: datetime, seen_by: Callable[[Notice], frozenset[PersonId]]
) -> tuple[DeskNotice, ...]:
    """Return all notices, the newest first."""
    return tuple(
        _of_the_desk(event, notice, now, seen_by(notice))
        for notice in reversed(event.notices.values())
    )


def readers_of(event: Event, notice: Notice) -> frozenset[PersonId]:
    """Return whose phones a notice is for: all who take part, or those at its table."""
    if notice.table is not None and event.current is not None:
        at_table = (game for game in event.current.games.values() if game.table == notice.table)
        return frozenset(player for game in at_table for player in game.players)
    gone = {"dropped", "disqualified"}
    entrants = event.entrants.values()
    return frozenset(
        entrant.id for entrant in entrants if entrant.state not in gone and event.came(entrant)
    )


def _of_the_desk(
    event: Event, notice: Notice, now: datetime, seen_by: frozenset[PersonId]
) -> DeskNotice:
    readers = readers_of(event, notice)
    return DeskNotice(
        _row(notice),
        state_of_notice(notice, now),
        event.people.get(notice.by, notice.by),
        notice.at,
        notice.edited,
        len(readers & seen_by),
        len(readers),
    )


def state_of_notice(notice: Notice, now: datetime) -> NoticeState:
    """Return where a notice stands."""
    if notice.withdrawn is not None:
        return "withdrawn"
    return "current" if notice.is_shown(now) else "ended"


def _row(notice: Notice) -> NoticeRow:
    until = notice.until
    ends = round(until.timestamp() * 1000) if until is not None else None
    return NoticeRow(
        notice.id, notice.text, notice.table, notice.importance == "urgent", until, ends
    )
