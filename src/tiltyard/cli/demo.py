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
from tiltyard.text.say import say, word
from tiltyard.views.standings import standings_of_file

if TYPE_CHECKING:
    from rich.console import Console

    from tiltyard.day.event import Event
    from tiltyard.engine.ledger import ClosedRound
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, Tournament

FILE = "harbour-lights.json"
ALTERED = "harbour-lights-altered.json"
_NEXT = (
    ("demo --save .", "demo.next-save"),
    (f"standings {FILE} --after 1", ""),
    (f"check {ALTERED}", ""),
    ("rulesets show armada", "demo.next-ruleset"),
    ("clauses AR-117", "demo.next-clause"),
    ("demo --store day.db", "demo.next-store"),
    ("event --store day.db show night-flight", ""),
    ("event --store day.db standings summer-disks", ""),
    ("export --store day.db summer-disks", ""),
    ("verify --store day.db summer-disks", "demo.next-verify"),
    ("--help", ""),
)
"""Commands to go on with, and what they show where the command does not say it."""


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
        _say(out, f"\n{say('demo.go-on', store=there)}\n")
        _say(out, f"  tiltyard event --store {there} list")
        _say(out, f"  tiltyard event --store {there} show night-flight")
        _say(out, f"  tiltyard verify --store {there} summer-disks")
        return
    _draw_engine(out, event, altered)
    _say_next(out)


def _draw_day(out: Console, address: str) -> None:
    """Fill a store with the events of a day and list how they stand."""
    from tiltyard.dev.demo import fill
    from tiltyard.store.opening import open_store, shown

    with closing(open_store(address)) as store:
        if store.streams():
            raise Refused("holds-events-already", address=shown(address))
        events = fill(store, load, datetime.now(UTC))
    _say(out, f"{say('demo.saturday')}\n")
    headings = ("terminal.column-event", "terminal.column-game", "terminal.column-players")
    table = plain_table(*(say(code) for code in headings), say("demo.column-stands"))
    for event in events:
        here = sum(1 for entrant in event.entrants.values() if not entrant.spare)
        game = load(event.details.ruleset).game
        table.add_row(event.id, game, str(here), _stands(event))
    out.print(table)


def _stands(event: Event) -> str:
    """Return in a few words where an event stands."""
    round_ = event.current
    if event.phase != "running" or round_ is None:
        return say("demo.check-in") if event.phase == "check_in" else word(event.phase)
    cut = event.qualification
    if cut is not None and cut.offered is not None:
        return say("demo.step-in", name=event.people[cut.offered])
    rounds, draft = event.swiss_rounds, event.draft
    if draft is not None:
        code = "demo.drawn-again" if draft.attempt > 1 else "demo.drawn"
        return say(code, round=draft.number, rounds=rounds, attempt=draft.attempt)
    waiting = sum(1 for game in round_.games.values() if game.is_open)
    disputes = sum(1 for game in round_.games.values() if game.is_disputed)
    left = counted(waiting, "open-table")
    stands = say("demo.playing", round=round_.number, rounds=rounds, open=left)
    return say("demo.disputed", stands=stands, num=disputes) if disputes else stands


def _draw_engine(out: Console, event: dict[str, Any], altered: dict[str, Any]) -> None:
    """Show what the engine makes of the slips of a small event."""
    tournament = read_tournament(event)
    rules = load(tournament.ruleset)
    _say(out, f"\n{say('demo.armada-file')}")
    _draw_slips(out, tournament, rules, closed_rounds(tournament)[0])
    _prompt(out, f"standings {FILE}")
    draw_standings(tournament, rules, standings_of_file(tournament, rules, None))
    _say(out, say("demo.head-to-head"))
    _prompt(out, f"check {FILE}")
    _draw_check(tournament, rules)
    _say(out, f"\n{say('demo.altered')}")
    _prompt(out, f"check {ALTERED}")
    _draw_check(read_tournament(altered), rules)


def _say(out: Console, sentence: str) -> None:
    out.print(sentence, soft_wrap=True)


def _say_next(out: Console) -> None:
    """Say which commands go on from here."""
    _say(out, f"\n{say('demo.try')}\n")
    for command, code in _NEXT:
        _say(out, f"  tiltyard {command:<35}   {say(code) if code else ''}".rstrip())


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
            click.echo(say("demo.written", file=folder / name))
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-written")).lower()
        raise Refused("archive-unwritable", folder=folder, reason=reason) from None


def _draw_check(tournament: Tournament, rules: Ruleset) -> None:
    found = flow.findings(tournament, rules)
    draw_findings(tournament, findings_document(found, tournament, rules))


def _draw_slips(out: Console, tournament: Tournament, rules: Ruleset, closed: ClosedRound) -> None:
    """Draw a round: each slip, and what it is worth by which clauses."""
    names = {player.id: player.name for player in tournament.players}
    _say(out, f"\n{say('demo.round', round=closed.number)}")
    codes = ("terminal.column-players", "demo.column-slip", "terminal.column-points")
    more = ("demo.column-margin", "demo.column-clause")
    table = plain_table(("#", "right"), *(say(code) for code in (*codes, *more)))
    for match in closed.round.matches:
        lines = [line for _, _, line in score_lines(rules, Setting("swiss", closed.number), match)]
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
    for change in closed.round.after:
        _say(out, f" {names[change.player]}: {change.change}")


def _slip(match: Match) -> str:
    """Return the scores with their objectives, and how the game ended; `*` marks initiative."""
    if match.report is None:
        return word(match.kind)
    report = match.report
    sides = zip(report.score or (0, 0), report.objectives, (0, 1), strict=True)
    scores = (f"{score + more}{'*' * (report.initiative == n)}" for score, more, n in sides)
    return f"{'-'.join(scores)} {word(report.end)}"
