"""The second copy: never further behind than it says, and never in the way."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.two_laptops import wait_until
from tests.store.crash import Victims
from tests.store.making import act, contents, facts, fill
from tiltyard.store.chain import read_log, write_log
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Damaged, WrongStore
from tiltyard.store.second_copy import Mirrored, SecondCopy
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import refusal_text


@pytest.fixture
def source():
    store = MemoryStore()
    fill(store, acts=6)
    return store


@pytest.fixture
def stick(tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def restored(copy, stream="event"):
    """Return a new store made from the copy alone."""
    store = MemoryStore()
    with copy.file_of(stream).open("rb") as file:
        name, entries = read_log(file, torn_tail=True)
    store.adopt(name, entries)
    return store


class TestLogFiles:
    def test_a_log_is_a_header_and_a_line_for_each_fact(self, source):
        lines = list(write_log("event", source.read("event")))

        assert b'{"format":"tiltyard/log/1","stream":"event"}\n' == lines[0]
        first = next(source.read("event"))
        assert (
            b'{"entry":' + first.line + b',"hash":"' + first.hash.hex().encode() + b'"}\n'
            == (lines[1])
        )
        assert ("event", list(source.read("event"))) == read_log(lines)

    def test_a_log_without_facts_is_its_header(self):
        assert ("event", []) == read_log(write_log("event", []))

    @given(cut=st.integers(0, 5_000))
    def test_a_torn_tail_is_left_out_only_when_asked(self, cut):
        store = MemoryStore()
        fill(store, acts=6)
        whole = b"".join(write_log("event", store.read("event")))
        torn = whole[: min(cut, len(whole) - 1)]
        lines = torn.splitlines(keepends=True)
        ends_whole = torn.endswith(b"\n")

        if not lines or b"\n" not in torn:
            with pytest.raises((WrongStore, Damaged)):
                read_log(lines, torn_tail=True)
            return
        _, entries = read_log(lines, torn_tail=True)
        assert list(store.read("event"))[: len(entries)] == entries
        assert torn.count(b"\n") - 1 == len(entries)
        if not ends_whole:
            with pytest.raises(Damaged):
                read_log(lines)

    @pytest.mark.parametrize(
        "spoil",
        [
            pytest.param(lambda lines: lines[:3] + lines[4:], id="one is missing"),
            pytest.param(lambda lines: [*lines[:3], lines[4], lines[3]], id="swapped"),
            pytest.param(lambda lines: [*lines[:3], b"{}\n", *lines[3:]], id="a strange line"),
            pytest.param(lambda lines: [*lines[:3], b"\n", *lines[3:]], id="an empty line"),
            pytest.param(
                lambda lines: [lines[0].replace(b"event", b"other"), *lines[1:]], id="renamed"
            ),
            pytest.param(
                lambda lines: [*lines[:2], lines[2].replace(b"ann", b"eve"), *lines[3:]], id="edit"
            ),
        ],
    )
    def test_a_spoiled_log_is_refused(self, source, spoil):
        with pytest.raises(Damaged):
            read_log(spoil(list(write_log("event", source.read("event")))), torn_tail=True)

    @pytest.mark.parametrize(
        "first",
        [b"", b"hello\n", b"{}\n", b'{"format":"tiltyard/log/2","stream":"e"}\n', b"\xff\n"],
    )
    def test_a_file_of_another_kind_is_refused(self, first):
        with pytest.raises(WrongStore):
            read_log([first])


class TestShipping:
    def test_the_copy_follows_the_store(self, source, stick):
        copy = SecondCopy(source, stick)
        assert 12 == copy.lag("event") == copy.behind()

        assert copy.ship_now()

        assert 0 == copy.lag("event") == copy.behind()
        assert contents(source) == contents(restored(copy))
        fill(source, "Other / 2", acts=1)
        source.append("event", 12, act("more"), facts())
        assert (1, 2, 3) == (copy.lag("event"), copy.lag("Other / 2"), copy.behind())
        assert copy.ship_now()
        assert contents(source) == contents(restored(copy)) | contents(restored(copy, "Other / 2"))

    def test_names_are_safe_and_different_on_every_disk(self, source, stick):
        copy = SecondCopy(source, stick)
        names = ["a", "A", "../a", "a.b", "ä", "con:", "a b", "a%b", "%61"]

        files = [copy.file_of(name).name for name in names]

        assert len(names) == len({name.lower() for name in files})
        assert all(stick == copy.file_of(name).parent for name in names)

    def test_a_copy_is_taken_up_where_it_was_left(self, source, stick):
        SecondCopy(source, stick).ship_now()
        before = SecondCopy(source, stick).file_of("event").read_bytes()
        source.append("event", 12, act("more"), facts())

        copy = SecondCopy(source, stick)
        assert copy.ship_now()

        assert copy.file_of("event").read_bytes().startswith(before)
        assert contents(source) == contents(restored(copy))

    def test_a_torn_tail_is_mended(self, source, stick):
        copy = SecondCopy(source, stick)
        copy.ship_now()
        whole = copy.file_of("event").read_bytes()
        for cut in range(1, 900, 37):
            copy.file_of("event").write_bytes(whole[:-cut])

            again = SecondCopy(source, stick)
            assert again.ship_now()

            assert whole == again.file_of("event").read_bytes()

    def test_a_damaged_copy_is_set_aside_and_written_anew(self, source, stick):
        copy = SecondCopy(source, stick)
        copy.ship_now()
        whole = copy.file_of("event").read_bytes()
        for spoiled in (whole.replace(b"ann", b"eve", 1), b"", b"hello\n"):
            copy.file_of("event").write_bytes(spoiled)

            again = SecondCopy(source, stick)
            assert again.ship_now()

            assert whole == again.file_of("event").read_bytes()
            assert spoiled == (stick / "event.tiltyard-log.damaged").read_bytes()

    def test_a_copy_that_knows_more_than_the_store_is_kept_and_reported(self, source, stick):
        SecondCopy(source, stick).ship_now()
        short = MemoryStore()
        short.adopt("event", list(source.read("event"))[:9])

        copy = SecondCopy(short, stick)

        assert not copy.ship_now()
        assert "3 facts of event that the store has lost" in refusal_text(copy.trouble)
        assert contents(source) == contents(restored(copy))

    def test_a_copy_that_tells_another_story_is_kept_and_reported(self, source, stick):
        SecondCopy(source, stick).ship_now()
        for acts in (8, 20):
            other = MemoryStore()
            other.append("event", 0, act("else"), facts(2))
            fill(other, acts=acts, after=2)

            copy = SecondCopy(other, stick)

            assert not copy.ship_now()
            assert "differs from the store" in refusal_text(copy.trouble)
            assert contents(source) == contents(restored(copy))


class TestUnplugged:
    def test_trouble_is_noted_never_raised_and_caught_up(self, source, stick, tmp_path):
        store = Mirrored(source, SecondCopy(source, stick), wait=True)
        store.append("event", 12, act("a"), facts())
        assert store.copy.trouble is None
        stick.rename(tmp_path / "pocket")

        store.append("event", 13, act("b"), facts())
        store.append("event", 14, act("c"), facts())

        assert str(stick) in refusal_text(store.copy.trouble)
        assert 2 == store.copy.lag("event")
        (tmp_path / "pocket").rename(stick)
        store.append("event", 15, act("d"), facts())
        assert store.copy.trouble is None
        assert 0 == store.copy.behind()
        assert contents(source) == contents(restored(store.copy))

    def test_an_empty_stick_in_its_place_gets_everything(self, source, stick, tmp_path):
        copy = SecondCopy(source, stick)
        copy.ship_now()
        stick.rename(tmp_path / "pocket")
        stick.mkdir()
        source.append("event", 12, act("a"), facts())

        assert copy.ship_now()

        assert contents(source) == contents(restored(copy))

    def test_a_full_stick_is_noted(self, source, stick, monkeypatch):
        copy = SecondCopy(source, stick)

        def fail(_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", fail)
            assert not copy.ship_now()
        assert "No space left" in refusal_text(copy.trouble)
        assert 12 == copy.lag("event")
        assert copy.ship_now()
        assert copy.trouble is None


class TestInTheBackground:
    def test_appends_arrive_without_being_asked_for(self, stick):
        source = MemoryStore()
        store = Mirrored(source, SecondCopy(source, stick, every=60))
        store.copy.start()
        last = fill(store, acts=30)
        store.close()

        assert 0 == store.copy.behind()
        assert last == restored(store.copy).head("event").number

    def test_what_was_there_before_is_copied_and_a_stick_that_comes_back_is_caught_up(self, stick):
        """Neither waits for the next act."""
        source = MemoryStore()
        fill(source, acts=3)
        plugged, away = stick / "there", stick / "away"
        plugged.mkdir()
        copy = SecondCopy(source, plugged, every=0.01)
        copy.start()
        assert wait_until(lambda: copy.behind() == 0)
        plugged.rename(away)
        fill(source, acts=3, stream="other")
        assert wait_until(lambda: copy.trouble is not None)

        away.rename(plugged)

        assert wait_until(lambda: copy.behind() == 0 and copy.trouble is None)
        copy.stop()

    def test_the_mirror_passes_everything_on(self, source, stick):
        store = Mirrored(MemoryStore(), SecondCopy(source, stick))

        store.adopt("event", list(source.read("event")))

        assert contents(source) == contents(store)
        assert source.head("event") == store.head("event") == store.verify("event")
        fingerprint = act("key-0-1").fingerprint
        assert source.answer("event", "ann", "key-0-1", fingerprint) == store.answer(
            "event", "ann", "key-0-1", fingerprint
        )
        assert store.snapshot("event") is None


class TestTheLaptopDies:
    """Killed and deleted: what is lost is what the copy had said it lacked."""

    @pytest.mark.parametrize("wait", [True, False])
    def test_the_loss_is_at_most_the_lag_that_was_shown(self, tmp_path, wait):
        chance = random.Random(20260516)
        file = tmp_path / "event.tiltyard"
        with Victims(file, tmp_path) as victims:
            for number in range(25):
                stick = tmp_path / f"stick-{number}"
                stick.mkdir()
                victims.run(
                    f"{number}",
                    stick=str(stick),
                    wait=wait,
                    growth=chance.randint(1, 300),
                    microseconds=chance.randint(0, 3_000),
                )
                *_, (_, _, last, lag) = victims.acknowledged()
                for left in tmp_path.glob("event.tiltyard*"):
                    left.unlink()

                copy = SecondCopy(MemoryStore(), stick)
                kept = restored(copy).head("event").number if lag < last else 0
                assert last - kept <= lag
                assert not wait or lag == 0
                victims.notes.unlink()


def test_a_lost_store_is_restored_from_the_copy_and_goes_on(file, stick):
    store = SqliteStore(file)
    mirrored = Mirrored(store, SecondCopy(store, stick), wait=True)
    last = fill(mirrored)
    before = contents(mirrored)
    mirrored.close()
    file.unlink()

    again = SqliteStore(file)
    name, entries = read_log(mirrored.copy.file_of("event").read_bytes().splitlines(keepends=True))
    again.adopt(name, entries)

    assert before == contents(again)
    assert again.append("event", 0, act("key-0-1"), facts(2, "key-0-1")).repeated
    assert last + 1 == again.append("event", last, act("on"), facts()).first
    assert {"format", "stream"} == set(
        json.loads(mirrored.copy.file_of("event").read_bytes().splitlines()[0])
    )
    again.close()
