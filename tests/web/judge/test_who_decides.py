"""The judge's pages: what belongs to the marshal comes to the marshal first, others observe."""

from __future__ import annotations

import pytest

from tests.web.hall import text_of
from tests.web.judge.bench import JudgesHall, acts_of, forms
from tiltyard.day.judging import CallJudge, RecordIncident


def field_names(html: str, act: str) -> set[str]:
    return {name for one in forms(html) if one.act == act for name in one.names}


@pytest.mark.clause("RW-091", "AR-054")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-091"), ("armada", "AR-054")])
def test_a_call_about_a_third_party_item_is_first_in_the_marshals_queue(
    ruleset: str, clause: str
) -> None:
    hall = JudgesHall(ruleset)
    hall.call(0)
    game = hall.day.games()[1]
    hall.day.do(CallJudge(game.id, "his own ruler?", kind="third_party"), game.players[0])
    assert hall.page(hall.judge).index("waiting-c1") < hall.page(hall.judge).index("waiting-c2")
    assert hall.page(hall.last).index("waiting-c2") < hall.page(hall.last).index("waiting-c1")
    seen = hall.text(hall.judge)
    assert f"Not for you: This is for Mira to decide: Third-party item. {clause}" in seen
    assert "Third-party item: his own ruler?" in seen
    values = {"ruling": "it is fine"}
    assert hall.send(hall.last, "", "rule-on-call", values).status_code == 200
    assert hall.day.event.calls["c2"].state == "final"


@pytest.mark.clause("RW-065")
def test_a_judge_passes_a_call_on_from_the_queue() -> None:
    hall = JudgesHall()
    hall.call()
    done = hall.send(hall.judge, "", "say-call-kind", {"kind": "component"})
    assert done.status_code == 200, done.text
    assert hall.day.event.calls["c1"].kind == "component"
    assert "rule-on-call" not in acts_of(hall.page(hall.judge))
    assert "say-call-kind" not in acts_of(hall.page(hall.judge))


@pytest.mark.clause("RW-015")
def test_a_judge_observes_and_the_marshal_decides() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    path = f"/match/{game.id}"
    page = hall.page(hall.judge, path)
    assert field_names(page, "record-incident").isdisjoint(
        {"remedy", "recommends_disqualification"}
    )
    assert "You note what you saw." in text_of(page)
    values = {"category": "stalling", "people": game.players[0], "finding": "slow"}
    assert hall.send(hall.judge, path, "record-incident", values).status_code == 200
    sent = hall.browser(hall.judge).post(
        f"/e/{hall.day.name}/do/record-incident", {**values, "remedy": "game loss"}, json=True
    )
    assert sent.status_code == 422
    assert "RW-015" in sent.text
    queue = hall.text(hall.last)
    assert "observation" in queue
    assert "Noted by Jon. RW-015" in queue
    assert "Not for you: This is for Mira to decide: Conduct. RW-015" in hall.text(hall.judge)
    assert "set-aside-incident" not in acts_of(hall.page(hall.judge))
    decided = {"finding": "it was", "remedy": "a warning", "people": game.players[0]}
    done = hall.send(hall.last, "", "record-incident", {"category": "stalling", **decided})
    assert done.status_code == 200, done.text
    assert hall.day.event.incidents["i1"].handled
    assert hall.day.event.incidents["i2"].remedy == "a warning"


@pytest.mark.clause("RW-015")
def test_the_marshal_sets_an_observation_aside() -> None:
    hall = JudgesHall()
    player = hall.day.active()[0]
    hall.day.do(RecordIncident("force", (player,), "banged a tray"), hall.judge)
    assert "to be decided" in hall.text(hall.judge, "/incidents")
    done = hall.send(hall.last, "", "set-aside-incident", {"reason": "an accident"})
    assert done.status_code == 200, done.text
    book = hall.text(hall.judge, "/incidents")
    assert "Set aside: an accident" in book
    assert "to be decided" not in book


@pytest.mark.clause("RW-065")
def test_a_judge_is_not_offered_to_rule_a_component_out() -> None:
    hall = JudgesHall()
    path = f"/match/{hall.day.games()[0].id}"

    def offered(person: str) -> list[str]:
        found = [one for one in forms(hall.page(person, path)) if "component" in one.names]
        return next(one for one in found if "kind" in one.choices).choices["kind"]

    assert "ineligible" not in offered(hall.judge)
    assert "ineligible" in offered(hall.last)


@pytest.mark.clause("RW-015")
def test_the_players_page_offers_a_recommendation_only_to_the_marshal() -> None:
    hall = JudgesHall()
    path = f"/e/{hall.day.name}/desk/player/{hall.day.active()[0]}"
    assert "recommend-disqualification" in hall.browser(hall.last).page(path)
    assert hall.browser(hall.judge).get(path).status_code in {200, 403, 404}
    assert "recommend-disqualification" not in hall.browser(hall.judge).get(path).text
