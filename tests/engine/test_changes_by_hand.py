"""Pairings changed by hand: what becomes of the round, and what the change costs."""

import pytest

from tests.refusing import refuses
from tiltyard.engine import flow
from tiltyard.engine.errors import Refused
from tiltyard.engine.pairing.changes import GiveBye, PairByHand, Swap, change_by_hand
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.swiss import draw_swiss
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.text.reasons import why_text
from tiltyard.text.refusals import fix_text


def after_round_1(players, *results, ruleset="armada", rest=None, spare=None):
    """A field after one round; each result is (winner, loser, margin)."""
    matches = [
        {"players": [winner, loser], "report": {"end": "time", "score": [margin, 0]}}
        for winner, loser, margin in results
    ]
    for match in matches:
        if ruleset == "middle-earth":
            match["report"]["leaders"] = [False, False]
    if rest is not None:
        matches.append({"kind": "bye", "players": [rest]})
    people = [{"id": one} for one in players]
    if spare:
        people.append({"id": spare, "role": "spare"})
    event = {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "players": people,
        "stages": [{"kind": "swiss", "rounds": [{"matches": matches}]}],
    }
    return Field(read_tournament(event), load(ruleset), 1, 2)


FOUR = after_round_1("ABCD", ("A", "B", 100), ("C", "D", 100))
"""A and C have 7 points, B and D have 3: round 2 is A-C and B-D."""
FIVE = after_round_1("ABCDE", ("A", "B", 100), ("C", "D", 40), rest="E")
"""E 8, A 7, C 6, D 4, B 3: B rests, then E-A and C-D would repeat: E-C, A-D."""


def pairs(matches):
    return {frozenset(match.players) for match in matches}


def codes(changed):
    return [why.code for why in changed.consequences]


def test_the_drawn_rounds_are_what_the_cases_start_from():
    assert {frozenset("AC"), frozenset("BD")} == pairs(draw_swiss(FOUR).matches)
    assert {frozenset("EC"), frozenset("AD"), frozenset("B")} == pairs(draw_swiss(FIVE).matches)


@pytest.mark.clause("AMB-004", "AR-088")
def test_a_swap_that_leaves_a_point_group_names_who_floats():
    changed = change_by_hand(FOUR, draw_swiss(FOUR), [Swap("C", "D")])

    assert {frozenset("AD"), frozenset("BC")} == pairs(changed.matches)
    assert (0, 1) == changed.touched
    assert ["floats-by-hand", "floats-by-hand"] == codes(changed)
    assert [("A", 7, 3, 7), ("C", 7, 3, 7)] == [
        (why.facts["player"], why.facts["from"], why.facts["to"], why.facts["instead"])
        for why in changed.consequences
    ]


@pytest.mark.clause("AMB-004", "AR-091")
def test_a_repeat_by_hand_is_named_with_its_round():
    changed = change_by_hand(FOUR, draw_swiss(FOUR), [PairByHand("A", "B")])

    assert {frozenset("AB"), frozenset("CD")} == pairs(changed.matches)
    assert 2 == codes(changed).count("repeat-by-hand")
    assert {1} == {w.facts["round"] for w in changed.consequences if w.code == "repeat-by-hand"}


def test_a_change_back_costs_nothing():
    changed = change_by_hand(FOUR, draw_swiss(FOUR), [Swap("C", "D"), Swap("D", "C")])

    assert ((), ()) == (changed.touched, changed.consequences)
    assert draw_swiss(FOUR).matches == changed.matches


def test_pairing_two_who_meet_already_changes_nothing():
    assert () == change_by_hand(FOUR, draw_swiss(FOUR), [PairByHand("A", "C")]).touched


@pytest.mark.clause("AR-090")
def test_a_bye_given_to_another_names_whose_it_was():
    drawn = draw_swiss(FIVE)
    changed = change_by_hand(FIVE, drawn, [GiveBye("A")])
    moved = [why for why in changed.consequences if why.code == "bye-moved"]

    assert {frozenset("A")} <= pairs(changed.matches)
    assert [("A", "B")] == [(why.facts["player"], why.facts["instead"]) for why in moved]


