"""Files for everybody: whole, harmless, and silent about what is not everybody's."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest

from tests.formats.outgoing.halls import HOSTILE, hostile
from tests.web.hall import WebHall
from tiltyard.cli.schema import NAMES
from tiltyard.day.people import ChooseShownName, RegisterPlayer
from tiltyard.day.setup import DescribeEvent
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.service.exporting import Outgoing
from tiltyard.web.file_cache import Shelf
from tiltyard.web.pages.public.downloads import ARCHIVE, FILES, SCHEMAS, offers

NIGHT, HARBOUR, FINISHED, LADDER = "night-flight", "harbour-lights", "summer-disks", "ladder-night"
CANARY = "zzcanary"
TABLES = ("players.csv", "pairings.csv", "results.csv", "standings.csv")
EVERY = (*FILES, *TABLES, ARCHIVE)


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    harbour = made.desk.event(HARBOUR)
    private = {"contact": f"{CANARY} contact", "notes": f"{CANARY} notes"}
    made.site.do(HARBOUR, "p1", DescribeEvent(replace(harbour.details, **private), "no reason"))
    made.site.do(
        HARBOUR,
        "p1",
        RegisterPlayer("Somebody", affiliations=(f"{CANARY} car",), faction=f"{CANARY} army"),
    )
    for event, how in ((NIGHT, "number"), (FINISHED, "number")):
        player = next(iter(made.desk.event(event).entrants))
        if event == NIGHT:
            made.site.do(event, player, ChooseShownName(player, how))
    yield made
    made.close()


def unpacked(body):
    """The text of a file; of a packed one, of everything in it."""
    if not body.startswith(b"PK"):
        return body.decode("utf-8-sig")
    with zipfile.ZipFile(io.BytesIO(body)) as bundle:
        return "\n".join(bundle.read(name).decode(errors="replace") for name in bundle.namelist())


@pytest.mark.parametrize("event", [NIGHT, HARBOUR, FINISHED, LADDER])
def test_everything_that_is_offered_can_be_had(hall, event):
    browser = hall.browser()
    page = browser.page(f"/e/{event}/files")
    for one in offers(hall.site.view(event)):
        assert f"/e/{event}/files/{one.name}" in page
        answer = browser.get(f"/e/{event}/files/{one.name}")
        assert answer.status_code == 200, one.name
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert "set-cookie" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", EVERY)
def test_nothing_private_is_in_a_file(hall, name):
    browser = hall.browser()
    for event in (NIGHT, HARBOUR, LADDER):
        state = hall.desk.event(event)
        body = browser.get(f"/e/{event}/files/{name}").content
        text = unpacked(body)
        assert CANARY not in text
        assert state.seed not in text
    hidden = next(iter(hall.desk.event(NIGHT).shown_names))
    assert hall.desk.event(NIGHT).people[hidden] not in unpacked(
        browser.get(f"/e/{NIGHT}/files/{name}").content
    )


@pytest.mark.parametrize("name", [*EVERY, "nothing", "lists.csv", "..%2fx.csv", "event.csv"])
def test_a_draft_has_no_files(hall, name):
    from tiltyard.day.facts import Details

    if "hidden" not in hall.desk.events():
        hall.desk.create("hidden", Details("Secret", "armada", None), "Olga")
    assert hall.browser().get(f"/e/hidden/files/{name}").status_code == 404
    own = hall.browser("hidden", "p1").get(f"/e/hidden/files/{name}")
    assert own.status_code == 404


@pytest.mark.parametrize("name", ["nothing", "event.json", "x.csv", "archive.tar", ".csv"])
def test_what_is_not_there_is_said(hall, name):
    assert hall.browser().get(f"/e/{NIGHT}/files/{name}").status_code == 404


def test_an_archive_is_of_a_finished_event(hall):
    browser = hall.browser()
    missing = browser.get(f"/e/{NIGHT}/files/{ARCHIVE}")
    assert missing.status_code == 404
    assert "Come back when the event is finished." in missing.text
    assert "--as" not in missing.text
    assert ARCHIVE not in browser.page(f"/e/{NIGHT}/files")
    assert browser.get(f"/e/{FINISHED}/files/{ARCHIVE}").content.startswith(b"PK")
    assert f"/files/{ARCHIVE}" in browser.page(f"/e/{FINISHED}/files")


def test_the_public_file_is_read_by_the_engine(hall):
    text = hall.browser().get(f"/e/{FINISHED}/files/event.tiltyard.json").content
    tournament = read_tournament(decode(text))
    assert tournament.seed == hall.desk.event(FINISHED).seed


def test_only_the_organizer_has_full_names_and_nobody_the_seed(hall):
    path = f"/e/{NIGHT}/desk/files/event.tiltyard.json"
    event = hall.desk.event(NIGHT)
    hidden = next(iter(event.shown_names))
    text = hall.browser(NIGHT, hall.organizer_of(NIGHT)).page(path)
    assert event.people[hidden] in text
    assert event.seed not in text
    player = list(event.entrants)[1]
    assert hall.browser(NIGHT, player).get(path).status_code == 403


def test_a_file_follows_the_event(hall):
    browser = hall.browser()
    before = browser.get(f"/e/{HARBOUR}/files/players.csv").text
    hall.site.do(HARBOUR, "p1", RegisterPlayer("Late Lena"))
    after = browser.get(f"/e/{HARBOUR}/files/players.csv").text
    assert "Late Lena" not in before
    assert "Late Lena" in after


def test_a_file_is_in_the_language_of_its_reader(hall):
    path = f"/e/{FINISHED}/files/standings.csv"
    assert hall.browser().get(path).text.startswith('\ufeff"Rank"')


def test_hostile_names_leave_as_text():
    day = hostile()
    hall = WebHall(desk=day.desk)
    try:
        text = hall.browser().get("/e/cup/files/players.csv").text
        for name in HOSTILE:
            assert f'"{name[0]}' not in text or name[0] not in "=+-@"
        trf = hall.browser().get("/e/cup/files/report.trf").text
        assert trf.isascii()
    finally:
        hall.close()


# --------------------------------------------------------------------------------- schemas


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_served(hall, name):
    answer = hall.browser().get(f"/schemas/{name}.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/schema+json")
    assert json.loads(answer.content)["$schema"].startswith("https://json-schema.org/")


def test_those_are_all():
    assert set(SCHEMAS) == set(NAMES)


@pytest.mark.parametrize("name", ["nothing.json", "tournament", "tournament.json.json", "..json"])
def test_other_schemas_are_not(hall, name):
    assert hall.browser().get(f"/schemas/{name}").status_code == 404


# ----------------------------------------------------------------------------------- the shelf


def test_a_file_is_made_once_and_the_oldest_goes():
    made = []

    def make(name, size):
        made.append(name)
        return Outgoing(name, "text/plain", b"x" * size)

    shelf = Shelf(most=10)
    for name, size in (("a", 4), ("b", 4), ("a", 4), ("c", 4), ("a", 4), ("b", 4)):
        assert shelf.fetch(name, lambda name=name, size=size: make(name, size)).name == name
    assert made == ["a", "b", "c", "b"]  # b went when c came: a had been asked for again
