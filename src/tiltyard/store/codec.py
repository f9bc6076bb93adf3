"""Facts to canonical bytes and back: sorted keys, UTF-8, no floats, typed when read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, get_args

import msgspec

from tiltyard.day.event import Event
from tiltyard.day.facts import Fact, Recorded
from tiltyard.store.port import Draft, WrongStore

if TYPE_CHECKING:
    from tiltyard.day.context import Command
    from tiltyard.store.port import Entry


# ------------------------------------------------------------------------------
# Old facts in new clothes: a shipped fact never changes, its successor knows how to read it.

Body = dict[str, object]
Upcaster = Callable[[Body], tuple[str, Body]]

UPCASTERS: Mapping[str, Upcaster] = {}


def newest(
    name: str, body: Body, upcasters: Mapping[str, Upcaster] = UPCASTERS
) -> tuple[str, Body]:
    """Return a fact in its newest version."""
    while name in upcasters:
        name, body = upcasters[name](body)
    return name, body


# ------------------------------------------------------------------------------
# Facts to canonical bytes and back: sorted keys, UTF-8, no floats, typed when read.

FACTS: dict[str, type] = {kind.NAME: kind for kind in get_args(Fact)}
_ENCODER = msgspec.json.Encoder(order="sorted")
_STATE_ENCODER = msgspec.msgpack.Encoder()


def draft(fact: Fact) -> Draft:
    """Return a fact as it is recorded."""
    return Draft(fact.NAME, _ENCODER.encode(fact))


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Fact]:
    return msgspec.json.Decoder(FACTS[name], strict=True)


def fact(name: str, body: bytes, upcasters: Mapping[str, Upcaster] = UPCASTERS) -> Fact:
    """Return the fact that was recorded under a name."""
    if name in upcasters:
        name, newer = newest(name, msgspec.json.decode(body, type=dict[str, object]), upcasters)
        body = _ENCODER.encode(newer)
    if name not in FACTS:
        raise WrongStore("fact-of-a-newer-version", name=name)
    try:
        return _decoder(name).decode(body)
    except msgspec.ValidationError as error:
        raise WrongStore("fact-cannot-read", name=name, error=str(error)) from None


def recorded(entry: Entry) -> Recorded:
    """Return an entry of a log as the core folds it."""
    return Recorded(
        number=entry.number,
        at=entry.at,
        actor=entry.actor,
        role=entry.role,
        cause=entry.cause,
        key=entry.key,
        fact=fact(entry.name, entry.body),
    )


def recorded_exactly(entry: Entry) -> Recorded:
    """Return an entry from elsewhere; its body must be written as this version writes it."""
    if entry.name not in UPCASTERS and draft(fact(entry.name, entry.body)).body != entry.body:
        raise WrongStore("fact-holds-more-other-values", number=entry.number, entry=entry.name)
    return recorded(entry)


def encode_state(event: Event) -> bytes:
    """Return a folded state as bytes for a snapshot."""
    return _STATE_ENCODER.encode(event)


def decode_state(data: bytes) -> Event | None:
    """Return the state of a snapshot; none if this version cannot read it."""
    try:
        return msgspec.msgpack.decode(data, type=Event)
    except msgspec.DecodeError:
        return None


def fingerprint_bytes(command: Command) -> bytes:
    """Return a command as canonical bytes, to tell whether a retry asks for the same."""
    return _ENCODER.encode([command.NAME, command])
