from __future__ import annotations

import pytest

from tests.day.events import running
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, Phones
from tiltyard.web.pages.account.joining import make_link


@pytest.fixture(scope="module")
def phones():
    made = Phones(running())
    yield made
    made.close()


def link(phones, player="p3"):
    hall = phones.hall
    return "/j/" + make_link(hall.keyring, hall.clock.now(), "player", CUP, player)


def test_looking_at_a_link_never_uses_it_up(phones):
    path = link(phones)
    for _ in range(3):
        assert "Yes, that's me" in text_of(phones.hall.browser().page(path))

    first, second = phones.hall.browser(), phones.hall.browser()
    for browser in (first, second):
        answer = browser.post(path)
        assert (303, ME) == (answer.status_code, answer.headers["location"])
        assert "Player 3" in browser.page(ME) or "pairings" in browser.page(ME)


def test_a_link_says_whose_it_is_and_changes_nothing_before_the_button(phones):
    browser = phones.hall.browser()
    page = text_of(browser.page(link(phones)))

    assert "Player 3" in page
    assert "Who are you?" in text_of(browser.page(ME))


def test_a_signed_in_account_is_told_and_signed_out_only_by_the_button(phones):
    browser = phones.hall.browser(owner=True)
    path = link(phones)
    page = text_of(browser.page(path))

    assert "This browser is signed in as Olga" in page
    assert "Sign out here and go on as Player 3" in page
    assert "Yes, that's me" not in page
    assert 1 == len(phones.hall.keyring.sessions(account="owner"))
    answer = browser.post(path)
    assert (303, ME) == (answer.status_code, answer.headers["location"])
    assert 0 == len(phones.hall.keyring.sessions(account="owner"))


def test_a_new_link_ends_the_old_one(phones):
    old = link(phones)
    new = link(phones)
    browser = phones.hall.browser()

    assert 404 == browser.get(old).status_code
    assert 200 == browser.get(new).status_code


# ---------------------------------------------------------------------------- without encryption


@pytest.fixture(scope="module")
def house():
    made = Phones(running(), plain_phones=False)
    yield made
    made.close()


@pytest.fixture
def plain(house):
    """The house without anybody's consent."""
    house.hall.keyring.settle("plain_phones", "")
    return house


def test_without_encryption_players_are_refused_and_told_what_to_do(plain):
    path = link(plain)
    browser = plain.hall.browser()
    page = text_of(browser.page(path))

    assert "Players cannot sign in on this network yet" in page
    assert "Ask the organizer, who can allow it at the desk" in page
    assert "Yes, that's me" not in page
    answer = browser.post(path)
    assert 403 == answer.status_code
    assert "Ask the organizer, who can allow it at the desk" in text_of(answer.text)
    assert "Who are you?" in text_of(browser.page(ME))


@pytest.mark.parametrize("path", ["/claim", f"/e/{CUP}/claim"])
def test_without_encryption_codes_are_refused_as_well(plain, path):
    browser = plain.hall.browser()

    assert "Players cannot sign in" in text_of(browser.page(path))
    assert 403 == browser.post(path, {"event": CUP, "who": "1", "code": "x"}).status_code


def test_the_owner_may_allow_it_for_this_server(plain):
    path = link(plain)
    plain.hall.keyring.settle("plain_phones", "yes")

    assert "Yes, that's me" in text_of(plain.hall.browser().page(path))
    assert 303 == plain.hall.browser().post(path).status_code


def test_without_encryption_staff_is_kept_out_as_well(plain):
    keyring, now = plain.hall.keyring, plain.hall.clock.now()
    path = "/j/" + make_link(keyring, now, "invitation", CUP, "p1")
    browser = plain.hall.browser()

    assert "Staff cannot sign in on this network yet" in text_of(browser.page(path))
    assert 403 == browser.post(path).status_code
    assert "Staff cannot sign in on this network yet" in text_of(browser.page("/sign-in"))
    tried = browser.post("/sign-in", {"login": "olga", "password": "x"})
    assert "Staff can't sign in on this network yet" in text_of(tried.text)
    keyring.settle("plain_phones", "yes")
    assert "Staff cannot sign in" not in text_of(browser.page("/sign-in"))
    assert 303 == browser.post(path).status_code


def test_the_owner_of_the_server_always_comes_in(plain):
    path = "/j/" + make_link(plain.hall.keyring, plain.hall.clock.now(), "owner")
    browser = plain.hall.browser()

    assert "Open the desk" in text_of(browser.page(path))
    assert 422 == browser.post(path, {"name": "x" * 500}).status_code
    assert 303 == browser.post(path, {"name": "Olga"}).status_code
    assert 404 == browser.post(path, {"name": "Olga"}).status_code


@pytest.mark.parametrize(
    ("client", "status"), [("127.0.0.1", 303), ("::1", 303), ("127.0.0.2", 403), ("10.0.0.7", 403)]
)
def test_on_the_computer_of_the_server_itself_nobody_can_read_along(plain, client, status):
    path = link(plain)
    front = plain.hall.front

    async def from_there(scope, receive, send):
        await front({**scope, "client": (client, 40000)}, receive, send)

    browser = plain.hall.browser()
    browser.client.base_url = "http://127.0.0.1:8000"
    browser.client.app = from_there
    assert status == browser.post(path).status_code
