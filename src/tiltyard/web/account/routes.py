"""The routes of signing in and out."""

from __future__ import annotations

from tiltyard.web.account.claiming import claim, claim_page
from tiltyard.web.account.joining import join, join_page
from tiltyard.web.account.own_routes import OWN_ROUTES
from tiltyard.web.account.registering import register, register_page
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (
    Route("GET", "/j/{secret}", "everybody", join_page, token=True),
    Route("POST", "/j/{secret}", "everybody", join, token=True),
    Route("GET", "/claim", "everybody", claim_page),
    Route("POST", "/claim", "everybody", claim),
    Route("GET", "/e/{event}/claim", "everybody", claim_page),
    Route("POST", "/e/{event}/claim", "everybody", claim),
    Route("GET", "/e/{event}/register", "everybody", register_page),
    Route("POST", "/e/{event}/register", "everybody", register),
    *OWN_ROUTES,
)
