"""How many of something there are, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.store.port import Head


def counted(number: int, thing: str) -> str:
    """Return a number with the name of what it counts: one round, two rounds."""
    return say(f"amounts.{thing}", num=number)


def head_text(head: Head) -> str:
    """Return how long a log is and with which hash it ends."""
    return say("terminal.facts-and-head", facts=counted(head.number, "fact"), head=head.hash.hex())
