"""List Fortress and List Juggler: out, in and out again loses nothing the forms can hold."""

from __future__ import annotations

import json

import pytest

from tests.day.events import in_round
from tests.formats.foreign.samples import opened
from tests.formats.outgoing.halls import handed, hostile, with_a_cut
from tests.service.halls import new_desk
from tiltyard.day.results import ForfeitGame
from tiltyard.engine.slip import Slip
from tiltyard.formats.foreign.listjuggler import read_listjuggler
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.to_tiltyard1 import Reading, built
from tiltyard.formats.outgoing.handover import Handover
from tiltyard.formats.outgoing.listjuggler_write import (
    plain_number,
    write_listfortress,
    write_listjuggler,
)
from tiltyard.formats.outgoing.outgoing_remarks import remark_text
from tiltyard.rulesets.loader import load
from tiltyard.service.importing import Brought, import_tournament

FORMS = {"fortress": write_listfortress, "juggler": write_listjuggler}


def taken_over(desk, text, ruleset):
    """The event another desk makes of a file."""
    raw = json.loads(text)
    remarks = Remarks()
    foreign = read_listjuggler(opened(raw.get("tournament", raw), remarks))
    tournament, said = built(foreign, Reading(load(ruleset)), "another seed")
    assert not remarks
    assert not said
    import_tournament(desk, "again", Brought(tournament, load(ruleset)))
    level = desk.level("again")
    return Handover(level.event, level.rules, level.document)


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
@pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)
def test_a_whole_event_comes_back_to_the_byte(write, ruleset):
    day = with_a_cut(ruleset, 11)
    assert not any(row.decided_by == "lot" for row in handed(day).swiss_standings.rows)  # no seed
    first, remarks = write(handed(day))
    second, _ = write(taken_over(day.desk, first, ruleset))

    assert first == second
    assert not remarks
    assert '"elimination"' in first
    assert '"dropped": true' in first
    assert '"result": "bye"' in first


@pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)
def test_names_that_are_formulas_come_back(write):
    day = hostile()
    first, _ = write(handed(day))
    second, _ = write(taken_over(day.desk, first, "xwing-dogfight"))

    assert first == second
    assert "王小明" in first


def test_numbers_are_those_of_the_standings():
    day = with_a_cut()
    written = json.loads(write_listfortress(handed(day))[0])
    ranked = handed(day).swiss_standings

    shown = [(one["rank"]["swiss"], one["score"], one["mov"]) for one in written["players"]]
    assert shown == [(row.rank, row.keys["tp"], row.keys["mov"]) for row in ranked.rows]
    assert [one["round-number"] for one in written["rounds"]] == [1, 2, 3, 4, 2]
    champion = next(one for one in written["players"] if one["rank"].get("elimination") == 1)
    assert champion["name"] == handed(day).standings.rows[0].name


def test_nobody_is_champion_before_the_final():
    day = with_a_cut()
    open_final = day.event.rounds[:-1]
    event = handed(day).event
    from dataclasses import replace

    shown = Handover(replace(event, rounds=open_final, phase="running"), day.rules, day.document)
    players = json.loads(write_listfortress(shown)[0])["players"]
    placed = sorted(one["rank"].get("elimination", 0) for one in players)
    assert placed == [0] * 7 + [3, 4]


def test_namesakes_are_told_apart():
    day = in_round("xwing-dogfight", 4)
    event = day.event
    from dataclasses import replace

    entrants = {key: replace(one, name="Kim") for key, one in event.entrants.items()}
    shown = Handover(replace(event, entrants=entrants), day.rules, day.document)
    text, _ = write_listjuggler(shown)
    names = [one["name"] for one in json.loads(text)["tournament"]["players"]]
    assert sorted(names) == ["Kim (1)", "Kim (2)", "Kim (3)", "Kim (4)"]


def test_an_open_game_has_no_result():
    day = in_round("xwing-dogfight", 4)
    first, second = day.games()
    day.enter(first, 100, 30)
    matches = json.loads(write_listfortress(handed(day))[0])["rounds"][0]["matches"]
    results = [one.get("result") for one in matches]

    assert results == ["win", None]
    assert "player1points" not in matches[1]
    assert second.is_open


