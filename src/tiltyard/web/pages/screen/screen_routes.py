"""The big screen is a public page like the others: ready, and the same for everybody."""

from __future__ import annotations

from tiltyard.web.pages.public.public_routes import event_page
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (Route("GET", "/e/{event}/screen", "everybody", event_page),)
