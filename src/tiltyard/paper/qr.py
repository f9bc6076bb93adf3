"""A link as a QR code: one outline that stays sharp in every size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

QUIET = 2
"""Light modules around the code that are drawn with it; the paper around it is light as well."""

_DARK = re.compile(rb"\x01+")
_MASK = 2
"""Readers take every pattern; to find the most even one for each link takes ten times as long."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its side in modules, its dark modules as an outline, and where it leads to."""

    side: int
    path: str
    link: str


@lru_cache(maxsize=2048)
def qr_code(link: str) -> Code:
    """Return the code of a link; a quarter of it may get dirty and it is still read."""
    import segno

    made = segno.make_qr(link, error="m", mask=_MASK)
    rows = [bytes(row) for row in made.matrix]
    path = "".join(
        _run(number, run.start(), run.end())
        for number, row in enumerate(rows)
        for run in _DARK.finditer(row)
    )
    return Code(len(rows) + 2 * QUIET, path, link)


def _run(row: int, start: int, end: int) -> str:
    """Return the dark modules between two places of a row as a box."""
    width = end - start
    return f"M{start + QUIET} {row + QUIET}h{width}v1h-{width}z"