def test_a_forfeit_is_a_win_and_is_told_of():
    day = in_round("xwing-dogfight", 4)
    game, other = day.games()
    day.do(ForfeitGame(game.id, game.players[1]))
    day.enter(other)
    text, remarks = write_listjuggler(handed(day))
    match = json.loads(text)["tournament"]["rounds"][0]["matches"][0]

    assert match["result"] == "win"
    assert match["winner"] == day.event.people[game.players[0]]
    assert "forfeit" in [one.code for one in remarks]
    assert remark_text(remarks[0]) == "1 forfeit is written as a game that was won."


def test_how_a_game_ended_is_in_the_fortress():
    day = in_round("xwing-dogfight", 4)
    first, second = day.games()
    day.enter(first)
    from tiltyard.day.results import EnterResult

    day.do(EnterResult(second.id, Slip("destroyed", (100, 40), survivor=0)))
    matches = json.loads(write_listfortress(handed(day))[0])["rounds"][0]["matches"]
    assert [one["went_to_time"] for one in matches] == [True, False]
    assert matches[1]["player1points"] == 100


def test_another_game_is_written_with_a_remark():
    day = with_a_cut("armada")
    text, remarks = write_listfortress(handed(day))

    assert remarks[0].code == "another-game"
    assert all(remark_text(one) for one in remarks)
    assert len(json.loads(text)["players"]) == 9


@pytest.mark.parametrize(
    ("value", "text"), [(7, 7), (19 / 2, "9.500"), (2 / 3, "0.667"), (1 / 16, "0.063")]
)
def test_a_fraction_has_three_decimals(value, text):
    from fractions import Fraction

    assert plain_number(Fraction(value).limit_denominator(100)) == text


def seeded_elsewhere():
    """A cut of four whose losers another program seeded otherwise than by our Swiss order."""
    names = ("Ana", "Bo", "Cem", "Dee", "Eli", "Fay")
    scores = ((100, 10), (100, 20), (100, 30))
    swiss = [
        {"player1": one, "player2": other, "player1points": won, "player2points": lost}
        for (one, other), (won, lost) in zip(
            (("Ana", "Fay"), ("Bo", "Eli"), ("Cem", "Dee")), scores, strict=True
        )
    ]
    ranks = {"Ana": 1, "Bo": 2, "Dee": 3, "Cem": 4, "Eli": 5, "Fay": 6}  # we: Cem, then Dee
    cut = [("Ana", "Cem"), ("Bo", "Dee")]
    games = [
        {"player1": one, "player2": other, "player1points": 90, "player2points": 20}
        for one, other in (*cut, ("Ana", "Bo"))
    ]
    return json.dumps(
        {
            "tournament": {
                "name": "Elsewhere",
                "players": [{"name": one, "rank": {"swiss": ranks[one]}} for one in names],
                "rounds": [
                    {"round-type": "swiss", "round-number": 1, "matches": swiss},
                    {"round-type": "elimination", "round-number": 4, "matches": games[:2]},
                    {"round-type": "elimination", "round-number": 2, "matches": games[2:]},
                ],
            }
        }
    )


@pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)
def test_seeds_of_another_program_do_not_change_the_file_when_it_is_read_again(write):
    handover = taken_over(new_desk(), seeded_elsewhere(), "xwing-dogfight")
    first, remarks = write(handover)
    second, _ = write(taken_over(new_desk(), first, "xwing-dogfight"))

    assert first == second
    assert not remarks
    raw = json.loads(first)
    players = raw.get("tournament", raw)["players"]
    places = {one["name"]: one["rank"].get("elimination") for one in players}
    assert {"Ana": 1, "Bo": 2, "Cem": 3, "Dee": 4, "Eli": None, "Fay": None} == places


@pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)
def test_seeds_of_our_own_that_differ_are_said(write):
    handover = handed(with_a_cut())
    third, fourth = (row.player for row in handover.standings.rows[2:4])
    swapped = handover.places_by_swiss | {third: 4, fourth: 3}
    handover.__dict__["places_by_swiss"] = swapped
    text, remarks = write(handover)

    assert ["seeds"] == [one.code for one in remarks]
    assert remark_text(remarks[0]).startswith("The form knows no seeds")
    raw = json.loads(text)
    players = raw.get("tournament", raw)["players"]
    placed = {one["rank"].get("elimination"): one["name"] for one in players}
    assert [handover.event.people[third], handover.event.people[fourth]] == [placed[3], placed[4]]
