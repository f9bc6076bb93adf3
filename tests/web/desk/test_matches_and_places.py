"""One match, standings, players who leave, the cut and the end, as the desk reads them."""

from __future__ import annotations

import json
from html import unescape
from itertools import pairwise

import pytest

from tests.day.events import before_the_bracket, in_round, running
from tests.web.api.seeded import Program, give
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.hall import text_of
from tiltyard.day.rounds import MakeCut
from tiltyard.text.say import say
from tiltyard.web.bracket_picture import bracket_picture


@pytest.fixture
def desk(request):
    made = AtDesk(request.param())
    yield made
    made.close()


def after_two_rounds():
    day = running("armada", 8, swiss_rounds=3)
    day.play_round()
    day.play_round()
    return day


# ---------------------------------------------------------------------------- one match


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_a_result_is_entered_on_the_page_of_its_match(desk):
    game = desk.day.games()[0]
    page = desk.reads(f"/match/{game.id}")
    assert "How did the game end?" in page
    assert "A draw by agreement" in page
    assert desk.day.round.games[game.id].why[0].clause in page
    slip = {"slip__end": "time", "slip__score__0": "90", "slip__score__1": "30"}
    desk.does("enter-result", match=game.id, slip__initiative="1", **slip)
    assert desk.day.match(game.id).slip.initiative is None
    page = desk.reads(f"/match/{game.id}")
    assert "6–4 TP · MoV 60" in page
    assert "Entered for table" in page
    assert "Correct the result" in page
    assert desk.organizer.get(f"{DESK}/match/9.9.9").status_code == 404


@pytest.mark.clause("AMB-028")
@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_what_a_correction_changes_is_shown_before_it_is_made(desk):
    day = desk.day
    game = next(iter(day.event.rounds[0].games.values()))
    names = [day.event.people[player] for player in game.players]
    before = {row.player: row.rank for row in desk.hall.site.view(CUP).standings.rows}
    fields = {
        "match": game.id,
        "instead_of": game.slip.digest,
        "reason": "scores swapped",
        "slip.end": "time",
        "slip.score.0": "10",
        "slip.score.1": "300",
        "next": f"{DESK}/match/{game.id}",
    }
    page = desk.organizer.post(f"/e/{CUP}/preview/correct-result", fields).text
    assert "What would change" in text_of(page)
    assert all(name in text_of(page) for name in names)
    assert "These rounds stay as they were published" in text_of(page)
    assert "round 2" in text_of(page)
    assert 'name="reason" value="scores swapped"' in page
    assert day.match(game.id).slip == game.slip
    answer = desk.organizer.post(f"/e/{CUP}/do/correct-result", fields, json=True)
    assert answer.status_code == 200
    after = {row.player: row.rank for row in desk.hall.site.view(CUP).standings.rows}
    moved = [player for player in after if after[player] != before[player]]
    assert moved
    for player in moved:
        assert f"{before[player]} → {after[player]}" in text_of(page)
    assert "Corrected for" in desk.reads(f"/match/{game.id}")


def in_the_final():
    day = running("xwing-dogfight", 4, swiss_rounds=1, cut=2)
    day.next_round()
    for game, score in zip(day.games(), (90, 50), strict=True):
        day.enter(game, score, 10)
    day.do(MakeCut())
    day.next_round()
    return day


@pytest.mark.clause("AMB-028", "XW-084")
@pytest.mark.parametrize("desk", [in_the_final], indirect=True)
def test_page_and_programs_say_who_would_have_been_in_the_cut(desk):
    day = desk.day
    game = day.event.rounds[0].games["1.1.1"]
    winner, loser = sorted(game.players, key=lambda one: one not in day.event.qualification.seeds)
    score = (10, 90) if game.players[0] == winner else (90, 10)
    fields = {
        "match": game.id,
        "instead_of": game.slip.digest,
        "reason": "scores swapped",
        "slip.end": "time",
        "slip.score.0": str(score[0]),
        "slip.score.1": str(score[1]),
    }
    page = text_of(desk.organizer.post(f"/e/{CUP}/preview/correct-result", fields).text)
    people = day.event.people
    assert f"{people[loser]} would have been in the cut." in page
    assert f"{people[winner]} would not have been in the cut." in page
    assert "The cut stays as it was made." in page
    give(desk.hall, "program", CUP, "p1", "staff")
    body = {
        "match": game.id,
        "slip": {"end": "time", "score": list(score)},
        "instead_of": game.slip.digest,
        "reason": "scores swapped",
    }
    done = Program(desk.hall, "program").act("correct-result", body, CUP)
    assert done.status_code == 200, done.text
    told = done.json()["consequences"]
    assert (told["would_be_in"], told["would_be_out"]) == ([loser], [winner])
    assert (told["into_the_cut"], told["rounds_that_stay"]) == ([], ["2.1"])
    assert {row["player"] for row in told["moved"]} >= {winner, loser}


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_a_preview_refuses_what_the_act_would_refuse(desk):
    game = next(iter(desk.day.event.rounds[0].games.values()))
    fields = {"match": game.id, "instead_of": "0", "reason": "x", "slip": "", "absent": "p2"}
    answer = desk.organizer.post(f"/e/{CUP}/preview/correct-result", fields, json=True)
    assert answer.status_code == 422
    fields |= {"instead_of": game.slip.digest, "absent": game.players[0]}
    answer = desk.organizer.post(f"/e/{CUP}/preview/correct-result", fields)
    assert answer.status_code == 200
    desk.organizer.post(f"/e/{CUP}/do/correct-result", fields)
    assert desk.day.match(game.id).absent == game.players[0]


