"""From the address of a store to the store."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tiltyard.store.lock_file import when_free
from tiltyard.store.port import StoreRefused, Unwritable, WrongStore

if TYPE_CHECKING:
    from tiltyard.store.port import Store

_POSTGRES = ("postgresql://", "postgres://")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_IN_FRONT = re.compile(r"(?<=://)([^/?#\s]*?):([^\s]*)@")
_BEHIND = re.compile(r"(?<=[?&])(password|sslpassword)=[^&\s]*")


def open_store(address: str, wait: float = 0.0) -> Store:
    """Open `memory:`, a path, `sqlite:path` or `postgresql://...`.

    A file that another process holds is tried for `wait` seconds.
    """
    if address == "memory:":
        from tiltyard.store.memory import MemoryStore

        return MemoryStore()
    if address.startswith(_POSTGRES):
        return _open_postgres(address)
    file = file_of(address)
    from tiltyard.store.sqlite_led import LedStore

    return when_free(lambda: LedStore(file), wait)


def open_for_reading(address: str, wait: float = 0.0, *, pinned: bool = True) -> Store:
    """Open a store without changing it, also one that another process is writing.

    With `pinned` all is read as it stood at the opening. A file that is not there is not made: it
    holds no events.
    """
    if address == "memory:" or address.startswith(_POSTGRES):
        return open_store(address)
    file = file_of(address)
    if not file.exists() and file.parent.is_dir():
        from tiltyard.store.memory import MemoryStore

        return MemoryStore()
    if not file.exists():
        raise Unwritable("store-folder-missing", file=str(file), folder=str(file.parent))
    from tiltyard.store.sqlite_reading import SqliteReader

    return when_free(lambda: SqliteReader(file, pinned=pinned), wait)


def file_of(address: str) -> Path:
    """Return the file that an address names; what names none is refused."""
    path = address.removeprefix("sqlite:")
    scheme = _SCHEME.match(address)
    if scheme is not None and not path.startswith("///"):
        raise WrongStore("no-store-known", scheme=scheme[1])
    if not path.strip():
        raise WrongStore("address-store-empty")
    if "\0" in path:
        raise WrongStore("address-store-cannot-read")
    file = Path(path)
    if file.is_dir():
        raise WrongStore("folder-store-one-file", path=path, file=file / "tiltyard.db")
    return file


def is_there(address: str) -> bool:
    """Whether there is something to open: a file is only made by who records something."""
    if address == "memory:":
        return False
    return address.startswith(_POSTGRES) or file_of(address).exists()


def shown(address: str) -> str:
    """Return an address as people may read it: without its password."""
    if not _SCHEME.match(address):
        return address
    return _BEHIND.sub(r"\1=***", _IN_FRONT.sub(r"\1:***@", address))


def _open_postgres(address: str) -> Store:
    """Open a database; whatever the library says of the address, the password is not in it."""
    import psycopg

    from tiltyard.store.postgres import PostgresStore

    try:
        return PostgresStore(address)
    except StoreRefused as no:
        no.facts = {name: _without_secrets(fact, address) for name, fact in no.facts.items()}
        raise
    except (psycopg.Error, UnicodeError):
        raise Unwritable("cannot-read-address", address=shown(address)) from None


def _without_secrets(fact: object, address: str) -> object:
    if not isinstance(fact, str):
        return fact
    text = fact
    secrets = [found[2] for found in _IN_FRONT.finditer(address)]
    secrets += [found[0].partition("=")[2] for found in _BEHIND.finditer(address)]
    for secret in filter(None, secrets):
        text = text.replace(secret, "***")
    return text
