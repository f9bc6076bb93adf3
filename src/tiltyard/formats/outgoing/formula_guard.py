"""Text that no spreadsheet takes for a formula, and the way back.

Spreadsheets compute a cell of a CSV file that begins with `=`, `+`, `-` or `@`, some also after
blanks; and where they part columns at another character than the file does, a cell may begin in
the middle of ours. In all these places one apostrophe more is written; reading takes one away.
"""

from __future__ import annotations

import re

_COMPUTED = "=+\\-@＝＋－＠"  # the wide ones count, too
_MAY_BEGIN = f"(?=[\\s']*[{_COMPUTED}])"
_GUARDED = re.compile(
    f"(?:(?<![\\s\\S])(?=[\\s']*[{_COMPUTED}]|'*[\\t\\r\\n])|(?<=[;,|\\t\\r\\n\"]){_MAY_BEGIN})"
)


def guarded(text: str) -> str:
    """Return text that stays text in every spreadsheet; most of it as it is."""
    return _GUARDED.sub("'", text)


def unguarded(text: str) -> str:
    """Return a cell as it was before it was guarded."""
    found = [match.start() for match in _GUARDED.finditer(text)]
    for place in reversed(found):
        if text[place : place + 1] == "'":
            text = text[:place] + text[place + 1 :]
    return text
