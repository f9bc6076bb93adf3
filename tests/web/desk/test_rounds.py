"""The page of the round: draw, look, change by hand, publish, clock, close."""

from __future__ import annotations

import re

import pytest

from tests.day.events import before_the_bracket, in_round, running
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.hall import text_of
from tiltyard.day.people import DropPlayer
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.text.reasons import why_text


@pytest.fixture
def desk(request):
    made = AtDesk(request.param())
    yield made
    made.close()


def drawn(ruleset: str = "runewars", players: int = 9, rounds: int = 1, **changes):
    """A day whose last drawn round nobody has seen yet."""

    def day():
        made = running(ruleset, players, **changes)
        for _ in range(rounds - 1):
            made.play_round()
        made.draw()
        return made

    return day


# ---------------------------------------------------------------------------- nothing drawn


@pytest.mark.parametrize("desk", [lambda: running("armada", 9)], indirect=True)
def test_before_the_draw_the_page_says_who_rests_and_the_button_draws(desk):
    page = desk.reads("/round")
    assert "Round 1" in page
    assert "Players 9" in page
    assert "One player gets the bye." in page
    assert desk.does("draw-round")["text"] == ["Round 1 is drawn."]
    assert desk.day.event.draft is not None
    assert "Publish pairings" in desk.reads("/round")


@pytest.mark.clause("ME-018")
@pytest.mark.parametrize("desk", [lambda: running("middle-earth", 9)], indirect=True)
def test_a_spare_player_is_named_before_the_draw(desk):
    desk.does("join-as-spare", name="Sam Spare")
    assert "One player meets the Spare Player, Sam Spare." in desk.reads("/round")
    desk.does("draw-round")
    page = desk.reads("/round")
    assert "Sam Spare Spare Player" in page
    assert "One player gets the bye." not in page


@pytest.mark.parametrize("desk", [lambda: running("armada", 2, swiss_rounds=2)], indirect=True)
def test_without_a_legal_pairing_repeats_are_offered_and_marked(desk):
    assert "Allow repeats?" not in desk.reads("/round")
    desk.day.play_round()
    page = desk.reads("/round")
    assert "Allow repeats?" in page
    desk.does("draw-round", allow_rematch="1")
    assert "repeat" in desk.reads("/round")


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_a_round_that_is_open_is_not_followed_by_another(desk):
    assert "Draw the round" not in desk.reads("/round")
    desk.day.enter_all()
    page = desk.reads("/round")
    assert "Draw the round" in page
    assert "Results of Round 1" in page


@pytest.mark.parametrize("desk", [lambda: running("armada", 8, swiss_rounds=1)], indirect=True)
def test_when_the_plan_is_played_out_the_page_leads_to_the_end(desk):
    assert "Finish the event" not in desk.reads("/round")
    desk.day.play_round()
    page = desk.reads("/round")
    assert "All planned rounds are played" in page
    assert "Finish the event" in page
    assert "Draw the round" not in page


@pytest.mark.parametrize("desk", [before_the_bracket], indirect=True)
def test_the_bracket_is_drawn_from_the_cut_and_not_changed_by_hand(desk):
    assert "Semifinal not drawn" in desk.reads("/round")
    desk.does("draw-round")
    page = desk.page("/round")
    assert "first against last" in text_of(page)
    assert "data-swap-form" not in page
    first, second = list(desk.day.event.draft.games.values())
    change = {"changes.first": first.players[0], "changes.second": second.players[0]}
    answer = desk.organizer.post(
        f"{DESK}/round/cost", {**change, "changes.kind": "swap"}, json=True
    )
    assert "can't change a bracket by hand" in answer.json()["refused"]["message"]


@pytest.mark.parametrize("desk", [before_the_bracket], indirect=True)
def test_while_a_place_is_offered_the_page_leads_to_the_cut(desk):
    assert "Look at the cut" not in desk.reads("/round")
    desk.does("drop-player", player=desk.day.event.qualification.seeds[0], why="voluntary")
    page = desk.reads("/round")
    assert "hasn't answered yet" in page
    assert "Look at the cut" in page
    assert "Draw the round" not in page


