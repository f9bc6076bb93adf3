"""The rulesets a server keeps, for commands: read from its keyring, beside `serve` as well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tiltyard.engine.errors import RulesetUnreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.service.ruleset_library import RulesetLibrary

_KEYS = ".keys"
"""How the file of a keyring ends, which need not be opened to list what comes with the program."""


def kept_library(store: str | None) -> AbstractContextManager[RulesetLibrary | None]:
    """Return the library beside a store while it is needed; none where no server ever was."""
    from contextlib import contextmanager

    @contextmanager
    def opened() -> Iterator[RulesetLibrary | None]:
        from tiltyard.cli.serve import keyring_of
        from tiltyard.service.ruleset_library import RulesetLibrary

        address = _address(store)
        if not address:
            yield None
            return
        keyring = keyring_of(address)
        try:
            yield RulesetLibrary(keyring)
        finally:
            keyring.close()

    return opened()


def _address(store: str | None) -> str:
    """Return the address of a store with a keyring; nothing is made that is not there."""
    from tiltyard.cli.store_option import default_store

    address = default_store() if store is None else store
    if address == "memory:" or address.startswith(("postgres://", "postgresql://")):
        return "" if address == "memory:" else address
    return address if Path(f"{address}{_KEYS}").exists() else ""


def find_ruleset(name: str, store: str | None, folder: Path | None) -> Ruleset:
    """Return a ruleset of the program, of the folder of this user, or of the server."""
    from tiltyard.rulesets.loader import load
    from tiltyard.service.ruleset_library import read_kept

    try:
        return load(name, folder)
    except RulesetUnreadable as no:
        if no.code != "no-ruleset-called":
            raise
        with kept_library(store) as library:
            kept = library.kept(name) if library is not None else None
            if kept is None:
                raise
            return read_kept(kept)
