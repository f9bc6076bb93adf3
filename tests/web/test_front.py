from __future__ import annotations

import pytest

from tests.web.hall import WebHall
from tiltyard.web import page_cache as hot
from tiltyard.web.body_guard import LARGEST_BODY
from tiltyard.web.languages import UNSAID
from tiltyard.web.page_cache import HotPages, has_etag, takes_gzip
from tiltyard.web.static_files import Assets


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_a_public_page_is_made_once_and_then_ready(hall):
    browser = hall.browser()
    first = browser.get("/e/night-flight")
    second = browser.get("/e/night-flight")
    assert first.status_code == second.status_code == 200
    assert first.headers["etag"] == second.headers["etag"]
    assert first.headers["cache-control"] == second.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in second.headers
    again = browser.get("/e/night-flight", **{"if-none-match": second.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert "content-type" not in again.headers
    assert "content-encoding" not in again.headers


def test_nothing_is_rendered_once_a_page_is_ready(hall, monkeypatch):
    browser = hall.browser()
    ready = browser.page("/e/night-flight/pairings")

    def fails(*_args, **_values):
        raise AssertionError("a ready page was rendered again")

    monkeypatch.setattr(hall.site.renderer, "public", fails)
    assert browser.page("/e/night-flight/pairings") == ready
    assert browser.page("/e/night-flight/pairings?from=chat") == ready
    with pytest.raises(AssertionError):
        hall.site.publisher.page("night-flight", "/rounds/1.1", "en")


def test_languages_have_pages_of_their_own_with_one_tag(hall):
    browser = hall.browser()
    english = browser.get("/e/night-flight/rules", **{"accept-language": "en-GB,en;q=0.9"})
    german = browser.get("/e/night-flight/rules", **{"accept-language": "de-AT,de;q=0.9"})
    again = browser.get("/e/night-flight/rules", **{"accept-language": "de-AT,de;q=0.9"})
    assert '<html lang="en" ' in english.text
    assert '<html lang="de" ' in german.text
    assert german.text == again.text
    assert english.headers["etag"] != german.headers["etag"]
    assert _tag(english.text) == _tag(german.text)


def _tag(html: str) -> str:
    return html.partition('data-tag="')[2].partition('"')[0]


def test_head_answers_like_get_without_a_body(hall):
    client = hall.browser().client
    client.get("/e/night-flight/tables")
    for path in ("/e/night-flight/tables", "/", "/e/night-flight/state.json"):
        answer = client.head(path)
        assert answer.status_code == 200, path
        assert answer.content == b"", path
    assert client.head("/e/nowhere").status_code == 404


def test_other_methods_do_not_get_a_ready_page(hall):
    client = hall.browser().client
    client.get("/e/night-flight/tables")
    assert client.put("/e/night-flight/tables").status_code == 405


@pytest.mark.parametrize(
    "path", ["/e/nowhere", "/e/nowhere/live", "/e/nowhere/state.json", "/e/night-flight/rounds/9.9"]
)
def test_what_does_not_exist_is_not_found_and_leaves_nothing_behind(hall, path):
    kept = len(hall.site.publisher._kept)
    assert hall.browser().get(path).status_code == 404
    assert len(hall.site.publisher._kept) == kept
    assert hall.site.channels.channel("nowhere") is None


def test_a_request_that_is_too_large_is_refused_at_the_door(hall):
    client = hall.browser().client
    body = b"x" * (LARGEST_BODY + 1)
    assert client.post("/e/night-flight/do/pause-clock", content=body).status_code == 413


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ('"b", "a"', True),
        ('"b",W/"a"', True),
        ("*", True),
        ('"b"', False),
        ('"aa"', False),
        ('x"a"', False),
        ("", False),
        ('"a"' + ", " * 2000, False),
    ],
)
def test_an_etag_is_found_in_a_list_and_nowhere_else(asked, found):
    assert has_etag(asked, '"a"') is found


@pytest.mark.parametrize(
    ("asked", "taken"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5, br", True),
        ("GZIP", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("*, gzip;q=0", False),
        ("*;q=0", False),
        ("identity", False),
        ("", False),
        ("notgzip", False),
    ],
)
def test_gzip_is_sent_to_those_who_take_it(asked, taken):
    assert takes_gzip(asked) is taken


def test_whoever_refuses_gzip_gets_the_plain_page(hall):
    browser = hall.browser()
    browser.page("/e/night-flight")
    packed = browser.get("/e/night-flight", **{"accept-encoding": "gzip"})
    plain = browser.get("/e/night-flight", **{"accept-encoding": "gzip;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_pages_nobody_asks_for_make_room(monkeypatch):
    monkeypatch.setattr(hot, "MOST_PAGES", 3)
    pages = HotPages(Assets(), encrypted=False)
    for number in range(3):
        pages.put(f"/e/a/{number}", "en", b"x").used = False
    hot.chosen(pages.page("/e/a/0", "en"), None, None)
    pages.put("/e/a/3", "en", b"x")
    assert pages.page("/e/a/0", "en") is not None
    assert pages.page("/e/a/1", "en") is None
    assert {path for path, _ in pages.known("/e/a")} == {"/e/a/0", "/e/a/2", "/e/a/3"}


def test_the_same_bytes_are_not_packed_again(monkeypatch):
    pages = HotPages(Assets(), encrypted=False)
    first = pages.put("/e/a", "en", b"x")
    packed = []
    monkeypatch.setattr(hot, "packed", lambda body: packed.append(body) or body)
    first.used = False
    assert pages.put("/e/a", "en", b"x", own=True) is first
    assert first.used
    assert pages.page("/e/a", UNSAID) is first
    assert packed == []
    assert pages.put("/e/a", "en", b"y") is not first
    assert packed == [b"y"]


def test_pages_make_room_by_their_size(monkeypatch):
    pages = HotPages(Assets(), encrypted=False)
    pages.put("/e/a", "en", b"x" * 1000)
    monkeypatch.setattr(hot, "MOST_BYTES", 1500)
    pages.put("/e/b", "en", b"y" * 1000)
    assert pages.page("/e/b", "en") is not None
    assert pages.page("/e/a", "en") is None


def test_a_page_is_forgotten_in_one_language_only():
    pages = HotPages(Assets(), encrypted=False)
    pages.put("/e/a", "en", b"x")
    pages.put("/e/a", "de", b"y")
    pages.forget("/e/a", "en")
    assert pages.page("/e/a", "en") is None
    assert pages.page("/e/a", "de") is not None
    pages.forget("/e/a", "de")
    assert pages.find("/e/a") is None


def test_an_act_by_a_form(hall):
    browser = hall.browser("night-flight", hall.organizer_of("night-flight"))
    answer = browser.do("night-flight", "announce-item", item="prizes", text="Cups for all.")
    assert answer.status_code in {200, 422}, answer.text


def test_a_form_without_its_token_is_refused(hall):
    browser = hall.browser("night-flight", hall.organizer_of("night-flight"))
    answer = browser.client.post("/e/night-flight/do/pause-clock", data={})
    assert answer.status_code == 403
