"""A field of any size after some rounds, made directly: factions, clocks and names included."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

from tests.web.hall import TestClock
from tests.web.public.large_field import large_field
from tiltyard.day.event import DayRound, Game, Timer
from tiltyard.engine.slip import Slip
from tiltyard.web.event_view import EventView

FACTIONS = ("Daqan", "Waiqar", "Latari", "Uthuk")


def played_field(players: int, rounds: int, reveal: str = "start") -> EventView:
    """Return a Runewars event with so many closed rounds, drawn by chance alone."""
    chance = Random(players)
    made = large_field(players)
    entrants = {
        player: replace(one, faction=chance.choices(FACTIONS, (5, 3, 2, 1))[0])
        for player, one in made.event.entrants.items()
    }
    ids = list(entrants)
    closed = []
    for number in range(1, rounds + 1):
        chance.shuffle(ids)
        closed.append(_round(number, ids, chance))
    event = replace(made.event, entrants=entrants, rounds=tuple(closed))
    rules = replace(made.rules, lists=replace(made.rules.lists, reveal=reveal))
    return EventView(event, rules, rules, TestClock())


def _round(number: int, ids: list[str], chance: Random) -> DayRound:
    games = {}
    for table in range(1, len(ids) // 2 + 1):
        pair = tuple(ids[2 * table - 2 : 2 * table])
        strength = [300 - int(player[1:]) // 2 for player in pair]
        score = tuple(chance.randrange(max(20, one)) % 201 for one in strength)
        match = f"1.{number}.{table}"
        slip = Slip("rounds", score, flurry=((6, 1),))
        games[match] = Game(match, pair, "game", table, slip=slip)
    start = TestClock().now() + timedelta(minutes=115 * (number - 1))
    called = start + timedelta(minutes=90 + 3 * (number % 2))
    timer = Timer(90, start, paused_seconds=180 * (number % 2), called=called)
    return DayRound(f"1.{number}", 1, number, "swiss", 1, number, "", games, (), timer=timer)
