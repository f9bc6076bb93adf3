"""A field of any size in its second round, made directly: no acts, no log."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.web.hall import TestClock
from tiltyard.day.event import DayRound, Entrant, Event, Game, Timer
from tiltyard.day.facts import Details
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.web.event_view import EventView

_FIRST = ("Ann", "Ben", "Clara", "David", "Emil", "Frida", "Georg", "Hanna", "Ivan", "Jana", "Karl")
_FIRST += ("Lena", "Max", "Nora", "Otto", "Paula", "Ralf", "Sofia", "Tom", "Ute", "Viktor", "Wanda")
_BEGINNINGS = ("Al", "Ber", "Cor", "Dal", "Eng", "Fal", "Gro", "Hol", "Im", "Jan", "Kel", "Lor")
_BEGINNINGS += ("Mar", "Nor", "Ol", "Pet", "Ros", "Sal", "Tor", "Ul", "Vel", "Wal", "Zim")
_ENDINGS = ("ander", "bach", "ström", "dorf", "eck", "feld", "gaard", "hausen", "inger", "kamp")
_ENDINGS += ("land", "mann", "ova", "quist", "son")


def large_field(players: int) -> EventView:
    """Return an event with so many players: one round over, one published."""
    chance = Random(players)
    rules = load("runewars")
    names = _names(players, chance)
    ids = [f"p{number}" for number in range(2, players + 2)]
    entrants = {
        player: Entrant(player, name, number, "active")
        for number, (player, name) in enumerate(zip(ids, names, strict=True), 1)
    }
    first = _round("1.1", 1, ids, chance)
    chance.shuffle(ids)
    second = _round("1.2", 2, ids, None)
    event = Event(
        id="large",
        version=1,
        phase="running",
        details=Details("Large", rules.name, TestClock().now().date()),
        people={player: one.name for player, one in entrants.items()},
        entrants=entrants,
        swiss_rounds=5,
        cut=4,
        rounds=(first, second),
    )
    return EventView(event, rules, rules, TestClock())


def _names(players: int, chance: Random) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < players:
        last = chance.choice(_BEGINNINGS) + chance.choice(_ENDINGS)
        found[f"{chance.choice(_FIRST)} {last}"] = None
    return list(found)


def _round(name: str, number: int, players: list[str], chance: Random | None) -> DayRound:
    games: dict[str, Game] = {}
    for table in range(1, len(players) // 2 + 1):
        match = f"{name}.{table}"
        game = Game(match, tuple(players[2 * table - 2 : 2 * table]), "game", table)
        if chance is not None:
            score = (chance.randrange(201), chance.randrange(201))
            game = replace(game, slip=Slip("rounds", score, flurry=((6, 1),)))
        games[match] = game
    timer = Timer(90, TestClock().now()) if chance is not None else Timer()
    return DayRound(name, 1, number, "swiss", 1, 1, "", games, (), timer=timer)
