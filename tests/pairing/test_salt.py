"""A round with a salt: its lots and the bags filled in it use seed and salt (contract, 4)."""

import json

import pytest
from click.testing import CliRunner

from tests.pairing.events import by_lot, drawn, with_round
from tests.rules.events import event, game, played, swiss
from tiltyard.cli import group


def salted(before, salt, **more):
    return with_round(before, salt=salt, **more)


def in_pairs(lots):
    return [f"{a}-{b}" for a, b in zip(lots[::2], lots[1::2], strict=True)]


@pytest.mark.clause("AMB-002")
@pytest.mark.parametrize(
    ("salt", "attempt", "text"),
    [
        pytest.param("late", 1, "s~late", id="a salt"),
        pytest.param("late", 3, "s~late#3", id="a salt and a third attempt"),
        pytest.param("Käse #2", 1, "s~Käse #2", id="any text"),
    ],
)
def test_the_lots_of_a_round_use_seed_and_salt(salt, attempt, text, pairings):
    names = list("ABCDEFG")
    rest = by_lot(names, "bye", seed=text)[0]
    lots = by_lot([one for one in names if one != rest], "order", seed=text)
    before = event("armada", "A B C D E F G", seed="s")
    answer = pairings(salted(before, salt, attempt=attempt))

    assert " ".join([*in_pairs(lots), rest]) == drawn(answer)


@pytest.mark.clause("AMB-002")
def test_a_bracket_that_begins_by_lot_is_salted(pairings):
    plan = {"swiss_rounds": 0, "cut": None}
    before = event("runewars", "A B C D E F", seed="s", plan=plan)
    before["stages"] = [{"kind": "elimination", "rounds": [{"matches": [], "salt": "x"}]}]

    plain = event("runewars", "A B C D E F", seed="s~x", plan=plan)
    assert pairings(plain)["matches"] == pairings(before)["matches"]


@pytest.mark.clause("RW-107", "RW-109")
def test_a_bag_uses_the_salt_of_the_round_that_filled_it(pairings):
    cards = ["Unprepared", "Meeting Engagement", "Maelstrom"]
    bag = by_lot(cards, "deployment", seed="s~one")
    first = played(game("A", "B", "time", (90, 10)), game("C", "D", "time", (90, 10)))
    before = event("runewars", "A B C D", swiss(first), seed="s", date="2018-11-01")
    before["stages"][0]["rounds"][0]["salt"] = "one"

    assert bag[1] == pairings(salted(before, "two"))["deployment"]


@pytest.mark.clause("AMB-002")
def test_the_order_of_the_standings_is_never_salted(standings):
    first = played(game("A", "B", "intentional_draw", witness="L"))
    plain = event("armada", "A B", swiss(first), seed="s")
    with_salt = event("armada", "A B", swiss({**first, "salt": "x"}), seed="s")

    assert [row["player"] for row in standings(plain)["rows"]] == [
        row["player"] for row in standings(with_salt)["rows"]
    ]


@pytest.mark.clause("AMB-002")
def test_check_draws_every_round_with_its_own_salt(pairings, findings):
    before = event("armada", "A B C D E F G H", seed="s")
    matches = [
        {**match, "report": {"end": "time", "score": [90, 10]}}
        for match in pairings(salted(before, "x"))["matches"]
    ]
    for match in matches:
        match.pop("why")
    right = event("armada", "A B C D E F G H", swiss({"matches": matches, "salt": "x"}), seed="s")
    wrong = event("armada", "A B C D E F G H", swiss({"matches": matches, "salt": "y"}), seed="s")

    assert [] == findings(right)
    assert "wrong-pairing" in {one["code"] for one in findings(wrong)}


@pytest.mark.clause("AMB-002")
@pytest.mark.parametrize("waiting", [False, True])
def test_the_salt_can_be_said_from_outside(waiting, tmp_path, pairings):
    before = event("armada", "A B C D E F", seed="s")
    file = tmp_path / "event.json"
    file.write_text(json.dumps(salted(before, "old") if waiting else before), "utf-8")

    answer = CliRunner().invoke(group, ["pair", "--json", "--salt", "late", str(file)])

    assert 0 == answer.exit_code
    assert pairings(salted(before, "late")) == json.loads(answer.stdout)


def test_a_salt_is_a_text(tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(salted(event("armada", "A B"), 7)), "utf-8")

    answer = CliRunner().invoke(group, ["pair", str(file)])

    assert 2 == answer.exit_code
    assert "stages[0].rounds[0].salt" in answer.stderr
