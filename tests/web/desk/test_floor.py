"""The floor: the desk's home while a round is played."""

from __future__ import annotations

import re

import pytest

from tests.day.events import in_round, running
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.hall import text_of
from tiltyard.day.judging import CallJudge
from tiltyard.day.results import ReportResult
from tiltyard.engine.slip import Slip


@pytest.fixture
def desk():
    made = AtDesk(in_round("armada", players=9))
    yield made
    made.close()


def tiles(html: str) -> dict[str, str]:
    """The state of each tile by the number of its table."""
    found = re.findall(r'data-number="(\d*)" data-state="(\w+)"', html)
    return dict(found)


def test_the_desk_of_a_running_round_is_the_floor(desk):
    html = desk.page("")
    assert tiles(html) == {
        "1": "playing",
        "2": "playing",
        "3": "playing",
        "4": "playing",
        "": "bye",
    }
    said = text_of(html)
    assert "0 of 4 results" in said
    assert "4 playing" in said
    for name in desk.names(3):
        assert name in said


def test_before_the_first_round_and_while_a_draw_waits_it_is_not():
    for day in (running("armada", 8), _drawn()):
        desk = AtDesk(day)
        assert tiles(desk.page("")) == {}
        desk.close()


def _drawn():
    day = running("armada", 8)
    day.draw()
    return day


def test_results_move_the_tiles_and_the_count(desk):
    desk.types("2 200 120 r")
    html = desk.page("")
    assert tiles(html)["2"] == "done"
    assert "1 of 4 results" in text_of(html)


def test_a_table_opens_beside_the_others_and_closes(desk):
    game = desk.table(3)
    html = desk.page(f"?table={game.id}")
    panel = html[html.index('id="panel"') :]
    assert "Table 3" in text_of(panel)
    assert f'name="match" value="{game.id}"' in panel
    assert len(tiles(html)) == 5
    assert 'id="match-head"' not in desk.page("")
    assert 'id="match-head"' not in desk.page("?table=9.9.9")


def test_one_report_is_accepted_with_one_press(desk):
    game = desk.table(1)
    first, second = game.players
    desk.day.do(ReportResult(game.id, Slip("rounds", (200, 120))), first)
    html = desk.page(f"?table={game.id}")
    assert tiles(html)["1"] == "reported"
    assert "Accept this report" in text_of(html)
    form = re.search(
        r'action="/e/cup/do/enter-result" data-act="stay">(.*?)</form>', html, re.DOTALL
    )
    assert form is not None
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[1]))
    sent = {
        name: value for name, value in fields.items() if name not in {"form_token", "next", "key"}
    }
    answer = desk.organizer.post(f"/e/{CUP}/do/enter-result", sent, json=True)
    assert answer.status_code == 200, answer.text
    settled = desk.day.match(game.id)
    assert not settled.is_open
    assert settled.slip is not None
    assert settled.slip.score == (200, 120)
    assert second in settled.players


def test_reports_that_waited_long_enough_are_accepted_at_once(desk):
    early, late = desk.table(1), desk.table(2)
    desk.day.do(ReportResult(early.id, Slip("rounds", (200, 120))), early.players[0])
    desk.day.clock.move(minutes=4)
    desk.day.do(ReportResult(late.id, Slip("rounds", (90, 60))), late.players[0])
    assert "older than 5 minutes" not in desk.reads("")
    desk.day.clock.move(minutes=1)
    assert "Accept 1 report older than 5 minutes" in desk.reads("")
    answer = desk.organizer.post(f"{DESK}/accept-reports", {}, json=True)
    assert answer.json()["text"] == ["Accepted 1 report: table 1."]
    assert not desk.day.match(early.id).is_open
    assert desk.day.match(late.id).is_open


def test_a_line_says_who_sits_there_and_what_it_is_worth_before_enter(desk):
    game = desk.table(3)
    names = " – ".join(desk.names(3))
    for line, lines in (("3", 1), ("3 200 120", 2), ("99", 0), ("x", 0), ("", 0)):
        answer = desk.organizer.post(f"{DESK}/entry/look", {"line": line}, json=True)
        assert len(answer.json()["text"]) == lines
        assert not lines or answer.json()["text"][0] == f"Table 3: {names}"
    assert desk.day.match(game.id).is_open
    desk.day.do(ReportResult(game.id, Slip("rounds", (200, 120))), game.players[0])
    for line, said in (("3 200 120", "Matches"), ("3 200 90", "reported something else")):
        answer = desk.organizer.post(f"{DESK}/entry/look", {"line": line}, json=True)
        assert said in answer.json()["text"][-1]


