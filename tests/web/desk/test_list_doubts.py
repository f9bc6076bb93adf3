"""A score that no list allows: said before it is sent, asked back when it is, marked afterwards."""

from __future__ import annotations

import pytest

from tests.web.desk.list_desks import OTHERS, SMALLER, ListDesk
from tests.web.hall import text_of

SQUAD = "Faction: Rebel\nTotal: 76\nShips\nCommon Wing (30)\n- Long Lens (5)\nOld Wing (41)\n"
FLEET = (
    "Faction: Rebel\nTotal: 76\nShips\nSlow Tug (30) [flagship]\n- Commander: Aunt Bo (5)\n"
    "Old Tug (41)\nObjectives\nA\nB\nC\nObstacles\n1a\n2a\n3a\n4a\n5a\n6a\nDamage deck\nFirst\n"
)
NEAREST = "Did you mean 35 or 41?"


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
    first, second = desk.names(1)
    said = (
        "Points destroyed by {} can't be 37: no losses of the squad of {} add up to it. " + NEAREST
    )
    assert doubts(desk, "p1", 37) == [said.format(first, second)]
    assert doubts(desk, "p1", 0, 37) == [said.format(second, first)]
    for fine in (0, 35, 41):
        assert doubts(desk, "p1", fine) == []
    assert len(doubts(desk, "p1", 30)) == 1


@pytest.mark.clause("AR-073", "AR-075")
def test_a_fleet_loses_whole_ships_with_what_lies_under_their_cards():
    desk = two_players("armada", FLEET, FLEET)
    desk.begun()
    (said,) = doubts(desk, "p1", 37, 35)
    assert said.startswith(f"Points destroyed by {desk.names(1)[0]} can't be 37")
    assert said.endswith(NEAREST)
    assert doubts(desk, "p1", 41, 35) == []
    desk.close()


@pytest.mark.clause("RW-128")
def test_an_army_loses_whole_units_with_facedown_upgrades():
    """Of units of 60 with its banner and 30 nobody can lose 40: that is the unit alone."""
    desk = two_players("runewars", SMALLER, OTHERS)
    desk.begun()
    (said,) = doubts(desk, "p1", 40, 30)
    assert "can't be 40" in said
    assert doubts(desk, "p1", 60, 30) == []
    desk.close()


# ------------------------------------------------------------------------------- who hears of it


@pytest.mark.clause("XW-057")
def test_a_player_hears_of_their_own_list_and_of_no_other(desk):
    """Whatever is asked about the opponent's list, the phone answers the same."""
    first, second = desk.table(1).players
    (said,) = doubts(desk, second, 37)
    assert "no losses of your squad" in said
    assert {len(doubts(desk, first, score)) for score in range(101)} == {0}
    assert doubts(desk, desk.table(2).players[0], 37, 37) == []
    assert len(doubts(desk, desk.judge, 37, 37)) == 2


@pytest.mark.clause("XW-057")
def test_a_preview_and_a_refusal_tell_a_player_nothing_more(desk):
    """Neither the review page nor a report answers what the opponent's list allows."""
    game = desk.table(1)
    first = game.players[0]
    phone = desk.hall.browser("cup", first)
    pages = set()
    for score in (35, 37, 76, 99):
        sent = {"match": game.id, "slip.end": "time", "slip.side": first}
        sent |= {"slip.score.0": str(score), "slip.score.1": "35"}
        answer = phone.post("/e/cup/me/review", sent)
        assert answer.status_code == 200
        pages.add(text_of(answer.text).count("can't be"))
    assert pages == {0}


@pytest.mark.clause("XW-057")
def test_without_scripts_a_player_reads_what_is_doubted_of_their_own_list(desk):
    game = desk.table(1)
    first = game.players[0]
    sent = {"match": game.id, "slip.end": "time", "slip.side": first}
    sent |= {"slip.score.0": "35", "slip.score.1": "37"}
    answer = desk.hall.browser("cup", first).post("/e/cup/me/review", sent)
    assert answer.status_code == 200
    assert "can't be 37" in text_of(answer.text)


def test_nothing_is_claimed_about_a_list_on_paper():
    desk = two_players("xwing-dogfight")
    desk.begun()
    assert doubts(desk, "p1", 37) == []
    desk.close()


# -------------------------------------------------------------------------- asked back, marked


def test_without_a_script_the_warning_stands_on_the_page(desk):
    scores = {"slip.score.0": "37", "slip.score.1": "0"}
    fields = {"match": desk.table(1).id, "slip.end": "time", **scores}
    answer = desk.organizer.post("/e/cup/outcome", fields)
    assert answer.status_code == 200
    assert NEAREST in text_of(answer.text)
    assert 'class="notice warn"' in answer.text


@pytest.mark.clause("XW-057", "XW-089")
def test_the_fast_entry_asks_back_and_records_what_is_insisted_on():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    answer = desk.types("1 37 0")
    assert answer.status_code == 422, answer.text
    refused = answer.json()["refused"]
    assert refused["confirm"] == ["score-impossible"]
    assert NEAREST in refused["message"]
    assert desk.table(1).is_open
    sent = {"line": "1 37 0", "round": desk.day.round.id, "confirm": "score-impossible"}
    answer = desk.organizer.post("/e/cup/desk/entry", sent, json=True)
    assert answer.status_code == 200, answer.text
    assert answer.json()["doubted"] is True
    assert not desk.table(1).is_open
    assert NEAREST in desk.reads(desk.match_of("p2"))
    assert "Recorded although the list can't give this score" in desk.reads(desk.match_of("p2"))
    desk.close()


def test_without_a_script_the_desk_asks_on_a_page_of_its_own():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    sent = {"line": "1 37 0", "round": desk.day.round.id}
    answer = desk.organizer.post("/e/cup/desk/entry", sent)
    assert answer.status_code == 422
    assert NEAREST in text_of(answer.text)
    assert 'name="confirm" value="score-impossible"' in answer.text
    desk.close()


def test_slips_from_paper_are_asked_back_line_by_line():
    """What is confirmed is this line of this table, as it was typed."""
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    match = desk.table(1).id
    path, line = "/e/cup/desk/paper-entry", {"round": desk.day.round.id, f"line-{match}": "37 0"}
    answer = desk.organizer.post(path, line)
    assert answer.status_code == 422
    assert f'name="meant-{match}" value="37 0"' in answer.text
    insists = {f"meant-{match}": "37 0", f"confirm-{match}": "score-impossible"}
    other = desk.organizer.post(path, {**line, **insists, f"line-{match}": "38 0"})
    assert other.status_code == 422
    assert desk.table(1).is_open
    assert desk.organizer.post(path, {**line, **insists}).status_code in {200, 303}
    assert not desk.table(1).is_open
    desk.close()


def test_a_line_that_can_be_is_not_doubted():
    desk = two_players("xwing-dogfight", SQUAD, SQUAD)
    desk.begun()
    answer = desk.types("1 41 35").json()
    assert answer["doubted"] is False
    assert len(answer["text"]) == 1
    desk.close()
