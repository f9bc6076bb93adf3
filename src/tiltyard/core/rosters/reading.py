"""How a list gets in: a text and its form go in, a roster comes out (`app.list_reading`)."""

from __future__ import annotations

from typing import Protocol

from tiltyard.core.errors import Refused
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.ruleset import Ruleset

LONGEST_LIST = 65_536
"""Characters a list may have: the longest army fills a tenth of that."""

MOST_ENTRIES = 500


class ReadList(Protocol):
    """Read a text as a list for a ruleset; `form` is empty where it is to be recognised.

    It returns the form it was read as, and the roster, or refuses with the place in the text.
    """

    def __call__(self, rules: Ruleset, text: str, form: str) -> tuple[str, Roster]: ...


def no_reader(rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
    """Refuse: whoever asks here has brought nothing to read lists with."""
    raise Refused("lists-cannot-read-here")
