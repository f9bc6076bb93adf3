"""Components at the desk: time granted and running, what became of them, what is shared."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import in_round
from tests.web.desk.at_desk import AtDesk
from tests.web.hall import text_of
from tiltyard.day.components import EndComponentTrouble, NoteComponentTrouble
from tiltyard.day.rounds import DrawRound


@pytest.fixture
def desk():
    made = AtDesk(in_round("runewars"))
    yield made
    made.close()


def reported(desk, piece="morale deck", kind="lost"):
    """A player of the first table reports a component."""
    game = desk.day.games()[0]
    player = game.players[0]
    desk.day.do(NoteComponentTrouble(player, piece, kind), player)
    return game, player


@pytest.mark.clause("RW-075", "RW-076")
def test_the_desk_grants_time_and_sees_it_run(desk):
    game, player = reported(desk)
    name = desk.day.event.people[player]
    desk.day.clock.move(minutes=15)
    for path in ("/round", f"/match/{game.id}"):
        assert f"Reported {name}: morale deck" in desk.reads(path)
        assert "Time is over" not in desk.reads(path)
    desk.does("grant-component-time", trouble="t1", minutes="6")
    ends = int((desk.day.clock.at + timedelta(minutes=6)).timestamp() * 1000)
    for path in ("/round", f"/match/{game.id}"):
        assert f'data-ends="{ends}"' in desk.page(path)
        assert f"Searching {name}: morale deck 6:00 RW-076" in desk.reads(path)
    desk.day.clock.move(minutes=6)
    over = f"Time is over {name}: morale deck Decide whether the player concedes. RW-077"
    assert over in desk.reads("/round")


@pytest.mark.clause("RW-077", "RW-078")
def test_a_concession_and_the_component_are_settled_at_the_desk(desk):
    game, player = reported(desk)
    desk.does("grant-component-time", trouble="t1", minutes="2")
    side = game.players.index(player)
    slip = {"slip__end": "concession", "slip__conceded": str(side)}
    scores = {"slip__score__0": "0", "slip__score__1": "0"}
    ended = {"trouble": "t1", "end": "conceded", **slip, **scores}
    no = desk.refused("end-component-trouble", **ended)
    assert no["code"] == "needs-confirmation"
    assert no["confirm"] == ["search-not-over"]
    desk.day.clock.move(minutes=2)
    desk.does("end-component-trouble", **ended)
    desk.day.enter_all()
    no = desk.refused("draw-round")
    assert no["clause"] == "RW-078"
    assert "morale deck" in no["message"]
    assert "end-component-trouble" in desk.page(f"/match/{game.id}")
    desk.does("end-component-trouble", trouble="t1", end="replaced")
    desk.does("draw-round")


@pytest.mark.clause("RW-082")
def test_what_is_shared_for_good_stands_on_the_round_and_the_match(desk):
    _, player = reported(desk, "range ruler", "damaged")
    desk.does("end-component-trouble", trouble="t1", end="shared")
    desk.day.enter_all()
    desk.day.do(DrawRound())
    desk.day.publish()
    game = desk.day.game_of(player)
    name = desk.day.event.people[player]
    said = f"{name} shares the opponent's range ruler in every remaining round. RW-082"
    assert said in desk.reads("/round")
    assert said in desk.reads(f"/match/{game.id}")


@pytest.mark.clause("RW-081", "RW-082")
def test_a_model_is_set_aside_and_never_shared(desk):
    reported(desk, "Rune Golem model", "damaged")
    no = desk.refused("end-component-trouble", trouble="t1", end="shared")
    assert no["clause"] == "RW-082"
    desk.does("end-component-trouble", trouble="t1", end="set_aside")


def test_who_does_not_lead_reads_no_component():
    desk = AtDesk(in_round("middle-earth"))
    keeper = desk.day.appoint("scorekeeper", "Sam")
    game, player = reported(desk, "a rider of Rohan")
    assert "a rider of Rohan" in desk.page("/round")
    page = desk.page("/round", keeper)
    assert "a rider of Rohan" not in page
    assert f"{desk.day.event.people[player]} misses a component." in text_of(page)
    assert "a rider of Rohan" not in desk.page(f"/match/{game.id}", keeper)
    desk.day.do(EndComponentTrouble("t1", "found"))
    assert "misses a component" not in desk.reads("/round", keeper)
    desk.close()
