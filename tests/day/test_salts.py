"""Salts: no draw is known before it is made, and everybody can make it again afterwards."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.day.events import RULESETS, SEED, Day, running
from tests.day.test_chance import drawn, order, sorted_pairs
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.facts import RoundDrawn, RoundSalted
from tiltyard.day.lists import TossCoin
from tiltyard.day.rounds import DiscardDraw, DrawRound, PublishRound
from tiltyard.day.setup import FinishEvent, ReopenEvent
from tiltyard.engine.flow import findings
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.verifying import verify_log
from tiltyard.store.memory import MemoryStore

if TYPE_CHECKING:
    from tiltyard.day.facts import Recorded

NONCE = "00112233445566778899aabbccddeeff"


def salted(ruleset: str = "runewars", players: int = 8, nonce: str = NONCE, **changes: int) -> Day:
    day = running(ruleset, players=players, **changes)
    day.desk.new_nonce = lambda: nonce
    return day


def log_of(day: Day) -> tuple[list[Recorded], list[bytes]]:
    hashes = [entry.hash for entry in day.desk.store.read(day.name)]
    return list(day.desk.log(day.name)), hashes


def troubles(day: Day, log: list[Recorded] | None = None) -> list[str]:
    facts, hashes = log_of(day)
    head = day.desk.store.head(day.name)
    return [one.wording for one in verify_log(day.name, log or facts, head, load, hashes).troubles]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("attempt", [1, 2])
def test_a_draw_follows_from_the_seed_and_its_salt(ruleset: str, attempt: int) -> None:
    day = salted(ruleset)
    for _ in range(attempt - 1):
        day.draw()
        day.do(DiscardDraw("again"))
    head = day.desk.store.head(day.name).hash.hex()
    day.draw()
    salt = sha256(f"tiltyard/salt/1/{head}/{NONCE}".encode()).hexdigest()
    seed = f"{SEED}~{salt}" if attempt == 1 else f"{SEED}~{salt}#{attempt}"
    lots = order(seed, "order", 1, 1, list(day.active()))
    expected = {frozenset(lots[place : place + 2]) for place in range(0, 8, 2)}
    assert sorted_pairs(drawn(day)) == expected
    assert day.event.draft is not None
    assert day.event.draft.salt == salt


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_salted_event_is_drawn_again_from_its_file_and_its_log(ruleset: str) -> None:
    day = salted(ruleset, players=9)
    for _ in range(2):
        day.play_round()
    file = as_tournament(day.event)
    assert all(round_.salt for stage in file.stages for round_ in stage.rounds)
    assert [one for one in findings(file, day.document) if one.severity == "error"] == []
    assert troubles(day) == []


def test_the_same_log_with_another_nonce_draws_another_round() -> None:
    rounds = set()
    for number in range(6):
        day = salted(players=16, nonce=f"{number:032x}")
        day.draw()
        rounds.add(frozenset(sorted_pairs(drawn(day))))
    assert len(rounds) > 1


def test_a_copy_of_the_store_draws_another_round_than_the_hall() -> None:
    day = running(players=16)
    names = []
    for _ in range(4):
        copy = MemoryStore()
        copy.adopt(day.name, list(day.desk.store.read(day.name)))
        desk = Desk(copy, load, day.clock)
        desk.do(day.name, "p1", DrawRound())
        draft = desk.event(day.name).draft
        assert draft is not None
        names.append(tuple(game.players for game in draft.games.values()))
    assert len(set(names)) > 1


def test_every_event_is_salted_unless_it_is_told_otherwise() -> None:
    day = running()
    desk = Desk(day.desk.store, load, day.clock)
    desk.do(day.name, "p1", DrawRound())
    draft = desk.event(day.name).draft
    assert draft is not None
    assert draft.salt is not None
    assert len(bytes.fromhex(draft.salt)) == 32


def test_the_nonce_stays_until_something_is_recorded_and_is_another_then() -> None:
    day = running()
    made = iter(f"{number:032x}" for number in range(100))
    day.desk.new_nonce = lambda: next(made)
    live = day.desk._live.opened(day.name)
    first = live.nonce(day.desk.new_nonce)
    assert live.nonce(day.desk.new_nonce) == first
    day.draw()
    assert live.nonce(day.desk.new_nonce) != first


def test_asking_what_would_change_never_shows_the_draw_to_come() -> None:
    day = running(players=16)
    made = iter(f"{number:032x}" for number in range(100))
    day.desk.new_nonce = lambda: next(made)
    asked = {day.desk.scene(day.name, "p1").nonce for _ in range(5)}
    done = day.desk.do(day.name, "p1", DrawRound())
    used = next(one.fact.nonce for one in done.facts if isinstance(one.fact, RoundSalted))
    assert len(asked) == 5
    assert used not in asked


def test_lots_of_a_reopened_event_are_no_longer_known_beforehand() -> None:
    day = salted()
    day.do(FinishEvent("fire alarm"))
    day.do(ReopenEvent("false alarm"))
    day.do(DrawRound())
    assert day.event.draft is not None
    assert "seed-is-public" not in {one.code for one in day.event.draft.warnings}


def test_a_coin_falls_by_the_salt_of_its_round() -> None:
    fallen = set()
    for number in range(12):
        day = salted("armada", players=2, nonce=f"{number:032x}")
        day.draw()
        day.do(PublishRound())
        day.do(TossCoin("1.1.1"))
        fallen.add(day.match("1.1.1").coin)
    assert len(fallen) == 2


# --------------------------------------------------------------------------------- what is found


def with_fact(log: list[Recorded], kind: type, **changes: object) -> list[Recorded]:
    place = max(at for at, one in enumerate(log) if isinstance(one.fact, kind))
    changed = replace(log[place], fact=replace(log[place].fact, **changes))  # type: ignore[type-var]
    return [*log[:place], changed, *log[place + 1 :]]


def test_a_salt_that_does_not_follow_from_its_nonce_is_found() -> None:
    day = salted()
    day.draw()
    log, _ = log_of(day)
    assert "other-salt" in troubles(day, with_fact(log, RoundSalted, salt="0" * 64))
    assert "other-salt" in troubles(day, with_fact(log, RoundSalted, nonce="f" * 32))


def test_a_salt_of_another_log_is_found() -> None:
    day = salted()
    day.draw()
    log, _ = log_of(day)
    assert "salt-of-another-log" in troubles(day, with_fact(log, RoundSalted, head="0" * 64))


def test_a_round_without_a_salt_after_rounds_with_one_is_found() -> None:
    day = salted()
    day.play_round()
    assert troubles(day) == []
    day.desk.new_nonce = lambda: ""
    day.desk = Desk(day.desk.store, load, day.clock, new_nonce=lambda: "")
    day.draw()
    assert troubles(day) == ["unsalted"]


def test_an_event_that_never_had_salts_keeps_its_meaning_and_may_begin_with_them() -> None:
    day = running()
    day.play_round()
    assert troubles(day) == []
    day.desk = Desk(day.desk.store, load, day.clock)
    day.draw()
    assert troubles(day) == []
    drawn_facts = [one.fact for one in day.desk.log(day.name) if isinstance(one.fact, RoundDrawn)]
    assert len(drawn_facts) == 2
    assert sum(isinstance(one.fact, RoundSalted) for one in day.desk.log(day.name)) == 1
