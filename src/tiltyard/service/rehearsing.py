"""Rehearsals: an organizer tries out the day of an event, with its names, in a sandbox.

A rehearsal is an event of its own that is kept in memory (`Desk.open_rehearsal`): no list, no
public page, no webhook, no backup and no other server knows of it. People in it are played by
the simulator: what they do are acts like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiltyard.day.clock import StartClock
from tiltyard.day.list_access import missing_lists
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn, RegisterPlayer
from tiltyard.day.plan import length_of
from tiltyard.day.results import EnterResult, ReportResult, ResolveDispute
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, DescribeEvent, OpenCheckIn, StartEvent
from tiltyard.day.start import announcements_left
from tiltyard.engine.bracket import rounds_of_bracket
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import NothingToDraw, Refused
from tiltyard.engine.scoring import Setting
from tiltyard.service.desk import ORGANIZER
from tiltyard.service.simulated_slips import slip_of_lead, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tiltyard.day.context import Command
    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.slip import Slip
    from tiltyard.engine.tournament import PersonId, StageKind
    from tiltyard.service.desk import Desk

FEWEST = 4
"""How many players an event needs so that a rehearsal shows anything."""

BETWEEN_ROUNDS = 20
UNTIMED = 90
"""Minutes: between two rounds, and what a round without a clock is taken to last."""

_SURE = frozenset({"another-person", "round-not-begun", "score-impossible", "second-bye"})
"""What a rehearsal never asks back: whoever plays it answered when the event was set up."""


def begin_rehearsal(desk: Desk, name: str) -> str:
    """Copy an event that has not begun into a sandbox, and return its id there."""
    event = desk.event(name)
    if event.is_rehearsal or event.phase not in {"announced", "registration", "check_in", "draft"}:
        raise Refused("only-before-the-start-rehearsed")
    players = [player for player in event.entrants.values() if not player.spare]
    if len(players) < FEWEST:
        raise Refused("rehearsal-needs-players", least=FEWEST, players=len(players))
    organizer = next(iter(event.people.values()), "")
    rehearsal = desk.open_rehearsal(name)
    desk.create(rehearsal, event.details, organizer, language=event.language)
    sandbox = Rehearsal(desk, rehearsal)
    sandbox.do(AnnounceEvent())
    for player in players:
        sandbox.do(
            RegisterPlayer(
                player.name,
                faction=player.faction,
                affiliations=player.affiliations,
                table=player.table,
            )
        )
    return rehearsal


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A sandbox and its desk."""

    desk: Desk
    name: str

    @property
    def event(self) -> Event:
        """The sandbox as it stands."""
        return self.desk.event(self.name)

    @property
    def rules(self) -> Ruleset:
        """The rules with the options of the sandbox."""
        return self.desk.rules(self.name)[0]

    def do(self, command: Command, person: PersonId = ORGANIZER) -> None:
        """Do an act of the organizer or of somebody who is simulated."""
        self.desk.do(self.name, person, command, confirmed=_SURE)

    # ------------------------------------------------------------------ fast forward

    def start(self) -> None:
        """Check everybody in, announce what is left, and begin."""
        if self.event.phase != "check_in":
            self.do(OpenCheckIn())
        for player in list(self.event.entrants.values()):
            if player.state == "registered" and not player.spare:
                self.do(CheckIn(player.id))
        for item in announcements_left(self.event, *self.desk.rules(self.name)):
            self.do(AnnounceItem(item))
        if any(missing_lists(self.event, self.rules)):
            self.do(ReceiveListsOnPaper())
        self.do(StartEvent())

    def next_round(self) -> None:
        """Bring the next round to the tables, whatever has to come before it."""
        event = self.event
        if event.phase in {"announced", "registration", "check_in"}:
            self.start()
        if event.draft is None:
            self._cut_if_it_is_time()
            self.do(DrawRound())
        self.do(PublishRound())
        self.do(StartClock())

    def _cut_if_it_is_time(self) -> None:
        event = self.event
        swiss = sum(1 for round_ in event.rounds if round_.kind == "swiss")
        planned = event.swiss_rounds or 0
        if event.has_cut and swiss >= planned and event.qualification is None and planned:
            self.do(MakeCut())

    def play_round(self, chance: Random) -> None:
        """Play the round that is out, or the next one, until every result is in."""
        if not self.open_games():
            self.next_round()
        round_ = self.event.current
        assert round_ is not None
        if not round_.began:
            self.do(StartClock())
        for game in self.open_games():
            self._settle(game, chance)

    def _settle(self, game: Game, chance: Random) -> None:
        """Give a game a result: what was reported first, or one that is made up."""
        slip = game.filed[0].slip if game.filed else self.slip(chance)
        if game.is_disputed:
            self.do(ResolveDispute(game.id, slip, "…"))
        else:
            self.do(EnterResult(game.id, slip))

    def play_out(self, chance: Random) -> None:
        """Play everything that is left, cut and bracket included."""
        while True:
            try:
                self.play_round(chance)
            except NothingToDraw:
                return

    def open_games(self) -> list[Game]:
        """Return the games of the round that is out without a result."""
        round_ = self.event.current
        return [game for game in round_.games.values() if game.is_open] if round_ else []

    def slip(self, chance: Random) -> Slip:
        """Return how a game of the round ended: anybody may win."""
        round_ = self.event.current
        assert round_ is not None
        return simulated_slip(self.event, self.rules, round_, chance)

    # ------------------------------------------------------------------ what may go wrong

    def disagree(self, chance: Random) -> Game:
        """Let two players report different results of their game."""
        game = self._open_game()
        slip = self.slip(chance)
        first, second = game.players
        self.do(ReportResult(game.id, slip), first)
        self.do(ReportResult(game.id, _otherwise(slip)), second)
        return game

    def mistype(self, chance: Random) -> Game:
        """Enter a result as the desk did: the wrong way round, and nobody noticed."""
        game = self._open_game()
        self.do(EnterResult(game.id, _otherwise(self.slip(chance))))
        return game

    def miss(self) -> Game:
        """Return a game to which one of the two has not come."""
        return self._open_game()

    def _open_game(self) -> Game:
        """Return a game without any report, of the next round if none is open."""
        untouched = [game for game in self.open_games() if not game.filed]
        if not untouched:
            if self.open_games():
                raise Refused("every-table-has-reported")
            self.next_round()
            untouched = self.open_games()
        return untouched[0]


