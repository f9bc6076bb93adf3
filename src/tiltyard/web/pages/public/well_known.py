"""What machines look for at fixed addresses: who may crawl what, and the emblem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar import MediaType

from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

_NOT_FOR_CRAWLERS = (
    "/desk",
    "/account",
    "/sign-in",
    "/claim",
    "/j/",
    "/language/",
    "/e/*/desk",
    "/e/*/judge",
    "/e/*/me",
    "/e/*/live",
    "/e/*/overlay",
    "/e/*/embed",
)


def robots(asked: Asked) -> Reply:
    """Say which pages are of no use to crawlers."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _NOT_FOR_CRAWLERS), ""]
    headers = {"cache-control": REVALIDATE}
    return asked.reply("\n".join(lines), media_type=MediaType.TEXT, headers=headers)


def favicon(asked: Asked) -> Reply:
    """Hand out the emblem to whoever asks for it by its old name."""
    assets = asked.site.assets
    file = assets.by_path[assets.address("emblem.svg")]
    headers = {"cache-control": REVALIDATE}
    return asked.reply(file.body, media_type=file.type, headers=headers)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/robots.txt", "everybody", robots),
    Route("GET", "/favicon.ico", "everybody", favicon),
)
