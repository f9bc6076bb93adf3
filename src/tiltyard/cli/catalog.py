"""`tiltyard catalog`: the card data that army lists are read with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.amounts import counted
from tiltyard.engine.errors import Refused
from tiltyard.text.refusals import whole_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.service.list_reading import Catalogues

catalogues_option = click.option(
    "--catalogues",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TILTYARD_CATALOGUES",
    metavar="DIR",
    help="Where card data lies; else catalogues in your data folder.",
)


def installed(folder: Path | None) -> Catalogues:
    """Return the catalogues of a folder, or the user's own; say when the folder is not there."""
    from tiltyard.service.list_reading import Catalogues

    if folder is not None and not folder.is_dir():
        text = say("terminal.no-catalogue-folder", folder=folder)
        click.echo(f"tiltyard: {text}", err=True)
    return Catalogues(folder)


@click.group()
def catalog() -> None:
    """Install card data: with it lists are added up, without it totals are as declared."""


@catalog.command()
@click.argument("game")
@click.argument("path", type=click.Path(path_type=Path))
@catalogues_option
def add(game: str, path: Path, folder: Path | None) -> None:
    """Install the cards of GAME from PATH: xwing-data as folder or ZIP, or a catalogue file."""
    from tiltyard.service.list_reading import Catalogues

    _refuse_unknown(game)
    found = Catalogues(folder).add(game, path)
    click.echo(_line(game, len(found.cards), len(found.products), found.label))


def _refuse_unknown(game: str) -> None:
    """Refuse a game that no ruleset reads cards for: nobody would ever look at them."""
    from tiltyard.cli import own_rulesets
    from tiltyard.rulesets.loader import load_all

    known = {rules.lists.catalogue for rules in load_all(own_rulesets())} - {""}
    if game not in known:
        raise Refused("no-ruleset-cards", game=game, known=tuple(sorted(known)))


def _line(game: str, cards: int, products: int, label: str) -> str:
    return f"{game}: {counted(cards, 'card')}, {counted(products, 'product')}, {label}"


@catalog.command("list")
@catalogues_option
@click.option("--json", "as_json", is_flag=True, help="One JSON list for a program.")
def list_installed(folder: Path | None, *, as_json: bool) -> None:
    """Show which games have their cards installed."""
    catalogues = installed(folder)
    found, damaged = catalogues.list(), catalogues.damaged()
    for error in damaged:
        click.echo(f"tiltyard: {whole_text(error)}", err=True)
    if as_json:
        keys = ("game", "label", "cards", "products")
        rows = [{key: getattr(other, key) for key in keys} for other in found]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for other in found:
        click.echo(_line(other.game, other.cards, other.products, other.label))
    if not found and not damaged:
        click.echo(say("terminal.no-catalogues"))


@catalog.command()
@click.argument("game")
@catalogues_option
def remove(game: str, folder: Path | None) -> None:
    """Take the cards of GAME away; lists that were read with them keep what they know."""
    installed(folder).remove(game)
    click.echo(say("terminal.catalogue-removed", game=game))
