"""Contacts, private reasons, notes and people who wait: every address, read by everybody."""

from __future__ import annotations

import re

import pytest

from tests.day.events import conceded_by
from tests.web.security.list_canary import ListHall
from tiltyard.day.people import Disqualify, NoteContact, RegisterPlayer
from tiltyard.day.waiting_list import SetApproval
from tiltyard.engine.tournament import PlayerId
from tiltyard.paper import press

WAITS = PlayerId("selfwaits")
PLANTED = re.compile(r"zv(\w+?)zv")


@pytest.fixture(autouse=True)
def written_papers(monkeypatch):
    """Papers are read as they go to the press."""
    monkeypatch.setattr(press, "_set", lambda text, *_, **__: text.encode())


@pytest.fixture(scope="module", params=["middle-earth", "runewars"])
def house(request):
    made = ListHall(request.param, "never")
    day = made.day
    day.do(NoteContact(made.playing[0], "zvcontactzv@post.example"))
    day.do(SetApproval(required=True))
    asked = RegisterPlayer(
        "zvnamezv",
        WAITS,
        faction="zvfactionzv",
        affiliations=("zvclubzv",),
        contact="zvwaitscontactzv@post.example",
    )
    day.do(asked, WAITS)
    made.start()
    gone = made.playing[1]
    slip = conceded_by(day, gone)
    day.do(Disqualify(gone, "zvpubliczv", slip, private_reason="zvprivatezv"))
    yield made
    made.close()


def may_find(house, reader, planted):
    organizes = reader.person == "p1"
    staff = organizes or reader.person in house.staff.values()
    leads = reader.person in house.leaders
    reads_lists = leads and reader.person not in house.event.entrants
    return {
        "contact": organizes or reader.person == house.playing[0],
        "waitscontact": organizes,
        "name": staff,
        "club": staff,
        "faction": reads_lists,
        "private": leads,
        "public": True,
    }[planted]


def test_nobody_reads_what_is_not_for_them(house):
    leaks, seen = [], set()
    for reader, path, text in house.crawl():
        for planted in set(PLANTED.findall(text)):
            seen.add(planted)
            if not may_find(house, reader, planted):
                leaks.append((reader.name, path, planted))
    assert [] == leaks
    assert {"contact", "name", "private", "public"} <= seen
