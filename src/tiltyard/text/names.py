"""Names of people and rounds as they are shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category, combining, normalize

from tiltyard.text.facts import bracket_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.tournament import PersonId, PlayerId


# ------------------------------------------------------------------------------
# Names as everybody may read them: in full, by first name and initial, or by number only.

_LIKE = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ı": "i"}
)
"""Letters that no form of Unicode takes apart, and where lists of names have them."""


def public_names(event: Event) -> dict[PersonId, str]:
    """Return what everybody is called in public, as the players agreed.

    Players whose public names would be the same are told apart by their numbers.
    """
    asked = dict.fromkeys([*event.entrants, *event.shown_names])
    agreed = {player: _agreed(event, player) for player in asked}
    often = Counter(name.casefold() for name in agreed.values())
    names = dict(event.people)
    for player, name in agreed.items():
        number = _number(event, player)
        twice = often[name.casefold()] > 1 and number is not None
        names[player] = f"{name} ({number})" if twice else name
    return names


def in_public(event: Event) -> Event:
    """Return an event in which everybody has the public name, for the sentences of public pages."""
    names = public_names(event)
    entrants = {
        player: replace(entrant, name=names[player]) for player, entrant in event.entrants.items()
    }
    return replace(event, people=names, entrants=entrants)


def _agreed(event: Event, player: PlayerId) -> str:
    shown, name = event.shown_name(player), event.people.get(player, player)
    if shown == "initial":
        return with_initial(name)
    return _numbered(event, player) if shown == "number" else name


@lru_cache(maxsize=32_768)
def in_order(name: str) -> str:
    """Return what names are sorted by: letters without their marks, large and small alike."""
    letters = normalize("NFKD", name)
    seen = (letter for letter in letters if not combining(letter) and category(letter) != "Cf")
    return "".join(seen).casefold().translate(_LIKE)


def with_initial(name: str) -> str:
    """Return the first name and the initial of the last; a single word stays as it is."""
    words = name.split()
    if len(words) < 2:
        return name
    initial = next((letter for letter in words[-1] if letter.isalnum()), "")
    return f"{words[0]} {initial}." if initial else words[0]


def _number(event: Event, player: PlayerId) -> int | None:
    entrant = event.entrants.get(player)
    return entrant.number if entrant is not None else None


def _numbered(event: Event, player: PlayerId) -> str:
    number = _number(event, player)
    if number is not None:
        return say("phrases.player", number=number)
    entrant = event.entrants.get(player)
    spare = entrant is not None and entrant.spare
    return say("common.spare-player") if spare else say("phrases.a-player")


# ------------------------------------------------------------------------------
# Rounds as people know them: by number, or as final and semifinal.


def heading(text: str) -> str:
    """Return words as they stand in a heading."""
    return text[:1].upper() + text[1:]


def round_title(event: Event, round_: DayRound) -> str:
    """Return a round as its players know it."""
    if round_.kind == "elimination":
        return heading(bracket_text(event, round_.stage, round_.number))
    if round_.stage > 1:
        return say("common.round-after-the-cut", number=round_.number)
    return say("common.round-2", number=round_.number)
