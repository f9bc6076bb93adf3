"""Since when somebody waits: read from the log, which knows the time of every call.

The log is read on from where it was read last; an id that was given twice, because its first act
was undone, counts from the second time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tiltyard.core.facts import judging, results

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.app.desk import Desk
    from tiltyard.core.facts import Recorded
    from tiltyard.core.state import Event


@dataclass(slots=True)
class _Read:
    """What was read of a log: up to which fact, and when each thing was asked for."""

    number: int = 0
    at: dict[tuple[str, str], datetime] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


_READ: WeakKeyDictionary[Desk, dict[str, _Read]] = WeakKeyDictionary()


def times_of(desk: Desk, event: Event) -> dict[tuple[str, str], datetime]:
    """Return when calls, appeals, watches, incidents and slips came, by kind and id."""
    read = _READ.setdefault(desk, {}).setdefault(event.id, _Read())
    with read.lock:
        if event.version < read.number:
            read.number, read.at = 0, {}
        if event.version > read.number:
            for one in desk.log(event.id, read.number):
                key = _key(one)
                if key is not None:
                    read.at[key] = one.at
                read.number = one.number
        return dict(read.at)


def _key(one: Recorded) -> tuple[str, str] | None:
    """Return what a fact begins to wait for."""
    fact = one.fact
    if isinstance(fact, judging.JudgeCalled):
        return "call", fact.call
    if isinstance(fact, judging.CallAppealed):
        return "appeal", fact.call
    if isinstance(fact, judging.CallRuled):
        return "ruling", fact.call
    if isinstance(fact, judging.WatchRequested):
        return "watch", fact.watch
    if isinstance(fact, judging.IncidentReported | judging.IncidentRecorded):
        return "incident", fact.incident
    if isinstance(fact, results.ResultReported | results.ResultEntered | results.EntryContradicted):
        return "dispute", fact.match
    return None
