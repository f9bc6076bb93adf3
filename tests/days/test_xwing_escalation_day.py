"""A casual X-Wing Escalation day at the terminal: four rounds, each longer than the last."""

import pytest

from tests.days import story
from tests.days.day import EVENT, ORGANIZER, Day

PLAN = ("--cut", 4)


@pytest.mark.clause("XE-002", "XE-003", "XE-009", "XW-010", "XW-011", "XW-088", "AMB-077")
@pytest.mark.clause("RW-143", "RW-144", "RW-146", "AMB-015", "AMB-017", "AMB-023", "AMB-025")
def test_a_casual_escalation_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-escalation", deputy="Sven")
    alone, untold = story.before_the_start(day, *PLAN, deputy_role="second-organizer")
    assert "another leader is present." in alone.stderr
    assert "(XW-010)" in alone.stderr
    assert untold == {
        "rounds": "XE-002",
        "cut": "XE-009",
        "second_leader": "XW-011",
        "bye_margin": "AMB-077",
    }
    happened = story.round_one(day, last=ORGANIZER)
    assert happened["own"]["clause"] == "XW-011"
    leaver = story.round_two(day)
    story.round_three(day, leaver, happened["player"])
    assert day.no("cut", EVENT)["message"] == "The Swiss rounds aren't finished."
    day.play_round()
    story.replace_before_the_bracket(day)
    champion = story.play_the_bracket(day)
    history = day.do("history", EVENT)["facts"]
    minutes = [one["body"]["minutes"] for one in history if one["name"] == "clock-started/1"]
    assert minutes == [50, 70, 90, 120, 120, None]
    story.award_and_finish(day, champion)


@pytest.mark.clause("XE-002")
@pytest.mark.parametrize("rounds", [3, 5])
def test_escalation_has_exactly_four_rounds(rounds, tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-escalation", deputy="Sven")
    new = ("new", EVENT, "--ruleset", "xwing-escalation", "--organizer", ORGANIZER, "--rounds")
    result = day.run(*new, rounds)
    assert result.exit_code == 2
    assert "exactly 4 rounds. Plan 4 rounds. (XE-002)" in result.stderr
    assert day.run(*new, 4).exit_code == 0


@pytest.mark.clause("XW-012")
def test_organizers_do_not_play_in_a_premier_event(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-escalation", deputy="Sven")
    story.open_the_registration(day, *PLAN, "--tier", "premier")
    day.do("staff", "appoint", EVENT, "second-organizer", "Sven")
    assert day.no("register", EVENT, "--leader", ORGANIZER)["clause"] == "XW-012"
