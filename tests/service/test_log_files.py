"""A log as a file: the same bytes there and back, on every store; anything else is refused."""

import json
from hashlib import sha256

import pytest

from tests.day.events import running
from tests.refusing import refuses
from tests.service.halls import DEMO, demo_store
from tiltyard.day.rounds import DiscardDraw
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.formats.log_file import (
    is_log,
    read_whole,
    read_without_seed,
    withholds_seed,
    write_without_seed,
)
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import (
    export_event,
    export_log,
    folded,
    import_log,
    require_no_secrets,
)
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.verifying import verify_target
from tiltyard.store import sqlite
from tiltyard.store.chain import genesis, opened, seal, write_log
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Act, Damaged, Draft, Head, WrongStore
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import fix_text, refusal_text

NAME = "night-flight"


def log_lines(name=NAME):
    return list(export_log(demo_store(), name))


@pytest.mark.parametrize("name", DEMO)
def test_a_log_is_the_same_to_the_byte_after_a_round_trip(name):
    store = MemoryStore()
    head = import_log(store, log_lines(name), "the file")

    assert log_lines(name) == list(export_log(store, name))
    assert demo_store().head(name) == head


def test_every_store_takes_over_a_log_and_gives_it_back(store):
    import_log(store, log_lines(), "the file")

    assert log_lines() == list(export_log(store, NAME))
    assert demo_store().head(NAME) == store.verify(NAME)


def test_keys_of_the_log_are_known_in_the_new_store(store):
    import_log(store, log_lines(), "the file")
    entry = json.loads(log_lines()[-2])["entry"]

    again = store.answer(NAME, entry["actor"], entry["key"], entry["fingerprint"])
    assert entry["number"] == again.last


def test_the_chain_is_the_one_that_the_documentation_gives():
    header, *facts, _ = log_lines()
    link = sha256(b"tiltyard/log/1|" + NAME.encode()).digest()
    for number, line in enumerate(facts, 1):
        entry, _, rest = line.removeprefix(b'{"entry":').rpartition(b',"hash":')
        link = sha256(link + entry).digest()

        assert link.hex() == json.loads(rest.removesuffix(b"}\n"))
        assert number == json.loads(entry)["number"]
    assert {"format": "tiltyard/log/1", "stream": NAME} == json.loads(header)


# ------------------------------------------------------------------------------------- refusals


def flipped(line, place):
    return line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]


def newer(lines):
    """A log that goes on with a fact of a later version, its chain intact."""
    entries = list(demo_store().read(NAME))
    act = Act("p1", "organizer", entries[-1].at, "dance", "a new key", "0" * 64)
    head = Head(entries[-1].number, entries[-1].hash)
    more = seal(NAME, head, act, [Draft("everybody-dances/1", b"{}")])
    return list(write_log(NAME, [*entries, *more]))


def nonsense(lines):
    """A log whose chain is intact and whose last fact speaks of a match nobody has seen."""
    entries = list(demo_store().read(NAME))
    act = Act("p1", "organizer", entries[-1].at, "verify-totals", "a new key", "0" * 64)
    head = Head(entries[-1].number, entries[-1].hash)
    more = seal(NAME, head, act, [Draft("totals-verified/1", b'{"match":"9.9.9"}')])
    return list(write_log(NAME, [*entries, *more]))


def rewritten(change, number=9):
    """A log in which the body of one fact is written otherwise, its chain made anew."""
    entries = []
    head = genesis(NAME)
    for entry in demo_store().read(NAME):
        kept = opened(entry.line, entry.hash).body
        body = change(kept) if entry.number == number else kept
        asked = json.loads(entry.line)["fingerprint"]
        act = Act(entry.actor, entry.role, entry.at, entry.cause, entry.key, asked)
        entries += seal(NAME, head, act, [Draft(entry.name, body)])
        head = Head(entries[-1].number, entries[-1].hash)
    return list(write_log(NAME, entries))


def with_a_value_more(body):
    return b'{"a_value_more":1,' + body.removeprefix(b"{")


def with_spaces(body):
    return body.replace(b":", b": ", 1)


def with_a_value_twice(body):
    first = body.removeprefix(b"{").removesuffix(b"}").split(b",")[0]
    return b"{" + first + b"," + body.removeprefix(b"{")


OTHERWISE = {one.__name__: one for one in (with_a_value_more, with_spaces, with_a_value_twice)}


def other_stream(lines):
    """The facts of one event under the name of another."""
    return [lines[0].replace(NAME.encode(), b"day-flight"), *lines[1:]]


