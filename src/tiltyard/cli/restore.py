"""`tiltyard restore`: events back from a backup, a log file or the second copy."""

from __future__ import annotations

from pathlib import Path

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.store_option import default_store, store_option


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--into", metavar="ADDRESS", help="Another store than the usual one.")
@store_option
def restore(source: Path, into: str | None, store: str | None) -> None:
    """Bring the events of SOURCE into a store that has none; nothing is overwritten."""
    from tiltyard.app.safe_keeping import restore as bring_back
    from tiltyard.store.opening import shown

    given = store if into is None else into
    address = default_store() if given is None else given
    found = bring_back(source, address)
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    for name, head in found.heads.items():
        click.echo(f"{name}: {counted(head.number, 'fact')}, head {head.hash.hex()}")
    click.echo(f"restored into {shown(address)}")
