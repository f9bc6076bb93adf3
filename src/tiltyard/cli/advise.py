"""`tiltyard advise`: which structure for this field and this day, and what to expect of each."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli import own_rulesets
from tiltyard.dev.advise import LUCK_OF
from tiltyard.dev.advise import advise as advice_for
from tiltyard.dev.simulate import BEST
from tiltyard.rulesets.loader import load
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.dev.advise import Advice, FieldKind

BAR = 20


@click.command()
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(2, 512), required=True, help="How many you expect.")
@click.option("--hours", type=click.FloatRange(min=1), help="From the first start to the end.")
@click.option(
    "--field",
    type=click.Choice(tuple(LUCK_OF)),
    default="typical",
    show_default=True,
    help="How far apart the players are.",
)
@click.option("--runs", type=click.IntRange(min=20), default=200, show_default=True)
@click.option("--seed", default="advice", help="The text every run derives from.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for a program.")
def advise(
    ruleset: str,
    players: int,
    hours: float | None,
    field: FieldKind,
    runs: int,
    seed: str,
    *,
    as_json: bool,
) -> None:
    """Compare the structures of RULESET for a field: rounds, cut, end of day, expectations."""
    rules = load(ruleset, own_rulesets())
    workers = os.cpu_count() or 1
    found = advice_for(
        rules, players, hours=hours, field=field, runs=runs, seed=seed, workers=workers
    )
    if as_json:
        click.echo(json.dumps(_document(ruleset, players, found), ensure_ascii=False))
        return
    for advice in found:
        for line in _lines(advice, hours):
            click.echo(line)


def _document(ruleset: str, players: int, found: tuple[Advice, ...]) -> dict[str, Any]:
    return {
        "format": "tiltyard/advice/1",
        "ruleset": ruleset,
        "players": players,
        "structures": [
            {
                "rounds": advice.candidate.plan.swiss_rounds,
                "cut": advice.candidate.plan.cut,
                "source": advice.candidate.source,
                "minutes": list(advice.minutes),
                "fits": advice.fits,
                "best_wins": round(advice.report.best_wins.value, 4),
                "best_makes_cut": advice.report.best_makes_cut
                and round(advice.report.best_makes_cut.value, 4),
                "eight_in_cut": advice.report.eight_in_cut and round(advice.report.eight_in_cut, 4),
                "undefeated": round(advice.report.undefeated, 2),
                "cut_by_lot": round(advice.report.cut_decided_by.get("lot", 0.0), 4),
                "first_by_lot": round(advice.report.first_decided_by.get("lot", 0.0), 4),
                "byes": round(advice.report.byes, 2),
                "repeats": round(advice.report.repeats, 2),
            }
            for advice in found
        ],
    }


def _lines(advice: Advice, hours: float | None) -> list[str]:
    report = advice.report
    quick, usual, slow = (_clock(minutes) for minutes in advice.minutes)
    best = report.best_wins
    wins = say(
        "simulation.best-wins-bar",
        share=f"{best.value:4.0%}",
        low=f"{best.low:.0%}",
        high=f"{best.high:.0%}",
        bar="#" * round(best.value * BAR),
    )
    lines = [
        _title(advice, hours),
        f"  {say('simulation.day', usual=usual, quick=quick, slow=slow)}",
        f"  {wins}",
    ]
    if report.best_makes_cut:
        share = f"{report.best_makes_cut.value:.0%}"
        eight = f"{report.eight_in_cut or 0:.0%}"
        count = min(BEST, advice.candidate.plan.cut or 0)
        in_cut = say("simulation.best-in-cut", share=share)
        lines.append(f"  {in_cut}, {say('simulation.eight-in-cut', count=count, share=eight)}")
    reasons = " ".join(say(f"advice.{code}", **facts) for code, facts in advice.reasons)
    return [*lines, f"  {_rest(advice)}", *([f"  {reasons}"] if reasons else []), ""]


def _title(advice: Advice, hours: float | None) -> str:
    """Return the structure, and whether its day is too long."""
    plan = advice.candidate.plan
    code = "simulation.plan-and-cut" if plan.cut else "simulation.plan-no-cut"
    source = advice.candidate.source
    title = say(code, rounds=plan.swiss_rounds, cut=plan.cut, source=source)
    if advice.fits or hours is None:
        return title
    return f"{title}  {say('simulation.longer-than', hours=f'{hours:g}')}"


def _rest(advice: Advice) -> str:
    report = advice.report
    return say(
        "simulation.rest",
        undefeated=f"{report.undefeated:.1f}",
        lot=f"{advice.lot:.0%}",
        byes=f"{report.byes:.1f}",
        repeats=f"{report.repeats:.2f}",
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"