@pytest.mark.clause("AR-090")
def test_a_second_bye_is_named():
    changed = change_by_hand(FIVE, draw_swiss(FIVE), [GiveBye("E")])

    assert "second-bye" in codes(changed)


def test_a_bye_in_an_even_field_leaves_the_opponent_alone_too():
    changed = change_by_hand(FOUR, draw_swiss(FOUR), [GiveBye("A")])

    assert {frozenset("A"), frozenset("C"), frozenset("BD")} == pairs(changed.matches)
    assert ["left-alone", "left-alone"] == codes(changed)
    assert {"bye"} == {match.kind for match in changed.matches if len(match.players) == 1}


def test_who_rests_can_be_paired_by_hand():
    changed = change_by_hand(FIVE, draw_swiss(FIVE), [PairByHand("B", "C")])

    assert {frozenset("BC"), frozenset("E"), frozenset("AD")} == pairs(changed.matches)


def test_two_who_both_rest_are_not_paired_but_drawn_again():
    with refuses(Refused, code="both-them-rest-draw"):
        change_by_hand(FOUR, draw_swiss(FOUR), [GiveBye("A"), PairByHand("A", "C")])


@pytest.mark.clause("ME-050")
def test_the_game_against_the_spare_can_change_hands():
    field = after_round_1(
        "ABCDE", ("A", "B", 5), ("C", "D", 3), ruleset="middle-earth", rest="E", spare="S"
    )
    drawn = draw_swiss(field)
    changed = change_by_hand(field, drawn, [GiveBye("A")])

    assert frozenset({"A", "S"}) in pairs(changed.matches)
    assert "bye-moved" in codes(changed)


@pytest.mark.parametrize(
    "change", [Swap("A", "X"), PairByHand("A", "A"), GiveBye("X"), PairByHand("X", "B")]
)
def test_what_cannot_be_done_is_refused(change):
    with pytest.raises(Refused) as caught:
        change_by_hand(FOUR, draw_swiss(FOUR), [change])

    assert fix_text(caught.value)


def test_every_consequence_has_its_sentence():
    names = {one: f"Player {one}" for one in "ABCDE"}
    changes = ([Swap("C", "D")], [PairByHand("A", "B")], [GiveBye("A")])
    for field in (FOUR, FIVE):
        for change in changes:
            for why in change_by_hand(field, draw_swiss(field), change).consequences:
                assert "Player" in why_text(why, names, "consequences")
                assert why.clause


@pytest.mark.clause("AMB-004")
@pytest.mark.parametrize("seed", range(12))
def test_a_bye_moved_by_hand_makes_no_untouched_game_wrong(seed):
    people = [{"id": one} for one in "ABCDE"] + [{"id": "F", "table": 2}, {"id": "G", "table": 3}]
    event = {"format": "tiltyard/1", "ruleset": "diskwars", "seed": f"{seed:064x}",
             "players": people, "stages": [], "plan": {"swiss_rounds": 3}}  # fmt: skip
    drawn = flow.pairings(read_tournament(event), load("diskwars")).matches
    rests = next(match.players[0] for match in drawn if match.kind == "bye")
    moved = next(match for match in drawn if match.kind == "game")
    stays, goes = moved.players
    by_hand = {"override": {"by": "Olga", "reason": "has to leave"}}
    matches = [
        {"kind": "bye", "players": [goes], **by_hand},
        {"players": [stays, rests], "table": moved.table, **by_hand},
        *({"players": [*match.players], "table": match.table}
          for match in drawn if match.kind == "game" and match is not moved),
    ]  # fmt: skip
    changed = event | {"stages": [{"kind": "swiss", "rounds": [{"matches": matches}]}]}

    found = flow.findings(read_tournament(changed), load("diskwars"))

    assert [] == [one for one in found if one.severity == "error"]
