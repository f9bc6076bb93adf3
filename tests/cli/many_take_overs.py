"""The long run of take-overs: python -m tests.cli.many_take_overs --kills 1000 --seed 1.

Several people enter players at the server that leads, which confirms nothing that its standby does
not have. It is killed at a random moment, the standby takes over, every act without an answer is
sent again under its key, and the one that was killed becomes the standby.
"""

from __future__ import annotations

import argparse
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
A_PAIR = 25  # take-overs before two fresh laptops, so that looking at them stays quick


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
            if not second.address:
                raise RuntimeError(f"the standby did not start: {second.complaints[-5:]}")
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


def main(kills: int, seed: int) -> bool:
    """Take over that many times; True if nothing is lost and nothing stands twice."""
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that every failure can be had again
    done, confirmed, complaints = 0, 0, []
    while done < kills:
        count = min(A_PAIR, kills - done)
        with tempfile.TemporaryDirectory() as folder:
            acts, found = kill_and_take_over(Path(folder), count, seed + done)
        done, confirmed, complaints = done + count, confirmed + acts, complaints + found
        told = f"{len(complaints)} complaints {complaints[:3]}"
        print(f"{done:,} take-overs; {confirmed:,} acts confirmed, {told}", flush=True)  # noqa: T201
    return not complaints


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=1_000)
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    sys.exit(0 if main(given.kills, chosen) else 1)
