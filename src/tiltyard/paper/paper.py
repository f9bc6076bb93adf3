"""What a paper is: whom it is for, when it is needed, and which sheet makes its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.visibility import Reader
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.view import PaperView

Choice = Literal["round", "player", "table"]
Moment = Literal["before", "round", "end"]
"""When a paper is needed: before the day, in each round, for the cut and the end."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of an event is to be on the paper; nothing said is the newest round and everybody.

    `players` are those who were chosen, if it is only for some.
    """

    round: str | None = None
    player: PlayerId | None = None
    table: int | None = None
    players: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one paper says: a heading, of which round or moment, and what the template lays out.

    `body` is plain data: dataclasses, tuples, strings, numbers; every sentence is translated.
    """

    title: str
    body: object
    about: str = ""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """A function of a module under `sheets`; the module is loaded when it is called."""

    module: str
    function: str

    def __call__(self, view: PaperView, wanted: Wanted) -> Sheet:
        """Return the sheet, or refuse it with the reason."""
        module = import_module(f"tiltyard.paper.sheets.{self.module}")
        made: Sheet = getattr(module, self.function)(view, wanted)
        return made


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of the hall: `data` makes what the template lays out, or refuses with the reason."""

    id: str
    heading: str
    """The code of its title."""
    data: Callable[[PaperView, Wanted], Sheet]
    template: str
    moment: Moment
    options: tuple[Choice, ...] = ()
    readers: Reader = "staff"

    def title(self) -> str:
        """Return what the paper is called, in the language of the reader."""
        return say(self.heading)
