"""`tiltyard schema`: the JSON Schemas of what goes in and comes out."""

from __future__ import annotations

from importlib import resources

import click

NAMES = ("tournament", "standings", "pairings", "findings", "catalogue", "list")


@click.command()
@click.argument("name", type=click.Choice(NAMES))
def schema(name: str) -> None:
    """Print the JSON Schema called NAME."""
    file = resources.files("tiltyard.formats").joinpath("schemas", f"{name}.json")
    click.echo(file.read_text("utf-8"), nl=False)
