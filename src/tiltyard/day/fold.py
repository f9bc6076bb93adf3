"""One fact forward: how each fact changes the state. It decides nothing and refuses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tiltyard.day import (
    clock,
    components,
    cut,
    judging,
    lists,
    notices,
    people,
    results,
    rounds,
    sealing,
    seats,
    setup,
    soft_scores,
    waiting_list,
)
from tiltyard.day.context import Folds
from tiltyard.day.event import Event, LastAct, number_given
from tiltyard.day.facts import ActUndone, Recorded
from tiltyard.day.quick_replace import quick_replace

_STEPS: Folds = {
    **setup.FOLDS,
    **notices.FOLDS,
    **people.FOLDS,
    **waiting_list.FOLDS,
    **seats.FOLDS,
    **sealing.FOLDS,
    **lists.FOLDS,
    **rounds.FOLDS,
    **cut.FOLDS,
    **clock.FOLDS,
    **results.FOLDS,
    **soft_scores.FOLDS,
    **judging.FOLDS,
    **components.FOLDS,
}


def evolve(event: Event, recorded: Recorded) -> Event:
    """Return the event after one more fact (facts that were undone are left out by `fold`)."""
    after = _STEPS[type(recorded.fact)](event, recorded)
    last = _last_act(event.last_act, recorded)
    return quick_replace(after, version=recorded.number, last_act=last)


def _last_act(before: LastAct | None, recorded: Recorded) -> LastAct:
    """Return the act this fact belongs to: facts of one act follow each other with one key."""
    act = (recorded.cause, recorded.actor, recorded.key)
    same = before is not None and (before.act, before.actor, before.key) == act
    first = before.first if same and before is not None else recorded.number
    return LastAct(first, recorded.number, *act)


def fold(facts: Iterable[Recorded], start: Event | None = None) -> Event:
    """Return what the facts add up to; an undone act does not count.

    It is `evolve` fact by fact; where the log ends and which act was the last is said once.
    """
    entries = list(facts)
    if not entries:
        return start or Event()
    undone = taken_back(entries)
    event = start or Event()
    last = event.last_act
    for entry in entries:
        if entry.number not in undone and not isinstance(entry.fact, ActUndone):
            event = _STEPS[type(entry.fact)](event, entry)
            last = _last_act(last, entry)
    given = [number_given(entry.fact) for entry in entries if entry.number in undone]
    ever = max([event.people_ever, *given])
    return replace(event, version=entries[-1].number, last_act=last, people_ever=ever)


def taken_back(facts: Iterable[Recorded]) -> frozenset[int]:
    """Return the numbers of the facts that were undone by one of these."""
    undone = (entry.fact for entry in facts if isinstance(entry.fact, ActUndone))
    return frozenset(number for fact in undone for number in range(fact.first, fact.last + 1))


def reaches_back(facts: Iterable[Recorded], position: int) -> bool:
    """Whether one of these facts takes back something at or before a position of the log."""
    return any(
        isinstance(entry.fact, ActUndone) and entry.fact.first <= position for entry in facts
    )
