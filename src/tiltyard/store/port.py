"""What every store promises: an append-only log per event, and every way it says no."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tiltyard.engine.errors import TiltyardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime


# ------------------------------------------------------------------------------
# Every way a store says no.


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


# ------------------------------------------------------------------------------
# What every store promises: an append-only log per event, and nothing acknowledged is lost.


class Draft(NamedTuple):
    """A fact about to be recorded: its name with version and its body as canonical bytes.

    `about` are the people whom its free texts name.
    """

    name: str
    body: bytes
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """Who did what, when (UTC, for people) and by which command: shared by the facts of one act.

    `key` is the caller's idempotency key; `fingerprint` the digest of what was asked for.
    """

    actor: str
    role: str
    at: datetime
    cause: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded fact: `line` is what is hashed, `hash` covers it and the entry before it.

    In the line texts about people are sealed; in the `body` they are opened, with these `keys`.
    Whose key is missing is `closed`: something else stands for their texts.
    """

    number: int
    name: str
    body: bytes
    actor: str
    role: str
    at: datetime
    cause: str
    key: str
    line: bytes
    hash: bytes
    keys: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    closed: frozenset[str] = field(default=frozenset(), compare=False)


class Head(NamedTuple):
    """How far a log goes: the number of its last fact and the hash that covers them all."""

    number: int
    hash: bytes


class Answer(NamedTuple):
    """What was recorded for a key: the numbers of the first and last fact of the act."""

    first: int
    last: int
    repeated: bool = False


class Snapshot(NamedTuple):
    """A state folded up to a fact; good only with that hash and that engine."""

    number: int
    hash: bytes
    engine: str
    state: bytes


class Store(Protocol):
    """A log of facts for each stream (one event is one stream)."""

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        """Record the facts of one act, or refuse: Conflict, KeyReused, Unwritable.

        The same key, actor and fingerprint again give the first answer, marked as repeated.
        When it returns, the facts are durable.
        """

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        """Return what a key was answered before (KeyReused if it was for something else)."""

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """Yield the facts behind a number, each checked against the chain (else Damaged).

        Texts about people are opened, as far as there are keys.
        """

    def head(self, stream: str) -> Head:
        """Return the end of a log; number 0 for a stream that does not exist."""

    def streams(self) -> tuple[str, ...]:
        """Return the names of all streams in order."""

    def verify(self, stream: str) -> Head:
        """Check the whole chain without reading bodies; Damaged names the first bad fact."""

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        """Take over a whole log from elsewhere, chain checked, into a stream that is empty.

        The keys that its entries were opened with come with it.
        """

    def keys(self, stream: str) -> Mapping[str, bytes]:
        """Return the key of each person of a stream; an empty one was erased."""

    def scrub(self) -> bool:
        """Overwrite what erased keys and snapshots left behind; False: somebody is reading it.

        A key is erased, and the snapshot of its stream dropped, with the fact that says so.
        """

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest kept snapshot."""

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of an older one."""

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""
