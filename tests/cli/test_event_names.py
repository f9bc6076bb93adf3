"""Whom and which table the commands mean, and how a slip is typed."""

import pytest

SLIP = ("--end", "time", "--score", 30, 20)
WHY = ("--reason", "because")


@pytest.mark.parametrize("said", ["p2", "#1", "Ann", "ann"])
def test_a_player_is_named_by_id_number_or_name(said, terminal):
    assert terminal.json("drop", "cup", said, "--score", 1, 2)["facts"][-1]["body"]["player"] == (
        "p2"
    )


def test_a_unique_beginning_is_enough_and_an_ambiguous_one_is_refused(terminal):
    assert terminal.json("forfeit", "cup", "Cl")["facts"][0]["body"]["absent"] == "p5"
    error = terminal.no("drop", "cup", "An")

    assert error["message"] == "'An' could be 2 people."
    assert error["fix"] == "Use an id or a number: Ann (p2), Anton (p3)."
    assert terminal.no("drop", "cup", "Zed")["message"] == (
        "Nobody among the players is called 'Zed'."
    )


def test_two_players_of_one_name_are_told_apart_by_number(terminal):
    terminal.do("register", "cup", "Ann", "--confirm", "another-person")

    assert "Ann (p2), Ann (p12)" in terminal.no("drop", "cup", "Ann")["fix"]
    assert terminal.json("drop", "cup", "#9")["facts"][0]["body"]["player"] == "p12"


def test_a_table_is_named_by_number_player_or_match(terminal, pair):
    for said in ("1", "1.1.1", pair[1]):
        answer = terminal.json("extend", "cup", said, *WHY)
        assert answer["facts"][0]["body"]["match"] == "1.1.1"
    assert terminal.no("extend", "cup", 5, *WHY)["message"] == "Round 1.1 has no table 5."
    assert terminal.no("extend", "cup", "1.1.9", *WHY)["message"] == "There is no match '1.1.9'."
    assert "no round" in terminal.no("correct", "cup", 1, "--round", 3, *SLIP)["message"]


def test_scores_belong_to_the_first_listed_player_unless_said_otherwise(
    terminal,
    pair,
):
    terminal.do("enter", "cup", 1, *SLIP, "--objectives", 5, 0, "--for", pair[1])
    turned = terminal.slip_at(1)
    terminal.do("enter", "cup", 2, *SLIP, "--objectives", 5, 0)
    straight = terminal.slip_at(2)

    assert (turned["score"], turned["objectives"]) == ([20, 30], [0, 5])
    assert (straight["score"], straight["objectives"]) == ([30, 20], [5, 0])


@pytest.mark.parametrize(
    ("said", "side_of", "right"), [("0", None, 0), ("1", None, 1), ("0", 1, 1), ("1", 0, 1)]
)
def test_a_side_is_a_number_seen_from_whoever_tells(
    said,
    side_of,
    right,
    terminal,
    pair,
):
    from_side = () if side_of is None else ("--for", pair[side_of])
    slip = ("--end", "destroyed", "--score", 30, 20, "--survivor", said)
    terminal.do("enter", "cup", 1, *slip, *from_side)

    assert terminal.slip_at(1)["survivor"] == right


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_named_by_a_player_never_turns(side, terminal, pair):
    slip = ("--end", "concession", "--score", 30, 20, "--conceded", pair[side])
    terminal.do("enter", "cup", 1, *slip, "--for", pair[1])

    assert terminal.slip_at(1)["conceded"] == side


def test_a_level_game_takes_its_final_flurry(terminal):
    level = ("enter", "cup", 1, "--end", "time", "--score", 20, 20)
    assert terminal.no(*level)["code"] == "slip-refused"
    terminal.do(*level, "--flurry", 5, 5, "--flurry", 4, 6)

    assert terminal.slip_at(1)["flurry"] == [[5, 5], [4, 6]]


def test_a_stranger_to_the_match_is_no_side_of_it(terminal, pair):
    other = terminal.player_at(2)

    assert "n't in this match" in terminal.no("enter", "cup", 1, *SLIP, "--for", other)["message"]
    assert terminal.no("enter", "cup", 1, "--score", 30, 20)["where"] == "end"
