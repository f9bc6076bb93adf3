"""`tiltyard simulate`: what to expect of a plan, from many events played with hidden strengths."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from secrets import token_hex
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.dev.play import plan_of
from tiltyard.dev.simulate import (
    LUCK,
    PARTS,
    Scenario,
    Share,
    Tally,
    minutes_of,
    play_many,
    simulation_document,
    tally,
)
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTH = 80
_KEYS = {
    "tp": "tournament points",
    "mov": "margin of victory",
    "sos": "strength of schedule",
    "vpd": "victory point difference",
    "vp": "victory points",
    "leaders": "leaders killed",
    "h2h": "head to head",
    "lot": "lot",
    "shared": "nothing: the place is shared",
}


@click.command()
@click.argument("ruleset")
@click.option("--players", type=int, required=True, help="How many take part.")
@click.option("--structure", type=click.Choice(["basic", "advanced"]), help="Which table.")
@click.option("--rounds", type=click.IntRange(min=0), help="Swiss rounds; else the document's.")
@click.option("--cut", type=click.IntRange(min=2), help="How many go on into the bracket.")
@click.option("--points", type=click.IntRange(min=1), help="Points limit (Middle-earth).")
@click.option("--days", type=click.IntRange(min=1), default=1, help="Days (Middle-earth).")
@click.option("--runs", type=click.IntRange(min=1), default=2000, show_default=True)
@click.option("--seed", help="The text every run derives from; else a new one.")
@click.option(
    "--drop-rate",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="How often a player who has lost leaves after a round.",
)
@click.option(
    "--luck",
    type=click.IntRange(0, 10_000),
    default=LUCK,
    show_default=True,
    help="How much luck a game has, where players differ by 100; 0: only level games have any.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes; else one for each core.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for a program.")
def simulate(
    ruleset: str,
    players: int,
    structure: str | None,
    rounds: int | None,
    cut: int | None,
    points: int | None,
    days: int,
    runs: int,
    seed: str | None,
    drop_rate: float,
    luck: int,
    workers: int | None,
    *,
    as_json: bool,
) -> None:
    """Play a plan of RULESET many times and say what to expect of it."""
    rules = load(ruleset, own_rulesets())
    plan = plan_of(
        rules, players, structure=structure, rounds=rounds, cut=cut, points=points, days=days
    )
    seed = token_hex(8) if seed is None else seed
    scenario = Scenario(rules, players, plan, seed, round(drop_rate * PARTS), luck=luck)
    with _progress(runs) as advance:
        played = play_many(scenario, runs, workers or os.cpu_count() or 1, advance)
    report = tally(scenario, played, minutes_of(rules, plan, points, days))
    if as_json:
        click.echo(json.dumps(simulation_document(report), ensure_ascii=False))
        return
    for sentence in page(report):
        click.echo(fill(sentence, WIDTH, subsequent_indent="  " if sentence[:1] == "-" else ""))


@contextmanager
def _progress(runs: int) -> Iterator[Callable[[int], None] | None]:
    """Give a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=runs)
        yield lambda done: bar.advance(task, done)


def page(report: Tally) -> Iterator[str]:
    """Yield the report as sentences; an empty one is an empty line."""
    scenario = report.scenario
    yield f"{scenario.rules.title} {scenario.rules.version}"
    yield f"{counted(scenario.players, 'player')}, {_plan(report)}; {_minutes(report)}."
    yield f'{counted(report.runs, "run")}, seed "{scenario.seed}"; in brackets the 95 % interval.'
    yield ""
    yield f"- The best player wins the event in {_percent(report.best_wins)} of the runs."
    if report.best_makes_cut is not None:
        yield f"- The best player makes the cut in {_percent(report.best_makes_cut)} of the runs."
    yield f"- The best player ends on rank {report.best_mean_rank:.1f} on average; {_ranks(report)}"
    if scenario.plan.swiss_rounds:
        yield from _swiss(report)


def _plan(report: Tally) -> str:
    plan = report.scenario.plan
    rounds = counted(plan.swiss_rounds or 0, "Swiss round")
    return f"{rounds}, {f'then a cut to the top {plan.cut}' if plan.cut else 'no cut'}"


def _minutes(report: Tally) -> str:
    minutes = report.minutes
    hours = f"{minutes.timed // 60} h {minutes.timed % 60:02d} min"
    text = f"{minutes.timed} minutes of round time ({hours})"
    if minutes.untimed_rounds:
        text += f" and {counted(minutes.untimed_rounds, 'round')} without a time limit"
    return text


def _ranks(report: Tally) -> str:
    ranks = ", ".join(f"{one:.1f}" for one in report.best_mean_rank_by_round)
    return f"round by round: {ranks}."


def _swiss(report: Tally) -> Iterator[str]:
    scenario = report.scenario
    yield (
        f"- After the Swiss rounds {report.undefeated:.2f} players have not lost a game; in"
        f" {_percent(report.several_undefeated)} of the runs it is more than one."
    )
    yield _decided("The first place after the Swiss rounds", report.first_decided_by)
    if report.cut_decided_by:
        yield _decided("The last place in the cut", report.cut_decided_by)
    elif scenario.plan.cut:
        yield "- Everybody left makes the cut: nothing has to decide its last place."
    yield _repeats(report)
    yield _floats(report)
    yield f"- {report.byes:.2f} byes are given in an event."
    if scenario.drop_rate:
        yield f"- {report.drops:.2f} players leave before the last Swiss round."


def _decided(what: str, shares: dict[str, float]) -> str:
    parts = [f"{_KEYS.get(key, key)} {100 * value:.0f} %" for key, value in shares.items()]
    return f"- {what} is decided by: {', '.join(parts)}."


def _repeats(report: Tally) -> str:
    if not report.repeats:
        return "- No two players had to meet twice in any run."
    return (
        f"- {report.repeats:.2f} games of an event are forced repeats; there are some in"
        f" {_percent(report.with_repeats)} of the runs."
    )


def _floats(report: Tally) -> str:
    pairing = report.scenario.rules.pairing
    if pairing.method == "round_robin":
        return "- Nobody floats: everybody meets everybody once."
    if pairing.group == "none":
        return "- Nobody floats: the field is paired as one, without groups of points."
    floats = ", ".join(f"{one:.1f}" for one in report.floats_by_round)
    return f"- Games across point groups (floats), round by round: {floats}."


def _percent(one: Share) -> str:
    low, high = round(100 * one.low), round(100 * one.high)
    return f"{100 * one.value:.0f} % ({low}-{high} %)"
