"""`tiltyard import`: a file of any known program becomes an event, or is looked at first."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.cli.files import BAD_INPUT, shown_file, unreadable
from tiltyard.cli.session import new_desk, read_list
from tiltyard.cli.store_option import WAIT, default_store, opened_store, store_option
from tiltyard.engine.errors import Fault, Refused, TiltyardError
from tiltyard.formats.answers import error_document, error_line
from tiltyard.text.refusals import shown
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.service.foreign_importing import ImportPreview
    from tiltyard.service.published import Comparison

_MOST_OF_A_KIND = 5


@click.command("import")
@click.argument("file")
@click.option("--as", "--event", "name", metavar="ID", help="The id it gets; else from its name.")
@click.option("--ruleset", metavar="NAME", help="The rules it was played by; else found out.")
@click.option("--organizer", metavar="NAME", help="Who is its organizer here.")
@click.option("--dry-run", is_flag=True, help="Only look: nothing is recorded.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@store_option
def import_file(
    file: str,
    name: str | None,
    ruleset: str | None,
    organizer: str | None,
    store: str | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Make an event out of FILE ("-": standard input), all of it or nothing.

    FILE is a tournament of Cryodex, List Juggler, ListFortress, TOME or tiltyard/1, or a table
    (CSV) of games or players. What could not be taken over is said, and where published numbers
    differ from ours.
    """
    shown = shown_file(file)
    try:
        preview = _preview(file, ruleset)
        stem = "" if file == "-" else Path(file).stem
        if dry_run:
            event, (wanted, taken) = None, _looked_up(preview, name, stem, store)
        else:
            event = _applied(preview, name, stem, organizer, store)
            wanted, taken = event.id, False
    except TiltyardError as error:
        _refused(error, shown, as_json=as_json)
    except Exception as error:  # noqa: BLE001  # nothing was recorded: it is one act
        fault = Fault("import-fault", error=repr(error))
        _refused(fault, shown, as_json=as_json)
    if as_json:
        document = _document(preview, wanted, event) | {"taken": taken}
        click.echo(json.dumps(document, ensure_ascii=False))
        return
    _say(preview, wanted, event)
    if taken:
        click.echo(f"- {say('terminal.event-id-taken', event=repr(wanted))}")


def _preview(file: str, ruleset: str | None) -> ImportPreview:
    from tiltyard.rulesets.loader import load
    from tiltyard.service.foreign_importing import preview_import

    if file == "-":
        data = sys.stdin.buffer.read()
    else:
        try:
            data = Path(file).read_bytes()
        except OSError as error:
            raise unreadable(error) from None
    return preview_import(
        data,
        ruleset=ruleset,
        called="" if file == "-" else Path(file).stem,
        library=lambda name: load(name, own_rulesets()),
        read_list=read_list,
    )


def _applied(
    preview: ImportPreview, name: str | None, file: str, organizer: str | None, store: str | None
) -> Event:
    from tiltyard.service.foreign_importing import apply_import, free_event_id
    from tiltyard.service.importing import ORGANIZER_NAME

    with closing(opened_store(store)) as opened:
        desk = new_desk(opened)
        wanted = name or free_event_id(desk, preview, file)
        if wanted in desk.events():
            raise Refused("applied-event-already", wanted=wanted)
        return apply_import(desk, preview, wanted, organizer_name=organizer or ORGANIZER_NAME)


def _looked_up(
    preview: ImportPreview, name: str | None, file: str, store: str | None
) -> tuple[str, bool]:
    """Return the id an event would get, and whether another has it; no store is made for that."""
    from tiltyard.service.foreign_importing import free_event_id
    from tiltyard.store.opening import is_there, open_for_reading

    try:
        address = default_store() if store is None else store
        if is_there(address):
            with closing(open_for_reading(address, WAIT)) as opened:
                desk = new_desk(opened)
                wanted = name or free_event_id(desk, preview, file)
                return wanted, wanted in desk.events()
    except TiltyardError:  # it cannot be asked now; a look needs no store
        pass
    return name or preview.event_id(file), False


