"""Forms are sent by pages of ours, and looking at a page changes nothing."""

from __future__ import annotations

import pytest

from tests.web.security.actors import DRAFT, IN, RUNNING, Door, actors, filled
from tests.web.security.permission_matrix import PAGES
from tiltyard.web.pages.account.joining import make_link
from tiltyard.web.security.secrets import form_token, masked, new_session, unmasked

POSTS = [path for method, path in PAGES if method == "POST"]
GETS = [path for method, path in PAGES if method == "GET"]


@pytest.fixture(scope="module")
def boss(gate):
    return next(one for one in actors(gate, RUNNING) if one.account == "owner").secret


FOREIGN = {
    "no token": ({"form_token": ""}, {}),
    "another browser's token": ({"form_token": form_token(new_session())}, {}),
    "half a token": ({"form_token": "ab"}, {}),
    "another site": ({}, {"origin": "https://evil.example"}),
    "no site": ({}, {"origin": "null"}),
    "another port": ({}, {"origin": "http://testserver.local:81"}),
    "an origin that is none": ({}, {"origin": "http://[bad"}),
    "the browser says so": ({}, {"sec-fetch-site": "cross-site"}),
    "a neighbour": ({}, {"sec-fetch-site": "same-site"}),
}


@pytest.mark.parametrize("way", FOREIGN)
def test_a_form_from_somewhere_else_is_refused(gate, boss, way):
    fields, headers = FOREIGN[way]
    with Door(gate) as door:
        for path in POSTS:
            if way == "no site" and "{secret}" in path:
                continue  # pages without a referrer say "null"; their token still counts
            answer = door.ask("POST", filled(path, RUNNING), boss, fields, **headers)
            assert answer.status_code == 403, (way, path)
            assert answer.json() != IN


def test_a_form_of_ours_is_let_in(gate, boss):
    token = form_token(boss)
    own = (
        {},
        {"origin": "http://testserver.local"},
        {"origin": "http://testserver.local", "sec-fetch-site": "same-origin"},
    )
    with Door(gate) as door:
        for headers in own:
            answer = door.ask("POST", "/desk/server/invite", boss, **headers)
            assert answer.json() == IN, headers
        for sent in (token, masked(token), masked(token)):
            answer = door.ask("POST", "/desk/server/invite", boss, {"form_token": sent})
            assert answer.json() == IN
        null = door.ask("POST", "/j/nothing", boss, origin="null")
        assert null.json() == IN


def test_a_body_that_is_no_form_holds_no_token(gate, boss):
    with Door(gate) as door:
        answer = door.client.post(
            "/desk/server/invite",
            json={"form_token": form_token(boss)},
            headers={"cookie": f"{door.cookie}={boss}", "accept": "application/json"},
        )
    assert answer.status_code == 403


def test_a_token_never_looks_the_same_twice(hall):
    token = form_token(new_session())
    shown = {masked(token) for _ in range(50)}
    assert len(shown) == 50
    assert not any(token in one for one in shown)
    assert {unmasked(one) for one in shown} == {token}
    assert unmasked("zz") == "zz"
    browser = hall.browser()
    browser.get("/sign-in")
    assert browser.form_token() not in browser.page("/sign-in")


def test_looking_changes_nothing(hall):
    """Every page, as the owner, again and in several states: no log grows, no page falls over."""
    owner = hall.browser(owner=True)
    now, link = hall.clock.now(), hall.organizer_of(RUNNING)
    secret = make_link(hall.keyring, now, "invitation", RUNNING, link)
    before = {name: hall.desk.store.head(name) for name in hall.desk.events()}
    for event in (RUNNING, RUNNING, DRAFT, "summer-disks"):
        for path in GETS:
            there = filled(path, event, secret)
            answer = owner.get(there)
            assert answer.status_code < 500, (there, answer.text[:300])
    assert {name: hall.desk.store.head(name) for name in hall.desk.events()} == before
    assert owner.post(f"/j/{secret}").status_code == 303
    assert hall.browser().get(f"/j/{secret}").status_code == 404


def test_an_event_of_another_state_still_has_its_pages(hall):
    owner = hall.browser(owner=True)
    assert owner.get(f"/e/{DRAFT}/desk/access").status_code == 200
    assert owner.get("/desk/server").status_code == 200


@pytest.mark.parametrize("path", ["/e/{event}/judge/match/{match}", "/e/{event}/rounds/{round}"])
def test_an_object_of_another_event_looks_like_one_that_is_missing(hall, path):
    owner = hall.browser(owner=True)
    other = hall.desk.event("summer-disks").rounds[-1].id
    assert hall.desk.event(RUNNING).round(other) is None
    pages = []
    for round_ in (other, "8.8"):
        there = path.format(event=RUNNING, match=f"{round_}.1", round=round_)
        answer = owner.get(there, accept="application/json")
        pages.append((answer.status_code, answer.text.replace(round_, "?")))
    assert pages[0] == pages[1]
    assert pages[0][0] in {404, 422}
