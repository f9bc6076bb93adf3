"""The pack to go on with pen and paper: at every moment of the day, for the round to come."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.paper.asking import words
from tests.paper.days import RULESETS, new_hall, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.day.clock import StartClock
from tiltyard.day.event import Qualification
from tiltyard.day.people import DropPlayer, JoinAsSpare
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import FinishEvent
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_pack
from tiltyard.paper.table import PAPERS, fall_back_pack
from tiltyard.text.refusals import refusal_text

PLAYED = ("tables", "names", "slips")
TO_COME = ("by-hand", "blank-pairings", "blank-slips")


def setup_of(ruleset):
    """Return the sheet of the setup, which Middle-earth has no steps for."""
    return [] if ruleset == "middle-earth" else ["setup"]


def pack(view):
    """Return which papers a pack has; all of them fit on their pages, none is empty."""
    papers = fall_back_pack(view.as_published())
    made = print_pack(papers, view.as_published(), strict=True)
    assert outside(made.pdf) == []
    assert all(page.strip() for page in text_of(made.pdf))
    return [paper.id for paper, _ in papers]


def by_hand(view):
    return PAPERS["by-hand"].data(view, Wanted()).body


def finish_the_round(hall):
    for game in hall.games():
        hall.confirm(game)


# ------------------------------------------------------------------------- at every moment


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_pack_at_every_moment_of_a_day(ruleset):
    hall = new_hall(ruleset, 9)
    to_come = [*TO_COME, *setup_of(ruleset)]
    assert pack(view_of(hall)) == [*to_come, "staff", "players"]
    hall.play_round()
    assert pack(view_of(hall)) == [*to_come, "standings", "staff", "players"]
    hall.do(DrawRound())
    drawn = pack(view_of(hall))
    assert drawn == [*PLAYED, *to_come, "standings", "staff", "players"]
    hall.do(PublishRound())
    hall.do(StartClock())
    assert pack(view_of(hall)) == drawn
    finish_the_round(hall)
    while hall.event.swiss_played < hall.event.swiss_rounds - 1:
        hall.play_round()
    hall.begin_round()
    last = ["by-hand", "blank-slips"] if hall.event.cut else []
    cut = ["cut"] if hall.event.cut else []
    end = [*cut, "standings", "staff", "players"]
    assert pack(view_of(hall)) == [*PLAYED, *last, *setup_of(ruleset), *end]
    finish_the_round(hall)
    assert pack(view_of(hall)) == [*last, *(setup_of(ruleset) if last else []), *end]


@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_the_pack_in_the_cut_and_after_the_end(ruleset):
    hall = new_hall(ruleset, 9, hostile=())
    for _ in range(hall.event.swiss_rounds):
        hall.play_round()
    hall.do(MakeCut())
    end = ["standings", "staff", "players"]
    assert pack(view_of(hall)) == ["by-hand", "blank-slips", "setup", "cut", *end]
    hall.begin_round()
    to_come = ["by-hand", "blank-slips", "setup", "bracket"]
    assert pack(view_of(hall)) == [*PLAYED, *to_come, *end]
    finish_the_round(hall)
    while len(hall.event.current.games) > 2:
        hall.play_round()
    assert pack(view_of(hall)) == [*to_come, *end]
    hall.begin_round()
    assert pack(view_of(hall)) == [*PLAYED, "setup", "bracket", *end]
    finish_the_round(hall)
    hall.do(FinishEvent("played"))
    assert pack(view_of(hall)) == ["bracket", *end]
    with pytest.raises(Refused) as no:
        by_hand(view_of(hall))
    assert "All planned rounds have been drawn" in refusal_text(no.value)


@pytest.mark.parametrize("ruleset", ["runewars", "middle-earth"])
@pytest.mark.parametrize("players", [0, 1, 2])
def test_the_pack_before_the_start_with_hardly_anybody(ruleset, players):
    hall = new_hall(ruleset, 4, hostile=())
    some = dict(list(hall.event.entrants.items())[:players])
    event = replace(hall.event, entrants=some, phase="check_in", swiss_rounds=None)
    names = pack(view_of(hall, event))

    papers = TO_COME if players else TO_COME[2:]
    assert names == [*papers, *setup_of(ruleset), "staff", *(["players"] if players else [])]


# ----------------------------------------------------------------------- who met whom


@cache
def between():
    """Return a hall of five after two rounds: everybody has met somebody, two had a bye."""
    hall = new_hall("armada", 5, hostile=())
    hall.play_round()
    hall.play_round()
    return hall


def test_everybody_stands_with_all_opponents_and_byes():
    hall = between()
    numbers = {player: str(one.number) for player, one in hall.event.entrants.items()}
    lines = {line.number: line for line in by_hand(view_of(hall)).field}

    assert len(lines) == 5
    for player, number in numbers.items():
        met = []
        for round_ in hall.event.rounds:
            (game,) = [one for one in round_.games.values() if player in one.players]
            others = [numbers[one] for one in game.players if one != player]
            met += others or ["bye"]
        assert lines[number].met == " · ".join(met)
    assert sum("bye" in line.met for line in lines.values()) == 2


def test_the_field_stands_in_the_order_of_the_standings_with_its_points():
    view = view_of(between())
    lines = by_hand(view).field

    assert [line.rank for line in lines] == [str(row.rank) for row in view.standings.rows]
    for line, row in zip(lines, view.standings.rows, strict=True):
        assert line.name == row.name
        assert line.keys[0] == str(row.keys["tp"])


def test_opponents_of_a_round_that_is_being_played_are_known_and_its_points_are_not():
    hall = new_hall("armada", 6, hostile=())
    hall.play_round()
    hall.begin_round()
    body = by_hand(view_of(hall))

    assert body.adds == "This round"
    assert all(line.met.count("·") == 1 for line in body.field)
    assert "Round 2 is being played" in body.steps[0].text
    assert "This round" in words(view_of(hall), "by-hand")
    finish_the_round(hall)
    assert by_hand(view_of(hall)).adds == ""


def test_who_has_left_is_not_paired_and_the_spare_player_is():
    hall = new_hall("middle-earth", 7, hostile=())
    hall.do(JoinAsSpare("Samuel Stand-In"))
    hall.play_round()
    gone = next(one for one in hall.event.entrants.values() if not one.spare)
    hall.do(DropPlayer(gone.id))
    lines = by_hand(view_of(hall)).field

    assert gone.name not in {line.name for line in lines}
    assert lines[-1].name == "Samuel Stand-In"
    assert lines[-1].more == "Spare Player"
    text = words(view_of(hall), "by-hand")
    assert "has not met the Spare Player yet" in text
    assert "A bye brings" not in text


def test_who_missed_a_round_has_a_gap_in_it():
    hall = between()
    player, *_ = hall.event.entrants
    first, second = hall.event.rounds
    games = {key: game for key, game in second.games.items() if player not in game.players}
    view = view_of(hall, replace(hall.event, rounds=(first, replace(second, games=games))))

    number = str(hall.event.entrants[player].number)
    (line,) = [one for one in by_hand(view).field if one.number == number]
    assert line.met.endswith("· –")


# ------------------------------------------------------------------------- by the book


STEPS = {
    "runewars": ("Among them, draw by lot.", "the last in rank who had no bye yet has one"),
    "xwing-dogfight": ("the first in rank meets the second", "the last in rank who had no bye"),
    "xwing-escalation": ("the first in rank meets the second", "the last in rank who had no bye"),
    "middle-earth": ("the third with the fourth", "the lower one changes places"),
    "diskwars": ("Among them, draw by lot.", "among those with the fewest points"),
    "armada": ("Among them, draw by lot.", "drawn by lot"),
}


COUNTS = {
    "runewars": "Bye 8 points, margin 70. RW-141",
    "xwing-dogfight": "Bye 5 points, margin 150. XW-082",
    "xwing-escalation": "Bye 5 points, margin 90/135/180/225. AMB-077",
    "middle-earth": "Bye 3 points, victory points 6 to 0, the enemy leader killed. ME-054",
    "diskwars": "Bye 5 points. DW-057",
    "armada": "Bye 8 points, margin 129. AR-081",
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_is_paired_by_the_book_of_the_ruleset(ruleset):
    hall = new_hall(ruleset, 5, hostile=())
    first = words(view_of(hall), "by-hand")
    hall.play_round()
    later = words(view_of(hall), "by-hand")

    assert "Draw all pairs by lot." in first
    assert "Draw all pairs by lot." not in later
    for text in STEPS[ruleset]:
        assert text in later
        assert text not in first
    assert ("Family" in first) == ruleset.startswith("xwing")
    assert COUNTS[ruleset] in later
    assert COUNTS[ruleset] in first


@pytest.mark.clause("RW-187", "AR-111", "XW-062", "ME-035", "DW-073")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_adds_up_by_hand_reads_what_a_game_is_worth(ruleset):
    view = view_of(new_hall(ruleset, 5, hostile=()))
    facts = {fact.label: fact.text for fact in by_hand(view).counting.facts}

    points = view.rules.points
    for row in points.rows:
        label = f"Margin {row.least}–{row.most}" if row.most else f"Margin from {row.least} on"
        assert facts[label] == f"{row.win} points for the winner, {row.loss} for the loser."
    if not points.rows:
        assert facts["Points"].startswith(f"Win {points.win}, ")
        assert facts["Points"].endswith(f"draw {points.draw}, loss {points.loss}.")
    assert ("Margin" in facts) == (view.rules.margin.kind != "none")


def test_endings_that_mean_the_same_share_a_line():
    def lines(ruleset):
        return [fact.label for fact in by_hand(view_of(new_hall(ruleset, 4))).counting.facts]

    assert "All game rounds played, time was called" in lines("runewars")
    assert "Time was called" in lines("diskwars")


def test_no_points_are_added_up_in_a_bracket():
    hall = new_hall("runewars", 9, hostile=())
    for _ in range(hall.event.swiss_rounds):
        hall.play_round()
    assert by_hand(view_of(hall)).counting is None


@pytest.mark.clause("XE-014")
def test_the_next_round_has_its_own_list_and_length():
    hall = new_hall("xwing-escalation", 6, hostile=())
    hall.play_round()
    hall.begin_round()
    for paper in ("by-hand", "blank-pairings"):
        assert "Round 3 · List 3, at most 120 points · 90 minutes" in words(view_of(hall), paper)
    assert "Round 2 · List 2" in words(view_of(hall), "setup")
    finish_the_round(hall)
    assert "Round 3 · List 3" in words(view_of(hall), "setup")


def test_a_final_is_as_long_as_a_final():
    hall = new_hall("xwing-dogfight", 9, hostile=())
    for _ in range(hall.event.swiss_rounds):
        hall.play_round()
    assert "75 minutes" in words(view_of(hall), "by-hand")
    hall.do(MakeCut())
    while hall.event.current.kind == "swiss" or len(hall.event.current.games) > 2:
        hall.play_round()
    assert "75 minutes" not in words(view_of(hall), "by-hand")


@pytest.mark.clause("ME-061")
def test_in_the_last_round_of_middle_earth_two_may_meet_again():
    hall = new_hall("middle-earth", 4, hostile=())
    hall.play_round()
    assert "may meet again" not in words(view_of(hall), "by-hand")
    hall.play_round()
    assert "may meet again" in words(view_of(hall), "by-hand")


@pytest.mark.clause("RW-109")
def test_only_cards_that_are_still_in_the_bag_are_drawn():
    hall = new_hall("runewars", 4, hostile=())
    hall.play_round()
    used = hall.event.current.cards["objective"]
    (step,) = [one.text for one in by_hand(view_of(hall)).steps if "Objective" in one.text]
    assert used not in step
    assert step.count(",") == 2  # after the kind, and between the two that are left
    hall.play_round()
    hall.play_round()
    (step,) = [one.text for one in by_hand(view_of(hall)).steps if "Objective" in one.text]
    assert step.count(",") == 3  # filled again


def test_a_bracket_goes_on_with_winners_and_lines_for_those_to_come():
    hall = new_hall("runewars", 8, hostile=())
    for _ in range(3):
        hall.play_round()
    as_things_stand = by_hand(view_of(hall)).games
    hall.do(MakeCut())
    assert by_hand(view_of(hall)).games == as_things_stand
    seeds = hall.event.qualification.seeds
    first, *_, last = by_hand(view_of(hall)).games
    assert [seat.name for seat in first.seats] == [
        hall.event.people[seeds[0]],
        hall.event.people[seeds[7]],
    ]
    assert [seat.name for seat in last.seats] == [
        hall.event.people[seeds[3]],
        hall.event.people[seeds[4]],
    ]
    hall.begin_round()
    one, two, *_ = sorted(hall.games(), key=lambda game: game.game)
    hall.confirm(one)
    body = by_hand(view_of(hall))
    winner = {hall.event.people[player] for player in one.players}
    assert [game.place for game in body.games] == ["1", "2"]
    assert body.games[0].seats[0].name in winner
    assert [seat.comes_from for seat in body.games[1].seats] == [
        "winner of game 2",
        "winner of game 3",
    ]
    assert two.id
    assert body.field == ()


def test_a_bracket_before_the_last_slips_are_in_has_places_without_names():
    hall = new_hall("runewars", 8, hostile=())
    hall.play_round()
    hall.play_round()
    hall.begin_round()
    first, *_ = by_hand(view_of(hall)).games

    assert [seat.comes_from for seat in first.seats] == ["place 1", "place 8"]
    assert "Make the cut: the first 8" in words(view_of(hall), "by-hand")


def test_a_bracket_with_free_places_gives_byes():
    hall = new_hall("runewars", 6, hostile=())
    seeds = tuple(hall.event.entrants)[:3]
    for _ in range(3):
        hall.play_round()
    event = replace(hall.event, qualification=Qualification(seeds), cut=4)

    first, _ = by_hand(view_of(hall, event)).games
    assert first.seats[1].name == "bye"


# ------------------------------------------------------------------------- lines to fill in


def test_blank_pairings_have_the_tables_of_the_hall_and_a_line_for_who_rests():
    hall = new_hall("armada", 7, hostile=())
    event = replace(hall.event, first_table=11, tables_out_of_use=(12,))
    (page,) = text_of(print_pack([(PAPERS["blank-pairings"], Wanted())], view_of(hall, event)).pdf)

    assert [line for line in page.split() if line in {"10", "11", "12", "13", "14", "15"}] == [
        "11",
        "13",
        "14",
    ]
    assert "bye" in page
    assert "Round 1" in page


def test_a_spare_player_needs_a_table_and_no_bye():
    hall = new_hall("middle-earth", 5, hostile=())
    body = PAPERS["blank-pairings"].data(view_of(hall), Wanted()).body
    assert (body.tables, body.rests) == (("1", "2"), "bye")
    hall.do(JoinAsSpare("Samuel Stand-In"))
    body = PAPERS["blank-pairings"].data(view_of(hall), Wanted()).body
    assert (body.tables, body.rests) == (("1", "2", "3"), "")


def test_blank_slips_ask_what_the_next_round_needs():
    hall = new_hall("xwing-dogfight", 8, hostile=())
    for _ in range(2):
        hall.play_round()
    assert "Has the initiative" not in words(view_of(hall), "blank-slips")
    hall.begin_round()
    text = words(view_of(hall), "blank-slips")
    assert "Has the initiative" in text  # the bracket follows
    assert text.count("Round ______") == 4


def test_the_setup_sheet_of_a_round_to_come_has_lines_for_its_cards():
    hall = new_hall("runewars", 4, hostile=())
    hall.play_round()
    card = hall.event.current.cards["objective"]
    assert card not in words(view_of(hall), "setup")
    assert card in words(view_of(hall), "setup", Wanted(round="1"))
    hall.begin_round()
    assert hall.event.current.cards["objective"] in words(view_of(hall), "setup")


def test_a_drawn_round_nobody_has_seen_is_in_the_pack_alone():
    hall = new_hall("armada", 8, hostile=())
    hall.play_round()
    hall.do(DrawRound())
    view = view_of(hall).as_published()
    text = " ".join(text_of(print_pack(fall_back_pack(view), view).pdf))

    assert "Round 2" in text
    assert "Round 2" not in words(view_of(hall), "tables")
