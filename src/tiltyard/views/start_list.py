"""What is left before the first round: lists by what is wrong with them, all else by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.reminders import LIST_BLOCKERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.start import Blocker

UNTOLD = frozenset({"not-announced", "announced-otherwise"})


@dataclass(frozen=True, slots=True)
class ListsLeft:
    """Players whose lists are missing, wrong or not checked: one line for all of them."""

    code: str
    clause: str
    players: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(name for _, name in self.players)


@dataclass(frozen=True, slots=True)
class StartList:
    """What is left before the start: announcements, lists, and anything else."""

    lists: tuple[ListsLeft, ...] = ()
    others: tuple[Blocker, ...] = ()
    untold: int = 0

    @property
    def left(self) -> int:
        """How many things are left: the lists that miss the same are one."""
        return len(self.lists) + len(self.others) + self.untold

    @property
    def open(self) -> bool:
        """Whether nothing is left."""
        return not self.left

    @property
    def only_untold(self) -> bool:
        """Whether announcements are all that is left."""
        return bool(self.untold) and not self.lists and not self.others


def start_list(blockers: Iterable[Blocker]) -> StartList:
    """Group what blocks the start."""
    lists: dict[str, list[Blocker]] = {}
    others, untold = [], 0
    for blocker in blockers:
        if blocker.code in UNTOLD:
            untold += 1
        elif blocker.code in LIST_BLOCKERS:
            lists.setdefault(blocker.code, []).append(blocker)
        else:
            others.append(blocker)
    grouped = tuple(_lists_left(code, alike) for code, alike in lists.items())
    return StartList(grouped, tuple(others), untold)


def _lists_left(code: str, alike: list[Blocker]) -> ListsLeft:
    players = tuple((str(blocker.facts["player"]), str(blocker.facts["name"])) for blocker in alike)
    return ListsLeft(code, alike[0].clause, players)
