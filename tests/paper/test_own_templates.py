"""Templates of one's own in place of those that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refusing import refuses
from tiltyard.engine.errors import Refused
from tiltyard.paper import layouts
from tiltyard.paper.share_card import ShareCard, draw_card

SHIPPED = Path(layouts.__file__).parent / "templates"


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv(layouts.VARIABLE, str(tmp_path))
    return tmp_path


def card():
    return draw_card(ShareCard("en", "Armada", "Cup", "Pairings are up"))


def test_a_template_takes_the_place_of_the_shipped_one_and_the_others_stay(own):
    (own / "card.typ").write_text("#set page(width: 40pt, height: 30pt)\nours")
    folder = layouts.templates()

    assert (folder / "card.typ").read_text("utf-8").endswith("ours")
    assert (folder / "slips.typ").read_bytes() == (SHIPPED / "slips.typ").read_bytes()
    assert card().body.startswith(b"\x89PNG")


def test_without_the_variable_it_is_the_shipped_folder(monkeypatch):
    monkeypatch.delenv(layouts.VARIABLE, raising=False)
    assert layouts.templates() == SHIPPED


def test_an_empty_folder_is_refused(own):
    with refuses(Refused, code="papers-folder-empty"):
        layouts.templates()


def test_a_name_no_paper_uses_is_refused_with_those_there_are(own):
    (own / "slip.typ").write_text("x")
    with refuses(Refused, code="papers-template-unknown") as no:
        layouts.templates()
    assert "slips" in no.value.facts["names"]


def test_a_template_that_fails_is_refused_with_its_place(own):
    (own / "card.typ").write_text("#nothing-like-this")
    with refuses(Refused, code="own-template-fails"):
        card()