def _refused(error: TiltyardError, shown: str, *, as_json: bool) -> NoReturn:
    click.echo(error_line(error, shown), err=True)
    if as_json:
        click.echo(json.dumps(error_document(error), ensure_ascii=False))
    sys.exit(BAD_INPUT)


# ------------------------------------------------------------------------------- for programs


def _document(preview: ImportPreview, name: str, event: Event | None) -> dict[str, Any]:
    from tiltyard.formats.foreign.remarks import remark_text
    from tiltyard.service.published import comparison_document

    tournament = preview.tournament
    document: dict[str, Any] = {
        "format": "tiltyard/import/1",
        "event": name,
        "recorded": event is not None,
        "kind": preview.kind,
        "ruleset": preview.document.name,
        "name": tournament.name,
        "players": len(tournament.players),
        "rounds": sum(len(stage.rounds) for stage in tournament.stages),
        "lists": len(preview.lists),
        "remarks": [
            {
                "code": remark.code,
                "where": remark.where,
                "facts": shown(remark.facts),
                "text": remark_text(remark),
            }
            for remark in preview.remarks
        ],
    }
    if preview.columns:
        document["columns"] = [
            {"heading": column.heading, "meaning": column.meaning} for column in preview.columns
        ]
    if preview.comparison is not None:
        document["published"] = comparison_document(preview.comparison)
    return document


# --------------------------------------------------------------------------------- for people


def _say(preview: ImportPreview, name: str, event: Event | None) -> None:
    from tiltyard.formats.foreign.foreign_tables import column_text
    from tiltyard.formats.foreign.table import FORMATS

    tournament = preview.tournament
    rounds = sum(len(stage.rounds) for stage in tournament.stages)
    if event is None:
        players = counted(len(tournament.players), "player")
        amount = counted(rounds, "round")
        click.echo(say("terminal.nothing-recorded", event=name, players=players, rounds=amount))
    else:
        click.echo(
            f"{event.id}: {counted(len(event.entrants), 'player')}, "
            f"{counted(len(event.rounds), 'round')}, {counted(event.version, 'fact')}"
        )
        organizer = next(appointment.person for appointment in event.staff)
        click.echo(say("terminal.organizer", person=organizer))
    if preview.lists:
        click.echo(say("terminal.lists-found", num=len(preview.lists)))
    if preview.kind != "tiltyard/1":
        kind = FORMATS[preview.kind].name()
        click.echo(say("terminal.read-by", format=kind, ruleset=preview.document.name))
    if preview.columns:
        taken = (f"{column.heading or '-'} = {column_text(column)}" for column in preview.columns)
        click.echo(say("terminal.columns", columns="; ".join(taken)))
    _say_remarks(preview)
    if preview.comparison is not None:
        say_comparison(preview.comparison)


def _say_remarks(preview: ImportPreview) -> None:
    from tiltyard.formats.foreign.remarks import remark_text

    times: Counter[str] = Counter()
    for remark in preview.remarks:
        times[remark.code] += 1
        if times[remark.code] <= _MOST_OF_A_KIND:
            place = f"{remark.where}: " if remark.where else ""
            click.echo(f"- {place}{remark_text(remark)}")
    for code, count in times.items():
        if count > _MOST_OF_A_KIND:
            more = say("terminal.more-of-the-kind", num=count - _MOST_OF_A_KIND, kind=code)
            click.echo(f"- {more}")


def say_comparison(comparison: Comparison) -> None:
    """Say where published numbers differ from ours, and why."""
    from tiltyard.formats.foreign.remarks import note_text, reason_text

    for note in comparison.notes:
        click.echo(f"- {note_text(note)}")
    differing = comparison.differing
    if not differing:
        players = counted(len(comparison.rows), "player")
        click.echo(say("terminal.published-as-ours", players=players))
        return
    click.echo(say("terminal.published-differ", num=len(differing), all=len(comparison.rows)))
    width = max(len(row.name) for row in differing)
    for row in differing:
        label = row.name
        for number in row.differences:
            why = "; ".join(reason_text(reason.code, reason.round) for reason in number.reasons)
            numbers = f"{number.key:5} {number.theirs:>6} {number.ours:>6}"
            click.echo(f"  {label:{width}}  {numbers}  {why}")
            label = ""
