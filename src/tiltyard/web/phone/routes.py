"""The routes of the player's phone."""

from __future__ import annotations

from tiltyard.web.phone.my_page import leave_page, my_page, told_page
from tiltyard.web.phone.reviewing import review_page
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/me", "everybody", my_page),
    Route("GET", "/e/{event}/me/told", "everybody", told_page),
    Route("GET", "/e/{event}/me/leaving", "player", leave_page),
    Route("POST", "/e/{event}/me/review", "player", review_page),
)
