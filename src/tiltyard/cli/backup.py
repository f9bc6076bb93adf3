"""`tiltyard backup` and `tiltyard restore`: a copy of the store, and events back from one."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.amounts import counted, head_text
from tiltyard.cli.store_option import (
    SECOND_COPY,
    default_store,
    opened_for_reading,
    store_option,
)
from tiltyard.engine.errors import Refused
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.service.backup import CopyState


with_keys_option = click.option(
    "--with-keys", is_flag=True, help="Links and sign-ins too, encrypted under a passphrase."
)
passphrase_option = click.option(
    "--passphrase",
    envvar="TILTYARD_PASSPHRASE",
    metavar="TEXT",
    help="Else TILTYARD_PASSPHRASE, else it is asked for.",
)


# ------------------------------------------------------------------------------
# `tiltyard backup`: a copy of the store while it is in use, and the state of the second copy.


@click.command()
@click.argument("target", required=False)
@click.option("--status", is_flag=True, help="How far the second copy of each event goes.")
@with_keys_option
@passphrase_option
@store_option
def backup(
    target: str | None, store: str | None, passphrase: str | None, *, status: bool, with_keys: bool
) -> None:
    """Copy the whole store to TARGET and read the copy again.

    TARGET is a new file (SQLite), or a folder that gets one log file for each event; a new folder
    is named with a slash at its end. Without TARGET the second copy (TILTYARD_SECOND_COPY) is
    brought up to date. With --with-keys an encrypted copy of the keyring lies beside it.
    """
    from tiltyard.service.backup import back_up, copy_status

    directory = os.environ.get(SECOND_COPY)
    if not target and (target is not None or not directory):
        raise Refused("no-target-named", second_copy=SECOND_COPY)
    with closing(opened_for_reading(store)) as opened:
        if status:
            _show(copy_status(opened, target or directory or ""))
            return
        folder = target is not None and target.endswith(("/", os.sep))
        place = Path(target) if target else _there(directory)
        seal = _seal(store, place, passphrase) if with_keys else None
        heads = back_up(opened, place, folder=folder)
        if seal is not None:
            seal()
    for name, head in heads.items():
        click.echo(f"{name}: {head_text(head)}")


def _seal(store: str | None, place: Path, passphrase: str | None) -> Callable[[], None]:
    """Ask for the passphrase first; return what writes the keyring when the events are there."""
    from tiltyard.cli.keys import keyring_file
    from tiltyard.store.sealed_keys import place_of, require_passphrase, seal_keyring

    keyring = keyring_file(default_store() if store is None else store)
    secret = require_passphrase(_asked_for(passphrase, confirm=True))

    def seal() -> None:
        target = place_of(place)
        seal_keyring(keyring, target, secret)
        click.echo(say("terminal.keys-sealed", file=str(target)))

    return seal


def _asked_for(passphrase: str | None, *, confirm: bool) -> str:
    """Return the passphrase as given, or ask for it without showing it."""
    if passphrase:
        return passphrase
    asked: str = click.prompt(
        say("terminal.passphrase"), hide_input=True, confirmation_prompt=confirm, err=True
    )
    return asked


def _there(directory: str | None) -> Path:
    """Return the folder of the second copy; one that is not plugged in is not made."""
    folder = Path(directory or "")
    if not folder.is_dir():
        raise Refused("folder-not-there", folder=folder)
    return folder


def _show(states: list[CopyState]) -> None:
    for state in states:
        behind = say("terminal.copy-up-to-date")
        if state.lag:
            facts = counted(state.facts, "fact")
            behind = say("terminal.copy-behind", lag=state.lag, facts=facts)
        trouble = f". {refusal_text(state.trouble)}" if state.trouble else ""
        click.echo(f"{state.event}: {behind}{trouble}")
    if any(state.lag or state.trouble for state in states):
        sys.exit(1)


# ------------------------------------------------------------------------------
# `tiltyard restore`: events back from a backup, a log file or the second copy.


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--into", metavar="ADDRESS", help="Another store than the usual one.")
@with_keys_option
@passphrase_option
@store_option
def restore(
    source: Path, into: str | None, store: str | None, passphrase: str | None, *, with_keys: bool
) -> None:
    """Bring the events of SOURCE into a store that has none; nothing is overwritten.

    With --with-keys links, badges and sign-ins go on working; without it they are void here.
    """
    from tiltyard.service.backup import restore as bring_back
    from tiltyard.store.opening import shown

    given = store if into is None else into
    address = default_store() if given is None else given
    keyring = _opened_keys(source, address, passphrase) if with_keys else None
    found = bring_back(source, address)
    if keyring is not None:
        keyring()
    for note in found.notes:
        click.echo(say("terminal.note", text=note), err=True)
    for name, head in found.heads.items():
        click.echo(f"{name}: {head_text(head)}")
    click.echo(say("terminal.restored-into", store=shown(address)))
    click.echo(say("terminal.restored-with-keys" if with_keys else "terminal.links-void"))


def _opened_keys(source: Path, address: str, passphrase: str | None) -> Callable[[], None]:
    """Open the sealed keyring of a backup first: a wrong passphrase changes nothing."""
    from tiltyard.cli.keys import keyring_file
    from tiltyard.store.sealed_keys import open_sealed, place_of, put_keyring

    file = keyring_file(address)
    if file.exists():
        raise Refused("keyring-there-already", file=str(file))
    content = open_sealed(place_of(source), _asked_for(passphrase, confirm=False))
    return lambda: put_keyring(content, file)
