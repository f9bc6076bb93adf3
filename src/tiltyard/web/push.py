"""Calls phones that are locked: what is new for their player, as soon as it is there."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Thread
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.tournament import PlayerId
from tiltyard.service.web_push import GONE, LONGEST_TEXT, push_key, send
from tiltyard.text.language import speaking
from tiltyard.web.alerts import alert_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.store.keyring import Phone
    from tiltyard.web.alerts import AlertLine
    from tiltyard.web.event_view import EventView
    from tiltyard.web.site import Site

log = logging.getLogger("tiltyard.web")

PAUSE = 1.0  # seconds: changes within it are one look
AT_ONCE = 8


class Caller:
    """Looks at events that changed, in a thread of its own, and calls the phones of their players.

    `is_heard` is False while no push service can be reached: the hall has no internet.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._told: dict[str, frozenset[str]] = {}
        self._has_phones: dict[str, bool] = {}
        self._waiting: dict[str, None] = {}
        self._wake = Condition()
        self._ending = False
        self._thread: Thread | None = None
        self._lines = ThreadPoolExecutor(AT_ONCE, "push")
        self.is_heard = True

    def begin(self) -> None:
        """Learn what was told before this server started, so that only what is new is told."""
        for event in self._site.desk.events():
            self.touch(event)

    def touch(self, event: str) -> None:
        """Look at an event soon, if anybody wants to be called there; never waits."""
        if event not in self._has_phones:
            self._has_phones[event] = bool(self._site.keyring.phones(event))
        if not self._has_phones[event]:
            return
        with self._wake:
            self._waiting[event] = None
            if self._thread is None and not self._ending:
                self._thread = Thread(target=self._run, name="push", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def stop(self) -> None:
        """End; what is not on its way is not sent."""
        with self._wake:
            self._ending = True
            self._wake.notify_all()
        self._lines.shutdown(wait=False, cancel_futures=True)
        if self._thread is not None:
            self._thread.join(PAUSE)

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting or self._ending)
                if self._ending:
                    return
                events = tuple(self._waiting)
                self._waiting.clear()
            for event in events:
                try:
                    self.look(event)
                except Exception:
                    log.exception("the phones of event %s cannot be called", event)
            with self._wake:
                self._wake.wait_for(lambda: self._ending, PAUSE)

    def look(self, event: str) -> None:
        """Call every phone whose player has something new; the first look only learns."""
        phones = self._site.keyring.phones(event)
        if not phones:
            return
        view = self._site.view(event)
        for phone in phones:
            fresh = self._fresh(view, phone)
            if fresh:
                self._lines.submit(self.call, phone, view.event.details.name, fresh)

    def learn(self, view: EventView, phone: Phone) -> None:
        """Take what there is now as told: who switches it on has it before them."""
        self._has_phones[phone.event] = True
        self._told[phone.endpoint] = frozenset(line.key for line in _lines_of(view, phone))

    def _fresh(self, view: EventView, phone: Phone) -> str:
        lines = tuple(_lines_of(view, phone))
        told = self._told.get(phone.endpoint)
        self._told[phone.endpoint] = frozenset(line.key for line in lines)
        if told is None:
            return ""
        return "\n".join(line.text for line in lines if line.key not in told)

    def call(self, phone: Phone, title: str, text: str) -> bool:
        """Send a message; whether the push service took it. A phone that is gone is forgotten."""
        message = {"title": title, "body": text[:LONGEST_TEXT], "url": f"/e/{phone.event}/me"}
        site = self._site
        try:
            key = push_key(site.keyring)
            status = send(phone, message, key, site.settings.address, site.webhooks)
        except OSError:
            self.is_heard = False
            return False
        except (Refused, TiltyardError, ValueError) as error:
            log.warning("a phone of event %s cannot be called: %s", phone.event, error)
            return False
        self.is_heard = True
        if status in GONE:
            self._told.pop(phone.endpoint, None)
            site.keyring.remove_phone(phone.endpoint)
        return 200 <= status < 300


def _lines_of(view: EventView, phone: Phone) -> Iterable[AlertLine]:
    if phone.person not in view.event.entrants:
        return ()
    with speaking(phone.language):
        return alert_lines(view, PlayerId(phone.person))
