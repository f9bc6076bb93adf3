"""A relaxed Armada day at the terminal, and what the stricter tiers refuse."""

import pytest

from tests.days import story
from tests.days.day import EVENT, ORGANIZER, Day

PLAN = ("--structure", "custom", "--rounds", 3, "--cut", 4)


@pytest.mark.clause("AR-012", "AR-017", "AR-018", "AR-085", "AR-093", "AR-094", "AMB-015")
@pytest.mark.clause("AMB-017", "AMB-023", "AMB-025", "AMB-127")
def test_a_relaxed_armada_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "armada", deputy="Mara")
    alone, untold = story.before_the_start(day, *PLAN, deputy_role="marshal")
    assert "another leader is present." in alone.stderr
    assert "(AR-017)" in alone.stderr
    assert untold == {"rounds": "AR-085", "cut": "AMB-130", "second_leader": "AR-018"}
    happened = story.round_one(day, last="Mara")
    assert happened["own"]["clause"] == "AR-018"
    leaver = story.round_two(day)
    story.round_three(day, leaver, happened["player"])
    story.replace_before_the_bracket(day)
    champion = story.play_the_bracket(day)
    history = day.do("history", EVENT)["facts"]
    untimed = [one["body"]["minutes"] for one in history if one["name"] == "clock-started/1"]
    assert untimed == [135, 135, 135, None, None]
    story.award_and_finish(day, champion)


@pytest.mark.clause("AR-020")
@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_leaders_never_play_in_a_formal_or_premier_event(tier, tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "armada", deputy="Mara")
    story.open_the_registration(day, *PLAN, "--tier", tier)
    day.do("staff", "appoint", EVENT, "marshal", "Mara")
    assert day.no("register", EVENT, "--leader", ORGANIZER)["clause"] == "AR-020"


@pytest.mark.clause("AR-019")
def test_when_two_leaders_meet_the_marshal_rules(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "armada", deputy="Mara")
    story.before_the_start(day, *PLAN, deputy_role="marshal")
    day.do("staff", "appoint", EVENT, "judge", "Ada", "--known")
    day.do("draw", EVENT)
    day.do("swap", EVENT, "Ada", ORGANIZER, "--pair", "--reason", "both lead")
    day.do("publish", EVENT)
    day.do("clock", "start", EVENT, by="Mara")
    day.do("call", "open", EVENT, "Ada", "Who moves first?", by="Ada")
    day.no("call", "rule", EVENT, "c1", "I do.", by=ORGANIZER)
    assert day.facts("call", "rule", EVENT, "c1", "Olga does.", by="Mara")["call-ruled"]["final"]


@pytest.mark.clause("AR-115")
def test_a_draw_by_agreement_needs_a_leader_as_its_witness(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "armada", deputy="Mara")
    story.before_the_start(day, *PLAN, deputy_role="marshal")
    day.do("draw", EVENT, "--publish")
    day.do("clock", "start", EVENT)
    match, pair = day.game_without(ORGANIZER)
    drawn = ("enter", EVENT, match, "--end", "intentional_draw", "--witness")
    assert day.no(*drawn, pair[0], by="Mara")["code"] == "slip-refused"
    slip = day.facts(*drawn, "Mara", by="Mara")["result-entered"]["slip"]
    assert slip["end"] == "intentional_draw"
    assert day.replayed().people[slip["witness"]] == "Mara"
