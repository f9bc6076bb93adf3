"""Who can come in at an event, and how everything is taken away again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.web.hall import text_of
from tests.web.security.actors import DRAFT, RUNNING, WITH_PLAYING_STAFF
from tiltyard.store.keyring import Account, Code, Token
from tiltyard.web.pages.account.joining import make_link
from tiltyard.web.security.secrets import key_of
from tiltyard.web.security.visitors import STAFF_IDLE


@pytest.fixture
def boss(hall):
    return hall.browser(RUNNING, hall.organizer_of(RUNNING))


def test_a_person_is_logged_out_at_once_and_may_come_again(hall, boss):
    player = next(iter(hall.desk.event(RUNNING).entrants))
    secret = make_link(hall.keyring, hall.clock.now(), "player", RUNNING, player)
    phone = hall.browser()
    assert phone.post(f"/j/{secret}").status_code == 303
    assert phone.get("/account").status_code == 200
    page = text_of(boss.page(f"/e/{RUNNING}/desk/access"))
    assert hall.desk.event(RUNNING).people[player] in page
    assert boss.post(f"/e/{RUNNING}/desk/access/log-out", {"person": player}).status_code == 303
    assert phone.get("/account").status_code == 303
    assert phone.post(f"/j/{secret}").status_code == 303
    boss.post(f"/e/{RUNNING}/desk/access/revoke", {"person": player})
    assert phone.get("/account").status_code == 303
    assert phone.get(f"/j/{secret}").status_code == 404


def test_revoking_takes_everything_from_one_person_only(hall, boss):
    event = hall.desk.event(RUNNING)
    judge = next(one.person for one in event.staff if one.role == "judge")
    marshal = next(one.person for one in event.staff if one.role == "marshal")
    keyring, now = hall.keyring, hall.clock.now()
    for person in (judge, marshal):
        keyring.add_account(Account(person, person))
        keyring.give_seat(person, RUNNING, person)
        keyring.put_code(Code(RUNNING, person, "hash", 10, now + STAFF_IDLE))
    keyring.give_seat(judge, DRAFT, "p2")
    link = make_link(keyring, now, "invitation", RUNNING, marshal)
    boss.post(f"/e/{RUNNING}/desk/access/revoke", {"person": judge})
    assert keyring.seats(judge) == {DRAFT: "p2"}
    assert keyring.code(RUNNING, judge) is None
    assert keyring.seats(marshal) == {RUNNING: marshal}
    assert keyring.code(RUNNING, marshal) is not None
    assert keyring.link(key_of(link)) is not None


def test_a_browser_with_seats_at_two_events_loses_one(hall, boss):
    player = list(hall.desk.event(RUNNING).entrants)[1]
    browser = hall.browser(RUNNING, player)
    session = hall.keyring.sessions(event=RUNNING, person=player)[0]
    hall.keyring.open_session(replace(session, seats={**session.seats, "summer-disks": "p5"}))
    boss.post(f"/e/{RUNNING}/desk/access/log-out", {"person": player})
    assert hall.keyring.session(session.key).seats == {"summer-disks": "p5"}
    assert browser.get("/account").status_code == 200


def test_the_organizer_does_not_lock_themselves_out(hall, boss):
    me = hall.organizer_of(RUNNING)
    assert boss.post(f"/e/{RUNNING}/desk/access/revoke", {"person": me}).status_code == 422
    assert boss.get(f"/e/{RUNNING}/desk/access").status_code == 200


def test_somebody_who_is_not_at_the_event_is_refused(boss):
    answer = boss.post(f"/e/{RUNNING}/desk/access/log-out", {"person": "p999"})
    assert answer.status_code == 422


def test_a_token_is_shown_once_and_revoked_at_once(hall, boss):
    there = f"/e/{RUNNING}/desk/access"
    assert boss.post(f"{there}/token", {"label": "board", "scope": "all"}).status_code == 422
    assert boss.post(f"{there}/token", {"label": "", "scope": "read"}).status_code == 422
    made = boss.post(f"{there}/token", {"label": "board", "scope": "read"})
    secret = re.search(r"<code>(tiltyard_[\w-]{43})</code>", made.text)[1]
    page = boss.page(there)
    assert secret not in page
    assert "board" in text_of(page)
    headers = {"authorization": f"Bearer {secret}"}
    me = f"/api/v1/events/{RUNNING}/me"
    said = hall.browser().get(me, **headers).json()
    assert said["person"] == hall.organizer_of(RUNNING)
    boss.post(f"{there}/end-token", {"token": key_of(secret)})
    assert hall.browser().get(me, **headers).status_code == 401


def test_whoever_is_released_has_no_rights_left(hall, boss):
    event = hall.desk.event(RUNNING)
    judge = next(one.person for one in event.staff if one.role == "judge")
    browser = hall.browser(RUNNING, judge)
    assert browser.get(f"/e/{RUNNING}/judge").status_code == 200
    assert boss.do(RUNNING, "release-staff", person=judge, role="judge").status_code == 200
    assert browser.get(f"/e/{RUNNING}/judge").status_code == 403
    assert browser.do(RUNNING, "call-time").status_code == 403


def test_the_second_organizer_does_not_shut_the_organizer_out(hall):
    event = hall.desk.event(WITH_PLAYING_STAFF)
    second = next(one.person for one in event.staff if one.role == "second_organizer")
    judge = next(one.person for one in event.staff if one.role == "judge")
    boss = hall.organizer_of(WITH_PLAYING_STAFF)
    there = f"/e/{WITH_PLAYING_STAFF}/desk/access"
    theirs, own = hall.browser(event.id, second), hall.browser(event.id, boss)
    assert own.get(there).status_code == theirs.get(there).status_code == 200
    for act in ("log-out", "revoke"):
        assert f'value="{boss}"' not in theirs.page(there)
        assert theirs.post(f"{there}/{act}", {"person": boss}).status_code == 422
        assert own.get(there).status_code == 200
        assert own.post(f"{there}/{act}", {"person": judge}).status_code == 303


def test_whoever_is_removed_keeps_no_token_and_no_invitation(hall):
    keyring, now = hall.keyring, hall.clock.now()
    boss = hall.organizer_of(RUNNING)
    keyring.add_account(Account("rex", "Rex", may_create=True))
    keyring.give_seat("rex", RUNNING, boss)
    keyring.add_token(Token("rex-token", RUNNING, boss, "staff", "board", now))
    keyring.add_token(Token("kept", DRAFT, boss, "staff", "board", now))
    back = make_link(keyring, now, "invitation", RUNNING, boss)
    owner = hall.browser(owner=True)
    assert owner.post("/desk/server/remove", {"account": "rex"}).status_code == 303
    assert keyring.token("rex-token") is None
    assert keyring.token("kept") is not None
    assert keyring.link(key_of(back)) is None


# ---------------------------------------------------------------------------- what is logged


def test_a_path_writes_no_lines_of_its_own(hall, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("no disk")

    monkeypatch.setattr(hall.site, "view", broken)
    assert hall.browser().get("/e/x%0Afault%20at/register").status_code == 500
    assert "x\\nfault at" in caplog.text
    assert "x\nfault at" not in caplog.text


def test_a_secret_address_is_never_logged(hall, monkeypatch, caplog):
    secret = make_link(hall.keyring, hall.clock.now(), "player", RUNNING, "p5")

    def broken(*_):
        raise RuntimeError("no disk")

    monkeypatch.setattr(hall.keyring, "link", broken)
    answer = hall.browser().get(f"/j/{secret}")
    assert answer.status_code == 500
    assert "fault" in caplog.text
    assert secret not in caplog.text
    assert secret not in answer.text
