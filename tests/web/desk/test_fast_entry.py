"""Entering results line by line: table, scores, Enter, and the outcome comes back."""

from __future__ import annotations

import pytest

from tests.day.events import before_the_bracket, in_round, running
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.desk.desks import hidden_value
from tests.web.hall import text_of
from tiltyard.day.results import require_slip
from tiltyard.engine.slip import Slip
from tiltyard.web.forms.slips import bare_scene
from tiltyard.web.pages.desk.entry_line import read_line


@pytest.fixture(scope="module")
def shared():
    """One desk for each ruleset; table 1 stays open."""
    made = {}

    def open_at(ruleset: str) -> AtDesk:
        if ruleset not in made:
            made[ruleset] = AtDesk(in_round(ruleset, 18))
        return made[ruleset]

    yield open_at
    for one in made.values():
        one.close()


def slip_of(desk: AtDesk, line: str) -> Slip:
    view = desk.hall.site.view(CUP)
    game, slip = read_line(view, desk.day.round, line)
    assert game.table == 1
    return require_slip(bare_scene(view), desk.day.round, game, slip)


@pytest.fixture(scope="module")
def desk(shared):
    """The desk of an Armada event; every test has a table of its own."""
    return shared("armada")


def test_a_line_is_a_result_and_its_outcome_is_echoed(desk):
    first, second = desk.names(3)
    echo = desk.echo("3 120 85")
    result = f"{first} beats {second} 120–85 · 6–4 TP · MoV 35"
    assert echo == f"Table 3: {result}. All game rounds were played."
    assert desk.table(3).slip == Slip("rounds", (120, 85))
    assert result in desk.reads("/results")


def test_forty_tables_are_forty_lines():
    desk = AtDesk(in_round("armada", 80))
    for number in range(1, 41):
        desk.echo(f"{number} {100 + number} 85")
    assert desk.day.round.is_closed
    assert "All results are in." in desk.reads("/results")
    desk.close()


@pytest.mark.parametrize(
    "line, slip",
    [
        ("1 120 85 t", Slip("time", (120, 85))),
        ("1 t 120 85", Slip("time", (120, 85))),
        ("1 120-85 T", Slip("time", (120, 85))),
        ("1 120 85 d1", Slip("destroyed", (120, 85), survivor=0)),
        ("1 d2 120 85", Slip("destroyed", (120, 85), survivor=1)),
        ("1 c 1 120 85", Slip("concession", (120, 85), conceded=0)),
        ("1 120 85 c 2", Slip("concession", (120, 85), conceded=1)),
        ("1 120 85 c2", Slip("concession", (120, 85), conceded=1)),
        ("1 90 90 t i2", Slip("time", (90, 90), initiative=1)),
        ("1 m i1", Slip("mutual", initiative=0)),
        ("1 300 280 m i1", Slip("mutual", initiative=0)),
    ],
)
def test_letters_say_how_the_game_ended(shared, line, slip):
    assert slip_of(shared("armada"), line) == slip


@pytest.mark.parametrize(
    "ruleset, line, add",
    [
        ("armada", "1 120 85 d", "d1 or d2"),
        ("armada", "1 120 85 c", "c1 or c2"),
        ("armada", "1 c2", "both scores"),
        ("armada", "1 90 90", "i1 or i2"),
        ("armada", "1 a", "w=Name"),
        ("runewars", "1 90 90", "f3-2"),
        ("middle-earth", "1 7 3", "l1, l2, l12"),
    ],
)
def test_what_the_ending_needs_more_is_asked_for_exactly(shared, ruleset, line, add):
    desk = shared(ruleset)
    assert add in desk.asked_for(line)
    assert desk.table(1).slip is None


