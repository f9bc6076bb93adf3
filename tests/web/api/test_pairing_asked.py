"""A change by hand through the API: asked back with every question, done when confirmed."""

from __future__ import annotations

import pytest

from tests.web.api.seeded import Program, give, seeded_hall

LADDER = "ladder-night"


@pytest.fixture
def hall():
    made = seeded_hall()
    give(made, "ladder", LADDER, made.organizer_of(LADDER), "staff")
    yield made
    made.close()


@pytest.mark.clause("XW-076", "XW-077")
def test_a_repeat_by_hand_is_asked_back_with_its_clause(hall):
    program = Program(hall, "ladder")
    event = hall.desk.event(LADDER)
    here = set(event.playing())
    first, second = next(
        game.players
        for round_ in event.rounds
        for game in round_.games.values()
        if len(game.players) == 2 and here.issuperset(game.players)
    )
    change = {"first": first, "second": second, "pair": True}
    body = {"changes": [change], "reason": "friends"}
    refused = program.act("change-pairings", body, LADDER, Idempotency_Key="first")
    assert refused.status_code == 422
    problem = refused.json()
    repeat = next(one for one in problem["questions"] if one["code"] == "repeat-by-hand")
    assert repeat["clause"] == "XW-076"
    assert "already met in round" in repeat["text"]
    assert hall.desk.event(LADDER).draft == event.draft

    codes = [one["code"] for one in problem["questions"]]
    sent = {**body, "confirm": codes}
    done = program.act("change-pairings", sent, LADDER, Idempotency_Key="second")
    assert done.status_code == 200, done.text
    after = hall.desk.event(LADDER)
    assert {first, second} in [set(game.players) for game in after.draft.games.values()]
    assert after.confirmed_about(after.draft.id) == set(codes)
