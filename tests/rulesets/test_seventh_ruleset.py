"""A new game is a new file: an invented seventh ruleset, only data, plays whole events."""

import json
from pathlib import Path

import pytest

from tiltyard.cli.ruleset_page import draw_ruleset
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OutsideTheTable, SlipRefused
from tiltyard.engine.structure import plan_for
from tiltyard.formats.ruleset_document import ruleset_document
from tiltyard.rulesets.loader import load, names
from tiltyard.text.refusals import fix_text

DATA = Path(__file__).parent / "data"
RULES = load("skirmish-cup", DATA)


def game(first, second, score, **more):
    return {"players": [first, second], "report": {"end": "rounds", "score": score} | more}


def bye(player):
    return {"kind": "bye", "players": [player]}


def event(players, *rounds, **more):
    return {
        "format": "tiltyard/1",
        "ruleset": "skirmish-cup",
        "seed": "cup",
        "players": [{"id": player} for player in players],
        "stages": [{"kind": "swiss", "rounds": [{"matches": list(round_)} for round_ in rounds]}],
    } | more


@pytest.fixture
def rows(standings):
    """Return the rows of an event of the seventh ruleset."""
    return lambda *arguments, **more: standings(event(*arguments, **more), rulesets=DATA)["rows"]


def keys(rows):
    return {row["player"]: tuple(row["keys"].values()) for row in rows}


# ------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        pytest.param(0, (10, 10), id="level"),
        pytest.param(1, (10, 10), id="one point apart is still a draw"),
        pytest.param(5, (10, 10), id="last difference of a draw"),
        pytest.param(6, (11, 9), id="first difference of a win"),
        pytest.param(10, (11, 9), id="last of 11-9"),
        pytest.param(11, (12, 8), id="first of 12-8"),
        pytest.param(15, (12, 8), id="last of 12-8"),
        pytest.param(16, (13, 7), id="first of 13-7"),
        pytest.param(20, (13, 7), id="last of 13-7"),
        pytest.param(21, (14, 6), id="first of 14-6"),
        pytest.param(25, (14, 6), id="last of 14-6"),
        pytest.param(26, (15, 5), id="first of 15-5"),
        pytest.param(30, (15, 5), id="last of 15-5"),
        pytest.param(31, (16, 4), id="first of 16-4"),
        pytest.param(35, (16, 4), id="last of 16-4"),
        pytest.param(36, (17, 3), id="first of 17-3"),
        pytest.param(40, (17, 3), id="last of 17-3"),
        pytest.param(41, (18, 2), id="first of 18-2"),
        pytest.param(45, (18, 2), id="last of 18-2"),
        pytest.param(46, (19, 1), id="first of 19-1"),
        pytest.param(50, (19, 1), id="last of 19-1"),
        pytest.param(51, (20, 0), id="first of 20-0"),
        pytest.param(100, (20, 0), id="as far apart as can be"),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["first player wins", "second player wins"])
def test_the_difference_in_victory_points_shares_twenty_points(difference, expected, turned, rows):
    score = [0, difference] if turned else [difference, 0]
    high, low = ("b", "a") if turned else ("a", "b")
    answer = keys(rows(["a", "b"], [game("a", "b", score)]))

    assert (str(expected[0]), str(difference), str(difference)) == answer[high]
    assert (str(expected[1]), str(-difference), "0") == answer[low]


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        pytest.param(
            {"end": "destroyed", "score": [30, 40], "survivor": 0}, ("20", "60", "100"), id="left"
        ),
        pytest.param({"end": "mutual"}, ("10", "0", "0"), id="nobody is left"),
        pytest.param({"end": "time", "score": [33, 20]}, ("12", "13", "33"), id="time"),
        pytest.param({"end": "concession", "conceded": 1}, ("20", "60", "60"), id="concession"),
        pytest.param({"end": "concession", "conceded": 0}, ("0", "-60", "0"), id="conceded"),
    ],
)
def test_every_ending_is_scored_by_the_file_alone(report, expected, rows):
    assert expected == keys(rows(["a", "b"], [game("a", "b", [0, 0]) | {"report": report}]))["a"]


