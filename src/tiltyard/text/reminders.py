"""Reminders in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.roles import Notice
from tiltyard.day.start import Blocker
from tiltyard.text.facts import earlier_round, place_text, round_text
from tiltyard.text.refusals import fix_text, refusal_text, shown
from tiltyard.text.say import say, sentence, word, wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import Event
    from tiltyard.day.reminders import Reminder

_PEOPLE = ("person", "player", "instead_of", "by", "decides")
_MOST_NAMED = 4
_WORDS = ("role", "acting", "category", "kind")


def reminder_sentence(
    reminder: Reminder, names: Mapping[str, str], event: Event | None = None
) -> str:
    """Return what somebody should do or know, with people by their names.

    With the event, tables and rounds are named as people know them.
    """
    facts = dict(reminder.facts)
    for key in _PEOPLE:
        if facts.get(key) is not None:
            facts[key] = names.get(str(facts[key]), str(facts[key]))
    blocker = facts.pop("blocker", None)
    if isinstance(blocker, Blocker | Notice):
        facts |= {"text": refusal_text(blocker), "fix": fix_text(blocker)}
    for key in _WORDS:
        if isinstance(facts.get(key), str):
            facts[key] = word(str(facts[key]))
    if facts.get("component") is None:
        facts["component"] = say("phrases.a-component")
    if facts.get("decides") is None:
        facts["decides"] = say("common.nobody-on-duty")
    players = facts.get("players")
    facts["count"] = len(players) if isinstance(players, list) else players
    facts["who"] = _who(players, names) if isinstance(players, list) else ""
    facts["plan"] = _plan(facts)
    facts["place"] = _place(facts, event)
    name = str(facts.get("round", ""))
    plain = say("phrases.round", round=name)
    facts["round_name"] = round_text(event, name) if event is not None else plain
    return sentence("reminders", reminder.code, shown(facts))


def _who(players: list[str], names: Mapping[str, str]) -> str:
    """Return the first few by name, and how many more there are."""
    said = ", ".join(names.get(player, player) for player in players[:_MOST_NAMED])
    more = len(players) - _MOST_NAMED
    if more <= 0:
        return said
    text = wording("phrases.and-more", more)
    return text.format(names=said, count=more)


def _place(facts: Mapping[str, object], event: Event | None) -> str:
    """Return which game is meant: by its table, by its number in the bracket, or by its id.

    A game of an earlier round is named with its round.
    """
    if facts.get("table") is not None:
        return say("phrases.table", table=facts["table"])
    match = str(facts.get("match", ""))
    game = event.game(match) if event is not None else None
    place = place_text(game) if game is not None else ""
    if not place:
        return say("common.match", match=match)
    earlier = earlier_round(event, match) if event is not None else ""
    return f"{place} ({earlier})" if earlier else place


def _plan(facts: Mapping[str, object]) -> str:
    plans = facts.get("plans")
    if not isinstance(plans, dict):
        return ""
    own = plans.get(str(facts.get("players")))
    if own is None:
        return say("phrases.no-plan")
    rounds, cut = own
    if cut:
        return say("phrases.rounds-and-a-cut-to", rounds=rounds, cut=cut)
    return say("phrases.rounds-and-no-cut", rounds=rounds)
