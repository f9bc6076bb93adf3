"""`tiltyard list check`: army lists against a ruleset, one by one or as JSON Lines."""

from __future__ import annotations

import gc
import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click
from rich.text import Text

from tiltyard.cli.amounts import counted
from tiltyard.cli.catalog import catalogues_option
from tiltyard.cli.files import shown_file
from tiltyard.cli.output import console, name_text, plain_table
from tiltyard.engine.errors import Fault, Refused, TiltyardError
from tiltyard.engine.rosters.roster import Remark
from tiltyard.formats.answers import error_document
from tiltyard.formats.lists.answer import list_document
from tiltyard.formats.lists.list_limits import LONGEST_BYTES, ListUnreadable, list_json, too_long
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from rich.console import Console

    from tiltyard.engine.rosters.circumstances import Circumstances
    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.service.list_reading import ListReader


# ------------------------------------------------------------------------------
# An army list in the terminal: what is in it, what it costs, what the checks found.

COLOURS = {"error": "red", "warning": "yellow", "notice": "cyan"}


def draw_list(name: str, document: dict[str, Any], rules: Ruleset, *, stderr: bool = False) -> None:
    """Draw a list as it was read, and every finding with its clause and the way out."""
    out = console(stderr=stderr)
    title = document["name"] or name
    total = say("terminal.total-not-known")
    if document["total"] is not None:
        total = counted(document["total"], "point")
    head = ", ".join(part for part in (document["faction"], total) if part)
    out.print(name_text(f"{title}: {head}"), style="bold")
    out.print(name_text(f"{rules.title} {rules.version}"), style="dim")
    several = len(document["musters"]) > 1
    for number, muster in enumerate(document["musters"], start=1):
        if several:
            cost = document["totals"][number - 1]
            which = f"{rules.terms.get('list') or say('terminal.list')} {number}"
            out.print(name_text(which if cost is None else f"{which}: {counted(cost, 'point')}"))
        _draw_muster(out, muster, rules)
    _draw_findings(out, document)
    game = rules.lists.catalogue
    if game and not document["catalogue"]:
        out.print(name_text(say("terminal.no-cards-of", game=game)))


def _draw_muster(out: Console, muster: dict[str, Any], rules: Ruleset) -> None:
    titles = {section.id: section.title for section in rules.lists.sections}
    table = plain_table("", say("terminal.column-card"), (say("terminal.column-points"), "right"))
    shown = ""
    for entry in muster["entries"]:
        section = titles.get(entry["section"], entry["section"])
        cost = "" if entry["points"] is None else str(entry["points"])
        table.add_row(name_text("" if section == shown else section), _cards(entry), cost)
        shown = section
    out.print(table)


def _cards(entry: dict[str, Any]) -> Text:
    names = [entry["name"], *(card["name"] for card in entry["upgrades"])]
    return name_text(" + ".join(names))


def _draw_findings(out: Console, document: dict[str, Any]) -> None:
    for finding in document["findings"]:
        severity = say(f"terminal.severity-{finding['severity']}")
        line = Text().append(f"{severity:<8}", style=COLOURS[finding["severity"]])
        line.append_text(name_text(finding["message"]))
        line.append(f" ({finding['clause']})", style="dim")
        out.print(line)
        if finding["fix"]:
            out.print(name_text(f"        {finding['fix']}"), style="dim")
    if document["ok"]:
        out.print(say("terminal.list-is-fine"), style="green")


# ------------------------------------------------------------------------------
# Many army lists as JSON Lines: one answer on each line, whatever the lines before it were.

LONGEST_LINE = 2 * LONGEST_BYTES  # a list as a JSON string is longer than the list


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long only enough to say so."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            more = stream.readline(LONGEST_LINE)
            line = line if len(more) == LONGEST_LINE and not more.endswith(b"\n") else b""


def first_lines(lines: Iterator[bytes]) -> list[bytes]:
    """Return enough of a file to see what it is: nothing behind a line without an end."""
    head = list(islice(lines, 1))
    return head + list(islice(lines, 1)) if head and len(head[0]) <= LONGEST_LINE else head


def one_list_on_each(head: Sequence[bytes]) -> bool:
    """Return whether the first line is a whole JSON value, and another line follows."""
    if not any(line.strip() for line in head[1:]):
        return False
    try:
        value = list_json(head[0].decode("utf-8-sig"))
    except (UnicodeDecodeError, TiltyardError):
        return False
    return isinstance(value, str | dict)


def check_lines(lines: Iterable[bytes], checking: Checking, file: str | None) -> int:
    """Answer every line that is not empty, and return what they make of the exit code."""
    worst = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        answer, code = _answer(line, checking)
        print_json({**({"file": file} if file else {}), "line": number, **answer})
        worst = max(worst, code)
    return worst


def _answer(line: bytes, checking: Checking) -> tuple[dict[str, Any], int]:
    try:
        form, roster = checking.read.value(checking.rules, _value(line))
        findings = checking.findings(roster)
        document = list_document(form, roster, checking.rules, findings)
    except TiltyardError as error:
        return _unreadable(error), UNREADABLE
    except Exception as error:  # noqa: BLE001  # the other lines still get their answers
        return _unreadable(Fault("list-batch-fault", error=repr(error))), UNREADABLE
    return document, 0 if document["ok"] else LIST_HAS_ERRORS


