"""Where the events lie: one address for every command that opens a store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.engine.errors import Refused
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.store.port import Store, StoreRefused

VARIABLE = "TILTYARD_STORE"
SECOND_COPY = "TILTYARD_SECOND_COPY"
FILE = "tiltyard.db"
WAIT = 3.0  # seconds for the command in another terminal to be done


store_option = click.option(
    "--store",
    envvar=VARIABLE,
    metavar="ADDRESS",
    help="A file or postgresql://...; else tiltyard.db in your data folder.",
)


def default_store() -> str:
    """Return the file in the user's data folder, whose folder is made when it is missing."""
    folder = _data_folder() / "tiltyard"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-made")).lower()
        raise Refused(
            "default-store-failed", folder=folder, reason=reason, variable=VARIABLE
        ) from None
    return str(folder / FILE)


def _data_folder() -> Path:
    named = os.environ.get("XDG_DATA_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    return Path(named) if named else Path.home() / ".local" / "share"


def opened_store(address: str | None, second_copy: str | None = None) -> Store:
    """Open the store of an address, or the user's own, with its second copy if one is named."""
    from tiltyard.store.opening import open_store

    store = open_store(default_store() if address is None else address, WAIT)
    directory = second_copy or os.environ.get(SECOND_COPY)
    if not directory:
        return store
    from tiltyard.service.backup import kept_twice

    return kept_twice(store, directory, _warn)


def opened_for_reading(address: str | None, *, pinned: bool = True) -> Store:
    """Open the store of an address, or the user's own, beside whoever is writing it."""
    from tiltyard.store.opening import open_for_reading

    return open_for_reading(default_store() if address is None else address, WAIT, pinned=pinned)


def _warn(trouble: StoreRefused) -> None:
    from tiltyard.text.refusals import refusal_text

    click.echo(f"tiltyard: {refusal_text(trouble)}", err=True)
