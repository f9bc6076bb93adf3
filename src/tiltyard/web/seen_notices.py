"""Which players have been shown which notice: kept in memory, for the count beside it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.event import Notice
    from tiltyard.engine.tournament import PersonId

MOST_EVENTS = 200


class SeenNotices:
    """Who has seen the present words of a notice. After a restart phones say it again."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[int, set[PersonId]]] = {}
        self._lock = Lock()

    def mark(self, event: str, person: PersonId, notices: Iterable[Notice]) -> None:
        """Note that a person's own page showed these notices."""
        for notice in notices:
            with self._lock:
                self._of(event).setdefault(notice.number, set()).add(person)

    def by(self, event: str, notice: Notice) -> frozenset[PersonId]:
        """Return who has seen a notice as it reads now."""
        with self._lock:
            return frozenset(self._seen.get(event, {}).get(notice.number, ()))

    def _of(self, event: str) -> dict[int, set[PersonId]]:
        if event not in self._seen and len(self._seen) >= MOST_EVENTS:
            self._seen.pop(next(iter(self._seen)))
        return self._seen.setdefault(event, {})
