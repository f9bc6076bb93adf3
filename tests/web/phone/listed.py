"""A day on which lists are handed in from the phones: who plays, and what they bring."""

from __future__ import annotations

from tests.day.events import Day
from tests.web.phone.phones import CUP, Phones, phones_of
from tiltyard.service.list_reading import reader

LIST = f"/e/{CUP}/me/list"

SQUAD = """Name: Two and a half wings
Faction: Rebel
Total: 58

Ships
Aster of the Ninth (26)
- Steady Hand (3)
Common Wing (21)
- Long Lens (8)
"""
"""An invented squad for X-Wing, within its points."""

ARMIES = {
    "xwing-dogfight": SQUAD,
    "runewars": """Faction: Latari
Total: 60
Units
Thorn Guard (40)
- Old Banner (20)
Terrain cards
Well [capacity: 3]
Wall [capacity: 3]
Moor [capacity: 3]
Hut [capacity: 3]
""",
    "armada": """Faction: Rebel
Total: 90
Ships
Slow Tug (90) [flagship]
- Commander: Aunt Bo (0)
Objectives
First
Second
Third
Obstacles: 1a, 2a, 3a, 4a, 5a, 6a
Damage deck
The red one
""",
    "middle-earth": "Total: 60\nArmy\nMarsh Captain (60)\n- Lantern (0)\n",
}
"""Invented lists without an error, one for a game."""


def day_with_lists(ruleset: str = "xwing-dogfight", players: int = 4, **changes) -> Day:
    """A day whose doors are open, with players p2, p3 …; lists can be read."""
    day = Day(ruleset, **changes)
    day.desk.read_list = reader()
    day.open_doors()
    day.register(*(f"Player {number}" for number in range(2, players + 2)))
    return day


def phones_with_lists(ruleset: str = "xwing-dogfight", players: int = 4, **changes) -> Phones:
    """The phones of such a day."""
    return phones_of(day_with_lists(ruleset, players, **changes))
