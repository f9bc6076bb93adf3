"""`tiltyard export`: an event as a tournament file."""

from __future__ import annotations

from contextlib import closing

import click

from tiltyard.cli.event_sitting import new_desk
from tiltyard.cli.store_option import opened_store, store_option

UNFINISHED = "note: this file holds the secret seed of an unfinished event"


@click.command()
@click.argument("event")
@click.option("--public", is_flag=True, help="Leave the seed out while it is secret.")
@store_option
def export(event: str, store: str | None, *, public: bool) -> None:
    """Write EVENT as a tournament file to standard output."""
    from tiltyard.app.exporting import export_event

    with closing(opened_store(store)) as opened:
        answer = export_event(new_desk(opened).event(event), public=public)
    click.echo(answer.text, nl=False)
    if answer.holds_secret:
        click.echo(f"{UNFINISHED}; --public leaves it out", err=True)
    if answer.seed_left_out:
        click.echo(
            "note: the seed is secret until the event is finished and is left out: "
            "draws cannot be checked with this file yet",
            err=True,
        )
