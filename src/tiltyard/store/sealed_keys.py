"""A copy of the keyring that travels with a backup: encrypted under a passphrase, whole or not.

The key is made of the passphrase by Argon2id, the copy is encrypted and authenticated by
ChaCha20-Poly1305. Without the passphrase it says nothing but its length, and it cannot be changed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.store.disk import put_in_place
from tiltyard.store.keyring_sqlite import copy_in_memory
from tiltyard.store.port import Damaged, Unwritable

if TYPE_CHECKING:
    from pathlib import Path

ENDING = ".sealed-keys"
IN_FOLDER = f"tiltyard{ENDING}"
SHORTEST = 8  # letters of a passphrase
_FORMAT = b"tiltyard/sealed-keys/1\n"
_SALT, _NONCE = 16, 12
_ROUNDS, _KIBIBYTES, _LANES, _LENGTH = 3, 65_536, 1, 32


def place_of(backup: Path) -> Path:
    """Return where the sealed keyring of a backup lies: beside the file, or in the folder."""
    return backup / IN_FOLDER if backup.is_dir() else backup.with_name(backup.name + ENDING)


def require_passphrase(passphrase: str) -> str:
    """Return a passphrase that is long enough to keep a keyring."""
    if len(passphrase) < SHORTEST:
        raise Refused("passphrase-too-short", least=SHORTEST)
    return passphrase


def seal_keyring(keyring: Path, target: Path, passphrase: str) -> None:
    """Write an encrypted copy of a keyring, while others go on using it."""
    copy = copy_in_memory(keyring)
    try:
        content = copy.content()
    finally:
        copy.close()
    part = target.with_name(f"{target.name}.part")
    try:
        part.write_bytes(_sealed(content, passphrase))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unwritable("sealed-keys-not-written", file=str(target), reason=reason) from error
    put_in_place(part, target)


def open_sealed(source: Path, passphrase: str) -> bytes:
    """Return the keyring in a sealed copy; a wrong passphrase or a changed copy is refused."""
    try:
        found = source.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused("sealed-keys-not-there", file=str(source), reason=reason) from None
    if not found.startswith(_FORMAT) or len(found) < len(_FORMAT) + _SALT + _NONCE:
        raise Damaged("sealed-keys-damaged", file=str(source))
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    rest = found[len(_FORMAT) :]
    salt, nonce = rest[:_SALT], rest[_SALT : _SALT + _NONCE]
    try:
        opened = ChaCha20Poly1305(_key(passphrase, salt))
        return opened.decrypt(nonce, rest[_SALT + _NONCE :], _FORMAT + salt)
    except InvalidTag:
        raise Refused("passphrase-does-not-fit", file=str(source)) from None


def put_keyring(content: bytes, keyring: Path) -> None:
    """Lay a keyring beside a store that has none."""
    part = keyring.with_name(f"{keyring.name}.part")
    try:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unwritable("keyring-not-laid", file=str(keyring), reason=reason) from error
    put_in_place(part, keyring)


def _sealed(content: bytes, passphrase: str) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
    closing = ChaCha20Poly1305(_key(passphrase, salt))
    return _FORMAT + salt + nonce + closing.encrypt(nonce, content, _FORMAT + salt)


def _key(passphrase: str, salt: bytes) -> bytes:
    from argon2.low_level import Type, hash_secret_raw

    secret = passphrase.encode()
    return hash_secret_raw(secret, salt, _ROUNDS, _KIBIBYTES, _LANES, _LENGTH, Type.ID)
