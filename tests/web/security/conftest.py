"""Halls that several tests of this folder share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.security.actors import IN, furnished_hall
from tiltyard.web import app as application


@pytest.fixture(scope="session")
def gate():
    """A hall whose pages only say that somebody got in: what is asked here is who does."""
    known = application.ALL_ROUTES
    application.ALL_ROUTES = tuple(
        replace(one, answer=lambda asked: asked.json(IN)) for one in known
    )
    try:
        hall = furnished_hall()
    finally:
        application.ALL_ROUTES = known
    yield hall
    hall.close()


@pytest.fixture(scope="module")
def hall():
    """A hall with all its pages."""
    made = furnished_hall()
    yield made
    made.close()
