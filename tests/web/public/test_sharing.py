"""What others see of our addresses: pictures, descriptions, what crawlers and caches may do."""

import re
import struct
from html import unescape

import pytest

from tests.web.hall import ADDRESS, WebHall
from tiltyard.paper.share_card import ShareCard, draw_card

NIGHT, SUMMER = "night-flight", "summer-disks"
OPEN_TO_ALL = ("/", "/robots.txt", "/favicon.ico", f"/e/{NIGHT}/statistics")
OF_AN_EVENT = ("", "/pairings", "/standings", "/players", "/draws", "/players/p6", "/rules")


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def meta(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    return {name: unescape(text) for name, text in found}


@pytest.mark.parametrize("suffix", OF_AN_EVENT)
def test_every_page_describes_itself_and_names_its_address_and_picture(hall, suffix):
    page = hall.browser().page(f"/e/{NIGHT}{suffix}")
    said = meta(page)
    assert 20 < len(said["description"]) < 300
    assert said["description"] == said["og:description"]
    assert f'<link rel="canonical" href="{ADDRESS}/e/{NIGHT}{suffix}">' in page
    assert said["og:title"].endswith("Night Flight")
    picture = said["og:image"].removeprefix(ADDRESS)
    assert 200 == hall.browser().get(picture).status_code


@pytest.mark.parametrize("path", [*OPEN_TO_ALL, *(f"/e/{NIGHT}{one}" for one in OF_AN_EVENT)])
def test_who_is_nobody_gets_no_cookie_and_the_page_may_be_kept(hall, path):
    answer = hall.browser().get(path)
    assert 200 == answer.status_code
    assert "set-cookie" not in answer.headers
    assert "no-store" not in answer.headers["cache-control"]


def test_lists_that_may_be_hidden_again_are_kept_by_nobody_and_set_no_cookie(hall):
    answer = hall.browser().get(f"/e/{NIGHT}/lists")
    assert "set-cookie" not in answer.headers
    assert "no-store" == answer.headers["cache-control"]


def test_a_page_that_is_not_there_sets_no_cookie_and_speaks_of_nothing_changed(hall):
    answer = hall.browser().get("/e/no-such-event")
    assert 404 == answer.status_code
    assert "set-cookie" not in answer.headers
    assert "Nothing was changed" not in answer.text
    assert "notice alarm" not in answer.text


PICTURES = (
    *(f"/e/{NIGHT}{page}/share.png" for page in ("", "/pairings", "/standings", "/games/1.1.1")),
    f"/e/{SUMMER}/players/p3/share.png",
)


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_is_a_png_of_the_size_services_show(hall, path):
    answer = hall.browser().get(path)
    assert "image/png" == answer.headers["content-type"]
    assert b"\x89PNG" == answer.content[:4]
    assert (1200, 630) == struct.unpack(">II", answer.content[16:24])
    assert len(answer.content) < 150_000


@pytest.mark.parametrize(
    "name", ["Ana", "W" * 80, "عبد الرحمن", "李雷", "Donaudampfschifffahrtskapitän"]
)
def test_a_card_is_drawn_whatever_the_name(name):
    rows = tuple((str(number), name, "10") for number in range(4))
    drawn = draw_card(ShareCard("en", name, name, name, rows, "Tiltyard"))
    assert (1200, 630) == struct.unpack(">II", drawn.body[16:24])


def test_the_picture_of_nobody_is_not_found(hall):
    assert 404 == hall.browser().get(f"/e/{NIGHT}/players/p999/share.png").status_code


def test_crawlers_are_kept_from_pages_that_are_somebodys_own(hall):
    text = hall.browser().get("/robots.txt").text
    assert text.startswith("User-agent: *\n")
    assert "Disallow: /e/*/me\n" in text
    assert "Disallow: /e/*/desk\n" in text


def test_the_event_page_has_place_map_schedule_players_and_a_calendar(hall):
    page = hall.browser().page(f"/e/{NIGHT}")
    assert f'href="/e/{NIGHT}/files/schedule.ics"' in page
    assert "openstreetmap.org/search?query=" in page
    assert f'href="/e/{NIGHT}/players"' in page
    assert 'id="schedule"' in page
