"""No page, phone, paper or reminder of a game cites the document of another game."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from html import unescape

import pytest

from tests.day.events import NOON, RULESETS, Day, running
from tests.web.hall import text_of
from tests.web.phone.phones import Phones
from tiltyard.day.components import NoteComponentTrouble
from tiltyard.day.judging import RequestWatch
from tiltyard.day.people import DropPlayer, Rejoin
from tiltyard.day.reminders import guidance, reminders
from tiltyard.engine.errors import TiltyardError
from tiltyard.engine.ruleset import Audience, Moment
from tiltyard.paper.paper import Wanted
from tiltyard.paper.table import PAPERS
from tiltyard.paper.view import PaperView
from tiltyard.rulesets.loader import load
from tiltyard.web.pages.public.public_pages import PAGES

CITED = re.compile(r"\b(?:RW|XW|XE|ME|DW|AR)-\d{3}\b")
OWN = {
    "runewars": {"RW"},
    "xwing-dogfight": {"XW"},
    "xwing-escalation": {"XW", "XE"},  # one document
    "middle-earth": {"ME"},
    "diskwars": {"DW"},
    "armada": {"AR"},
}
PHONE = ("", "/told", "/leaving", "/table", "/list")


def foreign(ruleset: str, text: str) -> set[str]:
    """Return the clauses of other documents in a text."""
    return {clause for clause in CITED.findall(text) if clause[:2] not in OWN[ruleset]}


def texts_in(value: object) -> list[str]:
    """Return every text inside plain data."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for one in fields(value) for text in texts_in(getattr(value, one.name))]
    if isinstance(value, dict):
        return [text for pair in value.items() for one in pair for text in texts_in(one)]
    if isinstance(value, list | tuple | set | frozenset):
        return [text for one in value for text in texts_in(one)]
    return []


def moments(ruleset: str) -> list[Day]:
    """Return a day before the start, in a round with everything that happens, and at its end."""
    early = Day(ruleset)
    early.open_doors()
    early.register("Ann", "Bob", "Cem")
    busy = running(ruleset, 5)
    busy.next_round()
    game = busy.games()[0]
    busy.do(RequestWatch(game.id, "slow"), game.players[0])
    busy.do(NoteComponentTrouble(game.players[1], "a die", "lost"))
    over = running(ruleset, 8, swiss_rounds=None if ruleset == "xwing-escalation" else 2)
    over.play_round()
    gone = over.active()[0]
    over.do(DropPlayer(gone))
    over.do(Rejoin(gone))
    over.play_swiss()
    over.finish()
    return [early, busy, over]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_cites_its_own_document_and_our_decisions(ruleset):
    assert foreign(ruleset, " ".join(texts_in(load(ruleset)))) == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pages_phones_papers_and_reminders_cite_no_other_document(ruleset):
    found: dict[str, set[str]] = {}
    for number, day in enumerate(moments(ruleset)):
        phones = Phones(day)
        anybody, desk = phones.hall.browser(), phones.hall.browser("cup", "p1")
        pages = {f"/e/cup{suffix}": anybody for suffix in PAGES}
        pages |= {f"/e/cup/me{suffix}": phones.phone("p2") for suffix in PHONE}
        pages |= {
            f"/e/cup/{place}": desk
            for place in ("desk", "desk/start", "desk/round", "desk/details", "judge")
        }
        for path, browser in pages.items():
            found[f"{number} {path}"] = foreign(ruleset, unescape(text_of(browser.page(path))))
        phones.close()
        view = PaperView(day.event, day.rules, day.document, NOON)
        for paper in PAPERS.values():
            try:
                sheet = paper.data(view, Wanted())
            except TiltyardError as no:
                sheet = no.clause or ""  # type: ignore[assignment]
            found[f"{number} {paper.id}"] = foreign(ruleset, " ".join(texts_in(sheet)))
        due = reminders(day.event, day.rules, day.document, day.clock.now())
        found[f"{number} reminders"] = foreign(ruleset, " ".join(one.clause for one in due))
    for moment in Moment.__args__:
        for audience in Audience.__args__:
            said = guidance(load(ruleset), moment, audience)
            found[f"{moment} {audience}"] = foreign(ruleset, " ".join(texts_in(list(said))))
    assert {place: clauses for place, clauses in found.items() if clauses} == {}
