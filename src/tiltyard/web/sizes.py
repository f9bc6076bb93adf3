"""How large private pages are: compact by themselves, comfortable for whoever chose that."""

from __future__ import annotations

import re
from typing import Final

SIZES: Final = ("compact", "comfortable")
_CHOSEN = re.compile(r"(?:^|;\s*)size=([a-z]+)")


def size_of(cookies: str) -> str:
    """Return the size a browser chose, by its cookies."""
    found = _CHOSEN.search(cookies)
    return found[1] if found and found[1] in SIZES else SIZES[0]
