"""Terrain that was there before: how much it may hold by how wide it is, and its keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.core.ruleset_lists import ExistingTerrain


def capacity_of(chart: ExistingTerrain, diameter: int) -> int:
    """Return the capacity of a piece by its diameter in tenths of an inch, or refuse its size."""
    if not 0 < diameter <= chart.widest:
        raise Refused(
            f"a piece of {inches(diameter)} inches is no terrain of this chart",
            clause=chart.clause if diameter <= 0 else chart.bounds_clause,
            fix=f"use a piece of at most {inches(chart.widest)} inches, "
            "or set the capacity yourself",
            field="diameter",
        )
    rows = (row.capacity for row in chart.widths if diameter < row.most)
    return next(rows, chart.widths[-1].capacity)


def require_keywords(chart: ExistingTerrain, keywords: Sequence[str]) -> None:
    """Refuse a piece with more keywords than a label may give it, or with one twice."""
    if len(keywords) > chart.keywords:
        raise Refused(
            f"{len(keywords)} keywords on one piece of terrain",
            clause=chart.keywords_clause,
            fix=f"choose at most {chart.keywords} that fit how it looks",
            field="keywords",
        )
    if len({keyword.casefold() for keyword in keywords}) < len(keywords):
        raise Refused(
            "the same keyword twice on one piece of terrain",
            clause=chart.keywords_clause,
            fix="name each keyword once",
            field="keywords",
        )


def inches(tenths: int) -> str:
    """Return a length in inches as people write it."""
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{part}' if part else ''}"
