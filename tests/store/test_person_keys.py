"""Texts about people: sealed in every log, opened by their keys, gone without them."""

import json
from base64 import b64encode
from dataclasses import fields, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import get_args, get_type_hints

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tests.day.army_lists import clean_list
from tests.refusing import refuses
from tests.service.halls import demo_store
from tests.store.making import act as an_act
from tiltyard.day.facts import Fact
from tiltyard.engine.rosters.roster import Roster
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_log, import_log
from tiltyard.service.following import Standby
from tiltyard.service.leading import Leader
from tiltyard.service.list_reading import reader
from tiltyard.service.peers import News, Question
from tiltyard.service.verifying import verify_target
from tiltyard.store import codec
from tiltyard.store.chain import opened, read_log
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.store.person_keys import (
    ACTOR,
    FORGETTING,
    NAMED,
    PERSONAL,
    keys_line,
    left_of,
    naming,
    opened_entry,
    read_keys,
    sealed,
)
from tiltyard.store.port import Conflict, Damaged, Draft
from tiltyard.store.second_copy import SecondCopy, keys_beside
from tiltyard.store.sqlite_led import LedStore

CANARY = "Zinaida Kanarienvogel"
NAME = "night-flight"


def registered(player="p2", name=CANARY, number=17):
    body = {"affiliations": [], "faction": None, "missed": [], "name": name, "number": number}
    body |= {"player": player, "table": None, "total": None}
    return Draft("player-registered/1", json.dumps(body, separators=(",", ":")).encode())


def incident(people, finding=CANARY):
    body = {"finding": finding, "people": people, "remedy": ""}
    return Draft("incident-recorded/1", json.dumps(body, separators=(",", ":")).encode())


def forgotten(person):
    return Draft(FORGETTING, json.dumps({"person": person}).encode())


def names(store):
    return [json.loads(entry.body).get("name") for entry in store.read("event")]


def test_every_text_in_the_table_is_a_value_of_its_fact():
    kinds = {kind.NAME: kind for kind in get_args(Fact)}
    for name, texts in PERSONAL.items():
        for text in texts:
            kind = kinds[name]
            for step in text.path[:-1]:
                kind = get_type_hints(kind)[step]
            assert text.path[-1] in {value.name for value in fields(kind)}
            owner = {value.name for value in fields(kinds[name])} | {ACTOR, NAMED}
            assert text.owner in owner


def test_a_log_holds_no_name_in_clear_and_is_read_with_it(store):
    store.append("event", 0, an_act("a"), [registered()])

    (entry,) = store.read("event")
    assert CANARY.encode() not in entry.line
    assert CANARY.encode() in entry.body
    assert entry.body == registered().body
    assert entry.closed == frozenset()
    assert {"p2"} == set(store.keys("event"))


def test_a_second_fact_of_a_person_uses_the_key_there_is(store):
    store.append("event", 0, an_act("a"), [registered()])
    before = store.keys("event")
    store.append("event", 1, an_act("b"), [registered(), registered("p3", "Bea", 3)])

    assert before["p2"] == store.keys("event")["p2"]
    assert [CANARY, CANARY, "Bea"] == names(store)


def test_the_keys_of_an_act_that_is_refused_are_not_kept(store):
    store.append("event", 0, an_act("a"), [registered()])
    with refuses(Conflict):
        store.append("event", 0, an_act("b"), [registered("p9")])

    assert {"p2"} == set(store.keys("event"))


def test_a_key_is_erased_with_the_fact_that_says_so_and_never_made_again(store):
    store.append("event", 0, an_act("a"), [registered(), registered("p3", "Bea", 3)])
    head = store.head("event")
    store.append("event", 2, an_act("b"), [forgotten("p2")])
    store.append("event", 3, an_act("c"), [registered()])

    assert ["Player 17", "Bea", None, "Player 17"] == names(store)
    assert b"" == store.keys("event")["p2"]
    assert store.verify("event").number == 4
    assert head.hash == list(store.read("event"))[1].hash


def test_a_text_about_two_people_goes_with_either():
    both = [registered("p2"), registered("p3", "Bea", 3), incident(["p2", "p3"])]
    for person in ("p2", "p3"):
        store = MemoryStore()
        store.append("event", 0, an_act("a"), both)
        assert CANARY == json.loads(list(store.read("event"))[2].body)["finding"]
        store.append("event", 3, an_act("b"), [forgotten(person)])

        entry = list(store.read("event"))[2]
        assert "" == json.loads(entry.body)["finding"]
        assert {person} == entry.closed