LAST = len(log_lines()) - 2  # the last line holds the keys
DAMAGE = {
    "a bit in the middle": (
        lambda lines: [*lines[:9], flipped(lines[9], 40), *lines[10:]],
        Damaged,
        ["fact 9", "line 10"],
    ),
    "a line is missing": (
        lambda lines: [*lines[:9], *lines[10:]],
        Damaged,
        ["fact 9", "line 10"],
    ),
    "two lines changed places": (
        lambda lines: [*lines[:9], lines[10], lines[9], *lines[11:]],
        Damaged,
        ["fact 9", "line 10"],
    ),
    "a line is there twice": (
        lambda lines: [*lines[:10], lines[9], *lines[10:]],
        Damaged,
        ["fact 10", "line 11"],
    ),
    "cut off within its last line": (
        lambda lines: [*lines[:-1], lines[-1][:-20]],
        Damaged,
        ["the keys to the names"],
    ),
    "cut off within its last fact": (
        lambda lines: [*lines[:-2], lines[-2][:-20]],
        Damaged,
        [f"fact {LAST}", f"line {LAST + 1}"],
    ),
    "a key of another length": (
        lambda lines: [*lines[:-1], b'{"keys":{"p1":"AAAA"}}\n'],
        Damaged,
        ["the keys to the names"],
    ),
    "a key of another person": (
        lambda lines: [*lines[:-1], b'{"keys":{"p1":"' + b"A" * 43 + b'="}}\n'],
        Damaged,
        ["fact 1", "key"],
    ),
    "a line of something else": (
        lambda lines: [*lines[:5], b"hello\n", *lines[5:]],
        Damaged,
        ["fact 5", "line 6"],
    ),
    "a line of another event": (
        lambda lines: [*lines[:5], log_lines("summer-disks")[5], *lines[6:]],
        Damaged,
        ["fact 5", "line 6"],
    ),
    "all facts of another event": (other_stream, Damaged, ["fact 1", "line 2"]),
    "no facts": (lambda lines: lines[:1], Damaged, ["no facts"]),
    "nothing": (lambda lines: [], WrongStore, ["isn't a log"]),
    "another kind of file": (lambda lines: [b'{"format":"tiltyard/1"}\n'], WrongStore, ["log"]),
    "a log of the future": (
        lambda lines: [lines[0].replace(b"log/1", b"log/2"), *lines[1:]],
        WrongStore,
        ["tiltyard/log/2"],
    ),
    "a fact of the future": (
        newer,
        WrongStore,
        [f"fact {LAST + 1}", f"line {LAST + 2}", "everybody-dances/1"],
    ),
    **{
        f"a fact {name}": (
            lambda lines, change=change: rewritten(change),
            WrongStore,
            ["fact 9", "line 10", "more or other values"],
        )
        for name, change in OTHERWISE.items()
    },
    "facts that do not follow": (nonsense, Damaged, ["don't follow"]),
    "a withheld seed": (
        lambda lines: list(write_without_seed(NAME, demo_store().read(NAME))),
        WrongStore,
        ["seed of the event is missing"],
    ),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_log_is_refused_by_its_place_and_leaves_nothing(case):
    damage, kind, words = DAMAGE[case]
    store = MemoryStore()
    with pytest.raises(TiltyardError) as refused:
        import_log(store, damage(log_lines()), "night.log")

    assert isinstance(refused.value, kind)
    assert [] == [word for word in words if word.lower() not in refusal_text(refused.value).lower()]
    assert () == store.streams()


def test_a_log_whose_chain_is_made_anew_with_the_same_facts_is_taken_over():
    """The refusals above would prove nothing if the log made anew were broken otherwise."""
    assert log_lines()[:-1] == rewritten(lambda body: body)


@pytest.mark.parametrize("case", OTHERWISE)
def test_verify_refuses_a_fact_that_is_written_otherwise_and_names_it(case, tmp_path):
    file = tmp_path / "night.log"
    file.write_bytes(b"".join(rewritten(OTHERWISE[case])))
    with refuses(WrongStore, match="fact 9"):
        verify_target(str(file), MemoryStore, load)


def test_verify_refuses_such_a_fact_in_a_store_as_well():
    store = MemoryStore()
    store.adopt(NAME, read_whole(rewritten(with_a_value_more), "the file")[1])
    with refuses(WrongStore, match="fact 9"):
        verify_target(NAME, lambda: store, load)


class Interrupted(Exception):
    """The plug was pulled."""


def test_a_disk_that_fails_in_the_middle_leaves_nothing(file, monkeypatch):
    """A canary: with a store that writes half a log, this test fails."""
    store = SqliteStore(file)
    passed = []

    def pull_the_plug(place):
        passed.append(place)
        if passed.count("in-adopt") + passed.count("after-insert") == 40:
            raise Interrupted

    monkeypatch.setattr(sqlite, "failpoint", pull_the_plug)
    with pytest.raises(Interrupted):
        import_log(store, log_lines(), "night.log")
    passed.clear()
    text = export_event(folded(NAME, list(demo_store().read(NAME)), "the demo")).text
    tournament = read_tournament(decode(text.encode()))
    with pytest.raises(Interrupted):
        import_tournament(Desk(store, load), NAME, Brought(tournament, load(tournament.ruleset)))
    monkeypatch.undo()

    assert () == store.streams()
    store.close()
    again = SqliteStore(file)
    assert () == again.streams()
    assert demo_store().head(NAME) == import_log(again, log_lines(), "night.log")
    again.close()


def test_a_log_cut_off_between_two_lines_is_refused_by_whoever_knows_its_head():
    shorter = log_lines()[:-2]
    whole = demo_store().head(NAME).hash.hex()
    store = MemoryStore()
    with refuses(Damaged, match=f"fact {LAST - 1} .line {LAST}."):
        import_log(store, shorter, "night.log", must_end_with=whole)

    assert () == store.streams()
    assert LAST == import_log(store, log_lines(), "night.log", must_end_with=whole.upper()).number


def test_an_event_that_is_there_stays_as_it_is():
    store = MemoryStore()
    shorter = [*log_lines()[:-2], log_lines()[-1]]
    import_log(store, shorter, "night.log")
    with refuses(Refused, code="import-log-event-already"):
        import_log(store, log_lines(), "night.log")
    with refuses(Refused, code="import-log-is-here"):
        import_log(store, shorter, "night.log")

    assert log_lines()[:-2] == list(export_log(store, NAME))[:-1]


def test_an_event_that_is_not_there_cannot_be_exported():
    with refuses(Refused, match="no event 'nowhere'"):
        export_log(demo_store(), "nowhere")


# ------------------------------------------------------------------------ logs without their seed


def without_seed(name=NAME):
    return list(export_log(demo_store(), name, without_seed=True))


def seed_of(name=NAME):
    _, entries = read_whole(log_lines(name), "the file")
    return folded(name, entries, "the file").seed


def test_a_log_without_seed_differs_in_header_and_first_fact_only():
    lines, withheld = log_lines(), without_seed()

    assert seed_of().encode() not in b"".join(withheld)
    assert lines[2:] == withheld[2:]
    assert withholds_seed(withheld[0])
    assert not withholds_seed(lines[0])
    assert is_log(withheld[0])
    assert is_log(lines[0])


def test_with_the_seed_it_is_the_whole_log_again():
    assert read_whole(log_lines(), "the file") == read_without_seed(
        without_seed(), "the file", seed_of()
    )


def test_another_seed_does_not_fit_the_chain():
    with refuses(Damaged, match="fact 1 "):
        read_without_seed(without_seed(), "the file", "f" * 64)


def test_its_chain_is_checked_from_the_second_fact_on():
    lines = without_seed()
    with refuses(Damaged, match="fact 9 "):
        read_without_seed([*lines[:9], flipped(lines[9], 40), *lines[10:]], "the file")


def test_verify_says_that_the_seed_is_withheld_and_takes_it_when_it_is_public(tmp_path):
    file = tmp_path / "night.log"
    file.write_bytes(b"".join(without_seed()))

    def nobody():
        raise AssertionError("no store is needed for a file")

    found = verify_target(str(file), nobody, load)
    whole = verify_target(str(file), nobody, load, seed_of())

    assert found.is_clean
    assert ["withheld"] == [one.seed for one in found.verdicts]
    assert whole.is_clean
    assert [("matches", 2)] == [(one.seed, one.draws) for one in whole.verdicts]


def test_a_round_that_nobody_has_seen_keeps_its_log_back():
    day = running("xwing-dogfight", 4)
    require_no_secrets(day.desk.store, day.name)
    day.draw()
    with refuses(Refused, code="log-holds-round-drawn-not") as no:
        require_no_secrets(day.desk.store, day.name)
    assert "--with-lists" in fix_text(no.value)
    day.do(DiscardDraw("a late arrival"))
    require_no_secrets(day.desk.store, day.name)
    day.draw()
    day.publish()
    require_no_secrets(day.desk.store, day.name)