# ---------------------------------------------------------------------------- drawn


@pytest.mark.parametrize("desk", [drawn(rounds=2, swiss_rounds=3)], indirect=True)
def test_every_table_of_the_draw_has_its_reason_and_points(desk):
    page = desk.reads("/round")
    draft = desk.day.event.draft
    for game in draft.games.values():
        for why in game.why:
            assert why_text(why, desk.day.event.people) in page
            assert why.clause in page
    points = desk.day.points()
    assert f"{max(points.values())} points" in page
    assert "bye" in page
    for phone in desk.day.active()[:1]:
        assert desk.hall.browser(CUP, phone).get(f"{DESK}/round").status_code == 403


@pytest.mark.clause("RW-107")
@pytest.mark.parametrize("desk", [drawn()], indirect=True)
def test_the_cards_of_the_round_are_shown_and_may_be_those_of_the_table(desk):
    draft = desk.day.event.draft
    page = desk.reads("/round")
    for kind, card in draft.cards.items():
        assert f"{kind} {card}" in page
    other = next(
        card
        for card in sorted(desk.day.rules.draws["deployment"].pools[0].cards)
        if card != draft.cards["deployment"]
    )
    refused = desk.refused("set-cards", cards__deployment=other, reason="")
    assert "reason" in refused["message"]
    desk.does("set-cards", cards__deployment=other, reason="drawn from the bag")
    assert f"deployment {other}" in desk.reads("/round")


@pytest.mark.parametrize("desk", [drawn("armada", 8, 2)], indirect=True)
def test_a_swap_shows_its_cost_first_and_needs_a_reason(desk):
    draft = desk.day.event.draft
    first, second = list(draft.games.values())[:2]
    a, b = first.players[0], second.players[0]
    change = {"changes.first": a, "changes.second": b, "changes.kind": "swap"}
    cost = desk.organizer.post(f"{DESK}/round/cost", change, json=True).json()
    assert len(cost["tables"]) == 2
    assert any(desk.day.event.people[b] in one for one in cost["tables"])
    assert cost["cost"]
    assert desk.day.event.draft is draft
    assert "reason" in desk.refused("change-pairings", reason="", **_named(change))["message"]
    desk.does("change-pairings", reason="they share a car", **_named(change))
    after = list(desk.day.event.draft.games.values())
    assert b in after[0].players
    assert "by hand" in desk.reads("/round")
    desk.does("publish-round", attempt=1)
    assert "they share a car" in desk.reads("/round")


@pytest.mark.parametrize("desk", [drawn("armada", 8, 2)], indirect=True)
def test_a_repeat_made_by_hand_has_its_price_and_its_mark(desk):
    day = desk.day
    player = day.active()[0]
    met = next(
        one
        for game in day.round.games.values()
        if player in game.players
        for one in game.players
        if one != player
    )
    change = {"changes.first": player, "changes.second": met, "changes.kind": "pair"}
    price = desk.organizer.post(f"{DESK}/round/cost", change, json=True).json()
    assert any("already met in round 1" in text for text, _ in price["cost"])
    assert "repeat-by-hand" in price["confirm"]
    assert "repeat" not in desk.reads("/round")
    refused = desk.refused("change-pairings", reason="a wish", **_named(change))
    assert price["confirm"] == refused["confirm"]
    assert ("AR-091", True) in [
        (one["clause"], "already met in round 1." in one["text"]) for one in refused["questions"]
    ]
    confirmed = {"confirm": price["confirm"], **_named(change)}
    desk.does("change-pairings", reason="a wish", **confirmed)
    assert "repeat" in desk.reads("/round")