@pytest.mark.parametrize(
    ("report", "clause", "field"),
    [
        pytest.param({"end": "time"}, "SC-23", "score", id="no score"),
        pytest.param({"end": "destroyed", "score": [1, 0]}, "SC-20", "survivor", id="no survivor"),
        pytest.param({"end": "time", "score": [101, 0]}, "SC-11", "score", id="above 100"),
        pytest.param({"end": "intentional_draw"}, "SC-1", "end", id="an end it does not know"),
    ],
)
def test_a_slip_that_cannot_be_is_refused_with_the_clause_of_the_file(report, clause, field, rows):
    with pytest.raises(SlipRefused) as refusal:
        rows(["a", "b"], [game("a", "b", [0, 0]) | {"report": report}])

    assert (clause, field) == (refusal.value.clause, refusal.value.field)


# ------------------------------------------------------------------------------------ whole events


def test_a_whole_event_is_ranked_by_points_difference_and_victory_points(rows):
    answer = rows(
        ["a", "b", "c", "d", "e"],
        [game("a", "b", [40, 20]), game("c", "d", [50, 30]), bye("e")],
        [game("a", "c", [25, 25]), game("e", "b", [10, 60]), bye("d")],
    )

    assert {
        "a": ("23", "20", "65"),
        "b": ("26", "30", "80"),
        "c": ("23", "20", "75"),
        "d": ("20", "-4", "46"),
        "e": ("14", "-34", "26"),
    } == keys(answer)
    assert ["b", "c", "a", "d", "e"] == [row["player"] for row in answer]
    assert [None, "tp", "vp", "tp", "tp"] == [row["decided_by"] for row in answer]


def test_the_difference_is_compared_before_victory_points(rows):
    answer = rows(["a", "b", "c", "d"], [game("a", "b", [20, 0]), game("c", "d", [90, 74])])

    assert [("a", None), ("c", "vpd"), ("d", "tp"), ("b", "vpd")] == [
        (row["player"], row["decided_by"]) for row in answer
    ]


def test_players_level_on_everything_are_ranked_by_lot(rows):
    answer = rows(["a", "b", "c", "d"], [game("a", "b", [7, 7]), game("c", "d", [7, 7])])

    assert [None, "lot", "lot", "lot"] == [row["decided_by"] for row in answer]


def test_a_bye_is_worth_what_the_file_says_and_what_the_organizer_sets(rows):
    matches = [game("a", "b", [9, 9]), bye("c")]

    assert ("13", "16", "16") == keys(rows(["a", "b", "c"], matches))["c"]
    assert "9" == keys(rows(["a", "b", "c"], matches, options={"bye.tp": 9}))["c"][0]


def test_a_drop_an_absent_opponent_and_an_unpaired_loss_come_with_the_shared_rules(standings):
    played = event(
        ["a", "b", "c", "d"],
        [game("a", "b", [60, 0]), {"kind": "forfeit", "players": ["c", "d"], "absent": "d"}],
        [game("a", "c", [0, 8]), {"kind": "unpaired_loss", "players": ["b"]}],
    )
    played["stages"][0]["rounds"][0]["after"] = [{"player": "d", "change": "drop"}]
    answer = standings(played, rulesets=DATA)

    assert {
        "a": ("29", "52", "60"),
        "b": ("0", "-60", "0"),
        "c": ("24", "24", "24"),
        "d": ("0", "0", "0"),
    } == keys(answer["rows"])
    assert ["a", "c", "d", "b"] == [row["player"] for row in answer["rows"]]
    assert "dropped" == answer["rows"][2]["status"]
    assert "skirmish-cup@1" == answer["ruleset"]


