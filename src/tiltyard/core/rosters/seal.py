"""The seal of a list: by it a later change would show, and nobody reads the list from it.

The salt comes from the seed of the event, which is secret until the end: before, nobody can try
lists against a seal; afterwards everybody can compute it again:

    salt = HMAC-SHA256(seed, "tiltyard/1|list-seal|" + event + "|" + player)
    seal = SHA-256(salt as 64 hexadecimal digits + "|" + the list as it was handed in)
"""

from __future__ import annotations

import hmac
from hashlib import sha256

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
