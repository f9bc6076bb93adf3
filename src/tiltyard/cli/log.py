"""`tiltyard log`: the whole log of an event as a file, and back."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.amounts import head_text
from tiltyard.cli.export import holds_the_seed
from tiltyard.cli.files import shown_file
from tiltyard.cli.store_option import opened_for_reading, opened_store, store_option
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.store.port import Store


@click.group()
def log() -> None:
    """Write or take over the whole log of an event, with its chain."""


@log.command("export")
@click.argument("event")
@click.option("--without-seed", is_flag=True, help="For somebody who looks on while it runs.")
@click.option(
    "--with-lists",
    is_flag=True,
    help="Without its seed, with all other secrets: lists, incidents, notes, a drawn round.",
)
@click.option("--without-names", is_flag=True, help="Nobody can read names, notes and lists in it.")
@store_option
def export_(
    event: str, store: str | None, *, without_seed: bool, with_lists: bool, without_names: bool
) -> None:
    """Write the log of EVENT to standard output.

    A log holds the texts of all lists, incidents, notes on players and a round that is drawn and
    not published yet. None of it can be left out: the chain covers every word. Names and texts
    about people are sealed; the last line holds the keys to them, unless they are left out.
    """
    from tiltyard.service.exporting import export_log, require_no_secrets

    with closing(opened_for_reading(store)) as opened:
        if without_seed and not with_lists:
            require_no_secrets(opened, event)
        lines = export_log(opened, event, without_seed=without_seed, with_names=not without_names)
        for line in lines:
            click.echo(line, nl=False)
        head = opened.head(event)
        secret = not without_seed and _holds_secret(opened, event)
    click.echo(head_text(head), err=True)
    if secret:
        click.echo(holds_the_seed("--without-seed"), err=True)


def _holds_secret(store: Store, event: str) -> bool:
    """Whether a log holds a seed that is not public; what cannot be read may well hold one."""
    from tiltyard.service.exporting import folded

    try:
        found = folded(event, list(store.read(event)), event)
    except TiltyardError:
        return True
    return bool(found.seed) and not found.seed_public


@log.command("import")
@click.argument("file")
@click.option("--head", metavar="HASH", help="Refuse a log that does not end with this hash.")
@store_option
def import_(file: str, head: str | None, store: str | None) -> None:
    """Take over the log in FILE ("-": standard input) as an event, whole or not at all."""
    from tiltyard.service.exporting import import_log

    lines = _lines(file)
    with closing(opened_store(store)) as opened:
        found = import_log(opened, lines, shown_file(file), must_end_with=head)
    click.echo(head_text(found))


def _lines(file: str) -> list[bytes]:
    if file == "-":
        return list(sys.stdin.buffer)
    try:
        with Path(file).open("rb") as reading:
            return list(reading)
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-read")).lower()
        raise Refused("path-unusable", file=file, reason=reason) from None
