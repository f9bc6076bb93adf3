"""Sixty hostile texts in every field: shown as they are, executed never, and no page breaks."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from tests.amount import share
from tests.browser.browsing import HEIGHTS, NARROW, sideways
from tests.browser.hostile import EVENT, PAYLOADS, fill_with_hostile_texts
from tests.browser.places import NOBODY, OWNER, FilledHouse, Place, actor_of, pages
from tiltyard.engine.plain_text import tidy
from tiltyard.store.keyring import Account, Token
from tiltyard.web.security.visitors import begin_session

GONE = r"Failed to load resource: the server responded with a status of 4\d\d"
PRESSES = False
UNFOLD = """() => {
  for (const one of document.querySelectorAll("details:not([open]) > summary"))
    if (one.checkVisibility()) one.click();
}"""
OWN_PAGES = [(NOBODY, ""), (OWNER, "/desk"), (OWNER, "/desk/details")]
ADDRESSES = ["/sign-in?next={}", "/desk/new?ruleset={}", "/e/{}", "/j/{}"]
WAYS = (*OWN_PAGES, *ADDRESSES)  # each text goes one of them, with `--full` all
SHOWN = ("/e/{event}/pairings", "/e/{event}/standings", "/e/{event}/desk/people")


@pytest.fixture(scope="module")
def hostile_house(tmp_path_factory):
    house = FilledHouse(tmp_path_factory.mktemp("hostile"))
    house.adopt(fill_with_hostile_texts)
    house.seat_everybody()
    now = datetime.now(UTC)
    for number, text in enumerate(PAYLOADS):
        house.keyring.add_account(Account(f"a{number}", tidy(text), login=f"a{number}"))
        begin_session(house.keyring, now, account="owner", device=text)
        house.keyring.add_token(Token(f"k{number}", EVENT, "o1", "read", text, now))
    try:
        yield house.open()
    finally:
        house.close()


def test_there_are_sixty_different_texts():
    assert 60 == len(set(PAYLOADS))
    assert all(len(text) <= 80 for text in PAYLOADS)  # a name may have 80


def test_the_trap_hears_what_is_executed(hostile_house, visitor):
    somebody = visitor(hostile_house.address)
    page = somebody.go("/")
    page.evaluate("window.__pwned = 'yes'")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))"
    )
    page.wait_for_function("true")

    assert "executed: yes" in somebody.troubles
    assert any(one.startswith("CSP: script-src") for one in somebody.troubles)
    somebody.troubles.clear()


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, id=place.name)
        for route in pages()
        for place in [Place(route.path, EVENT if "{event}" in route.path else "", actor_of(route))]
    ],
)
def test_no_page_executes_what_somebody_typed(place, hostile_house, regular):
    somebody = regular(hostile_house, place.actor)
    page = somebody.go(hostile_house.address_of(place))

    assert 200 == somebody.status
    page.evaluate(UNFOLD)
    page.set_viewport_size({"width": NARROW, "height": HEIGHTS[NARROW]})
    assert [] == sideways(page)
    if place.path in SHOWN:
        text = " ".join(page.locator("main").inner_text().split())
        assert [] == [one for one in PAYLOADS if tidy(one) not in text]


@pytest.mark.parametrize("actor, suffix", OWN_PAGES)
def test_no_event_executes_its_own_details(actor, suffix, hostile_house, visitor):
    somebody = visitor(hostile_house.address, session=hostile_house.cookies[actor], width=NARROW)
    texts = list(enumerate(PAYLOADS))

    for number, text in share(texts, WAYS.index((actor, suffix)), len(WAYS)):
        page = somebody.go(f"/e/hostile-{number}{suffix}")
        assert 200 == somebody.status
        assert [] == sideways(page), text
        assert tidy(text) in page.title()


@pytest.mark.parametrize("path", ADDRESSES)
def test_no_address_is_executed(path, hostile_house, visitor):
    somebody = visitor(hostile_house.address, session=hostile_house.cookies[OWNER])
    somebody.allow(GONE)

    for text in share(PAYLOADS, WAYS.index(path), len(WAYS)):
        somebody.go(path.format(quote(text, safe="")))
        assert 500 > somebody.status
