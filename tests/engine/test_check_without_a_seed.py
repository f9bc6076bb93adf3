"""What `check` can prove without a seed, and which clause it names (contract, section 5)."""

from copy import deepcopy
from dataclasses import replace

import pytest

from tests.dev.wishes import wish
from tests.engine.test_damage import EVERY, clean, games, swiss
from tiltyard.dev.generate import random_tournament
from tiltyard.engine import flow
from tiltyard.rulesets.loader import load, names

SIX = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
WINS = {
    "runewars": {"end": "destroyed", "survivor": 0, "score": [200, 20]},
    "xwing-dogfight": {"end": "destroyed", "survivor": 0, "score": [100, 20]},
    "xwing-escalation": {"end": "destroyed", "survivor": 0, "score": [60, 20]},
    "middle-earth": {"end": "rounds", "score": [9, 3], "leaders": [True, False]},
    "diskwars": {"end": "destroyed", "survivor": 0},
    "armada": {"end": "destroyed", "survivor": 0, "score": [400, 20]},
}


def errors(found):
    return [one for one in found if one["severity"] == "error"]


def said(found, code):
    return [
        (one["severity"], one["clause"], one["players"]) for one in found if one["code"] == code
    ]


def event(ruleset, players, *rounds, **more):
    ids = players.split()
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "players": [{"id": one, "name": one} for one in ids],
        "stages": [{"kind": "swiss", "rounds": list(rounds)}],
        **more,
    }


def round_of(ruleset, *pairs, **more):
    """A round in which the first of each pair wins; one alone rests, a repeated name says so."""
    matches = []
    for pair in pairs:
        first, _, second = pair.partition("-")
        if second:
            matches.append({"players": [first, second], "report": WINS[ruleset]})
        else:
            matches.append({"kind": "bye", "players": [first]})
    return {"matches": matches, **more}


# ------------------------------------------------------------------------------ nothing to prove


@pytest.mark.clause("AMB-002", "RW-108")
@pytest.mark.parametrize("ruleset", EVERY)
def test_an_event_without_a_seed_is_no_broken_event(ruleset, findings):
    without = deepcopy(clean(ruleset))
    del without["seed"]

    found = findings(without)

    assert [("notice", "AMB-002", [])] == said(found, "not-verifiable")
    assert [] == errors(found)


@pytest.mark.parametrize("ruleset", SIX)
def test_no_legal_event_is_called_broken_when_its_seed_is_lost(ruleset):
    rules = load(ruleset)
    for number in range(25):
        tournament = replace(random_tournament(rules, *wish(rules, number)), seed="")
        found = [one for one in flow.findings(tournament, rules) if one.severity == "error"]
        assert [] == found, (ruleset, number)


def test_all_rulesets_with_clauses_are_tried():
    assert set(SIX) <= set(names())


def test_a_file_without_a_round_has_nothing_to_verify(findings):
    assert [] == findings(event("armada", "A B"))


# ------------------------------------------------------------- wrong, whatever the lots were


GROUPS = {
    "runewars": "RW-152",
    "xwing-dogfight": "XW-075",
    "xwing-escalation": "XW-075",
    "diskwars": "DW-055",
    "armada": "AR-088",
    "middle-earth": "AMB-086",
}


@pytest.mark.clause("RW-152", "XW-075", "DW-055", "AR-088", "ME-058")
@pytest.mark.parametrize(("ruleset", "clause"), GROUPS.items())
def test_a_winner_who_meets_a_loser_is_named_by_the_clause_of_groups(ruleset, clause, findings):
    first = round_of(ruleset, "A-B", "C-D")
    wrong = event(ruleset, "A B C D", first, round_of(ruleset, "A-D", "C-B"))
    right = event(ruleset, "A B C D", first, round_of(ruleset, "C-A", "D-B"))

    assert {clause} == {one["clause"] for one in errors(findings(wrong))}
    assert [] == errors(findings(right))


@pytest.mark.clause("RW-142", "XW-076", "DW-056", "AR-091")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-142"), ("xwing-dogfight", "XW-076"), ("diskwars", "DW-056")],
)
def test_a_repeat_is_named_without_a_seed(ruleset, clause, findings):
    first = round_of(ruleset, "A-B", "C-D")
    found = findings(event(ruleset, "A B C D", first, round_of(ruleset, "A-B", "C-D")))

    assert ("error", clause, ["A", "B"]) in said(found, "rematch")


@pytest.mark.clause("RW-154", "AR-090", "XW-081", "DW-057", "ME-051")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("runewars", "RW-154"),
        ("armada", "AR-090"),
        ("xwing-dogfight", "XW-081"),
        ("diskwars", "DW-057"),
        ("middle-earth", "ME-051"),
    ],
)
def test_the_bye_of_somebody_who_is_not_last_is_named(ruleset, clause, findings):
    first = round_of(ruleset, "A-B", "C-D", "E")
    wrong = event(ruleset, "A B C D E", first, round_of(ruleset, "C-E", "B-D", "A"))

    found = findings(wrong)

    assert [("error", clause, ["A"])] == said(found, "wrong-bye")
    assert ["wrong-bye"] == [one["code"] for one in errors(found)]  # who else meets is as it was


