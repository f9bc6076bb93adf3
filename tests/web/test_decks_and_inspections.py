"""Decks and components in the browser and the API: phone, judge's page, check-in at the desk."""

from __future__ import annotations

import re

import pytest

from tests.day.events import Day, in_round, running
from tests.web.api.seeded import Program, give
from tests.web.hall import WebHall, text_of
from tests.web.phone.phones import Phones
from tiltyard.day.clock import StartClock
from tiltyard.day.components import (
    AgreeSharing,
    CheckDeck,
    GrantComponentTime,
    NoteComponentTrouble,
)


def seated(ruleset: str = "xwing-dogfight") -> Phones:
    day = running(ruleset, 2)
    day.draw()
    day.publish()
    return Phones(day)


@pytest.mark.clause("XW-092", "AR-072")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "armada"])
def test_a_phone_offers_the_opponents_deck_until_the_round_begins(ruleset):
    phones = seated(ruleset)
    day = phones.day
    (game,) = day.games()
    me, other = game.players
    page = phones.phone(me).page("/e/cup/me/table")
    form = page[page.index("check-deck") :]
    assert re.findall(r'name="player" value="(\w+)"', form) == [other]
    phones.does(me, "check-deck", match=game.id, player=other, complete="no", note="32 cards")
    for reader in game.players:
        said = phones.reads(reader, "/e/cup/me/table")
        assert f"Damage deck of {day.event.people[other]}: not complete" in said
    day.do(StartClock())
    assert "check-deck" not in phones.phone(me).page("/e/cup/me/table")
    late = phones.phone(me).do("cup", "check-deck", match=game.id, player=other, complete="yes")
    assert late.status_code == 422
    phones.close()


@pytest.mark.clause("XW-092")
def test_leaders_count_at_the_judges_page_and_at_the_desk():
    phones = seated()
    day, hall = phones.day, phones.hall
    judge = day.appoint("judge", "Jil")
    day.do(StartClock())
    (game,) = day.games()
    first, second = game.players
    bench, desk = hall.browser("cup", judge), hall.browser("cup", "p1")
    assert "check-deck" in bench.page(f"/e/cup/judge/match/{game.id}")
    assert bench.do("cup", "check-deck", match=game.id, player=first, complete="no").is_success
    for browser, page in ((bench, f"judge/match/{game.id}"), (desk, f"desk/match/{game.id}")):
        said = text_of(browser.page(f"/e/cup/{page}"))
        assert f"Damage deck of {day.event.people[first]}: not complete, counted by Jil." in said
    assert desk.do("cup", "check-deck", match=game.id, player=second, complete="yes").is_success
    assert {one.player: one.complete for one in day.match(game.id).deck_checks} == {
        first: False,
        second: True,
    }
    phones.close()


@pytest.mark.clause("XW-092", "RW-114")
def test_programs_read_decks_of_their_own_games_and_who_begins():
    phones = seated()
    day, hall = phones.day, phones.hall
    (game,) = day.games()
    day.do(CheckDeck(game.id, game.players[0], complete=True))
    give(hall, "organizer", "cup", "p1", "staff")
    staff = Program(hall, "organizer")
    (match,) = staff.get("/api/v1/events/cup/rounds/1.1").json()["matches"]
    assert match["decks"] == [{"player": game.players[0], "complete": True, "by": "p1", "note": ""}]
    assert (match["first_player"], match["side"]) == (None, "")
    (public,) = Program(hall).get("/api/v1/events/cup/rounds/1.1").json()["matches"]
    assert public["decks"] == []
    body = {"match": game.id, "player": game.players[1], "complete": False}
    assert staff.act("check-deck", body, event="cup").status_code == 200
    phones.close()


@pytest.mark.clause("XW-016", "XW-021", "ME-026", "DW-038", "RW-072", "AR-051")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("xwing-dogfight", "XW-021"),
        ("middle-earth", "ME-026"),
        ("diskwars", "DW-038"),
        ("runewars", "RW-072"),
        ("armada", "AR-051"),
    ],
)
def test_the_check_in_page_has_the_list_of_a_player(ruleset, clause):
    day = Day(ruleset)
    day.open_doors()
    (ann,) = day.register("Ann")
    hall = WebHall(desk=day.desk)
    desk = hall.browser("cup", "p1")
    assert 'id="inspection"' not in desk.page("/e/cup/desk/check-in")
    page = desk.page(f"/e/cup/desk/check-in?inspect={ann}")
    items = day.rules.checks.inspection
    assert re.findall(r'name="ticked" value="(\w+)"', page) == [item.id for item in items]
    assert clause in text_of(page)
    ticked = [item.id for item in items[:3]]
    answer = desk.do("cup", "inspect-components", player=ann, ticked=ticked, note="a loose base")
    assert answer.status_code == 200
    said = desk.page(f"/e/cup/desk/check-in?inspect={ann}")
    assert f"inspected: 3 of {len(items)}" in text_of(said)
    assert len(re.findall(r'name="ticked" value="\w+" checked', said)) == 3
    assert "a loose base" in said
    assert f"inspected: 3 of {len(items)}" in text_of(desk.page(f"/e/cup/desk/player/{ann}"))
    hall.close()


@pytest.mark.clause("RW-076", "RW-063")
def test_programs_read_what_is_shared_and_searched_at_their_own_table():
    phones = Phones(in_round("runewars", 4))
    day, hall = phones.day, phones.hall
    game, other = day.games()
    player, opponent = game.players
    day.do(AgreeSharing(game.id, ("dice",)), opponent)
    day.do(NoteComponentTrouble(player, "morale deck", "lost"), player)
    day.do(GrantComponentTime("t1", 7))
    seen = {}
    for name, person in (("desk", "p1"), ("own", player), ("opp", opponent)):
        give(hall, name, "cup", person, "staff" if name == "desk" else "read")
        matches = Program(hall, name).get("/api/v1/events/cup/rounds/1.1").json()["matches"]
        (seen[name],) = [one for one in matches if one["match"] == game.id]
    for name, component in (("desk", "morale deck"), ("own", "morale deck"), ("opp", "")):
        (search,) = seen[name]["searches"]
        assert (search["component"], search["state"]) == (component, "running")
        assert (search["minutes_granted"], search["seconds_left"]) == (7, 420)
        assert search["clause"] == "RW-076"
        shared = {"code": "shared", "text": "Shared in this round: dice.", "clause": "RW-063"}
        assert shared in seen[name]["notes"]
    give(hall, "stranger", "cup", other.players[0], "read")
    for program in (Program(hall), Program(hall, "stranger")):
        matches = program.get("/api/v1/events/cup/rounds/1.1").json()["matches"]
        (match,) = [one for one in matches if one["match"] == game.id]
        assert (match["notes"], match["searches"]) == ([], [])
    phones.close()
