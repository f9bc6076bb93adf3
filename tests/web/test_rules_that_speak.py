"""Clause marks: what their cards say, and that no page shows a bare code or another game's rule."""

from __future__ import annotations

import re

import pytest

from tests.day.events import RULESETS, Day, running
from tests.web.phone.phones import Phones
from tiltyard.clauses.cards import rule_cards
from tiltyard.clauses.loader import load_decisions
from tiltyard.clauses.vocabulary import CLAUSE_ID, DECISION_ID, DOCUMENTS_OF_RULESET, PREFIXES
from tiltyard.web.pages.public.public_pages import PAGES
from tiltyard.web.rendering import rule_address

MARK = re.compile(r'<a class="clause" href="([^"]+)"[^>]*>§</a>')
CODE = re.compile(rf"{CLAUSE_ID}|{DECISION_ID}")
OWN = {"xwing-escalation": {"XW", "XE"}}
DESK = ("", "/start", "/round", "/results", "/standings", "/details", "/people", "/lists", "/staff")
DESK += ("/cut", "/finish", "/papers", "/history", "/tables", "/check-in", "/list-matters")
PHONE = ("", "/told", "/leaving", "/table", "/list")


def bare_codes(html: str) -> list[str]:
    """The codes a person reads on a page, clause marks left out."""
    return CODE.findall(re.sub(r"<[^>]+>", " ", MARK.sub(" ", html)))


def busy(ruleset: str) -> Day:
    """A day in its second round, somebody gone."""
    day = running(ruleset, 8)
    day.play_round()
    day.next_round()
    return day


@pytest.fixture(scope="module", params=RULESETS)
def hall(request):
    day = busy(request.param)
    phones = Phones(day)
    anybody, desk = phones.hall.browser(), phones.hall.browser("cup", "p1")
    places = {f"/e/cup{suffix}": anybody for suffix in PAGES if suffix != "/record"}
    places |= {f"/e/cup/me{suffix}": phones.phone("p2") for suffix in PHONE}
    places |= {f"/e/cup/desk{suffix}": desk for suffix in DESK}
    places |= {"/e/cup/judge": desk}
    yield request.param, {path: who.page(path) for path, who in places.items()}, anybody
    phones.close()


def test_no_page_shows_a_bare_code(hall):
    _, pages, _ = hall
    assert {} == {path: bare_codes(html) for path, html in pages.items() if bare_codes(html)}


def test_every_mark_opens_a_card_of_this_game_alone(hall):
    ruleset, pages, anybody = hall
    marks = {address for html in pages.values() for address in MARK.findall(html)}
    foreign = set(PREFIXES) - OWN.get(ruleset, {pages_prefix(ruleset)})
    assert marks
    for address in sorted(marks):
        card = anybody.page(address)
        assert "data-rule" in card
        assert not {one for one in foreign if re.search(rf"\b{one}(-\d|\b)", card)}, address


def pages_prefix(ruleset: str) -> str:
    """How clauses of a game of one document begin."""
    card = {
        "xwing-dogfight": "XW",
        "middle-earth": "ME",
        "diskwars": "DW",
        "armada": "AR",
        "house": "HF",
    }
    return card.get(ruleset, "RW")


def test_a_card_says_the_rule_its_document_and_its_section():
    (card,) = rule_cards(["AR-107"], "armada")
    assert card.text
    assert (card.document, card.version) == ("Armada Tournament Regulations", "1.0.1")
    assert card.section


@pytest.mark.parametrize("ruleset", DOCUMENTS_OF_RULESET)
def test_a_decision_is_told_without_other_games(ruleset):
    own = OWN.get(ruleset, {pages_prefix(ruleset)})
    about = [one.id for one in load_decisions() if any(name[:2] in own for name in one.where)]
    for card in rule_cards(about, ruleset):
        assert not set(re.findall(rf"\b({'|'.join(PREFIXES)})\b", card.text)) - own, card.id


def test_a_page_of_several_clauses_and_of_none():
    phones = Phones(running("armada", 4))
    anybody = phones.hall.browser()
    assert 2 == anybody.page("/rules/AR-001,AR-002").count("data-rule")
    for unknown in ("AR-999", "x", "AR-001%2F..", "<b>"):
        assert 404 == anybody.get(f"/rules/{unknown}").status_code
    phones.close()


def test_an_address_names_the_game_only_for_decisions():
    assert rule_address("AR-001, AR-002") == "/rules/AR-001,AR-002"
    assert rule_address("AMB-001") == "/rules/AMB-001"
