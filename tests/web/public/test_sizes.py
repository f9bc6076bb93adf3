from __future__ import annotations

import pytest

from tests.web.hall import WebHall
from tests.web.public.large_field import large_field
from tiltyard.text.language import speaking
from tiltyard.web.page_cache import packed
from tiltyard.web.pages.public.public_pages import find_page

KB = 1024


@pytest.fixture(scope="module")
def hall():
    made = WebHall()
    yield made
    made.close()


@pytest.fixture(scope="module")
def thousand():
    return large_field(1000)


def size(hall, view, suffix: str) -> int:
    page = find_page(view, suffix)
    with speaking("en"):
        context = page.context(view, hall.desk)
    html = hall.site.renderer.public(page.template, "en", view, suffix, "tag", context)
    assert "</html>" in html
    return len(packed(html.encode()))


@pytest.mark.parametrize("suffix", ["/pairings", "/tables", "/standings", "/missing"])
def test_a_thousand_rows_with_links_are_at_most_sixteen_kilobytes(hall, thousand, suffix):
    frame = size(hall, large_field(2), suffix)
    assert size(hall, thousand, suffix) - frame <= 16 * KB, suffix
    assert frame <= 3 * KB


def test_the_first_page_does_not_grow_with_the_field(hall, thousand):
    assert size(hall, thousand, "") <= 4 * KB


def test_every_row_is_there(hall, thousand):
    page = find_page(thousand, "/pairings")
    context = page.context(thousand, hall.desk)
    html = hall.site.renderer.public(page.template, "en", thousand, "/pairings", "", context)
    assert html.count('<tr><th scope="row">') == 1000
