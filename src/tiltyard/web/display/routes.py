"""Routes."""

from __future__ import annotations

from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = ()
