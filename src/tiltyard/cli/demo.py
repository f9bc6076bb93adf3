"""`tiltyard demo`: a Saturday full of events, and the engine at work on one of them."""

from __future__ import annotations

import json
from contextlib import closing
from copy import deepcopy
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.output import console, draw_findings, draw_standings, name_text, plain_table
from tiltyard.engine import flow
from tiltyard.engine.errors import Refused
from tiltyard.engine.ledger import closed_rounds, score_lines
from tiltyard.engine.scoring import Setting
from tiltyard.formats.answers import findings_document
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.views.standings import standings_of_file

if TYPE_CHECKING:
    from rich.console import Console

    from tiltyard.day.event import Event
    from tiltyard.engine.ledger import ClosedRound
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, Tournament

FILE = "harbour-lights.json"
ALTERED = "harbour-lights-altered.json"
_NEXT = f"""\
Try it yourself:

  tiltyard demo --save .                        writes {FILE} and
                                                {ALTERED} here
  tiltyard standings {FILE} --after 1
  tiltyard check {ALTERED}
  tiltyard rulesets show armada                 the whole document as tables
  tiltyard clauses AR-117                       one clause, and how we read it
  tiltyard demo --store day.db                  the events above, to go on with
  tiltyard event --store day.db show night-flight
  tiltyard event --store day.db standings summer-disks
  tiltyard export --store day.db summer-disks
  tiltyard verify --store day.db summer-disks   every draw done again
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
@click.option("--store", metavar="ADDRESS", help="Fill this store, which must be empty.")
def demo(folder: Path | None, store: str | None) -> None:
    """Show a day of events and the engine at work; without an option nothing is written."""
    raw = resources.files("tiltyard.dev").joinpath("demo_event.json").read_bytes()
    event: Any = decode(raw)
    tournament = read_tournament(event)
    rules = load(tournament.ruleset)
    altered = _altered(event, tournament, rules)
    if folder is not None:
        _save(folder, {FILE: raw, ALTERED: f"{json.dumps(altered, indent=1)}\n".encode()})
        return
    out = console()
    _draw_day(out, "memory:" if store is None else store)
    if store is not None:
        from tiltyard.store.opening import shown

        there = shown(store)
        _say(out, f"\nThey are in {there}. Go on with them:\n")
        _say(out, f"  tiltyard event --store {there} list")
        _say(out, f"  tiltyard event --store {there} show night-flight")
        _say(out, f"  tiltyard verify --store {there} summer-disks")
        return
    _draw_engine(out, event, altered)
    _say(out, f"\n{_NEXT}", end="")


def _draw_day(out: Console, address: str) -> None:
    """Fill a store with the events of a day and list how they stand."""
    from tiltyard.dev.demo import fill
    from tiltyard.store.opening import open_store, shown

    with closing(open_store(address)) as store:
        if store.streams():
            raise Refused("holds-events-already", address=shown(address))
        events = fill(store, load, datetime.now(UTC))
    _say(out, "A Saturday at the desk: seven events in six formats, made by the same acts")
    _say(out, "that people use. Names are invented.\n")
    table = plain_table("event", "game", "players", "stands")
    for event in events:
        here = sum(1 for one in event.entrants.values() if not one.spare)
        game = load(event.details.ruleset).game
        table.add_row(event.id, game, str(here), _stands(event))
    out.print(table)


def _stands(event: Event) -> str:
    """Return in a few words where an event stands."""
    round_ = event.current
    if event.phase != "running" or round_ is None:
        return event.phase.replace("_", "-")
    cut = event.qualification
    if cut is not None and cut.offered is not None:
        return f"cut made, {event.people[cut.offered]} is asked to step in"
    if event.draft is not None:
        again = f", attempt {event.draft.attempt}" if event.draft.attempt > 1 else ""
        return f"round {event.draft.number} of {event.swiss_rounds} drawn{again}"
    waiting = sum(1 for game in round_.games.values() if game.is_open)
    disputes = sum(1 for game in round_.games.values() if game.is_disputed)
    stands = f"round {round_.number} of {event.swiss_rounds}: {counted(waiting, 'table')} open"
    return f"{stands}, {disputes} disputed" if disputes else stands


def _draw_engine(out: Console, event: dict[str, Any], altered: dict[str, Any]) -> None:
    """Show what the engine makes of the slips of a small event."""
    tournament = read_tournament(event)
    rules = load(tournament.ruleset)
    _say(out, "\nAn Armada store event as a file: nine players, three rounds. What the slips of")
    _say(out, "its first round say, what each is worth, and by which clause:")
    _draw_slips(out, tournament, rules, closed_rounds(tournament)[0])
    _prompt(out, f"standings {FILE}")
    draw_standings(tournament, rules, standings_of_file(tournament, rules, None))
    _say(out, "Greta and Ines are level on points. Greta beat Ines, so she is first although")
    _say(out, "her margin is smaller: head to head comes before margin (AR-117).")
    _prompt(out, f"check {FILE}")
    _draw_check(tournament, rules)
    _say(out, "\nThe same event, published with a ranking that looks at the margin only:")
    _prompt(out, f"check {ALTERED}")
    _draw_check(read_tournament(altered), rules)


def _say(out: Console, sentence: str, end: str = "\n") -> None:
    out.print(sentence, end=end, soft_wrap=True)


def _prompt(out: Console, command: str) -> None:
    out.print(f"\n$ tiltyard {command}", style="bold cyan")


def _altered(event: dict[str, Any], tournament: Tournament, rules: Ruleset) -> dict[str, Any]:
    """Return the event with a published ranking in which the first two have changed places."""
    first, second, *rest = (row.player for row in standings_of_file(tournament, rules, None).rows)
    copy = deepcopy(event)
    copy["ranking"] = [second, first, *rest]
    return copy


def _save(folder: Path, files: dict[str, bytes]) -> None:
    for name in files:
        if (folder / name).exists():
            raise Refused("archive-there-already", folder=folder / name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
            click.echo(f"written: {folder / name}")
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise Refused("archive-unwritable", folder=folder, reason=reason) from None


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
