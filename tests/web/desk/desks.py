"""Desks to test: events set up through the form of the web, people entered by a list."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from tests.web.hall import Browser, WebHall, text_of
from tiltyard.day.context import Command
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.setup import AnnounceEvent, OpenCheckIn, OpenRegistration

NAMES = (
    "Anna Berg",
    "Ben Carter",
    "Cara Dunn",
    "Dan Ek",
    "Eve Fox",
    "Finn Gale",
    "Gus Holt",
    "Ida",
)

PLANS: dict[str, dict[str, str]] = {
    "armada": {"structure": "basic"},
    "diskwars": {"swiss_rounds": "4"},
    "middle-earth": {"points_limit": "700"},
    "runewars": {"structure": "basic"},
    "xwing-dogfight": {"swiss_rounds": "4"},
    "xwing-escalation": {},
}


class WebDesk:
    """A server, its owner's browser, and what an organizer does there."""

    def __init__(self, **settings: Any) -> None:
        self.hall = WebHall(**settings)
        self.hall.site.limits.allow = lambda *_: True  # a test is quicker than a person
        self.owner = self.hall.browser(owner=True)

    def create(self, name: str, ruleset: str = "armada", **fields: str) -> str:
        """Set an event up by its form and return its id."""
        answer = self.send_form(name, ruleset, **fields)
        assert answer.status_code == 303, text_of(answer.text)
        return str(answer.headers["location"]).split("/")[2]

    def send_form(self, name: str, ruleset: str = "armada", /, **fields: str) -> Any:
        sent = {
            "name": name,
            "ruleset": ruleset,
            "date": "2026-11-14",
            "organizer": "Olga",
            "players": "8",
            **PLANS[ruleset],
            **{key.replace("__", "."): value for key, value in fields.items()},
        }
        return self.owner.post("/desk/new", sent)

    def opened(self, name: str, ruleset: str = "armada", players: int = 8, **fields: str) -> str:
        """An event whose check-in is open, with players who are not here yet."""
        event = self.create(name, ruleset, **fields)
        self.do(event, AnnounceEvent(), OpenRegistration())
        self.do(event, *(RegisterPlayer(player) for player in NAMES[:players]))
        self.do(event, OpenCheckIn())
        return event

    def do(self, event: str, *commands: Command) -> None:
        """Do something as the organizer without a browser, which may not ask so often."""
        for command in commands:
            self.hall.site.do(event, "p1", command)

    def text(self, path: str, browser: Browser | None = None) -> str:
        return unescape(text_of((browser or self.owner).page(path)))

    def post(self, path: str, fields: dict[str, Any], browser: Browser | None = None) -> Any:
        return (browser or self.owner).post(path, fields)


def hidden_value(html: str, name: str, inside: str = "") -> str:
    """The value of a hidden field, after a piece of the page."""
    after = html[html.index(inside) :] if inside else html
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', after)
    assert found is not None, name
    return found.group(1)
