"""Single values of a file: of the right kind, or a problem with its place and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.engine.errors import Phrase, Unreadable
from tiltyard.engine.tournament import PlayerId

if TYPE_CHECKING:
    from collections.abc import Collection

MOST = 1_000_000_000
KEY_NOT_KNOWN = "key-not-known"


class Problem(Unreadable):
    """Something wrong at a place of a file; the place grows on the way out."""

    kind = "problem"

    def __init__(self, code: str, path: str, /, **facts: object) -> None:
        super().__init__(code)
        self.facts = facts
        self.path = path

    def within(self, outer: str) -> Problem:
        """Say in what the place lies."""
        self.path = f"{outer}.{self.path}" if self.path else outer
        return self


NOTHING = Phrase("file-values.nothing")
_WORDS = {True: Phrase("file-values.true"), False: Phrase("file-values.false"), None: NOTHING}


def shown(value: object) -> str | Phrase:
    """Return a value as a person would recognise it, never a page of it."""
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, dict):
        return Phrase("file-values.object")
    if isinstance(value, list):
        return Phrase("file-values.list")
    plain = repr(value)
    return plain if len(plain) <= 40 else f"{plain[:37]}..."


def table(raw: object, path: str) -> dict[str, Any]:
    """Return a JSON object."""
    if not isinstance(raw, dict):
        raise Problem("value-no-object", path, found=shown(raw))
    return raw


def items(raw: object, path: str) -> list[Any]:
    """Return a JSON list."""
    if not isinstance(raw, list):
        raise Problem("value-no-list", path, found=shown(raw))
    return raw


def text(raw: object, path: str, *, empty: bool = False) -> str:
    """Return a text that can be written down, and that says something unless it may be empty."""
    if not isinstance(raw, str) or not (raw.strip() or empty):
        raise Problem("value-no-text", path, found=shown(raw))
    try:
        raw.encode()
    except UnicodeEncodeError:
        raise Problem("value-half-character", path) from None
    return raw


def flag(raw: object, path: str) -> bool:
    """Return true or false."""
    if not isinstance(raw, bool):
        raise Problem("value-no-flag", path, found=shown(raw))
    return raw


def whole_number(raw: object, path: str) -> int:
    """Return a number that can be counted: whole, not negative, not absurd."""
    if type(raw) is not int:
        raise Problem("value-no-whole-number", path, found=shown(raw))
    if not 0 <= raw <= MOST:
        raise Problem("value-number-absurd", path, found=raw, most=MOST)
    return raw


def signed_number(raw: object, path: str) -> int:
    """Return a whole number that may be below zero, such as a penalty."""
    if type(raw) is int and -MOST <= raw < 0:
        return raw
    return whole_number(raw, path)


def one_of(raw: object, path: str, choices: tuple[str, ...]) -> str:
    """Return one of the words that are allowed here."""
    if not isinstance(raw, str) or raw not in choices:
        raise Problem("value-not-a-choice", path, found=shown(raw), known=choices)
    return raw


def name_of(raw: object, path: str, known: Collection[PlayerId]) -> PlayerId:
    """Return the id of a player of this tournament."""
    if not isinstance(raw, str) or raw not in known:
        raise Problem("value-no-player", path, found=shown(raw))
    return PlayerId(raw)


def known_keys(entry: dict[str, Any], path: str, known: frozenset[str]) -> None:
    """Refuse a key nobody knows: it would silently change nothing."""
    if known.issuperset(entry):
        return
    key = next(name for name in entry if name not in known)
    where = f"{path}.{key}" if path else key
    raise Problem(KEY_NOT_KNOWN, where, known=tuple(sorted(known)))