def test_a_text_about_a_whole_hall_is_hardly_longer_than_what_it_says():
    everybody = [f"p{number}" for number in range(200)]
    store = MemoryStore()
    store.append("event", 0, an_act("a"), [incident(everybody)])

    (entry,) = store.read("event")
    assert CANARY == json.loads(entry.body)["finding"]
    assert len(entry.line) < 20_000
    store.append("event", 1, an_act("b"), [forgotten("p100")])
    assert "" == json.loads(next(iter(store.read("event"))).body)["finding"]


def test_a_text_that_was_sealed_again_as_text_is_read_as_ever():
    keys = {"p2": b"2" * 32, "p3": b"3" * 32}

    def hidden(person, content):
        bound = f"sealed/1|event|{person}".encode()
        closed = ChaCha20Poly1305(keys[person]).encrypt(b"n" * 12, content, bound)
        return f"sealed/1|{person}|{b64encode(b'n' * 12 + closed).decode()}"

    finding = hidden("p3", b"s" + hidden("p2", b't"Bo"').encode())
    store = MemoryStore()
    store.append("event", 0, an_act("a"), [forgotten("p9")])
    entry = replace(next(store.read("event")), name="incident-recorded/1", keys={})
    entry = replace(entry, body=incident(["p2", "p3"], finding).body)

    assert "Bo" == json.loads(opened_entry("event", entry, keys).body)["finding"]
    del keys["p2"]
    assert "" == json.loads(opened_entry("event", entry, keys).body)["finding"]


PEOPLE = {"p2": CANARY, "p3": "May Li", "p4": "Bo"}


def moved(reason):
    body = {"match": "1.1.1", "reason": reason, "table": 4}
    return Draft("table-changed/1", json.dumps(body, separators=(",", ":")).encode())


@pytest.mark.parametrize(
    ("reason", "about"),
    [
        (f"{CANARY.upper()} asked", ("p2",)),
        ("Zinaida and May want light", ("p2", "p3")),
        ("they may want light", ()),
        ("Li is no word of a name: two letters", ()),
        ("may li is a whole name", ("p3",)),
        ("", ()),
    ],
)
def test_a_free_text_is_about_those_it_names(reason, about):
    assert about == naming(moved(reason), PEOPLE).about


def test_a_free_text_goes_with_whom_it_names_and_no_other_does(store):
    texts = [moved("Zinaida needs light"), moved("draught"), moved("sealed/1|p2|eA==")]
    store.append("event", 0, an_act("a"), [naming(text, PEOPLE) for text in texts])
    entries = list(store.read("event"))
    assert [text.body for text in texts] == [entry.body for entry in entries]
    assert [False, True, False] == [
        text.body in entry.line for text, entry in zip(texts, entries, strict=True)
    ]
    store.append("event", 3, an_act("b"), [forgotten("p2")])

    read = [json.loads(entry.body).get("reason") for entry in store.read("event")]
    assert ["[…]", "draught", "sealed/1|p2|eA==", None] == read


def test_a_name_that_looks_like_a_sealed_one_is_a_name(store):
    odd = "sealed/1|p9|" + b64encode(b"x" * 40).decode()
    store.append("event", 0, an_act("a"), [registered(name=odd)])

    assert [odd] == names(store)


def test_the_keys_of_a_log_are_asked_for_when_there_is_a_text_to_seal():
    asked = []
    texts = [naming(moved(reason), PEOPLE) for reason in ("", "draught")]
    assert ([*texts], {}) == sealed("event", an_act("a"), texts, lambda: asked.append(1) or {})
    assert asked == []
    named = [naming(moved("Zinaida and May"), PEOPLE), registered()]
    _, keys = sealed("event", an_act("a"), named, lambda: asked.append(1) or {})
    assert set(keys) == {"p2", "p3"}
    assert asked == [1]


def test_a_free_text_is_about_nobody_who_was_forgotten():
    assert naming(moved("Zinaida and May want light"), PEOPLE, ("p2",)).about == ("p3",)


