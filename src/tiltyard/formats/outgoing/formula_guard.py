"""Text that no spreadsheet takes for a formula, and the way back.

Spreadsheets compute a cell of a CSV file that begins with `=`, `+`, `-` or `@`, some also after
blanks and what nobody sees; and where they part columns at another character than the file does,
a cell may begin in the middle of ours. In all these places one apostrophe more is written;
reading takes one away.
"""

from __future__ import annotations

import re

_COMPUTED = frozenset("=+-@＝＋－＠﹢﹣﹦﹫⁺⁻⁼₊₋₌−﬩")  # wide, small and raised ones count, too
_BREAKS = frozenset("\t\r\n")
_PARTS = frozenset(';,|\t\r\n"')
_UNSEEN = re.compile(
    r"[\s'\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Blanks, control and format characters, marks that choose a variant, letters that are empty."""


def guarded(text: str) -> str:
    """Return text that stays text in every spreadsheet; most of it as it is."""
    due = _places(text)
    if not due:
        return text
    return "".join(f"'{char}" if place in due else char for place, char in enumerate(text))


def unguarded(text: str) -> str:
    """Return a cell as it was before it was guarded."""
    due = _places(text)
    if not due:
        return text
    kept = (char for place, char in enumerate(text) if char != "'" or place not in due)
    return "".join(kept)


def _places(text: str) -> set[int]:
    """Return where an apostrophe is due: the text is looked through once, from behind."""
    found: set[int] = set()
    if _COMPUTED.isdisjoint(text) and _BREAKS.isdisjoint(text):
        return found
    computed = broken = False
    for place in range(len(text) - 1, -1, -1):
        char = text[place]
        if char in _COMPUTED:
            computed, broken = True, False
        elif not _UNSEEN.match(char):
            computed = broken = False
        broken = broken or char in _BREAKS
        first = not place and (computed or broken)
        if first or (place and computed and text[place - 1] in _PARTS):
            found.add(place)
    return found
