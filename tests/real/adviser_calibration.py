"""How well the strength model of the adviser predicts the real events, as a picture in the docs.

    python -m tests.real.adviser_calibration

writes docs/algorithms/adviser.svg: players without a loss after the Swiss rounds of each real
X-Wing event, predicted from its players and rounds alone, beside what happened; and prints how
often the player who stood higher won a game from round 3 on.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from statistics import mean

from tests.real.convert import from_listfortress, from_listjuggler, from_sos_2015
from tests.real.published import ROOT, events_of, index_of
from tiltyard.dev.advise import REAL_LUCK
from tiltyard.dev.simulate import Scenario, play_once
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import Setting, score_game
from tiltyard.engine.tournament import Plan
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

RUNS = 30
SIDE, EDGE, MOST = 360, 40, 12


def documents():
    variants = index_of("xwing-sos-2015")
    yield from map(from_listjuggler, events_of("xwing-listjuggler").values())
    for number, event in events_of("xwing-sos-2015").items():
        yield from_sos_2015(event, variants[number]["variant"])
    yield from map(from_listfortress, events_of("listfortress").values())


def read(document):
    """Return the Swiss rounds of an event and its rules."""
    tournament = read_tournament(document)
    rules = with_options(load(tournament.ruleset), tournament.options)
    closed = tuple(round_ for round_ in tournament.stages[0].rounds if round_.is_closed)
    return replace(tournament, stages=(replace(tournament.stages[0], rounds=closed),)), rules


def undefeated(tournament, rules):
    records = keep_ledger(tournament, rules).records.values()
    return sum("loss" not in record.results for record in records if record.results)


def predicted(tournament):
    """Return the mean of undefeated players in simulated events of this size."""
    rules = load("xwing-dogfight")
    plan = Plan(len(tournament.stages[0].rounds))
    scenario = Scenario(rules, len(tournament.players), plan, tournament.name, luck=REAL_LUCK)
    return mean(play_once(scenario, number).undefeated for number in range(RUNS))


def higher_won(tournament, rules):
    """Yield of every game from round 3 on whether the player who stood higher won it."""
    for number, round_ in enumerate(tournament.stages[0].rounds, 1):
        if number < 3:
            continue
        records = keep_ledger(tournament, rules, number - 1).records
        for match in round_.matches:
            if match.report is None or not {*match.players} <= records.keys():
                continue
            winner = score_game(rules, Setting("swiss", number), match.report).winner
            first, second = ((records[player].tp, records[player].mov) for player in match.players)
            if winner is not None and first != second:
                yield winner == int(second > first)


def picture(points):
    """Return predicted (across) against real (up) as SVG, with the line of perfect predictions."""

    def place(value):
        return EDGE + (SIDE - 2 * EDGE) * min(value, MOST) / MOST

    dots = "".join(
        f'<circle cx="{place(guess):.1f}" cy="{SIDE - place(real):.1f}" r="4" fill="#1d4e89"'
        ' fill-opacity="0.45"/>'
        for guess, real in points
    )
    low, high = place(0), place(MOST)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}"'
        ' font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f'<path d="M{low} {SIDE - low}H{high}M{low} {SIDE - low}V{SIDE - high}'
        f'M{low} {SIDE - low}L{high} {SIDE - high}" stroke="#777" fill="none"/>{dots}'
        f'<text x="{SIDE / 2}" y="{SIDE - 10}" text-anchor="middle">predicted undefeated</text>'
        f'<text transform="translate(16 {SIDE / 2}) rotate(-90)" text-anchor="middle">'
        f"undefeated on the day</text></svg>\n"
    )


def main():
    points, won = [], []
    for document in documents():
        tournament, rules = read(document)
        if tournament.stages[0].rounds and len(tournament.players) > 3:
            points.append((predicted(tournament), undefeated(tournament, rules)))
            won += higher_won(tournament, rules)
    path = ROOT / "docs" / "algorithms" / "adviser.svg"
    path.write_text(picture(points), encoding="utf-8")
    error = mean(abs(guess - real) for guess, real in points)
    bias = mean(guess - real for guess, real in points)
    sys.stdout.write(
        f"{len(points)} events: predicted {mean(guess for guess, _ in points):.2f}, real"
        f" {mean(real for _, real in points):.2f}, mean error {error:.2f}, bias {bias:+.2f}\n"
        f"higher player won {mean(won):.3f} of {len(won)} games\n"
    )


if __name__ == "__main__":
    main()
