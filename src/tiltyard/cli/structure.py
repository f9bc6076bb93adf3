"""`tiltyard structure`: rounds and cut for a number of players."""

from __future__ import annotations

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.core.structure import format_for, plan_for
from tiltyard.rulesets.loader import load


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
