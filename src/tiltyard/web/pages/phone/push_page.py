"""Alerts for a phone that is locked: switched on and off by its player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.service.web_push import public_text, push_key, require_phone
from tiltyard.store.keyring import Phone
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

MOST_PHONES = 5
"""How many phones of one player are called."""


def key_page(asked: Asked) -> Reply:
    """Tell a browser by which key it recognizes our calls."""
    return asked.json({"key": public_text(push_key(asked.site.keyring))})


def switch_on(asked: Asked) -> Reply:
    """Call this phone from now on, and try it at once: without internet that fails, and is said."""
    site, session = asked.site, asked.visitor.session
    endpoint = asked.form.text("endpoint")
    public_key, auth = asked.form.text("public_key"), asked.form.text("auth")
    require_phone(endpoint, public_key, auth, site.webhooks)
    assert session is not None  # the route lets nobody else in
    name = asked.view.event.id
    mine = [phone for phone in site.keyring.phones(name) if phone.person == asked.me]
    if len(mine) >= MOST_PHONES and endpoint not in {phone.endpoint for phone in mine}:
        raise Refused("push-too-many-phones", num=MOST_PHONES)
    language = asked.visitor.language
    phone = Phone(endpoint, session.key, name, asked.me, public_key, auth, language)
    site.keyring.add_phone(phone)
    site.caller.learn(asked.view, phone)
    with speaking(language):
        text = say("phone.alerts-reach-you")
    heard = site.caller.call(phone, asked.view.event.details.name, text)
    return asked.json({"heard": heard})


def switch_off(asked: Asked) -> Reply:
    """Call this phone no longer."""
    keyring, endpoint = asked.site.keyring, asked.form.text("endpoint")
    for phone in keyring.phones(asked.view.event.id):
        if phone.endpoint == endpoint and phone.person == asked.me:
            keyring.remove_phone(endpoint)
    return asked.json({})


ROUTES = (
    Route("GET", "/e/{event}/me/push", "player", key_page),
    Route("POST", "/e/{event}/me/push", "player", switch_on),
    Route("POST", "/e/{event}/me/push/off", "player", switch_off),
)
