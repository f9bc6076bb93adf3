"""Events that stand just before or after their lists are handed in."""

from tests.day.army_lists import clean_list
from tests.day.events import Day
from tiltyard.day.list_access import list_of
from tiltyard.day.lists import ApproveCleanLists, ApproveList, SubmitList
from tiltyard.day.setup import StartEvent
from tiltyard.engine.rosters.list_reading import digest

OLGA = "p1"
LOCK = {
    "runewars": "RW-055",
    "xwing-dogfight": "XW-038",
    "diskwars": "DW-024",
    "armada": "AR-040",
}
GATE = {
    "runewars": "RW-056",
    "xwing-dogfight": "XW-037",
    "xwing-escalation": "XE-018",
    "middle-earth": "ME-006",
    "diskwars": "DW-023",
    "armada": "AR-041",
}
ASKED_FOR = {"runewars": {"tier": "formal"}, "armada": {"tier": "formal"}}


def hall(ruleset="xwing-dogfight", players=2, **changes):
    """Return an event whose doors are open, with players who are here and lists asked for."""
    day = Day(ruleset, **{**ASKED_FOR.get(ruleset, {}), **changes})
    if ruleset in ASKED_FOR:
        day.appoint("marshal", "Mara")
        day.appoint("judge", "Jude")
    day.open_doors()
    ids = day.register(*(f"Player {number}" for number in range(players)))
    day.check_everybody_in()
    day.announce_everything()
    return day, ids


def handed_in(ruleset="xwing-dogfight", players=2, **changes):
    """Return such an event where everybody has handed in a clean list."""
    day, ids = hall(ruleset, players, **changes)
    for player in ids:
        day.do(SubmitList(player, clean_list(ruleset)), player)
    return day, ids


def started(ruleset="xwing-dogfight", players=2, **changes):
    day, ids = handed_in(ruleset, players, **changes)
    if day.rules.lists.approval == "by_hand":
        day.do(ApproveCleanLists())
    day.do(StartEvent())
    return day, ids


def army(day, player):
    found = list_of(day.event, player)
    assert found is not None
    return found


def approve(day, player, reason=""):
    return ApproveList(player, digest(army(day, player).text), reason)


def wrong_list(ruleset="xwing-dogfight"):
    return clean_list(ruleset, 101)
