"""The order of what is cut: the stacks, laid on top of each other, are in order."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def in_stack_order(cut: Sequence[T], per_page: int) -> tuple[tuple[T | None, ...], ...]:
    """Return the pages: cut and put on top of each other, the stacks are in order."""
    pages = ceil(len(cut) / per_page)
    return tuple(
        tuple(
            cut[number] if (number := place * pages + page) < len(cut) else None
            for place in range(per_page)
        )
        for page in range(pages)
    )
