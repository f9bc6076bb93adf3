"""Any act by its name: `tiltyard event do`."""

import json


def facts_of(result):
    return [one["name"] for one in json.loads(result.stdout)["facts"]]


def test_an_act_without_a_command_of_its_own_is_done_by_its_name(terminal, pair):
    result = terminal.run("do", "cup", "call-judge", "match=1", "topic=line of sight", "--json")

    assert result.exit_code == 0
    assert facts_of(result) == ["judge-called/1"]


def test_a_slip_is_told_as_json_and_gives_the_same_fact_as_its_own_command(terminal, pair):
    slip = json.dumps({"end": "time", "score": [30, 20]})
    result = terminal.run("do", "cup", "enter-result", "match=1", f"slip={slip}", "--json")

    assert result.exit_code == 0
    (fact,) = json.loads(result.stdout)["facts"]
    assert fact["name"] == "result-entered/1"
    assert fact["body"]["slip"]["score"] == [30, 20]


def test_numbers_and_flags_are_read_by_the_types_of_the_command(terminal, pair):
    values = ("match=1", "minutes=5", "reason=a spill")
    result = terminal.run("do", "cup", "grant-extension", *values, "--json")

    (fact,) = json.loads(result.stdout)["facts"]
    assert fact["body"]["minutes"] == 5


def test_what_does_not_fit_is_refused_by_its_name_and_changes_nothing(terminal, pair):
    before = terminal.run("history", "cup", "--json").stdout
    for values, says in (
        (("no-such-thing",), "no-such-thing"),
        (("call-judge", "colour=red"), "colour=red"),
        (("call-judge", "match"), "match, topic"),
        (("grant-extension", "match=1", "minutes=soon", "reason=x"), "minutes"),
        (("call-judge", "topic=x"), "match"),
    ):
        result = terminal.run("do", "cup", *values)
        assert result.exit_code == 2
        assert says in result.stderr
    assert before == terminal.run("history", "cup", "--json").stdout
