"""Acts and facts for the tests of the stores."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import sha256

from tiltyard.store.port import Act, Draft

NOON = datetime(2026, 5, 16, 12, 0, 0, 250_000, tzinfo=UTC)


def body(**values):
    """Return a body as canonical bytes."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def act(key, actor="ann", asked="", at=NOON):
    """Return an act whose fingerprint is that of what was asked for."""
    fingerprint = sha256(f"{key}{asked}".encode()).hexdigest()
    return Act(actor, "judge", at, "report-result/1", key, fingerprint)


def facts(count=1, key="", **values):
    """Return the facts of one act: each says which of how many it is."""
    return [
        Draft("result-reported/1", body(key=key, of=count, part=part, **values))
        for part in range(1, count + 1)
    ]


def fill(store, stream="event", acts=5, after=0):
    """Append some acts of one to three facts; return the number of the last fact."""
    for number in range(1, acts + 1):
        key = f"key-{after}-{number}"
        after = store.append(stream, after, act(key), facts(number % 3 + 1, key)).last
    return after


def contents(store):
    """Return everything a store serves: lines, hashes and answers."""
    return {stream: [(e.line, e.hash) for e in store.read(stream)] for stream in store.streams()}
