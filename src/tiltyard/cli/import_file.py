"""`tiltyard import`: a tournament file becomes an event."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from tiltyard.cli.event_sitting import new_desk
from tiltyard.cli.files import BAD_INPUT, read_file
from tiltyard.cli.store_option import opened_store, store_option
from tiltyard.core.errors import TiltyardError
from tiltyard.formats.answers import error_line


@click.command("import")
@click.argument("file")
@click.option("--event", "name", metavar="ID", help="The id it gets; else made from its name.")
@click.option("--organizer", metavar="NAME", help="Who is its organizer here.")
@store_option
def import_file(file: str, name: str | None, organizer: str | None, store: str | None) -> None:
    """Make an event out of the tournament FILE ("-": standard input), all of it or nothing."""
    from tiltyard.app.import_facts import ORGANIZER_NAME
    from tiltyard.app.importing import event_id_for, import_tournament

    shown = "standard input" if file == "-" else file
    try:
        tournament, document = read_file(file)
        with closing(opened_store(store)) as opened:
            event = import_tournament(
                new_desk(opened),
                name or event_id_for(tournament, Path(file).stem),
                tournament,
                document,
                organizer_name=organizer or ORGANIZER_NAME,
            )
    except TiltyardError as error:
        click.echo(error_line(error, shown), err=True)
        sys.exit(BAD_INPUT)
    click.echo(
        f"{event.id}: {len(event.entrants)} players, {len(event.rounds)} rounds, "
        f"{event.version} facts"
    )
    click.echo(f"organizer: {next(one.person for one in event.staff)}")
