"""What makes the site an app on a phone: its manifest, its icons, its service worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

THEME, GROUND = "#1d4f91", "#f5f4f0"
_SIZES = (192, 512)


def manifest(asked: Asked) -> Reply:
    """Describe an event as an app that opens with the player's own page."""
    event = asked.view.event
    address = asked.site.assets.address
    icons = [
        {
            "src": address(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in _SIZES
        for purpose in ("any", "maskable")
    ]
    return asked.reply(
        {
            "name": event.details.name,
            "short_name": event.details.name[:24],
            "id": f"/e/{event.id}/me",
            "start_url": f"/e/{event.id}/me",
            "scope": f"/e/{event.id}",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": THEME,
            "icons": icons,
        },
        media_type="application/manifest+json",
        headers={"cache-control": REVALIDATE},
    )


def worker(asked: Asked) -> Reply:
    """Send the service worker; it lives at the root, so that it may keep pages of the site."""
    assets = asked.site.assets
    body = assets.by_path[assets.address("worker.js")].body.decode()
    return asked.reply(
        f'const ROOT = "{assets.root}";\n{body}',
        media_type="text/javascript",
        headers={"cache-control": REVALIDATE},
    )


ROUTES = (
    Route("GET", "/e/{event}/app.webmanifest", "everybody", manifest),
    Route("GET", "/worker.js", "everybody", worker),
)
