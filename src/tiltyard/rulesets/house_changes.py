"""Where a ruleset departs from the document it was made from: its house rules, part by part."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ruleset import HouseChange, MarginRow, OrderKey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset

_OWN = frozenset({"id", "version", "title", "game", "prefix", "clause", "effective", "notes",
                  "known_to", "options", "also", "files", "based_on", "departures"})  # fmt: skip
"""What names a ruleset, and what says nothing of how it is played."""


def house_changes(document: Ruleset, made: Ruleset) -> tuple[HouseChange, ...]:
    """Return every part in which a ruleset differs from the document, in the order of the shape."""
    return tuple(_changes(document, made, "", document.clause))


def _changes(usual: Any, here: Any, path: str, clause: str) -> Iterator[HouseChange]:
    if usual == here:
        return
    if is_dataclass(usual) and type(usual) is type(here):
        own = getattr(usual, "clause", "") or clause
        for entry in fields(usual):
            if entry.name not in _OWN and not entry.name.endswith("_clause"):
                inner = f"{path}.{entry.name}" if path else entry.name
                found = getattr(usual, entry.name), getattr(here, entry.name)
                yield from _changes(*found, inner, own)
    elif isinstance(usual, dict) and isinstance(here, dict):
        for name in dict.fromkeys((*usual, *here)):
            yield from _changes(usual.get(name), here.get(name), f"{path}.{name}", clause)
    elif _told(usual) != _told(here):
        yield HouseChange(path, clause, _told(usual), _told(here))


def _told(value: Any) -> bool | int | str | tuple[str, ...]:
    """Return a value of a ruleset as it can be said and compared: without clauses."""
    if value is None:
        return ""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return tuple(_entry(entry) for entry in value)
    return repr(value)


def _entry(value: Any) -> str:
    if isinstance(value, OrderKey):
        return value.key
    if isinstance(value, MarginRow):
        margins = f"{value.least}+" if value.most is None else f"{value.least}-{value.most}"
        return f"{margins}: {value.win}-{value.loss}"
    return str(value)
