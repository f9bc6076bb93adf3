"""`tiltyard generate`: random legal tournaments as files."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

import click

from tiltyard.cli import own_rulesets
from tiltyard.dev.generate import PARTS, Wanted, random_tournament
from tiltyard.dev.play import plan_of
from tiltyard.engine.errors import Refused
from tiltyard.formats.tiltyard1_write import tournament_line
from tiltyard.rulesets.loader import load
from tiltyard.text.say import say


@click.command()
@click.argument("ruleset")
@click.option("--players", type=int, required=True, help="How many take part.")
@click.option("--rounds", type=click.IntRange(min=0), help="Swiss rounds; else the document's.")
@click.option("--cut", type=click.IntRange(min=2), help="How many go on into the bracket.")
@click.option("--structure", type=click.Choice(["basic", "advanced"]), help="Which table.")
@click.option("--count", type=click.IntRange(min=1), default=1, help="How many tournaments.")
@click.option("--seed", help="The text every choice derives from; else a new one.")
@click.option(
    "--drop-rate",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    help="How often a player leaves after a round, or does not come to a game.",
)
@click.option(
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file for each; else JSON Lines to standard output.",
)
@click.option("--finished/--part-played", default=True, help="To the end, or up to any point.")
def generate(
    ruleset: str,
    players: int,
    rounds: int | None,
    cut: int | None,
    structure: str | None,
    count: int,
    seed: str | None,
    drop_rate: float,
    directory: Path | None,
    *,
    finished: bool,
) -> None:
    """Write random legal tournaments of RULESET; the same arguments and seed give the same."""
    rules = load(ruleset, own_rulesets())
    plan = plan_of(rules, players, structure=structure, rounds=rounds, cut=cut)
    wanted = Wanted(players, plan, round(drop_rate * PARTS), finished)
    seed = token_hex(8) if seed is None else seed
    click.echo(say("terminal.seed-is", seed=seed), err=True)
    for number in range(1, count + 1):
        line = tournament_line(random_tournament(rules, wanted, f"{seed}/{number}"))
        if directory is None:
            click.echo(line)
        else:
            _write(directory / f"{rules.id}-{players}-{number:04d}.json", line)


def _write(file: Path, line: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(f"{line}\n")
    except FileExistsError:
        raise Refused("file-there-already", file=file) from None
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-written")).lower()
        raise Refused("output-unwritable", file=file, reason=reason) from None
