"""Who left cannot play: the finding cites the document of the event, or what was decided for it."""

import pytest

from tests.rules.events import event, game, played, swiss

SLIP = {"leaders": [False, False]}


@pytest.mark.clause("RW-143", "RW-147", "ME-005", "AMB-098", "AMB-127")
@pytest.mark.parametrize(
    ("ruleset", "change", "expected"),
    [
        ("runewars", "drop", "RW-143"),
        ("runewars", "disqualify", "RW-147"),
        ("armada", "drop", "AMB-127"),
        ("armada", "disqualify", "AMB-127"),
        ("middle-earth", "drop", "AMB-098"),
        ("middle-earth", "disqualify", "ME-005"),
    ],
)
def test_playing_on_cites_the_documents_clause(findings, ruleset, change, expected):
    rounds = (
        played(game("A", "B", "time", (9, 0), **SLIP), game("C", "D", "time", (5, 0), **SLIP)),
        played(game("A", "C", "time", (9, 0), **SLIP), game("B", "D", "time", (5, 0), **SLIP)),
    )
    rounds[0]["after"] = [{"player": "D", "change": change}]
    found = [
        one for one in findings(event(ruleset, "A B C D", swiss(*rounds))) if "plays" in one["code"]
    ]

    assert [(expected, ["D"])] == [(one["clause"], one["players"]) for one in found]


@pytest.mark.clause("RW-146", "AMB-023")
def test_an_unpaired_loss_is_for_those_who_were_away(findings):
    """Somebody who plays in round 1 cannot simply be left out of round 2."""
    rounds = (
        played(game("A", "B", "time", (9, 0)), game("C", "D", "time", (5, 0))),
        played(game("A", "C", "time", (9, 0)), {"kind": "bye", "players": ["B"]}),
    )
    rounds[1]["matches"].append({"kind": "unpaired_loss", "players": ["D"]})
    codes = [one["code"] for one in findings(event("armada", "A B C D", swiss(*rounds)))]

    assert "needless-unpaired-loss" in codes


@pytest.mark.clause("AMB-023")
def test_who_comes_late_has_unpaired_losses_for_the_rounds_before(findings):
    late = {"kind": "unpaired_loss", "players": ["C"]}
    rounds = (played(game("A", "B", "time", (90, 0))),)
    rounds[0]["matches"].append(late)

    found = findings(event("armada", "A B C", swiss(*rounds)))

    assert [] == [one for one in found if one["severity"] != "notice"]


@pytest.mark.clause("AMB-003")
def test_a_repeat_that_could_not_be_avoided_is_no_fault(findings):
    again = played(game("A", "B", "time", (90, 0)))

    assert {"notice"} == {
        one["severity"] for one in findings(event("armada", "A B", swiss(again, again)))
    }
