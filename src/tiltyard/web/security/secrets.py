"""Making and comparing what opens doors: links, sessions, passwords, codes."""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""32 letters and digits that nobody mistakes for one another."""

CODE_LENGTH = 8  # 40 bits
LINK_BYTES = 16  # 128 bits
SESSION_BYTES = 32
FORM_TOKEN_BYTES = 16
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200


def new_link() -> str:
    """Return an unguessable text for a link."""
    return secrets.token_urlsafe(LINK_BYTES)


def new_session() -> str:
    """Return an unguessable text for a cookie."""
    return secrets.token_urlsafe(SESSION_BYTES)


def new_code() -> str:
    """Return a short code that can be typed; it only ever claims one device."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """Return a code as it was made, whatever dashes, blanks and look-alikes were typed."""
    plain = "".join(char for char in typed.upper() if char.isalnum())
    return plain.replace("O", "0").replace("I", "1").replace("L", "1").replace("U", "V")


def key_of(secret: str) -> str:
    """Return what is kept of a link, session or token."""
    return sha256(secret.encode()).hexdigest()


def pass_of(session: str) -> str:
    """Return what a page shows at another server of the hall in place of its cookie."""
    return hmac.new(session.encode(), b"another server", sha256).hexdigest()


def session_key(shown: str) -> str:
    """Return under which key a session is kept, from the pass of its cookie."""
    return key_of(f"session {shown}")


def form_token(session: str) -> str:
    """Return the token of this session's forms; only the server and its own pages know it."""
    return hmac.new(session.encode(), b"form", sha256).hexdigest()[: 2 * FORM_TOKEN_BYTES]


def masked(token: str) -> str:
    """Return a token as one page shows it: never twice the same, so packing tells nothing of it."""
    plain = bytes.fromhex(token)
    mask = secrets.token_bytes(len(plain))
    return (mask + _crossed(mask, plain)).hex()


def unmasked(sent: str) -> str:
    """Return the token under its mask; what is none stays as it is."""
    try:
        both = bytes.fromhex(sent)
    except ValueError:
        return sent
    if len(both) != 2 * FORM_TOKEN_BYTES:
        return sent
    return _crossed(both[:FORM_TOKEN_BYTES], both[FORM_TOKEN_BYTES:]).hex()


def _crossed(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))


def same(name: str, other: str) -> bool:
    """Compare without telling by the time it takes."""
    return hmac.compare_digest(name.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def slow_hash(secret: str) -> str:
    """Return the Argon2id hash of a password or code."""
    return _hasher().hash(secret)


@cache
def _nobody() -> str:
    return slow_hash(secrets.token_hex(8))


def slow_check(kept: str, said: str) -> bool:
    """Whether a password fits; without a hash it takes as long and never fits."""
    from argon2.exceptions import InvalidHashError, VerificationError

    nobody = _nobody()
    try:
        _hasher().verify(kept or nobody, said)
        return bool(kept)
    except (VerificationError, InvalidHashError):
        return False
