"""Events on their way out: with everything in them that another form may trip over."""

from __future__ import annotations

from tests.day.events import Day, running
from tiltyard.day.people import DropPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.formats.outgoing.handover import Handover

HOSTILE = (
    '=HYPERLINK("http://evil.example","click")',
    "+1",
    "-2",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    "Zoë Müller, die =Erste",
    'Anne "Ace" O\'Neil;=1+1',
    "王小明",
)


def handed(day: Day) -> Handover:
    """The event as its organizer hands it over."""
    return Handover(day.event, day.rules, day.document)


def hostile(ruleset: str = "xwing-dogfight") -> Day:
    """One round of players whose names are formulas."""
    day = Day(ruleset, swiss_rounds=2)
    day.open_doors()
    day.register(*HOSTILE)
    day.begin()
    day.play_round()
    return day


def with_a_cut(ruleset: str = "xwing-dogfight", players: int = 9, **changes: object) -> Day:
    """A finished event: three rounds with a bye, somebody who left, a cut to four."""
    rounds = 4 if ruleset == "xwing-escalation" else 3
    day = running(ruleset, players, **{"swiss_rounds": rounds, "cut": 4, **changes})
    day.play_round()
    day.do(DropPlayer(day.ranking()[-1]))
    day.play_swiss()
    day.do(MakeCut())
    day.play_round()
    day.play_round()
    day.finish()
    return day
