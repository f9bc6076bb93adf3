"""Lists as the tests build them: invented cards, only what a check looks at."""

from __future__ import annotations

from datetime import date

from tiltyard.engine.rosters.checks import check_roster
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.rulesets.loader import load

CATALOGUE = "invented 00000000"


def card(name, points=None, **known):
    """A card of the list; known to the catalogue by its name unless `card` says otherwise."""
    known.setdefault("card", name.lower())
    return Listed(name, points=points, **known)


def entry(name, points=None, *, section="ships", upgrades=(), tag="", group=None, **known):
    """One line of a list with what is attached to it."""
    attached = tuple(one if isinstance(one, Listed) else card(one, 1) for one in upgrades)
    return Entry(section, card(name, points, **known), attached, tag, group)


def many(section, *names, **known):
    """Entries of a section that cost nothing."""
    return tuple(entry(name, section=section, **known) for name in names)


def roster(*entries, faction="", declared=None, catalogue=CATALOGUE, **more):
    """A list of one muster."""
    return Roster(faction, musters=(Muster(tuple(entries), declared),), catalogue=catalogue, **more)


def roster_of(*squads, faction="Rebel", catalogue=CATALOGUE, declared=()):
    """A list of several musters."""
    totals = (*declared, *[None] * (len(squads) - len(declared)))
    musters = tuple(
        Muster(tuple(squad), total) for squad, total in zip(squads, totals, strict=True)
    )
    return Roster(faction, musters=musters, catalogue=catalogue)


def findings(ruleset, built, **circumstances):
    """Everything the checks say."""
    rules = ruleset if not isinstance(ruleset, str) else load(ruleset)
    return check_roster(built, rules, Circumstances(**circumstances))


def found(ruleset, built, code, **circumstances):
    """The findings of one code."""
    every = findings(ruleset, built, **circumstances)
    return [finding for finding in every if finding.code == code]


def errors(ruleset, built, **circumstances):
    """The codes of what keeps a list from being approved, with their clauses."""
    every = findings(ruleset, built, **circumstances)
    return [(one.code, one.clause) for one in every if one.severity == "error"]


# ---------------------------------------------------------------------------- whole lists

DAY = date(2018, 10, 22)
TERRAIN = (("Wood", 4), ("Ruin", 4), ("Pond", 2), ("Rocks", 0))


def terrain(*pieces):
    return tuple(entry(name, section="terrain", capacity=size) for name, size in pieces)


def army(*units, pieces=TERRAIN, declared=200, **more):
    """A Runewars army; without units one of 200 points."""
    chosen = units or (entry("Spearmen", 200, section="units", faction="Daqan Lords"),)
    more.setdefault("faction", "Daqan Lords")
    return roster(*chosen, *terrain(*pieces), declared=declared, **more)


def squad(*ships, declared=None, faction="Rebel", **more):
    """An X-Wing squad."""
    return roster(*ships, faction=faction, declared=declared, **more)


SCENARIOS = tuple(f"Scenario {n}" for n in range(5))
DEPLOYMENTS = tuple(f"Deployment {n}" for n in range(12))
PLACES = tuple(f"Place {n}" for n in range(5))


def disks(*, regiments=(1, 2), reserve=False, scenarios=SCENARIOS, deployments=DEPLOYMENTS,
          places=PLACES, faction="Order", **more):  # fmt: skip
    """A Diskwars army with all its cards."""
    chosen = [
        entry(f"Disk {n}", 10, section="disks", group=group, faction=faction)
        for n, group in enumerate(regiments)
    ]
    chosen += many("command", "Charge")
    if reserve:
        chosen += [entry("Disk R", 10, section="reserve", group=1, faction=faction)]
        chosen += many("reserve_command", "Hold")
    chosen += many("scenario", *scenarios)
    chosen += many("deployment", *deployments)
    chosen += many("terrain", *places)
    return roster(*chosen, faction=faction, **more)


OBJECTIVES = ("Assault", "Defence", "Navigation")
OBSTACLES = ("Rock 1", "Rock 2", "Rock 3", "Cloud 1", "Cloud 2", "Station")


def fleet(*ships, objectives=OBJECTIVES, obstacles=OBSTACLES, deck=("Core damage deck",),
          faction="Rebel", declared=None, **more):  # fmt: skip
    """An Armada fleet with everything its list names."""
    chosen = ships or (
        entry("Corvette", 375, upgrades=[card("Admiral", 25, slot="commander")], faction=faction),
    )
    return roster(
        *chosen,
        *many("objectives", *objectives),
        *many("obstacles", *obstacles),
        *many("damage_deck", *deck),
        faction=faction,
        declared=declared,
        **more,
    )
