"""Who hears which reminder and blocker: what leaders know and whose list waits is not for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.decide.gate import Blocker
from tiltyard.core.policy import ORGANIZERS
from tiltyard.core.rosters.at_the_event import reads_lists
from tiltyard.core.staff import roles_of
from tiltyard.core.who_reads import is_leader

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.reminders import Reminder
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import Event

NOT_READY = "lists-not-ready"
_OF_THE_CHECKS = frozenset({"list-with-errors", "list-unchecked", "lists-to-approve"})
_OF_CONVERSIONS = "conversions-waiting"
_OF_LEADERS = frozenset(
    {"decide-disqualification", "watch-requested", "incident-reported", "incident-observed"}
)


def told_reminders(
    event: Event, rules: Ruleset, person: PersonId, found: Iterable[Reminder]
) -> tuple[Reminder, ...]:
    """Return what somebody is reminded of; whose list is wrong or waits only if they read lists.

    What leaders keep to themselves, and what a player misses, is for leaders.
    """
    hidden = _hidden_from(event, rules, person)
    leads = is_leader(event, person)
    told: list[Reminder] = []
    for one in found:
        if one.code in _OF_LEADERS and not leads:
            continue
        if "component" in one.facts and not leads:
            told.append(replace(one, facts={**one.facts, "component": None}))
        elif one.code not in hidden:
            told.append(one)
        elif all(other.code != NOT_READY for other in told):
            told.append(replace(one, code=NOT_READY, clause=rules.lists.clause, facts={}))
    return tuple(told)


def told_blockers(
    event: Event, rules: Ruleset, person: PersonId, found: Iterable[Blocker]
) -> Iterator[Blocker]:
    """Yield what somebody is told of the start gate, in the same way."""
    hidden = _hidden_from(event, rules, person)
    said = False
    for one in found:
        if one.code not in hidden:
            yield one
        elif not said:
            said = True
            yield Blocker(NOT_READY, rules.lists.clause)


def _hidden_from(event: Event, rules: Ruleset, person: PersonId) -> frozenset[str]:
    """Return the codes whose names somebody does not hear; organizers answer about conversions."""
    if reads_lists(event, rules, person):
        return frozenset()
    if not roles_of(event, rules, person).isdisjoint(ORGANIZERS):
        return _OF_THE_CHECKS
    return _OF_THE_CHECKS | {_OF_CONVERSIONS}
