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
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from tiltyard.core.ids import Place


class TiltyardError(Exception):
    """Base class; only the edges of the program catch it."""

    code: ClassVar[str] = "error"

    def __init__(
        self,
        message: str,
        *,
        clause: str | None = None,
        fix: str | None = None,
        where: Place | None = None,
        field: str | None = None,
        **facts: object,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.fix = fix
        self.where = where
        self.field = field
        self.facts = facts

    def at(self, where: Place) -> TiltyardError:
        """Say where in the tournament it happened, unless that is known already."""
        if self.where is None:
            self.where = where
        return self


class Refused(TiltyardError):
    """Against a rule; the message says which, and the way out."""

    code = "refused"


class SlipRefused(Refused):
    """A report that lacks what its ending needs, or says what cannot be."""

    code = "slip-refused"


class OptionRefused(Refused):
    """An organizer option that does not exist or cannot have this value."""

    code = "option-refused"


class OutsideTheTable(Refused):
    """The structure tables of the document do not cover this field."""

    code = "outside-the-table"


class RoundOpen(Refused):
    """The last round still has games without a result."""

    code = "round-open"


class NothingToDraw(Refused):
    """The planned rounds are played and the bracket is decided."""

    code = "nothing-to-draw"


class NoLegalPairing(Refused):
    """No pairing of the field is free of repeats."""

    code = "no-legal-pairing"


class Unreadable(TiltyardError):
    """A file that cannot be understood; the message names the place in it."""

    code = "unreadable"


class Fault(TiltyardError):
    """Something the program should never have met; the edges say so instead of falling over."""

    code = "fault"


class RulesetUnreadable(Unreadable):
    """A ruleset file with an unknown key, a missing value or a broken table."""

    code = "ruleset-unreadable"


class TournamentUnreadable(Unreadable):
    """A tournament file of the wrong shape or with unknown names."""

    code = "tournament-unreadable"