@pytest.mark.parametrize(
    "ruleset, line, slip",
    [
        ("runewars", "1 90 90 f2-2 f3-1", Slip("rounds", (90, 90), flurry=((2, 2), (3, 1)))),
        ("runewars", "1 90 80 o10-30", Slip("rounds", (90, 80), objectives=(10, 30))),
        ("middle-earth", "1 7 3 l1", Slip("rounds", (7, 3), leaders=(True, False))),
        ("middle-earth", "1 7 3 l0", Slip("rounds", (7, 3), leaders=(False, False))),
        ("middle-earth", "1 7 3 l12", Slip("rounds", (7, 3), leaders=(True, True))),
        ("diskwars", "1 c2", Slip("concession", conceded=1)),
        ("xwing-dogfight", "1 50 20", Slip("time", (50, 20))),
    ],
)
def test_a_line_can_say_all_that_a_ruleset_asks(shared, ruleset, line, slip):
    assert slip_of(shared(ruleset), line) == slip


def test_the_witness_of_an_agreed_draw_is_named_in_the_line(desk):
    marshal = desk.day.appoint("marshal", "Mira Holt")
    assert "draw" in desk.echo("9 a w=Mira_Holt")
    assert desk.table(9).slip == Slip("intentional_draw", witness=marshal)


@pytest.mark.parametrize(
    "line", ["", "99 1 2", "x 1 2", "1 5", "1 1 2 3", "1 10 5 z", "1 10 5 t d1", "1 120 85 c 3"]
)
def test_what_cannot_be_read_changes_nothing(shared, line):
    desk = shared("armada")
    before = desk.day.event.version
    assert desk.types(line).status_code == 422
    assert desk.day.event.version == before


def test_an_impossible_score_is_refused_with_its_clause(desk):
    refused = desk.types("4 401 0").json()["refused"]
    assert refused["clause"] == desk.day.rules.score.wipe_out_clause
    assert refused["field"] == "line"
    desk.echo("4 400 0")


def test_a_retry_counts_once(desk):
    said = desk.echo("5 120 85", key="k1")
    version = desk.day.event.version
    assert desk.echo("5 120 85", key="k1") == said
    assert desk.day.event.version == version
    assert desk.types("5 120 85", key="k2").status_code == 422


def test_a_line_against_a_report_is_a_dispute_and_says_so(desk):
    game = desk.table(2)
    phone = desk.hall.browser(CUP, game.players[0])
    fields = {"match": game.id, "slip.end": "time", "slip.score.0": "50", "slip.score.1": "10"}
    assert phone.post(f"/e/{CUP}/do/report-result", fields, json=True).status_code == 200
    assert "hasn't confirmed" in desk.reads("/results")
    answer = desk.types("2 60 10 t").json()
    assert answer["disputed"]
    assert "disputed" in answer["text"][0]
    page = desk.reads("/results")
    assert "Disputes" in page
    assert "Use this report" in page


def test_without_scripts_the_text_stays_when_it_is_refused(desk):
    answer = desk.organizer.post(f"{DESK}/entry", {"line": "6 120 85 d", "round": "1.1"})
    assert answer.status_code == 422
    assert 'value="6 120 85 d"' in answer.text
    assert "d1 or d2" in text_of(answer.text)
    done = desk.organizer.post(f"{DESK}/entry", {"line": "6 120 85 d1", "round": "1.1"})
    assert done.status_code == 303
    assert "beats" in desk.reads("/results")


def test_the_page_shows_what_a_line_may_hold_for_this_ruleset(shared):
    armada, middle_earth = (shared(one).page("/results") for one in ("armada", "middle-earth"))
    assert "<code>w=Name</code>" in armada
    assert "<code>w=Name</code>" not in middle_earth
    assert "<code>l0 l1 l2 l12</code>" in middle_earth
    assert "<code>l0 l1 l2 l12</code>" not in armada
    assert "No letter = All game rounds were played." in text_of(armada)


def test_a_leader_who_plays_does_not_enter_their_own_game(shared):
    desk = shared("xwing-dogfight")
    game = desk.table(8)
    desk.does("appoint-staff", role="judge", person=game.players[0])
    own = desk.hall.browser(CUP, game.players[0])
    answer = desk.types("8 50 20", browser=own)
    assert answer.status_code == 422
    assert "own match" in answer.json()["refused"]["message"]
    assert desk.types("7 50 20", browser=own).status_code == 200