@pytest.mark.parametrize("desk", [drawn("armada", 9)], indirect=True)
def test_a_bye_is_given_by_hand_and_a_swap_names_two(desk):
    draft = desk.day.event.draft
    resting = next(game.players[0] for game in draft.games.values() if game.kind == "bye")
    other = next(player for player in desk.day.active() if player != resting)
    half = {"changes.first": other, "changes.second": "", "changes.kind": "swap"}
    answer = desk.organizer.post(f"{DESK}/round/cost", half, json=True).json()
    assert "two players" in answer["refused"]["message"]
    assert "two players" in desk.refused("change-pairings", reason="x", **_named(half))["message"]
    desk.does("change-pairings", reason="x", **_named({**half, "changes.kind": "bye"}))
    games = desk.day.event.draft.games.values()
    assert [game.players for game in games if game.kind == "bye"] == [(other,)]


@pytest.mark.parametrize("desk", [drawn("armada", 8, 2)], indirect=True)
def test_without_scripts_the_cost_is_a_page_with_the_form(desk):
    first, second = list(desk.day.event.draft.games.values())[:2]
    change = {"changes.first": first.players[0], "changes.second": second.players[0]}
    page = desk.organizer.post(f"{DESK}/round/cost", {**change, "changes.kind": "swap"}).text
    assert "The tables would be" in text_of(page)
    assert f'name="changes.second" value="{second.players[0]}"' in page
    assert 'name="reason"' in page


@pytest.mark.parametrize("desk", [drawn("armada", 8)], indirect=True)
def test_a_draw_that_is_out_of_date_cannot_be_published(desk):
    assert "Publish pairings" in desk.reads("/round")
    desk.day.do(DropPlayer(desk.day.active()[0]))
    page = desk.reads("/round")
    assert "This draw is out of date" in page
    assert "Publish pairings" not in page
    desk.does("discard-draw", reason="somebody left", attempt=1)
    assert "attempt 1: somebody left" in desk.reads("/round")
    desk.does("draw-round")
    assert "drawn, attempt 2" in desk.reads("/round")
    assert "drawn again" in desk.refused("publish-round", attempt=1)["message"]


# ---------------------------------------------------------------------------- published


def published():
    day = running("armada", 8)
    day.do(DrawRound())
    day.do(PublishRound())
    return day


@pytest.mark.parametrize("desk", [published], indirect=True)
def test_the_clock_is_run_from_the_page(desk):
    page = desk.reads("/round")
    assert "Start the clock" in page
    assert "Call time" not in page
    desk.does("call-seating")
    assert "players take their seats" in desk.reads("/round")
    desk.does("start-clock")
    minutes = desk.day.round.timer.minutes
    ends = desk.day.clock.now().timestamp() * 1000 + minutes * 60_000
    assert f'data-ends="{ends:.0f}"' in desk.page("/round")
    desk.does("pause-clock")
    assert "Resume" in desk.reads("/round")
    assert "data-ends" not in desk.page("/round")
    desk.does("resume-clock")
    desk.does("call-time")
    page = desk.reads("/round")
    assert desk.day.rules.clock.time_called in page
    assert desk.day.rules.clock.time_called_clause in page


@pytest.mark.parametrize("desk", [published], indirect=True)
def test_a_round_is_withdrawn_with_a_reason_while_nothing_happened(desk):
    assert "Withdraw this round" in desk.reads("/round")
    desk.does("start-clock")
    desk.day.enter(desk.day.games()[0])
    assert "Withdraw this round" not in desk.reads("/round")
    assert "has results" in desk.refused("withdraw-round", reason="oops", round="1.1")["message"]


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_tables_show_who_is_missing_and_disputes_stand_side_by_side(desk):
    game, other = desk.day.games()[:2]
    first, second = game.players
    for player, score in ((first, "50"), (second, "60")):
        phone = desk.hall.browser(CUP, player)
        fields = {"match": game.id, "slip.end": "time", "slip.score.0": score, "slip.score.1": "5"}
        assert phone.post(f"/e/{CUP}/do/report-result", fields, json=True).status_code == 200
        if player == first:
            name = desk.day.event.people[second]
            assert f"{name} has not confirmed" in desk.reads("/round")
    page = desk.page("/round")
    assert "Use this report" in text_of(page)
    assert "Player" in text_of(page)
    assert page.count('class="version"') == 2
    winner = desk.day.event.people[first]
    assert text_of(page).count(f"{winner} wins") == 2
    slip = {"slip__end": "time", "slip__score__0": "60", "slip__score__1": "5"}
    desk.does("resolve-dispute", match=game.id, reason="the sheet says so", **slip)
    assert "disputed" not in desk.reads("/round")
    assert desk.day.match(game.id).slip.score == (60, 5)
    assert desk.day.match(other.id).is_open


