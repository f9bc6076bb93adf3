"""What an amendment changed in the text of a list: before and after, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tiltyard.core.state.lists import Amendment, ArmyList

MOST_LINES = 2000
"""Longer lists are shown whole: comparing them would take too long."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list: as it was, taken out, or put in."""

    kind: Literal["same", "out", "in"]
    text: str


def amended(army: ArmyList) -> Iterator[tuple[Amendment, tuple[Line, ...]]]:
    """Yield every amendment of a list with what it changed, the newest first."""
    after = [*(one.before for one in army.amendments), army.text][1:]
    for one, text in reversed(list(zip(army.amendments, after, strict=True))):
        yield one, tuple(compared(one.before, text))


def compared(before: str, after: str) -> Iterator[Line]:
    """Yield the lines of both texts in order, each with whether it went or came."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) + len(new) > MOST_LINES:
        yield from (Line("out", text) for text in old)
        yield from (Line("in", text) for text in new)
        return
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind == "equal":
            yield from (Line("same", text) for text in old[first:last])
        else:
            yield from (Line("out", text) for text in old[first:last])
            yield from (Line("in", text) for text in new[begin:end])
