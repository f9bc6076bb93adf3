"""Files that were made for somebody are kept for the next who asks, as long as they are true."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

MOST_BYTES = 32 * 1024 * 1024


class Made(Protocol):
    """A file that was made, with whatever belongs to it."""

    @property
    def body(self) -> bytes:
        """What it weighs on the shelf."""
        ...


M = TypeVar("M", bound=Made)


class Shelf:
    """Made files by what they were made of; the one nobody asked for longest goes first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._bytes = 0

    def fetch(self, key: Hashable, make: Callable[[], M]) -> M:
        """Return a file that is kept, or make it and keep it; its key says of what kind it is."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return cast("M", self._kept[key])
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._bytes += len(made.body)
            while self._bytes > self._most:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone.body)
        return made
