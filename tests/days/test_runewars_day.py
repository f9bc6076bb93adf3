"""A relaxed Runewars day at the terminal, and what the stricter tiers refuse."""

import pytest

from tests.days import story
from tests.days.day import EVENT, FIELD, ORGANIZER, Day

PLAN = ("--structure", "custom", "--rounds", 3, "--cut", 4)


@pytest.mark.clause("RW-022", "RW-028", "RW-029", "RW-143", "RW-144", "RW-146", "RW-159")
@pytest.mark.clause("AMB-015", "AMB-017", "AMB-023")
def test_a_relaxed_runewars_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "runewars", deputy="Mara")
    alone, untold = story.before_the_start(day, *PLAN, deputy_role="marshal")
    assert "another leader is present." in alone.stderr
    assert "(RW-028)" in alone.stderr
    assert untold == {
        "event_details": "RW-106",
        "rounds": "RW-140",
        "cut": "RW-140",
        "second_leader": "RW-029",
    }
    happened = story.round_one(day, last="Mara")
    assert happened["own"]["clause"] == "RW-029"
    cards = [set(day.round()["cards"])]
    leaver = story.round_two(day)
    cards.append(set(day.round()["cards"]))
    story.round_three(day, leaver, happened["player"])
    assert cards == [{"deployment", "objective"}] * 2
    story.replace_before_the_bracket(day)
    champion = story.play_the_bracket(day)
    story.award_and_finish(day, champion)


@pytest.mark.clause("RW-031")
@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_no_leader_plays_in_a_formal_or_premier_event(tier, tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "runewars", deputy="Mara")
    story.open_the_registration(day, *PLAN, "--tier", tier)
    day.do("staff", "appoint", EVENT, "marshal", "Mara")
    assert day.no("register", EVENT, "--leader", ORGANIZER)["clause"] == "RW-031"
    day.do("register", EVENT, "Ada")
    assert day.no("staff", "appoint", EVENT, "judge", "Ada", "--known")["clause"] == "RW-031"


@pytest.mark.clause("RW-029", "AMB-040")
def test_the_second_leader_must_be_announced_before_the_start(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "runewars", deputy="Mara")
    story.open_the_registration(day, *PLAN)
    day.do("register", EVENT, *FIELD)
    day.do("staff", "appoint", EVENT, "marshal", "Mara")
    day.do("register", EVENT, "--leader", ORGANIZER)
    day.do("open-check-in", EVENT)
    day.do("check-in", EVENT, "--all")
    for item in ("event_details", "rounds", "cut"):
        day.do("tell", EVENT, item)
    assert day.no("start", EVENT)["clause"] == "RW-029"
    day.do("tell", EVENT, "second_leader", "--text", "Mara rules on Olga's games")
    day.do("staff", "duty", EVENT, "marshal", "Mara", "off")
    assert day.no("start", EVENT)["clause"] == "RW-028"
    day.do("staff", "duty", EVENT, "marshal", "Mara", "on")
    day.do("start", EVENT)


@pytest.mark.clause("RW-030", "AMB-030")
def test_when_two_leaders_meet_another_one_rules(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "runewars", deputy="Mara")
    story.before_the_start(day, *PLAN, deputy_role="marshal")
    day.do("staff", "appoint", EVENT, "judge", "Ada", "--known")
    day.do("draw", EVENT)
    day.do("swap", EVENT, "Ada", ORGANIZER, "--pair", "--reason", "both lead")
    day.do("publish", EVENT)
    day.do("clock", "start", EVENT, by="Mara")
    day.do("call", "open", EVENT, "Ada", "Who moves first?", by="Ada")
    for player in ("Ada", ORGANIZER):
        error = day.no("call", "rule", EVENT, "c1", "I do.", by=player)
        assert error["message"] == "You can't do this in your own match: rule on call."
    day.no("assign", EVENT, "Ada", ORGANIZER, by="Mara")
    day.do("assign", EVENT, "Ada", "Jude", by="Mara")
    assert day.facts("call", "rule", EVENT, "c1", "Olga does.", by="Mara")["call-ruled"]["final"]


@pytest.mark.clause("RW-147", "RW-036")
def test_the_marshal_recommends_the_organizer_disqualifies_and_nobody_comes_back(
    tmp_path, monkeypatch
):
    day = Day(tmp_path, monkeypatch, "runewars", deputy="Mara")
    story.before_the_start(day, *PLAN, deputy_role="marshal")
    day.do("draw", EVENT, "--publish")
    day.do("recommend", EVENT, "Dan", "--reason", "marked dice", by="Mara")
    reason = ("--reason", "marked dice")
    assert day.no("disqualify", EVENT, "Dan", *reason, by="Mara")["clause"] == "RW-036"
    facts = day.facts("disqualify", EVENT, "Dan", *reason)
    assert facts["player-disqualified"]["reason"] == "marked dice"
    assert day.no("rejoin", EVENT, "Dan")["clause"] == "RW-147"
