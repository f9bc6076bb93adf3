"""What a paper is: whom it is for, what may be asked of it, and who makes its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tiltyard.day.visibility import Reader
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.view import PaperView

Choice = Literal["round", "player", "table"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of an event is to be on the paper; nothing said is the newest round and everybody."""

    round: str | None = None
    player: PlayerId | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one paper says: a heading, of which round or moment, and what the template lays out.

    `body` is plain data: dataclasses, tuples, strings, numbers; every sentence is translated.
    """

    title: str
    body: object
    about: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of the hall: `data` makes what the template lays out, or refuses with the reason."""

    id: str
    title: Callable[[], str]
    data: Callable[[PaperView, Wanted], Sheet]
    template: str
    options: tuple[Choice, ...] = ()
    readers: Reader = "staff"
