"""Terrain that was there before: how much it may hold by how wide it is, and its keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import tidy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.core.ruleset_lists import ExistingTerrain


_MOST_CAPACITY = 20
_LONGEST_KEYWORD = 40


def capacity_of(chart: ExistingTerrain, diameter: int, given: int | None = None) -> int:
    """Return the capacity of a piece by its diameter in tenths of an inch, or refuse its size.

    The organizer may say another capacity, and must for a piece that is off the chart.
    """
    if given is not None and not 0 <= given <= _MOST_CAPACITY:
        raise Refused(
            "no-piece-terrain-capacity",
            clause=chart.bounds_clause,
            field="capacity",
            given=given,
            most_capacity=_MOST_CAPACITY,
        )
    if diameter <= 0 or (given is None and diameter > chart.widest):
        raise Refused(
            "piece-inches-no-terrain-chart",
            clause=chart.clause if diameter <= 0 else chart.bounds_clause,
            field="diameter",
            diameter=inches(diameter),
            widest=inches(chart.widest),
        )
    if given is not None:
        return given
    rows = (row.capacity for row in chart.widths if diameter < row.most)
    return next(rows, chart.widths[-1].capacity)


def keywords_and_values(
    chart: ExistingTerrain, keywords: Sequence[str], values: Mapping[str, int]
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the keywords of a label and their X values; a value belongs to a keyword of it.

    A keyword may be written with its value: `deadly=2`.
    """
    split = [_with_value(one) for one in keywords]
    named = tuple(dict.fromkeys(word for word, _ in split if word))
    own = {word.casefold(): word for word in named}
    given = [(word, value) for word, value in split if value is not None]
    given += [(tidy(word, _LONGEST_KEYWORD), value) for word, value in values.items()]
    for word, _ in given:
        if word.casefold() not in own:
            raise Refused(
                "piece-no-keyword-give-value",
                clause=chart.keywords_clause,
                field="values",
                word=word,
            )
    return named, {own[word.casefold()]: value for word, value in given}


def _with_value(written: str) -> tuple[str, int | None]:
    word, equals, number = written.partition("=")
    if equals and number.strip().isdecimal() and len(number) <= len("999999"):
        return tidy(word, _LONGEST_KEYWORD), int(number)
    return tidy(written, _LONGEST_KEYWORD), None


def require_keywords(chart: ExistingTerrain, keywords: Sequence[str]) -> None:
    """Refuse a piece with more keywords than a label may give it, or with one twice."""
    if len(keywords) > chart.keywords:
        raise Refused(
            "keywords-one-piece-terrain",
            clause=chart.keywords_clause,
            field="keywords",
            count=len(keywords),
            keywords=chart.keywords,
        )
    if len({keyword.casefold() for keyword in keywords}) < len(keywords):
        raise Refused(
            "same-keyword-twice-one-piece", clause=chart.keywords_clause, field="keywords"
        )


def inches(tenths: int) -> str:
    """Return a length in inches as people write it."""
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{part}' if part else ''}"
