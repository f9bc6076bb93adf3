"""Somebody is forgotten: not a byte of the name is left, and everything goes on."""

import json
from base64 import b64encode
from datetime import UTC, date, datetime

import pytest

from tests.day.army_lists import clean_list
from tests.refusing import refuses
from tiltyard.day.facts import Details, PersonForgotten
from tiltyard.day.lists import ReturnList, SubmitList
from tiltyard.day.notices import PostNotice
from tiltyard.day.people import (
    AppointStaff,
    ForgetPerson,
    RegisterPlayer,
)
from tiltyard.day.setup import AnnounceEvent, ArrangeTables, ChangeInformation
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.backup import back_up
from tiltyard.service.desk import Desk
from tiltyard.service.forgetting import end_access, everything_about, still_named
from tiltyard.service.list_reading import reader
from tiltyard.service.verifying import verify_target
from tiltyard.store.keyring import Account, Code
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.store.second_copy import Mirrored, SecondCopy
from tiltyard.store.sqlite import SqliteStore

CUP = "cup"
NAME = "Zinaïda Kanarienvogel"
STAFF = "Quirin Kanarienjudge"
NOTE = "Kanarienallergie"
LIST = "Kanarienflotte"


def forms(text):
    """A text as it may lie in a file: in letters of one or two bytes, escaped, or in base 64."""
    plain = text.encode()
    yield plain
    yield text.encode("utf-16-le")
    yield text.encode("utf-16-be")
    yield json.dumps(text)[1:-1].encode()
    for shift in range(3):
        coded = b64encode(b"x" * shift + plain)
        yield coded[4 : len(coded) - 4]


def holding(folder, *texts):
    found = []
    for file in folder.rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        found += [(file.name, text) for text in texts for form in forms(text) if form in data]
    return found


def a_day(store):
    desk = Desk(store, load, read_list=reader())
    details = Details("Cup", "xwing-dogfight@2.2.1", date(2026, 5, 16), structure="custom",
                      swiss_rounds=2, contact="Olga, 0123")  # fmt: skip
    desk.create(CUP, details, "Olga")
    desk.do(CUP, "p1", AnnounceEvent())
    desk.do(CUP, "p1", RegisterPlayer(NAME, number=17, notes={"needs": NOTE}))
    desk.do(CUP, "p1", RegisterPlayer("Bea"))
    desk.do(CUP, "p1", AppointStaff("judge", STAFF))
    desk.do(CUP, "p2", SubmitList("p2", f"{LIST}\n{clean_list('xwing-dogfight')}"))
    desk.do(CUP, "p1", ReturnList("p2", f"{NAME} was late"))
    desk.do(CUP, "p1", PostNotice(f"{NAME}, please come to the desk"))
    return desk


@pytest.fixture
def mirrored(tmp_path):
    plain = SqliteStore(tmp_path / "hall.db")
    (tmp_path / "copy").mkdir()
    store = Mirrored(plain, SecondCopy(plain, tmp_path / "copy"), wait=True)
    yield store
    store.close()


def test_not_a_byte_of_a_forgotten_name_is_left(mirrored, tmp_path):
    desk = a_day(mirrored)
    desk._live.keep_snapshot(CUP)
    assert {"hall.db-wal"} <= {file for file, _ in holding(tmp_path, NAME)}  # the snapshot
    before = mirrored.verify(CUP)
    assert verify_target(CUP, lambda: Unclosed(mirrored), load).is_clean
    keys = dict(mirrored.keys(CUP))

    desk.do(CUP, "p1", ForgetPerson("p2", f"{NAME} asked for it"))
    desk.do(CUP, "p1", ForgetPerson("p4", "asked for it"))
    back_up(mirrored, tmp_path / "backup.db")

    assert [] == holding(tmp_path, NAME, STAFF, NOTE, LIST)
    for person in ("p2", "p4"):
        assert [] == [file.name for file in tmp_path.rglob("*")
                      if file.is_file() and (keys[person] in file.read_bytes()
                      or b64encode(keys[person]) in file.read_bytes())]  # fmt: skip
    event = desk.event(CUP)
    assert ["Player 17", "Bea"] == [one.name for one in event.entrants.values()]
    assert "Staff p4" == event.people["p4"]
    assert ["[…]"] == [notice.text for notice in event.notices.values()]
    assert before.hash == list(mirrored.read(CUP))[before.number - 1].hash
    assert verify_target(CUP, lambda: Unclosed(mirrored), load).is_clean
    assert desk.event(CUP) == Desk(mirrored, load).event(CUP)