# ---------------------------------------------------------------------------- standings


@pytest.mark.clause("AR-118", "AR-119", "AR-120")
@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_every_row_of_the_standings_says_what_decided_it(desk):
    page = desk.reads("/standings")
    marks = unescape(desk.organizer.page(f"{DESK}/standings"))
    rows = desk.hall.site.view(CUP).standings.rows
    words = {
        "tp": "by tournament points",
        "mov": "by margin of victory",
        "sos": "by strength of schedule",
        "lot": "by lot",
    }
    for above, below in pairwise(rows):
        said = f"ahead of {below.name} {words[below.decided_by]}"
        key = below.decided_by
        if key in {"tp", "mov"}:
            said += f": {key.upper().replace('MOV', 'MoV')} {above.keys[key]} > {below.keys[key]}"
        assert said in page, above.name
        assert f'data-said="{said}' in marks
    for one in desk.day.rules.standings.order:
        assert one.clause in page
    exact = [row.keys["sos"] for row in rows if row.keys["sos"].denominator > 1]
    assert exact
    assert str(exact[0]) in page
    assert f"{float(exact[0]):.3f}" in page


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_standings_after_an_earlier_round(desk):
    now, then = desk.reads("/standings"), desk.reads("/standings?after=1")
    up_to = say("common.up-to-and-with", round="")
    assert f"{up_to}Round 1" in then
    assert f"{up_to}Round 2" in now
    assert now != then
    assert desk.organizer.get(f"{DESK}/standings?after=9").status_code == 422


@pytest.mark.parametrize(
    "desk", [lambda: running("armada", 8, swiss_rounds=2, cut=4)], indirect=True
)
def test_the_line_of_the_cut_follows_the_last_who_goes_on(desk):
    desk.day.play_round()
    page = desk.page("/standings")
    assert page.count("cut-line") == 1
    assert text_of(page).count("goes on") == 4


@pytest.mark.clause("ME-042")
def test_own_tie_breaks_and_votes_are_entered_where_the_ruleset_has_them():
    options = {"standings.extra": ["painting", "favourite_opponent"]}
    desk = AtDesk(in_round("middle-earth", 8, options=options))
    desk.day.enter_all()
    page = desk.reads("/scores")
    assert "own tie-breaks ME-042" in page
    assert "Favourite opponent ME-042" in page
    player = desk.day.active()[0]
    desk.does("score-extra", player=player, name="painting", value="7")
    desk.does("vote-favourite", player=player, opponent=desk.day.opponent(player))
    assert desk.day.event.entrants[player].extra == {"painting": 7}
    assert "has voted" in desk.reads("/scores")
    desk.close()


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_a_ruleset_without_own_tie_breaks_asks_for_none(desk):
    assert "own tie-breaks" not in desk.reads("/scores")
    assert "Favourite opponent" not in desk.reads("/scores")


# ---------------------------------------------------------------------------- players


