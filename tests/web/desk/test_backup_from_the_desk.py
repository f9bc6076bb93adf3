"""The owner takes a backup and chooses a second copy on the page of the server, while it runs."""

import pytest

from tests.web.hall import TestClock, WebHall, demo_store, text_of
from tiltyard.day.people import RegisterPlayer
from tiltyard.rulesets.loader import load
from tiltyard.service.backup import read_source
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring import SECOND_COPY
from tiltyard.store.memory import MemoryStore
from tiltyard.store.second_copy import Mirrored, SecondCopy
from tiltyard.store.sqlite import SqliteStore

EVENT = "harbour-lights"


@pytest.fixture(params=["memory", "sqlite"])
def hall(request, tmp_path):
    played = demo_store(TestClock().now())
    store = played
    if request.param == "sqlite":
        (tmp_path / "store").mkdir()
        store = SqliteStore(tmp_path / "store" / "day.db")
        for stream in played.streams():
            store.adopt(stream, list(played.read(stream)))
    kept = Mirrored(store, None, wait=True)
    hall = WebHall(desk=Desk(kept, load, TestClock(), read_list=reader()))
    yield hall
    hall.close()


def heads(hall):
    return {name: hall.desk.store.head(name) for name in hall.desk.store.streams()}


def test_a_backup_is_downloaded_and_holds_every_event(hall, tmp_path):
    answer = hall.browser(owner=True).get("/desk/server/backup")

    assert 200 == answer.status_code
    assert "attachment" in answer.headers["content-disposition"]
    (tmp_path / "copy.db").write_bytes(answer.content)
    assert heads(hall) == read_source(tmp_path / "copy.db").heads


def test_nobody_but_the_owner_gets_one(hall, tmp_path):
    organizer = hall.browser(EVENT, hall.organizer_of(EVENT))
    for browser in (organizer, hall.browser()):
        assert browser.get("/desk/server/backup").status_code in {303, 403}
        answer = browser.post("/desk/server/second-copy", {"folder": str(tmp_path)})
        assert answer.status_code in {303, 403}
        assert answer.headers.get("location", "") != "/desk/server#second-copy"
    assert hall.desk.store.copy is None


def test_a_second_copy_begins_and_ends_without_a_restart(hall, tmp_path):
    owner = hall.browser(owner=True)
    stick = tmp_path / "stick"
    stick.mkdir()
    assert owner.post("/desk/server/second-copy", {"folder": str(stick)}).status_code == 303
    assert heads(hall) == read_source(stick).heads
    assert str(stick) == hall.keyring.settled(SECOND_COPY)
    assert "second copy: up to date" in text_of(owner.page("/desk/server"))

    done = owner.do(EVENT, "register-player", name="Zoe Zander")
    assert done.status_code == 200, done.text
    assert heads(hall) == read_source(stick).heads

    owner.post("/desk/server/second-copy", {"folder": ""})
    assert "No backup" in text_of(owner.page("/desk/server"))
    owner.do(EVENT, "register-player", name="Yan Yarrow")
    assert heads(hall) != read_source(stick).heads


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        pytest.param("copies", "second-copy-needs-whole-path", id="no whole path"),
        pytest.param("/no/such/stick", "second-copy-folder-not-there", id="not plugged in"),
        pytest.param("{store}", "second-copy-beside-the-store", id="where the store lies"),
    ],
)
def test_a_folder_that_does_not_do_is_refused_and_nothing_changes(hall, folder, code):
    own = getattr(hall.desk.store.store, "path", None)
    if "{store}" in folder and own is None:
        pytest.skip("a store in memory lies in no folder")
    folder = folder.format(store=own.parent if own else "")
    answer = hall.browser(owner=True).post(
        "/desk/server/second-copy", {"folder": folder}, json=True
    )

    assert (422, code) == (answer.status_code, answer.json()["refused"]["code"])
    assert hall.desk.store.copy is None
    assert "" == hall.keyring.settled(SECOND_COPY)


def test_a_copy_that_knows_more_is_refused_and_the_copy_before_goes_on(hall, tmp_path):
    owner = hall.browser(owner=True)
    good, other = tmp_path / "good", tmp_path / "other"
    good.mkdir()
    other.mkdir()
    owner.post("/desk/server/second-copy", {"folder": str(good)})
    further = MemoryStore()
    further.adopt(EVENT, list(hall.desk.store.read(EVENT)))
    organizer = hall.organizer_of(EVENT)
    Desk(further, load, TestClock()).do(EVENT, organizer, RegisterPlayer("Zoe Zander"))
    SecondCopy(further, other).ship_now()
    kept = {file.name: file.read_bytes() for file in other.iterdir()}

    answer = owner.post("/desk/server/second-copy", {"folder": str(other)}, json=True)

    assert "second-copy-facts-store-lost" == answer.json()["refused"]["code"]
    assert kept[f"{EVENT}.tiltyard-log"] == (other / f"{EVENT}.tiltyard-log").read_bytes()
    assert good == hall.desk.store.copy.directory
    owner.do(EVENT, "register-player", name="Yan Yarrow")
    assert heads(hall) == read_source(good).heads