def test_a_key_that_does_not_fit_is_damage_and_not_a_name():
    _, keys = sealed("event", an_act("a"), [registered()], dict)
    store = MemoryStore()
    store.append("event", 0, an_act("a"), [registered()])
    found = next(iter(store.read("event")))
    entry = opened(found.line, found.hash)
    with refuses(Damaged, code="person-key-does-not-fit"):
        opened_entry("event", entry, keys)
    with refuses(Damaged, code="person-key-does-not-fit"):
        opened_entry("other", entry, store.keys("event"))


def test_keys_travel_with_a_log_to_another_store(store):
    source = MemoryStore()
    source.append("event", 0, an_act("a"), [registered(), registered("p3", "Bea", 3)])
    source.append("event", 2, an_act("b"), [forgotten("p3")])
    store.adopt("event", list(source.read("event")))

    assert source.keys("event") == store.keys("event")
    assert [CANARY, "Player 3", None] == names(store)


def test_a_standby_gets_the_keys_with_the_facts_and_loses_them_with_the_fact(tmp_path):
    first, second = (LedStore(tmp_path / name) for name in ("first.db", "second.db"))
    first.append("event", 0, an_act("a"), [registered(), registered("p3", "Bea", 3)])
    keyring = SqliteKeyring(tmp_path / "first.keys")
    for _ in range(2):
        news = Leader(first, keyring, "http://first", lambda: datetime.now(UTC))._news(
            Question("n", "second", "http://second", second.heads(), keyring.version)
        )
        copied = msgspec.json.decode(msgspec.json.encode(news), type=News)
        Standby._record(SimpleNamespace(_store=second), copied)
        assert first.keys("event") == second.keys("event")
        assert names(first) == names(second)
        if first.head("event").number == 2:
            first.append("event", 2, an_act("b"), [forgotten("p2")])
    assert ["Player 17", "Bea", None] == names(second)
    for opened_file in (first, second, keyring):
        opened_file.close()


def test_the_second_copy_keeps_the_keys_beside_and_drops_those_that_are_erased(tmp_path):
    store = MemoryStore()
    copy = SecondCopy(store, tmp_path)
    store.append("event", 0, an_act("a"), [registered(), registered("p3", "Bea", 3)])
    assert copy.ship_now()
    beside = keys_beside(copy.file_of("event"))
    assert {"p2", "p3"} == set(read_keys(beside.read_bytes(), "keys"))

    store.append("event", 2, an_act("b"), [forgotten("p2")])
    assert copy.ship_now()

    assert {"p3"} == set(read_keys(beside.read_bytes(), "keys"))
    lines = copy.file_of("event").read_bytes().splitlines(keepends=True)
    _, entries = read_log(lines, keys=read_keys(beside.read_bytes(), "keys"))
    assert ["Player 17", "Bea", None] == [json.loads(one.body).get("name") for one in entries]


def test_keys_that_were_erased_leave_no_line():
    assert b'{"keys":{}}\n' == keys_line({"p1": b""})


def test_without_names_a_log_is_taken_over_and_verified_under_numbers(tmp_path):
    lines = list(export_log(demo_store(), NAME, with_names=False))
    store = MemoryStore()
    head = import_log(store, lines, "the file")
    event, whole = (Desk(one, load).event(NAME) for one in (store, demo_store()))

    assert demo_store().head(NAME) == head
    for player, entrant in event.entrants.items():
        assert f"Player {entrant.number}" == entrant.name
        assert whole.entrants[player].name.encode() not in b"".join(lines)
    file = tmp_path / "night.log"
    file.write_bytes(b"".join(lines))
    verified = verify_target(str(file), MemoryStore, load)
    assert verified.is_clean, [one.text for one in verified.verdicts[0].troubles]
    assert [one.games for one in event.rounds] == [one.games for one in whole.rounds]


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "armada", "diskwars", "runewars"])
def test_what_is_left_of_a_list_is_a_list_of_the_same_points_without_texts(ruleset):
    _, roster = reader()(load(ruleset), clean_list(ruleset), "")
    left = left_of(json.loads(codec._ENCODER.encode(roster)))
    again = codec.msgspec.convert(left, Roster)

    assert [muster.declared for muster in roster.musters] == [one.declared for one in again.musters]
    for muster, other in zip(roster.musters, again.musters, strict=True):
        assert [one.points for one in muster.entries] == [one.points for one in other.entries]
        assert [] == [card.name for card in other.cards if card.name and not card.card]
    assert "" == again.name