@pytest.mark.clause("RW-143", "RW-146")
@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_a_player_leaves_a_running_game_with_a_concession_and_comes_back(desk):
    game = desk.day.games()[0]
    player = game.players[1]
    page = desk.reads(f"/player/{player}")
    assert "leaving it is a concession" in page
    assert desk.day.rules.leaving.drop_clause in page
    assert "concession" in desk.refused("drop-player", player=player, why="voluntary")["message"]
    slip = {"slip__end": "concession", "slip__score__0": "50", "slip__score__1": "20"}
    desk.does("drop-player", player=player, why="voluntary", slip__conceded="1", **slip)
    page = desk.reads(f"/player/{player}")
    assert "dropped" in page
    assert "Let player rejoin" in page
    assert desk.day.rules.leaving.rejoin_clause in page
    desk.does("rejoin", player=player, reason="feels better")
    assert "Let player rejoin" not in desk.reads(f"/player/{player}")


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_a_disqualification_shows_what_changes_first(desk):
    player = desk.day.ranking()[0]
    fields = {"player": player, "reason": "weighted dice"}
    page = desk.organizer.post(f"/e/{CUP}/preview/disqualify", fields).text
    assert "1 → –" in text_of(page)
    desk.does("disqualify", **fields)
    page = desk.reads(f"/player/{player}")
    assert "disqualified" in page
    assert "Let player rejoin" not in page
    assert desk.organizer.get(f"{DESK}/player/p999").status_code == 404


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_a_disqualification_has_a_public_text_and_a_private_reason(desk):
    player = desk.day.ranking()[0]
    form = desk.organizer.page(f"{DESK}/player/{player}")
    assert 'value="Decision of the organizer"' in form
    assert "Private reason (optional)" in form
    told = {"reason": "Decided at table 3", "private_reason": "weighted dice"}
    desk.does("disqualify", player=player, **told)

    page = desk.reads(f"/player/{player}")
    assert "Public text Decided at table 3 Private reason weighted dice" in page
    record = text_of(desk.hall.browser().page(f"/e/{CUP}/record"))
    assert "Decided at table 3" in record
    assert "weighted" not in record
    phone = desk.hall.browser(CUP, player).page(f"/e/{CUP}/me")
    assert "Decided at table 3" in phone
    assert "weighted" not in phone


# ---------------------------------------------------------------------------- cut and bracket


@pytest.mark.parametrize(
    "desk", [lambda: running("armada", 8, swiss_rounds=1, cut=4)], indirect=True
)
def test_the_cut_is_looked_at_before_it_is_made(desk):
    assert "Make the cut" not in desk.reads("/cut")
    desk.day.play_round()
    page = desk.reads("/cut")
    assert "Make the cut" in page
    assert "Just outside" in page
    ranking = [desk.day.event.people[player] for player in desk.day.ranking()]
    going, missing = page.split("In the cut")[1].split("Just outside")
    assert f"4 {ranking[3]} ahead of {ranking[4]}" in going
    assert f"5 {ranking[4]}" in missing
    assert f"5 {ranking[4]}" not in going
    desk.does("make-cut")
    page = desk.reads("/cut")
    assert "The cut is made." in page
    assert "Semifinal" in page


@pytest.mark.clause("RW-159")
@pytest.mark.parametrize("desk", [before_the_bracket], indirect=True)
def test_a_free_place_is_offered_and_taken_on_the_page(desk):
    leaving = desk.day.event.qualification.seeds[1]
    desk.does("drop-player", player=leaving, why="voluntary")
    offered = desk.day.event.qualification.offered
    page = desk.reads("/cut")
    name, other = desk.day.event.people[offered], desk.day.event.people[leaving]
    assert f"{name} is asked to take the place of {other}. RW-159" in page
    assert f"2 {other} (left)" in page.partition("Who goes on")[0]
    assert f"2 {other} has left 3" in page.partition("Who goes on")[2]
    assert f"{other} (left)" in text_of(desk.hall.browser().page(f"/e/{CUP}/bracket"))
    desk.does("take-place", player=offered)
    page = desk.reads("/cut")
    assert "is asked to take" not in page
    assert "left" not in page.partition("Bracket")[2].partition("To do")[0]


def test_the_step_of_the_cut_is_there_where_a_cut_is_planned():
    for cut, shown in ((4, True), (None, False)):
        desk = AtDesk(running("armada", 8, swiss_rounds=2, cut=cut))
        assert (f'/e/{CUP}/desk/cut"' in desk.page("/round")) is shown


def test_boxes_of_the_bracket_are_as_wide_as_the_longest_name():
    day = running("armada", 8, swiss_rounds=2, cut=4)
    day.play_swiss()
    day.do(MakeCut())
    view = AtDesk(day).hall.site.view(CUP)
    first = day.event.qualification.seeds[0]
    widths = []
    for name in ("Jo", "Małgorzata Hofmann-Steiner-Lindqvist", "x" * 80):
        picture = bracket_picture(view, {**day.event.people, first: name})
        seat = next(s for box in picture.boxes for s in box.seats if s.name == name)
        assert (seat.shown == name) is (len(name) < 40)
        assert 84 + 9 * len(seat.shown) <= picture.box_width
        assert picture.width >= picture.champion_x + picture.box_width
        widths.append(picture.box_width)
    assert widths == sorted(set(widths))
    assert 400 < widths[-1] <= 420


