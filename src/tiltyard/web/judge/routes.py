"""The judge's pages, for leaders."""

from __future__ import annotations

from tiltyard.web.judge import pages
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/judge", "leader", pages.judge),
    Route("GET", "/e/{event}/judge/find", "leader", pages.find_table),
    Route("GET", "/e/{event}/judge/match/{match}", "leader", pages.match),
    Route("GET", "/e/{event}/judge/incidents", "leader", pages.incidents),
)