def test_a_bracket_is_decided_too_and_a_draw_favours_the_higher_seed(standings):
    played = event(
        ["a", "b", "c", "d"],
        [game("a", "b", [60, 0]), game("c", "d", [30, 0])],
        plan={"swiss_rounds": 1, "cut": 2},
    )
    final = {"matches": [game("a", "c", [40, 40]) | {"game": 1}]}
    played["stages"].append({"kind": "elimination", "seeds": ["a", "c"], "rounds": [final]})
    answer = standings(played, rulesets=DATA)["rows"]

    assert [
        ("a", "active", None),
        ("c", "eliminated", "elimination"),
        ("d", "cut", "cut"),
        ("b", "cut", "tp"),
    ] == [(row["player"], row["status"], row["decided_by"]) for row in answer]


# ------------------------------------------------------------------------------ structure and clock


@pytest.mark.parametrize(
    ("players", "table", "expected"),
    [
        pytest.param(4, "basic", (3, 0, "SC-51"), id="fewest"),
        pytest.param(8, "basic", (3, 0, "SC-51"), id="last of three rounds"),
        pytest.param(9, "basic", (4, 0, "SC-51"), id="first of four rounds"),
        pytest.param(16, "basic", (4, 0, "SC-51"), id="last without a cut"),
        pytest.param(17, "basic", (5, 2, "SC-51"), id="first with a cut"),
        pytest.param(32, "basic", (5, 2, "SC-51"), id="last with a final only"),
        pytest.param(33, "basic", (5, 4, "SC-51"), id="first with a top four"),
        pytest.param(500, "basic", (5, 4, "SC-51"), id="as many as come"),
        pytest.param(8, "advanced", (4, 2, "SC-52"), id="fewest of the advanced table"),
        pytest.param(16, "advanced", (4, 2, "SC-52"), id="last advanced with a final only"),
        pytest.param(17, "advanced", (5, 4, "SC-52"), id="first advanced with a top four"),
    ],
)
def test_the_structure_follows_from_the_tables_of_the_file(players, table, expected):
    plan = plan_for(RULES, players, table)

    assert expected == (plan.rounds, plan.cut, plan.clause)


def test_three_players_are_outside_the_table():
    with pytest.raises(OutsideTheTable) as refusal:
        plan_for(RULES, 3)

    assert "SC-53" == refusal.value.clause
    assert "We suggest 2 rounds" in fix_text(refusal.value)


@pytest.mark.parametrize(
    ("stage", "number", "final", "expected"),
    [
        pytest.param("swiss", 1, False, (120, "SC-60"), id="first Swiss round"),
        pytest.param("swiss", 3, False, (105, "SC-60"), id="third Swiss round"),
        pytest.param("swiss", 5, False, (105, "SC-60"), id="the last length stays"),
        pytest.param("elimination", 1, False, (120, "SC-63"), id="as the Swiss rounds"),
        pytest.param("elimination", 2, True, (None, "SC-64"), id="an untimed final"),
    ],
)
def test_the_clock_follows_from_the_file(stage, number, final, expected):
    length = round_length(RULES, stage, number, final=final)

    assert expected == (length.minutes, length.clause)


# ---------------------------------------------------------------------------------- what is shown


def test_it_stands_in_the_list_beside_the_six():
    assert {"skirmish-cup", "league-night"} == set(names(DATA)) - set(names())
    assert "skirmish-cup" not in names()


def test_a_person_can_read_it(capsys):
    draw_ruleset(RULES)
    page = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in page.splitlines()]

    assert "skirmish-cup@1, effective 2024-01-06 (SC-1)" in lines
    assert "51+ 20 0 SC-15" in lines
    assert "33+ 5 top 4 SC-51" in lines
    assert "2 vp difference SC-41" in lines
    assert "bye 13 16 victory points 16-0 SC-30" in lines
    assert "bye.tp = 13 (SC-30)" in lines


def test_a_program_can_read_it():
    document = json.loads(json.dumps(ruleset_document(RULES)))

    assert "tiltyard/ruleset/1" == document["format"]
    assert {"least": 51, "most": None, "win": 20, "loss": 0, "clause": "SC-15"} == (
        document["points"]["rows"][-1]
    )
    assert 13 == document["options"]["bye.tp"]["default"]
    assert "2024-01-06" == document["effective"]
