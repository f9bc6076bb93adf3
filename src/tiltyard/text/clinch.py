"""Safe, out or open in words, and the own result that decides it."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.engine.clinch.chances import Chance
    from tiltyard.engine.clinch.lines import Line, OwnResult, Verdict


def line_title(line: Line) -> str:
    """Return the short title of a line."""
    if line.points:
        return say("clinch.points", points=line.points)
    if line.places == 1:
        return say("clinch.first-place")
    return say("clinch.top", places=line.places)


def state_text(verdict: Verdict) -> str:
    """Return the one word of a verdict."""
    return say(f"clinch.{verdict.state}")


def need_text(verdict: Verdict) -> str:
    """Return what an open verdict hangs on; nothing where it is decided."""
    if verdict.state != "open":
        return ""
    if not verdict.plays:
        return say("clinch.waits-for-others")
    parts = [
        say("clinch.safe-with", result=at_least(verdict.safe_from))
        if verdict.safe_from is not None
        else say("clinch.no-result-suffices")
    ]
    if verdict.out_up_to is not None:
        parts.append(say("clinch.out-with", result=at_most(verdict.out_up_to)))
    return " ".join(parts)


def draw_text(verdict: Verdict) -> str:
    """Return what a drawn game would decide; nothing where it decides nothing or is said."""
    told = {result.kind for result in (verdict.safe_from, verdict.out_up_to) if result is not None}
    codes = {"safe": "clinch.draw-makes-safe", "out": "clinch.draw-puts-out"}
    code = codes.get(verdict.after_draw or "")
    return say(code) if code is not None and "draw" not in told else ""


def agreed_draw_text(mine: Verdict, theirs: Verdict, opponent: str) -> str:
    """Return what an agreed draw would mean for both players of a game, told to one of them."""
    return say(
        "clinch.agreed-draw",
        line=line_title(mine.line),
        mine=say(f"clinch.after-{mine.after_draw or mine.state}"),
        opponent=opponent,
        theirs=say(f"clinch.after-{theirs.after_draw or theirs.state}"),
    )


def chance_text(verdict: Verdict, chance: Chance | None) -> str:
    """Return the chance of an open verdict in percent, with the interval it lies in (95 %)."""
    if chance is None or verdict.state != "open":
        return ""
    low, high = _interval(chance)
    share = round(Fraction(100 * chance.reached, chance.runs))
    return say("clinch.chance", share=share, low=low, high=high)


def _interval(chance: Chance) -> tuple[int, int]:
    """Return where the true share lies, in percent: two standard errors to both sides."""
    reached, runs = chance
    error = isqrt(10_000 * 4 * (reached + 1) * (runs - reached + 1) // (runs + 2)) + 1
    middle = 100 * reached
    return max(0, (middle - error) // runs), min(100, -(-(middle + error) // runs))


def own_text(verdict: Verdict) -> str:
    """Return a verdict as it is told to the player it is about."""
    line = line_title(verdict.line)
    return f"{say(f'clinch.own-{verdict.state}', line=line)} {need_text(verdict)}".strip()


def at_least(result: OwnResult) -> str:
    """Return an own result and everything better, in words."""
    if result.weakest or result.kind == "draw":
        return say(f"clinch.any-{result.kind}")
    return say(f"clinch.{result.kind}-by", lead=abs(result.lead))


def at_most(result: OwnResult) -> str:
    """Return an own result and everything of its kind that is worse."""
    if result.strongest or result.kind == "draw":
        return say(f"clinch.any-{result.kind}")
    return say(f"clinch.up-to-{result.kind}", lead=abs(result.lead))
