"""Routes."""

from __future__ import annotations

from tiltyard.web.routes import Route

ROUND_ROUTES: tuple[Route, ...] = ()
