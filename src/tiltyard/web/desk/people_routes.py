"""Routes."""

from __future__ import annotations

from tiltyard.web.routes import Route

PEOPLE_ROUTES: tuple[Route, ...] = ()
