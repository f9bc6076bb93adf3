"""How much of a long row a run goes through: a part, or with `yard.py test --full` the whole.

What is left out differs from what is kept only in its number, not in its kind: the same seeds
would prove the same again in every run.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION = "--full"
WISH = "TILTYARD_FULL"  # how the processes of the tests hear of the option

Row = TypeVar("Row")


def is_full() -> bool:
    """Whether this run goes through everything."""
    return bool(os.environ.get(WISH))


def amount(part: int, whole: int) -> int:
    """Return how many of a row this run takes."""
    return whole if is_full() else part


def share(rows: Sequence[Row], number: int, of: int) -> list[Row]:
    """Return all rows, or the share of one of several tests that have every row between them."""
    return list(rows) if is_full() else list(rows[number::of])