@pytest.mark.clause("RW-151", "AR-087", "XW-074", "DW-055", "AMB-086")
@pytest.mark.parametrize("ruleset", SIX)
def test_players_of_equal_points_are_not_blamed_for_the_repeat_of_others(ruleset, findings):
    first = round_of(ruleset, "A-B", "C-D", "E-F")
    found = findings(event(ruleset, "A B C D E F", first, round_of(ruleset, "A-B", "C-E", "D-F")))

    assert [("rematch", ["A", "B"])] == [(one["code"], one["players"]) for one in errors(found)]


@pytest.mark.clause("RW-151", "AR-087", "XW-074", "DW-055", "AMB-086")
@pytest.mark.parametrize("ruleset", SIX)
def test_players_of_equal_points_are_not_blamed_for_a_second_bye(ruleset, findings):
    first = round_of(ruleset, "A-B", "C-D", "E")
    found = findings(event(ruleset, "A B C D E", first, round_of(ruleset, "A-C", "B-D", "E")))

    assert [("second-bye", ["E"])] == [(one["code"], one["players"]) for one in errors(found)]


@pytest.mark.clause("XW-073")
@pytest.mark.parametrize("more", [{}, {"seed": "of the day"}])
def test_companions_who_met_are_named_and_the_others_are_not(more, findings):
    together = event("xwing-dogfight", "A B C D", round_of("xwing-dogfight", "A-B", "C-D"), **more)
    for player, car in zip(together["players"], ("Car", " car"), strict=False):
        player["affiliations"] = [car]

    found = errors(findings(together))

    assert [["A", "B"]] == [one["players"] for one in found if one["clause"] == "XW-073"]


@pytest.mark.clause("XW-073")
def test_the_first_bye_that_makes_companions_meet_is_named_by_their_clause(findings):
    wrong = event("xwing-dogfight", "A B C D E", round_of("xwing-dogfight", "A-B", "C-D", "E"))
    for player in wrong["players"][:3]:
        player["affiliations"] = ["car"]

    assert [("error", "XW-073", ["E"])] == said(findings(wrong), "wrong-bye")


@pytest.mark.clause("ME-058", "AMB-086")
def test_a_field_in_order_of_points_has_lots_only_where_points_are_equal(findings):
    first = round_of("middle-earth", "A-B", "C-D")
    options = {"pairing.inside": "random"}
    for pairs, errors_due in ((("A-D", "C-B"), 2), (("C-A", "D-B"), 0)):
        second = round_of("middle-earth", *pairs)
        found = findings(event("middle-earth", "A B C D", first, second, options=options))
        assert errors_due == len(errors(found))


# ------------------------------------------------------------------------------- second byes


SECOND = {
    "runewars": "RW-154",
    "armada": "AR-090",
    "xwing-dogfight": "AMB-063",
    "diskwars": "DW-058",
    "middle-earth": "AMB-090",
}


@pytest.mark.clause("DW-058", "AMB-008", "RW-154", "AR-090", "AMB-063", "AMB-090")
@pytest.mark.parametrize(("ruleset", "clause"), SECOND.items())
def test_a_second_bye_is_an_error_while_others_had_none(ruleset, clause, findings):
    first = round_of(ruleset, "A-B", "C-D", "E")
    found = findings(event(ruleset, "A B C D E", first, round_of(ruleset, "A-C", "B-D", "E")))

    assert [("error", clause, ["E"])] == said(found, "second-bye")
    assert [] == said(found, "wrong-bye")


@pytest.mark.clause("DW-058", "AMB-008")
def test_a_second_bye_by_hand_is_a_notice_with_its_reason(findings):
    second = round_of("diskwars", "A-C", "B-D", "E")
    second["matches"][-1]["override"] = {"by": "Olga", "reason": "Eve is ill"}
    first = round_of("diskwars", "A-B", "C-D", "E")

    found = findings(event("diskwars", "A B C D E", first, second))

    assert [("notice", "DW-058", ["E"])] == said(found, "second-bye")


@pytest.mark.clause("DW-058", "AMB-008")
def test_a_second_bye_that_nobody_can_avoid_is_a_warning(findings):
    rounds = [
        round_of("diskwars", "A-B", "C"),
        round_of("diskwars", "A-C", "B"),
        round_of("diskwars", "B-C", "A"),
        round_of("diskwars", "A-B", "C"),
    ]
    found = findings(event("diskwars", "A B C", *rounds))

    assert [("warning", "DW-058", ["C"])] == said(found, "second-bye")
    assert [] == errors(found)


