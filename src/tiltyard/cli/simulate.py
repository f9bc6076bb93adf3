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
from tiltyard.text.say import say, sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTH = 80


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
        task = bar.add_task(say("simulation.playing"), total=runs)
        yield lambda done: bar.advance(task, done)


def page(report: Tally) -> Iterator[str]:
    """Yield the report as sentences; an empty one is an empty line."""
    scenario = report.scenario
    yield f"{scenario.rules.title} {scenario.rules.version}"
    yield f"{counted(scenario.players, 'player')}, {_plan(report)}; {_minutes(report)}."
    yield say("simulation.interval", runs=counted(report.runs, "run"), seed=scenario.seed)
    yield ""
    yield from (f"- {sentence}" for sentence in _sentences(report))


def _sentences(report: Tally) -> Iterator[str]:
    yield say("simulation.best-wins", share=_percent(report.best_wins))
    if report.best_makes_cut is not None:
        yield say("simulation.best-makes-cut", share=_percent(report.best_makes_cut))
    ranks = ", ".join(f"{number:.1f}" for number in report.best_mean_rank_by_round)
    yield say("simulation.best-rank", rank=f"{report.best_mean_rank:.1f}", ranks=ranks)
    if report.scenario.plan.swiss_rounds:
        yield from _swiss(report)


def _plan(report: Tally) -> str:
    plan = report.scenario.plan
    rounds = counted(plan.swiss_rounds or 0, "swiss-round")
    cut = say("terminal.then-a-cut", cut=plan.cut) if plan.cut else say("terminal.no-cut")
    return f"{rounds}, {cut}"


def _minutes(report: Tally) -> str:
    minutes = report.minutes
    hours, rest = minutes.timed // 60, f"{minutes.timed % 60:02d}"
    text = say("simulation.round-time", minutes=minutes.timed, hours=hours, rest=rest)
    if not minutes.untimed_rounds:
        return text
    rounds = counted(minutes.untimed_rounds, "round")
    return say("simulation.round-time-and-untimed", time=text, rounds=rounds)


def _swiss(report: Tally) -> Iterator[str]:
    scenario = report.scenario
    yield say(
        "simulation.undefeated",
        players=f"{report.undefeated:.2f}",
        share=_percent(report.several_undefeated),
    )
    yield say("simulation.first-decided-by", keys=_keys_text(report.first_decided_by))
    if report.cut_decided_by:
        yield say("simulation.cut-decided-by", keys=_keys_text(report.cut_decided_by))
    elif scenario.plan.cut:
        yield say("simulation.everybody-in-the-cut")
    yield _repeats(report)
    yield _floats(report)
    yield say("simulation.byes", byes=f"{report.byes:.2f}")
    if scenario.drop_rate:
        yield say("simulation.drops", players=f"{report.drops:.2f}")


def _keys_text(shares: dict[str, float]) -> str:
    """Return how often each key decides; an organizer's own key is called by itself."""
    known = sentences("simulation")
    named = {key: say(f"simulation.key-{key}") if f"key-{key}" in known else key for key in shares}
    return ", ".join(f"{named[key]} {100 * value:.0f} %" for key, value in shares.items())


def _repeats(report: Tally) -> str:
    if not report.repeats:
        return say("simulation.no-repeats")
    share = _percent(report.with_repeats)
    return say("simulation.repeats", games=f"{report.repeats:.2f}", share=share)


def _floats(report: Tally) -> str:
    pairing = report.scenario.rules.pairing
    if pairing.method == "round_robin":
        return say("simulation.no-floats-round-robin")
    if pairing.group == "none":
        return say("simulation.no-floats")
    floats = ", ".join(f"{number:.1f}" for number in report.floats_by_round)
    return say("simulation.floats", games=floats)


def _percent(share: Share) -> str:
    low, high = round(100 * share.low), round(100 * share.high)
    return f"{100 * share.value:.0f} % ({low}-{high} %)"
