"""The routes of signing in and out."""

from __future__ import annotations

from tiltyard.web.account.joining import join, join_page
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (
    Route("GET", "/j/{secret}", "everybody", join_page, token=True),
    Route("POST", "/j/{secret}", "everybody", join, token=True),
)
