"""Names are kept for so many days after an event, then all but the organizers are forgotten."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Event as Signal
from threading import Thread
from typing import TYPE_CHECKING

from tiltyard.day.people import ForgetPeople, who_can_be_forgotten
from tiltyard.engine.errors import Refused, TiltyardError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk
    from tiltyard.store.keyring import Keyring

    Do = Callable[[str, PersonId, ForgetPeople], object]

RETENTION = "retention_days"
"""The setting of the server: after how many days names are erased; empty keeps them."""

DUE = "retention_due "
"""With the id of an event: since when it has been seen to be old; empty if it is not."""

SHORTEST, LONGEST = 1, 3650
_TOO_LONG = 10  # digits, for a number to be read
_SEEN_FOR = timedelta(days=1)
"""How long before it is forgotten: a clock that is wrong at one start costs no names."""
_EVERY = 3600.0
_log = logging.getLogger(__name__)


def days_from(text: str) -> int | None:
    """Return the days that somebody chose; nothing keeps names for ever."""
    said = text.strip()
    if not said:
        return None
    if not (said.isdecimal() and len(said) < _TOO_LONG and SHORTEST <= int(said) <= LONGEST):
        raise Refused("retention-not-days", field="days", least=SHORTEST, most=LONGEST)
    return int(said)


def events_to_forget(desk: Desk, days: int) -> tuple[str, ...]:
    """Return the events that were over, and left alone, before so many days."""
    limit = desk.clock.now() - timedelta(days=days)
    return tuple(name for name in desk.events() if _is_old(desk, name, limit))


def forget_old_events(desk: Desk, keyring: Keyring, days: int, do: Do) -> dict[str, int]:
    """Forget everybody but the organizers in events that have been old for a day, and count them.

    An event that turns out not to be old after all, by a clock that was put right, begins anew.
    """
    old, found = events_to_forget(desk, days), {}
    for name in desk.events():
        since = keyring.settled(DUE + name)
        if name not in old:
            if since:
                keyring.settle(DUE + name, "")
        elif not since:
            keyring.settle(DUE + name, desk.clock.now().isoformat())
        elif desk.clock.now() - datetime.fromisoformat(since) >= _SEEN_FOR:
            found[name] = _forget(desk, name, days, do)
    return found


def _is_old(desk: Desk, name: str, limit: datetime) -> bool:
    event = desk.event(name)
    day = event.details.date
    if not who_can_be_forgotten(event) or (day is not None and day >= limit.date()):
        return False
    return all(recorded.at < limit for recorded in desk.log(name, event.version - 1))


def _forget(desk: Desk, name: str, days: int, do: Do) -> int:
    event = desk.event(name)
    people = who_can_be_forgotten(event)
    organizer = next(
        appointment.person for appointment in event.staff if appointment.role == "organizer"
    )
    do(name, organizer, ForgetPeople(people, f"{days} days"))
    return len(people)


class Retention:
    """Looks every hour whether an event has become old."""

    def __init__(self, desk: Desk, keyring: Keyring, do: Do) -> None:
        self._desk = desk
        self._keyring = keyring
        self._do = do
        self._stopped = Signal()

    def start(self) -> None:
        """Look now, and every hour from now on."""
        Thread(target=self._run, name="retention", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def look(self) -> dict[str, int]:
        """Forget what is old by the setting of now."""
        days = days_from(self._keyring.settled(RETENTION))
        if days is None:
            return {}
        return forget_old_events(self._desk, self._keyring, days, self._do)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.look()
            except TiltyardError as no:  # a full disk, a standby: the next hour tries again
                _log.warning("retention: %s", no.code)
            self._stopped.wait(_EVERY)
