"""Names and notes that people type: one line, no hidden characters, not too long."""

from __future__ import annotations

import unicodedata

from tiltyard.core.errors import Refused

LONGEST_NAME = 80
LONGEST_NOTE = 2000
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidirectional, zero width), unassigned and line-breaking characters."""


def tidy(text: str, longest: int = LONGEST_NOTE) -> str:
    """Return the text as one line in normal form, hidden characters left out."""
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(
        " " if char in "\n\r\t" else char
        for char in normal
        if char in "\n\r\t" or unicodedata.category(char) not in _HIDDEN
    )
    return " ".join(seen.split())[:longest].strip()


def require_name(text: str, what: str) -> str:
    """Return a tidy name, or refuse one that is empty or too long."""
    name = tidy(text, LONGEST_NAME + 1)
    if not name:
        raise Refused(f"{what} has no name", fix="a name people can read", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused(
            f"the name of {what} is too long",
            fix=f"at most {LONGEST_NAME} characters",
            field="name",
        )
    return name
