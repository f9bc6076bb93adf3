"""Snapshots are a cache: one that is not exactly what was kept is as good as none."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.store.port import Snapshot


def digest(stream: str, snapshot: Snapshot) -> bytes:
    """Return what a snapshot is recognised by when it is read again."""
    head = f"{stream}|{snapshot.number}|{snapshot.hash.hex()}|{snapshot.engine}|"
    return sha256(head.encode() + snapshot.state).digest()
