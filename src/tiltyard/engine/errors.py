"""Every way the engine says no.

TiltyardError
├── Refused              it breaks a rule: a person can put it right
│   ├── SlipRefused        the slip lacks something, or cannot be
│   ├── OptionRefused      no such organizer option, or not with this value
│   ├── OutsideTheTable    the document says nothing about this number of players
│   ├── RoundOpen          games are still being played
│   ├── NothingToDraw      the plan is played out
│   └── NoLegalPairing     every way to pair the field repeats a game
├── Unreadable           a file that is not what it should be
│   ├── RulesetUnreadable
│   └── TournamentUnreadable
└── Fault                a mistake of ours: please report it

An error is a code with facts. Its sentence, and the way out, are in the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from tiltyard.engine.tournament import Place


class Term(str):
    """A code among the facts of an error that is said as a word: a role, a state, an act."""

    __slots__ = ()


class RulesetText(str):
    """A text of a ruleset among the facts of an error: said in the language of the reader."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence by its own code in the catalogue, with its own facts."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


class TiltyardError(Exception):
    """Base class; only the edges of the program catch it.

    `code` is what it is, `kind` the sort of errors it belongs to. Facts are what the sentence
    names: numbers, names of people as they are, `Term`s, `RulesetText`s and `Phrase`s, several
    of them, or another error. `field` is the part of a form or file that is meant.
    """

    kind: ClassVar[str] = "error"

    def __init__(
        self,
        code: str,
        /,
        *,
        clause: str | None = None,
        where: Place | None = None,
        field: str | None = None,
        **facts: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.where = where
        self.field = field
        self.facts = facts

    @property
    def sentence(self) -> str:
        """The code of its sentence in the catalogue."""
        return self.code

    def __str__(self) -> str:
        """Return the code with its facts, for whoever debugs."""
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.code}{clause}" + (f": {facts}" if facts else "")

    def naming(self, facts: Mapping[str, object]) -> Self:
        """Add facts that are at hand as a mapping."""
        self.facts |= facts
        return self

    def at(self, where: Place) -> TiltyardError:
        """Say where in the tournament it happened, unless that is known already."""
        if self.where is None:
            self.where = where
        return self


class Refused(TiltyardError):
    """Against a rule; the clause says which."""

    kind = "refused"


class SlipRefused(Refused):
    """A report that lacks what its ending needs, or says what cannot be."""

    kind = "slip-refused"


class OptionRefused(Refused):
    """An organizer option that does not exist or cannot have this value."""

    kind = "option-refused"


class OutsideTheTable(Refused):
    """The structure tables of the document do not cover this field."""

    kind = "outside-the-table"


class RoundOpen(Refused):
    """The last round still has games without a result."""

    kind = "round-open"


class NothingToDraw(Refused):
    """The planned rounds are played and the bracket is decided."""

    kind = "nothing-to-draw"


class NoLegalPairing(Refused):
    """No pairing of the field is free of repeats."""

    kind = "no-legal-pairing"


class Unreadable(TiltyardError):
    """A file that cannot be understood; the facts name the place in it."""

    kind = "unreadable"


class Fault(TiltyardError):
    """Something the program should never have met; the edges say so instead of falling over."""

    kind = "fault"


class RulesetUnreadable(Unreadable):
    """A ruleset file with an unknown key, a missing value or a broken table."""

    kind = "ruleset-unreadable"


class TournamentUnreadable(Unreadable):
    """A tournament file of the wrong shape or with unknown names."""

    kind = "tournament-unreadable"
