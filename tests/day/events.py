"""A tournament day for tests: an event on a desk in memory, with a clock that stands still."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import StartClock
from tiltyard.day.facts import Details
from tiltyard.day.fold import fold
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import ANOTHER_PERSON, AppointStaff, CheckIn, RegisterPlayer
from tiltyard.day.plan import endings_of
from tiltyard.day.results import ConfirmResult, EnterResult, ReportResult
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
)
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings
from tiltyard.engine.scoring import fields_of, own_numbers
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import ORGANIZER, Desk, Done
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore
from tiltyard.text.refusals import fix_text, refusal_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import Command
    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.ruleset import RoleId, Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.event_cache import Library

RULESETS = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
SEED = "5eed" * 16
NOON = datetime(2018, 11, 3, 12, tzinfo=UTC)


class StandingClock:
    """A clock that moves only when a test says so."""

    def __init__(self) -> None:
        self.at = NOON

    def now(self) -> datetime:
        return self.at

    def move(self, *, minutes: float = 0, seconds: float = 0) -> None:
        """Let time pass, or turn the clock back."""
        self.at += timedelta(minutes=minutes, seconds=seconds)


def details_of(ruleset: str, **changes: Any) -> Details:
    """Return a sensible plan for a ruleset: three rounds and no cut where it leaves the choice."""
    kind = load(ruleset).structure.kind
    details = Details(
        name="Cup of the Yard",
        ruleset=ruleset,
        date=date(2018, 11, 3),
        structure="custom" if kind == "tables" else None,
        swiss_rounds=None if kind == "fixed" else 3,
    )
    return replace(details, **changes)


class Day:
    """One event, the people in it and everything they do; its lots come from the seed alone."""

    name = "cup"

    def __init__(
        self,
        ruleset: str = "runewars",
        new_nonce: Callable[[], str] = lambda: "",
        library: Library = load,
        **changes: Any,
    ) -> None:
        self.clock = StandingClock()
        self.desk = Desk(
            MemoryStore(), library, self.clock, lambda: SEED, reader(), new_nonce=new_nonce
        )
        self.desk.create(self.name, details_of(ruleset, **changes), "Olga")

    # ---------------------------------------------------------------- reading

    @property
    def event(self) -> Event:
        return self.desk.event(self.name)

    @property
    def rules(self) -> Ruleset:
        return self.desk.rules(self.name)[0]

    @property
    def document(self) -> Ruleset:
        return self.desk.rules(self.name)[1]

    @property
    def round(self) -> DayRound:
        current = self.event.current
        assert current is not None
        return current

    def games(self) -> list[Game]:
        """Return the real games of the newest round."""
        return [game for game in self.round.games.values() if game.kind == "game"]

    def game_of(self, player: PersonId) -> Game:
        game = self.event.game_of(PlayerId(player))
        assert game is not None
        return game

    def match(self, name: str) -> Game:
        game = self.event.game(name)
        assert game is not None
        return game

    def active(self) -> list[PlayerId]:
        return list(self.event.playing())

    def facts(self) -> list[str]:
        """Return the names of all facts in the log."""
        return [one.fact.NAME.partition("/")[0] for one in self.desk.log(self.name)]

    def opponent(self, player: PersonId) -> PlayerId:
        return next(one for one in self.game_of(player).players if one != player)

    def ranking(self) -> list[PlayerId]:
        """Return the order of the field now."""
        return [row.player for row in standings(as_tournament(self.event), self.document).rows]

    def points(self) -> dict[PlayerId, int]:
        """Return the tournament points of everybody now."""
        rows = standings(as_tournament(self.event), self.document).rows
        return {row.player: int(row.keys["tp"]) for row in rows}

    # ---------------------------------------------------------------- acting

    def do(self, command: Command, who: PersonId = ORGANIZER, confirm: str = "") -> Done:
        """Do something; the live state is always what the log folds to."""
        done = self.desk.do(self.name, who, command, confirmed=frozenset(confirm.split()))
        assert done.event == self.event
        return done

    def refused(
        self,
        command: Command,
        who: PersonId = ORGANIZER,
        clause: str | None = None,
        says: str = "",
        code: str = "",
    ) -> Refused:
        """Expect a refusal that explains itself and leaves event and log exactly as they were."""
        store = self.desk.store
        before, head = self.event, store.head(self.name)
        asked = self.desk.refusal(self.name, who, command)
        try:
            self.desk.do(self.name, who, command)
        except Refused as no:
            refusal = no
        else:
            raise AssertionError(f"{command} was not refused")
        assert store.head(self.name) == head
        assert self.event is before
        assert refusal_text(refusal)
        assert fix_text(refusal), f"no way out of: {refusal_text(refusal)}"
        assert asked is not None, "the button was shown"
        assert refusal_text(asked) == refusal_text(refusal)
        assert says in refusal_text(refusal), refusal_text(refusal)
        if code:
            assert refusal.code == code, refusal
        if clause is not None:
            assert refusal.clause == clause, (refusal_text(refusal), refusal.clause)
        return refusal

    def appoint(self, role: RoleId, name: str) -> PersonId:
        """Give somebody new a role; return who it is."""
        self.do(AppointStaff(role, name))
        return self.event.staff[-1].person

    def register(self, *names: str) -> list[PlayerId]:
        """Enter new players by name; return their ids."""
        return [self._register(name) for name in names]

    def _register(self, name: str) -> PlayerId:
        self.do(RegisterPlayer(name), confirm=ANOTHER_PERSON)
        return list(self.event.entrants)[-1]

    def announce(self) -> None:
        self.do(AnnounceEvent())

    def open_doors(self) -> None:
        """Announce the event, open registration and the doors."""
        self.announce()
        self.do(OpenRegistration())
        self.do(OpenCheckIn())

    def announce_everything(self) -> None:
        for item in self.rules.announcements:
            self.do(AnnounceItem(item.id))

    def check_everybody_in(self) -> None:
        for entrant in list(self.event.entrants.values()):
            if entrant.state == "registered":
                self.do(CheckIn(entrant.id))

    def take_lists_on_paper(self) -> None:
        """Have every list that is still missing on paper."""
        if any(missing_lists(self.event, self.rules)):
            self.do(ReceiveListsOnPaper())

    def begin(self) -> None:
        """Check everybody in, announce what has to be announced, start."""
        self.check_everybody_in()
        self.announce_everything()
        self.take_lists_on_paper()
        self.do(StartEvent())

    def draw(self, **how: Any) -> None:
        self.do(DrawRound(**how))

    def publish(self) -> None:
        self.do(PublishRound())

    def next_round(self) -> None:
        """Draw, publish and start a round."""
        self.draw()
        self.publish()
        self.do(StartClock())

    def slip(self, first: int = 30, second: int = 10) -> Slip:
        """Return a slip of a game that ended by time, or was played out, with these scores."""
        slip = time_slip(self.rules.id, first, second)
        numbers = own_numbers(self.rules, self.rules.outcomes["time"])
        slip = replace(slip, extra=dict.fromkeys(numbers, (1, 0)))
        round_ = self.event.current
        if round_ is None:
            return slip
        if "time" not in endings_of(self.event, self.rules, round_):
            played_out = "rounds" in self.rules.outcomes
            survivor = None if played_out else int(first <= second)
            slip = replace(slip, end="rounds" if played_out else "destroyed", survivor=survivor)
        asked = fields_of(self.rules, round_.kind, self.rules.outcomes[slip.end])
        wanted = asked.needs + (asked.if_level if first == second else ())
        return slip if "initiative" in wanted else replace(slip, initiative=None)

    def enter(self, game: Game, first: int = 30, second: int = 10, who: str = ORGANIZER) -> None:
        """Let the staff enter a result, whatever the lists can give."""
        command = EnterResult(game.id, self.slip(first, second))
        insists = frozenset({"score-impossible"})
        done = self.desk.do(self.name, who, command, confirmed=insists)
        assert done.event == self.event

    def enter_all(self) -> None:
        """Enter every open game: whoever registered earlier wins by a margin of their own."""
        for place, game in enumerate(self.games()):
            if game.is_open:
                numbers = [int(player[1:]) for player in game.players]
                high, low = 40 - place, 10
                self.enter(game, *((high, low) if numbers[0] < numbers[1] else (low, high)))

    def play_round(self) -> None:
        self.next_round()
        self.enter_all()

    def play_swiss(self) -> None:
        """Play all planned Swiss rounds."""
        while len(self.event.rounds) < (self.event.swiss_rounds or 0):
            self.play_round()

    def agree(self, game: Game, slip: Slip) -> None:
        """Let both players hand in the same result."""
        first, second = game.players
        self.do(ReportResult(game.id, slip), first)
        self.do(ConfirmResult(game.id, slip.digest), second)

    def finish(self) -> None:
        self.do(FinishEvent())

    def folds(self) -> bool:
        """Whether the log adds up to the live state."""
        return fold(self.desk.log(self.name)) == self.event


def running(ruleset: str = "runewars", players: int = 8, **changes: Any) -> Day:
    """Return an event that has started: players p2, p3 … and Olga (p1) as its organizer."""
    day = Day(ruleset, **changes)
    day.open_doors()
    day.register(*(f"Player {number}" for number in range(2, players + 2)))
    day.begin()
    return day


def in_round(ruleset: str = "runewars", players: int = 8, **changes: Any) -> Day:
    """Return an event whose first round is being played."""
    day = running(ruleset, players, **changes)
    day.next_round()
    return day


def before_the_bracket(ruleset: str = "runewars", players: int = 8, **changes: Any) -> Day:
    """Return an event after two Swiss rounds, with the cut to four made."""
    day = running(ruleset, players, **{"swiss_rounds": 2, "cut": 4, **changes})
    day.play_swiss()
    day.do(MakeCut())
    return day


def time_slip(ruleset: str, first: int = 30, second: int = 10) -> Slip:
    """Return a slip of a game that ended by time, with all that its ruleset may ask for."""
    return Slip(
        "time",
        (first, second),
        initiative=0,
        leaders=(True, False) if ruleset == "middle-earth" else None,
        flurry=((3, 2),) if ruleset == "runewars" and first == second else (),
    )


def concession(by: int, first: int = 0, second: int = 0) -> Slip:
    """Return the slip of a game one of the two has conceded."""
    return Slip("concession", (first, second), conceded=by)


def recorded_concession(day: Day, by: int) -> Slip:
    """Return the slip of a concession as it is recorded: scores stay only where they count."""
    counts = "score" in day.rules.outcomes["concession"].needs
    return concession(by) if counts else Slip("concession", conceded=by)


def conceded_by(day: Day, player: PersonId) -> Slip:
    """Return the slip with which a player leaves their running game."""
    return concession(day.game_of(player).players.index(PlayerId(player)))
