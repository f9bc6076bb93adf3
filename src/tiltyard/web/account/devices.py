"""Sessions as people recognise them: a browser, a system, when it was last seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tiltyard.store.keyring import Session
    from tiltyard.web.asked import Asked

HANDLE = 16
"""How much of a session's key names it in a form; the key itself opens nothing."""

_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class Device:
    """A session of somebody; `here` marks the one that asks."""

    handle: str
    name: str
    began: datetime
    seen: datetime
    here: bool


def devices(asked: Asked, sessions: Iterable[Session]) -> list[Device]:
    """Return sessions as a list to choose from, the latest first."""
    own = asked.visitor.session
    found = [
        Device(
            one.key[:HANDLE],
            device_name(one.device),
            one.began,
            one.seen,
            own is not None and one.key == own.key,
        )
        for one in sessions
    ]
    return sorted(found, key=lambda one: one.seen, reverse=True)


def device_name(agent: str) -> str:
    """Return what a browser calls itself in two words."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in agent), "")
    if not browser and "Safari/" in agent:
        browser = "Safari"
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    if browser and system:
        return say("account.on", browser=browser, system=system)
    return browser or system or say("account.a-browser-we-do-not")
