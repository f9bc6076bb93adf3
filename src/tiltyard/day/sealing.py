"""A log in clear that was carried over: what is recorded of it, so that `verify` can compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.context import Act, AnyAct, Folds
from tiltyard.day.facts import LogSealed
from tiltyard.day.rights import ALWAYS, Right
from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from tiltyard.day.context import Scene
    from tiltyard.day.event import Event
    from tiltyard.day.facts import Fact, Recorded


@dataclass(frozen=True, slots=True)
class RecordSealing:
    """Say from which log this one was carried over; `tiltyard person seal` does it."""

    NAME: ClassVar[str] = "record-sealing"
    head: str
    facts: int
    sealed: tuple[int, ...]
    links: dict[str, str] = field(default_factory=dict)


def _record(scene: Scene, command: RecordSealing) -> Iterator[Fact]:
    if command.facts != scene.event.version or not command.sealed:
        raise Refused("sealing-of-another-log", field="facts")
    yield LogSealed(command.head, command.facts, command.sealed, command.links)


def _fold_sealed(event: Event, recorded: Recorded) -> Event:
    return event


ACTS: tuple[AnyAct, ...] = (
    Act(
        RecordSealing,
        _record,
        facts=(LogSealed,),
        rights=(Right(("organizer",), ALWAYS),),
        undoable=False,
        secret=True,
    ),
)

FOLDS: Folds = {LogSealed: _fold_sealed}