def test_the_bracket_is_a_picture_and_a_list_until_the_champion_is_known():
    day = running("armada", 12, swiss_rounds=2, cut=8)
    day.play_swiss()
    desk = AtDesk(day)
    assert bracket_picture(desk.hall.site.view(CUP), day.event.people) is None
    day.do(MakeCut())
    seeds = [day.event.people[player] for player in day.event.qualification.seeds]
    picture = bracket_picture(desk.hall.site.view(CUP), day.event.people)
    assert [column.title for column in picture.columns] == ["Quarterfinal", "Semifinal", "Final"]
    firsts = [tuple(seat.seed for seat in box.seats) for box in picture.boxes[:4]]
    assert firsts == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert not picture.champion
    while day.event.current.kind == "swiss" or len(day.games()) > 1:
        day.play_round()
    picture = bracket_picture(desk.hall.site.view(CUP), day.event.people)
    assert picture.champion == day.event.people[day.ranking()[0]]
    for box in picture.boxes:
        assert sum(seat.won for seat in box.seats) == 1
        assert all(seat.name and seat.score for seat in box.seats)
        assert 0 <= box.x <= picture.width
        assert 0 <= box.y <= picture.height
    page = desk.reads("/cut")
    assert f"Champion: {picture.champion}" in page
    assert f"{seeds[0]} beats {seeds[7]}" in page or f"{seeds[7]} beats {seeds[0]}" in page
    desk.close()


def test_lines_join_the_games_whose_winners_meet():
    day = before_the_bracket("armada")
    picture = bracket_picture(AtDesk(day).hall.site.view(CUP), day.event.people)
    first, second, final = picture.boxes
    starts = [f"M216 {box.y + 32}H238" for box in (first, second)]
    assert picture.lines[:2] == tuple(f"{start}V{final.y + 32}H260" for start in starts)


# ---------------------------------------------------------------------------- the end


def played_out():
    day = running("armada", 8, swiss_rounds=1)
    day.play_round()
    return day


@pytest.mark.clause("RW-004")
def test_prizes_are_noted_with_who_received_them():
    desk = AtDesk(in_round("runewars"))
    page = desk.reads("/finish")
    assert "RW-004" in page
    desk.does("award-prize", title="Best painted", recipient=desk.day.active()[0], criterion="jury")
    assert "Best painted" in desk.reads("/finish")
    desk.close()


@pytest.mark.parametrize("desk", [played_out], indirect=True)
def test_the_seed_stays_secret_until_the_event_is_finished(desk):
    seed = desk.day.event.seed
    page = desk.page("/finish")
    assert "Finish the event" in page
    assert "Finish early" not in page
    assert seed not in page
    assert desk.day.event.commitment in page
    assert seed not in desk.organizer.get(f"{DESK}/export.json").text
    desk.does("finish-event")
    page = desk.page("/finish")
    assert seed in page
    assert "tiltyard verify cup" in page
    champion = desk.day.event.people[desk.day.ranking()[0]]
    assert f"Champion {champion}" in text_of(page)
    answer = desk.organizer.get(f"{DESK}/export.json")
    assert json.loads(answer.text)["seed"] == seed
    assert "attachment" in answer.headers["content-disposition"]
    desk.does("reopen-event", reason="a result was wrong")
    assert "Open the event again" not in desk.reads("/finish")


@pytest.mark.parametrize("desk", [after_two_rounds], indirect=True)
def test_an_event_that_ends_early_needs_a_reason(desk):
    page = desk.reads("/finish")
    assert "2 of 3 Swiss rounds are played" in page
    assert "Finish early" in page
    assert "The plan isn't finished" in desk.refused("finish-event")["message"]
    desk.does("finish-event", reason="the hall closes")
    assert "the hall closes" in desk.reads("/finish")


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_only_organizers_download_the_event(desk):
    marshal = desk.day.appoint("marshal", "Mira")
    assert desk.hall.browser(CUP, marshal).get(f"{DESK}/export.json").status_code == 403
    assert desk.hall.browser(CUP, marshal).get(f"{DESK}/finish").status_code == 200
