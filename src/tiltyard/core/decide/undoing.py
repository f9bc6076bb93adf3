"""Deciding about taking back: which acts may be undone, and what to do instead."""

from __future__ import annotations

from collections.abc import Iterator

from tiltyard.core.decide.scene import Scene
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact
from tiltyard.core.facts.setup import ActUndone
from tiltyard.core.plain_text import tidy
from tiltyard.core.policy import require_may_undo

INSTEAD_OF_UNDO = {
    "create-event": "archive the event",
    "announce-event": "an announced event stays announced; describe it anew with a reason",
    "draw-round": "discard the draw with a reason: it stays visible",
    "discard-draw": "draw again",
    "publish-round": "withdraw the round with a reason",
    "withdraw-round": "publish the round again",
    "finish-event": "reopen the event with a reason",
    "reopen-event": "finish the event again",
    "archive-event": "an archived event stays as it is",
    "import": "imported facts stay as they are",
}
"""Acts others have acted on, and what to do instead of taking them back."""

NOT_UNDONE = {
    "create-event": "that the event was set up cannot be undone",
    "announce-event": "that the event was announced cannot be undone",
    "draw-round": "a drawn round cannot be undone",
    "discard-draw": "a discarded draw cannot be undone",
    "publish-round": "a published round cannot be undone",
    "withdraw-round": "that a round was withdrawn cannot be undone",
    "finish-event": "that the event was finished cannot be undone",
    "reopen-event": "that the event was opened again cannot be undone",
    "archive-event": "an archived event cannot be undone",
    "import": "what was imported cannot be undone",
}
"""The same acts: what a person reads who wants to take them back."""


def decide_undo(scene: Scene, reason: str, first: int | None) -> Iterator[Fact]:
    """Take back the last act if that is safe, and if it is the one that was looked at."""
    last = scene.event.last_act
    if last is None:
        raise Refused("nothing-done-yet")
    if first not in {None, last.first}:
        raise Refused("something-else-done-since-you", act=last.act)
    if last.act in INSTEAD_OF_UNDO:
        raise Refused(NOT_UNDONE[last.act], fix=INSTEAD_OF_UNDO[last.act])
    require_may_undo(scene.event, scene.rules, scene.person, last)
    if last.actor != scene.person and not tidy(reason):
        raise Refused(
            "done",
            clause=scene.rules.staff.clause,
            actor=scene.name(last.actor),
            act=last.act.replace("-", " "),
        )
    yield ActUndone(last.first, last.last, last.act, tidy(reason))
