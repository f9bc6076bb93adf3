"""Real events again, round by round: nobody called safe misses, nobody called out gets in.

`yard.py test --full` replays every event.
"""

from dataclasses import replace

import pytest

from tests.amount import share
from tests.real.convert import (
    from_armada_worlds,
    from_listfortress,
    from_listjuggler,
    from_middle_earth_poland,
    from_sos_2015,
)
from tests.real.published import event_params, events_of, index_of, missing
from tests.real.test_armada_worlds import day as armada_day
from tests.real.test_middle_earth_poland import BYDGOSZCZ, PUGGY
from tests.real.test_middle_earth_poland import read as read_games
from tiltyard.engine.clinch.lines import Line, clinch
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.options import with_options
from tiltyard.engine.standings import rank
from tiltyard.engine.tournament import Plan, Stage
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

PLACES = (1, 4)


def contradictions(document):
    """Replay an event and return every verdict that its end contradicts, and how many there were.

    Out of the cut holds as long as nobody else leaves: it is held against the final order of those
    who were still in when it was said.
    """
    tournament = read_tournament(document)
    rules = with_options(load(tournament.ruleset), tournament.options)
    first = tournament.stages[0]
    rounds = first.rounds
    later = tournament.stages[1:]
    cut = len(later[0].seeds) if later and later[0].seeds else min(8, len(tournament.players) // 2)
    planned = replace(tournament, stages=(first,), plan=Plan(len(rounds), cut))
    final = rank(planned, rules, keep_ledger(planned, rules)).rows
    lines = [Line("cut", cut), *(Line("place", places) for places in PLACES)]
    wrong, count = [], 0
    for number in range(len(rounds) + 1):
        for drawn in (False, True):
            then = at(planned, number, drawn)
            if then is None:
                continue
            ledger = keep_ledger(then, rules)
            for verdict in clinch(then, rules, lines):
                count += verdict.state != "open"
                if verdict.state != "open" and is_wrong(verdict, final, ledger):
                    wrong.append((number, drawn, verdict))
    return wrong, count


def at(tournament, number, drawn):
    """Return the event after a number of rounds, with the next one drawn or not."""
    (stage,) = tournament.stages
    rounds = stage.rounds[:number]
    if drawn and number == len(stage.rounds):
        return None
    if drawn:
        current = stage.rounds[number]
        matches = tuple(
            match._replace(report=None) if match.kind == "game" else match
            for match in current.matches
        )
        rounds = (*rounds, replace(current, matches=matches, after=()))
    return replace(tournament, stages=(Stage("swiss", rounds),))


def is_wrong(verdict, final, ledger):
    reached = verdict.line.places
    if verdict.line.kind == "place":
        place = next(row.rank for row in final if row.player == verdict.player)
        return place is not None and (place <= reached) != (verdict.state == "safe")
    left = {row.player for row in final if row.status != "active"}
    if verdict.state == "safe":
        order = [row.player for row in final if row.player not in left]
        return verdict.player not in left and verdict.player not in order[:reached]
    stayed = {player for player, standing in ledger.standing.items() if standing == "active"}
    order = [row.player for row in final if row.player in stayed]
    return verdict.player in order[:reached]


@pytest.mark.parametrize(
    "number",
    event_params("xwing-listjuggler", share(tuple(events_of("xwing-listjuggler")), 0, 8)),
)
def test_no_verdict_on_a_list_juggler_event_is_contradicted(number):
    assert [] == contradictions(from_listjuggler(events_of("xwing-listjuggler")[number]))[0]


@pytest.mark.parametrize(
    "number", event_params("xwing-sos-2015", share(tuple(events_of("xwing-sos-2015")), 0, 6))
)
def test_no_verdict_on_an_event_of_2015_is_contradicted(number):
    variant = index_of("xwing-sos-2015")[number]["variant"]
    event = events_of("xwing-sos-2015")[number]

    assert [] == contradictions(from_sos_2015(event, variant))[0]


@pytest.mark.parametrize(
    "number", event_params("listfortress", share(tuple(events_of("listfortress")), 0, 6))
)
def test_no_verdict_on_a_list_fortress_event_is_contradicted(number):
    assert [] == contradictions(from_listfortress(events_of("listfortress")[number]))[0]


@pytest.mark.parametrize("number", event_params("armada-worlds-2025", share((2, 1, 3), 0, 3)))
def test_no_verdict_on_a_day_of_the_armada_worlds_is_contradicted(number):
    assert [] == contradictions(from_armada_worlds(armada_day(number), "armada"))[0]


@missing("middle-earth-poland")
@pytest.mark.parametrize("name", [BYDGOSZCZ, PUGGY])
def test_no_verdict_on_a_middle_earth_event_is_contradicted(name):
    document = from_middle_earth_poland(read_games(name), name, spare=True)

    wrong, count = contradictions(document)

    assert [] == wrong
    assert count
