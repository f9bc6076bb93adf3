"""The plan: told with its values, told again when they change, and kept after the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.day.army_lists import RESERVE, clean_list
from tests.day.events import Day, in_round, running
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.lists import AmendList, ApproveList, SubmitList, WaiveList
from tiltyard.day.people import CheckIn, DropPlayer, TakeBackCheckIn, TakePlace
from tiltyard.day.rounds import DrawRound, MakeCut
from tiltyard.day.setup import AnnounceItem, ChangePlan, DescribeEvent, StartEvent, Undo
from tiltyard.day.start import announcements_left, start_gate
from tiltyard.engine.flow import findings, pairings
from tiltyard.engine.rosters.list_reading import digest
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import write_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.text.announcements import said_of
from tiltyard.text.refusals import refusal_text, shown

SURE = "plan-after-start"


def fact_in_words(blocker: Any, name: str) -> str:
    """Return what a fact of a blocker says."""
    return str(shown(blocker.facts)[name])


def ready(ruleset: str, players: int = 6, *, papers: bool = True, **changes: Any) -> Day:
    """Return an event whose players are here and whose lists are there."""
    day = Day(ruleset, **changes)
    day.open_doors()
    day.register(*(f"Guest {number}" for number in range(players)))
    day.check_everybody_in()
    if papers:
        day.take_lists_on_paper()
    return day


def one_more(day: Day) -> None:
    """Let somebody check in who came late to the door."""
    (player,) = day.register("One More")
    day.do(CheckIn(player))
    day.take_lists_on_paper()


def told(day: Day, item: str) -> dict[str, tuple[object, ...]]:
    """Return what players were told, value by value."""
    return {one.about: one.numbers or one.names for one in day.event.told[item].values}


def left(day: Day) -> tuple[str, ...]:
    return announcements_left(day.event, day.rules, day.document)


def said(day: Day, item: str) -> Any:
    known = {one.id: one for one in day.rules.announcements}
    return said_of(day.event, day.rules, day.document, known[item])


# ------------------------------------------------------------------- told with its values


@pytest.mark.clause("RW-140", "AR-085", "XW-033", "XE-009", "DW-047", "ME-045", "ME-062")
@pytest.mark.parametrize(
    ("ruleset", "changes", "item", "values", "sentence"),
    [
        ("runewars", {"swiss_rounds": 5, "cut": 8}, "rounds",
         {"rounds": (5,), "types": ("swiss", "elimination"), "minutes": (90,)},
         "5 Swiss rounds of 90 minutes, then single elimination."),
        ("runewars", {"swiss_rounds": 5, "cut": 8}, "cut",
         {"cut": (8,), "elimination_minutes": (90,), "final_minutes": (140,)},
         ("After the Swiss rounds, the top 8 go on to single elimination. "
         "Games last 90 minutes, the final 140 minutes.")),
        ("armada", {"swiss_rounds": 1}, "rounds", {"rounds": (1,), "minutes": (135,)},
         "1 Swiss round of 135 minutes."),
        ("armada", {"cut": 4, "swiss_after_cut": 2}, "cut",
         {"cut": (4,), "swiss_after_cut": (2,)},
         "After the Swiss rounds, the top 4 go on for 2 more Swiss rounds."),
        ("xwing-dogfight", {}, "cut", {"cut": ()}, "No cut."),
        ("xwing-dogfight", {"cut": 4}, "cut", {"cut": (4,), "final_minutes": ("untimed",)},
         "Games last 75 minutes, the final is untimed."),
        ("xwing-escalation", {}, "rounds", {"rounds": (4,), "minutes": (50, 70, 90, 120)},
         "4 Swiss rounds of 50, 70, 90, 120 minutes."),
        ("xwing-escalation", {}, "bye_margin", {"bye_margin": (90, 135, 180, 225)},
         "Margin of victory of a bye: 90, 135, 180, 225."),
        ("middle-earth", {"swiss_rounds": None, "points_limit": 500, "days": 2}, "rounds",
         {"rounds": (7,), "days": (2,), "points_limit": (500,)}, "Points limit 500."),
        ("middle-earth", {}, "tie_breaks", {"tie_breaks": ("tp", "vpd", "vp", "leaders", "lot")},
         "Ranked by"),
        ("diskwars", {"options": {"clock.swiss": 55}}, "round_length", {"minutes": (55,)},
         "Length of a Swiss round: 55 minutes (usually 65 minutes)."),
        ("diskwars", {"structure": "custom", "cut": 4, "options": {"clock.elimination": 80}},
         "elimination_length", {"elimination_minutes": (80,)},
         "Length of an elimination round: 80 minutes (usually 90 minutes)."),
        ("diskwars", {"structure": "custom", "cut": 8, "options": {"clock.elimination": [80, 95]}},
         "cut", {"elimination_minutes": (80, 95), "final_minutes": (95,)},
         "Games last 80, 95 minutes, the final 95 minutes."),
        ("armada", {"cut": 2, "options": {"clock.elimination": 135}}, "cut",
         {"final_minutes": (135,)}, "The final lasts 135 minutes."),
        ("runewars", {"swiss_rounds": 0}, "rounds", {"types": ("elimination",)},
         "Single elimination from the start."),
        ("runewars", {"swiss_rounds": 0}, "cut",
         {"cut": (), "elimination_minutes": (90,), "final_minutes": (140,)},
         "No cut. Games last 90 minutes, the final 140 minutes."),
        ("runewars", {"swiss_rounds": 3, "cut": 2}, "cut", {"final_minutes": (140,)},
         "to single elimination. The final lasts 140 minutes."),
        ("xwing-dogfight", {"cut": 8, "options": {"clock.elimination": [60, 80]}}, "cut",
         {"elimination_minutes": (60, 80)}, "Games last 60, 80 minutes, the final is untimed."),
        ("xwing-dogfight", {"cut": 4, "options": {"clock.elimination": [60, 80]}}, "cut",
         {"elimination_minutes": (60,)}, "Games last 60 minutes, the final is untimed."),
    ],
)  # fmt: skip
def test_an_announcement_holds_the_answer_with_its_values(
    ruleset: str, changes: dict[str, Any], item: str, values: dict[str, Any], sentence: str
) -> None:
    day = ready(ruleset, **changes)
    day.do(AnnounceItem(item, "as posted"))
    assert "plan-announced" in day.facts()
    assert values.items() <= told(day, item).items()
    assert sentence in said(day, item).answer
    assert said(day, item).note == "as posted"


def test_what_has_no_values_keeps_its_text() -> None:
    day = ready("diskwars", play_area="4 by 4 feet")
    day.do(AnnounceItem("play_area"))
    assert day.event.announced["play_area"] == "4 by 4 feet"
    day.do(AnnounceItem("play_area", "Four feet each way."))
    assert day.event.announced["play_area"] == "Four feet each way."
    assert "play_area" not in day.event.told


# ------------------------------------------------------------------- told again when it changes

TURNS = [
    ("runewars", "basic", 8, "2 Swiss rounds", "3 Swiss rounds", "RW-140"),
    ("armada", "basic", 32, "3 Swiss rounds", "4 Swiss rounds", "AR-085"),
    ("armada", "advanced", 28, "3 Swiss rounds", "4 Swiss rounds", "AR-085"),
]


@pytest.mark.clause("RW-140", "AR-085", "AMB-020")
@pytest.mark.parametrize(("ruleset", "structure", "players", "old", "new", "clause"), TURNS)
def test_one_more_check_in_can_make_what_was_told_untrue(
    ruleset: str, structure: Any, players: int, old: str, new: str, clause: str
) -> None:
    day = ready(ruleset, players - 1, structure=structure, swiss_rounds=None)
    day.announce_everything()
    one_more(day)
    assert left(day) == ()  # still the same row of the table
    one_more(day)
    assert "rounds" in left(day)
    no = day.refused(StartEvent(), clause=clause, says=f"Players were told {old}")
    assert f"Now it is {new}" in refusal_text(no)
    assert said(day, "rounds").answer.startswith(old)
    assert said(day, "rounds").now.startswith(new)
    day.announce_everything()
    assert said(day, "rounds").answer.startswith(new)
    assert said(day, "rounds").before.startswith(old)
    day.do(StartEvent())


@pytest.mark.clause("AR-085", "AMB-130")
def test_a_cut_that_comes_with_one_more_player_is_told_too() -> None:
    day = ready("armada", 28, structure="advanced", swiss_rounds=None)
    day.announce_everything()
    one_more(day)
    assert left(day) == ("rounds", "cut")
    day.do(AnnounceItem("rounds"))
    day.refused(StartEvent(), clause="AMB-130", says="Players were told no cut. Now it is a top 2")
    day.do(AnnounceItem("cut"))
    day.do(StartEvent())
    assert (day.event.swiss_rounds, day.event.cut) == (4, 2)


@pytest.mark.clause("RW-140")
def test_a_check_in_that_is_taken_back_makes_what_was_told_true_again() -> None:
    day = ready("runewars", 8, structure="basic", swiss_rounds=None)
    day.announce_everything()
    one_more(day)
    assert left(day) == ("rounds",)
    day.do(TakeBackCheckIn(list(day.event.entrants)[-1]))
    assert left(day) == ()
    day.do(StartEvent())
    assert day.event.swiss_rounds == 2


CHANGED = [
    ("xwing-dogfight", {"swiss_rounds": 4}, ("rounds",), "XW-030"),
    ("xwing-dogfight", {"cut": 4}, ("rounds", "cut"), "XW-030"),
    ("diskwars", {"options": {"clock.swiss": 70}}, ("rounds", "round_length"), "DW-043"),
    ("middle-earth", {"points_limit": 650}, ("rounds",), "ME-062"),
    ("middle-earth", {"days": 2}, ("rounds",), "ME-062"),
    ("middle-earth", {"options": {"standings.extra": ["painting"]}},
     ("tie_breaks", "own_tie_breaks"), "ME-045"),
    ("xwing-escalation", {"options": {"bye.mov": 150}}, ("bye_margin",), "AMB-077"),
    ("runewars", {"options": {"standings.order": ["tp", "sos", "mov"]}},
     ("rounds", "house_rules"), "RW-140"),
]  # fmt: skip


@pytest.mark.clause("RW-140", "XW-033", "XW-083", "DW-041", "ME-045", "ME-062", "AMB-077")
@pytest.mark.parametrize(("ruleset", "changes", "items", "clause"), CHANGED)
def test_details_that_change_make_what_was_told_untrue(
    ruleset: str, changes: dict[str, Any], items: tuple[str, ...], clause: str
) -> None:
    day = ready(ruleset, points_limit=500 if ruleset == "middle-earth" else None)
    day.announce_everything()
    assert left(day) == ()
    day.do(DescribeEvent(replace(day.event.details, **changes), "better so"))
    assert set(items) <= set(left(day))
    day.refused(StartEvent(), clause=clause)
    day.do(DescribeEvent(replace(day.event.details, venue="Hall 2"), "moved"))
    assert set(items) <= set(left(day))
    day.announce_everything()
    assert left(day) == ()
    day.do(StartEvent())


def test_the_gate_names_what_was_told_and_what_it_is_now() -> None:
    day = ready("armada")
    day.announce_everything()
    day.do(DescribeEvent(replace(day.event.details, cut=4), "a bracket"))
    found = {one.facts["item"]: one for one in start_gate(day.event, day.rules, day.document)}
    assert found["cut"].code == "announced-otherwise"
    assert fact_in_words(found["cut"], "before") == "no cut"
    assert fact_in_words(found["cut"], "after").startswith("a top 4")


# ------------------------------------------------------------------- kept after the start

STANDS = [
    ("runewars", "RW-140", "RW-140"),
    ("armada", "AR-085", "AR-085"),
    ("xwing-dogfight", "XW-083", "XW-033"),
    ("diskwars", "DW-043", "DW-047"),
]


@pytest.mark.clause("RW-140", "AR-085", "XW-033", "XW-083", "DW-043", "DW-047")
@pytest.mark.parametrize(("ruleset", "of_rounds", "of_cut"), STANDS)
def test_after_the_start_rounds_and_cut_stand(ruleset: str, of_rounds: str, of_cut: str) -> None:
    day = in_round(ruleset)
    day.refused(ChangePlan(4, None, "more"), clause=of_rounds, says="announced before the start")
    day.refused(ChangePlan(3, 4, "a cut"), clause=of_cut, code="needs-confirmation")
    day.refused(ChangePlan(4, None, " "), code="public-reason-needed")
    day.do(ChangePlan(4, None, "more"), confirm=SURE)
    assert day.event.swiss_rounds == 4


@pytest.mark.clause("XE-009")
def test_escalation_adds_no_bracket_after_the_start_unless_confirmed() -> None:
    day = in_round("xwing-escalation")
    day.refused(ChangePlan(4, 4, "a bracket"), clause="XE-009")
    day.do(ChangePlan(4, 4, "a bracket"), confirm=SURE)
    assert day.event.cut == 4


@pytest.mark.clause("RW-140", "XW-083")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_a_changed_plan_is_announced_anew_before_the_next_draw(ruleset: str) -> None:
    day = running(ruleset, players=6)
    day.play_round()
    day.do(ChangePlan(4, None, "we have time"), confirm=SURE)
    clause = {"runewars": "RW-140", "xwing-dogfight": "XW-083"}[ruleset]
    no = day.refused(DrawRound(), clause=clause, says="Players were told 3 Swiss rounds")
    assert "Now it is 4 Swiss rounds" in refusal_text(no)
    day.do(AnnounceItem("rounds"))
    day.play_round()
    assert said(day, "rounds").before.startswith("3 Swiss rounds")


def test_a_change_that_is_taken_back_has_not_to_be_told() -> None:
    day = running("runewars", players=6)
    day.play_round()
    day.do(ChangePlan(4, None, "we have time"), confirm=SURE)
    day.do(Undo())
    assert (day.event.swiss_rounds, day.event.plan_changes) == (3, ())
    day.play_round()


def test_verification_decides_a_changed_plan_again() -> None:
    day = running("runewars", players=6)
    day.play_round()
    day.do(ChangePlan(2, None, "the hall closes"), confirm=SURE)
    day.announce_everything()
    day.play_round()
    day.finish()
    store = day.desk.store
    verdict = verify_log(day.name, day.desk.log(day.name), store.head(day.name), load)
    assert verdict.troubles == []
    assert ("plan", "Olga", "the hall closes") in [
        (one.where, one.by, one.reason) for one in verdict.overrides
    ]


@pytest.mark.clause("RW-140", "XW-033")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_check_tells_of_a_changed_plan_with_its_reason(ruleset: str) -> None:
    day = running(ruleset, players=6)
    day.play_round()
    day.do(ChangePlan(1, 2, "the hall closes"), confirm=SURE)
    day.announce_everything()
    day.do(MakeCut())
    day.play_round()
    file = write_tournament(as_tournament(day.event))
    assert file["plan"] == {
        "swiss_rounds": 1,
        "cut": 2,
        "announced": {"swiss_rounds": 3},
        "override": {"by": "Olga", "reason": "the hall closes"},
    }
    found = findings(read_tournament(file), day.document)
    assert [one for one in found if one.severity == "error"] == []
    (changed,) = [one for one in found if one.code == "plan-changed"]
    assert (changed.severity, changed.facts["reason"]) == ("notice", "the hall closes")
    assert changed.clause == {"runewars": "RW-140", "xwing-dogfight": "XW-033"}[ruleset]
    del file["plan"]["override"]
    silent = findings(read_tournament(file), day.document)
    assert [one.severity for one in silent if one.code == "plan-changed"] == ["error"]


# ------------------------------------------------------------------- reserves for a late cut


def diskwars_day() -> Day:
    """Return a Diskwars event without a cut whose players handed in lists."""
    day = Day("diskwars", swiss_rounds=1)
    day.open_doors()
    players = day.register("Ann", "Bob", "Cem", "Dee")
    for player in players:
        day.do(SubmitList(player, clean_list("diskwars")), player)
    day.begin()
    day.play_round()
    return day


@pytest.mark.clause("DW-020", "DW-046", "DW-047")
def test_a_late_cut_waits_for_the_reserve_of_everybody_in_it() -> None:
    day = diskwars_day()
    day.do(ChangePlan(1, 2, "people want it"), confirm=SURE)
    day.announce_everything()
    no = day.refused(MakeCut(), clause="DW-020", says="elimination rounds need")
    assert len(no.facts["players"]) == 2  # type: ignore[arg-type]
    first, second = [one for one, row in day.points().items()][:2]
    for player in (first, second):
        text = day.event.list_desk.lists[player].text
        day.do(AmendList(player, f"{text}{RESERVE}", "a reserve for the cut"))
    day.do(MakeCut())
    day.draw()


@pytest.mark.clause("DW-020", "DW-046")
def test_a_leader_may_waive_the_reserve_with_a_reason() -> None:
    day = diskwars_day()
    day.do(ChangePlan(1, 2, "people want it"), confirm=SURE)
    day.announce_everything()
    for player in list(day.points())[:2]:
        text = day.event.list_desk.lists[player].text
        day.refused(ApproveList(player, digest(text)), clause="DW-020")
        day.do(ApproveList(player, digest(text), "both agreed to play without"))
    day.do(MakeCut())
    day.draw()


@pytest.mark.clause("DW-020", "DW-046")
def test_the_first_elimination_round_waits_for_a_reserve_as_well() -> None:
    day = diskwars_day()
    day.do(ChangePlan(1, 2, "people want it"), confirm=SURE)
    day.announce_everything()
    top = list(day.points())
    for player in top[:2]:
        text = day.event.list_desk.lists[player].text
        day.do(ApproveList(player, digest(text), "agreed"))
    day.do(MakeCut())
    day.do(DropPlayer(top[0]))
    day.do(TakePlace(top[2]))
    day.refused(DrawRound(), clause="DW-020", says=day.event.people[top[2]])


@pytest.mark.clause("DW-020")
def test_lists_on_paper_are_asked_about_before_a_late_cut() -> None:
    day = ready("diskwars", 4, swiss_rounds=1)
    day.announce_everything()
    day.do(StartEvent())
    day.play_round()
    day.do(ChangePlan(1, 2, "people want it"), confirm=SURE)
    day.refused(MakeCut(), clause="DW-020", says="on paper")
    day.do(MakeCut(), confirm="lists-on-paper")


@pytest.mark.clause("DW-020")
def test_players_without_a_list_are_asked_about_before_a_late_cut() -> None:
    day = ready("diskwars", 4, swiss_rounds=1, options={"lists.required": "never"}, papers=False)
    day.announce_everything()
    day.do(StartEvent())
    day.play_round()
    day.do(ChangePlan(1, 2, "people want it"), confirm=SURE)
    day.refused(MakeCut(), clause="DW-020", says="have no list")
    day.do(MakeCut(), confirm="no-lists")


@pytest.mark.clause("DW-020", "DW-023")
def test_a_list_that_was_waived_keeps_nobody_out_of_a_cut_announced_in_time() -> None:
    day = ready("diskwars", 4, swiss_rounds=1, cut=2, papers=False)
    for player in list(day.event.entrants):
        day.do(WaiveList(player, "left at home"))
    day.announce_everything()
    day.do(StartEvent())
    day.play_round()
    day.do(MakeCut())
    day.draw()


# ------------------------------------------------------------------- a cut by performance


def points_day(points: int, players: int = 6, **more: Any) -> Day:
    day = ready("runewars", players, swiss_rounds=2, options={"cut.points": points}, **more)
    day.announce_everything()
    day.do(StartEvent())
    day.play_round()
    day.play_round()
    return day


@pytest.mark.clause("RW-156", "RW-158")
def test_everybody_with_enough_points_goes_on() -> None:
    probe = points_day(1)
    order = probe.points()
    third = sorted(order.values(), reverse=True)[2]
    at_least = [player for player, points in order.items() if points >= third]
    assert 2 < len(at_least) < 6
    for points, expected in (
        (third, at_least),
        (third + 1, [player for player, tp in order.items() if tp > third]),
    ):
        day = points_day(points)
        day.refused(DrawRound(), says="It's time for the cut.")
        day.do(MakeCut())
        assert day.event.qualification is not None
        assert list(day.event.qualification.seeds) == expected
        day.draw()
        day.publish()
        file = as_tournament(day.event)
        assert [one for one in findings(file, day.document) if one.severity == "error"] == []


@pytest.mark.clause("RW-156", "RW-158")
def test_a_bracket_of_any_size_follows_a_cut_by_performance() -> None:
    probe = points_day(1)
    third = sorted(probe.points().values(), reverse=True)[2]
    day = points_day(third)
    day.do(MakeCut())
    assert day.event.qualification is not None
    seeds = day.event.qualification.seeds
    day.draw()
    assert day.event.draft is not None
    games = [one.players for one in day.event.draft.games.values()]
    size = 4 if len(seeds) <= 4 else 8
    assert len(games) == size // 2
    assert {player for game in games for player in game} == set(seeds)
    assert games[0] == tuple(seeds[place] for place in (0, size - 1) if place < len(seeds))


@pytest.mark.clause("RW-156")
def test_nobody_moves_up_into_a_cut_by_performance() -> None:
    probe = points_day(1)
    third = sorted(probe.points().values(), reverse=True)[2]
    day = points_day(third)
    day.do(MakeCut())
    assert day.event.qualification is not None
    seeds = day.event.qualification.seeds
    day.do(DropPlayer(seeds[0]))
    assert day.event.qualification.offered is None
    day.do(MakeCut())
    assert day.event.qualification.seeds == seeds[1:]


@pytest.mark.clause("RW-156")
def test_a_cut_that_nobody_reaches_is_not_made() -> None:
    day = points_day(40)
    day.refused(MakeCut(), clause="RW-156", says="Fewer than two players have 40 points.")
    day.do(ChangePlan(2, 2, "nobody got there"), confirm=SURE)
    day.announce_everything()
    day.do(MakeCut())


@pytest.mark.clause("RW-156", "RW-157", "RW-193")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"cut": 4}, "RW-156"),
        ({"structure": "basic", "swiss_rounds": None}, "RW-193"),
        ({"swiss_rounds": 0}, "RW-157"),
    ],
)
def test_where_a_cut_by_performance_has_no_room(changes: dict[str, Any], clause: str) -> None:
    day = Day("runewars")
    wrong = replace(day.event.details, options={"cut.points": 12}, **changes)
    day.refused(DescribeEvent(wrong), clause=clause)
    fine = replace(day.event.details, options={"cut.points": 12})
    day.do(DescribeEvent(fine))


@pytest.mark.clause("RW-140", "RW-156")
def test_a_cut_by_performance_is_announced_with_its_points() -> None:
    day = ready("runewars", options={"cut.points": 12})
    day.do(AnnounceItem("cut"))
    assert told(day, "cut")["cut_points"] == (12,)
    assert said(day, "cut").answer.startswith("Everybody with 12 tournament points or more goes on")


@pytest.mark.clause("RW-156", "RW-158")
def test_a_file_with_a_cut_by_performance_is_drawn_and_checked() -> None:
    probe = points_day(1)
    third = sorted(probe.points().values(), reverse=True)[2]
    day = points_day(third)
    file = write_tournament(as_tournament(day.event))
    assert file["options"] == {"cut.points": third}
    assert "cut" not in file["plan"]
    drawn = pairings(read_tournament(file), day.document)
    right = [player for player, tp in day.points().items() if tp >= third]
    assert list(drawn.seeds or ()) == right
    file["stages"].append({"kind": "elimination", "seeds": right[:2], "rounds": []})
    found = [
        one for one in findings(read_tournament(file), day.document) if one.code == "cut-points"
    ]
    assert [(one.severity, one.clause) for one in found] == [("error", "RW-156")]
