"""Which language a browser wants: what it chose here, or else what it asks for, if it says."""

from __future__ import annotations

import re

from tiltyard.engine.errors import Refused
from tiltyard.text.language import LANGUAGES

_CHOSEN = re.compile(r"(?:^|;\s*)lang=([a-z]{2})")


UNSAID = ""
"""What a browser asks for that asks for nothing we speak: pages are in the event's language."""


def preferred(cookies: str | None, accepted: str | None) -> str:
    """Return the language for an answer; called for every request, so it looks no closer."""
    if cookies and (found := _CHOSEN.search(cookies)) and found[1] in LANGUAGES:
        return found[1]
    for part in (accepted or "").split(",", 8)[:8]:
        name = part.strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return UNSAID


def require_spoken(code: str) -> str:
    """Return the code of a language we speak, or refuse it."""
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Refused("no-language-ours", field="language", code_=code[:40], known=known)
    return code
