"""Words that only some may read, looked for on every page of everybody else."""

from __future__ import annotations

import pytest

from tests.web.api.seeded import Program, give
from tests.web.security.actors import RUNNING, Door, actors, filled
from tests.web.security.permission_matrix import API, PAGES
from tiltyard.day.people import ChooseShownName
from tiltyard.day.rounds import DrawRound

READING = [path for method, path in (*PAGES, *API) if method == "GET"]
EVENT = "ladder-night"


def pages(hall, actor, event):
    """Every page of an event as somebody reads it: as a browser, then as a script."""
    with Door(hall) as door:
        for path in READING:
            if "{event}" in path:
                there = filled(path, event)
                yield there, door.ask("GET", there, actor.secret, accept="text/html").text


@pytest.mark.parametrize("name", ["anonymous", "player", "judge", "organizer", "owner"])
def test_the_seed_is_on_no_page_while_the_event_runs(hall, name):
    seed = hall.desk.event(RUNNING).seed
    assert len(seed) == 64
    actor = next(one for one in actors(hall, RUNNING) if one.name == name)
    seen = [there for there, text in pages(hall, actor, RUNNING) if seed in text]
    assert seen == []


def test_a_name_is_shown_to_others_as_its_player_agreed(hall):
    event = hall.desk.event(EVENT)
    hidden = next(one for one in event.playing() if not hall.site.view(EVENT).is_staff(one))
    hall.site.do(EVENT, hall.organizer_of(EVENT), ChooseShownName(hidden, "number"))
    hall.site.publisher.publish(EVENT)
    name = event.people[hidden]
    outside = [one for one in actors(hall, EVENT) if one.name in {"anonymous", "guest"}]
    assert len(outside) == 2
    for actor in outside:
        seen = [there for there, text in pages(hall, actor, EVENT) if name in text]
        assert seen == []
    staff = next(one for one in actors(hall, EVENT) if one.name == "organizer")
    assert any(name in text for _, text in pages(hall, staff, EVENT))


def test_a_round_that_is_drawn_is_not_told_before_it_is_published(hall):
    """Nobody but the desk learns of a draft: not by a page, not by the API."""
    name = next(one for one in hall.desk.events() if _drawn(hall, one))
    drawn = hall.desk.event(name).draft
    api = f"/api/v1/events/{name}"
    with Door(hall) as door:
        for actor in actors(hall, name):
            if actor.name in {"organizer", "owner"}:
                continue
            for there in (f"/e/{name}/rounds/{drawn.id}", f"{api}/rounds/{drawn.id}"):
                assert door.ask("GET", there, actor.secret).status_code == 404, (actor.name, there)
            told = door.ask("GET", f"{api}/rounds", actor.secret).json()["rounds"]
            assert drawn.id not in {one["round"] for one in told}
            assert door.ask("GET", f"{api}/drawn", actor.secret).status_code == 401
    give(hall, "boss", name, hall.organizer_of(name), "read")
    give(hall, "player", name, next(iter(drawn.games.values())).players[0], "staff")
    assert Program(hall, "player").get(f"{api}/drawn").status_code == 404
    shown = Program(hall, "boss").get(f"{api}/drawn").json()
    assert [one["match"] for one in shown["matches"]] == list(drawn.games)


def _drawn(hall, name):
    boss = hall.organizer_of(name)
    if hall.desk.event(name).draft is None and not hall.desk.refusal(name, boss, DrawRound()):
        hall.site.do(name, boss, DrawRound())
    return hall.desk.event(name).draft is not None
