"""Single values of a file: of the right kind, or a problem with its place and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.core.ids import PlayerId

if TYPE_CHECKING:
    from collections.abc import Collection

MOST = 1_000_000_000


class Problem(Exception):  # not an error of the program but of a file
    """Something wrong at a place of a file; the place grows on the way out."""

    def __init__(self, path: str, message: str, fix: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.fix = fix

    def within(self, outer: str) -> Problem:
        """Say in what the place lies."""
        self.path = f"{outer}.{self.path}" if self.path else outer
        return self


def shown(value: object) -> str:
    """Return a value as a person would recognise it, never a page of it."""
    words = {True: "true", False: "false", None: "nothing"}
    if value is None or isinstance(value, bool):
        return words[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    plain = repr(value)
    return plain if len(plain) <= 40 else f"{plain[:37]}..."


def table(raw: object, path: str) -> dict[str, Any]:
    """Return a JSON object."""
    if not isinstance(raw, dict):
        raise Problem(path, f"is {shown(raw)}", "an object: {...}")
    return raw


def items(raw: object, path: str) -> list[Any]:
    """Return a JSON list."""
    if not isinstance(raw, list):
        raise Problem(path, f"is {shown(raw)}", "a list: [...]")
    return raw


def text(raw: object, path: str, *, empty: bool = False) -> str:
    """Return a text that can be written down, and that says something unless it may be empty."""
    if not isinstance(raw, str) or not (raw.strip() or empty):
        raise Problem(path, f"is {shown(raw)}", 'text: "..."')
    try:
        raw.encode()
    except UnicodeEncodeError:
        raise Problem(path, "holds half a character", "text in whole characters") from None
    return raw


def flag(raw: object, path: str) -> bool:
    """Return true or false."""
    if not isinstance(raw, bool):
        raise Problem(path, f"is {shown(raw)}", "true or false")
    return raw


def whole_number(raw: object, path: str) -> int:
    """Return a number that can be counted: whole, not negative, not absurd."""
    if type(raw) is not int:
        raise Problem(path, f"is {shown(raw)}", "a whole number: 0, 1, 2, ...")
    if not 0 <= raw <= MOST:
        raise Problem(path, f"{raw} cannot be", f"0 to {MOST}")
    return raw


def one_of(raw: object, path: str, choices: tuple[str, ...]) -> str:
    """Return one of the words that are allowed here."""
    if not isinstance(raw, str) or raw not in choices:
        raise Problem(path, f"is {shown(raw)}", "one of " + ", ".join(choices))
    return raw


def name_of(raw: object, path: str, known: Collection[PlayerId]) -> PlayerId:
    """Return the id of a player of this tournament."""
    if not isinstance(raw, str) or raw not in known:
        raise Problem(path, f"{shown(raw)} is no player here", "an id from players")
    return PlayerId(raw)


def known_keys(entry: dict[str, Any], path: str, known: frozenset[str]) -> None:
    """Refuse a key nobody knows: it would silently change nothing."""
    if known.issuperset(entry):
        return
    key = next(one for one in entry if one not in known)
    where = f"{path}.{key}" if path else key
    raise Problem(where, "is not known here", "one of " + ", ".join(sorted(known)))
