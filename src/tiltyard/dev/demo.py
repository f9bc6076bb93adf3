"""A store full of events as they could stand on one Saturday: every format, every state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import CallSeating, CallTime, GrantExtension, StartClock
from tiltyard.day.facts import Details
from tiltyard.day.judging import CallJudge
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import (
    ApproveCleanLists,
    ReceiveListsOnPaper,
    RequestConversion,
    ReturnList,
    SubmitList,
)
from tiltyard.day.people import AppointStaff, CheckIn, DropPlayer, JoinAsSpare, RegisterPlayer
from tiltyard.day.plan import length_of
from tiltyard.day.results import ConfirmResult, EnterResult, ReportResult, reach_of
from tiltyard.day.rounds import DiscardDraw, DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    AwardPrize,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
)
from tiltyard.day.start import announcements_left
from tiltyard.engine.errors import NothingToDraw
from tiltyard.engine.flow import standings
from tiltyard.engine.scoring import Setting
from tiltyard.engine.slip import Slip
from tiltyard.service.desk import ORGANIZER, Desk
from tiltyard.service.list_reading import reader
from tiltyard.service.simulated_slips import completed, slip_of_lead, table_of
from tiltyard.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tiltyard.day.context import Command
    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.ruleset import RoleId
    from tiltyard.engine.slip import Slip
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.service.event_cache import Library
    from tiltyard.store.port import Store


# ------------------------------------------------------------------------------
# Invented people of many countries, and what they play; any likeness is chance.

NAMES: tuple[tuple[str, str | None], ...] = (
    ("Greta Holmqvist", "Northern Lights"),
    ("Tomás Aguilera", None),
    ("Akua Mensah-Boateng", "Dockside"),
    ("Piotr Wieczorek", "Dockside"),
    ("Ines Cardoso", None),
    ("Yuto Kanemoto", "Paper Cranes"),
    ("Siobhán Ní Dhuibhir", None),
    ("Lamine Diouf-Sarr", "Dockside"),
    ("Katarína Hronská", "Northern Lights"),
    ("Rahul Deshmane", None),
    ("Maëlle Quéméner", "Granite Coast"),
    ("Ferenc Bodrogi", None),
    ("Oksana Tymchyna", "Northern Lights"),
    ("Benedikt Thaler", "Paper Cranes"),
    ("Noor van Esdonk", None),
    ("Emre Karataşlı", "Granite Coast"),
    ("Lucía Montenegro", None),
    ("Aleksi Rautavaara", "Northern Lights"),
    ("Thandiwe Nkabinde", "Dockside"),
    ("Cosmin Văduva", None),
    ("Hye-jin Baekseok", "Paper Cranes"),
    ("Matteo Scarfone", "Granite Coast"),
    ("Dagný Hallmundsdóttir", None),
    ("Wiremu Tautahi", "Dockside"),
    ("Zsófia Kelemenes", None),
    ("Callum Strathnairn", "Granite Coast"),
    ("Marisol Ybarrondo", None),
    ("Đorđe Milutinov", "Paper Cranes"),
    ("Farida Benchaouia", "Northern Lights"),
    ("Kwabena Osei-Tutuah", None),
    ("Elin Fagerstrand", "Granite Coast"),
    ("Li Qingshuo", None),
)

FACTIONS: dict[str, tuple[str, ...]] = {
    "runewars": ("Daqan", "Waiqar", "Latari", "Uthuk"),
    "xwing-dogfight": ("Rebel", "Imperial"),
    "xwing-escalation": ("Rebel", "Imperial"),
    "middle-earth": ("Good", "Evil"),
    "diskwars": ("Order", "Destruction"),
    "armada": ("Rebel", "Imperial"),
}


# ------------------------------------------------------------------------------
# Army lists for the demo: every card in them is invented, every list is legal.

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
    while fitting := [choice for choice in choices if choice[1] <= left]:
        unit = chance.choice(fitting)
        units.append([unit])
        left -= unit[1]
    while left and (fitting := [upgrade_ for upgrade_ in _UPGRADES if upgrade_[1] <= left]):
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


# ------------------------------------------------------------------------------
# A hall in which the people of the demo act: everything through the desk, by its rules.

_A_MOMENT = timedelta(seconds=11)


class DemoClock:
    """A day in a few seconds: every act takes a moment, and hours pass when told."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._at = now

    def begin(self, minutes_ago: int) -> None:
        """Go back to this many minutes before now."""
        self._at = self._now - timedelta(minutes=minutes_ago)

    def let_pass(self, minutes: int) -> None:
        """Let time pass."""
        self._at += timedelta(minutes=minutes)

    def now(self) -> datetime:
        """Return the time of the day, never later than now."""
        self._at = min(self._now, self._at + _A_MOMENT)
        return self._at


