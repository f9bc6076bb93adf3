"""The structure adviser at "New event": the structures for a field side by side, one press each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tiltyard.dev.advise import LUCK_OF, advise
from tiltyard.dev.simulate import BEST
from tiltyard.rulesets.loader import load_all
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.pages.desk.creating import expected_players

if TYPE_CHECKING:
    from tiltyard.dev.advise import Advice, FieldKind
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.web.request import Asked, Reply

MOST_PLAYERS = 128
MOST_GAMES = 1_200
"""Players times runs: a page waits a few seconds, the terminal may wait longer."""

LEAST_RUNS = 10
MOST_HOURS = 72


def advice_page(asked: Asked) -> Reply:
    """Compare the structures for the players and hours of the address, or the games."""
    chosen = asked.query.text("ruleset")
    if not chosen:
        made = asked.site.library.readable()
        return asked.page("desk/choose_game.html", rulesets=load_all(), made=made)
    document = asked.site.desk.document(chosen)
    players = min(expected_players(asked.query), MOST_PLAYERS)
    hours = _hours(asked)
    said = asked.query.text("field", "typical")
    field: FieldKind = next((kind for kind in LUCK_OF if kind == said), "typical")
    runs = max(LEAST_RUNS, MOST_GAMES // players)
    found = advise(document, players, hours=hours or None, field=field, runs=runs)
    with speaking(asked.visitor.language):
        fields = [(kind, say(f"advice.field-{kind}")) for kind in LUCK_OF]
        structures = [_structure(document, players, advice) for advice in found]
    return asked.page(
        "desk/advice.html",
        document=document,
        players=players,
        hours=hours or "",
        field=field,
        fields=fields,
        runs=runs,
        structures=structures,
    )


def _hours(asked: Asked) -> int:
    text = asked.query.text("hours").strip()
    return min(int(text[:3]), MOST_HOURS) if text.isascii() and text.isdecimal() else 0


def _structure(document: Ruleset, players: int, advice: Advice) -> dict[str, Any]:
    plan, report, source = advice.candidate.plan, advice.report, advice.candidate.source
    typed = {"ruleset": document.id, "players": players}
    if source in {"basic", "advanced"}:
        typed["structure"] = source
    else:
        typed |= {"structure": "custom", "swiss_rounds": plan.swiss_rounds or 0}
        typed |= {"cut": plan.cut} if plan.cut else {}
    return {
        "rounds": plan.swiss_rounds,
        "cut": plan.cut,
        "source": say(f"advice.source-{source}"),
        "fits": advice.fits,
        "day": [f"{minutes // 60}:{minutes % 60:02}" for minutes in advice.minutes],
        "wins": round(100 * report.best_wins.value),
        "low": round(100 * report.best_wins.low),
        "high": round(100 * report.best_wins.high),
        "undefeated": f"{report.undefeated:.1f}",
        "best": min(BEST, plan.cut or 0),
        "in_cut": None if report.eight_in_cut is None else round(100 * report.eight_in_cut),
        "reasons": " ".join(say(f"advice.{code}", **facts) for code, facts in advice.reasons),
        "byes": f"{report.byes:.1f}",
        "lots": round(100 * advice.lot),
        "repeats": f"{report.repeats:.1f}",
        "take": f"/desk/new?{urlencode(typed)}",
    }
