"""Tables on the command line: players registered from one, published numbers beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_sitting import Sitting, act, reading
from tiltyard.core.errors import Refused, TournamentUnreadable

if TYPE_CHECKING:
    from tiltyard.app.foreign_importing import PlayersPreview


@act("register-table")
@click.argument("file")
@click.option(
    "--column", "columns", multiple=True, metavar="HEADING=MEANING", help="What a column means."
)
@click.option("--dry-run", is_flag=True, help="Only look: nobody is registered.")
def register_table(at: Sitting, file: str, columns: tuple[str, ...], *, dry_run: bool) -> None:
    """Enter the players of the table FILE (CSV), all of them or nobody.

    MEANING is name, first_name, last_name, number, faction, club, total, table, email or note.
    """
    from tiltyard.app.foreign_importing import preview_players
    from tiltyard.app.table_registering import register_players

    try:
        data = Path(file).read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise TournamentUnreadable("register-table-failed", file=file, reason=reason) from None
    preview = preview_players(data, dict(_told(one) for one in columns))
    _show(at, preview)
    if dry_run:
        at.say("Nobody was registered.")
        return
    done = register_players(at.desk, at.name, at.me, preview, at.confirmed)
    at.answer(registered=list(done.names), known=list(done.known))
    at.say(f"{len(done.names)} registered, {len(done.known)} were on the list already.")


def _told(text: str) -> tuple[str, str]:
    heading, found, meaning = text.rpartition("=")
    if not found:
        raise Refused("says-nothing-about-column", typed=text)
    return heading, meaning.strip()


def _show(at: Sitting, preview: PlayersPreview) -> None:
    from tiltyard.formats.foreign.words import remark_text

    table = preview.table
    at.answer(
        columns=[{"heading": one.heading, "meaning": one.meaning} for one in table.columns],
        players=[{"line": one.line, "name": one.name} for one in table.players],
        remarks=[{"code": one.code, "where": one.where} for one in preview.remarks],
    )
    for column in table.columns:
        at.say(f"{column.heading or '(no heading)'}: {column.meaning or 'kept as a note'}")
    for remark in preview.remarks:
        at.say(f"{remark.where}: {remark_text(remark)}")


@reading("published")
def published(at: Sitting) -> None:
    """Set the numbers that were published for the imported EVENT beside ours."""
    from tiltyard.app.published_numbers import compare_event, comparison_document
    from tiltyard.cli.import_file import say_comparison

    comparison = compare_event(at.desk, at.name)
    if comparison is None:
        at.answer(published=None)
        at.say("Nothing was published elsewhere for this event.")
        return
    at.answer(published=comparison_document(comparison))
    if not at.as_json:
        say_comparison(comparison)


COMMANDS = {"register-table": register_table, "published": published}
