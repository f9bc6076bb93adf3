"""Names and notes that people type: one line, no hidden characters, not too long."""

from __future__ import annotations

import re
import unicodedata

from tiltyard.engine.errors import Phrase, Refused

LONGEST_NAME = 80
LONGEST_NOTE = 2000
_JOINERS = "\u200c\u200d"
"""Zero-width joiners: Persian names and Indic scripts are written with them."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their category that show nothing."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidirectional, zero width), unassigned and line-breaking characters."""


_NO_LETTER = re.compile(r"[^a-z0-9]+")


def slug(text: str, longest: int) -> str:
    """Return a name as an id: `Łódź Cup 3` is `odz-cup-3`; empty where no letter is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NO_LETTER.sub("-", plain).strip("-")[:longest].strip("-")


def tidy(text: str, longest: int = LONGEST_NOTE) -> str:
    """Return the text as one line in normal form, hidden characters left out."""
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(
        " " if char in "\n\r\t" else char for char in normal if char in "\n\r\t" or _shows(char)
    )
    return unicodedata.normalize("NFC", " ".join(seen.split()))[:longest].strip()


def _shows(char: str) -> bool:
    if char in _JOINERS:
        return True
    return char not in _BLANK and unicodedata.category(char) not in _HIDDEN


def require_name(text: str, what: str) -> str:
    """Return a tidy name, or refuse one that is empty or too long."""
    name = tidy(text, LONGEST_NAME + 1)
    if not name.strip(_JOINERS):
        raise Refused("no-name", field="name", what=Phrase(f"things.{what}"))
    if len(name) > LONGEST_NAME:
        raise Refused(
            "name-too-long", field="name", what=Phrase(f"things.{what}"), longest_name=LONGEST_NAME
        )
    return name
