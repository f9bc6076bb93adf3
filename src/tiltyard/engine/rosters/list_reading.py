"""How a list gets in: a text and its form go in, a roster comes out (`app.list_reading`)."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Protocol

from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.ruleset import Ruleset

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


# ------------------------------------------------------------------------------
# The seal of a list: by it a later change would show, and nobody reads the list from it.

_DOMAIN = "tiltyard/1|list-seal|"
_DIGITS = 32


def seal(seed: str, event: str, player: str, text: str) -> str:
    """Return the salted hash of a player's list."""
    return sha256(_bytes(f"{salt(seed, event, player)}|{text}")).hexdigest()


def salt(seed: str, event: str, player: str) -> str:
    """Return the salt of a player's seal: as secret as the seed it comes from."""
    return hmac.new(_bytes(seed), _bytes(f"{_DOMAIN}{event}|{player}"), sha256).hexdigest()


def holds(seal_: str, seed: str, event: str, player: str, text: str) -> bool:
    """Whether this is the list that was sealed."""
    return hmac.compare_digest(_bytes(seal_), _bytes(seal(seed, event, player, text)))


def digest(text: str) -> str:
    """Return the fingerprint of a list somebody looked at; who knows the list can compute it.

    It is half a hash: too long for two lists to be made that share it.
    """
    return sha256(_bytes(text)).hexdigest()[:_DIGITS]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
