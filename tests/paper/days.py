"""Sixty players of every ruleset, at a moment at which everything can be printed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random
from typing import TYPE_CHECKING

from tiltyard.day.clock import GrantExtension
from tiltyard.day.components import MakeProxy, NoteComponentTrouble, OrderSharing
from tiltyard.day.facts import Details
from tiltyard.day.judging import CallJudge, RecordIncident
from tiltyard.day.lists import ApproveCleanLists, LabelTerrain
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import OpenRegistration
from tiltyard.dev.demo import FACTIONS, NAMES, DemoClock, Hall
from tiltyard.paper.view import PaperView
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore

if TYPE_CHECKING:
    from tiltyard.day.event import Event

NOW = datetime(2026, 5, 16, 14, 30, tzinfo=UTC)
RULESETS = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
HOSTILE = (
    '#import "x.typ": *',
    "$x^2$ *bold* _it_ `raw` @ref <label> \\ #panic()",
    "Wolfgang-Maximilian Freiherr von und zu Hohenlohe-Langenburg-Schillingsfürst der II",
    "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstellenleiterin",
    "محمد بن عبد الله بن سلطان آل مكتوم",
    "יעל בן־דוד המכבי הגדולה",
    "Ngô Thị Bích Phượng",
    "Ελένη Παπαδοπούλου-Χατζηγεωργίου",
    "Święcicka-Źdźbło Żółć",
    "สมชาย ใจดี",
    "山田 太郎（サイコロの達人）",
    "王小明 歐陽娜娜 司馬懿",
    "김민준 남궁하늘",
    "राजेश कुमार श्रीवास्तव",
    "Zoë ⚔ O'Brien ☃",
)
STRUCTURE = {
    "runewars": {"structure": "custom", "swiss_rounds": 3, "cut": 8, "tier": "formal"},
    "xwing-dogfight": {"swiss_rounds": 3, "cut": 8, "tier": "competitive"},
    "xwing-escalation": {"cut": 4, "tier": "casual"},
    "middle-earth": {"swiss_rounds": 3, "points_limit": 500},
    "diskwars": {"swiss_rounds": 3, "cut": 8, "tier": "competitive"},
    "armada": {"structure": "basic", "tier": "relaxed"},
}


def new_hall(
    ruleset: str,
    players: int = 60,
    hostile: tuple[str, ...] = HOSTILE,
    *,
    lists: bool = False,
) -> Hall:
    """Return a hall in which the first round can be drawn; some names are hard to print."""
    clock = DemoClock(NOW)
    clock.begin(600)
    desk = Desk(MemoryStore(), load, clock, lambda: "ab" * 32, new_nonce=lambda: "")
    details = replace(
        Details(f"The {ruleset} of the Long Valley", ruleset, date(2026, 5, 16)),
        venue="Old Tannery",
        contact="the desk",
        **STRUCTURE[ruleset],
    )
    desk.create(ruleset, details, "Marta Leskovar")
    hall = Hall(desk, clock, ruleset, Random(ruleset))
    hall.announce(("judge" if ruleset != "middle-earth" else "referee", "Ragnhild Bøe"))
    hall.do(OpenRegistration())
    factions = FACTIONS[ruleset]
    for number in range(players):
        name, club = NAMES[number % len(NAMES)]
        if number < len(hostile):
            name = hostile[number][:80]
        elif number >= len(NAMES):
            name = f"{name} {number // len(NAMES) + 1}"
        faction = hall.chance.choice(factions)
        hall.do(RegisterPlayer(name, faction=faction, affiliations=(club,) if club else ()))
    if lists and ruleset != "armada":  # the demo has no fleets
        desk.read_list = reader()
        hall.hand_in_lists(all_but=3)
        hall.do(ApproveCleanLists())
    hall.check_in()
    hall.start()
    return hall


def whole_day(ruleset: str, players: int = 60) -> Hall:
    """Return a hall after all Swiss rounds, with the first bracket round on the tables."""
    hall = new_hall(ruleset, players)
    for _ in range(hall.event.swiss_rounds or 3):
        hall.play_round()
    if hall.event.cut:
        hall.do(MakeCut())
        hall.begin_round()
    return hall


def busy_day(ruleset: str, players: int = 61) -> Hall:
    """Return a hall in its second round, with lists, and leaders who have something to do."""
    hall = new_hall(ruleset, players, lists=True)
    for number, name in enumerate(("Ruined tower", "Pond", "Wall of the old mill by the river")):
        if hall.desk.rules(ruleset)[0].lists.existing_terrain is not None:
            hall.do(LabelTerrain(name, 30 + 10 * number, ("Blocking",), {}))
    hall.play_round()
    hall.begin_round()
    for number, game in enumerate(list(hall.event.current.games.values())[:4]):
        items = hall.desk.rules(ruleset)[0].components.sharing
        if items and len(game.players) == 2:
            hall.do(OrderSharing(game.id, items))
        hall.do(GrantExtension(game.id, "the fire alarm", 10 + number))
        if number == 0:
            hall.do(CallJudge(game.id, "Does the charge reach?"), game.players[0])
            category = hall.desk.rules(ruleset)[0].conduct.categories[0].id
            hall.do(RecordIncident(category, game.players, "Ten minutes idle.", "Warning"))
    for player in list(hall.event.entrants)[:7]:
        hall.do(NoteComponentTrouble(player, "Kari Wraithstalker", "damaged"))
        if hall.desk.rules(ruleset)[0].components.proxies:
            hall.do(MakeProxy(player, "Kari Wraithstalker", "Threat 2, armor 3, moves thrice."))
    return hall


def view_of(hall: Hall, event: Event | None = None, *, links: bool = True) -> PaperView:
    """Return an event as the press reads it, printed at a fixed moment."""
    rules, document = hall.desk.rules(hall.name)
    return PaperView(
        event or hall.event,
        rules,
        document,
        NOW,
        player_link=(lambda player: f"https://yard.example/p/{player}-k7Qd0vXh2Lm9")
        if links
        else None,
        table_link=(lambda table: f"https://yard.example/e/{hall.name}/table/{table}")
        if links
        else None,
        log=lambda: tuple(hall.desk.log(hall.name)),
    )
