"""Pages, papers, pictures and files in a language of other letters: nothing of ours stays as it is.

A text that the catalogue does not know, or that is said without it, keeps its Latin letters.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace

import pytest

from tests.formats.foreign.samples import NAMES, SAMPLES, changed, game
from tests.paper.days import STRUCTURE, new_hall, view_of
from tests.paper.pictures import text_of
from tests.text.other_letters import OTHER, Data, Read, faults, in_other_letters, known, strings
from tests.web.hall import START, WebHall
from tiltyard.day.rounds import MakeCut
from tiltyard.dev.sample_event import NAMES as PLAYERS
from tiltyard.engine.errors import Refused
from tiltyard.formats.foreign.remarks import (
    note_sentences,
    reason_sentences,
    remark_sentences,
)
from tiltyard.formats.foreign.table import FORMATS
from tiltyard.formats.outgoing.calendar import write_calendar
from tiltyard.formats.outgoing.outgoing_remarks import remark_sentences as remarks_on_the_way_out
from tiltyard.formats.outgoing.spreadsheets import tables
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_pack
from tiltyard.paper.table import PAPERS
from tiltyard.rulesets.loader import load_all
from tiltyard.service.exporting import FORMS, Wish, handed_over
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.web.app import ALL_ROUTES
from tiltyard.web.archive import archive_pages
from tiltyard.web.documentation import pages

OWNERS = {"signed_in", "creator", "owner"}
NO_PAGES = {
    "/language/{code}",
    "/size/{size}",
    "/j/{secret}",
    "/arrive/{secret}",
    "/schemas/{name}",
    "/e/{event}/desk/files/{name}",
    "/e/{event}/desk/export.json",
    "/e/{event}/desk/personal-data.json",
    "/e/{event}/me/data.json",
    "/e/{event}/me/push",
    "/e/{event}/desk/qr.svg",
    "/e/{event}/files/{name}",
    "/e/{event}/judge/find",
    "/e/{event}/lists/{player}/file",
    "/e/{event}/lists/{player}/text",
    "/e/{event}/print/{paper}",
    "/desk/rules/{ruleset}/file",
    "/desk/rules/{ruleset}/sheet.pdf",
}
"""Where no page is: files, and ways to somewhere else."""

IN_SAMPLES = (
    *(*NAMES, "Ana", "Bo", "Cem", "Bo & Carr", "Olga", "REBEL", "rebel"),
    *("Club Night", "Small One", "Store Cup", "Harbour Open", "Castle Day"),
)
DAMAGED = changed(
    rounds=[{"round-number": 1, "matches": [game("Ana Bern", "Bo Carr", "x", -3), 7]}]
)
ENOUGH = 3
OVER_THE_CUT = ("xwing-escalation", "diskwars")
# Rules in our words, and the documentation: marked as such.
ENGLISH = re.compile(r'<(p|span|ul|article)[^>]* lang="en"[^>]*>.*?</\1>', re.DOTALL)
GAP = re.compile(r"\{\w+\}")


@pytest.fixture(scope="module", autouse=True)
def other_letters(tmp_path_factory):
    with known(tmp_path_factory.mktemp("locale")):
        yield


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    text = 'inherits = "margin-20-0@1"\nid = "kitchen-night"\nversion = "1"\n'
    text += 'title = "Olga"\ngame = "Olga"\n'
    made.site.library.keep(text, "Olga", made.clock.now())
    yield made
    made.close()


@pytest.fixture(scope="module")
def data(hall):
    titles = (page.title for page in pages().values())
    names = ("Olga", *PLAYERS, *hall.desk.events(), *names_in_the_rules(), *titles)
    return Data(facts_of(hall.desk), names=names)


def names_in_the_rules():
    """Return what stands in rulesets as a name: of documents, games, factions, cards, products."""
    for rules in load_all():
        yield from (rules.title, rules.game, *rules.lists.factions, *rules.legality.only)
        yield from strings([rules.lists.faction_words, [*rules.lists.faction_words]])
        yield from strings([one.products for one in rules.legality.bans.values()])
        yield from (
            card for draw in rules.draws.values() for pool in draw.pools for card in pool.cards
        )


def facts_of(desk):
    """Return everything that was ever recorded, by people in their own words."""
    return [one.fact for event in desk.events() for one in desk.log(event)]


def test_the_letters_are_changed_and_the_gaps_are_not():
    assert in_other_letters("Table %(number)d of <b>{count}</b>") == (
        "Ταβλε %(number)d οφ <b>{count}</b>"
    )


def test_what_is_not_translated_is_found():
    data = Data("Ann Lee", ["Ann"])

    assert data.left("Ann Lee στανδσ first, AR-117") == ["first"]
    assert data.left("Ann Le… 12:30 a file.csv") == []
    assert data.left("Annex") == ["Annex"]


# --------------------------------------------------------------------------------------- pages


def seat(hall, event, audience, path):
    """Return a browser of somebody who may open a page."""
    if audience in OWNERS:
        return hall.browser(owner=True)
    known = hall.desk.event(event) if event else None
    if known and ("/me" in path or audience == "player") and known.entrants:
        return hall.browser(event, next(iter(known.entrants)))
    return hall.browser(event, hall.organizer_of(event) if audience != "everybody" else "")


def filled(path, event):
    """Return a path with what is in its gaps: the newest round, and somebody in it."""
    rounds = event.rounds if event else ()
    games = rounds[-1].games.values() if rounds else ()
    return path.format(
        event=event.id if event else "",
        round=rounds[-1].id if rounds else "1.1",
        clauses="AR-001,AMB-034",
        page="run-on-paper",
        name="floor.jpg",
        ruleset="kitchen-night@1",
        match=next((one.id for one in games if one.kind == "game"), "1.1.1"),
        player=next(iter(event.list_desk.lists), next(iter(event.entrants), "p1")) if event else "",
    )


def test_every_page(hall, data):
    said, unseen, browsers = {}, set(), {}
    events = deque(hall.desk.events())
    for route in ALL_ROUTES:
        if route.method != "GET" or route.path in NO_PAGES:
            continue
        answers = []
        events.rotate(3)
        for name in tuple(events) if "{event}" in route.path else [""]:
            if answers.count(200) == ENOUGH:
                break
            event = hall.desk.event(name) if name else None
            key = (name, route.audience, "/me" in route.path)
            if key not in browsers:
                browsers[key] = seat(hall, name, route.audience, route.path)
                browsers[key].client.cookies.set("lang", OTHER)
            path = filled(route.path, event)
            answer = browsers[key].get(path)
            if "html" in answer.headers.get("content-type", ""):
                said[path] = Read(ENGLISH.sub("", answer.text)).texts
            answers.append(answer.status_code)
        if 200 not in answers:
            unseen.add(route.path)

    assert unseen == set()
    assert faults(said, data) == []


def test_every_page_of_an_archive(hall, data):
    pages = archive_pages(hall.site.renderer, hall.site.view("summer-disks"), hall.desk, OTHER)

    assert faults({name: Read(page).texts for name, page in pages.items()}, data) == []


# ------------------------------------------------------------------------------- what comes in


def test_the_preview_of_an_import(hall):
    browser = hall.browser(owner=True)
    browser.client.cookies.set("lang", OTHER)
    said = {}
    for kind, file in {**SAMPLES, "damaged": DAMAGED}.items():
        sent = {"form_token": browser.form_token(), "ruleset": "xwing-dogfight"}
        answer = browser.client.post("/desk/import", data=sent, files={"file": ("a.json", file)})
        assert answer.status_code == 200
        said[kind] = Read(ENGLISH.sub("", answer.text)).texts

    assert faults(said, Data(names=(*IN_SAMPLES, *names_in_the_rules()))) == []


def test_everything_that_is_said_of_a_foreign_file():
    with speaking(OTHER):
        said = {
            "remarks": unfilled(remark_sentences()),
            "reasons": unfilled(reason_sentences()),
            "notes": unfilled(note_sentences()),
            "kinds": [row.name() for row in FORMATS.values()],
        }

    assert faults(said, Data()) == []


def unfilled(sentences):
    """Return sentences without what is filled in."""
    return [GAP.sub("", one) for one in sentences.values()]


@pytest.mark.parametrize(
    "file", [b"", b"{", b"[]", b"{}", b"<html>", b"no such thing", b"a,b\n1,2", b"%PDF", b"\x89PNG"]
)
def test_a_file_that_cannot_be_read(hall, file):
    browser = hall.browser(owner=True)
    browser.client.cookies.set("lang", OTHER)
    sent = {"form_token": browser.form_token(), "text": "x" if not file else ""}
    answer = browser.client.post("/desk/import", data=sent, files={"file": ("a.json", file)})

    assert answer.status_code == 422
    assert (
        faults(
            {"": Read(ENGLISH.sub("", answer.text)).texts},
            Data(names=(*IN_SAMPLES, *names_in_the_rules())),
        )
        == []
    )


# ------------------------------------------------------------------------------ what goes out


def test_tables_calendars_and_remarks(hall, data):
    said = {}
    for event in hall.desk.events():
        wish = Wish(hall.desk.level(event))
        with speaking(OTHER):
            for name, table in tables(handed_over(wish.level)).items():
                said[f"{event} {name}"] = list(strings(table))
            said[f"{event} ics"] = summaries(FORMS["ics"](wish).body.decode())
    due = hall.desk.event("harbour-lights")
    due = replace(due, list_desk=replace(due.list_desk, deadline=START))
    with speaking(OTHER):
        said["due"] = summaries(write_calendar(due, START))
        said |= {f"{count} remarks": unfilled(remarks_on_the_way_out(count)) for count in (1, 2)}

    assert "Harbour Lights: αρμυ λιστσ αρε δυε" in said["due"]
    assert faults(said, data) == []


def summaries(calendar):
    """Return what a calendar shows."""
    unfolded = calendar.replace("\r\n ", "").split("\r\n")
    return [line.partition(":")[2] for line in unfolded if line.startswith("SUMMARY")]


# -------------------------------------------------------------------------------------- papers


@pytest.mark.parametrize("ruleset", STRUCTURE)
def test_every_paper(ruleset):
    hall = new_hall(ruleset, 10, hostile=())
    to_the_cut = ruleset in OVER_THE_CUT
    for _ in range((hall.event.swiss_rounds or 3) if to_the_cut else 1):
        hall.play_round()
    if to_the_cut:
        hall.do(MakeCut())
    hall.begin_round()
    view = view_of(hall)
    said, papers = {}, []
    with speaking(OTHER):
        for name, paper in PAPERS.items():
            try:
                paper.data(view, Wanted())
            except Refused as no:
                said[name] = [refusal_text(no), fix_text(no)]
            else:
                papers.append((paper, Wanted()))
    for number, page in enumerate(text_of(print_pack(papers, view, language=OTHER).pdf), 1):
        said[f"page {number}"] = [page]

    assert faults(said, Data(facts_of(hall.desk), names=(hall.name, *names_in_the_rules()))) == []