def test_byes_without_a_limit_are_no_finding(findings):
    first = round_of("xwing-dogfight", "A-B", "C-D", "E")
    second = round_of("xwing-dogfight", "A-C", "B-D", "E")
    options = {"bye.max_per_player": "unlimited"}
    found = findings(event("xwing-dogfight", "A B C D E", first, second, options=options))

    assert [] == said(found, "second-bye")


# ------------------------------------------------------------------------------------- cards


def with_cards(*deployments, date="2018-08-01", **more):
    rounds = [
        round_of("runewars", *pairs, deployment=card)
        for pairs, card in zip(
            (("A-B", "C-D"), ("A-C", "B-D"), ("A-D", "B-C"), ("A-B", "C-D")),
            deployments,
            strict=False,
        )
    ]
    return event("runewars", "A B C D", *rounds, date=date, **more)


@pytest.mark.clause("RW-104", "RW-108")
@pytest.mark.parametrize(
    ("card", "date", "found"),
    [
        pytest.param("Standoff", "2018-08-01", [], id="of the season"),
        pytest.param("Maelstrom", "2018-08-01", [("error", "RW-104", [])], id="of the next one"),
        pytest.param("Maelstrom", "2018-10-01", [], id="which has begun"),
        pytest.param("Standoff", "2018-10-01", [("error", "RW-104", [])], id="of the last one"),
        pytest.param("Tea", "2018-10-01", [("error", "RW-104", [])], id="of no season"),
    ],
)
def test_a_card_out_of_season_is_named(card, date, found, findings):
    assert found == said(findings(with_cards(card, date=date)), "card-out-of-season")


@pytest.mark.clause("RW-104")
def test_without_a_date_the_cards_of_every_season_may_be_drawn(findings):
    undated = with_cards("Standoff", "Maelstrom")
    del undated["date"]

    assert [] == said(findings(undated), "card-out-of-season")


@pytest.mark.clause("RW-109", "RW-110")
@pytest.mark.parametrize(
    ("cards", "found"),
    [
        pytest.param(("Standoff", "Unprepared", "Meeting Engagement", "Unprepared"), 0, id="new"),
        pytest.param(("Standoff", "Unprepared", "Meeting Engagement", "Standoff"), 0, id="refill"),
        pytest.param(("Standoff", "Unprepared", "Standoff"), 1, id="again too early"),
        pytest.param(("Standoff", "Standoff"), 1, id="at once"),
    ],
)
def test_a_card_again_before_the_bag_was_empty_is_named(cards, found, findings):
    again = said(findings(with_cards(*cards)), "card-again")

    assert [("error", "RW-109", [])] * found == again


@pytest.mark.clause("RW-107")
def test_a_legal_card_that_the_seed_does_not_draw_is_named_with_a_seed_only(findings):
    cards = ("Standoff", "Unprepared", "Meeting Engagement")
    seeded = [findings(with_cards(card, seed="x")) for card in cards]

    wrong = [said(found, "wrong-card") for found in seeded]
    assert 2 == wrong.count([("error", "RW-107", [])])
    assert [[]] * 3 == [said(findings(with_cards(card)), "wrong-card") for card in cards]


# ------------------------------------------------------------------------------------- lists


@pytest.mark.clause("RW-048", "AR-038", "XW-035", "XE-014")
@pytest.mark.parametrize(
    ("ruleset", "most", "clause"),
    [
        ("runewars", 200, "RW-048"),
        ("armada", 400, "AR-038"),
        ("xwing-dogfight", 100, "XW-035"),
        ("xwing-escalation", 150, "XE-014"),
    ],
)
def test_a_list_over_its_limit_is_named(ruleset, most, clause, findings):
    file = event(ruleset, "A B", round_of(ruleset, "A-B"))
    file["players"][1]["total"] = most
    assert [] == said(findings(file), "list-over-limit")

    file["players"][1]["total"] = most + 1
    assert [("error", clause, ["B"])] == said(findings(file), "list-over-limit")


# ----------------------------------------------------------------------- with a seed: own clauses


@pytest.mark.clause("ME-046", "XW-072", "DW-053", "AMB-002")
@pytest.mark.parametrize("ruleset", EVERY)
def test_another_legal_first_round_than_the_seed_draws_breaks_no_recommendation(ruleset, findings):
    other = deepcopy(clean(ruleset))
    one, two = games(swiss(other, 1))[:2]
    one["players"][1], two["players"][1] = two["players"][1], one["players"][1]
    del swiss(other, 1)["matches"][2:]
    other["stages"] = [{"kind": "swiss", "rounds": [swiss(other, 1)]}]
    seated = {player for match in swiss(other, 1)["matches"] for player in match["players"]}
    other["players"] = [player for player in other["players"] if player["id"] in seated]
    other.pop("ranking", None)

    found = errors(findings(other))

    assert {"AMB-002"} == {one["clause"] for one in found if one["code"] == "wrong-pairing"}
