"""`tiltyard rulesets` and `tiltyard structure`: the documents, and the rounds each gives."""

from __future__ import annotations

import json
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.cli.made_rulesets import find_ruleset, kept_library
from tiltyard.cli.store_option import store_option
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.rulesets.loader import load, load_all
from tiltyard.text.say import say

if TYPE_CHECKING:
    from typing import BinaryIO

    from tiltyard.engine.structure import Announced, Format

# ------------------------------------------------------------------------------
# `tiltyard structure`: rounds and cut for a number of players.


@click.command()
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(min=0), help="How many take part.")
@click.option("--structure", "table", type=click.Choice(["basic", "advanced"]), help="Which table.")
@click.option("--points", type=click.IntRange(min=1), help="Points limit (Middle-earth).")
@click.option("--days", type=click.IntRange(min=1), default=1, help="Days (Middle-earth).")
def structure(
    ruleset: str, players: int | None, table: str | None, points: int | None, days: int
) -> None:
    """Say how many rounds and which cut the document RULESET gives."""
    rules = load(ruleset, own_rulesets())
    if points is not None:
        games = format_for(rules, points, days)
        text = say(
            "terminal.games-of-minutes",
            games=counted(games.games, "game"),
            minutes=games.minutes,
            board=games.board,
        )
        click.echo(_given(text, games))
        return
    if players is None:
        raise click.UsageError(
            "say how many: --players N"
            + (" or --points N --days N" if rules.structure.formats else "")
        )
    plan = plan_for(rules, players, table)
    cut = say("terminal.then-a-cut", cut=plan.cut) if plan.cut else say("terminal.no-cut")
    click.echo(_given(f"{counted(plan.rounds, 'swiss-round')}, {cut}", plan))


def _given(text: str, by: Announced | Format) -> str:
    """Return what a document gives, with its clause; what it only suggests is said to be so."""
    if by.suggestion:
        text = say("terminal.suggested", text=text)
    return f"{text}  ({by.clause})"


# ------------------------------------------------------------------------------
# `tiltyard rulesets`: which documents there are, and what each of them says.

WIDTH = 80
_LARGEST = 1024 * 1024


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON list for a program.")
@store_option
@click.pass_context
def rulesets(ctx: click.Context, store: str | None, *, as_json: bool) -> None:
    """List the rulesets; `tiltyard rulesets show armada` prints one.

    Those that were made on the server of the store stand behind the others.
    """
    if ctx.invoked_subcommand is not None:
        return
    with kept_library(store) as library:
        made = () if library is None else library.readable()
    every = (*load_all(own_rulesets()), *made)
    if as_json:
        short = [
            {
                "id": ruleset.id,
                "version": ruleset.version,
                "game": ruleset.game,
                "title": ruleset.title,
                "effective": ruleset.effective.isoformat() if ruleset.effective else None,
                **({"based_on": ruleset.based_on} if ruleset.based_on else {}),
            }
            for ruleset in every
        ]
        click.echo(json.dumps(short, ensure_ascii=False))
        return
    width = max(len(ruleset.name) for ruleset in every)
    for ruleset in every:
        line = f"{ruleset.name:<{width}}  {ruleset.title}"
        click.echo(fill(line, WIDTH, subsequent_indent=" " * (width + 2)))
    click.echo(f"\n{say('terminal.rulesets-show')}")


@rulesets.command("export")
@click.argument("name")
@store_option
def export(name: str, store: str | None) -> None:
    """Write the file of the ruleset NAME that was made on the server to standard output."""
    with kept_library(store) as library:
        kept = library.kept(name) if library is not None else None
    if kept is None:
        raise RulesetUnreadable("no-made-ruleset-called", ruleset=name, name=name[:60])
    click.echo(kept.text, nl=False)


@rulesets.command("import")
@click.argument("file", type=click.File("rb"))
@store_option
def import_(file: BinaryIO, store: str | None) -> None:
    """Keep the ruleset in FILE ("-": standard input) on the server, as a version for ever."""
    from datetime import UTC, datetime
    from getpass import getuser

    try:
        text = file.read(_LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise RulesetUnreadable("ruleset-file-not-utf-8", field="file") from None
    with kept_library(store) as library:
        if library is None:
            raise RulesetUnreadable("no-server-to-keep-rulesets")
        rules = library.keep(text, getuser(), datetime.now(UTC))
    click.echo(say("making.kept", name=rules.title, version=rules.version))


@rulesets.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The whole ruleset for a program.")
@store_option
def show(name: str, store: str | None, *, as_json: bool) -> None:
    """Print the ruleset NAME: structure, points, tie-breaks, awards, options, clauses."""
    rules = find_ruleset(name, store, own_rulesets())
    if as_json:
        from tiltyard.formats.ruleset_document import ruleset_document

        click.echo(json.dumps(ruleset_document(rules), ensure_ascii=False))
        return
    from tiltyard.cli.ruleset_page import draw_ruleset

    draw_ruleset(rules)
