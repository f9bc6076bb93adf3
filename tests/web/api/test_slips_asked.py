"""Slips through the API: refused and asked back by the same clauses as everywhere."""

from __future__ import annotations

import pytest

from tests.day.events import before_the_bracket, running
from tests.web.api.seeded import Program, give
from tests.web.hall import WebHall


@pytest.fixture
def program():
    made = []

    def of(day):
        hall = WebHall(desk=day.desk)
        made.append(hall)
        give(hall, "staff", day.name, "p1", "staff")
        return Program(hall, "staff")

    yield of
    for hall in made:
        hall.close()


def enter(program, day, slip, key, **more):
    body = {"match": day.games()[0].id, "slip": slip, **more}
    return program.act("enter-result", body, day.name, Idempotency_Key=key)


@pytest.mark.clause("AR-094")
def test_time_ends_no_untimed_game(program):
    day = before_the_bracket("armada")
    day.next_round()
    api = program(day)
    refused = enter(api, day, {"end": "time", "score": [40, 20]}, "a")
    assert (refused.status_code, refused.json()["clause"]) == (422, "AR-094")
    assert enter(api, day, {"end": "rounds", "score": [40, 20]}, "b").status_code == 200


@pytest.mark.clause("ME-056")
def test_a_result_before_the_start_needs_its_confirmation(program):
    day = running("middle-earth")
    day.draw()
    day.publish()
    api, slip = program(day), {"end": "concession", "conceded": 1}
    refused = enter(api, day, slip, "a")
    assert refused.status_code == 422
    assert [one["code"] for one in refused.json()["questions"]] == ["round-not-begun"]
    assert enter(api, day, slip, "b", confirm=["round-not-begun"]).status_code == 200
    assert day.games()[0].slip.score is None
