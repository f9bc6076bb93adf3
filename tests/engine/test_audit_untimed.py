"""The check of a file knows which rounds a document plays without a clock."""

import json

import pytest
from click.testing import CliRunner

from tests.rules.events import bracket, event, game, played, swiss
from tiltyard.cli import group

CODE = "time-in-untimed-game"


def four(ruleset, semifinal, final, **more):
    """Two Swiss rounds, a semifinal and a final that end as said."""

    def ended(number, first, second, end):
        survivor = {"survivor": 0} if end == "destroyed" else {}
        return {"game": number, **game(first, second, end, (30, 0), **survivor)}

    return event(
        ruleset,
        [{"id": one, "name": f"Player {one}"} for one in "ABCD"],
        swiss(
            played(game("A", "D", "time", (90, 0)), game("B", "C", "time", (80, 0))),
            played(game("A", "B", "time", (90, 0)), game("C", "D", "time", (50, 0))),
        ),
        bracket(
            "ABCD",
            played(ended(1, "A", "D", semifinal), ended(2, "B", "C", semifinal)),
            played(ended(1, "A", "B", final)),
        ),
        plan={"swiss_rounds": 2, "cut": 4},
        **more,
    )


SEMI = ["stages[1].rounds[0].matches[0]", "stages[1].rounds[0].matches[1]"]
FINAL = ["stages[1].rounds[1].matches[0]"]
CLOCK = {"options": {"clock.elimination": 135}}


@pytest.mark.clause("XW-088", "AR-094")
@pytest.mark.parametrize(
    ("document", "clause", "where"),
    [
        pytest.param(four("xwing-dogfight", "time", "time"), "XW-088", FINAL, id="X-Wing's final"),
        pytest.param(four("xwing-dogfight", "time", "destroyed"), "", [], id="X-Wing, played out"),
        pytest.param(four("armada", "time", "rounds"), "AR-094", SEMI, id="Armada's semifinals"),
        pytest.param(four("armada", "rounds", "time"), "AR-094", FINAL, id="Armada's final"),
        pytest.param(four("armada", "rounds", "rounds"), "", [], id="Armada, played out"),
        pytest.param(four("runewars", "time", "time"), "", [], id="Runewars plays with a clock"),
        pytest.param(four("diskwars", "time", "time"), "", [], id="Diskwars plays with a clock"),
        pytest.param(
            four("armada", "time", "rounds", **CLOCK), "", [], id="Armada with a clock of its own"
        ),
    ],
)
def test_an_end_by_time_without_a_clock_is_a_warning(findings, document, clause, where):
    found = [one for one in findings(document) if one["code"] == CODE]

    assert [("warning", clause, place) for place in where] == [
        (one["severity"], one["clause"], one["where"]) for one in found
    ]


@pytest.mark.clause("XW-088")
def test_a_warning_alone_leaves_the_check_at_exit_0(tmp_path):
    file = tmp_path / "cup.json"
    document = four("xwing-dogfight", "time", "time")
    for round_ in document["stages"][0]["rounds"]:  # not drawn from a seed of ours
        round_["override"] = {"by": "Ola", "reason": "drawn from a hat"}
    file.write_text(json.dumps(document), "utf-8")

    checked = CliRunner().invoke(group, ["check", str(file), "--json"])

    found = json.loads(checked.stdout)["findings"]
    assert [CODE] == [one["code"] for one in found if one["severity"] != "notice"]
    assert 0 == checked.exit_code
