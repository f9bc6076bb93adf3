"""A desk that is there to be killed: it does the acts of a day and notes each acknowledgement.

    python -m tests.crash.desk_child

It reads orders, one JSON object a line, and forks a process for each. The process goes on where the
notes end, with the same keys, until it is ended: by the failpoint that the order names, by SIGKILL
some microseconds after its notes have grown so far, or because the day is over.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from pathlib import Path

from tests.crash.days import NAME, desk_on, do
from tests.store.crash_child import end_after, opened
from tiltyard.store import failpoints


def work(order):
    """Do what is left of the day; `early` notes an act before it is done, which is the mistake."""
    name, _, times = order.get("failpoint", "").partition(":")
    if name:
        failpoints._name, failpoints._left = name, int(times or 1)
    script = pickle.loads(Path(order["script"]).read_bytes())  # noqa: S301 - our own file
    noted = os.open(order["notes"], os.O_RDWR | os.O_APPEND | os.O_CREAT)
    number = Path(order["notes"]).read_bytes().count(b"\n")
    store = opened(order["address"])
    desk = desk_on(store)
    while number < len(script):
        if order.get("early"):
            os.write(noted, b"%d 0\n" % number)
        last = do(desk, script, number).facts[-1].number
        if not order.get("early"):
            os.write(noted, b"%d %d\n" % (number, last))
        number += 1
        if number % 7 == 0:
            desk.keep_snapshot(NAME)
        if number % 25 == 0:
            store.close()
            store = opened(order["address"])
            desk = desk_on(store)
    store.close()


def main():
    """Carry out orders until there are none."""
    for line in sys.stdin:
        order = json.loads(line)
        process = os.fork()
        if process == 0:
            code = 1
            try:
                work(order)
                code = 0
            except BaseException as error:  # noqa: BLE001 - the one place that sees it
                Path(order["notes"]).with_suffix(".error").write_text(repr(error), "utf-8")
            finally:
                os._exit(code)
        growth, late = order.get("growth"), order.get("microseconds", 0)
        print(end_after(process, order["notes"], growth, late), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
