"""Army lists for the demo: every card in them is invented, every list is legal."""

from __future__ import annotations

from random import Random

Priced = tuple[tuple[str, int], ...]

_SHIPS: dict[str, Priced] = {
    "Rebel": (
        ("Lark Squadron Rookie", 19),
        ("Lark Squadron Veteran", 23),
        ("Copper Nine", 27),
        ("Old Juniper", 31),
        ("Salt Runner", 36),
    ),
    "Imperial": (
        ("Slate Cadet", 12),
        ("Slate Corporal", 15),
        ("Iron Warden", 21),
        ("The Quiet Colonel", 28),
        ("Basalt Escort", 34),
    ),
}
_UPGRADES: Priced = (
    ("Spare Coils", 1),
    ("Steady Hands", 2),
    ("Long Shot", 3),
    ("Borrowed Droid", 4),
    ("Heavy Plating", 5),
)
_UNITS: dict[str, Priced] = {
    "Daqan": (("Oathbound Pikes", 31), ("Hillfort Bows", 27), ("Riders of the Ford", 38)),
    "Waiqar": (("Barrow Bones", 24), ("Grave Archers", 29), ("Marrow Hounds", 33)),
    "Latari": (("Leafmark Scouts", 26), ("Antler Guard", 35), ("Thornsingers", 30)),
    "Uthuk": (("Red Flayers", 28), ("Ash Runners", 22), ("Gutter Brutes", 41)),
}
_WARRIORS: dict[str, Priced] = {
    "Good": (("Captain of the Fen", 70), ("Fen Spearman", 8), ("Fen Bowman", 9)),
    "Evil": (("Chieftain of the Pits", 65), ("Pit Fighter", 7), ("Pit Stalker", 9)),
}
_DISKS: dict[str, tuple[str, ...]] = {
    "Order": ("Gate Captain", "Halberd Block", "Road Wardens", "Bell Cannon", "River Knights"),
    "Destruction": ("Horn Chief", "Spear Mob", "Cave Riders", "Rock Lobber", "Moon Shaman"),
}
_SCENARIOS = ("The Ford", "Two Hills", "Burning Mill", "Cold Dawn", "The Toll Road")
_DEPLOYMENTS = ("Detachment", "Ambush", "Advance")
_LINES = ("Flank", "Vanguard", "Ring", "Wedge", "Column", "Refused Left")
_TERRAIN = ("Old Wood", "Stone Circle", "Shallow Marsh", "Broken Tower", "Sunken Lane")


def list_text(ruleset: str, faction: str, chance: Random) -> str:
    """Return a list for a game as somebody would type it."""
    writers = {
        "xwing-dogfight": _squad,
        "xwing-escalation": _four_squads,
        "runewars": _army,
        "middle-earth": _warband,
        "diskwars": _disks,
    }
    return f"Faction: {faction}\n\n{writers[ruleset](faction, chance)}"


def _squad(faction: str, chance: Random) -> str:
    ships = _grown([], _SHIPS[faction], 100, chance)
    return f"Ships:\n{_written(ships)}"


def _four_squads(faction: str, chance: Random) -> str:
    ships: list[list[tuple[str, int]]] = []
    parts = []
    for number, limit in enumerate((60, 90, 120, 150), 1):
        ships = _grown(ships, _SHIPS[faction], limit, chance)
        parts.append(f"Squad {number} ({limit}):\n{_written(ships, numbered=True)}")
    return "\n\n".join(parts)


def _army(faction: str, chance: Random) -> str:
    units = _grown([], _UNITS[faction], 200, chance)
    terrain = "\n".join(chance.sample(_TERRAIN, 4))
    return f"Units:\n{_written(units)}\n\nTerrain cards:\n{terrain}"


def _warband(faction: str, chance: Random) -> str:
    captain, first, second = _WARRIORS[faction]
    counts = (1, chance.randint(10, 16), chance.randint(6, 10))
    lines = [
        f"{count}x {name} ({points})"
        for count, (name, points) in zip(counts, (captain, first, second), strict=True)
    ]
    return "Army:\n" + "\n".join(lines)


def _disks(faction: str, chance: Random) -> str:
    names = _DISKS[faction]
    parts = [f"Regiment {number}:\n" + "\n".join(chance.sample(names, 4)) for number in (1, 2)]
    parts.append("Reserve regiment:\n" + "\n".join(chance.sample(names, 4)))
    parts.append("Command cards:\nHold Fast\nRun Them Down\nRally\nVolley")
    parts.append("Reserve command cards:\nLast Stand\nFresh Legs")
    parts.append("Scenario cards:\n" + "\n".join(_SCENARIOS))
    twice = "\n".join(f"2x {name}" for name in _DEPLOYMENTS)
    parts.append(f"Deployment cards:\n{twice}\n" + "\n".join(_LINES))
    parts.append("Terrain cards:\n" + "\n".join(_TERRAIN))
    return "\n\n".join(parts)


def _grown(
    before: list[list[tuple[str, int]]], choices: Priced, limit: int, chance: Random
) -> list[list[tuple[str, int]]]:
    """Return what there was, with more of it: first whole units, then upgrades on them."""
    units = [list(unit) for unit in before]
    left = limit - sum(points for unit in units for _, points in unit)
    while fitting := [one for one in choices if one[1] <= left]:
        unit = chance.choice(fitting)
        units.append([unit])
        left -= unit[1]
    while left and (fitting := [one for one in _UPGRADES if one[1] <= left]):
        upgrade = chance.choice(fitting)
        open_units = [unit for unit in units if upgrade not in unit and len(unit) < 5]
        if not open_units:
            break
        chance.choice(open_units).append(upgrade)
        left -= upgrade[1]
    return units


def _written(units: list[list[tuple[str, int]]], *, numbered: bool = False) -> str:
    lines = []
    for number, (unit, *upgrades) in enumerate(units, 1):
        mark = f" #{number}" if numbered else ""
        lines.append(f"{unit[0]}{mark} ({unit[1]})")
        lines += [f"- {name} ({points})" for name, points in upgrades]
    return "\n".join(lines)
