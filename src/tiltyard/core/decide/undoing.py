"""Deciding about taking back: which acts may be undone, and what to do instead."""

from __future__ import annotations

from collections.abc import Iterator

from tiltyard.core.decide.scene import Scene
from tiltyard.core.errors import Refused, Term
from tiltyard.core.facts import Fact
from tiltyard.core.facts.setup import ActUndone
from tiltyard.core.plain_text import tidy
from tiltyard.core.policy import require_may_undo

NOT_UNDONE = frozenset(
    {
        "create-event",
        "announce-event",
        "draw-round",
        "discard-draw",
        "publish-round",
        "withdraw-round",
        "finish-event",
        "reopen-event",
        "archive-event",
        "import",
    }
)
"""Acts others have acted on: there is another way than to take them back."""


def decide_undo(scene: Scene, reason: str, first: int | None) -> Iterator[Fact]:
    """Take back the last act if that is safe, and if it is the one that was looked at."""
    last = scene.event.last_act
    if last is None:
        raise Refused("nothing-done-yet")
    if first not in {None, last.first}:
        raise Refused("something-else-done-since-you", act=last.act)
    if last.act in NOT_UNDONE:
        raise Refused(f"{last.act}-not-undone")
    require_may_undo(scene.event, scene.rules, scene.person, last)
    if last.actor != scene.person and not tidy(reason):
        raise Refused(
            "done-by-somebody-else",
            clause=scene.rules.staff.clause,
            actor=scene.name(last.actor),
            act=Term(last.act),
        )
    yield ActUndone(last.first, last.last, last.act, tidy(reason))
