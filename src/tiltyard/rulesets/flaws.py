"""What keeps a ruleset from being used: a place in it, and the code of what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place in a ruleset and what is wrong there; the facts are what the sentence names."""

    where: str
    code: str
    facts: dict[str, object]


def flaw(where: str, code: str, /, **facts: object) -> Flaw:
    """Return what is wrong at a place."""
    return Flaw(where, code, facts)
