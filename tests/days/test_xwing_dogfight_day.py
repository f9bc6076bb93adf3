"""A casual X-Wing Dogfight day at the terminal, and what a premier event refuses."""

import pytest

from tests.days import story
from tests.days.day import EVENT, ORGANIZER, Day

PLAN = ("--rounds", 3, "--cut", 4)


@pytest.mark.clause("XW-006", "XW-010", "XW-011", "XW-030", "XW-033")
@pytest.mark.clause("RW-143", "RW-144", "RW-146", "AMB-015", "AMB-017", "AMB-023", "AMB-025")
def test_a_casual_dogfight_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-dogfight", deputy="Sven")
    alone, untold = story.before_the_start(day, *PLAN, deputy_role="second-organizer")
    assert "another leader is present." in alone.stderr
    assert "(XW-010)" in alone.stderr
    assert untold == {"rounds": "XW-030", "cut": "XW-033", "second_leader": "XW-011"}
    happened = story.round_one(day, last=ORGANIZER)
    assert happened["own"]["clause"] == "XW-011"
    leaver = story.round_two(day)
    story.round_three(day, leaver, happened["player"])
    story.replace_before_the_bracket(day)
    champion = story.play_the_bracket(day)
    story.award_and_finish(day, champion)


@pytest.mark.clause("XW-012")
def test_organizers_and_judges_do_not_play_in_a_premier_event(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-dogfight", deputy="Sven")
    story.open_the_registration(day, *PLAN, "--tier", "premier")
    day.do("staff", "appoint", EVENT, "second-organizer", "Sven")
    day.do("staff", "appoint", EVENT, "judge", "Jude")
    for leader in (ORGANIZER, "Sven", "Jude"):
        assert day.no("register", EVENT, "--leader", leader)["clause"] == "XW-012"


@pytest.mark.clause("AMB-071")
def test_a_judge_may_play_in_a_casual_event_without_a_second_leader(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-dogfight", deputy="Sven")
    story.open_the_registration(day, *PLAN)
    day.do("staff", "appoint", EVENT, "judge", "Jude")
    facts = day.facts("register", EVENT, "--leader", "Jude")
    assert facts["player-registered"]["name"] == "Jude"


@pytest.mark.clause("XW-009")
def test_only_an_organizer_disqualifies(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "xwing-dogfight", deputy="Sven")
    story.before_the_start(day, *PLAN, deputy_role="second-organizer")
    day.do("draw", EVENT, "--publish")
    reason = ("--reason", "marked dice")
    assert day.no("disqualify", EVENT, "Dan", *reason, by="Jude")["clause"] == "XW-009"
    assert "player-disqualified" in day.facts("disqualify", EVENT, "Dan", *reason)