def simulated_slip(event: Event, rules: Ruleset, round_: DayRound, chance: Random) -> Slip:
    """Return a slip that a game of this round could end with."""
    timed = length_of(event, rules, round_).minutes is not None
    table = table_of(rules, Setting(round_.kind, round_.number), (None, None), timed=timed)
    slip = slip_of_lead(table, chance.randrange(-250, 251), chance)
    if round_.kind == "elimination" and rules.elimination.initiative_clause:
        slip = replace(slip, initiative=0)
    return slip


def _otherwise(slip: Slip) -> Slip:
    """Return the slip with its sides confused."""
    survivor = None if slip.survivor is None else 1 - slip.survivor
    score = None if slip.score is None else (slip.score[1], slip.score[0])
    leaders = None if slip.leaders is None else (slip.leaders[1], slip.leaders[0])
    return replace(slip, score=score, survivor=survivor, leaders=leaders)


# ------------------------------------------------------------------------------
# What follows for the event itself: when its day would end, and the settings that were tried.


@dataclass(frozen=True, slots=True)
class ExpectedRound:
    """A round of the day to come: which of how many, and its minutes; none if untimed."""

    number: int
    in_bracket: bool
    minutes: int | None
    begins: datetime


def expected_rounds(event: Event, rules: Ruleset, begins: datetime) -> Iterator[ExpectedRound]:
    """Yield the rounds of a day that begins then, by the plan and the document's clock."""
    swiss = event.swiss_rounds or event.details.swiss_rounds or 0
    cut = event.planned_cut
    bracket = rounds_of_bracket(rules, cut) if cut else 0
    for place in range(swiss + bracket):
        in_bracket = place >= swiss
        number = place - swiss + 1 if in_bracket else place + 1
        kind: StageKind = "elimination" if in_bracket else "swiss"
        final = in_bracket and number == bracket
        minutes = round_length(rules, kind, number, final=final).minutes
        yield ExpectedRound(number, in_bracket, minutes, begins)
        begins += timedelta(minutes=(minutes or UNTIMED) + BETWEEN_ROUNDS)


def expected_end(rounds: tuple[ExpectedRound, ...]) -> datetime | None:
    """Return when the last of these rounds is over; none without rounds."""
    if not rounds:
        return None
    return rounds[-1].begins + timedelta(minutes=rounds[-1].minutes or UNTIMED)


def settings_tried(event: Event, rehearsal: Event, reason: str = "") -> DescribeEvent | None:
    """Return the act that gives an event the settings of its rehearsal; none if they are its own.

    Name, place, contact, notes and day stay those of the event.
    """
    own = event.details
    tried = replace(
        rehearsal.details,
        name=own.name,
        venue=own.venue,
        contact=own.contact,
        notes=own.notes,
        date=own.date,
    )
    return None if tried == own else DescribeEvent(tried, reason)
