"""What two servers say to one another, sealed with the standby code that both know.

The code itself never travels: each message and each answer carries an HMAC made with its hash.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import msgspec

from tiltyard.engine.errors import Refused
from tiltyard.store.lead import Heads

if TYPE_CHECKING:
    from typing import Final

SEAL: Final = "tiltyard-seal"
STANDBY_CODE: Final = "standby_code"
"""The decision in the keyring that holds the hash of the standby code."""

FOLLOW, CLAIM, DIFFERENCES = "/standby/follow", "/standby/lead", "/standby/differences"
LONGEST_CALL = 5.0  # seconds
LARGEST_ANSWER = 256 * 1024 * 1024
SHORTEST_CODE = 12
_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"


class Unreachable(Exception):
    """The other server did not answer, or nothing that it could have said."""


class TurnedAway(Exception):
    """The other server answered, and would not have it; `code` is that of its refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Question(msgspec.Struct, frozen=True):
    """What a standby asks: everything behind these heads, and the keyring if it is another."""

    nonce: str
    id: str
    address: str
    heads: Heads
    keyring: str


class Copied(msgspec.Struct, frozen=True):
    """A fact on its way: its line as it was recorded, the hash there, the keys to its texts."""

    stream: str
    entry: msgspec.Raw
    hash: str
    keys: dict[str, bytes] = {}


class News(msgspec.Struct, frozen=True):
    """What the server that leads answers.

    `behind` counts the facts that did not fit, `keyring` is empty if it is the same, `split` names
    the streams of which the standby holds facts that this server does not have. `now` is the time
    by which rounds are counted; servers of earlier versions do not tell it.
    """

    id: str
    term: int
    leads: bool
    official: str
    facts: tuple[Copied, ...]
    behind: int
    keyring_version: str
    keyring: bytes
    split: tuple[str, ...]
    now: datetime | None = None


class Claim(msgspec.Struct, frozen=True):
    """What a server says of itself: whether it leads, since which term and behind which facts."""

    nonce: str
    id: str
    term: int
    leads: bool
    address: str
    began: Heads


class Branch(msgspec.Struct, frozen=True):
    """The facts that only the server recorded which lost the lead."""

    nonce: str
    facts: tuple[Copied, ...]


class Problem(msgspec.Struct, frozen=True):
    """What is read of a refusal."""

    code: str = ""


def new_nonce() -> str:
    """Return a text that no other message has."""
    return secrets.token_hex(16)


def new_standby_code() -> str:
    """Return a code that can be typed on the second laptop: 78 bits."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(16))
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def kept_of(code: str) -> str:
    """Return what is kept of a standby code, however it was typed; one too short is refused."""
    plain = "".join(char for char in code.upper() if char.isalnum())
    if len(plain) < SHORTEST_CODE:
        raise Refused("standby-code-too-short", shortest=SHORTEST_CODE)
    return sha256(b"tiltyard standby|" + plain.encode()).hexdigest()


def seal_of(kept: str, purpose: str, body: bytes, nonce: str = "") -> str:
    """Return the seal of a message; that of an answer covers the nonce of the question."""
    said = f"{purpose}|{nonce}|".encode() + body
    return hmac.new(bytes.fromhex(kept), said, sha256).hexdigest()


def fits(kept: str, seal: str, purpose: str, body: bytes, nonce: str = "") -> bool:
    """Whether a message was sealed with the same code."""
    if not kept:
        return False
    return hmac.compare_digest(seal_of(kept, purpose, body, nonce).encode(), seal.encode())


Answered = TypeVar("Answered", News, Claim)


class Line:
    """A connection to another server, kept open between calls."""

    def __init__(self, address: str, seconds: float = LONGEST_CALL) -> None:
        self.address = address
        self._seconds = seconds
        self._open: HTTPConnection | None = None

    def call(
        self, path: str, kept: str, message: Question | Claim | Branch, kind: type[Answered]
    ) -> Answered:
        """Send a message and return the answer, if it is one of a server that knows the code."""
        body = msgspec.json.encode(message)
        headers = {"content-type": "application/json", SEAL: seal_of(kept, path, body)}
        status, seal, answer = self._sent(path, body, headers)
        if status in {403, 404, 421, 426}:
            raise TurnedAway(_problem_code(answer))
        if status != 200 or not fits(kept, seal, f"answer {path}", answer, message.nonce):
            raise Unreachable(f"status {status}")
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, ValueError) as error:
            raise Unreachable(str(error)) from error

    def _sent(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str, bytes]:
        try:
            if self._open is None:
                self._open = _connection(self.address, self._seconds)
            self._open.request("POST", path, body, headers)
            answer = self._open.getresponse()
            return answer.status, answer.headers.get(SEAL, ""), answer.read(LARGEST_ANSWER)
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            raise Unreachable(str(error)) from error

    def close(self) -> None:
        """Hang up."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _connection(address: str, seconds: float) -> HTTPConnection:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=seconds)


def _problem_code(answer: bytes) -> str:
    try:
        return msgspec.json.decode(answer, type=Problem).code
    except (msgspec.DecodeError, ValueError):
        return ""


def sealed_answer(kept: str, path: str, nonce: str, answer: msgspec.Struct) -> tuple[bytes, str]:
    """Return an answer as bytes, and its seal."""
    body = msgspec.json.encode(answer)
    return body, seal_of(kept, f"answer {path}", body, nonce)
