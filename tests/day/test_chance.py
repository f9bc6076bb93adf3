"""Chance: committed to at the beginning, repeatable by everybody, revealed at the end."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.day.events import RULESETS, SEED, Day, details_of, running
from tests.refusing import refuses
from tiltyard.day.clock import StartClock
from tiltyard.day.context import Scene
from tiltyard.day.event import Event
from tiltyard.day.rounds import DiscardDraw
from tiltyard.day.setup import CreateEvent, FinishEvent
from tiltyard.day.table import decide
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.memory import MemoryStore


def lot(seed: str, purpose: str, stage: int, number: int, name: str) -> bytes:
    """Return a lot exactly as the contract, section 4, writes it down."""
    said = f"tiltyard/1|{seed}|{purpose}|{stage}|{number}|{name}"
    return sha256(said.encode()).digest()


def order(seed: str, purpose: str, stage: int, number: int, names: list[str]) -> list[str]:
    return sorted(names, key=lambda name: lot(seed, purpose, stage, number, name))


def drawn(day: Day) -> list[tuple[str, ...]]:
    draft = day.event.draft
    assert draft is not None
    return [game.players for game in draft.games.values()]


def sorted_pairs(pairs: list[tuple[str, ...]]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_commitment_is_public_from_the_beginning(ruleset: str) -> None:
    day = Day(ruleset)
    assert day.event.commitment == sha256(SEED.encode()).hexdigest()
    assert not day.event.seed_public


def test_the_seed_becomes_public_only_when_the_event_is_finished() -> None:
    day = running(players=2, swiss_rounds=1)
    day.play_round()
    assert not day.event.seed_public
    day.finish()
    assert day.event.seed_public
    assert sha256(day.event.seed.encode()).hexdigest() == day.event.commitment


def test_an_event_that_ends_early_reveals_its_seed_as_well() -> None:
    day = running()
    day.do(FinishEvent("fire"))
    assert day.event.seed_public


def test_every_event_has_a_seed_of_256_bits_of_its_own() -> None:
    desk = Desk(MemoryStore(), load)
    seeds = set()
    for number in range(5):
        desk.create(f"cup-{number}", details_of("runewars"), "Olga")
        seed = desk.event(f"cup-{number}").seed
        assert len(bytes.fromhex(seed)) == 32
        seeds.add(seed)
    assert len(seeds) == 5


def test_a_short_seed_is_refused() -> None:
    rules = load("runewars")
    day = Day("runewars")
    scene = Scene(Event(), rules, rules, "p1", day.clock.at, "engine")
    with refuses(Refused, code="seed-event-too-short"):
        decide(scene, CreateEvent("cup", details_of("runewars"), "Olga", "5eed"))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_the_first_round_follows_the_lots_of_the_contract(ruleset: str, attempt: int) -> None:
    day = running(ruleset, players=8)
    for _ in range(attempt - 1):
        day.draw()
        day.do(DiscardDraw("again"))
    day.draw()
    seed = SEED if attempt == 1 else f"{SEED}#{attempt}"
    lots = order(seed, "order", 1, 1, list(day.active()))
    expected = {frozenset(lots[place : place + 2]) for place in range(0, 8, 2)}
    assert sorted_pairs(drawn(day)) == expected


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("attempt", [1, 2])
def test_the_first_bye_is_the_first_lot(ruleset: str, attempt: int) -> None:
    day = running(ruleset, players=7)
    for _ in range(attempt - 1):
        day.draw()
        day.do(DiscardDraw("again"))
    day.draw()
    seed = SEED if attempt == 1 else f"{SEED}#{attempt}"
    resting = order(seed, "bye", 1, 1, list(day.active()))[0]
    assert (resting,) in drawn(day)


@pytest.mark.clause("RW-107", "RW-109")
def test_cards_come_from_the_bag_in_the_order_of_their_lots() -> None:
    day = running(players=16, swiss_rounds=4)
    names = ["Unprepared", "Meeting Engagement", "Maelstrom"]
    expected = order(SEED, "deployment", 1, 1, names)
    expected += order(SEED, "deployment", 1, 4, names)
    seen = []
    for _ in range(4):
        day.draw()
        draft = day.event.draft
        assert draft is not None
        seen.append(draft.cards["deployment"])
        day.publish()
        day.do(StartClock())
        day.enter_all()
    assert seen == expected[:4]


def test_elimination_from_the_start_gives_byes_by_the_lots_of_its_attempt() -> None:
    for attempt in (1, 2):
        day = running(players=5, swiss_rounds=0)
        for _ in range(attempt - 1):
            day.draw()
            day.do(DiscardDraw("again"))
        day.draw()
        seed = SEED if attempt == 1 else f"{SEED}#{attempt}"
        lots = order(seed, "elimination", 1, 1, list(day.active()))
        resting = {pair[0] for pair in drawn(day) if len(pair) == 1}
        assert resting == set(lots[:3])


def test_the_same_facts_and_seed_draw_the_same_round() -> None:
    first, second = running("xwing-dogfight"), running("xwing-dogfight")
    for day in (first, second):
        day.play_round()
        day.draw()
    assert drawn(first) == drawn(second)


def test_every_attempt_stays_in_the_log() -> None:
    day = running()
    for _ in range(3):
        day.draw()
        day.do(DiscardDraw("again"))
    assert day.facts().count("round-drawn") == 3
    assert [one.attempt for one in day.event.discarded] == [1, 2, 3]
    day.draw()
    day.publish()
    assert day.round.attempt == 4
