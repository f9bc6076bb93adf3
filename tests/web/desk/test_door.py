"""Check-in, staff, links and history: what the organizer needs at the door."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from html import unescape
from urllib.parse import unquote

import pytest
from pypdfium2 import PdfDocument

from tests.web.desk.desks import WebDesk
from tests.web.hall import text_of
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn, TakeBackCheckIn
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import AnnounceItem, StartEvent
from tiltyard.engine.tournament import PlayerId
from tiltyard.web.security.secrets import key_of, read_code, slow_check


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def rows(html: str) -> list[tuple[str, str, str]]:
    """What is tapped: act, player, state."""
    return re.findall(
        r'/do/((?:take-back-)?check-in)".*?name="player" value="(\w+)".*?class="tap (is-\w+)"',
        html,
        re.DOTALL,
    )


# ---------------------------------------------------------------------------- check-in


def test_who_is_missing_stands_first_and_a_tap_is_taken_back_by_another(desk):
    event = desk.opened("Door", players=3)
    page = f"/e/{event}/desk/check-in"
    assert "0 of 3 players are here" in desk.text(page)
    assert desk.owner.do(event, "check-in", player="p3").status_code == 200
    assert rows(desk.owner.page(page)) == [
        ("check-in", "p2", "is-missing"),
        ("check-in", "p4", "is-missing"),
        ("take-back-check-in", "p3", "is-here"),
    ]
    assert "1 of 3 players are here" in desk.text(page)
    assert "Not here (2)" in desk.text(page)
    desk.owner.do(event, "take-back-check-in", player="p3")
    assert all(state == "is-missing" for _, _, state in rows(desk.owner.page(page)))


def test_everybody_at_once_and_twice(desk):
    event = desk.opened("Crowd", players=4)
    page = f"/e/{event}/desk/check-in"
    desk.owner.do(event, "check-in", player="p2")
    assert desk.post(page, {"key": "all"}).status_code == 303
    assert "3 more players checked in." in desk.text(page)
    assert desk.post(page, {"key": "all"}).status_code == 303
    assert {one.state for one in desk.hall.desk.event(event).entrants.values()} == {"checked_in"}
    assert "Everybody is here" in desk.text(page)
    facts = [one.fact.NAME for one in desk.hall.desk.log(event)]
    assert facts.count("player-checked-in/1") == 4


def test_before_the_doors_open_rows_are_still(desk):
    event = desk.create("Closed Door")
    page = f"/e/{event}/desk/check-in"
    desk.owner.do(event, "announce-event")
    assert "There are no players yet." in desk.text(page)
    desk.owner.do(event, "register-player", name="Anna")
    html = desk.owner.page(page)
    assert "Check-in isn't open yet." in html
    assert not rows(html), "nothing can be tapped that would be refused"
    assert "Anna" in html
    assert "All at once" not in html
    assert desk.post(page, {}).status_code == 303, "everybody is here: the doors are opened"
    assert desk.hall.desk.event(event).phase == "check_in"


def in_the_first_round(desk, name, here, **plan):
    """An event of five in its first round, of whom so many were here at the start."""
    event = desk.opened(name, players=5, structure="custom", swiss_rounds="3", **plan)
    players = tuple(PlayerId(f"p{number}") for number in range(2, here + 2))
    desk.do(event, *map(CheckIn, players))
    if plan:
        desk.do(event, ReceiveListsOnPaper(players))
    for item in desk.hall.desk.rules(event)[0].announcements:
        desk.do(event, AnnounceItem(item.id))
    desk.do(event, StartEvent(), DrawRound(), PublishRound())
    return event


def test_who_comes_after_the_start_is_let_in_wherever_one_looks(desk):
    event = in_the_first_round(desk, "Late", here=4)
    page = desk.owner.page(f"/e/{event}/desk/check-in")
    assert "check-in is closed" in page
    assert "Tap again" not in page
    assert not rows(page)
    for place in ("desk/check-in", "desk", "desk/player/p6"):
        html = desk.owner.page(f"/e/{event}/{place}")
        assert f'action="/e/{event}/do/let-in-late"' in html, place
        assert "Plays from round 2 on." in text_of(html)
    phone = desk.hall.browser(event, "p6")
    assert "you'd play from round 2 on" in desk.text(f"/e/{event}/me", phone)
    no = desk.owner.do(event, "check-in", player="p6").json()["refused"]
    assert "Let in late" in no["fix"]
    done = desk.owner.do(event, "let-in-late", player="p6").json()
    assert "is let in late and plays from the next round on" in done["text"][0]
    assert "You're in from round 2 on" in desk.text(f"/e/{event}/me", phone)
    for place in ("desk/check-in", "desk", "desk/player/p6"):
        assert "do/let-in-late" not in desk.owner.page(f"/e/{event}/{place}"), place


def test_a_late_player_without_a_list_is_no_dead_end(desk):
    event = in_the_first_round(desk, "No List", here=4, tier="formal")
    desk.owner.do(event, "let-in-late", player="p6")
    html = desk.owner.page(f"/e/{event}/desk")
    assert 'do/receive-lists-on-paper"' in html
    done = desk.owner.do(event, "receive-lists-on-paper", players="p6")
    assert done.status_code == 200
    assert 'do/receive-lists-on-paper"' not in desk.owner.page(f"/e/{event}/desk")


def test_who_comes_late_plays_whoever_has_the_bye(desk):
    event = in_the_first_round(desk, "Odd", here=3)
    html = desk.owner.page(f"/e/{event}/desk")
    bye = next(
        game for game in desk.hall.desk.event(event).current.games.values() if game.kind == "bye"
    )
    assert f"Play {desk.hall.desk.event(event).people[bye.players[0]]} now" in text_of(html)
    assert desk.owner.do(event, "let-in-late", player="p6", bye_seat="yes").status_code == 200
    game = desk.hall.desk.event(event).game_of("p6")
    assert set(game.players) == {"p6", bye.players[0]}
    assert "Play " not in text_of(desk.owner.page(f"/e/{event}/desk/player/p5"))


def test_check_in_is_for_those_who_work_at_the_desk(desk):
    event = desk.opened("Guarded", players=2)
    player = desk.hall.browser(event, "p2")
    assert player.get(f"/e/{event}/desk/check-in").status_code == 403
    assert player.post(f"/e/{event}/desk/check-in", {}).status_code == 403
    assert desk.hall.browser().get(f"/e/{event}/desk/check-in").status_code == 303


# ---------------------------------------------------------------------------- staff


@pytest.mark.clause("AR-008", "AR-011", "AR-013")
def test_roles_are_called_as_the_document_calls_them(desk):
    event = desk.opened("Roles", players=2)
    text = desk.text(f"/e/{event}/desk/staff")
    assert "Olga Organizer AR-008 on duty" in text
    assert "Marshal AR-011" in text
    assert "Judge AR-013" in text
    assert "Spectator" not in text


def test_an_invitation_lets_somebody_in_once(desk):
    event = desk.opened("Invited", players=2)
    page = f"/e/{event}/desk/staff"
    desk.owner.do(event, "appoint-staff", role="judge", name="Judy")
    assert "Not invited yet" in desk.text(page)
    answer = desk.post(page, {"person": "p4"})
    secret = re.search(r"http://testserver\.local/j/([\w-]+)", text_of(answer.text)).group(1)
    assert "within 7 days" in text_of(answer.text)
    assert "Invited, not accepted yet." in desk.text(page)
    assert secret not in desk.owner.page(page)
    link = desk.hall.keyring.link(key_of(secret))
    assert link.ends - desk.hall.clock.now() == timedelta(days=7)
    judy = desk.hall.browser()
    judy.page(f"/j/{secret}")
    assert judy.post(f"/j/{secret}").headers["location"] == f"/e/{event}/judge"
    assert judy.get(f"/e/{event}/desk").status_code == 200
    assert desk.text(page).count("Signed in with an account.") == 2
    assert desk.hall.browser().get(f"/j/{secret}").status_code == 404


def test_nobody_invites_their_way_to_a_higher_role(desk):
    event = desk.opened("Ladder", "diskwars", players=2)
    page = f"/e/{event}/desk/staff"
    desk.owner.do(event, "appoint-staff", role="second_organizer", name="Sven")
    second = desk.hall.browser(event, "p4")
    assert second.post(page, {"person": "p1"}).status_code == 422
    assert second.post(page, {"person": "p4"}).status_code == 200
    assert second.post(page, {"person": "p2"}).status_code == 422
    assert desk.post(page, {"person": "p4"}).status_code == 200


def test_a_scorekeeper_opens_neither_a_leaders_seat_nor_one_with_a_secret_list(desk):
    event = desk.opened("Leader Plays", "middle-earth", players=2)
    page = f"/e/{event}/desk/links"
    desk.owner.do(event, "appoint-staff", role="scorekeeper", name="Skye")
    desk.owner.do(event, "register-player", person="p1")
    assert "p1" in desk.hall.desk.event(event).entrants
    skye = desk.hall.browser(event, "p4")
    for make in ("link", "code"):
        assert skye.post(page, {"who": "p1", "make": make}).status_code == 422
        refused = skye.post(page, {"who": "p2", "make": make})
        assert refused.status_code == 422
        assert "This page shows lists you may not read." in text_of(refused.text)
    assert card_names(skye.post(page, {"who": "all", "sure": "yes"}).text) == []
    assert desk.hall.keyring.links(event) == ()
    assert "Olga" in card_names(desk.post(page, {"who": "all", "sure": "yes"}).text)
    assert "seats-opened/1" in {entry.name for entry in desk.hall.desk.store.read(event)}


def test_whoever_plays_opens_no_seat_of_another_player(desk):
    event = desk.opened("Keeper Plays", "middle-earth", players=3)
    page = f"/e/{event}/desk/links"
    desk.owner.do(event, "appoint-staff", role="scorekeeper", name="Skye")
    desk.owner.do(event, "register-player", person="p5")
    skye = desk.hall.browser(event, "p5")
    for make in ("link", "code"):
        refused = skye.post(page, {"who": "p2", "make": make})
        assert refused.status_code == 422
        assert "Players can't open another player's phone page." in text_of(refused.text)
    assert desk.hall.keyring.code(event, "p2") is None
    for who in ("all", "missing"):
        made = skye.post(page, {"who": who, "sure": "yes"})
        assert made.status_code == 200
        assert set(card_names(made.text)) <= {"Skye"}
    assert {one.person for one in desk.hall.keyring.links(event)} == {"p5"}
    assert "You can't make links for staff" in desk.text(page, skye)
    assert "You can't make links for staff" not in desk.text(page)
    assert len(card_names(desk.post(page, {"who": "all", "sure": "yes"}).text)) == 4


def test_the_access_page_says_who_made_a_link(desk):
    event = desk.opened("Traces", players=2)
    desk.owner.do(event, "appoint-staff", role="marshal", name="Mara")
    mara = desk.hall.browser(event, "p4")
    mara.post(f"/e/{event}/desk/links", {"who": "p2"})
    desk.post(f"/e/{event}/desk/links", {"who": "p3"})
    desk.post(f"/e/{event}/desk/staff", {"person": "p4"})
    made = {one.person: one.made_by for one in desk.hall.keyring.links(event)}
    assert made == {"p2": "p4", "p3": "p1", "p4": "p1"}
    text = desk.text(f"/e/{event}/desk/access")
    assert text.count("link made by Mara, November 14, 2026 at") == 1
    assert text.count("link made by Olga, November 14, 2026 at") == 2


# ---------------------------------------------------------------------------- links


def card_names(html: str) -> list[str]:
    return re.findall(r'class="badge-name">(.*?)<', html)


def secrets_on(html: str) -> list[str]:
    return re.findall(r'class="address">http://testserver\.local/j/([\w-]+)<', html)


def test_links_are_made_for_those_who_have_none_and_shown_once(desk):
    event = desk.opened("Links", players=3)
    page = f"/e/{event}/desk/links"
    assert "3 players have no link yet." in desk.text(page)
    first = desk.post(page, {"who": "p3"}).text
    assert card_names(first) == ["Ben Carter"]
    rest = desk.post(page, {"who": "missing"}).text
    assert card_names(rest) == ["Anna Berg", "Cara Dunn"]
    assert rest.count("data:image/svg") == 2 + 2
    for secret in (*secrets_on(first), *secrets_on(rest)):
        assert secret not in desk.owner.page(page)
    phone = desk.hall.browser()
    assert phone.post(f"/j/{secrets_on(first)[0]}").headers["location"] == f"/e/{event}/me"


def test_a_new_link_ends_the_old_one(desk):
    event = desk.opened("New Links", players=2)
    page = f"/e/{event}/desk/links"
    old = secrets_on(desk.post(page, {"who": "p2"}).text)[0]
    other = secrets_on(desk.post(page, {"who": "p3"}).text)[0]
    new = secrets_on(desk.post(page, {"who": "p2"}).text)[0]
    browser = desk.hall.browser()
    assert browser.get(f"/j/{old}").status_code == 404
    assert browser.get(f"/j/{new}").status_code == 200
    assert browser.get(f"/j/{other}").status_code == 200


def test_links_of_any_selection_are_copied_mailed_and_downloaded(desk):
    event = desk.opened("Chosen Links", players=3)
    page = f"/e/{event}/desk/links"
    desk.owner.do(event, "note-contact", player="p3", contact="ben@post.example")
    desk.owner.do(event, "note-contact", player="p4", contact="+49 40 555")
    made = desk.post(page, {"who": "selected", "players": ["p3", "p4"]}).text
    first, second = secrets_on(made)
    assert card_names(made) == ["Ben Carter", "Cara Dunn"]
    assert f'data-copy="http://testserver.local/j/{first}"' in made
    assert f"Ben Carter: http://testserver.local/j/{first}" in unescape(made)
    (mail,) = re.findall(r'href="(mailto:[^"]+body[^"]+)"', made)
    assert unquote(mail).startswith("mailto:ben@post.example?subject=Chosen Links")
    assert f"/j/{first}" in unquote(mail)
    (table,) = re.findall(r'href="data:text/csv;charset=utf-8,([^"]+)"', made)
    lines = unquote(table).splitlines()
    assert lines[0].lstrip("\ufeff") == '"Number","Name","Contact","Link"'
    assert lines[1].endswith(f'"Ben Carter","ben@post.example","http://testserver.local/j/{first}"')
    assert lines[2].endswith(f'"\'+49 40 555","http://testserver.local/j/{second}"')
    assert desk.post(page, {"who": "selected"}).status_code == 422
    assert desk.post(page, {"who": "selected", "players": ["p99"]}).status_code == 422
    again = desk.owner.page(page)
    assert first not in again
    assert "To show one again, make a new one" in again


def test_badges_of_a_selection_are_printed(desk):
    event = desk.opened("Chosen Badges", players=3)
    made = desk.post(f"/e/{event}/desk/badges", {"who": "selected", "players": ["p2", "p4"]})
    assert made.headers["content-type"] == "application/pdf"
    text = "".join(page.get_textpage().get_text_range() for page in PdfDocument(made.content))
    assert "Anna Berg" in text
    assert "Ben Carter" not in text


def test_no_link_is_offered_that_cannot_work_yet():
    closed = WebDesk(plain_phones=False)
    event = closed.opened("No Phones Yet", players=2)
    page = f"/e/{event}/desk/links"
    for body in ({"who": "p2"}, {"who": "missing"}, {"who": "p2", "make": "code"}):
        refused = closed.post(page, body)
        assert "a link wouldn't work" in unescape(refused.text), body
    assert not closed.hall.keyring.links(event)
    for path in ("links", "people", "papers"):
        html = closed.owner.page(f"/e/{event}/desk/{path}")
        assert 'name="who"' not in html, path
        assert f"/e/{event}/register<" not in html, path
    closed.hall.close()


def test_a_code_is_typed_within_the_hour(desk):
    event = desk.opened("Codes", players=2)
    answer = desk.post(f"/e/{event}/desk/links", {"who": "p2", "make": "code"})
    shown = re.search(r'class="figure mono">([^<]+)<', answer.text).group(1)
    kept = desk.hall.keyring.code(event, "p2")
    assert slow_check(kept.hash, read_code(shown.lower()))
    assert not slow_check(kept.hash, read_code(shown[:-1]))
    assert (kept.tries, kept.ends - desk.hall.clock.now()) == (10, timedelta(hours=1))
    assert f"http://testserver.local/e/{event}/claim" in text_of(answer.text)


def test_a_network_without_encryption_is_named_and_can_be_allowed():
    closed = WebDesk(plain_phones=False)
    event = closed.opened("Closed Network", players=2)
    page = f"/e/{event}/desk/links"
    assert "Players can't sign in on this network yet" in closed.text(page)
    closed.hall.keyring.settle("plain_phones", "yes")
    text = closed.text(page)
    assert "Players cannot sign in" not in text
    assert "without encryption" in text
    closed.hall.close()


def test_no_link_is_logged(desk, caplog):
    event = desk.opened("Quiet Log", players=2)
    with caplog.at_level(logging.DEBUG):
        made = desk.post(f"/e/{event}/desk/links", {"who": "all", "sure": "yes"})
    assert secrets_on(made.text)
    assert not any(one in caplog.text for one in secrets_on(made.text))
    assert made.headers["cache-control"] == "no-store"


# ---------------------------------------------------------------------------- history


def test_the_history_says_who_did_what_and_what_was_taken_back(desk):
    event = desk.opened("Told", players=2)
    desk.owner.do(event, "check-in", player="p2")
    last = desk.hall.desk.event(event).last_act
    desk.owner.do(event, "undo", first=str(last.first))
    html = desk.owner.page(f"/e/{event}/desk/history")
    items = [unescape(text_of(one)) for one in re.findall(r"<li value=.*?</li>", html, re.DOTALL)]
    assert len(items) == desk.hall.desk.event(event).version
    assert items[0].startswith("Undone: check in")
    assert items[1].startswith("undone Anna Berg is here.")
    assert "Olga · Organizer" in items[1]
    assert sum(one.startswith("undone") for one in items) == 1


def test_the_history_has_pages(desk):
    event = desk.opened("Long Story", players=8)
    for _ in range(25):
        desk.do(event, CheckIn("p2"), TakeBackCheckIn("p2"))
    page = f"/e/{event}/desk/history"
    version = desk.hall.desk.event(event).version
    assert 50 < version < 100
    numbers = [
        [int(one) for one in re.findall(r'<li value="(\d+)"', desk.owner.page(f"{page}?page={n}"))]
        for n in (1, 2)
    ]
    assert numbers[0] == list(range(version, version - 50, -1))
    assert numbers[1] == list(range(version - 50, 0, -1))
    for nonsense in ("nonsense", "1234567890", "123456789x", "-1", "0"):
        assert "Page 1 of 2" in desk.text(f"{page}?page={nonsense}")
    assert "Page 2 of 2" in desk.text(f"{page}?page=99")


def test_discarded_draws_are_in_the_history(desk):
    event = desk.opened("Thrown Away", players=4)
    desk.post(f"/e/{event}/desk/check-in", {})
    desk.post(f"/e/{event}/desk/tell", {})
    desk.do(event, StartEvent(), DrawRound())
    page = f"/e/{event}/desk/history"
    assert "Discarded draws" not in desk.text(page)
    assert desk.owner.do(event, "discard-draw", reason="a typo").status_code == 200
    assert "Olga: a typo" in desk.text(page)
