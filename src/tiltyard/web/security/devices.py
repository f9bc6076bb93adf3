"""Devices that are known: a browser that signed in to an account once proves it by a cookie.

The cookie opens nothing. Its tries are counted by themselves and checked before those of
strangers, so nobody keeps its owner out by trying.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.web.security.secrets import same

if TYPE_CHECKING:
    from tiltyard.store.keyring import Keyring

DEVICE_LONGEST = timedelta(days=365)
_KEY = "device_key"
_BYTES = 16


class Devices:
    """Makes and reads the cookies of known devices; the key is one of this server."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._key = b""

    def cookie_of(self, account: str) -> str:
        """Return a new cookie for a browser that has just signed in to an account."""
        said = f"{account}.{secrets.token_hex(_BYTES)}"
        return f"{said}.{self._signed(said)}"

    def account_of(self, cookie: str) -> str:
        """Return whose known device sends this cookie; nobody's is empty."""
        said, _, signature = cookie.rpartition(".")
        if not said or len(cookie) > 200 or not same(signature, self._signed(said)):
            return ""
        return said.rpartition(".")[0]

    def _signed(self, said: str) -> str:
        return hmac.new(self._secret(), said.encode("utf-8", "replace"), sha256).hexdigest()

    def _secret(self) -> bytes:
        if not self._key:
            if not self._keyring.settled(_KEY):
                self._keyring.settle(_KEY, secrets.token_hex(32))
            self._key = bytes.fromhex(self._keyring.settled(_KEY))
        return self._key
