"""A damaged or edited file is refused and the place named; wrong facts are never served."""

import random
import shutil
from collections import Counter

import apsw
import pytest

from tests.refusing import refuses
from tests.store.making import act, contents, facts, fill
from tiltyard.store.port import Damaged, Snapshot, StoreRefused, WrongStore
from tiltyard.store.second_copy import SecondCopy
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import fix_text, refusal_text

SEED = 20260516


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A file with two logs and a snapshot, and all it serves."""
    path = tmp_path_factory.mktemp("sound") / "event.tiltyard"
    store = SqliteStore(path)
    last = fill(store, acts=60)
    fill(store, "other", acts=9)
    store.append("event", last, act("long"), facts(2, pad="y" * 9_000))
    store.keep_snapshot("event", Snapshot(*store.head("event"), "engine", b"state" * 500))
    served = everything(store)
    store.close()
    return path, served


def everything(store):
    """Return all that is served: facts, answers, snapshot."""
    answers = [
        store.answer("event", "ann", key, act(key).fingerprint)
        for key in {entry.key for entry in store.read("event")}
    ]
    return contents(store), sorted(answers), store.snapshot("event")


def verdict(path, served):
    """Open a file: "refused", "the same" as before, or "WRONG"."""
    try:
        store = SqliteStore(path)
    except StoreRefused as refused:
        return (
            "refused"
            if str(path) in refusal_text(refused) and fix_text(refused)
            else "WITHOUT A WORD"
        )
    try:
        found = everything(store)
    except StoreRefused:
        return "refused"
    finally:
        store.close()
    same = found[:2] == served[:2] and found[2] in (served[2], None)
    return "the same" if same else "WRONG"


def spoiled(sound, folder, spoil, times):
    """Spoil a copy so many times; count the verdicts."""
    source, served = sound
    path = folder / "event.tiltyard"
    chance, seen = random.Random(SEED), Counter()
    for _ in range(times):
        data = bytearray(source.read_bytes())
        spoil(data, chance)
        path.write_bytes(data)
        path.with_name("event.tiltyard-wal").unlink(missing_ok=True)
        seen[verdict(path, served)] += 1
    return seen


def flip(data, chance):
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def zero_a_page(data, chance):
    start = chance.randrange(len(data) // 4_096) * 4_096
    data[start : start + 4_096] = bytes(4_096)


def truncate(data, chance):
    del data[chance.randrange(len(data)) :]


def truncate_to_a_page(data, chance):
    del data[chance.randrange(len(data) // 4_096) * 4_096 :]


@pytest.mark.parametrize(
    ("spoil", "times"), [(flip, 300), (zero_a_page, 60), (truncate, 60), (truncate_to_a_page, 20)]
)
def test_damage_is_refused_and_never_served(sound, quick_folder, spoil, times):
    seen = spoiled(sound, quick_folder, spoil, times)

    assert times == seen["refused"] + seen["the same"]
    assert seen["refused"] > times // 2


def test_an_unspoiled_copy_is_served(sound, quick_folder):
    assert {"the same": 3} == spoiled(sound, quick_folder, lambda *_: None, 3)


EDITS = {
    "a line was changed": (
        (
            "UPDATE facts SET line = replace(line, 'judge', 'Judge')"
            " WHERE stream = 'event' AND number = 17"
        ),
        17,
    ),
    "a fact was deleted": ("DELETE FROM facts WHERE stream = 'event' AND number = 17", 17),
    "the first was deleted": ("DELETE FROM facts WHERE stream = 'event' AND number = 1", 1),
    "the last act was deleted": ("DELETE FROM facts WHERE stream = 'event' AND number > 120", 121),
    "two facts were swapped": (
        (
            "UPDATE facts SET number = -1 WHERE stream = 'event' AND number = 17;"
            "UPDATE facts SET number = 17 WHERE stream = 'event' AND number = 30;"
            "UPDATE facts SET number = 30 WHERE stream = 'event' AND number = -1"
        ),
        17,
    ),
    "a fact was slipped in at the end": (
        (
            "INSERT INTO facts SELECT stream, 123, line, hash FROM facts"
            " WHERE stream = 'event' AND number = 122"
        ),
        123,
    ),
    "a fact of another log was taken": (
        (
            "UPDATE facts SET"
            " line = (SELECT line FROM facts WHERE stream = 'other' AND number = 3),"
            " hash = (SELECT hash FROM facts WHERE stream = 'other' AND number = 3)"
            " WHERE stream = 'event' AND number = 3"
        ),
        3,
    ),
    "a log was renamed": ("UPDATE facts SET stream = 'third' WHERE stream = 'other'", 1),
    "a hash was changed": (
        "UPDATE facts SET hash = zeroblob(32) WHERE stream = 'event' AND number = 5",
        5,
    ),
    "an answer was deleted": ("DELETE FROM answers WHERE stream = 'event' AND first = 1", 1),
    "an answer was changed": (
        "UPDATE answers SET key = 'mine' WHERE stream = 'event' AND first = 1",
        1,
    ),
    "an answer was invented": (
        "INSERT INTO answers VALUES ('event', 'eve', 'k', 'f', 123, 123)",
        123,
    ),
    "an answer without a log was invented": (
        "INSERT INTO answers VALUES ('fifth', 'eve', 'k', 'f', 1, 1)",
        1,
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_by_hand_is_refused_and_the_fact_named(sound, tmp_path, edit):
    path = tmp_path / "event.tiltyard"
    shutil.copy(sound[0], path)
    statements, number = EDITS[edit]
    with_hands(path, statements)

    with pytest.raises(Damaged) as refused:
        SqliteStore(path)

    assert number == refused.value.facts["number"]
    assert str(path) == refused.value.facts["file"]
    assert f"fact {number} of {refused.value.facts['stream']}" in refusal_text(refused.value)


def with_hands(path, statements):
    """Edit a file as somebody with a database tool would."""
    connection = apsw.Connection(str(path))
    connection.pragma("ignore_check_constraints", True)
    connection.execute(statements)
    connection.close()


def test_a_spoiled_snapshot_counts_as_none(sound, tmp_path):
    for edit in ("state = zeroblob(9)", "number = 3", "engine = 'x'", "hash = zeroblob(32)"):
        path = tmp_path / "event.tiltyard"
        shutil.copy(sound[0], path)
        with_hands(path, f"UPDATE snapshots SET {edit}")  # noqa: S608 - from the line above

        store = SqliteStore(path)

        assert store.snapshot("event") is None
        store.close()


def test_damage_found_while_reading_is_not_served(file):
    store = SqliteStore(file)
    fill(store, acts=9)
    store._connection.execute(
        "UPDATE facts SET line = replace(line, 'ann', 'eve') WHERE number = 4"
    )

    reading = store.read("event")
    assert [1, 2, 3] == [next(reading).number for _ in range(3)]
    with refuses(Damaged, match="fact 4 of event"):
        next(reading)
    with refuses(Damaged, match="fact 4 of event"):
        store.verify("event")
    store.close()


class TestFilesOfOthers:
    def test_an_empty_file_is_not_taken_for_a_new_one(self, file):
        file.touch()

        with refuses(WrongStore, match="is empty"):
            SqliteStore(file)

    def test_a_text_is_refused(self, file):
        file.write_bytes(b"Dear diary, " * 900)

        with refuses(WrongStore, code="store-not-a-tiltyard-file"):
            SqliteStore(file)
        assert b"Dear diary, " * 900 == file.read_bytes()

    def test_a_database_of_another_program_is_refused_and_left_alone(self, file):
        with_hands(file, "CREATE TABLE diary (line TEXT); INSERT INTO diary VALUES ('dear')")
        before = file.read_bytes()

        with refuses(WrongStore, match="not one of Tiltyard"):
            SqliteStore(file)

        assert before == file.read_bytes()

    def test_a_directory_is_refused(self, tmp_path):
        (tmp_path / "folder").mkdir()

        with pytest.raises(StoreRefused):
            SqliteStore(tmp_path / "folder")

    def test_a_place_that_is_not_there_is_refused(self, tmp_path):
        with pytest.raises(StoreRefused):
            SqliteStore(tmp_path / "nowhere" / "event.tiltyard")


class TestTheWriteAheadLog:
    """The file beside the file: after a crash it holds the newest facts."""

    @pytest.fixture
    def crashed(self, tmp_path):
        """Return how to make a file as a crash leaves it, its newest facts in the log beside."""

        def make(name, acts):
            store = SqliteStore(tmp_path / "live.tiltyard")
            last = fill(store, name, acts=40)
            store.close()
            store = SqliteStore(tmp_path / "live.tiltyard")
            fill(store, name, acts=acts, after=last)
            for ending in ("", "-wal"):
                shutil.copy(tmp_path / f"live.tiltyard{ending}", tmp_path / f"{name}{ending}")
            served = contents(store)
            store.close()
            (tmp_path / "live.tiltyard").unlink()
            return tmp_path / name, served

        return make

    def test_it_is_taken_into_account(self, crashed):
        path, served = crashed("one", 5)

        store = SqliteStore(path)

        assert served == contents(store)
        store.close()

    def test_without_it_the_older_log_is_sound_and_the_second_copy_knows_more(
        self, crashed, tmp_path
    ):
        path, served = crashed("one", 5)
        store = SqliteStore(path)
        stick = tmp_path / "stick"
        stick.mkdir()
        assert SecondCopy(store, stick).ship_now()
        store.close()
        path, _ = crashed("one", 5)
        path.with_name("one-wal").unlink()

        store = SqliteStore(path)

        found = contents(store)["one"]
        assert served["one"][: len(found)] == found
        copy = SecondCopy(store, stick)
        assert not copy.ship_now()
        lost = f"{len(served['one']) - len(found)} facts of one that the store has lost"
        assert lost in refusal_text(copy.trouble)
        store.close()

    def test_spoiled_it_gives_a_sound_prefix(self, crashed, quick_folder):
        path, served = crashed("one", 60)
        chance, seen = random.Random(SEED), Counter()
        for _ in range(60):
            data = bytearray(path.with_name("one-wal").read_bytes())
            (flip if chance.random() < 0.5 else truncate)(data, chance)
            shutil.copy(path, quick_folder / "one")
            (quick_folder / "one-wal").write_bytes(data)

            store = SqliteStore(quick_folder / "one")
            found = contents(store)["one"]
            store.close()
            assert served["one"][: len(found)] == found
            seen[len(found)] += 1
        assert len(seen) > 5

    def test_one_of_another_file_never_makes_a_mixture(self, crashed):
        path, served = crashed("one", 50)
        other, others = crashed("two", 50)
        shutil.copy(other.with_name("two-wal"), path.with_name("one-wal"))

        try:
            store = SqliteStore(path)
        except StoreRefused:
            return
        for name, log in contents(store).items():
            assert (served | others)[name][: len(log)] == log
        store.close()