class Unclosed:
    """A store that is used on."""

    def __init__(self, store):
        self.store = store

    def __getattr__(self, name):
        return getattr(self.store, name)

    def close(self):
        pass


def test_what_is_said_about_a_forgotten_person_later_is_not_kept(mirrored, tmp_path):
    desk = a_day(mirrored)
    desk.do(CUP, "p1", ForgetPerson("p2", "asked for it"))
    desk.do(CUP, "p2", SubmitList("p2", clean_list("xwing-dogfight")))
    desk.do(CUP, "p1", ReturnList("p2", "Kanarienspur"))

    assert [] == holding(tmp_path, "Kanarienspur")


def test_others_are_left_as_they_are():
    desk = a_day(MemoryStore())
    desk.do(CUP, "p1", ForgetPerson("p3", "asked for it"))

    assert NAME == desk.event(CUP).people["p2"]
    assert {"needs": NOTE} == desk.event(CUP).entrants["p2"].notes


def test_forgetting_is_a_fact_without_a_name_and_done_once():
    desk = a_day(MemoryStore())
    done = desk.do(CUP, "p1", ForgetPerson("p2", "asked for it"))

    assert [PersonForgotten("p2", "asked for it")] == [one.fact for one in done.facts]
    with refuses(Refused, code="forgotten-already"):
        desk.do(CUP, "p1", ForgetPerson("p2", "asked for it"))
    with refuses(Refused, code="nobody-to-forget"):
        desk.do(CUP, "p1", ForgetPerson("p99", "asked for it"))
    with pytest.raises(Refused):
        desk.do(CUP, "p3", ForgetPerson("p1", "a player may not"))
    with pytest.raises(Refused):
        desk.do(CUP, "p1", ForgetPerson("p3", ""))


def test_the_export_of_a_person_holds_what_is_theirs_and_no_other_name():
    found = json.dumps(everything_about(a_day(MemoryStore()), CUP, "p2"), ensure_ascii=False)

    for text in (NAME, NOTE, "was late", "list-submitted/1"):
        assert text in found
    for text in ("Bea", STAFF):
        assert text not in found


def test_access_of_a_forgotten_person_ends():
    desk = a_day(MemoryStore())
    keyring = SqliteKeyring()
    ends = datetime(2100, 1, 1, tzinfo=UTC)
    for person in ("p2", "p3"):
        keyring.put_code(Code(CUP, person, "hash", 0, ends))
    end_access(keyring, CUP, desk.do(CUP, "p1", ForgetPerson("p2", "asked for it")).facts)

    assert keyring.code(CUP, "p2") is None
    assert keyring.code(CUP, "p3") is not None


def test_an_account_of_a_forgotten_seat_goes_with_every_byte_of_its_name(tmp_path):
    desk = a_day(MemoryStore())
    keyring = SqliteKeyring(tmp_path / "hall.db.keys")
    keyring.add_account(Account("made-by-invitation", STAFF))
    keyring.give_seat("made-by-invitation", CUP, "p4")
    keyring.add_account(Account("with-a-password", "Jo", "jo", "hash"))
    keyring.give_seat("with-a-password", CUP, "p4")
    keyring.add_account(Account("elsewhere-too", "Kim"))
    keyring.give_seat("elsewhere-too", CUP, "p4")
    keyring.give_seat("elsewhere-too", "another-cup", "p2")
    assert holding(tmp_path, STAFF)

    end_access(keyring, CUP, desk.do(CUP, "p1", ForgetPerson("p4", "asked for it")).facts)

    assert ["Jo", "Kim"] == sorted(account.name for account in keyring.accounts())
    assert () == keyring.holders(CUP)
    assert [] == holding(tmp_path, STAFF)
    keyring.close()


def test_texts_about_others_that_name_a_person_are_told_before_and_after():
    store = MemoryStore()
    desk = a_day(store)
    person = next(one for one, name in desk.event(CUP).people.items() if name == NAME)
    assert () == still_named(desk, CUP, person, NAME)
    desk.do(CUP, "p1", ArrangeTables(first=1, out_of_use=(7,)))
    desk.do(CUP, "p1", ChangeInformation(notes=f"Ask {NAME.upper()} for tape"))
    (number,) = still_named(desk, CUP, person, NAME)
    desk.do(CUP, "p1", ForgetPerson(person, "asked for it"))
    assert (number,) == still_named(desk, CUP, person, NAME)
    assert () == still_named(desk, CUP, person, "")
