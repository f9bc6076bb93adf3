"""A page for every player and every game: what is on it, how its numbers come about, its facts."""

import re
from html import unescape

import pytest

from tests.day.events import in_round
from tests.web.hall import WebHall, text_of
from tests.web.phone.phones import CUP, Phones, as_reported
from tiltyard.day.people import ChooseShownName
from tiltyard.day.results import EnterResult
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load_all
from tiltyard.text.say import sentences
from tiltyard.views.calculation import calculations

NIGHT, SUMMER, CROWN = "night-flight", "summer-disks", "the-broken-crown"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def text(hall, path):
    return unescape(text_of(hall.browser().page(path)))


def test_every_name_of_pairings_tables_and_standings_leads_to_its_player(hall):
    event = hall.desk.event(NIGHT)
    playing = {player for game in event.current.games.values() for player in game.players}
    for suffix in ("/pairings", "/tables", "/standings"):
        linked = re.findall(
            rf"/e/{NIGHT}/players/(\w+)", hall.browser().page(f"/e/{NIGHT}{suffix}")
        )
        assert playing <= set(linked), suffix
        assert set(linked) <= set(event.entrants), suffix


def test_a_player_page_has_the_record_the_opponents_and_the_places(hall):
    view = hall.site.view(SUMMER)
    row = view.standings.rows[0]
    page = text(hall, f"/e/{SUMMER}/players/{row.player}")
    assert f"Place 1 of {len(view.standings.rows)}" in page
    for round_ in view.event.rounds:
        game = next((game for game in round_.games.values() if row.player in game.players), None)
        for player in game.players if game is not None else ():
            assert view.public_name(player) in page


@pytest.mark.parametrize("event", [NIGHT, SUMMER, CROWN, "ladder-night"])
def test_every_number_of_the_standings_is_the_sum_that_is_shown(hall, event):
    view = hall.site.view(event)
    for row in view.standings.rows:
        for found in calculations(view, row.player):
            assert row.keys[found.key] == found.value
            if found.key in {"tp", "mov"}:
                assert sum(found.by_round) == found.value, (row.name, found)
            if found.key == "sos":
                assert found.opponents or found.value == 0, row.name


@pytest.mark.parametrize("event", [NIGHT, SUMMER])
def test_every_number_and_rank_leads_to_its_card_with_the_facts_it_rests_on(hall, event):
    view, browser = hall.site.view(event), hall.browser()
    hashes = {entry.hash.hex()[:16]: entry.number for entry in hall.desk.store.read(event)}
    page = browser.page(f"/e/{event}/standings")
    row = view.standings.rows[2]
    assert ["rank", *row.keys] == re.findall(r'data-card="(\w+)"', page)  # a script links them
    card = browser.page(f"/e/{event}/players/{row.player}")
    assert {"rank", *row.keys} <= set(re.findall(r'class="card proof" id="(\w+)"', card))
    facts = re.findall(r"/games/([\d.]+)#entry-(\d+)\">[^<]*<code>(\w+)…", card)
    assert facts
    for match, number, short in facts:
        assert hashes[short] == int(number)
        assert f'id="entry-{number}"' in browser.page(f"/e/{event}/games/{match}")
    above = view.standings.rows[1]
    decided = row.decided_by
    expected = f"Behind {view.public_name(above.player)}"
    assert expected in unescape(text_of(card))
    if decided in row.keys:
        assert row.keys[decided] < above.keys[decided]


def test_a_name_is_shown_as_its_owner_wants_on_every_new_page():
    day = in_round("armada", 6)
    player = day.active()[0]
    game = day.game_of(player)
    day.do(ChooseShownName(player, "number"), who=player)
    phones = Phones(day)
    for path in (f"/e/{CUP}/players/{player}", f"/e/{CUP}/games/{game.id}"):
        page = phones.hall.browser().page(path)
        assert day.event.people[player] not in page
        assert phones.hall.site.view(CUP).public_name(player) in unescape(page)
    phones.close()


def test_a_list_is_linked_once_everybody_may_read_it_and_a_faction_not_before(hall):
    running = hall.desk.event(NIGHT)
    with_faction = next(one for one in running.entrants.values() if one.faction)
    page = hall.browser().page(f"/e/{NIGHT}/players/{with_faction.id}")
    assert f"/lists/{with_faction.id}" not in page
    assert with_faction.faction not in page
    over = hall.browser().page(f"/e/{SUMMER}/players/p3")
    assert f"/e/{SUMMER}/lists/p3" in over


def test_a_game_page_says_why_they_met_and_names_the_facts_by_their_hashes(hall):
    round_ = hall.desk.event(SUMMER).rounds[1]
    game = next(iter(round_.games.values()))
    page = text(hall, f"/e/{SUMMER}/games/{game.id}")
    hashes = {one.hash.hex(): one.name for one in hall.desk.store.read(SUMMER)}
    named = [hashes[found] for found in re.findall(r"\b[0-9a-f]{64}\b", page)]
    assert ["round-drawn/1", "round-published/1"] == named[:2]
    assert named[-1] in {"result-entered/1", "result-confirmed/1"}
    assert "have not met" in page


def test_while_a_game_is_open_nobody_reads_who_reported_what():
    day = in_round("armada", 6)
    game = day.games()[0]
    phones = Phones(day)
    path = f"/e/{CUP}/games/{game.id}"
    before = phones.hall.browser().page(path)
    me = game.players[0]
    phones.does(me, "report-result", **as_reported(game.id, me, 150, 20))
    after = phones.hall.browser().page(path)
    phones.close()
    assert "Result reported" not in after
    assert text_of(before) == text_of(after)


@pytest.mark.parametrize("path", ["players/nobody", "players/p999", "games/9.9.9", "games/x"])
def test_what_does_not_exist_is_not_found(hall, path):
    assert 404 == hall.browser().get(f"/e/{NIGHT}/{path}").status_code


def test_a_win_on_level_scores_says_what_decided_it():
    day = in_round("runewars", 4)
    game = day.games()[0]
    day.do(EnterResult(game.id, Slip("rounds", (14, 14), flurry=((6, 2),))))
    phones = Phones(day)
    for path in (f"/e/{CUP}/tables", f"/e/{CUP}/games/{game.id}"):
        assert "Level scores: the Final Flurry decided." in text_of(
            phones.hall.browser().page(path)
        )
    phones.close()


def test_whatever_scores_a_game_has_its_sentence():
    fixed = {"points", "loser-award", "floor", "above-the-floor", "full-win", "modified-win"}
    alone = {"bye", "absent", "unpaired-loss", "forfeit", "level-score"}
    outcomes = [one for rules in load_all() for one in rules.outcomes.values()]
    winners = {one.winner.replace("_", "-") for one in outcomes}
    levels = {one.level.winner.replace("_", "-") for one in outcomes if one.level is not None}
    by_level = {f"level-score-{one}" for one in levels if one != "nobody"}
    assert fixed | alone | winners | by_level == set(sentences("scored"))


def test_pages_of_players_are_made_when_asked_for_and_not_kept_through_changes(hall):
    hall.browser().page(f"/e/{NIGHT}/players/p6")
    kept = hall.site.publisher._kept[NIGHT]
    assert not [suffix for suffix in kept.tags if suffix.startswith(("/players", "/games"))]
