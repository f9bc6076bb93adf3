"""Our standings beside the published ones: which numbers, places and orders are not the same."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.real.published import Published

ORDER = ("tp", "mov", "sos")
Row = dict[str, Any]
Answer = dict[str, Any]
Numbers = dict[str, dict[str, tuple[str, str]]]
"""By player and key: what was published, and what we compute."""


def numbers_that_differ(published: list[Published], answer: Answer) -> Numbers:
    """Return every published number that ours is not equal to."""
    ours = rows_by_name(answer)
    found: Numbers = {}
    for row in published:
        for key, value in row.keys.items():
            mine = _written_like(value, ours[row.name]["keys"][key])
            if mine != value:
                found.setdefault(row.name, {})[key] = (value, mine)
    return found


def order_against_our_keys(published: list[Published], answer: Answer) -> list[tuple[str, str]]:
    """Return neighbours in the published order of whom the lower one has the better keys."""
    keys = {name: sort_keys(row) for name, row in rows_by_name(answer).items()}
    names = [row.name for row in ranked(published)]
    return [(above, below) for above, below in pairwise(names) if keys[above] < keys[below]]


def keys_in_published_order(published: list[Published], answer: Answer) -> list[Any]:
    """Return our keys of the players with a published rank, from the first rank to the last."""
    ours = rows_by_name(answer)
    return [sort_keys(ours[row.name]) for row in ranked(published)]


def keys_in_our_order(published: list[Published], answer: Answer) -> list[Any]:
    """Return the keys of the same players in the order in which we rank them."""
    names = {row.name for row in ranked(published)}
    return [sort_keys(row) for row in answer["rows"] if row["name"] in names]


def places_that_differ(published: list[Published], answer: Answer) -> dict[str, tuple[int, int]]:
    """Return the bracket places that are not ours, as (published, ours).

    The exports give the losers of one round one place, the last of theirs: 1, 2, 4, 4, 8 ...
    """
    ours = {name: _shared_place(row["rank"]) for name, row in rows_by_name(answer).items()}
    return {
        row.name: (row.elimination, ours[row.name])
        for row in published
        if row.elimination is not None and row.elimination != ours[row.name]
    }


def rows_by_name(answer: Answer) -> dict[str, Row]:
    """Return the rows of an answer by the player's name."""
    return {row["name"]: row for row in answer["rows"]}


def ranked(published: list[Published]) -> list[Published]:
    """Return the rows with a published rank in its order; who dropped often has none."""
    return sorted((row for row in published if row.rank), key=lambda row: row.rank or 0)


def sort_keys(row: Row) -> tuple[Fraction, ...]:
    """Return the keys that decide before lots do, exactly."""
    return tuple(Fraction(row["keys"][key]) for key in ORDER)


def _written_like(published: str, ours: str) -> str:
    """Round our exact number, half up, to as many decimals as the publication may have."""
    if "." not in published:
        return ours
    exact = Fraction(ours)
    quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
    rounded = quotient.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return str(rounded.quantize(Decimal(published)) if rounded == Decimal(published) else rounded)


def _shared_place(rank: int) -> int:
    return 1 << (rank - 1).bit_length()
