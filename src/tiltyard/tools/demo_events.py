"""A store full of events as they could stand on one Saturday: every format, every state.

Everything is done through the desk by somebody who may do it. Names and places are invented.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from tiltyard.app.desk import Desk
from tiltyard.app.list_reading import reader
from tiltyard.core.decide.drawing import DiscardDraw, DrawRound, MakeCut
from tiltyard.core.decide.judging import CallJudge
from tiltyard.core.decide.leaving import DropPlayer
from tiltyard.core.decide.list_matters import RequestConversion
from tiltyard.core.decide.lists import ApproveCleanLists, ReturnList, SubmitList
from tiltyard.core.decide.players import JoinAsSpare
from tiltyard.core.decide.results import ReportResult
from tiltyard.core.decide.setup import AwardPrize, FinishEvent, OpenRegistration
from tiltyard.core.decide.timing import GrantExtension
from tiltyard.core.facts.setup import Details
from tiltyard.store.memory import MemoryStore
from tiltyard.tools.demo_hall import DemoClock, Hall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from tiltyard.app.live import Library
    from tiltyard.core.state import Event
    from tiltyard.store.port import Store

_DAY = 24 * 60
_TOO_LARGE = "Faction: Good\n\nArmy:\nCaptain of the Fen (70)\n60x Fen Spearman (8)"


@dataclass(frozen=True, slots=True)
class Story:
    """An event of the demo: what it is, who runs it, when that began, and how it went."""

    id: str
    details: Details
    organizer: str
    minutes_ago: int
    run: Callable[[Hall], None]


def fill(store: Store, library: Library, now: datetime) -> tuple[Event, ...]:
    """Fill a store with the events of the day, as they stand now.

    They are made in memory and taken over one by one, so that a slow disk is no matter.
    """
    clock = DemoClock(now)
    programme = tuple(_programme(now))
    seeds = iter([sha256(story.id.encode()).hexdigest() for story in programme])
    desk = Desk(MemoryStore(), library, clock, lambda: next(seeds), reader())
    events = []
    for story in programme:
        clock.begin(story.minutes_ago)
        desk.create(story.id, story.details, story.organizer)
        hall = Hall(desk, clock, story.id, Random(story.id))  # noqa: S311  # no secret
        story.run(hall)
        events.append(hall.event)
    for event in events:
        store.adopt(event.id, list(desk.store.read(event.id)))
    return tuple(events)


def _programme(now: datetime) -> Iterator[Story]:
    today = now.date()

    def details(name: str, ruleset: str, days: int, venue: str) -> Details:
        return Details(name, ruleset, today + timedelta(days), venue=venue, contact="the desk")

    yield Story(
        "ash-and-antler",
        replace(
            details("Ash and Antler", "diskwars", 49, "Old Tannery"),
            tier="competitive",
            swiss_rounds=5,
            cut=8,
        ),
        "Marta Leskovar",
        3 * _DAY,
        _announced,
    )
    yield Story(
        "harbour-lights",
        replace(
            details("Harbour Lights", "armada", 14, "Boat Shed 4"),
            tier="relaxed",
            structure="basic",
        ),
        "Ivo Brandsma",
        9 * _DAY,
        _registration,
    )
    yield Story(
        "the-long-table",
        replace(
            details("The Long Table", "middle-earth", 0, "Mill House"),
            swiss_rounds=3,
            points_limit=500,
        ),
        "Aoife Garrigan",
        50,
        _check_in,
    )
    yield Story(
        "night-flight",
        replace(
            details("Night Flight", "xwing-dogfight", 0, "Hangar Row"),
            tier="competitive",
            swiss_rounds=5,
            cut=8,
        ),
        "Pavel Horáček",
        136,
        _round_running,
    )
    yield Story(
        "ladder-night",
        replace(details("Ladder Night", "xwing-escalation", 0, "Hangar Row"), tier="casual", cut=4),
        "Renske Hoogveld",
        260,
        _between_rounds,
    )
    yield Story(
        "the-broken-crown",
        replace(
            details("The Broken Crown", "runewars", 0, "Castle Cellar"),
            tier="formal",
            structure="custom",
            swiss_rounds=4,
            cut=4,
        ),
        "Signe Askeland",
        480,
        _place_offered,
    )
    yield Story(
        "summer-disks",
        replace(
            details("Summer Disks", "diskwars", -7, "Old Tannery"),
            tier="casual",
            swiss_rounds=4,
            cut=4,
            options={"lists.reveal": "finish"},
        ),
        "Marta Leskovar",
        7 * _DAY + 600,
        _finished,
    )


def _announced(hall: Hall) -> None:
    hall.announce(("judge", "Nils Ekeberg"))


def _registration(hall: Hall) -> None:
    hall.announce(("marshal", "Chiara Bonfanti"))
    hall.do(OpenRegistration())
    hall.register(3, 7)


def _check_in(hall: Hall) -> None:
    hall.announce(("referee", "Jonas Wittgruber"), ("scorekeeper", "Adaeze Okoronkwu"))
    hall.do(OpenRegistration())
    hall.register(14, 11)
    hall.hand_in_lists(all_but=3)
    hall.do(ApproveCleanLists())
    first, second, third, *_ = hall.event.entrants
    hall.do(ReturnList(first, "which shields do the spearmen carry?"))
    hall.do(SubmitList(second, _TOO_LARGE), second)
    hall.do(RequestConversion(third, "a captain on foot, made from two official kits"), third)
    hall.do(JoinAsSpare("Samir Haddadin"))
    hall.check_in(missing=4)


def _round_running(hall: Hall) -> None:
    """Round 2: some slips are in, two players disagree, and a judge is called."""
    hall.announce(("judge", "Lieselotte Aumann"), ("judge", "Teodor Grankvist"))
    hall.do(OpenRegistration())
    hall.register(0, 17)
    hall.hand_in_lists(all_but=2)
    hall.check_in()
    hall.start()
    hall.play_round()
    hall.begin_round()
    hall.clock.let_pass(40)
    first, second, third, fourth, fifth, *_ = hall.games()
    for game in (first, second, third):
        hall.confirm(game)
    slip = hall.slip(fourth)
    hall.do(ReportResult(fourth.id, slip), fourth.players[0])
    score = slip.score or (0, 0)
    other = replace(slip, score=(0, min(99, score[1] + 12)), survivor=None, end="time")
    hall.do(ReportResult(fourth.id, other), fourth.players[1])
    hall.do(CallJudge(fifth.id, "Is this ship inside the range band?"), fifth.players[0])
    hall.do(GrantExtension(fifth.id, "waiting for a ruling", 4))


def _between_rounds(hall: Hall) -> None:
    """Round 3 is drawn a second time and waits to be published."""
    hall.announce(("judge", "Teodor Grankvist"))
    hall.do(OpenRegistration())
    hall.register(8, 13)
    hall.hand_in_lists()
    hall.check_in()
    hall.start()
    hall.play_round()
    hall.play_round()
    hall.do(DrawRound())
    hall.do(DiscardDraw("somebody leaves: drawn before we knew"))
    hall.do(DropPlayer(hall.ranked()[-1], note="has to catch a train"))
    hall.do(DrawRound())


def _place_offered(hall: Hall) -> None:
    """The cut is made; a qualified player leaves, and the next in rank is asked."""
    hall.announce(("marshal", "Ragnhild Bøe"), ("judge", "Miro Kuzmanić"))
    hall.do(OpenRegistration())
    hall.register(6, 18)
    hall.hand_in_lists(all_but=1)
    hall.check_in()
    hall.start()
    for _ in range(hall.event.swiss_rounds or 0):
        hall.play_round()
    hall.do(MakeCut())
    hall.do(DropPlayer(hall.ranked()[1], note="called home"))


def _finished(hall: Hall) -> None:
    hall.announce(("judge", "Nils Ekeberg"))
    hall.do(OpenRegistration())
    hall.register(10, 12)
    hall.hand_in_lists()
    hall.check_in()
    hall.start()
    hall.play_out()
    champion, second, *_, last = hall.ranked()
    hall.do(AwardPrize("Champion's disk", champion, "first place"))
    hall.do(AwardPrize("Silver disk", second, "second place"))
    hall.do(AwardPrize("Box of cookies", last, "last place, best mood"))
    hall.do(FinishEvent())
