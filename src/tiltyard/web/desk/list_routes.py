"""The routes of the desk about army lists."""

from __future__ import annotations

from tiltyard.web.desk.list_matters_page import list_matters_page
from tiltyard.web.desk.list_page import check_amendment_page, list_page
from tiltyard.web.desk.lists_page import lists_page
from tiltyard.web.routes import Route

LIST_ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/lists", "staff", lists_page),
    Route("GET", "/e/{event}/desk/lists/{player}", "staff", list_page),
    Route("POST", "/e/{event}/desk/lists/{player}", "staff", check_amendment_page),
    Route("GET", "/e/{event}/desk/list-matters", "staff", list_matters_page),
)
