"""Terrain that was there before: how much it may hold, by how wide it is (RW-087, RW-088)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

CAPACITIES = ((30, 0), (50, 2), (70, 4))
"""Below so many tenths of an inch a piece has this capacity."""
WIDEST = 90
WIDEST_CAPACITY = 6
MOST_KEYWORDS = 2


def capacity_of(diameter: int) -> int:
    """Return the capacity of a piece by its diameter in tenths of an inch, or refuse its size.

    Exactly 3, 5 or 7 inches belong to the larger row (AMB-054).
    """
    if not 0 < diameter <= WIDEST:
        raise Refused(
            f"a piece of {_inches(diameter)} inches is no terrain of this chart",
            clause="RW-087" if diameter <= 0 else "AMB-054",
            fix=f"use a piece of at most {_inches(WIDEST)} inches, or set the capacity yourself",
            field="diameter",
        )
    return next((capacity for below, capacity in CAPACITIES if diameter < below), WIDEST_CAPACITY)


def require_keywords(keywords: Sequence[str]) -> None:
    """Refuse a piece with more keywords than a label may give it, or with one twice."""
    if len(keywords) > MOST_KEYWORDS:
        raise Refused(
            f"{len(keywords)} keywords on one piece of terrain",
            clause="RW-088",
            fix=f"choose at most {MOST_KEYWORDS} that fit how it looks",
            field="keywords",
        )
    if len({keyword.casefold() for keyword in keywords}) < len(keywords):
        raise Refused(
            "the same keyword twice on one piece of terrain",
            clause="RW-088",
            fix="name each keyword once",
            field="keywords",
        )


def _inches(tenths: int) -> str:
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{part}' if part else ''}"
