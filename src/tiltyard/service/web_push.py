"""Web Push: a sealed message to a locked phone, by the push service of its own browser.

RFC 8030 (the call), 8291 (its seal) and 8292 (who calls). The key that signs is made here, once:
nobody needs an account anywhere. A push service carries a message it cannot read.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tiltyard.engine.errors import Refused
from tiltyard.service.webhooks import (
    Allowed,
    Deadline,
    look_up,
    places_of,
    status_of,
    target_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.service.webhooks import Lookup
    from tiltyard.store.keyring import Keyring, Phone

KEY = "push-key"
CURVE = ec.SECP256R1()
RECORD = 4096
LONGEST_TEXT = 1000  # letters; a record holds 3,993 bytes
LIFETIME = 3600  # seconds a push service keeps a message for a phone that is off
PATIENCE = 8.0  # seconds for one call
GONE = frozenset({404, 410})
_SIGNED_FOR = 12 * 3600  # seconds


def push_key(keyring: Keyring) -> ec.EllipticCurvePrivateKey:
    """Return the key this server signs its calls with; made when it is first needed."""
    kept = keyring.settled(KEY)
    if not kept:
        made = ec.generate_private_key(CURVE)
        kept = as_text(made.private_numbers().private_value.to_bytes(32, "big"))
        keyring.settle(KEY, kept)
    return ec.derive_private_key(int.from_bytes(as_bytes(kept), "big"), CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public half as browsers take it."""
    return as_text(_point(key))


def require_phone(endpoint: str, public_key: str, auth: str, allowed: Allowed) -> None:
    """Refuse what a browser would not send: an address that is none, keys that seal nothing."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, as_bytes(public_key))
        is_whole = len(as_bytes(auth)) == 16
    except (ValueError, InvalidKey):
        is_whole = False
    if not is_whole:
        raise Refused("push-keys-unreadable")
    target_of(endpoint, _only(endpoint, allowed))


def send(
    phone: Phone,
    message: dict[str, str],
    key: ec.EllipticCurvePrivateKey,
    address: str,
    allowed: Allowed,
    lookup: Lookup = look_up,
    wall: Callable[[], float] = time.time,
) -> int:
    """Send one message, and return the status of the push service; an OSError: nobody answers."""
    only = _only(phone.endpoint, allowed)
    target = target_of(phone.endpoint, only)
    deadline = Deadline(PATIENCE)
    text = json.dumps(message, ensure_ascii=False).encode()
    body = sealed(text, as_bytes(phone.public_key), as_bytes(phone.auth))
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(LIFETIME),
        "urgency": "high",
        "authorization": signed(key, phone.endpoint, address, int(wall()) + _SIGNED_FOR),
    }
    return status_of(target, places_of(target, only, lookup, deadline), body, headers, deadline)


def _only(endpoint: str, allowed: Allowed) -> Allowed:
    """Return leave to call this one host: a browser names any push service of the world.

    It must be encrypted and belong to the world, unless the owner lets webhooks stay in the house.
    """
    try:
        host = urlsplit(endpoint).netloc.lower()
    except ValueError:
        host = ""
    return Allowed(frozenset({host.removesuffix(":443")}), allowed.private)


def signed(key: ec.EllipticCurvePrivateKey, endpoint: str, address: str, ends: int) -> str:
    """Return who calls, as RFC 8292 has it: a token for this push service, signed by our key."""
    parts = urlsplit(endpoint)
    claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": ends}
    if address.startswith("https://"):
        claims["sub"] = address
    head, said = (
        as_text(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    numbers = decode_dss_signature(key.sign(f"{head}.{said}".encode(), ec.ECDSA(SHA256())))
    signature = as_text(b"".join(number.to_bytes(32, "big") for number in numbers))
    return f"vapid t={head}.{said}.{signature}, k={public_text(key)}"


def sealed(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return a message only its phone can read, as RFC 8291 has it: one record of aes128gcm."""
    salt = salt or secrets.token_bytes(16)
    own = own or ec.generate_private_key(CURVE)
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver)
    info = b"WebPush: info\0" + receiver + _point(own)
    shared = _derived(own.exchange(ec.ECDH(), public), auth, info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    point = _point(own)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + record


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def as_text(value: bytes) -> str:
    """Return bytes as the web writes them."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def as_bytes(text: str) -> bytes:
    """Read bytes as the web writes them."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
