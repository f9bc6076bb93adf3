"""Which of two servers records: its term, and since when. Kept in a file beside the store.

A store without such a file leads alone. Among servers that know one another, the one with the
highest term leads; of two with the same term, the one with the higher id.
"""

from __future__ import annotations

import os
import secrets
import time
from threading import Condition
from typing import TYPE_CHECKING

import msgspec

from tiltyard.store.disk import put_in_place
from tiltyard.store.port import Damaged, StoreRefused, Unwritable

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from tiltyard.store.port import Head

ENDING = ".lead"
LEASE = 10.0  # seconds without an answer after which the other server counts as gone
MOST_PEERS = 8

Heads = dict[str, tuple[int, str]]
"""For each stream the number of its last fact and the hash there, in hex."""


class NotLeading(StoreRefused):
    """Another server leads, so this one records nothing."""

    kind = "not-leading"


class TakeOver(msgspec.Struct, frozen=True):
    """When a standby began to lead, how (`press` or `lease`), and behind which facts."""

    term: int
    at: str
    how: str
    began: Heads


class LeadRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about who leads.

    `official` is the address of the server that leads in place of this one; `peers` are the
    addresses of all others that were met; `lost` says that this one led before.
    """

    id: str
    term: int = 1
    leads: bool = True
    lost: bool = False
    official: str = ""
    peers: tuple[str, ...] = ()
    taken: tuple[TakeOver, ...] = ()


_read = msgspec.json.Decoder(LeadRecord).decode


def lead_file(store: Path) -> Path:
    """Return the file beside a store that says whether it leads."""
    return store.with_name(f"{store.name}{ENDING}")


def heads_of(heads: dict[str, Head]) -> Heads:
    """Return the ends of logs as messages and files hold them."""
    return {stream: (head.number, head.hash.hex()) for stream, head in heads.items()}


class Lead:
    """Whether this process may record, and what its standby is known to have."""

    def __init__(self, file: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._now = now
        self._changed = Condition()
        self._version = 0
        self._confirmed: dict[str, int] = {}
        self._heard: float | None = None
        self.waits = False
        self.record = _loaded(file)

    # ------------------------------------------------------------------ recording

    def require(self) -> None:
        """Refuse to record where another server leads."""
        record = self.record
        if record.leads:
            return
        code = "lead-was-lost" if record.lost else "server-is-a-standby"
        raise NotLeading(code, address=record.official, term=record.term)

    def require_standby(self) -> None:
        """Refuse an act that no standby could confirm, before anything is recorded."""
        if self.waits and not self.is_followed:
            raise Unwritable("standby-is-not-there", seconds=int(LEASE))

    def recorded(self) -> None:
        """Say that there is something new to copy."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def wait_until_confirmed(self, stream: str, number: int) -> None:
        """Return once a standby has a fact, if acts are to wait for that; else refuse."""
        if not self.waits:
            return
        with self._changed:
            self._changed.wait_for(
                lambda: self._confirmed.get(stream, 0) >= number or not self.record.leads, LEASE
            )
            confirmed = self._confirmed.get(stream, 0) >= number
        self.require()
        if not confirmed:
            raise Unwritable("standby-did-not-confirm", seconds=int(LEASE))

    # ------------------------------------------------------------------ the standby

    @property
    def is_followed(self) -> bool:
        """Whether a standby was heard within the lease."""
        return self._heard is not None and self._now() - self._heard < LEASE

    @property
    def silence(self) -> float | None:
        """Seconds since a standby was heard; none if there was none since the start."""
        return None if self._heard is None else self._now() - self._heard

    def confirm(self, heads: Heads) -> None:
        """Take note of how far a standby has come."""
        with self._changed:
            self._heard = self._now()
            for stream, (number, _) in heads.items():
                self._confirmed[stream] = max(number, self._confirmed.get(stream, 0))
            self._changed.notify_all()

    def confirmed(self, stream: str) -> int:
        """Return the last fact of a stream that a standby is known to have."""
        return self._confirmed.get(stream, 0)

    @property
    def version(self) -> int:
        """A number that changes with everything recorded here."""
        return self._version

    def wait_for_change(self, seen: int, seconds: float) -> None:
        """Return once something was recorded since a version, or after that many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen, seconds)

    # ------------------------------------------------------------------ who leads

    @property
    def began(self) -> Heads:
        """Where the present term began; nothing if this server never took over."""
        return self.record.taken[-1].began if self.record.taken else {}

    def know(self, address: str) -> None:
        """Remember the address of another server."""
        known = self.record.peers
        if address and address not in known:
            self._keep(peers=(*known, address)[-MOST_PEERS:])

    def follow(self, address: str) -> None:
        """Lead no longer: copy what another server records."""
        self._keep(leads=False, lost=False, official=address)
        self.know(address)

    def heard_term(self, term: int) -> None:
        """Remember the term of the server that is followed."""
        if term > self.record.term:
            self._keep(term=term)

    def take(self, heads: Heads, how: str, at: datetime) -> None:
        """Lead from now on, in a new term; durable before anything is recorded in it."""
        if self.record.leads:
            return
        term = self.record.term + 1
        taken = (*self.record.taken, TakeOver(term, at.isoformat(), how, heads))
        self._keep(term=term, leads=True, lost=False, official="", taken=taken)

    def yield_to(self, term: int, other: str, address: str) -> bool:
        """Stop recording if another server leads in a later term; whether that ended ours."""
        record = self.record
        if (term, other) <= (record.term, record.id):
            return False
        if record.leads:
            self._keep(term=term, leads=False, lost=True, official=address)
        self.know(address)
        return record.leads

    def _keep(self, **changes: object) -> None:
        with self._changed:
            record = msgspec.structs.replace(self.record, **changes)
            if record != self.record:
                _write(self._file, record)
                self.record = record
            self._changed.notify_all()


def _loaded(file: Path) -> LeadRecord:
    """Return what a file says; without one the store leads alone."""
    try:
        return _read(file.read_bytes())
    except FileNotFoundError:
        return LeadRecord(secrets.token_hex(8))
    except (msgspec.DecodeError, ValueError) as error:
        raise Damaged("lead-file-damaged", file=str(file), error=str(error)) from error
    except OSError as error:
        raise _unwritable(file, error) from error


def _write(file: Path, record: LeadRecord) -> None:
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as writing:
            writing.write(msgspec.json.encode(record) + b"\n")
            writing.flush()
            os.fsync(writing.fileno())
        put_in_place(part, file)
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> Unwritable:
    reason = (error.strerror or str(error)).lower()
    return Unwritable("lead-file-not-writable", file=str(file), reason=reason)
