"""How many of something there are, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number with the name of what it counts: one round, two rounds."""
    if number == 1:
        return f"1 {thing}"
    ending = "es" if thing.endswith(("ch", "s")) else "s"
    return f"{number} {thing}{ending}"
