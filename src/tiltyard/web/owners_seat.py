"""The owner of a server in the seat of an organizer who is somebody else: done in the open."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tiltyard.day.seats import OpenSeats
from tiltyard.engine.errors import TiltyardError

if TYPE_CHECKING:
    from tiltyard.web.request import Asked


def record_owners_seat(asked: Asked) -> None:
    """Record once that the owner takes the seat of an organizer who has an account of their own.

    Everybody on the staff reads it in the history. Where nothing can be recorded, at a standby or
    in an archived event, nothing can be changed either.
    """
    visitor = asked.visitor
    if not visitor.is_owner or visitor.account is None or "event" not in asked.path:
        return
    event, keyring = asked.view.event, asked.site.keyring
    if event.is_rehearsal:
        return
    person = visitor.person(event)
    if person is None or visitor.own_seat(event) is not None:
        return
    if all(holder != person for _, holder in keyring.holders(event.id)):
        return
    with suppress(TiltyardError):
        asked.site.do(event.id, person, OpenSeats((person,), "owner"))
        keyring.give_seat(visitor.account.id, event.id, person)
        del asked.view  # it was read before
