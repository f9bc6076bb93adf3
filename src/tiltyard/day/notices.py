"""Free announcements to the hall: posted, edited, withdrawn; they end by themselves at a moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

from tiltyard.day.context import STAYS, Act, ActFacts, AnyAct, Command, Folds, Scene, Stays, told
from tiltyard.day.event import Event, Notice
from tiltyard.day.facts import (
    BreakAnnounced,
    Fact,
    NoticeEdited,
    NoticeImportance,
    NoticePosted,
    NoticeWithdrawn,
    Recorded,
)
from tiltyard.day.rights import ENTRY, LEADERS, Right
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import tidy

LONGEST_NOTICE = 300
"""Letters of a notice: what a hall reads from a screen in one go."""

MOST_SHOWN = 12
"""Notices that are shown at the same time; more are read by nobody."""

HIGHEST_TABLE = 9999


@dataclass(frozen=True, slots=True)
class PostNotice:
    """Tell the hall something; `until` ends it by itself, `table` names the one it is for.

    With `pause` it is a break: no round is expected to begin before its end.
    """

    NAME: ClassVar[str] = "post-notice"
    text: str
    table: int | None = None
    until: datetime | None = None
    importance: NoticeImportance = "normal"
    pause: bool = False


@dataclass(frozen=True, slots=True)
class EditNotice:
    """Change what a notice says; what is not given stays as it is."""

    NAME: ClassVar[str] = "edit-notice"
    notice: str
    text: str | Stays = STAYS
    table: int | Stays | None = STAYS
    until: datetime | Stays | None = STAYS
    importance: NoticeImportance | Stays = STAYS


@dataclass(frozen=True, slots=True)
class WithdrawNotice:
    """Take a notice down before its end."""

    NAME: ClassVar[str] = "withdraw-notice"
    notice: str


def shown_notices(event: Event, now: datetime) -> tuple[Notice, ...]:
    """Return what the hall reads now: urgent notices first, then the newest."""
    shown = [notice for notice in event.notices.values() if notice.is_shown(now)]
    return tuple(sorted(shown, key=lambda notice: (notice.importance != "urgent", -notice.number)))


def next_end(event: Event, now: datetime) -> datetime | None:
    """Return when the next of the shown notices ends by itself, if one does."""
    ends = (notice.until for notice in shown_notices(event, now) if notice.until is not None)
    return min(ends, default=None)


def _post(scene: Scene, command: PostNotice) -> Iterator[Fact]:
    if len(shown_notices(scene.event, scene.at)) >= MOST_SHOWN:
        raise Refused("too-many-notices", most=MOST_SHOWN)
    if command.pause and command.until is None:
        raise Refused("break-without-an-end", field="until")
    notice = f"n{len(scene.event.notices) + 1}"
    yield NoticePosted(
        notice,
        _text(command.text),
        _table(command.table),
        _until(scene, command.until),
        command.importance,
    )
    if command.pause:
        yield BreakAnnounced(notice)


def _edit(scene: Scene, command: EditNotice) -> Iterator[Fact]:
    notice = _the_notice(scene, command.notice)
    until = told(command.until, notice.until)
    changed = NoticeEdited(
        notice.id,
        _text(told(command.text, notice.text)),
        _table(told(command.table, notice.table)),
        until if until == notice.until and notice.is_shown(scene.at) else _until(scene, until),
        told(command.importance, notice.importance),
    )
    now = (notice.text, notice.table, notice.until, notice.importance)
    if now == (changed.text, changed.table, changed.until, changed.importance):
        raise Refused("notice-unchanged")
    yield changed


def _withdraw(scene: Scene, command: WithdrawNotice) -> Iterator[Fact]:
    notice = _the_notice(scene, command.notice)
    if not notice.is_shown(scene.at):
        raise Refused("notice-over")
    yield NoticeWithdrawn(notice.id)


def _the_notice(scene: Scene, name: str) -> Notice:
    notice = scene.event.notices.get(name)
    if notice is None:
        raise Refused("no-such-notice", notice=name[:20])
    if notice.withdrawn is not None:
        raise Refused("notice-withdrawn")
    return notice


def _text(text: str) -> str:
    said = tidy(text, LONGEST_NOTICE + 1)
    if not said:
        raise Refused("notice-without-text", field="text")
    if len(said) > LONGEST_NOTICE:
        raise Refused("notice-too-long", field="text", longest=LONGEST_NOTICE)
    return said


def _table(table: int | None) -> int | None:
    if table is not None and not 1 <= table <= HIGHEST_TABLE:
        raise Refused("notice-no-such-table", field="table", table=table)
    return table


def _until(scene: Scene, until: datetime | None) -> datetime | None:
    if until is None:
        return None
    if until.tzinfo is None:
        raise Refused("notice-needs-time-zone", field="until")
    if until <= scene.at:
        raise Refused("notice-ends-in-the-past", field="until")
    try:
        return until.astimezone(UTC)
    except OverflowError:
        raise Refused("notice-no-such-time", field="until") from None


# ------------------------------------------------------------------------------
# Folding, and the rows of the acts.


def _fold_posted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, NoticePosted)
    notice = Notice(
        fact.notice,
        recorded.number,
        fact.text,
        recorded.actor,
        recorded.at,
        fact.table,
        fact.until,
        fact.importance,
    )
    return replace(event, notices=event.notices | {notice.id: notice})


def _fold_break(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, BreakAnnounced)
    notice = replace(event.notices[fact.notice], pause=True)
    return replace(event, notices=event.notices | {notice.id: notice})


def _fold_edited(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, NoticeEdited)
    changed = replace(
        event.notices[fact.notice],
        number=recorded.number,
        text=fact.text,
        table=fact.table,
        until=fact.until,
        importance=fact.importance,
        edited=True,
    )
    return replace(event, notices=event.notices | {changed.id: changed})


def _fold_withdrawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, NoticeWithdrawn)
    gone = replace(event.notices[fact.notice], withdrawn=recorded.at)
    return replace(event, notices=event.notices | {gone.id: gone})


def _tell_post(told: ActFacts) -> Command:
    said = told.the(NoticePosted)
    pause = told.maybe(BreakAnnounced) is not None
    return PostNotice(said.text, said.table, said.until, said.importance, pause)


def _tell_edit(told: ActFacts) -> Command:
    said = told.the(NoticeEdited)
    return EditNotice(said.notice, said.text, said.table, said.until, said.importance)


_SAID = (Right(LEADERS, (*ENTRY, "finished")),)

ACTS: tuple[AnyAct, ...] = (
    Act(PostNotice, _post, facts=(NoticePosted, BreakAnnounced), rights=_SAID, tell=_tell_post),
    Act(EditNotice, _edit, facts=(NoticeEdited,), rights=_SAID, tell=_tell_edit),
    Act(WithdrawNotice, _withdraw, facts=(NoticeWithdrawn,), rights=_SAID),
)
FOLDS: Folds = {
    NoticePosted: _fold_posted,
    BreakAnnounced: _fold_break,
    NoticeEdited: _fold_edited,
    NoticeWithdrawn: _fold_withdrawn,
}
