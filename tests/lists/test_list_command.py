"""`tiltyard list check` and `tiltyard catalog`: for people, for programs, and many at once."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tests.lists.example_cards import squad, write_xwing_data
from tiltyard.cli import group
from tiltyard.text.refusals import refusal_text

CADET = ("kitecadet", "kite", {})
FIVE, SIX = squad(*[CADET] * 5), squad(*[CADET] * 6)


def run(*arguments, **more):
    return CliRunner().invoke(group, [str(one) for one in arguments], **more)


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("catalogues")
    data = write_xwing_data(tmp_path_factory.mktemp("cards"))
    assert run("catalog", "add", "xwing", data, "--catalogues", folder).exit_code == 0
    return folder


@pytest.fixture
def check(cards, tmp_path):
    def checked(value, *options, name="squad.json", ruleset="xwing-dogfight", **more):
        file = tmp_path / name
        text = value if isinstance(value, str | bytes) else json.dumps(value)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        command = ("list", "check", file, "--ruleset", ruleset, "--catalogues", cards)
        return run(*command, *options, **more)

    return checked


def lines(*values):
    return "".join(f"{json.dumps(value)}\n" for value in values)


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


# ----------------------------------------------------------------------------- one list


@pytest.mark.clause("XW-035")
def test_a_squad_of_exactly_100_points_is_fine(check):
    result = check(FIVE, "--json")
    (answer,) = answers(result)
    assert result.exit_code == 0
    assert (answer["ok"], answer["total"], answer["totals"]) == (True, 100, [100])
    assert (answer["faction"], answer["form"]) == ("Rebel", "xws")
    assert answer["musters"][0]["entries"][0]["name"] == "Kite Cadet"


@pytest.mark.clause("XW-035")
def test_a_squad_over_100_points_is_refused(check):
    over = squad(*[CADET] * 4, ("kitecadet", "kite", {"crew": ["b4-tyx02"]}))
    result = check(over, "--json")
    (answer,) = answers(result)
    assert result.exit_code == 1
    assert (answer["ok"], answer["total"]) == (False, 101)
    errors = [one for one in answer["findings"] if one["severity"] == "error"]
    assert [one["clause"] for one in errors] == ["XW-035"]
    assert errors[0]["message"]
    assert errors[0]["fix"]
    assert set(errors[0]) >= {"code", "severity", "clause", "where", "message", "fix"}


def test_people_read_total_cards_findings_and_what_to_change(check):
    result = check(SIX)
    assert result.exit_code == 1
    shown = " ".join(result.stdout.split())  # the path of the file may fill a line
    for words in ("Rebel, 120 points", "Kite Cadet", "XW-035", "Leave out 20 points"):
        assert words in shown
    fine = check(FIVE)
    assert fine.exit_code == 0
    assert "Nothing keeps this list out." in fine.stdout


@pytest.mark.clause("AR-042", "RW-058")
@pytest.mark.parametrize(
    ("tier", "severity", "code"),
    [("relaxed", "warning", 0), ("formal", "error", 1), ("premier", "error", 1)],
)
def test_the_tier_says_how_bad_it_is(tmp_path, tier, severity, code):
    fleet = tmp_path / "fleet.txt"
    fleet.write_text("Faction: Rebel\nTotal: 90\nHeron Cruiser [flagship] (90)\n")
    army = tmp_path / "army.txt"
    army.write_text(
        "Faction: Daqan\nTotal: 90\nSpearmen (80)\n- Arduus (10)\nTerrain: Mill, Pond, Wall, Ring\n"
    )
    for file, ruleset, clause in ((fleet, "armada", "AR-042"), (army, "runewars", "RW-058")):
        args = ["list", "check", str(file), "--ruleset", ruleset, "--tier", tier, "--json"]
        result = CliRunner().invoke(group, [*args, "--catalogues", str(tmp_path / "none")])
        found = json.loads(result.stdout)["findings"]
        must = [
            one for one in found if one["clause"] == clause and one["code"] != "commander-missing"
        ]
        assert {one["severity"] for one in must} == {severity}
        assert all(one.get("waivable", False) is (code == 1) for one in must)
        assert result.exit_code == code


@pytest.mark.clause("XW-094")
@pytest.mark.parametrize(("setting", "code"), [("true", 1), ("false", 0)])
def test_an_option_of_the_event_is_told_to_the_check(tmp_path, setting, code):
    squad = tmp_path / "squad.txt"
    squad.write_text("Faction: Rebel\nTotal: 36\nDash Brisk (36) [product: YT-2400 Freighter]\n")
    args = ["list", "check", str(squad), "--ruleset", "xwing-dogfight", "--tier", "premier"]
    option = f"legality.worlds_2014={setting}"
    assert CliRunner().invoke(group, [*args, "--option", option]).exit_code == code


def test_without_cards_totals_are_as_declared(check, tmp_path):
    result = check({**FIVE, "points": 90}, "--json", "--catalogues", tmp_path / "none")
    (answer,) = answers(result)
    assert (answer["total"], answer["catalogue"]) == (90, "")
    shown = check(FIVE, "--catalogues", tmp_path / "none").stdout
    assert "No cards of xwing are installed" in shown


def test_a_list_of_the_wrong_encoding_is_read_and_says_so(check):
    raw = json.dumps({**FIVE, "name": "Drächen"}, ensure_ascii=False).encode("latin-1")
    (answer,) = answers(check(raw, "--json"))
    assert answer["name"] == "Drächen"
    assert "encoding-guessed" in [one["code"] for one in answer["findings"]]


def test_an_unreadable_list_is_exit_2_and_one_line(check):
    result = check('{"faction": "rebel"', "--json")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "squad.json: The list is damaged or incomplete at line 1" in line
    (answer,) = answers(result)
    assert answer["ok"] is False
    assert answer["error"]["fix"]


def test_every_file_gets_its_answer_and_the_worst_is_the_exit(cards, tmp_path):
    for name, text in (("a.json", json.dumps(FIVE)), ("b.json", "{"), ("c.json", json.dumps(SIX))):
        (tmp_path / name).write_text(text)
    names = [tmp_path / name for name in ("a.json", "b.json", "nowhere.json", "c.json")]
    result = run(
        "list", "check", *names, "--json", "--ruleset", "xwing-dogfight", "--catalogues", cards
    )
    assert result.exit_code == 2
    assert [one.get("total") for one in answers(result)] == [100, None, None, 120]


def test_standard_input(check, cards):
    command = ("list", "check", "-", "--ruleset", "xwing-dogfight", "--catalogues", cards)
    (answer,) = answers(run(*command, "--json", input=json.dumps(FIVE, indent=1)))
    assert answer["total"] == 100
    both = answers(run(*command, input=lines(FIVE, SIX)))
    assert [one["total"] for one in both] == [100, 120]
    (only,) = answers(run(*command, "--batch", input=lines(FIVE)))
    assert (only["line"], only["total"]) == (1, 100)


def test_a_list_typed_by_hand(check):
    text = "Faction: Rebel\n\nShips\nKite Cadet\nKite Cadet\n"
    (answer,) = answers(check(text, "--json", name="list.txt"))
    assert (answer["form"], answer["total"]) == ("plain", 40)


@pytest.mark.clause("XW-096")
@pytest.mark.parametrize(("day", "ok"), [("2014-03-14", True), ("2014-03-13", False)])
def test_a_card_is_legal_from_its_release_on(check, day, ok):
    (answer,) = answers(check(FIVE, "--json", "--date", day))
    assert answer["ok"] is ok


@pytest.mark.clause("XW-093")
def test_epic_cards_are_not_legal(check):
    (answer,) = answers(check(squad(("haulercrew", "anvilclasshauler", {})), "--json"))
    assert "XW-093" in [one["clause"] for one in answer["findings"]]
    assert answer["ok"] is False


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--ruleset", "chess"], "chess"),
        (["--tier", "galactic"], "no tier 'galactic'"),
        (["--form", "pdf"], "n't read as 'pdf'"),
        (["--date", "soon"], "soon"),
        (["--points-limit", "0"], "0"),
    ],
)
def test_options_that_cannot_be(check, options, words):
    result = check(FIVE, *options)
    assert result.exit_code != 0
    said = result.stderr or refusal_text(result.exception)
    assert words in said


# ----------------------------------------------------------------------------- many lists


@pytest.mark.clause("XW-035")
def test_a_batch_answers_every_line(check):
    text = json.dumps(FIVE)
    batch = lines(
        FIVE, SIX, {"xws": FIVE}, {"list": FIVE}, {"text": text}, {"list": text}, text, {"a": 1}
    )
    result = check(batch + "\nnonsense\n" + lines(FIVE), name="lists.jsonl")
    found = answers(result)
    assert result.exit_code == 2
    assert [one["line"] for one in found] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11]
    assert [one["total"] for one in found] == [100, 120, *[100] * 5, None, None, 100]
    assert [one["ok"] for one in found] == [True, False, *[True] * 5, False, False, True]
    assert "no squad" in found[7]["error"]["message"]
    assert "damaged" in found[8]["error"]["message"]


def test_a_batch_without_unreadable_lines_is_exit_1_or_0(check):
    assert check(lines(FIVE, SIX), name="lists.jsonl").exit_code == 1
    assert check(lines(FIVE, FIVE), name="lists.jsonl").exit_code == 0


def test_a_batch_may_hold_any_list_as_a_string(check):
    (answer,) = answers(check(lines("Faction: Rebel\nShips\nKite Cadet"), name="a.jsonl"))
    assert (answer["form"], answer["total"]) == ("plain", 20)


@pytest.mark.clause("XE-010")
def test_four_squads_of_escalation_have_four_totals(check):
    four = [squad(*[CADET] * count) for count in (3, 4, 6, 7)]
    (answer,) = answers(check(lines(four), name="a.jsonl", ruleset="xwing-escalation"))
    assert answer["totals"] == [60, 80, 120, 140]
    assert answer["total"] == 140


def test_our_own_json(check):
    entry = {"name": "Kite Cadet", "upgrades": [{"name": "Fine Scope", "slot": "System"}]}
    value = {"format": "tiltyard/list/1", "faction": "Rebel", "musters": [{"entries": [entry]}]}
    (answer,) = answers(check(value, "--json"))
    assert (answer["form"], answer["total"]) == ("roster-json", 25)


# ----------------------------------------------------------------------------- catalogues


def test_catalogues_are_listed_and_removed(tmp_path):
    data = write_xwing_data(tmp_path / "cards")
    folder = ("--catalogues", tmp_path / "installed")
    assert "No cards are installed" in run("catalog", "list", *folder).stdout
    assert "18 cards" in run("catalog", "add", "xwing", data, *folder).stdout
    assert run("catalog", "list", *folder).stdout.startswith("xwing: 18 cards, 2 products")
    (row,) = json.loads(run("catalog", "list", "--json", *folder).stdout)
    assert (row["game"], row["cards"]) == ("xwing", 18)
    assert run("catalog", "remove", "xwing", *folder).exit_code == 0
    assert "No cards are installed" in run("catalog", "list", *folder).stdout
    assert run("catalog", "remove", "xwing", *folder).exit_code != 0


def test_the_folder_may_come_from_the_environment(cards):
    result = run("catalog", "list", env={"TILTYARD_CATALOGUES": str(cards)})
    assert result.stdout.startswith("xwing:")
