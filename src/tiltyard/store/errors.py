"""Every way a store says no.

StoreRefused (a TiltyardError)
├── Conflict      somebody else was faster: decide again on the newer state
├── KeyReused     this key was used for something else
├── InUse         another process holds the file
├── Unwritable    disk full, read-only, connection lost: nothing was recorded
├── Damaged       the log does not match its chain: refuse, name the place, restore
└── WrongStore    not a Tiltyard file, or of a newer version
"""

from __future__ import annotations

from tiltyard.core.errors import TiltyardError


class StoreRefused(TiltyardError):
    """The store did not do it, and nothing was changed."""

    kind = "store-refused"


class Conflict(StoreRefused):
    """The log has moved on since this was decided."""

    kind = "conflict"


class KeyReused(StoreRefused):
    """The same idempotency key came with another body."""

    kind = "key-reused"


class InUse(StoreRefused):
    """Another process owns the file."""

    kind = "in-use"


class Unwritable(StoreRefused):
    """The facts could not be made durable; none of them was recorded."""

    kind = "unwritable"


class Damaged(StoreRefused):
    """What was read is not what was written."""

    kind = "damaged"


class WrongStore(StoreRefused):
    """The file or database is not one this version can open."""

    kind = "wrong-store"
