"""The long run of take-overs: python -m tests.cli.many_take_overs [KILLS] [SEED].

Several people enter players at the server that leads, which confirms nothing that its standby does
not have. It is killed at a random moment, the standby takes over, every act without an answer is
sent again under its key, and the one that was killed becomes the standby.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.cli.two_laptops import (
    EVENT,
    first_laptop,
    names,
    prepare,
    second_laptop,
    wait_until,
)
from tiltyard.store.sqlite_reading import SqliteReader

AT_ONCE = 3
WAITS = "--standby-waits"
ACTS = 8  # of each person in each round, at most


class Person:
    """Enters players one after the other, and notes which were confirmed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0
        self.confirmed: list[str] = []
        self.open: list[str] = []

    def work(self, laptop, acts: int) -> None:
        for _ in range(acts):
            self.number += 1
            player = f"{self.name}{self.number}"
            self.open.append(player)
            if not self.send(laptop, player):
                return

    def send(self, laptop, player: str) -> bool:
        if laptop.enter(f"key-{player}", player) != 200:
            return False
        self.open.remove(player)
        self.confirmed.append(player)
        return True

    def send_again(self, laptop) -> None:
        for player in list(self.open):
            wait_until(lambda player=player: self.send(laptop, player))


def kill_and_take_over(folder: Path, kills: int, seed: int) -> tuple[int, list[str]]:
    """Kill the server that leads that many times; return what was confirmed, and complaints."""
    chance = Random(seed)
    people = [Person(letter) for letter in "ABC"[:AT_ONCE]]
    lead, other = folder / "one.db", folder / "two.db"
    prepare(lead)
    complaints: list[str] = []
    with ExitStack() as open_laptops:
        first = open_laptops.enter_context(first_laptop(lead, WAITS))
        second = open_laptops.enter_context(second_laptop(first, other, WAITS))
        for _ in range(kills):
            second.sign_in()
            with ThreadPoolExecutor(AT_ONCE) as working:
                tasks = [working.submit(person.work, first, ACTS) for person in people]
                time.sleep(chance.uniform(0, 1))
                first.kill()
                for task in tasks:
                    task.result()
            second.press("/desk/server", "/desk/server/take-over")
            first, lead, other = second, other, lead
            second = open_laptops.enter_context(second_laptop(first, other, WAITS))
            for person in people:
                person.send_again(first)
            complaints += look(lead, people)
    return sum(len(person.confirmed) for person in people), complaints


def look(file: Path, people: list[Person]) -> list[str]:
    """Return what is wrong with a log: acts that were confirmed and are lost, or stand twice."""
    reader = SqliteReader(file)
    reader.verify(EVENT)
    reader.close()
    counted = Counter(names(file))
    confirmed = [player for person in people for player in person.confirmed]
    lost = [f"{player} is lost" for player in confirmed if player not in counted]
    twice = (player for player, number in counted.items() if number > 1)
    return lost + [f"{player} stands twice" for player in twice]


def main() -> None:
    """Take over that many times; end with 1 if anything is lost or stands twice."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that every failure can be had again
    with tempfile.TemporaryDirectory() as folder:
        confirmed, complaints = kill_and_take_over(Path(folder), kills, seed)
    found = f"{len(complaints)} complaints {complaints[:3]}"
    print(f"{kills:,} take-overs; {confirmed:,} acts confirmed, {found}")  # noqa: T201
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
