"""Which servers are told what happens at an event: the organizer names them, the owner allows."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.service.webhooks import new_secret, target_of
from tiltyard.store.keyring import Webhook
from tiltyard.text.refusals import refusal_text
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.engine.errors import TiltyardError
    from tiltyard.web.request import Asked, Reply

MOST = 5


def webhooks_page(asked: Asked) -> Reply:
    """Show who is told."""
    return _page(asked)


def add_webhook(asked: Asked) -> Reply:
    """Tell one more address, and show the secret of its messages once."""
    keyring, event = asked.site.keyring, asked.view.event.id
    address = asked.form.text("address").strip()
    try:
        target_of(address, asked.site.webhooks)
        if len(keyring.webhooks(event)) >= MOST:
            raise Refused("no-more-than-addresses-told", most=MOST)
    except Refused as no:
        return _page(asked, typed=address, refused=no)
    made = Webhook(
        secrets.token_hex(8), event, address, new_secret(), asked.site.desk.clock.now(), asked.me
    )
    keyring.add_webhook(made)
    return _page(asked, secret=made.secret)


def end_webhook(asked: Asked) -> Reply:
    """Tell an address no longer."""
    asked.site.keyring.remove_webhook(asked.view.event.id, asked.form.text("webhook"))
    asked.tell_next("account.address-is-removed")
    return asked.redirect(f"/e/{asked.view.event.id}/desk/webhooks")


def _page(
    asked: Asked, *, secret: str = "", typed: str = "", refused: TiltyardError | None = None
) -> Reply:
    found = asked.site.keyring.webhooks(asked.view.event.id)
    return desk_page(
        asked,
        "account/webhooks.html",
        status=200 if refused is None else 422,
        webhooks=[(webhook, _last(asked, webhook.key)) for webhook in found],
        hosts=sorted(asked.site.webhooks.hosts),
        most=MOST,
        secret=secret,
        typed=typed,
        refused=asked.why_not(refused),
        names=asked.view.event.people,
    )


WEBHOOK_ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/webhooks", "organizer", webhooks_page),
    Route("POST", "/e/{event}/desk/webhooks", "organizer", add_webhook),
    Route("POST", "/e/{event}/desk/webhooks/end", "organizer", end_webhook),
)


def _last(asked: Asked, key: str) -> str:
    """Return what became of the newest message to a webhook: nothing yet, ok, or what failed."""
    last = asked.site.courier.last
    if key not in last:
        return ""
    failed = last[key]
    return "ok" if failed is None else refusal_text(failed)
