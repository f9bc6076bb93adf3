"""All routes of the desk."""

from __future__ import annotations

from tiltyard.web.desk.list_routes import LIST_ROUTES
from tiltyard.web.desk.people_routes import PEOPLE_ROUTES
from tiltyard.web.desk.round_routes import ROUND_ROUTES
from tiltyard.web.routes import Route

ROUTES: tuple[Route, ...] = (*PEOPLE_ROUTES, *LIST_ROUTES, *ROUND_ROUTES)
