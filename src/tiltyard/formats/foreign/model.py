"""A tournament as another program tells it: neutral, whole, and with everything published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tiltyard.formats.foreign.lenient import Entry

Key = str
"""A player inside a foreign tournament: unlike all others, and never shown."""

Ended = Literal["", "destroyed", "time", "concession", "draw"]
"""How a game ended, where the file says more than its score."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that could not be taken over as it stood: a code, its place and its facts."""

    code: str
    where: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


class Remarks(list[Remark]):
    """What is to be said about a file, in the order in which it was found."""

    def add(self, code: str, where: str = "", **facts: object) -> None:
        """Say one more thing."""
        self.append(Remark(code, where, facts))


Shape = Literal["json", "markup", "table"]
"""What a file looks like at first: JSON, something with tags, or lines of text."""


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file as it was opened: its text and, where it is JSON, its top and the tournament in it."""

    shape: Shape
    text: str
    remarks: Remarks
    top: Entry = field(default_factory=lambda: Entry(None))
    value: object = None


@dataclass(frozen=True, slots=True)
class Published:
    """One player's numbers as they were published; None where nothing was."""

    rank: int | None = None
    points: int | None = None
    margin: int | None = None
    sos: str | None = None
    elimination: int | None = None


@dataclass(frozen=True, slots=True)
class ForeignPlayer:
    """Somebody who took part; `army` is the list as text (XWS), if the file has it."""

    key: Key
    name: str
    published: Published = Published()
    dropped: bool = False
    faction: str | None = None
    club: str | None = None
    army: str | None = None


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A game of two players or the bye of one; `winner` is the side that was entered as such.

    `finished` is false where nothing at all was entered for it.
    """

    players: tuple[Key, ...]
    score: tuple[int | None, int | None] = (None, None)
    winner: int | None = None
    ended: Ended = ""
    table: int | None = None
    finished: bool = True

    @property
    def is_bye(self) -> bool:
        """Whether somebody had nobody to play."""
        return len(self.players) == 1


@dataclass(frozen=True, slots=True)
class ForeignRound:
    """One round; the number of an elimination round is often the size of the cut."""

    matches: tuple[ForeignMatch, ...]
    elimination: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ForeignTournament:
    """Everything a foreign file says, settled: nobody sits twice in a round."""

    kind: str
    """The kind of the file in the table of formats."""
    name: str
    players: tuple[ForeignPlayer, ...]
    rounds: tuple[ForeignRound, ...] = ()
    date: date | None = None
    rulesets: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def swiss(self) -> tuple[ForeignRound, ...]:
        """The Swiss rounds in order."""
        return tuple(round_ for round_ in self.rounds if not round_.elimination)

    @property
    def elimination(self) -> tuple[ForeignRound, ...]:
        """The elimination rounds in order."""
        return tuple(round_ for round_ in self.rounds if round_.elimination)