def test_players_do_not_come_to_the_desk(desk):
    player = desk.hall.browser(CUP, desk.table(7).players[0])
    assert player.get(f"{DESK}/results").status_code == 403
    assert desk.types("7 50 20", browser=player).status_code == 403
    assert desk.table(7).slip is None


def test_a_line_counts_for_the_round_it_was_typed_for_only():
    desk = AtDesk(in_round("armada", 4))
    assert hidden_value(desk.page("/results"), "round") == "1.1"
    assert desk.types("1 90 10").status_code == 200
    desk.day.enter_all()
    desk.day.next_round()
    for told in ({"round": "1.1"}, {"round": "9.9"}, {}):
        answer = desk.organizer.post(f"{DESK}/entry", {"line": "1 90 10", **told}, json=True)
        assert answer.status_code == 422
        spoken = "round 1" if told.get("round") == "1.1" else "another round"
        assert answer.json()["refused"]["message"] == f"You typed this line for {spoken}."
        assert desk.table(1).slip is None
    desk.echo("1 90 10")
    assert desk.table(1).slip.score == (90, 10)
    desk.close()


def test_a_result_that_was_taken_back_is_not_among_the_last():
    desk = AtDesk(in_round("armada", 4))
    desk.echo("1 120 85")
    desk.echo("2 77 10")
    assert "MoV 67" in desk.reads("/results")
    game = desk.table(2)
    desk.does("undo", reason="wrong table")
    page = desk.reads("/results")
    assert "margin 67" not in page
    assert "MoV 35" in page
    assert "undone Entered for table" in desk.reads(f"/match/{game.id}")
    assert "undone" not in desk.reads(f"/match/{desk.table(1).id}")
    desk.close()


@pytest.mark.clause("XW-088")
def test_in_an_untimed_final_a_line_says_how_the_game_ended():
    day = before_the_bracket("xwing-dogfight")
    day.play_round()
    day.next_round()
    desk = AtDesk(day)
    line = f"{day.games()[0].game} 50 20 i1"
    assert "Add the letter for it." in desk.asked_for(line)
    refused = desk.types(f"{line} t").json()["refused"]
    assert refused["clause"] == "XW-088"
    assert "Time was called" not in desk.reads("/results")
    assert desk.echo(f"{line} d1")
    assert day.games()[0].slip == Slip("destroyed", (50, 20), survivor=0, initiative=0)
    desk.close()


@pytest.mark.clause("AR-071")
def test_before_the_start_the_desk_asks_back_and_offers_to_start_the_round():
    day = running("armada")
    day.draw()
    day.publish()
    desk = AtDesk(day)
    assert "This round hasn't been started yet." in desk.reads("/results")
    answer = desk.types("1 90 20").json()["refused"]
    assert answer["confirm"] == ["round-not-begun"]
    assert desk.table(1).slip is None
    sent = {"line": "1 90 20", "round": day.round.id, "confirm": "round-not-begun"}
    assert desk.organizer.post(f"{DESK}/entry", sent, json=True).status_code == 200
    desk.does("start-clock")
    assert "hasn't been started" not in desk.reads("/results")
    assert desk.echo("2 90 20")
    desk.close()


@pytest.mark.clause("RW-157")
def test_after_the_cut_the_desk_offers_corrections_only():
    day = before_the_bracket("runewars")
    desk = AtDesk(day)
    assert "Enter results" not in desk.reads("/results")
    game = day.games()[0]
    refused = desk.refused(
        "enter-result",
        match=game.id,
        slip__end="time",
        slip__score__0="1",
        slip__score__1="90",
    )
    assert refused["clause"] == "RW-157"
    assert "Correct the result" in refused["fix"]
    assert not day.match(game.id).is_disputed
    desk.close()
