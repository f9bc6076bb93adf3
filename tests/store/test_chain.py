"""Lines and hashes: the same bytes for ever, and nothing in them can change unnoticed."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusing import refuses
from tests.store.making import act, body, facts, fill
from tiltyard.store.chain import Verifier, genesis, opened, seal, signed
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Act, Damaged, Draft, Head
from tiltyard.text.refusals import fix_text

AT = datetime(2026, 5, 16, 12, 0, tzinfo=UTC)
ACT = Act("ann", "judge", AT, "report-result/1", "k1", "f1")
LINE = (
    b'{"actor":"ann","at":"2026-05-16T12:00:00.000000Z","body":{"a":1},"cause":"report-result/1",'
    b'"fingerprint":"f1","key":"k1","name":"result-reported/1","number":1,"role":"judge",'
    b'"stream":"event"}'
)
texts = st.text(st.characters(codec="utf-8"))


def test_a_line_has_exactly_these_bytes():
    """A change here makes every existing file unreadable: add a new format instead."""
    (entry,) = seal("event", genesis("event"), ACT, [Draft("result-reported/1", b'{"a":1}')])

    assert LINE == entry.line
    start = sha256(b"tiltyard/log/1|event").digest()
    assert Head(0, start) == genesis("event")
    assert sha256(start + LINE).digest() == entry.hash
    assert "c47a695ea06ce69acf138309c9ce2d0e030a01090cb5d5352417814f5614112a" == entry.hash.hex()


@given(texts, texts, texts, texts, texts, st.recursive(st.none() | texts, st.lists))
def test_what_is_sealed_opens_the_same_and_is_sorted_json(actor, role, cause, key, stream, value):
    sealed = Act(actor, role, AT, cause, key, "f")
    draft = Draft("a/1", body(value=value))

    (entry,) = seal(stream, genesis(stream), sealed, [draft])

    assert entry == opened(entry.line, entry.hash, stream)
    keys = list(json.loads(entry.line))
    assert sorted(keys) == keys
    assert (actor, role, cause, key) == (entry.actor, entry.role, entry.cause, entry.key)
    assert draft.body == entry.body
    assert (actor, "f", key, 1, stream) == (
        signed(entry.line).actor,
        signed(entry.line).fingerprint,
        signed(entry.line).key,
        signed(entry.line).number,
        signed(entry.line).stream,
    )


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda line: line.replace(b":1,", b": 1,"), id="white space"),
        pytest.param(lambda line: line + b" ", id="white space at the end"),
        pytest.param(lambda line: line.replace(b"ann", rb"\u0061nn"), id="an escape"),
        pytest.param(lambda line: line.replace(b".000000Z", b"Z"), id="a shorter time"),
        pytest.param(lambda line: line.replace(b".000000Z", b".000000+00:00"), id="an offset"),
        pytest.param(lambda line: line.replace(b"-05-", b"-13-"), id="a month too many"),
        pytest.param(lambda line: line[:-1] + b',"x":1}', id="a key too many"),
        pytest.param(lambda line: line.replace(b'"key":"k1",', b""), id="a key missing"),
        pytest.param(lambda line: line[:-1], id="cut off"),
        pytest.param(lambda line: line.replace(b"ann", b"a\xffn"), id="not UTF-8"),
        pytest.param(lambda line: line.replace(b'"number":1', b'"number":"1"'), id="a text"),
        pytest.param(lambda _: b"[]", id="a list"),
        pytest.param(lambda _: b"", id="nothing"),
    ],
)
def test_a_line_in_another_form_is_damaged(spoil):
    assert 1 == opened(LINE, b"").number

    with pytest.raises(Damaged):
        opened(spoil(LINE), b"")


@given(st.integers(0, len(LINE) - 1), st.integers(0, 7))
def test_every_flipped_bit_is_noticed(place, bit):
    spoiled = bytearray(LINE)
    spoiled[place] ^= 1 << bit
    link = sha256(genesis("event").hash + LINE).digest()

    with refuses(Damaged, match="fact 1 of event"):
        Verifier("event").check(1, bytes(spoiled), link)


class TestTheWalk:
    @pytest.fixture
    def log(self):
        store = MemoryStore()
        fill(store, acts=9)
        return list(store.read("event"))

    def walk(self, log, start=None):
        verifier = Verifier("event", start, place="here")
        for entry in log:
            assert entry == verifier.open(entry.number, entry.line, entry.hash)
        return verifier.head

    def test_a_whole_log_is_walked_to_its_head(self, log):
        assert Head(log[-1].number, log[-1].hash) == self.walk(log)
        assert Head(log[-1].number, log[-1].hash) == self.walk(log[5:], Head(5, log[4].hash))

    @pytest.mark.parametrize(
        ("spoil", "number"),
        [
            pytest.param(lambda log: log[1:], 1, id="begins later"),
            pytest.param(lambda log: log[:4] + log[5:], 5, id="a gap"),
            pytest.param(lambda log: [*log[:4], log[5], log[4]], 5, id="swapped"),
            pytest.param(lambda log: [*log[:4], replace(log[4], hash=log[3].hash)], 5, id="hash"),
            pytest.param(lambda log: [replace(log[4], number=1)], 1, id="renumbered"),
        ],
    )
    def test_the_first_fact_that_does_not_fit_is_named(self, log, spoil, number):
        with refuses(Damaged, match=f"here is damaged: fact {number} of event") as refused:
            self.walk(spoil(log))

        assert ("here", "event", number) == tuple(refused.value.facts.values())[:3]
        assert fix_text(refused.value)

    def test_a_line_with_the_right_hash_but_another_number_or_stream_is_noticed(self, log):
        moved = log[0].line.replace(b'"number":1', b'"number":2')
        other = log[0].line.replace(b'"stream":"event"', b'"stream":"other"')
        for line in (moved, other):
            link = sha256(genesis("event").hash + line).digest()
            with refuses(Damaged, match="fact 1 of event"):
                Verifier("event").open(1, line, link)


def test_an_act_shares_everything_but_its_facts():
    entries = list(seal("event", genesis("event"), act("k"), facts(3)))

    assert {("ann", "judge", "report-result/1", "k")} == {
        (entry.actor, entry.role, entry.cause, entry.key) for entry in entries
    }
    assert [1, 2, 3] == [entry.number for entry in entries]
    assert 3 == len({entry.hash for entry in entries})
