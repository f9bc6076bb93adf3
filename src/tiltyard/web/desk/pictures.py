"""QR codes: an address as a picture that phones read."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply

SVG = "image/svg+xml"
_LONGEST = 300
_MASK = 2
"""One pattern for all codes: finding the best takes four times as long, and halls are large."""


def picture_of(address: str) -> str:
    """Return an address as a picture that stands in the page itself: nothing is asked for it."""
    import segno

    code = segno.make_qr(address, error="m", mask=_MASK, boost_error=False)
    return str(code.svg_data_uri(border=2, light="#fff"))


def picture(asked: Asked) -> Reply:
    """Answer with the QR code of a page of this event; never of another site."""
    import segno

    to = asked.query.text("to")
    own = f"/e/{asked.view.event.id}"
    if (to != own and not to.startswith(f"{own}/")) or len(to) > _LONGEST or not to.isprintable():
        raise Refused("only-pages-event-picture-here", own=own)
    body = BytesIO()
    code = segno.make_qr(asked.site.settings.address + to, error="m")
    code.save(body, kind="svg", border=2, light="#fff", scale=8)
    return asked.reply(body.getvalue(), media_type=SVG)
