"""A hall in which the people of the demo act: everything through the desk, by its rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from tiltyard.app.desk import ORGANIZER, Desk
from tiltyard.core.decide.drawing import DrawRound, MakeCut, PublishRound
from tiltyard.core.decide.gate import announcements_left
from tiltyard.core.decide.lists import ReceiveListsOnPaper, SubmitList
from tiltyard.core.decide.players import CheckIn, RegisterPlayer
from tiltyard.core.decide.results import ConfirmResult, EnterResult, ReportResult
from tiltyard.core.decide.setup import (
    AnnounceEvent,
    AnnounceItem,
    OpenCheckIn,
    StartEvent,
)
from tiltyard.core.decide.staff import AppointStaff
from tiltyard.core.decide.timing import CallSeating, CallTime, StartClock
from tiltyard.core.endings import length_of
from tiltyard.core.errors import NothingToDraw
from tiltyard.core.facts.results import Slip
from tiltyard.core.flow import standings
from tiltyard.core.rosters.at_the_event import missing_lists
from tiltyard.core.rosters.doubted import reach_of
from tiltyard.core.scoring import Setting
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.tools.demo_lists import list_text
from tiltyard.tools.demo_names import FACTIONS, NAMES
from tiltyard.tools.slips import completed, slip_of_lead, table_of

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Command
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.ruleset_people import RoleId
    from tiltyard.core.state import Event
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.core.tournament import Report

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
        players = [one for one in self.event.entrants.values() if not one.spare]
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
        report = slip_of_lead(table, lead, self.chance)
        if round_.kind == "elimination" and rules.elimination.initiative_clause:
            report = report._replace(initiative=0)
        possible = self._possible(round_, game, report)
        if possible == report.score:
            return Slip.of(report)
        again = report._replace(score=possible, flurry=())
        return Slip.of(completed(table, again, self.chance))

    def _possible(self, round_: DayRound, game: Game, report: Report) -> tuple[int, int] | None:
        """Return scores that the lists of both can give: the next sums below."""
        if report.score is None:
            return None
        rules = self.desk.rules(self.name)[0]
        first, second = (reach_of(self.event, rules, round_, one) for one in game.players)
        found = list(report.score)
        for index, reach in enumerate((second, first)):
            if reach is not None and report.survivor != index:
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
            swiss = sum(1 for one in event.rounds if one.kind == "swiss")
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
