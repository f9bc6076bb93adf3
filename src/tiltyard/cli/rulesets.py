"""`tiltyard rulesets` and `tiltyard structure`: the documents, and the rounds each gives."""

from __future__ import annotations

import json
from textwrap import fill

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.rulesets.loader import load, load_all

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
        word = "suggested: " if games.suggestion else ""
        click.echo(
            f"{word}{counted(games.games, 'game')} of {games.minutes} minutes, board {games.board}"
            f"  ({games.clause})"
        )
        return
    if players is None:
        raise click.UsageError(
            "say how many: --players N"
            + (" or --points N --days N" if rules.structure.formats else "")
        )
    plan = plan_for(rules, players, table)
    cut = f"then a cut to the top {plan.cut}" if plan.cut else "no cut"
    word = "suggested: " if plan.suggestion else ""
    click.echo(f"{word}{counted(plan.rounds, 'Swiss round')}, {cut}  ({plan.clause})")


# ------------------------------------------------------------------------------
# `tiltyard rulesets`: which documents there are, and what each of them says.

WIDTH = 80


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON list for a program.")
@click.pass_context
def rulesets(ctx: click.Context, *, as_json: bool) -> None:
    """List the rulesets; `tiltyard rulesets show armada` prints one."""
    if ctx.invoked_subcommand is not None:
        return
    every = load_all(own_rulesets())
    if as_json:
        short = [
            {
                "id": one.id,
                "version": one.version,
                "game": one.game,
                "title": one.title,
                "effective": one.effective.isoformat() if one.effective else None,
            }
            for one in every
        ]
        click.echo(json.dumps(short, ensure_ascii=False))
        return
    width = max(len(one.name) for one in every)
    for one in every:
        line = f"{one.name:<{width}}  {one.title}"
        click.echo(fill(line, WIDTH, subsequent_indent=" " * (width + 2)))
    click.echo("\n`tiltyard rulesets show NAME` prints one with all its tables and clauses.")


@rulesets.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The whole ruleset for a program.")
def show(name: str, *, as_json: bool) -> None:
    """Print the ruleset NAME: structure, points, tie-breaks, awards, options, clauses."""
    rules = load(name, own_rulesets())
    if as_json:
        from tiltyard.formats.ruleset_document import ruleset_document

        click.echo(json.dumps(ruleset_document(rules), ensure_ascii=False))
        return
    from tiltyard.cli.ruleset_page import draw_ruleset

    draw_ruleset(rules)
