"""What every store promises, asked of all three with the same words."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.making import NOON, act, body, contents, facts, fill
from tiltyard.engine.errors import Fault
from tiltyard.store.chain import genesis
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Answer, Conflict, Damaged, Draft, KeyReused, Snapshot
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore


class TestAppending:
    def test_facts_come_back_as_they_went_in(self, store):
        asked = act("k1", at=datetime(2026, 5, 16, 14, 0, tzinfo=timezone(timedelta(hours=2))))
        drafts = [Draft("a/1", body(text='Zoë \u2028 \0 \\ "x" 🎲')), Draft("b/2", body(n=[1, {}]))]

        assert Answer(1, 2) == store.append("event", 0, asked, drafts)

        first, second = store.read("event")
        assert (1, "a/1", drafts[0].body) == (first.number, first.name, first.body)
        assert (2, "b/2", drafts[1].body) == (second.number, second.name, second.body)
        assert ("ann", "judge", "report-result/1", "k1") == (
            first.actor,
            first.role,
            first.cause,
            first.key,
        )
        assert datetime(2026, 5, 16, 12, 0, tzinfo=UTC) == first.at

    def test_numbers_go_on_without_a_gap_and_each_stream_has_its_own(self, store):
        last = fill(store, "one", acts=6)
        fill(store, "other", acts=2)

        assert list(range(1, last + 1)) == [entry.number for entry in store.read("one")]
        assert last == store.head("one").number
        assert ("one", "other") == store.streams()

    def test_streams_come_in_the_order_of_their_characters(self, store):
        names = ["b", "B", "a b", "ä", "Z", "a", "🎲", "a-1"]
        for name in names:
            store.append(name, 0, act("k"), facts())

        assert tuple(sorted(names)) == store.streams()

    def test_an_unknown_stream_is_empty(self, store):
        assert genesis("nobody") == store.head("nobody") == store.verify("nobody")
        assert [] == list(store.read("nobody"))
        assert () == store.streams()

    @pytest.mark.parametrize("expected", [0, 4, 6, 99])
    def test_an_act_decided_on_another_state_is_refused(self, store, expected):
        store.append("event", 0, act("k1"), facts(5))
        before = contents(store)

        with pytest.raises(Conflict) as refused:
            store.append("event", expected, act("k2"), facts())

        assert {"expected": expected, "actual": 5, "stream": "event"} == refused.value.facts
        assert before == contents(store)
        assert store.answer("event", "ann", "k2", act("k2").fingerprint) is None

    @pytest.mark.parametrize("place", ["begin", "middle", "end"])
    def test_an_act_is_recorded_whole_or_not_at_all(self, store, place):
        drafts = facts(3)
        position = {"begin": 0, "middle": 1, "end": 2}[place]
        drafts[position] = Draft("broken/1", b'{"a":')

        with pytest.raises(Fault):
            store.append("event", 0, act("k"), drafts)

        assert [] == list(store.read("event"))
        assert Answer(1, 3) == store.append("event", 0, act("k"), facts(3))

    @pytest.mark.parametrize(
        "bad",
        [
            pytest.param(b"", id="nothing"),
            pytest.param(b"{}{}", id="two values"),
            pytest.param(b' {"a":1}', id="white space before"),
            pytest.param(b'1,"cause":"other"', id="another key slipped in"),
            pytest.param(b'{"a":"\xff"}', id="not UTF-8"),
        ],
    )
    def test_a_body_that_would_not_come_back_is_never_written(self, store, bad):
        with pytest.raises(Fault):
            store.append("event", 0, act("k"), [Draft("a/1", bad)])

        assert () == store.streams()

    def test_an_act_without_facts_is_a_mistake(self, store):
        with pytest.raises(Fault):
            store.append("event", 0, act("k"), [])

    def test_a_time_without_zone_is_a_mistake(self, store):
        with pytest.raises(Fault):
            store.append("event", 0, act("k", at=NOON.replace(tzinfo=None)), facts())

        assert () == store.streams()

    @pytest.mark.parametrize("field", ["actor", "key"])
    def test_names_with_nul_are_refused_by_all_alike(self, store, field):
        with pytest.raises(Fault):
            store.append("event", 0, replace(act("k"), **{field: "a\0b"}), facts())

    def test_an_old_clock_changes_nothing_about_the_order(self, store):
        for number, hours in enumerate((5, -24, 0, 3)):
            store.append(
                "event", number, act(f"{hours}", at=NOON + timedelta(hours=hours)), facts()
            )

        assert ["5", "-24", "0", "3"] == [entry.key for entry in store.read("event")]
        assert store.verify("event") == store.head("event")


class TestKeys:
    def test_the_same_request_gets_the_first_answer(self, store):
        store.append("event", 0, act("k1"), facts(2))
        store.append("event", 2, act("k2"), facts())

        assert Answer(1, 2, repeated=True) == store.append("event", 0, act("k1"), facts(2))
        assert Answer(1, 2, repeated=True) == store.answer(
            "event", "ann", "k1", act("k1").fingerprint
        )
        assert 3 == store.head("event").number

    def test_another_request_under_the_same_key_is_refused(self, store):
        store.append("event", 0, act("k1", asked="20:8"), facts(2))
        other = act("k1", asked="8:20")

        with pytest.raises(KeyReused) as refused:
            store.append("event", 2, other, facts())
        with pytest.raises(KeyReused):
            store.answer("event", "ann", "k1", other.fingerprint)

        assert (1, 2) == (refused.value.facts["first"], refused.value.facts["last"])
        assert 2 == store.head("event").number

    def test_keys_of_other_people_and_streams_are_their_own(self, store):
        store.append("event", 0, act("k1"), facts())

        assert Answer(2, 2) == store.append("event", 1, act("k1", actor="bob"), facts())
        assert Answer(1, 1) == store.append("other", 0, act("k1"), facts())
        assert store.answer("event", "cid", "k1", act("k1").fingerprint) is None


class TestReading:
    def test_reading_goes_on_behind_a_number(self, store):
        last = fill(store, acts=9)

        for after in (0, 1, last - 1, last, last + 5):
            expected = list(range(after + 1, last + 1))
            assert expected == [entry.number for entry in store.read("event", after)]

    def test_reading_is_not_limited_by_a_page(self, store):
        store.append("event", 0, act("k"), facts(1_203))

        assert 1_203 == len(list(store.read("event")))
        assert 703 == len(list(store.read("event", 500)))

    def test_appending_goes_on_while_somebody_reads(self, store):
        store.append("event", 0, act("k"), facts(600))
        reading = store.read("event")
        next(reading)

        store.append("event", 600, act("k2"), facts())

        assert 599 <= len(list(reading)) <= 600

    def test_many_threads_append_and_read_one_store(self, store):
        def work(name):
            last = fill(store, name, acts=8)
            return last == store.verify(name).number == len(list(store.read(name)))

        with ThreadPoolExecutor(6) as pool:
            assert all(pool.map(work, [f"event-{n}" for n in range(6)]))


class TestSnapshots:
    def test_the_newest_snapshot_is_kept(self, store):
        fill(store)
        entries = list(store.read("event"))
        assert store.snapshot("event") is None

        for entry in (entries[2], entries[5]):
            kept = Snapshot(entry.number, entry.hash, "engine 1", b"\0state" * 99)
            store.keep_snapshot("event", kept)

            assert kept == store.snapshot("event")
        assert store.snapshot("other") is None

    def test_a_snapshot_that_does_not_fit_the_log_counts_as_none(self, store):
        last = fill(store)
        head = store.head("event")
        for number, link in ((last, bytes(32)), (last - 1, head.hash), (last + 1, head.hash)):
            store.keep_snapshot("event", Snapshot(number, link, "engine 1", b"state"))

            assert store.snapshot("event") is None
        store.keep_snapshot("event", Snapshot(0, genesis("event").hash, "engine 1", b"state"))
        assert store.snapshot("event") is None


class TestAdopting:
    def test_a_log_from_elsewhere_comes_over_whole_with_its_answers(self, store):
        source = MemoryStore()
        last = fill(source, acts=30)

        store.adopt("event", list(source.read("event")))

        assert contents(source) == contents(store)
        assert source.head("event") == store.verify("event")
        key = "key-0-1"
        assert Answer(1, 2, repeated=True) == store.append("event", 0, act(key), facts(2, key))
        assert Answer(last + 1, last + 1) == store.append("event", last, act("n"), facts())

    def test_nothing_is_taken_into_a_stream_that_has_facts(self, store):
        source = MemoryStore()
        fill(source)
        store.append("event", 0, act("k"), facts())
        before = contents(store)

        with pytest.raises(Conflict):
            store.adopt("event", list(source.read("event")))

        assert before == contents(store)

    @pytest.mark.parametrize(
        "spoil",
        [
            pytest.param(lambda log: log[1:], id="the first is missing"),
            pytest.param(lambda log: log[:3] + log[4:], id="one is missing"),
            pytest.param(lambda log: [log[1], log[0], *log[2:]], id="two are swapped"),
            pytest.param(lambda log: [*log, log[-1]], id="one twice"),
            pytest.param(
                lambda log: [replace(log[0], line=log[0].line.replace(b"ann", b"bob")), *log[1:]],
                id="a line was changed",
            ),
            pytest.param(
                lambda log: [*log[:-1], replace(log[-1], body=b"{}")], id="a body was changed"
            ),
            pytest.param(
                lambda log: [*log[:-1], replace(log[-1], hash=bytes(32))], id="a hash was changed"
            ),
        ],
    )
    def test_a_log_that_does_not_fit_its_chain_is_refused(self, store, spoil):
        source = MemoryStore()
        fill(source)

        with pytest.raises(Damaged):
            store.adopt("event", spoil(list(source.read("event"))))

        assert () == store.streams()

    def test_a_log_does_not_come_over_under_another_name(self, store):
        source = MemoryStore()
        fill(source)

        with pytest.raises(Damaged):
            store.adopt("other", list(source.read("event")))

    def test_an_empty_log_changes_nothing(self, store):
        store.adopt("event", [])

        assert () == store.streams()


class TestClosing:
    def test_closing_twice_is_fine(self, store):
        fill(store)
        store.close()
        store.close()

    def test_what_was_appended_is_there_after_opening_again(self, lasting):
        store = lasting()
        last = fill(store, acts=12)
        before = contents(store)
        kept = Snapshot(last, store.head("event").hash, "engine 1", b"state")
        store.keep_snapshot("event", kept)
        store.close()

        again = lasting()

        assert before == contents(again)
        assert kept == again.snapshot("event")
        assert Answer(1, 2, repeated=True) == again.append(
            "event", 0, act("key-0-1"), facts(2, "key-0-1")
        )
        again.close()


names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
scripts = st.lists(
    st.tuples(st.sampled_from(["one", "other 2", "ö"]), names, names, st.integers(1, 3), names),
    max_size=12,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(script=scripts)
def test_the_same_acts_give_the_same_bytes_in_every_store(server, tmp_path_factory, script):
    address = server.new_database()
    stores = [
        MemoryStore(),
        SqliteStore(tmp_path_factory.mktemp("same") / "event.tiltyard"),
        PostgresStore(address),
    ]
    told = []
    for store in stores:
        answers = []
        for stream, actor, key, count, text in script:
            drafts = facts(count, text=text)
            number = store.head(stream).number
            try:
                answers.append(store.append(stream, number, act(key, actor, text), drafts))
            except KeyReused as refused:
                answers.append(refused.code)
        told.append((answers, contents(store)))
        store.close()
    server.drop(address)

    assert told[0] == told[1] == told[2]
