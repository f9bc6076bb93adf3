"""Marks of a card that every form of a list knows: what it is, and how large."""

from __future__ import annotations

SIZES = ("small", "medium", "large", "huge")
_KNOWN = frozenset(("proxy", "flagship", "unique", "epic", *SIZES))
_BEHIND_A_SIZE = ("ship", "base")


def trait_of(mark: str) -> str:
    """Return the trait a mark means: `Large base` is large; any other mark is kept as written."""
    words = mark.casefold().replace("-", " ").split()
    if len(words) == 2 and words[0] in SIZES and words[1] in _BEHIND_A_SIZE:
        return words[0]
    known = " ".join(words)
    return known if known in _KNOWN else mark
