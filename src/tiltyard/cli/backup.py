"""`tiltyard backup` and `tiltyard restore`: a copy of the store, and events back from one."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.store_option import (
    SECOND_COPY,
    default_store,
    opened_for_reading,
    store_option,
)
from tiltyard.engine.errors import Refused
from tiltyard.text.refusals import refusal_text

if TYPE_CHECKING:
    from tiltyard.service.backup import CopyState


# ------------------------------------------------------------------------------
# `tiltyard backup`: a copy of the store while it is in use, and the state of the second copy.


@click.command()
@click.argument("target", required=False)
@click.option("--status", is_flag=True, help="How far the second copy of each event goes.")
@store_option
def backup(target: str | None, store: str | None, *, status: bool) -> None:
    """Copy the whole store to TARGET and read the copy again.

    TARGET is a new file (SQLite), or a folder that gets one log file for each event; a new folder
    is named with a slash at its end. Without TARGET the second copy (TILTYARD_SECOND_COPY) is
    brought up to date.
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
        heads = back_up(opened, Path(target) if target else _there(directory), folder=folder)
    for name, head in heads.items():
        click.echo(f"{name}: {counted(head.number, 'fact')}, head {head.hash.hex()}")


def _there(directory: str | None) -> Path:
    """Return the folder of the second copy; one that is not plugged in is not made."""
    folder = Path(directory or "")
    if not folder.is_dir():
        raise Refused("folder-not-there", folder=folder)
    return folder


def _show(states: list[CopyState]) -> None:
    for state in states:
        behind = "up to date"
        if state.lag:
            behind = f"{state.lag} of {counted(state.facts, 'fact')} behind"
        trouble = f". {refusal_text(state.trouble)}" if state.trouble else ""
        click.echo(f"{state.event}: {behind}{trouble}")
    if any(state.lag or state.trouble for state in states):
        sys.exit(1)


# ------------------------------------------------------------------------------
# `tiltyard restore`: events back from a backup, a log file or the second copy.


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--into", metavar="ADDRESS", help="Another store than the usual one.")
@store_option
def restore(source: Path, into: str | None, store: str | None) -> None:
    """Bring the events of SOURCE into a store that has none; nothing is overwritten."""
    from tiltyard.service.backup import restore as bring_back
    from tiltyard.store.opening import shown

    given = store if into is None else into
    address = default_store() if given is None else given
    found = bring_back(source, address)
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    for name, head in found.heads.items():
        click.echo(f"{name}: {counted(head.number, 'fact')}, head {head.hash.hex()}")
    click.echo(f"restored into {shown(address)}")
