"""`tiltyard demo`: the engine at work on an example event, from the slips to the standings."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.tables import (
    console,
    draw_findings,
    draw_standings,
    name_text,
    plain_table,
)
from tiltyard.core import flow
from tiltyard.core.errors import Refused
from tiltyard.core.ledger import closed_rounds, score_lines
from tiltyard.core.scoring import Setting
from tiltyard.formats.answers import findings_document
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from rich.console import Console

    from tiltyard.core.ledger import ClosedRound
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Tournament

FILE = "harbour-lights.json"
ALTERED = "harbour-lights-altered.json"
_NEXT = f"""\
Try it yourself:

  tiltyard demo --save .                        writes {FILE} and
                                                {ALTERED} here
  tiltyard standings {FILE} --after 1
  tiltyard standings {FILE} --json
  tiltyard check {ALTERED}
  tiltyard rulesets show armada                 the whole document as tables
  tiltyard clauses AR-117                       one clause, and how we read it
  tiltyard --help
"""


@click.command()
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the files of the example into this folder.",
)
def demo(folder: Path | None) -> None:
    """Show the engine at work on an example event; nothing is written without --save."""
    raw = resources.files("tiltyard.tools").joinpath("demo_event.json").read_bytes()
    event: Any = decode(raw)
    tournament = read_tournament(event)
    rules = load(tournament.ruleset)
    altered = _altered(event, tournament, rules)
    if folder is not None:
        _save(folder, {FILE: raw, ALTERED: f"{json.dumps(altered, indent=1)}\n".encode()})
        return
    out = console()
    _say(out, "An Armada store event: nine players, three rounds. What the slips say, what each")
    _say(out, "is worth in tournament points and margin, and by which clause:")
    for one in closed_rounds(tournament):
        _draw_slips(out, tournament, rules, one)
    _say(out, " * has initiative: with level scores the other player wins (AR-107).")
    _prompt(out, f"standings {FILE}")
    draw_standings(tournament, rules, flow.standings(tournament, rules))
    _say(out, "Greta and Ines are level on points. Greta beat Ines, so she is first although")
    _say(out, "her margin is smaller: head to head comes before margin (AR-117).")
    _prompt(out, f"check {FILE}")
    _draw_check(tournament, rules)
    _say(out, "\nThe same event, published with a ranking that looks at the margin only:")
    _prompt(out, f"check {ALTERED}")
    _draw_check(read_tournament(altered), rules)
    _say(out, f"\n{_NEXT}", end="")


def _say(out: Console, sentence: str, end: str = "\n") -> None:
    out.print(sentence, end=end, soft_wrap=True)


def _prompt(out: Console, command: str) -> None:
    out.print(f"\n$ tiltyard {command}", style="bold cyan")


def _altered(event: dict[str, Any], tournament: Tournament, rules: Ruleset) -> dict[str, Any]:
    """Return the event with a published ranking in which the first two have changed places."""
    first, second, *rest = (row.player for row in flow.standings(tournament, rules).rows)
    copy = deepcopy(event)
    copy["ranking"] = [second, first, *rest]
    return copy


def _save(folder: Path, files: dict[str, bytes]) -> None:
    for name in files:
        if (folder / name).exists():
            raise Refused(f"{folder / name} is there already", fix="another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
            click.echo(f"written: {folder / name}")
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise Refused(f"{folder}: {reason}", fix="a folder that can be written to") from None


def _draw_check(tournament: Tournament, rules: Ruleset) -> None:
    found = flow.findings(tournament, rules)
    draw_findings(tournament, findings_document(found, tournament, rules))


def _draw_slips(out: Console, tournament: Tournament, rules: Ruleset, one: ClosedRound) -> None:
    """Draw a round: each slip, and what it is worth by which clauses."""
    names = {player.id: player.name for player in tournament.players}
    _say(out, f"\nRound {one.number}")
    table = plain_table(("#", "right"), "players", "slip", "points", "margin", "clause")
    for match in one.round.matches:
        lines = [line for _, _, line in score_lines(rules, Setting("swiss", one.number), match)]
        winner = max(lines, key=lambda line: line.result != "loss")
        table.add_row(
            "" if match.table is None else str(match.table),
            name_text(" - ".join(names[player] for player in match.players)),
            _slip(match),
            "-".join(str(line.tp) for line in lines),
            "-".join(str(line.mov) for line in lines),
            winner.because[0].clause,
        )
    out.print(table)
    for change in one.round.after:
        _say(out, f" {names[change.player]}: {change.change}")


def _slip(match: Match) -> str:
    """Return the scores with their objectives, and how the game ended; `*` marks initiative."""
    if match.report is None:
        return match.kind
    report = match.report
    sides = zip(report.score or (0, 0), report.objectives, (0, 1), strict=True)
    scores = (f"{score + more}{'*' * (report.initiative == n)}" for score, more, n in sides)
    return f"{'-'.join(scores)} {report.end}"