def _value(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise too_long()
    try:
        return list_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ListUnreadable("line-not-utf-8-byte", start=error.start) from None


def _unreadable(error: TiltyardError) -> dict[str, Any]:
    return {"ok": False, "total": None, "totals": [], **error_document(error)}


# ------------------------------------------------------------------------------
# `tiltyard list check`: army lists against a ruleset, one by one or as JSON Lines.

LIST_HAS_ERRORS, UNREADABLE = 1, 2
REGIONS = ("north_america", "elsewhere")


class Checking(NamedTuple):
    """What every list of a command is read and checked with."""

    rules: Ruleset
    read: ListReader
    circumstances: Circumstances

    def findings(self, roster: Roster) -> tuple[Finding, ...]:
        """Return what the checks have to say."""
        from tiltyard.engine.rosters.checks import check_roster

        return check_roster(roster, self.rules, self.circumstances)


@click.group("list")
def lists() -> None:
    """Army lists: read in every form, added up, checked."""


@lists.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--ruleset", required=True, help="The document the lists are for: xwing-dogfight.")
@click.option("--tier", default="", help="The tier of the event.")
@click.option("--date", type=click.DateTime(["%Y-%m-%d"]), help="The day: newer cards are named.")
@click.option("--region", type=click.Choice(REGIONS), default=REGIONS[0])
@click.option("--points-limit", type=click.IntRange(1, 100_000), help="If the event sets it.")
@click.option("--cut", is_flag=True, help="A championship bracket is planned.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="May repeat.")
@click.option("--form", default="", help="How the lists are written; else it is recognised.")
@click.option("--batch", is_flag=True, help="Each line of a FILE holds a list as JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each list.")
@catalogues_option
def check(files: tuple[str, ...], folder: Path | None, **options: Any) -> None:
    """Check each FILE ("-": standard input); a .jsonl file holds one list on each line.

    Exit 0: nothing is wrong, 1: a list has errors, 2: one cannot be read.
    """
    checking = _checking(folder, options)
    options["several_files"] = len(files) > 1
    gc.disable()  # lists hold no cycles
    try:
        worst = max(_check_file(name, checking, options) for name in files)
    finally:
        gc.enable()
    sys.stdout.flush()
    if worst:
        sys.exit(worst)


def _checking(folder: Path | None, options: dict[str, Any]) -> Checking:
    from tiltyard.cli import own_rulesets
    from tiltyard.cli.catalog import installed
    from tiltyard.cli.event_setup import named_option
    from tiltyard.engine.options import with_options
    from tiltyard.engine.rosters.circumstances import Circumstances
    from tiltyard.rulesets.loader import load
    from tiltyard.service.list_reading import reader

    rules = load(options["ruleset"], own_rulesets())
    if options["settings"]:
        rules = with_options(rules, dict(named_option(text, rules) for text in options["settings"]))
    tiers = [tier.id for tier in rules.tiers]
    if options["tier"] and options["tier"] not in tiers:
        raise Refused(
            "no-such-tier", rules=rules.title, options=options["tier"], tiers=tuple(tiers)
        )
    day: datetime | None = options["date"]
    circumstances = Circumstances(
        tier=options["tier"],
        date=None if day is None else day.date(),
        region="elsewhere" if options["region"] == "elsewhere" else "north_america",
        points_limit=options["points_limit"],
        cut_planned=options["cut"],
    )
    return Checking(rules, reader(installed(folder)), circumstances)


def _check_file(name: str, checking: Checking, options: dict[str, Any]) -> int:
    """Answer one file, and return what it makes of the exit code."""
    from tiltyard.formats.lists.list_limits import LONGEST_BYTES

    several = options["batch"] or name.endswith(".jsonl")
    try:
        with _opened(name) as stream:
            lines = lines_of(stream)
            head = first_lines(lines)
            if several or one_list_on_each(head):
                file = name if options["several_files"] else None
                return check_lines(chain(head, lines), checking, file)
            data = b"".join(head) + stream.read(LONGEST_BYTES + 1)
        return _check_one(data, name, checking, options)
    except TiltyardError as error:
        return _say_unreadable(error, name, options)
    except BrokenPipeError:
        raise  # whoever read the answers has gone
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return _say_unreadable(Refused("list-file-unreadable", reason=reason), name, options)
    except Exception as error:  # noqa: BLE001  # the other files still get their answers
        fault = Fault("list-check-fault", error=repr(error))
        return _say_unreadable(fault, name, options)


def _check_one(data: bytes, name: str, checking: Checking, options: dict[str, Any]) -> int:
    from tiltyard.formats.lists.answer import whole_document
    from tiltyard.formats.lists.list_limits import decoded_list

    text, guessed = decoded_list(data)
    form, roster = checking.read(checking.rules, text, options["form"])
    if guessed:
        roster = replace(roster, remarks=(*roster.remarks, Remark("encoding-guessed")))
    document = whole_document(form, roster, checking.rules, checking.findings(roster))
    if options["as_json"]:
        print_json(document)
    else:
        draw_list(shown_file(name), document, checking.rules)
    return 0 if document["ok"] else LIST_HAS_ERRORS


def _say_unreadable(error: TiltyardError, name: str, options: dict[str, Any]) -> int:
    from tiltyard.formats.answers import error_document, error_line

    click.echo(error_line(error, shown_file(name)), err=True)
    if options["as_json"]:
        print_json({"ok": False, "total": None, "totals": [], **error_document(error)})
    return UNREADABLE


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def print_json(document: dict[str, Any]) -> None:
    """Write one answer on a line of its own."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
