"""`tiltyard list check`: army lists against a ruleset, one by one or as JSON Lines."""

from __future__ import annotations

import gc
import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from tiltyard.cli.catalog import catalogues_option
from tiltyard.core.errors import Fault, Refused, TiltyardError
from tiltyard.core.rosters.roster import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.app.list_reading import ListReader
    from tiltyard.core.rosters.circumstances import Circumstances
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.ruleset import Ruleset

LIST_HAS_ERRORS, UNREADABLE = 1, 2
REGIONS = ("north_america", "elsewhere")


class Checking(NamedTuple):
    """What every list of a command is read and checked with."""

    rules: Ruleset
    read: ListReader
    circumstances: Circumstances

    def findings(self, roster: Roster) -> tuple[Finding, ...]:
        """Return what the checks have to say."""
        from tiltyard.core.rosters.checks import check_roster

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
    from tiltyard.app.list_reading import reader
    from tiltyard.cli import own_rulesets
    from tiltyard.cli.catalog import installed
    from tiltyard.cli.event_setup import named_option
    from tiltyard.core.options import with_options
    from tiltyard.core.rosters.circumstances import Circumstances
    from tiltyard.rulesets.loader import load

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
    from tiltyard.app.list_reading import LONGEST_BYTES
    from tiltyard.cli.list_batch import check_lines, first_lines, lines_of, one_list_on_each

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
    from tiltyard.app.list_reading import decoded_list
    from tiltyard.formats.lists.answer import whole_document

    text, guessed = decoded_list(data)
    form, roster = checking.read(checking.rules, text, options["form"])
    if guessed:
        roster = replace(roster, remarks=(*roster.remarks, Remark("encoding-guessed")))
    document = whole_document(form, roster, checking.rules, checking.findings(roster))
    if options["as_json"]:
        print_json(document)
    else:
        from tiltyard.cli.list_page import draw_list

        draw_list(_shown(name), document, checking.rules)
    return 0 if document["ok"] else LIST_HAS_ERRORS


def _say_unreadable(error: TiltyardError, name: str, options: dict[str, Any]) -> int:
    from tiltyard.formats.answers import error_document, error_line

    click.echo(error_line(error, _shown(name)), err=True)
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


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def print_json(document: dict[str, Any]) -> None:
    """Write one answer on a line of its own."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
