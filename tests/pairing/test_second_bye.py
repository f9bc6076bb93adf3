"""A second bye never comes in silence: the answer of `pair` says so, with its clause."""

import json

import pytest
from click.testing import CliRunner

from tests.pairing.events import bye, event, played, state, swiss, warnings
from tiltyard.cli import group

CLAUSES = {
    "runewars": "AMB-008",
    "armada": "AMB-008",
    "xwing-dogfight": "AMB-008",
    "xwing-escalation": "AMB-008",
    "middle-earth": "AMB-008",
    "diskwars": "DW-058",
}
POINTS = {"A": 30, "B": 25, "C": 20}


def second(answer):
    keys = ("code", "clause", "facts")
    found = [one for one in answer["warnings"] if one["code"] == "second-bye"]
    return [{key: one[key] for key in keys} for one in found]


@pytest.mark.clause("AMB-008", "DW-058")
@pytest.mark.parametrize("ruleset", CLAUSES)
def test_the_second_bye_is_a_warning_with_its_clause(ruleset, pairings):
    """Each of three has had one; who has the fewest rests, and everybody hears it."""
    rounds = [played(bye(one)) for one in "ABC"]
    answer = pairings(event(ruleset, list("ABC"), swiss(*rounds)))
    rests = answer["matches"][-1]["players"][0]

    assert [
        {"code": "second-bye", "clause": CLAUSES[ruleset], "facts": {"player": rests, "times": 1}}
    ] == second(answer)


@pytest.mark.clause("AMB-008", "DW-058")
@pytest.mark.parametrize("ruleset", CLAUSES)
def test_while_somebody_has_had_none_there_is_no_second_bye(ruleset, pairings):
    rounds = [played(bye(one)) for one in "AB"]
    answer = pairings(event(ruleset, list("ABC"), swiss(*rounds)))

    assert ["C"] == answer["matches"][-1]["players"]
    assert [] == second(answer)


@pytest.mark.clause("DW-058")
def test_only_those_with_the_fewest_are_candidates(pairings):
    """A and B have had two, C one: C rests for the second time, whatever the lots say."""
    rounds = [played(bye(one)) for one in "AABBC"]
    for number in range(10):
        answer = pairings(event("diskwars", list("ABC"), swiss(*rounds), seed=str(number)))
        assert ["C"] == answer["matches"][-1]["players"]
        assert [{"player": "C", "times": 1}] == [one["facts"] for one in second(answer)]


@pytest.mark.clause("DW-058")
def test_those_left_after_drops_have_all_had_one(pairings):
    """Seven players, the byes of rounds 1 to 3 to A, B and C, then everybody else drops."""
    gone = [{"player": one, "change": "drop"} for one in "DEFG"]
    rounds = [played(bye(one)) for one in "ABC"]
    rounds[-1]["after"] = gone
    answer = pairings(event("diskwars", list("ABCDEFG"), swiss(*rounds)))

    assert ["DW-058"] == [one["clause"] for one in second(answer)]


@pytest.mark.clause("AMB-008", "AMB-089", "AMB-090")
def test_a_second_game_against_the_spare_is_a_warning_too(pairings):
    rounds = [
        played(
            {
                "players": [one, "S"],
                "report": {"end": "time", "score": [1, 0], "leaders": [False, False]},
            }
        )
        for one in "ABC"
    ]
    players = [*({"id": one} for one in "ABC"), {"id": "S", "role": "spare"}]
    answer = pairings(event("middle-earth", players, swiss(*rounds)))

    assert [{"player": "C", "times": 1, "spare": "S"}] == [one["facts"] for one in second(answer)]


@pytest.mark.clause("AMB-008", "AMB-063")
@pytest.mark.parametrize("most", ["unlimited", 2])
def test_more_byes_by_option_are_said_as_well(most, pairings):
    before = state("xwing-dogfight", POINTS, byes="C", options={"bye.max_per_player": most})
    answer = pairings(before)

    assert ["C"] == answer["matches"][-1]["players"]
    assert ["second-bye"] == [one for one in warnings(answer) if one == "second-bye"]


@pytest.mark.clause("DW-058")
def test_the_terminal_prints_it(tmp_path):
    file = tmp_path / "three.json"
    rounds = [played(bye(one)) for one in "ABC"]
    file.write_text(json.dumps(event("diskwars", list("ABC"), swiss(*rounds))))

    result = CliRunner().invoke(group, ["pair", str(file)])

    assert 0 == result.exit_code
    assert "already had a bye in this event (1 so far)" in " ".join(result.output.split())
    assert "DW-058" in result.output
