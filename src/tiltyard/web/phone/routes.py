"""The routes of the player's phone."""

from __future__ import annotations

from tiltyard.web.phone.counting import count_page
from tiltyard.web.phone.my_list import check_list_page, my_list_page
from tiltyard.web.phone.my_notes import table_page
from tiltyard.web.phone.my_page import leave_page, my_page, told_page
from tiltyard.web.phone.reviewing import review_page
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/me", "everybody", my_page),
    Route("GET", "/e/{event}/me/told", "everybody", told_page),
    Route("GET", "/e/{event}/me/leaving", "player", leave_page),
    Route("POST", "/e/{event}/me/review", "player", review_page),
    Route("GET", "/e/{event}/me/count", "player", count_page),
    Route("GET", "/e/{event}/me/table", "player", table_page),
    Route("GET", "/e/{event}/me/list", "player", my_list_page),
    Route("POST", "/e/{event}/me/list", "player", check_list_page),
)
