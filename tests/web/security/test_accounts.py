"""Signing in and out, passwords, sessions, and what the owner of the server decides."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from tests.web.hall import WebHall, text_of
from tests.web.security.actors import RUNNING
from tiltyard.store.keyring import Account
from tiltyard.web.pages.account.access import device_name
from tiltyard.web.security.limits import SIGN_IN
from tiltyard.web.security.secrets import pass_of, session_key, slow_check, slow_hash
from tiltyard.web.security.visitors import STAFF_IDLE, STAFF_LONGEST
from tiltyard.web.serving import owner_link

GOOD = "purple tram under snow"
OTHER = "four quiet lamps again"


@pytest.fixture(scope="module")
def hashed():
    return slow_hash(GOOD)


@pytest.fixture
def ann(hall, hashed, monkeypatch):
    """An account with a password, and limits as if nobody had tried yet."""
    from tiltyard.web.security.limits import Limits

    monkeypatch.setattr(hall.site, "limits", Limits())
    account = Account("ann", "Ann", "ann@hall", hashed, may_create=True)
    hall.keyring.add_account(account)
    yield account
    hall.keyring.remove_account("ann")


def sign_in(browser, password=GOOD, login="ann@hall", **more):
    return browser.post("/sign-in", {"login": login, "password": password, **more})


def signed_in(hall, **more):
    browser = hall.browser()
    assert sign_in(browser, **more).status_code == 303
    return browser


# ---------------------------------------------------------------------------- signing in


def test_with_name_and_password_one_gets_in(hall, ann):
    browser = hall.browser()
    assert browser.get("/account").status_code == 303
    answer = sign_in(browser, next="/account")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/account"
    assert "Ann" in text_of(browser.page("/account"))


def test_the_case_of_the_name_does_not_matter(hall, ann):
    assert sign_in(hall.browser(), login=" ANN@Hall ").status_code == 303


def test_signing_in_leads_to_no_other_site(hall, ann):
    for away in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"):
        assert sign_in(hall.browser(), next=away).headers["location"] == "/", away


def test_unknown_and_wrong_are_told_in_the_same_words(hall, ann):
    hidden = re.compile(r'<input type="hidden"[^>]*>')
    known = sign_in(hall.browser(), "wrong")
    unknown = sign_in(hall.browser(), "wrong", login="nobody@hall")
    without = sign_in(hall.browser(), "", login="nobody@hall")
    assert known.status_code == unknown.status_code == without.status_code == 403
    pages = [
        hidden.sub("", one.text).replace("nobody@hall", "ann@hall") for one in (known, unknown)
    ]
    assert pages[0] == pages[1]
    assert "Wrong name or password" in text_of(known.text)


def test_unknown_takes_as_long_as_wrong(hashed):
    slow_check("", "warm up")

    def quickest(kept):
        times = []
        for _ in range(5):
            began = time.perf_counter()
            assert slow_check(kept, "wrong") is False
            times.append(time.perf_counter() - began)
        return min(times)

    wrong, unknown = quickest(hashed), quickest("")
    assert 0.4 < unknown / wrong < 2.5


def test_an_account_without_a_password_cannot_be_guessed(hall, ann):
    hall.keyring.add_account(replace(ann, password=""))
    assert sign_in(hall.browser(), "").status_code == 403
    assert sign_in(hall.browser(), GOOD).status_code == 403


def test_tries_are_counted_by_name_and_not_by_address(hall, ann, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    monkeypatch.setattr(
        "tiltyard.web.pages.account.signing_in.slow_check", lambda kept, said: said == GOOD
    )
    most = int(SIGN_IN.burst)
    assert [sign_in(hall.browser(), "wrong").status_code for _ in range(most)] == [403] * most
    full = sign_in(hall.browser(), GOOD)
    assert full.status_code == 429
    assert full.headers["retry-after"]
    unknown = [
        sign_in(hall.browser(), "wrong", login="nobody").status_code for _ in range(most + 1)
    ]
    assert unknown == [403] * most + [429]
    hall.keyring.add_account(Account("bea", "Bea", "bea@hall", "kept"))
    assert sign_in(hall.browser(), GOOD, login="bea@hall").status_code == 303
    hall.keyring.remove_account("bea")


def test_strangers_keep_neither_this_computer_nor_a_signed_in_browser_out(hall, ann, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    known = signed_in(hall)
    monkeypatch.setattr(
        "tiltyard.web.pages.account.signing_in.slow_check", lambda kept, said: said == GOOD
    )
    for _ in range(int(SIGN_IN.burst) - 1):
        assert sign_in(hall.browser(), "wrong").status_code == 403
    assert sign_in(hall.browser()).status_code == 429
    assert sign_in(known).status_code == 303

    async def from_here(scope, receive, send):
        await hall.front({**scope, "client": ("127.0.0.1", 40000)}, receive, send)

    here = hall.browser()
    here.client.base_url = "http://localhost"
    here.client.app = from_here
    assert sign_in(here).status_code == 303
    tries = [sign_in(here, "wrong", login="x").status_code for _ in range(int(SIGN_IN.burst) + 1)]
    assert tries[-2:] == [403, 429]


def test_a_session_somebody_prepared_is_not_the_one_one_gets(hall, ann):
    browser = hall.browser()
    browser.page("/sign-in")
    prepared = browser.client.cookies[browser.cookie]
    sign_in(browser)
    got = browser.client.cookies[browser.cookie]
    assert got != prepared
    assert hall.keyring.session(session_key(pass_of(prepared))) is None
    sign_in(browser)
    assert hall.keyring.session(session_key(pass_of(got))) is None


def test_only_the_digest_of_a_session_is_kept(hall, ann):
    secret = signed_in(hall).client.cookies["s"]
    assert hall.keyring.session(secret) is None
    assert hall.keyring.session(session_key(pass_of(secret))).account == "ann"


def test_signing_out_ends_the_session(hall, ann):
    browser = signed_in(hall)
    secret = browser.client.cookies[browser.cookie]
    answer = browser.post("/sign-out")
    assert answer.status_code == 303
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert hall.keyring.session(session_key(pass_of(secret))) is None
    thief = hall.browser()
    thief.client.cookies.set(thief.cookie, secret)
    assert thief.get("/account").status_code == 303


def test_sessions_end_by_themselves(hall, ann):
    began = hall.clock.at
    try:
        idle, busy = signed_in(hall), signed_in(hall)
        hall.clock.at = began + STAFF_IDLE / 2
        assert busy.get("/account").status_code == 200
        hall.clock.at = began + STAFF_IDLE
        assert idle.get("/account").status_code == 303
        assert busy.get("/account").status_code == 200
        while hall.clock.at + STAFF_IDLE / 2 < began + STAFF_LONGEST:
            hall.clock.at += STAFF_IDLE / 2
            assert busy.get("/account").status_code == 200
        hall.clock.at = began + STAFF_LONGEST
        assert busy.get("/account").status_code == 303
    finally:
        hall.clock.at = began


# ---------------------------------------------------------------------------- one's account


def test_a_new_password_signs_every_other_browser_out(hall, ann):
    here, there = signed_in(hall), signed_in(hall)
    fields = {"login": "ann@hall", "password": OTHER}
    assert here.post("/account/password", fields).status_code == 403
    assert here.post("/account/password", {**fields, "current": "wrong"}).status_code == 403
    before = here.client.cookies[here.cookie]
    assert here.post("/account/password", {**fields, "current": GOOD}).status_code == 303
    assert here.client.cookies[here.cookie] != before
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 303
    assert sign_in(hall.browser(), GOOD).status_code == 403
    assert sign_in(hall.browser(), OTHER).status_code == 303


def test_the_first_password_needs_none_before_it(hall, ann):
    owner = hall.browser(owner=True)
    page = owner.page("/account")
    assert "Set a password" in page
    answer = owner.post("/account/password", {"login": "Olga", "password": GOOD})
    assert answer.status_code == 303
    kept = hall.keyring.account("owner")
    assert kept.login == "olga"
    assert kept.password.startswith("$argon2id$")
    assert GOOD not in kept.password
    assert sign_in(hall.browser(), GOOD, login="olga").status_code == 303


@pytest.mark.parametrize(
    ("login", "password", "status"),
    [
        ("ann@hall", "ninechars", 422),
        ("ann@hall", "ten chars!", 303),
        ("ann@hall", "x" * 40, 422),
        ("ann@hall", "my ann@hall password", 422),
        ("ann@hall", "abcd" * 51, 422),
        ("ann@hall", "abcd" * 50, 303),
        ("an", GOOD, 422),
        ("taken", GOOD, 422),
        ("", GOOD, 422),
    ],
)
def test_what_may_be_a_password(hall, ann, login, password, status):
    hall.keyring.add_account(Account("cleo", "Cleo", "taken", "kept"))
    fields = {"login": login, "password": password, "current": GOOD}
    assert signed_in(hall).post("/account/password", fields).status_code == status


def test_a_name_is_changed_and_never_empty(hall, ann):
    browser = signed_in(hall)
    assert browser.post("/account/name", {"name": "  Ann   Ember "}).status_code == 303
    assert hall.keyring.account("ann").name == "Ann Ember"
    assert browser.post("/account/name", {"name": " "}).status_code == 422


def test_browsers_are_listed_and_ended_one_by_one_or_all(hall, ann):
    here, there, third = signed_in(hall), signed_in(hall), signed_in(hall)
    page = here.page("/account")
    assert page.count('name="session"') == 2
    handles = re.findall(r'name="session" value="([0-9a-f]+)"', page)
    there_key = session_key(pass_of(there.client.cookies[there.cookie]))
    mine = next(one for one in handles if there_key.startswith(one))
    here.post("/account/end", {"session": mine})
    assert there.get("/account").status_code == 303
    assert third.get("/account").status_code == 200
    here.post("/account/end", {"session": ""})
    assert third.get("/account").status_code == 200
    here.post("/account/end-all")
    assert third.get("/account").status_code == 303
    assert here.get("/account").status_code == 303


def test_nobody_ends_the_browser_of_another(hall, ann):
    owner = hall.browser(owner=True)
    browser = signed_in(hall)
    key = session_key(pass_of(browser.client.cookies[browser.cookie]))
    owner.post("/account/end", {"session": key[:16]})
    assert browser.get("/account").status_code == 200


def test_players_have_no_password(hall):
    player = next(iter(hall.desk.event(RUNNING).entrants))
    browser = hall.browser(RUNNING, player)
    page = browser.page("/account")
    assert "password" not in page
    assert hall.desk.event(RUNNING).people[player] in text_of(page)
    answer = browser.post("/account/password", {"login": "abc", "password": GOOD})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0",
            "Firefox on Android",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 Edg/120.0", "Edge on Windows"),
        ("<script>alert(1)</script>", "a browser we do not know"),
    ],
)
def test_a_device_is_named_as_people_know_it(agent, name):
    assert device_name(agent) == name


# ---------------------------------------------------------------------------- the server


def test_another_organizer_is_invited_by_a_link_and_removed_again(hall):
    owner = hall.browser(owner=True)
    answer = owner.post("/desk/server/invite", {"name": "Dora Dell"})
    assert answer.status_code == 200
    secret = re.search(r"/j/([\w-]+)</code>", answer.text)[1]
    assert secret not in owner.page("/desk/server")
    bea = hall.browser()
    for _ in range(10):
        assert "Dora Dell" in bea.page(f"/j/{secret}")
    assert bea.post(f"/j/{secret}").headers["location"] == "/desk"
    assert bea.get("/desk/new").status_code == 200
    assert bea.get("/desk/server").status_code == 403
    assert hall.browser().get(f"/j/{secret}").status_code == 404
    account = next(one for one in hall.keyring.accounts() if one.name == "Dora Dell")
    assert account.may_create
    assert not account.owner
    owner.post("/desk/server/remove", {"account": account.id})
    assert bea.get("/desk").status_code == 303
    assert hall.keyring.account(account.id) is None


def test_the_owner_cannot_be_removed(hall):
    owner = hall.browser(owner=True)
    assert owner.post("/desk/server/remove", {"account": "owner"}).status_code == 422
    assert hall.keyring.account("owner").owner


def test_the_owner_decides_about_phones_without_encryption():
    hall = WebHall(plain_phones=False)
    try:
        owner = hall.browser(owner=True)
        page = text_of(owner.page("/desk/server"))
        assert "not encrypted" in page
        assert "copy a player's session" in page
        assert "Allow sign-in without encryption" in page
        assert owner.post("/desk/server/plain-phones", {"allowed": "maybe"}).status_code == 422
        owner.post("/desk/server/plain-phones", {"allowed": "yes"})
        assert hall.keyring.settled("plain_phones") == "yes"
        assert "Let nobody sign in from other devices" in owner.page("/desk/server")
        owner.post("/desk/server/plain-phones", {"allowed": "no"})
        assert hall.keyring.settled("plain_phones") == "no"
    finally:
        hall.close()


def test_the_server_page_says_where_everything_lies(hall):
    from tiltyard import __version__

    page = text_of(hall.browser(owner=True).page("/desk/server"))
    assert __version__ in page
    assert "TILTYARD_SECOND_COPY" in page


# ------------------------------------------------------------------------------ the desk link


def first_start(hall, **fields):
    """Open the desk for the first time by the link of the terminal."""
    browser = hall.browser()
    answer = browser.post(f"/j/{owner_link(hall.site)}", {"name": "Olga Brandt", **fields})
    return browser, answer


def test_the_first_start_asks_for_an_account_and_later_links_know_its_name():
    hall = WebHall()
    _, answer = first_start(hall, login="Olga", password=GOOD)
    assert "/desk" == answer.headers["location"]

    again = text_of(hall.browser().page(f"/j/{owner_link(hall.site)}"))
    assert "Welcome back, Olga Brandt" in again
    assert "Your name" not in again
    elsewhere = hall.browser()
    signed_in = elsewhere.post("/sign-in", {"login": "olga", "password": GOOD})
    assert 303 == signed_in.status_code
    assert 200 == elsewhere.get("/desk/server").status_code
    hall.close()


def test_the_account_of_the_first_start_may_stay_without_a_password_but_not_with_a_bad_one():
    hall = WebHall()
    _, refused = first_start(hall, login="olga", password=GOOD[:4])
    assert 422 == refused.status_code
    assert () == hall.keyring.accounts()

    _, answer = first_start(hall)
    assert 303 == answer.status_code
    assert [("Olga Brandt", "", "")] == [
        (account.name, account.login, account.password) for account in hall.keyring.accounts()
    ]
    hall.close()


def test_a_used_desk_link_says_how_to_get_another_and_leads_its_owner_to_the_desk():
    hall = WebHall()
    secret, browser = owner_link(hall.site), hall.browser()
    browser.post(f"/j/{secret}", {"name": "Olga Brandt"})

    stranger = hall.browser().get(f"/j/{secret}")
    assert 404 == stranger.status_code
    assert "This desk link has been used already." in text_of(stranger.text)
    assert "tiltyard desk-link" in text_of(stranger.text)
    assert "/desk" == browser.get(f"/j/{secret}").headers["location"]
    hall.close()


def test_an_empty_server_tells_the_organizer_where_the_desk_is():
    hall = WebHall()
    assert "tiltyard desk-link" in text_of(hall.browser().page("/"))
    hall.close()
    full = WebHall(demo=True)
    assert "tiltyard desk-link" not in text_of(full.browser().page("/"))
    full.close()
