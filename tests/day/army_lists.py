"""Invented lists the checks find nothing wrong with, and how to make one cost something else."""

from __future__ import annotations

RUNEWARS = """Faction: Daqan Lords
Total: {total}
Units
Harrow Guard ({total})
Terrain cards: Old Mill [capacity: 4], Grey Pond [capacity: 4], Low Wall, Stone Ring
"""

SQUADRON = """Faction: Rebel
Total: {total}
Ships
Grey Wing ({total})
"""

ESCALATION = """Faction: Rebel
Squad 1
Grey Wing #1 ({total})
Squad 2
Grey Wing #1 ({total})
Squad 3
Grey Wing #1 ({total})
Squad 4
Grey Wing #1 ({total})
"""

ARMADA = """Faction: Rebel
Total: {total}
Ships
Heron Cruiser [flagship] ({total})
Objectives: First Watch, Narrow Strait, Long Night
Obstacles: Rock 1, Rock 2, Rock 3, Cloud, Field, Station
Damage deck: Core
"""

DISKWARS = """Faction: Order
Regiment 1
Shield Bearer (25)
Regiment 2
Spear Bearer (25)
Command cards: Hold
Scenario cards: One, Two, Three, Four, Five
Deployment cards: A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12
Terrain cards: Hill, Wood, Mire, Ruin, Ford
Total: {total}
"""

MIDDLE_EARTH = """Total: {total}
Army
Captain of the Ford ({total})
"""

_TEXTS = {
    "runewars": (RUNEWARS, 190),
    "xwing-dogfight": (SQUADRON, 98),
    "xwing-escalation": (ESCALATION, 55),
    "armada": (ARMADA, 390),
    "diskwars": (DISKWARS, 50),
    "middle-earth": (MIDDLE_EARTH, 480),
}


RESERVE = "Reserve regiment\nPike Bearer (25)\nReserve command cards: Wait\n"


def clean_list(ruleset: str, total: int | None = None, *, cut: bool = False) -> str:
    """Return a list without errors; with another total it may have one.

    Where a cut is planned, Diskwars wants a reserve regiment.
    """
    text, usual = _TEXTS[ruleset]
    reserve = RESERVE if cut and ruleset == "diskwars" else ""
    return text.format(total=usual if total is None else total) + reserve
