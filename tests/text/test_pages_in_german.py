"""Whole pages in German: no English sentence of ours is left on them."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from tests.web.hall import WebHall
from tiltyard.dev.translations import english_forms
from tiltyard.text.language import forms, read

READ_ALOUD = {"alt", "aria-label", "placeholder", "title", "data-confirm", "data-offline"}
UNREAD = {"code", "pre", "script", "style"}
GAP = re.compile(r"%(?:\(\w+\))?[sd]|\{\w*\}")
LEAST_OF_OURS = 12
MOST_PAGES = 16
TYPED = {"untimed"}
"""Values that are typed as they stand, whatever the language."""


class Page(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self.language = ""
        self._unread = 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self._unread += tag in UNREAD
        for name, value in attrs:
            if value and name in READ_ALOUD:
                self.texts.append(" ".join(value.split()))
            if (tag, name) == ("a", "href") and value and value.startswith("/"):
                self.links += [value.partition("#")[0].partition("?")[0]]
            if (tag, name) == ("html", "lang"):
                self.language = value or ""

    def handle_endtag(self, tag):
        self._unread -= tag in UNREAD

    def handle_data(self, data):
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))


@cache
def english() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every text that is different in German: as it stands, and those with gaps as patterns."""
    plain: set[str] = set()
    patterns = []
    for message in read("de"):
        key = message.id if isinstance(message.id, str) else message.id[0]
        for text in english_forms(key):
            if not text or text in forms(message) or message.context:
                continue
            literal = GAP.sub("", text)
            if literal == text:
                plain.add(" ".join(text.split()))
            elif sum(map(str.isalpha, literal)) >= LEAST_OF_OURS:
                pieces = (re.escape(piece) for piece in GAP.split(text))
                patterns.append(re.compile(".+?".join(pieces)))
    german = {said for message in read("de") for said in forms(message)}
    return plain - german - TYPED, patterns


@cache
def is_english(text: str) -> bool:
    plain, patterns = english()
    return text in plain or any(pattern.fullmatch(text) for pattern in patterns)


def left_in_english(page: Page) -> list[str]:
    return [text for text in page.texts if is_english(text)]


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_the_search_for_english_finds_it():
    page = Page("<p>Standings<p title='Find your table'>Runde 1<p>Find a name<code>Name</code>")

    assert left_in_english(page) == ["Standings", "Find your table", "Find a name"]


def somebody(hall, event, who):
    if who == "the organizer":
        return hall.organizer_of(event)
    entrants = hall.desk.event(event).entrants.values()
    return next(one.id for one in entrants if one.state in {"registered", "active", "dropped"})


@pytest.mark.parametrize(
    ("who", "event", "start"),
    [
        ("the organizer", "ash-and-antler", "desk"),
        ("the organizer", "night-flight", "judge"),
        ("Choose a player.", "harbour-lights", "me"),
        ("nobody", "the-broken-crown", ""),
        ("the owner", "", ""),
    ],
)
def test_no_english_is_left_on_a_german_page(hall, who, event, start):
    if event:
        person = "" if who == "nobody" else somebody(hall, event, who)
        browser = hall.browser(event, person)
    else:
        browser = hall.browser(owner=True)
    browser.client.cookies.set("lang", "de")
    todo, seen = [f"/e/{event}/{start}".rstrip("/") if event else "/desk"], {}
    home = f"/e/{event}" if event else "/"
    while todo and len(seen) < MOST_PAGES:
        path = todo.pop(0)
        answer = None if path in seen else browser.get(path)
        if answer is None or answer.is_redirect or "html" not in answer.headers["content-type"]:
            continue
        page = seen[path] = Page(answer.text)
        inside = [one for one in page.links if one.startswith(home)]
        todo += [one for one in inside if not one.startswith("/language")]

    assert seen
    assert {path: page.language for path, page in seen.items() if page.language != "de"} == {}
    left = {path: left_in_english(page) for path, page in seen.items()}
    assert {path: texts for path, texts in left.items() if texts} == {}