@pytest.mark.parametrize(
    "ruleset", ["armada", "middle-earth", "runewars", "xwing-dogfight", "diskwars"]
)
def test_the_example_of_the_line_works_in_the_game_at_hand(ruleset):
    desk = AtDesk(in_round(ruleset, players=8))
    found = re.search(r'id="line" name="line" placeholder="([^"]+)"', desk.page(""))
    assert found is not None
    first = found[1].split()[1]
    assert first == {"armada": "120", "middle-earth": "12"}.get(ruleset, first)
    assert desk.types(found[1]).status_code == 200
    desk.close()


def test_the_form_begins_with_what_one_player_reported(desk):
    game = desk.table(1)
    desk.day.do(ReportResult(game.id, Slip("rounds", (200, 120))), game.players[0])
    html = desk.page(f"?table={game.id}")
    scores = re.findall(r'<input[^>]*name="slip\.score\.\d"[^>]*value="(\d+)"', html)
    assert scores[-2:] == ["200", "120"]


def test_a_no_show_begins_with_nobody_and_drops_nobody_unasked(desk):
    game = desk.table(2)
    html = desk.page(f"?table={game.id}")
    form = re.search(r'action="/e/cup/do/forfeit-game".*?</form>', html, re.DOTALL)
    assert form is not None
    players = re.findall(r'type="radio" name="absent" value="(\w+)"', form[0])
    assert players == list(game.players)
    assert " checked" not in form[0]


def test_when_all_results_are_in_the_next_round_is_drawn_from_here(desk):
    assert "Draw the next round" not in desk.reads("")
    for number in (1, 2, 3, 4):
        desk.types(f"{number} 200 120 r")
    assert "Draw the next round" in desk.reads("")
    desk.does("draw-round")
    assert desk.day.event.draft is not None


def test_after_time_is_called_the_clock_shows_nothing_left(desk):
    desk.does("call-time")
    html = desk.page("")
    assert re.search(r'class="floor-clock time_called"><span role="timer">0:00<', html)


def test_a_player_without_a_role_has_no_floor(desk):
    player = desk.table(1).players[0]
    answer = desk.hall.browser(CUP, player).get(DESK)
    assert answer.status_code in {303, 403, 404}


def test_a_call_is_read_and_answered_where_its_tile_opens(desk):
    game = desk.table(2)
    desk.day.do(CallJudge(game.id, "is the ram in range?"), game.players[0])
    panel = panel_of(desk.page(f"?table={game.id}"))
    assert "is the ram in range?" in text_of(panel)
    for act in ("go-to-table", "rule-on-call"):
        assert f'action="/e/{CUP}/do/{act}"' in panel
    assert "is the ram in range?" not in panel_of(desk.page(f"?table={desk.table(3).id}"))


def test_the_judge_of_a_table_is_told_and_another_one_is_assigned(desk):
    panel = panel_of(desk.page(f"?table={desk.table(2).id}"))
    assert "<dt>Judge</dt>" in panel
    assert "<summary>Assign judge</summary>" in panel


def panel_of(html: str) -> str:
    """The table that is opened beside the floor."""
    return html[html.index('id="panel"') : html.index('id="quick-entry"')]


def test_a_no_show_that_was_a_mistake_gets_its_result(desk):
    game = desk.table(2)
    desk.does("forfeit-game", match=game.id, absent=game.players[0], drop="0")
    panel = panel_of(desk.page(f"?table={game.id}"))
    assert 'id="correct-details"' in panel
    slip = {"slip.end": "rounds", "slip.score.0": "200", "slip.score.1": "120"}
    fields = {"match": game.id, "instead_of": "", "reason": "They were at table 3", **slip}
    desk.does("correct-result", **fields)
    assert desk.table(2).kind == "game"


def test_between_rounds_the_floor_says_what_comes_next(desk):
    for number in range(1, 5):
        desk.types(f"{number} 200 120 r")
    said = text_of(desk.page(""))
    assert "Next: round 2 (135 min)" in said
    assert "0 playing" not in said
