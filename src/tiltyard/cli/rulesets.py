"""`tiltyard rulesets`: which documents there are, and what each of them says."""

from __future__ import annotations

import json
from textwrap import fill

import click

from tiltyard.cli import own_rulesets
from tiltyard.rulesets.loader import load, load_all

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
