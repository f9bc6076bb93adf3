"""`tiltyard print`: the papers of an event as PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tiltyard.cli.event_names import find_player
from tiltyard.cli.session import sitting
from tiltyard.cli.store_option import store_option
from tiltyard.engine.errors import Refused
from tiltyard.text.language import LANGUAGES, spoken_by
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.cli.session import Sitting
    from tiltyard.paper.paper import Paper, Wanted
    from tiltyard.paper.press import Printed, Size
    from tiltyard.paper.view import PaperView

PACK = "pack"


@click.command("print")
@click.argument("event", required=False)
@click.argument("paper", required=False)
@click.option("--list", "listed", is_flag=True, help="Say which papers there are.")
@click.option("--round", "round_", metavar="ROUND", help="1, 2, ... or an id such as 2.1.")
@click.option("--player", metavar="PLAYER", help="Only this one: id, #number or name.")
@click.option("--table", type=click.IntRange(min=1), help="Only this table.")
@click.option("--size", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--language", type=click.Choice(list(LANGUAGES)), help="Else that of the event.")
@click.option("--address", metavar="URL", help="Where the site is found, for codes of tables.")
@click.option(
    "--fonts",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with more fonts.",
)
@click.option("-o", "--output", metavar="FILE", help='The PDF; "-" is standard output.')
@store_option
def print_papers(
    event: str | None,
    paper: str | None,
    round_: str | None,
    player: str | None,
    table: int | None,
    size: str,
    language: str | None,
    address: str | None,
    fonts: Path | None,
    output: str | None,
    store: str | None,
    *,
    listed: bool,
) -> None:
    """Print a PAPER of EVENT, or the pack to go on without a computer (`pack`)."""
    if listed:
        _list_papers()
        return
    if event is None or paper is None:
        raise click.UsageError("an EVENT and a PAPER are needed; --list names the papers")
    with sitting(event, reads=True) as at:
        view = _view(at, address)
        papers = _papers(at, view, paper, round_, player, table)
        printed = _printed(view, papers, size, language or spoken_by(view.event), fonts)
        _write(printed.pdf, output or f"{event}-{paper}.pdf")
        if view.event.draft is not None:
            text = say("terminal.round-not-published", round=view.event.draft.id)
            _note(say("terminal.note", text=text))
        for warning in printed.warnings:
            _note(f"tiltyard: {warning} (--fonts DIR)")


def _note(line: str) -> None:
    click.echo(line, err=True)


def _list_papers() -> None:
    from tiltyard.paper.table import PAPERS

    width = max(map(len, PAPERS))
    for paper in PAPERS.values():
        options = "".join(f" [--{option}]" for option in paper.options)
        click.echo(f"{paper.id:<{width}}  {paper.title()}{options}")
    click.echo(f"{PACK:<{width}}  {say('terminal.paper-pack')}")


def _view(at: Sitting, address: str | None) -> PaperView:
    """Return the event as the press reads it; the staff prints a round before it is published."""
    from tiltyard.paper.view import PaperView

    def table_link(table: int) -> str:
        return f"{(address or '').rstrip('/')}/e/{at.name}/tables#t{table}"

    return PaperView(
        at.event,
        at.rules,
        at.ruleset,
        at.desk.clock.now().astimezone(),
        table_link=table_link if address else None,
        log=lambda: tuple(at.desk.log(at.name)),
    )


def _papers(
    at: Sitting,
    view: PaperView,
    name: str,
    round_: str | None,
    player: str | None,
    table: int | None,
) -> tuple[tuple[Paper, Wanted], ...]:
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.table import fall_back_pack, paper_named

    given = {"round": round_, "player": player, "table": table}
    paper = None if name == PACK else paper_named(name)
    known = () if paper is None else paper.options
    for option, value in given.items():
        if value is not None and option not in known:
            code = "paper-without-this-option" if known else "paper-without-options"
            can = tuple(f"--{name}" for name in known)
            raise Refused(code, paper=name, option=option, known=can)
    if paper is None:
        return fall_back_pack(view.as_published())
    who = find_player(at.event, player) if player is not None else None
    return ((paper, Wanted(round_, who, table)),)


def _printed(
    view: PaperView,
    papers: tuple[tuple[Paper, Wanted], ...],
    size: str,
    language: str,
    fonts: Path | None,
) -> Printed:
    from tiltyard.paper.press import print_pack

    chosen = cast("Size", size)
    shown = view.as_published()
    return print_pack(papers, shown, size=chosen, language=language, fonts=fonts)


def _write(pdf: bytes, output: str) -> None:
    if output == "-":
        sys.stdout.buffer.write(pdf)
        return
    file = Path(output)
    try:
        file.write_bytes(pdf)
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-written")).lower()
        raise Refused("paper-unwritable", file=file, reason=reason) from None
    click.echo(f"{file}: {len(pdf) // 1000} kB")
