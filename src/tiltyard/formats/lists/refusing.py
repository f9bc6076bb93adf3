"""What is wrong with a list that a program wrote, said to the person who handed it in.

The sentence names the ship or card as people count them; `field` keeps the place for programs.
"""

from __future__ import annotations

import re

from tiltyard.core.errors import Phrase
from tiltyard.formats.lists.limits import LONGEST_NAME, MOST_MUSTERS, MOST_UPGRADES, ListUnreadable
from tiltyard.formats.values import KEY_NOT_KNOWN, NOTHING, Problem

TOO_LONG, TOO_MANY, NO_NUMBER = "too-long", "too-many", "no-number"
MISSING, NOT_KNOWN, NOT_READ = "missing", "not-known", "not-read"
"""What can be wrong with a part of a list; which part, and what to do, a refusal says."""

_NUMBERED = re.compile(r"(\w+)\[([0-9]+)\]")
_LONGEST_PLACE = 120
_PLACES = {
    "": "list",
    "faction": "faction",
    "points": "total",
    "name": "name",
    "pilots": "ships",
    "obstacles": "obstacle",
    "format": "format",
    "entries": "cards",
}
_NAMES = frozenset(("name", "id"))


def refusal(problem: Problem) -> ListUnreadable:
    """Return a problem at a place of a list as a refusal that names the part."""
    refused = _said(problem)
    refused.field = problem.path[:_LONGEST_PLACE] or None
    return refused


def _said(problem: Problem) -> ListUnreadable:
    place = place_in_list(problem.path)
    if problem.code == TOO_LONG:
        return ListUnreadable("part-of-list-too-long", place=place, most=LONGEST_NAME)
    if problem.code == TOO_MANY:
        return ListUnreadable(
            "part-of-list-too-many", place=place, squads=MOST_MUSTERS, upgrades=MOST_UPGRADES
        )
    if problem.code == NO_NUMBER:
        return ListUnreadable("must-whole-number", place=place)
    if problem.code == MISSING or problem.facts.get("found") in (NOTHING, "''"):
        return ListUnreadable("part-of-list-missing", place=place)
    if problem.code in {NOT_KNOWN, KEY_NOT_KNOWN}:
        found = repr(problem.path.rpartition(".")[2][:40])
        return ListUnreadable("word-not-known-in-list", found=found, known=problem.facts["known"])
    return ListUnreadable("part-of-list-unreadable", place=place)


def place_in_list(path: str) -> Phrase:
    """Return a place as people say it: `pilots[0].name` is the name of ship 1."""
    numbers = {word: int(number) + 1 for word, number in _NUMBERED.findall(path)}
    squad = numbers.get("squads") or numbers.get("musters")
    place = _in_squad(path, numbers)
    return _phrase("in-squad", place=place, squad=squad) if squad else place


def _in_squad(path: str, numbers: dict[str, int]) -> Phrase:
    last = path.rpartition(".")[2]
    number = numbers.get("pilots") or numbers.get("entries")
    if number is None:
        return _phrase(_PLACES.get(last, _PLACES[""]))
    card = "ship" if "pilots" in numbers else "card"
    if "upgrades" in path:
        return _phrase(f"upgrade-of-{card}", number=number)
    if last in _NAMES:
        return _phrase(f"name-of-{card}", number=number)
    return _phrase(f"points-of-{card}" if last == "points" else card, number=number)


def _phrase(code: str, **facts: object) -> Phrase:
    return Phrase(f"list-places.{code}", facts)