@pytest.mark.clause("AMB-016", "AMB-033")
@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_more_time_another_table_and_a_forfeit_are_given_from_the_page(desk):
    game, other = desk.day.games()[:2]
    page = desk.reads(f"/match/{game.id}")
    assert "AMB-033" in page
    assert desk.day.rules.no_show.clause in page
    desk.does("grant-extension", match=game.id, minutes="4", reason="a ruling took long")
    assert "4 more minutes" in desk.reads("/round")
    desk.does("change-table", match=game.id, table="77")
    assert "77" in desk.reads("/round")
    absent = other.players[1]
    desk.does("forfeit-game", match=other.id, absent=absent, drop="1")
    page = desk.reads("/round")
    assert f"{desk.day.event.people[absent]} did not come" in page
    assert desk.day.event.entrants[absent].state == "dropped"


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_every_earlier_round_is_one_press_away(desk):
    first = desk.day.games()[0]
    desk.day.enter_all()
    desk.day.next_round()
    assert 'href="/e/cup/desk/round?round=1.1"' in desk.page("/round")
    assert 'href="/e/cup/desk/round?round=1.1"' in desk.page(f"/match/{first.id}")
    page = desk.page("/round?round=1.1")
    assert "<h1>Round 1</h1>" in page
    assert f"/desk/match/{first.id}" in page
    assert "<h1>Round 2</h1>" in desk.page("/round?round=1.2")


def first_round_drawn():
    day = running("armada", 8)
    day.draw()
    return day


@pytest.mark.parametrize("desk", [first_round_drawn], indirect=True)
def test_one_reason_for_all_is_said_once(desk):
    page = desk.reads("/round")
    assert page.count("drawn by lot") == 1


def _named(fields: dict[str, str]) -> dict[str, str]:
    return {name.replace(".", "__"): value for name, value in fields.items()}


def in_the_final():
    day = before_the_bracket("armada", cut=2)
    day.next_round()
    return day


@pytest.mark.parametrize("desk", [in_the_final], indirect=True)
def test_no_time_is_called_where_none_is_kept(desk):
    assert desk.day.round.timer.minutes is None
    page = desk.reads("/round")
    assert "untimed" in page
    assert "Call time" not in page


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_time_is_called_where_it_is_kept(desk):
    assert "Call time" in desk.reads("/round")


def after_the_last_swiss_round():
    day = running("armada", 8, swiss_rounds=2, cut=4)
    day.play_swiss()
    return day


@pytest.mark.parametrize("desk", [after_the_last_swiss_round], indirect=True)
def test_the_title_of_the_page_is_its_heading(desk):
    page = desk.page("/round")
    assert "<title>Round 2 ·" in page
    assert "<h1>Round 2</h1>" in page


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_pages_of_a_match_and_a_player_belong_to_a_section_and_a_tab(desk):
    game = desk.day.games()[0]
    for path, expected in (
        (f"/match/{game.id}", ["Rounds", "Rounds"]),
        ("/player/p2", ["Players", "Players"]),
        ("/links", ["Players", "Links and QR"]),
        ("/access", ["Access", "Access"]),
        ("", ["Floor"]),
    ):
        current = re.findall(r'/desk[^"]*" aria-current="page">([^<]*)<', desk.page(path))
        assert expected == current


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_the_navigation_has_six_entries_and_the_name_leads_to_the_event(desk):
    html = desk.page("/access")
    sections = re.search(r'class="sections">(.*?)</nav>', html, re.DOTALL)
    assert sections is not None
    titles = re.findall(r">([^<]+)</a>", sections[1])
    assert titles == ["Floor", "Players", "Rounds", "Standings", "Print"]
    assert re.search(r"<summary[^>]*>More</summary>", html)
    assert f'class="brand" href="/e/{CUP}/desk"' in html
    assert f'data-copy="{desk.hall.settings.address}/e/{CUP}/screen"' in html


