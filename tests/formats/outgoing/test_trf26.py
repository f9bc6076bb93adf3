"""TRF26: every field in its column, every point accounted for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.day.events import RULESETS, Day, in_round, running
from tests.formats.outgoing.halls import handed, hostile, with_a_cut
from tests.refusing import refuses
from tiltyard.day.people import ChangePlayer, DropPlayer, RegisterPlayer
from tiltyard.day.results import ForfeitGame
from tiltyard.engine.errors import Refused
from tiltyard.formats.outgoing.handover import Handover
from tiltyard.formats.outgoing.trf26 import write_trf26

LETTER = {"1": "W", "+": "W", "=": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}


def lines(day, kind):
    text, _ = write_trf26(handed(day))
    assert text.endswith("\r\n")
    return [one for one in text.split("\r\n") if one.startswith(kind)]


def field(line, first, last):
    """What stands in columns that count from 1, both ends included."""
    return line[first - 1 : last]


def seats(line):
    """The rounds of a player: opponent, colour, result."""
    return [
        (
            field(line, start, start + 3),
            field(line, start + 5, start + 5),
            field(line, start + 7, start + 7),
        )
        for start in range(92, len(line) + 1, 10)
    ]


def scoring(day):
    line = lines(day, "162")[0]
    return {
        line[start - 1]: float(field(line, start + 1, start + 4))
        for start in range(6, len(line), 9)
    }


def abnormal(day):
    """What single results were worth, by type, round and player."""
    found = {}
    for line in lines(day, "299"):
        kind, points, number = (
            field(line, 5, 5),
            float(field(line, 14, 17)),
            int(field(line, 20, 22)),
        )
        for start in range(24, len(line) + 1, 5):
            found[number, int(field(line, start, start + 3))] = (kind, points)
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_points_follow_from_the_results_and_the_scoring(ruleset):
    day = with_a_cut(ruleset) if ruleset != "middle-earth" else hostile(ruleset)
    worth, other = scoring(day), abnormal(day)
    for line in lines(day, "001"):
        number = int(field(line, 5, 8))
        total = 0.0
        for place, (_, _, result) in enumerate(seats(line), 1):
            usual = worth[LETTER[result]]
            kind, points = other.get((place, number), ("", usual))
            total += usual + points if kind == " " else points
        assert total == float(field(line, 81, 84)), line


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "armada"])
def test_both_sides_tell_the_same_game(ruleset):
    day = with_a_cut(ruleset)
    players = {int(field(line, 5, 8)): seats(line) for line in lines(day, "001")}
    mirrored = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    for number, rounds in players.items():
        for place, (opponent, colour, result) in enumerate(rounds):
            if opponent.strip() in {"", "0000"}:
                assert (opponent, colour) == ("0000", "-")
                assert result in "UZ"
                continue
            back = players[int(opponent)][place]
            assert int(back[0]) == number
            assert {back[1], colour} == {"w", "b"}
            assert back[2] == mirrored[result]


def test_the_columns_of_a_player():
    day = with_a_cut()
    line = lines(day, "001")[0]
    assert field(line, 1, 3) == "001"
    assert field(line, 5, 8) == "   1"
    assert field(line, 15, 47).rstrip() == "Player 2"
    assert field(line, 49, 80).strip() == ""
    assert field(line, 90, 91) == "  "
    assert len(seats(line)) == 3
    assert len(line) == 91 + 3 * 10 - 2


def test_the_head():
    day = with_a_cut()
    text, _ = write_trf26(handed(day))
    head = text.split("\r\n")
    assert head[0] == "012 Cup of the Yard"
    assert "042 2018/11/03" in head
    assert "062 9" in head
    assert "142 3" in head
    assert "192 CUSTOM_SWISS" in head
    assert "### XXR 3" in head


def test_who_left_is_away_and_not_paired_next():
    day = running("xwing-dogfight", 8, swiss_rounds=3)
    day.play_round()
    gone = day.ranking()[-1]
    day.do(DropPlayer(gone))
    number = list(day.event.entrants).index(gone) + 1

    assert lines(day, "240") == [f"240 Z 002 {number:>4}"]
    day.play_round()
    assert seats(lines(day, "001")[number - 1])[1] == ("0000", "-", "Z")
    assert lines(day, "240") == [f"240 Z 003 {number:>4}"]
    day.play_round()
    assert lines(day, "240") == []


def test_a_forfeit_names_the_opponent():
    day = in_round("xwing-dogfight", 4)
    game, other = day.games()
    day.do(ForfeitGame(game.id, game.players[1], drop=False))
    day.enter(other)
    order = list(day.event.entrants)
    there, away = (order.index(one) + 1 for one in game.players)
    players = lines(day, "001")

    assert seats(players[there - 1])[0] == (f"{away:>4}", "w", "+")
    assert seats(players[away - 1])[0] == (f"{there:>4}", "b", "-")


def test_who_came_together_does_not_meet_in_round_one():
    day = Day("xwing-dogfight", swiss_rounds=2)
    day.open_doors()
    for name, car in (("Ana", "red"), ("Bo", "blue"), ("Cem", "red"), ("Dee", "")):
        day.do(RegisterPlayer(name, affiliations=(car,) if car else ()))
    day.begin()
    assert "### XXP 1 3" in lines(day, "###")
    day.play_round()
    assert lines(day, "260") == ["260 001 001    1    3"]
    assert "XXP" not in str(lines(day, "###"))  # it would hold for all rounds
    runewars = Day("runewars")
    runewars.open_doors()
    assert lines(runewars, "260") == []


def test_older_engines_are_told_in_remarks():
    day = running("xwing-dogfight", 8, swiss_rounds=3)
    day.play_round()
    day.do(DropPlayer(day.ranking()[-1]))
    number = int(lines(day, "240")[0].split()[-1])
    rounds, points, absent = lines(day, "### XX")
    assert rounds == "### XXR 3"
    assert {"WW=5.0", "BL=0.0", "PAB=5.0", "ZPB=0.0"} <= set(points.split())
    assert absent == f"### XXZ {number}"


def test_a_round_that_is_played_is_not_in_it():
    day = in_round("xwing-dogfight", 4)
    assert [seats(line) for line in lines(day, "001")] == [[], [], [], []]


def test_letters_are_plain_so_that_columns_are_bytes():
    text, _ = write_trf26(handed(hostile()))
    assert text.isascii()
    assert "Zoe Muller" in text


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        pytest.param("Søren Åberg", "Soren Aberg", id="Danish"),
        pytest.param("Łukasz Żółć", "Lukasz Zolc", id="Polish"),
        pytest.param("Анна Ковалёва", "Anna Kovaleva", id="Cyrillic"),
        pytest.param("Ελένη", "Eleni", id="Greek"),
        pytest.param("王小明", "WangXiaoMing", id="Chinese"),
        pytest.param("Großmann", "Grossmann", id="German"),
    ],
)
def test_no_letter_of_a_name_is_dropped(name, plain):
    day = in_round("xwing-dogfight", 4)
    day.do(ChangePlayer("p2", name, 1))
    assert plain in {field(line, 15, 47).strip() for line in lines(day, "001")}


def test_more_points_than_the_column_holds_are_refused():
    day = with_a_cut("armada")
    rounds = day.event.rounds[:1] * 1
    many = replace(
        day.event,
        rounds=tuple(
            replace(rounds[0], id=f"1.{number}", number=number) for number in range(1, 41)
        ),
    )
    with refuses(Refused, match="TRF26 holds at most 99 points"):
        write_trf26(Handover(many, day.rules, day.document))


def test_what_is_lost_is_said():
    _, remarks = write_trf26(handed(with_a_cut()))
    assert {one.code: one.count for one in remarks} == {
        "colours": 1,
        "later-stages": 2,
        "keys-left-out": 2,
    }


@pytest.mark.parametrize(
    ("first", "days", "begins", "ends"),
    [
        (date.max, 3, "042 9999/12/31", "052 9999/12/31"),
        (date(9999, 12, 30), 2, "042 9999/12/30", "052 9999/12/31"),
        (date.min, 1, "042 0001/01/01", "052 0001/01/01"),
    ],
)
def test_the_first_and_the_last_day_there_is(first, days, begins, ends):
    handover = handed(running())
    details = replace(handover.event.details, date=first, days=days)
    shown = Handover(replace(handover.event, details=details), handover.rules, handover.document)
    head = write_trf26(shown)[0].split("\r\n")
    assert begins in head
    assert ends in head
