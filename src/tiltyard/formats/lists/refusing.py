"""What is wrong with a list that a program wrote, said to the person who handed it in.

The sentence names the ship or card as people count them; `field` keeps the place for programs.
"""

from __future__ import annotations

import re

from tiltyard.formats.lists.limits import LONGEST_NAME, MOST_MUSTERS, MOST_UPGRADES, ListUnreadable
from tiltyard.formats.values import Problem

TOO_LONG, TOO_MANY, NO_NUMBER = "is too long", "are too many", "is no whole number"
MISSING, NOT_KNOWN = "is missing", "is not known here"
AGAIN = "copy the list from the builder again, or write it as text, one card in a line"

_NUMBERED = re.compile(r"(\w+)\[([0-9]+)\]")
_LONGEST_PLACE = 120
_PLACES = {
    "": "the list",
    "faction": "the faction",
    "points": "the total",
    "name": "the name of the list",
    "pilots": "the list of ships",
    "obstacles": "an obstacle",
    "format": "the format",
    "entries": "the list of cards",
}
_NAMES = frozenset(("name", "id"))


def refusal(problem: Problem) -> ListUnreadable:
    """Return a problem at a place of a list as a refusal in plain words."""
    refused = _said(problem)
    refused.field = problem.path[:_LONGEST_PLACE] or None
    return refused


def _said(problem: Problem) -> ListUnreadable:
    place = place_words(problem.path)
    match problem.message:
        case "is too long":
            fix = f"write at most {LONGEST_NAME} characters"
            return ListUnreadable(f"{place} is too long", fix=fix)
        case "are too many":
            fix = f"a list has at most {MOST_MUSTERS} squads, and a card {MOST_UPGRADES} upgrades"
            return ListUnreadable(f"{place} holds more than any list has", fix=fix)
        case "is no whole number":
            return ListUnreadable("must-whole-number", place=place)
        case "is missing" | "is nothing" | "is ''":
            return ListUnreadable("said-missing", place=place)
        case "is not known here":
            word = problem.path.rpartition(".")[2][:40]
            fix = f"write {problem.fix}"
            return ListUnreadable(f"{word!r} is not known in a list", fix=fix)
    return ListUnreadable("said-cannot-read", place=place)


def place_words(path: str) -> str:
    """Return a place as people say it: `pilots[0].name` is the name of ship 1."""
    numbers = {word: int(number) + 1 for word, number in _NUMBERED.findall(path)}
    last = path.rpartition(".")[2]
    squad = numbers.get("squads") or numbers.get("musters")
    if squad:
        return f"{_in_one_list(path, last, numbers)} in squad {squad}"
    return _in_one_list(path, last, numbers)


def _in_one_list(path: str, last: str, numbers: dict[str, int]) -> str:
    number = numbers.get("pilots") or numbers.get("entries")
    if number is None:
        return _PLACES.get(last, _PLACES[""])
    if "pilots" not in numbers:
        return _of_a_card(path, last, number)
    if "upgrades" in path:
        return f"an upgrade of ship {number}"
    if last in _NAMES:
        return f"the name of ship {number}"
    return f"the number of points of ship {number}" if last == "points" else f"ship {number}"


def _of_a_card(path: str, last: str, number: int) -> str:
    if "upgrades" in path:
        return f"an upgrade of card {number}"
    if last in _NAMES:
        return f"the name of card {number}"
    return f"the number of points of card {number}" if last == "points" else f"card {number}"
