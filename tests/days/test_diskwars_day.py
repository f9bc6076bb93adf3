"""A casual Diskwars day at the terminal, and what a premier event refuses."""

import pytest

from tests.days import story
from tests.days.day import EVENT, ORGANIZER, Day

PLAN = ("--rounds", 3, "--cut", 4)


@pytest.mark.clause("DW-008", "DW-012", "DW-013", "DW-043", "DW-047")
@pytest.mark.clause("RW-143", "RW-144", "RW-146", "AMB-015", "AMB-017", "AMB-023", "AMB-025")
def test_a_casual_diskwars_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "diskwars", deputy="Sven")
    alone, untold = story.before_the_start(day, *PLAN, deputy_role="second-organizer")
    assert "another leader is present." in alone.stderr
    assert "(DW-012)" in alone.stderr
    assert untold == {"rounds": "DW-043", "cut": "DW-047", "second_leader": "DW-013"}
    happened = story.round_one(day, last=ORGANIZER)
    assert happened["own"]["clause"] == "DW-013"
    leaver = story.round_two(day)
    story.round_three(day, leaver, happened["player"])
    story.replace_before_the_bracket(day)
    champion = story.play_the_bracket(day)
    story.award_and_finish(day, champion)


@pytest.mark.clause("DW-014")
def test_organizers_and_judges_do_not_play_in_a_premier_event(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "diskwars", deputy="Sven")
    story.open_the_registration(day, *PLAN, "--tier", "premier")
    day.do("staff", "appoint", EVENT, "second-organizer", "Sven")
    day.do("staff", "appoint", EVENT, "judge", "Jude")
    for leader in (ORGANIZER, "Sven", "Jude"):
        assert day.no("register", EVENT, "--leader", leader)["clause"] == "DW-014"


@pytest.mark.clause("AMB-071")
def test_a_judge_may_play_in_a_casual_event_without_a_second_leader(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "diskwars", deputy="Sven")
    story.open_the_registration(day, *PLAN)
    day.do("staff", "appoint", EVENT, "judge", "Jude")
    facts = day.facts("register", EVENT, "--leader", "Jude")
    assert facts["player-registered"]["name"] == "Jude"


@pytest.mark.clause("DW-011")
def test_only_an_organizer_disqualifies(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "diskwars", deputy="Sven")
    story.before_the_start(day, *PLAN, deputy_role="second-organizer")
    day.do("draw", EVENT, "--publish")
    reason = ("--reason", "marked dice")
    assert day.no("disqualify", EVENT, "Dan", *reason, by="Jude")["clause"] == "DW-011"
    assert "player-disqualified" in day.facts("disqualify", EVENT, "Dan", *reason)
