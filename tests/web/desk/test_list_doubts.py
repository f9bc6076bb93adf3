"""A score that no list allows: a warning before it is sent, to those it concerns, no refusal."""

from __future__ import annotations

import pytest

from tests.web.desk.list_desks import OTHERS, SMALLER, ListDesk
from tests.web.hall import text_of
from tiltyard.core.decide.timing import StartClock

SQUAD = "Faction: Rebel\nTotal: 76\nShips\nCommon Wing (30)\n- Long Lens (5)\nOld Wing (41)\n"
FLEET = (
    "Faction: Rebel\nTotal: 76\nShips\nSlow Tug (30) [flagship]\n- Commander: Aunt Bo (5)\n"
    "Old Tug (41)\nObjectives\nA\nB\nC\nObstacles\n1a\n2a\n3a\n4a\n5a\n6a\nDamage deck\nFirst\n"
)
NEAREST = "37 points cannot be destroyed from this list; the nearest are 35 and 41."


def doubts(desk: ListDesk, person: str, first: int, second: int = 0) -> list[str]:
    """What somebody hears about these scores at the first table."""
    fields = {"slip__score__0": str(first), "slip__score__1": str(second)}
    return desk.outcome(person, slip__initiative="0", **fields)["doubts"]


@pytest.fixture(scope="module")
def desk():
    """Two players whose lists lose 35, 41 or everything; two more at another table."""
    made = ListDesk("xwing-dogfight", players=4)
    made.hands_in(**dict.fromkeys(("p2", "p3", "p4", "p5"), SQUAD))
    made.judge = made.day.appoint("judge", "Jude")
    made.begun()
    yield made
    made.close()


def two_players(ruleset: str, *lists: str) -> ListDesk:
    made = ListDesk(ruleset, players=2)
    made.hands_in(**dict(zip(("p2", "p3"), lists, strict=False)))
    return made


@pytest.mark.clause("XW-089", "XW-090")
def test_a_score_is_compared_with_whole_ships_and_their_upgrades(desk):
    """37 is no sum of 35 and 41; 35 is a ship with its upgrade, discarded or not; 30 is not."""
    assert doubts(desk, "p1", 37) == [f"{desk.names(1)[0]}: {NEAREST}"]
    assert doubts(desk, "p1", 0, 37) == [f"{desk.names(1)[1]}: {NEAREST}"]
    for fine in (0, 35, 41):
        assert doubts(desk, "p1", fine) == []
    assert len(doubts(desk, "p1", 30)) == 1


@pytest.mark.clause("AR-073", "AR-075")
def test_a_fleet_loses_whole_ships_with_what_lies_under_their_cards():
    desk = two_players("armada", FLEET, FLEET)
    desk.begun()
    (said,) = doubts(desk, "p1", 37, 35)
    assert said.startswith(f"{desk.names(1)[0]}: {NEAREST}")
    assert doubts(desk, "p1", 41, 35) == []
    desk.close()


@pytest.mark.clause("RW-128")
def test_an_army_loses_whole_units_with_facedown_upgrades():
    """Of units of 60 with its banner and 30 nobody can lose 40: that is the unit alone."""
    desk = two_players("runewars", SMALLER, OTHERS)
    desk.begun()
    (said,) = doubts(desk, "p1", 40, 30)
    assert "40 points cannot be destroyed" in said
    assert doubts(desk, "p1", 60, 30) == []
    desk.close()


# ------------------------------------------------------------------------------- who hears of it


def test_the_players_of_the_game_hear_of_it_and_those_of_others_do_not(desk):
    first, second = desk.table(1).players
    assert doubts(desk, first, 37) == doubts(desk, second, 37) != []
    assert doubts(desk, desk.table(2).players[0], 37) == []
    assert doubts(desk, desk.judge, 37) != []


def test_players_hear_nothing_before_their_lists_lie_on_the_table():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.day.begin()
    desk.day.draw()
    desk.day.publish()
    assert doubts(desk, "p2", 37) == []
    desk.day.do(StartClock())
    assert doubts(desk, "p2", 37) != []
    desk.close()


def test_nothing_is_claimed_about_a_list_on_paper():
    desk = two_players("xwing-dogfight")
    desk.begun()
    assert doubts(desk, "p1", 37) == []
    desk.close()


# ---------------------------------------------------------------------------- shown, not refused


def test_without_a_script_the_warning_stands_on_the_page(desk):
    scores = {"slip.score.0": "37", "slip.score.1": "0"}
    fields = {"match": desk.table(1).id, "slip.end": "time", **scores}
    answer = desk.organizer.post("/e/cup/outcome", fields)
    assert answer.status_code == 200
    assert NEAREST in text_of(answer.text)
    assert 'class="notice warn"' in answer.text


def test_the_fast_entry_takes_the_line_and_says_so():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    answer = desk.types("1 37 0")
    assert answer.status_code == 200, answer.text
    assert answer.json()["doubted"] is True
    assert NEAREST in answer.json()["text"][1]
    assert not desk.table(1).is_open
    assert NEAREST in desk.reads(desk.match_of("p2"))
    desk.close()


def test_a_line_that_can_be_is_not_doubted():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    answer = desk.types("1 41 35").json()
    assert answer["doubted"] is False
    assert len(answer["text"]) == 1
    desk.close()