@pytest.mark.parametrize("desk", [in_round], indirect=True)
def test_what_was_done_is_said_once_with_its_undo(desk):
    game = desk.day.games()[0]
    said = desk.does("change-table", match=game.id, table="77", reason="")
    assert said["undo"] == desk.day.event.last_act.first
    assert "undo" not in desk.does("undo", first=str(said["undo"]))
    sent = {"match": game.id, "table": "77", "reason": "", "next": f"/e/{CUP}/desk/round"}
    desk.organizer.post(f"/e/{CUP}/do/change-table", sent)
    page = desk.page("/round")
    receipt = page[page.index('class="receipt"') :].partition("</form>")[0]
    assert "77" in text_of(receipt)
    assert f'name="first" value="{desk.day.event.last_act.first}"' in receipt
    assert 'class="receipt"' not in desk.page("/round")


# ---------------------------------------------------------------------------- asked back


def three_of_diskwars():
    """Three players after three rounds: everybody has met, and everybody has had a bye."""
    day = running("diskwars", 3, swiss_rounds=4)
    for _ in range(3):
        day.play_round()
    return day


@pytest.mark.clause("DW-058", "AMB-008")
@pytest.mark.parametrize("desk", [three_of_diskwars], indirect=True)
def test_a_draw_with_a_second_bye_is_asked_back_on_the_desk(desk):
    refused = desk.refused("draw-round", allow_rematch="1")
    assert refused["confirm"] == ["second-bye"]
    asked = refused["questions"][0]
    assert asked["text"].endswith("already had a bye in this event.")
    assert asked["clause"] == "DW-058"
    desk.does("draw-round", allow_rematch="1", confirm="second-bye")
    assert "already had a bye in this event (1 so far). DW-058" in desk.reads("/round")


def second_bye_is_next():
    """Five players of Diskwars; three drop who have had no bye."""
    day = running("diskwars", 5, swiss_rounds=4)
    for _ in range(3):
        day.play_round()
    rested = {
        game.players[0]
        for round_ in day.event.rounds
        for game in round_.games.values()
        if game.kind == "bye"
    }
    for player in [one for one in day.active() if one not in rested]:
        day.do(DropPlayer(player))
    return day


@pytest.mark.clause("DW-058")
@pytest.mark.parametrize("desk", [second_bye_is_next], indirect=True)
def test_the_page_asks_before_it_draws_and_its_button_confirms(desk):
    page = desk.organizer.get(f"{DESK}/round").text
    assert 'name="confirm" value="second-bye"' in page
    assert "Draw it anyway" in page
    assert "DW-058" in page


@pytest.mark.clause("XW-076", "AR-091")
@pytest.mark.parametrize("desk", [drawn("armada", 8, 2)], indirect=True)
def test_without_a_script_the_page_of_the_price_confirms_what_it_showed(desk):
    met = next(iter(desk.day.round.games.values())).players
    change = {"changes.first": met[0], "changes.second": met[1], "changes.kind": "pair"}
    page = desk.organizer.post(f"{DESK}/round/cost", change).text
    codes = re.findall(r'name="confirm" value="([^"]+)"', page)
    assert "repeat-by-hand" in codes
    sent = {**change, "reason": "a wish", "confirm": codes, "next": f"{DESK}/round"}
    answer = desk.organizer.post(f"/e/{CUP}/do/change-pairings", sent)
    assert answer.status_code == 303
    assert "AR-091" in desk.reads("/round")
    assert re.search("Changed by hand ?: a wish", desk.reads("/round"))
