"""Reminders in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.catalogue import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.reminders import Reminder

_PEOPLE = ("person", "player", "instead_of", "by")


def reminder_sentence(reminder: Reminder, names: Mapping[str, str]) -> str:
    """Return what somebody should do or know, with people by their names."""
    facts = dict(reminder.facts)
    for key in _PEOPLE:
        if key in facts:
            facts[key] = names.get(str(facts[key]), str(facts[key]))
    players = facts.get("players")
    facts["count"] = len(players) if isinstance(players, list) else players
    facts["plan"] = _plan(facts)
    return sentence("reminders", reminder.code, facts)


def _plan(facts: Mapping[str, object]) -> str:
    plans = facts.get("plans")
    if not isinstance(plans, dict):
        return ""
    own = plans.get(str(facts.get("players")))
    if own is None:
        return "no plan"
    rounds, cut = own
    return f"{rounds} rounds and {f'a cut to the top {cut}' if cut else 'no cut'}"
