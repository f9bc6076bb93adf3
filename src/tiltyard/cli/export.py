"""`tiltyard export`: an event as a file, in our format or in that of another program."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.session import new_desk
from tiltyard.cli.store_option import opened_for_reading, store_option
from tiltyard.engine.errors import Refused
from tiltyard.formats.outgoing.spreadsheets import TABLES
from tiltyard.service.exporting import FORMS, Wish, csv_file, packed, unfold
from tiltyard.text.language import LANGUAGES, speaking, spoken_by
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.service.desk import Desk
    from tiltyard.service.exporting import Outgoing

AS = (*FORMS, "csv", "archive")


@click.command()
@click.argument("event")
@click.option(
    "--as",
    "form",
    type=click.Choice(AS),
    default="tiltyard1",
    help="In which form.",
)
@click.option("--table", type=click.Choice([*TABLES]), default="standings", help="With csv: which.")
@click.option("--bom", is_flag=True, help="With csv: mark it as UTF-8 for old spreadsheets.")
@click.option("--public", is_flag=True, help="As everybody may read it: agreed names, no secrets.")
@click.option("--language", type=click.Choice(tuple(LANGUAGES)), help="Else that of the event.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="A file, not the screen.")
@click.option("--archive", type=click.Path(path_type=Path), help="Pages: FILE.zip, or a folder.")
@store_option
def export(
    event: str,
    store: str | None,
    form: str,
    table: str,
    language: str | None,
    output: Path | None,
    archive: Path | None,
    *,
    bom: bool,
    public: bool,
) -> None:
    """Write EVENT as a file to standard output, or where --output says."""
    with closing(opened_for_reading(store)) as opened:
        desk = new_desk(opened)
        language = language or spoken_by(desk.event(event))
        if archive is not None or form == "archive":
            _write_archive(desk, event, archive or output, language)
            return
        with speaking(language):
            file = _made(desk, event, form, table, mark=bom, public=public)
    _write(file, output)
    _remark(file)


def _made(desk: Desk, event: str, form: str, table: str, *, mark: bool, public: bool) -> Outgoing:
    level = desk.level(event)
    organizer = next(
        (
            appointment.person
            for appointment in level.event.staff
            if appointment.role == "organizer"
        ),
        None,
    )
    wish = Wish(level, public=public, mark=mark, reader=organizer, notes=not public)
    return csv_file(wish, table) if form == "csv" else FORMS[form](wish)


def _write(file: Outgoing, output: Path | None) -> None:
    if output is not None:
        with _refusing(output):
            output.write_bytes(file.body)
    elif file.name.endswith(".xlsx"):
        _to_pipe(file.body)
    else:
        click.echo(file.body, nl=False)


def _to_pipe(body: bytes) -> None:
    """Send bytes to the next program; a screen cannot show them."""
    if sys.stdout.isatty():
        raise click.UsageError("this is no text: name a file with --output")
    click.echo(body, nl=False)


def _write_archive(desk: Desk, event: str, place: Path | None, language: str) -> None:
    """Write the pages of a finished event: packed, or as a folder."""
    from tiltyard.web.archive import archive_bundle
    from tiltyard.web.event_view import EventView
    from tiltyard.web.rendering import Renderer
    from tiltyard.web.settings import Settings
    from tiltyard.web.static_files import Assets

    level = desk.level(event)
    view = EventView(level.event, level.rules, level.document, desk.clock)
    files = archive_bundle(Renderer(Assets(), Settings("")), view, desk, language)
    if place is None:
        _to_pipe(packed(files, event))
        return
    with _refusing(place):
        if place.suffix.lower() == ".zip":
            place.write_bytes(packed(files, event))
        else:
            unfold(files, place)


@contextmanager
def _refusing(place: Path) -> Iterator[None]:
    """Say in one line that a place cannot be written to."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-written")).lower()
        raise Refused("file-unreadable", place=place, reason=reason) from None


def _remark(file: Outgoing) -> None:
    """Say what the form could not hold, on standard error."""
    from tiltyard.formats.outgoing.outgoing_remarks import remark_text

    for remark in file.remarks:
        if remark.code == "holds-the-seed":
            click.echo(holds_the_seed("--public"), err=True)
        elif remark.code == "seed-left-out":
            click.echo(say("terminal.note", text=say("terminal.seed-left-out")), err=True)
        else:
            click.echo(say("terminal.note", text=remark_text(remark)), err=True)


def holds_the_seed(option: str) -> str:
    """Return the warning about a file with a secret seed, and the option that leaves it out."""
    return say("terminal.note", text=say("terminal.holds-the-seed", option=option))