@dataclass(slots=True)
class Hall:
    """One event of the day and the people who run it."""

    desk: Desk
    clock: DemoClock
    name: str
    chance: Random

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.desk.event(self.name)

    def do(self, command: Command, person: PersonId = ORGANIZER) -> Event:
        """Do an act."""
        return self.desk.do(self.name, person, command).event

    def announce(self, *staff: tuple[RoleId, str]) -> None:
        """Announce the event, with its staff and everything players have to know."""
        for role, name in staff:
            self.do(AppointStaff(role, name))
        self.do(AnnounceEvent())

    def register(self, start: int, count: int) -> None:
        """Let players register themselves at the desk, a few of them with their club."""
        factions = FACTIONS[self.event.details.ruleset.partition("@")[0]]
        for name, club in NAMES[start : start + count]:
            faction = self.chance.choice(factions)
            self.do(RegisterPlayer(name, faction=faction, affiliations=(club,) if club else ()))

    def check_in(self, missing: int = 0) -> None:
        """Open the doors; some players are not here yet."""
        self.do(OpenCheckIn())
        for player in list(self.event.entrants)[: len(self.event.entrants) - missing]:
            if not self.event.entrants[player].spare:
                self.do(CheckIn(player))

    def hand_in_lists(self, *, all_but: int = 0) -> None:
        """Let players hand in their lists; the last ones have not done so yet."""
        ruleset = self.event.details.ruleset.partition("@")[0]
        players = [entrant for entrant in self.event.entrants.values() if not entrant.spare]
        for player in players[: len(players) - all_but]:
            text = list_text(ruleset, player.faction or "", self.chance)
            self.do(SubmitList(player.id, text), player.id)

    def start(self) -> None:
        """Tell everybody what has to be told, and begin."""
        for item in announcements_left(self.event, *self.desk.rules(self.name)):
            self.do(AnnounceItem(item))
        if any(missing_lists(self.event, self.desk.rules(self.name)[0])):
            self.do(ReceiveListsOnPaper())
        self.do(StartEvent())

    def begin_round(self) -> None:
        """Draw, publish, seat and start a round."""
        self.do(DrawRound())
        self.do(PublishRound())
        self.do(CallSeating())
        self.clock.let_pass(5)
        self.do(StartClock())

    def games(self) -> list[Game]:
        """Return the games of the round that have no result yet."""
        round_ = self.event.current
        return [game for game in round_.games.values() if game.is_open] if round_ else []

    def slip(self, game: Game) -> Slip:
        """Return how a game ended: the stronger player (an earlier id) mostly wins."""
        rules, round_ = self.desk.rules(self.name)[0], self.event.current
        assert round_ is not None
        timed = length_of(self.event, rules, round_).minutes is not None
        table = table_of(rules, Setting(round_.kind, round_.number), (None, None), timed=timed)
        first, second = (int(player.lstrip("p")) for player in game.players)
        lead = 9 * (second - first) + self.chance.randrange(-180, 181)
        slip = slip_of_lead(table, lead, self.chance)
        if round_.kind == "elimination" and rules.elimination.initiative_clause:
            slip = replace(slip, initiative=0)
        possible = self._possible(round_, game, slip)
        if possible == slip.score:
            return slip
        again = replace(slip, score=possible, flurry=())
        return completed(table, again, self.chance)

    def _possible(self, round_: DayRound, game: Game, slip: Slip) -> tuple[int, int] | None:
        """Return scores that the lists of both can give: the next sums below."""
        if slip.score is None:
            return None
        rules = self.desk.rules(self.name)[0]
        first, second = (reach_of(self.event, rules, round_, player) for player in game.players)
        found = list(slip.score)
        for index, reach in enumerate((second, first)):
            if reach is not None and slip.survivor != index:
                found[index] = reach.nearest(found[index])[0] or 0
        return found[0], found[1]

    def confirm(self, game: Game) -> None:
        """Let one player report and the other confirm."""
        self.do(ReportResult(game.id, self.slip(game)), game.players[0])
        reported = self.event.game(game.id)
        assert reported is not None
        self.do(ConfirmResult(game.id, reported.filed[0].slip.digest), game.players[1])

    def play_round(self) -> None:
        """Play a whole round; most players report themselves, one slip comes to the desk."""
        self.begin_round()
        self.clock.let_pass(60)
        late, *others = self.games()
        for game in others:
            self.confirm(game)
        self.do(CallTime())
        self.do(EnterResult(late.id, self.slip(late), "slip brought to the desk"))
        self.clock.let_pass(10)

    def play_out(self) -> None:
        """Play until nothing is left, cut and bracket included."""
        while True:
            event = self.event
            swiss = sum(1 for round_ in event.rounds if round_.kind == "swiss")
            if event.has_cut and swiss == event.swiss_rounds and event.qualification is None:
                self.do(MakeCut())
            try:
                self.play_round()
            except NothingToDraw:
                return

    def ranked(self) -> list[PlayerId]:
        """Return the players from the first to the last."""
        document = self.desk.rules(self.name)[1]
        return [row.player for row in standings(as_tournament(self.event), document).rows]


# ------------------------------------------------------------------------------
# A store full of events as they could stand on one Saturday: every format, every state.

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
    desk = Desk(MemoryStore(), library, clock, lambda: next(seeds), reader(), new_nonce=lambda: "")
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
