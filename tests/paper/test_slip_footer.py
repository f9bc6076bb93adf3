"""The line at the bottom of a page of slips never lies over a signature."""

from __future__ import annotations

import pypdfium2
import pytest

from tests.day.events import in_round
from tests.web.desk.at_desk import CUP, AtDesk


def bottoms_of(page, word: str) -> list[float]:
    """Return how high above the lower edge of the page each place of a word ends."""
    text = page.get_textpage()
    found = text.search(word)
    bottoms = []
    while hit := found.get_next():
        start, count = hit
        bottoms.append(min(text.get_charbox(place)[1] for place in range(start, start + count)))
    return bottoms


def tops_of(page, word: str) -> list[float]:
    """Return how high above the lower edge of the page each place of a word begins."""
    text = page.get_textpage()
    found = text.search(word)
    tops = []
    while hit := found.get_next():
        start, count = hit
        tops.append(max(text.get_charbox(place)[3] for place in range(start, start + count)))
    return tops


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", ["armada", "middle-earth", "runewars", "xwing-dogfight"])
def test_the_footer_is_free_of_the_last_signature(ruleset, size):
    desk = AtDesk(in_round(ruleset, 8))
    try:
        paper = desk.organizer.get(f"/e/{CUP}/print/slips.pdf?size={size}")
        title = desk.day.rules.title
    finally:
        desk.close()
    for page in pypdfium2.PdfDocument(paper.content):
        signatures = bottoms_of(page, "Signature")
        footer = min(tops_of(page, title))
        assert signatures
        assert min(signatures) > footer + 4, "the rule to sign on lies below its word"
