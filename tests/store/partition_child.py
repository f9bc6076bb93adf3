"""A server without pages, there to be stopped and killed: python -m tests.store.partition_child.

It reads requests, one JSON object a line, and answers each in its own thread and its own time.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from tests.store.making import act, facts
from tiltyard.store.port import Conflict, StoreRefused
from tiltyard.store.postgres import PostgresStore

TRIES = 30


def entered(store, stream, key, count):
    """Record an act as the desk does: on a conflict look again, beaten twice take a turn."""
    for tried in range(TRIES):
        try:
            number = store.head(stream).number
            if not tried:
                return store.append(stream, number, act(key), facts(count, key))
            with store.turn(stream):
                number = store.head(stream).number
                return store.append(stream, number, act(key), facts(count, key))
        except Conflict:
            continue
    raise Conflict("event-changes-faster-than-can")


def main():
    """Serve until the requests end."""
    store, writing = PostgresStore(sys.argv[1], patience=float(sys.argv[2])), Lock()

    def serve(request):
        try:
            answer = entered(store, request["stream"], request["key"], request["count"])
            told = {"key": request["key"], "first": answer.first, "last": answer.last}
        except StoreRefused as refused:
            told = {"key": request["key"], "refused": refused.code}
        except Exception as error:  # noqa: BLE001 - a fault is told, and fails the test
            told = {"key": request["key"], "fault": repr(error)}
        with writing:
            print(json.dumps(told), flush=True)  # noqa: T201

    with ThreadPoolExecutor(8) as pool:
        for line in sys.stdin:
            pool.submit(serve, json.loads(line))


if __name__ == "__main__":
    main()
