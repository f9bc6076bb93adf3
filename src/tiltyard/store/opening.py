"""From the address of a store to the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.store.port import Store


def open_store(address: str) -> Store:
    """Open `memory:`, a path, `sqlite:path` or `postgresql://...`."""
    if address == "memory:":
        from tiltyard.store.memory import MemoryStore

        return MemoryStore()
    if address.startswith(("postgresql://", "postgres://")):
        from tiltyard.store.postgres import PostgresStore

        return PostgresStore(address)
    from tiltyard.store.sqlite import SqliteStore

    return SqliteStore(address.removeprefix("sqlite:"))
