"""`tiltyard keys`: the keyring beside a store, which says who may come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.store_option import default_store, store_option
from tiltyard.engine.errors import Refused
from tiltyard.text.say import say

if TYPE_CHECKING:
    from pathlib import Path


@click.group()
def keys() -> None:
    """Make the keyring anew: accounts, links, sessions and tokens."""


@keys.command("new")
@store_option
def new(store: str | None) -> None:
    """Move the keyring away, keep it under another name, and begin a new one.

    Never under a desk that is open: it would go on with the one that was moved.
    """
    from tiltyard.store.keyring_sqlite import SqliteKeyring
    from tiltyard.store.lock_file import nobody_writes
    from tiltyard.store.opening import file_of
    from tiltyard.store.sqlite import lock_of

    address = default_store() if store is None else store
    file = keyring_file(address)
    with nobody_writes(lock_of(file_of(address))):
        if file.exists():
            _move_aside(file)
        SqliteKeyring(file).close()
    click.echo(say("terminal.keyring-made-anew"))


def _move_aside(file: Path) -> None:
    from tiltyard.store.keyring_sqlite import move_aside

    try:
        aside = move_aside(file)
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-written")).lower()
        raise Refused("keyring-not-moved", file=str(file), reason=reason) from None
    click.echo(say("terminal.keyring-moved", file=str(file), aside=str(aside)))


def keyring_file(address: str) -> Path:
    """Return the file of the keyring that belongs to a store in a file."""
    from tiltyard.store.keyring_sqlite import ENDING
    from tiltyard.store.opening import file_of

    if address == "memory:" or address.startswith(("postgres://", "postgresql://")):
        raise Refused("keyring-not-a-file")
    file = file_of(address)
    return file.with_name(file.name + ENDING)
