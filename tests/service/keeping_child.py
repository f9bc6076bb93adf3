"""A process that plays on and on, with a second copy, until somebody pulls the plug.

It prints the number of each fact after the act was acknowledged.
"""

import sys

from tests.service.halls import SLIP, armada_day, begin_round, new_desk
from tiltyard.day.results import ConfirmResult, ReportResult
from tiltyard.service.backup import kept_twice
from tiltyard.store.opening import open_store


def _acknowledge(done):
    sys.stdout.write(f"{done.event.version}\n")
    sys.stdout.flush()


def main(address, directory):
    desk = new_desk(kept_twice(open_store(address), directory, sys.stderr.write))
    armada_day(desk, count=24, rounds=5)
    for _ in range(5):
        for game in begin_round(desk):
            done = desk.do("day", game.players[0], ReportResult(game.id, SLIP))
            _acknowledge(done)
            done = desk.do("day", game.players[1], ConfirmResult(game.id, SLIP.digest))
            _acknowledge(done)


if __name__ == "__main__":
    main(*sys.argv[1:])
