"""Tournament files on the command line: read each, answer each, and one exit code for all."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tiltyard.cli import own_rulesets
from tiltyard.engine.errors import Fault, RulesetUnreadable, TiltyardError, TournamentUnreadable
from tiltyard.engine.options import require_lengths
from tiltyard.formats.answers import error_document, error_line
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load, load_files
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament

BAD_INPUT = 2


class Answer(NamedTuple):
    """What is said about one file: a document for programs, a drawing for people, an exit code."""

    document: dict[str, Any]
    draw: Callable[[], None]
    exit_code: int = 0


def unreadable(error: OSError) -> TournamentUnreadable:
    """Return what the system says about a file that cannot be opened, as a refusal."""
    if not error.strerror:
        return TournamentUnreadable("file-cannot-be-read")
    return TournamentUnreadable("file-refused-by-system", reason=error.strerror.lower())


def read_file(name: str) -> tuple[Tournament, Ruleset]:
    """Return the tournament in a file ("-": standard input) and its ruleset."""
    if name == "-":
        raw = sys.stdin.buffer.read()
    else:
        try:
            raw = Path(name).read_bytes()
        except OSError as error:
            raise unreadable(error) from None
    tournament = read_tournament(decode(raw))
    try:
        document = (
            load_files(tournament.ruleset, tournament.ruleset_files)
            if tournament.ruleset_files
            else load(tournament.ruleset, own_rulesets())
        )
    except RulesetUnreadable as error:
        error.field = "ruleset"
        raise
    require_lengths(document, tournament.options)
    return tournament, document


def answer_all(
    files: Iterable[str],
    answer: Callable[[Tournament, Ruleset], Answer],
    *,
    as_json: bool,
    refusal_exits: dict[str, int] | None = None,
) -> None:
    """Answer every file; a bad one costs its own line and makes the exit 2."""
    gc.disable()  # tournaments hold no cycles; looking for them costs a third of the time
    try:
        worst = _answer_each(files, answer, refusal_exits or {}, as_json=as_json)
    finally:
        gc.enable()
    sys.stdout.flush()
    if worst:
        sys.exit(worst)  # click's own Exit would end in a plain return


def _answer_each(
    files: Iterable[str],
    answer: Callable[[Tournament, Ruleset], Answer],
    refusal_exits: dict[str, int],
    *,
    as_json: bool,
) -> int:
    worst = 0
    for name in files:
        try:
            tournament, rules = read_file(name)
            given = answer(tournament, rules)
        except TiltyardError as error:
            worst = max(worst, refusal_exits.get(error.kind, BAD_INPUT))
            click.echo(error_line(error, shown_file(name)), err=True)
            if as_json:
                _print_json(error_document(error))
            continue
        except Exception as error:  # noqa: BLE001  # the other files still get their answers
            worst = BAD_INPUT
            fault = Fault("file-fault", error=repr(error))
            click.echo(error_line(fault, name), err=True)
            if as_json:
                _print_json(error_document(fault))
            continue
        if as_json:
            _print_json(given.document)
        else:
            given.draw()
        worst = max(worst, given.exit_code)
    return worst


def _print_json(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")


def shown_file(name: str) -> str:
    """Return how a file is called; "-" is standard input."""
    return say("terminal.standard-input") if name == "-" else name
