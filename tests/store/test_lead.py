"""Which server records: terms, what a standby takes over, and what it refuses."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.store.making import act, facts
from tiltyard.store.keyring import Link, Session
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.lead import Lead, NotLeading, lead_file
from tiltyard.store.port import Damaged, Unwritable
from tiltyard.store.sqlite_led import LedStore

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)


@pytest.fixture
def first(tmp_path):
    store = LedStore(tmp_path / "first.db")
    yield store
    store.close()


@pytest.fixture
def copy(tmp_path):
    store = LedStore(tmp_path / "copy.db")
    yield store
    store.close()


def entries(store, after=0):
    return list(store.read("cup", after))


def test_a_store_without_a_file_leads_and_leaves_none_behind(first):
    first.append("cup", 0, act("1"), facts(2))

    assert first.lead.record.leads
    assert not lead_file(first.path).exists()


def test_facts_are_taken_over_with_their_hashes_and_their_answers(first, copy):
    first.append("cup", 0, act("1"), facts(2))
    copy.extend("cup", entries(first))
    first.append("cup", 2, act("2"), facts(1))
    copy.extend("cup", entries(first, 2))

    assert first.head("cup") == copy.verify("cup")
    assert first.heads() == copy.heads()
    asked = act("2")
    assert (3, 3, True) == copy.answer("cup", asked.actor, asked.key, asked.fingerprint)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda found: found[1:], id="one is missing"),
        pytest.param(lambda found: [replace(found[0], hash=b"0" * 32)], id="another hash"),
        pytest.param(lambda found: [replace(found[0], actor="eve")], id="not as its line"),
        pytest.param(lambda found: found[:1] + found[:1], id="one twice"),
    ],
)
def test_what_does_not_follow_is_refused_and_nothing_is_kept(first, copy, spoil):
    first.append("cup", 0, act("1"), facts(2))

    with pytest.raises(Damaged):
        copy.extend("cup", spoil(entries(first)))
    assert 0 == copy.head("cup").number


def test_a_standby_records_nothing_until_it_takes_over_also_after_a_restart(tmp_path, copy):
    copy.lead.follow("http://first")
    with pytest.raises(NotLeading, match="server-is-a-standby"):
        copy.append("cup", 0, act("1"), facts(1))
    with pytest.raises(NotLeading):
        copy.adopt("cup", [])
    assert not Lead(lead_file(copy.path)).record.leads

    copy.lead.take(copy.heads(), "press", NOW)
    copy.append("cup", 0, act("1"), facts(1))
    assert (2, True) == (copy.lead.record.term, Lead(lead_file(copy.path)).record.leads)


def test_the_later_term_leads_and_of_two_the_same_the_higher_id(first):
    own = first.lead.record
    assert not first.lead.yield_to(own.term, "0", "http://other")
    assert not first.lead.yield_to(own.term - 1, "g", "http://other")
    first.append("cup", 0, act("1"), facts(1))

    assert first.lead.yield_to(own.term, "g", "http://other")
    with pytest.raises(NotLeading, match="lead-was-lost"):
        first.append("cup", 1, act("2"), facts(1))
    assert Lead(lead_file(first.path)).record.lost


def test_an_act_that_waits_is_refused_without_a_standby_and_answered_with_one(tmp_path):
    now = [0.0]
    lead = Lead(tmp_path / "x.lead", lambda: now[0])
    lead.waits = True
    with pytest.raises(Unwritable, match="standby-is-not-there"):
        lead.require_standby()
    lead.confirm({"cup": (3, "00")})
    lead.require_standby()
    lead.wait_until_confirmed("cup", 3)
    now[0] = 9.9
    lead.require_standby()
    now[0] = 10.0
    with pytest.raises(Unwritable, match="standby-is-not-there"):
        lead.require_standby()


def test_a_damaged_file_is_refused_by_its_name(tmp_path):
    (tmp_path / "x.lead").write_text("{")
    with pytest.raises(Damaged, match="lead-file-damaged"):
        Lead(tmp_path / "x.lead")


def session(key):
    return Session(key, "", {"cup": "p2"}, "phone", NOW, NOW, NOW)


def test_a_copied_keyring_is_the_same_and_keeps_what_was_made_here(tmp_path):
    first, copy = SqliteKeyring(tmp_path / "a.keys"), SqliteKeyring(tmp_path / "b.keys")
    first.open_session(replace(session("one"), device="phone of one"))
    before = first.version
    copy.copy_from(first.content())
    copy.open_session(session("here"))
    copy.add_link(Link("mine", "owner", "", "", NOW))
    assert b"phone of one" in (tmp_path / "b.keys").read_bytes()
    first.end_session("one")
    first.open_session(session("two"))
    assert first.version != before
    copy.copy_from(first.content())

    files = [tmp_path / "b.keys", tmp_path / "b.keys-wal"]
    assert [] == [file.name for file in files if b"phone of one" in file.read_bytes()]
    assert copy.session("one") is None
    assert session("two") == copy.session("two")
    assert session("here") == copy.session("here")
    assert copy.link("mine") is not None
    first.close()
    copy.close()
