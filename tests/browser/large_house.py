"""An event with a large field at every moment of its day: for pictures, and to measure pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from tests.browser.places import FilledHouse
from tiltyard.day.clock import GrantExtension
from tiltyard.day.facts import Details
from tiltyard.day.judging import CallJudge
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.results import EnterResult, ReportResult
from tiltyard.day.rounds import DrawRound, MakeCut
from tiltyard.day.setup import FinishEvent, OpenRegistration
from tiltyard.dev.demo import NAMES, DemoClock, Hall
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tiltyard.store.port import Store

MINUTES_AGO = 600
MOMENTS = ("announced", "check-in", "ready", "drawn", "running", "over", "bracket", "finished")


def people(players: int) -> list[tuple[str, str | None]]:
    """Return names and clubs of so many people, none of them twice."""
    first = [name.split(" ", 1)[0] for name, _ in NAMES]
    last = [name.split(" ", 1)[1] for name, _ in NAMES]
    clubs = [club for _, club in NAMES]
    return [
        (f"{first[number % 32]} {last[(number + 7 * (number // 32)) % 32]}", clubs[number % 32])
        for number in range(players)
    ]


class LargeHouse(FilledHouse):
    """One Armada event for each moment of the day, all with the same field."""

    def __init__(
        self, folder: Path, players: int, moments: tuple[str, ...] = MOMENTS, **plan: Any
    ) -> None:
        super().__init__(folder)
        self.players, self.moments = players, moments
        self.plan = plan or {"structure": "advanced"}
        self.adopt(self._fill)
        self.seat_everybody()

    def _fill(self, store: Store) -> None:
        seeds = (sha256(str(number).encode()).hexdigest() for number in count())
        clock = DemoClock(datetime.now(UTC))
        desk = Desk(store, load, clock, lambda: next(seeds), new_nonce=lambda: "")
        for moment in self.moments:
            clock.begin(MINUTES_AGO)
            details = Details(
                "Harbour Cup", "armada", datetime.now(UTC).date(), venue="Boat Shed 4"
            )
            desk.create(moment, replace(details, tier="formal", **self.plan), "Olga")
            self._run(moment, Hall(desk, clock, moment, Random(moment)))

    def _run(self, moment: str, hall: Hall) -> None:
        """Play the day up to its moment."""
        hall.announce(("marshal", "Chiara Bonfanti"), ("judge", "Teodor Grankvist"))
        hall.do(OpenRegistration())
        for number, (name, club) in enumerate(people(self.players)):
            clubs = (club,) if club else ()
            faction = ("Rebel", "Imperial")[number % 2]
            hall.do(RegisterPlayer(name, faction=faction, affiliations=clubs))
        if moment == "announced":
            return
        hall.check_in(missing=4 if moment == "check-in" else 0)
        if moment in {"check-in", "ready"}:
            return
        hall.start()
        steps: dict[str, Callable[[Hall], None]] = {
            "drawn": _drawn,
            "running": _running,
            "over": _over,
            "bracket": _bracket,
            "played": _played,
            "finished": _finished,
        }
        steps[moment](hall)


def _enter_all(hall: Hall) -> None:
    hall.begin_round()
    for game in hall.games():
        hall.do(EnterResult(game.id, hall.slip(game), "slip"))
    hall.clock.let_pass(20)


def _drawn(hall: Hall) -> None:
    _enter_all(hall)
    hall.do(DrawRound())


def _running(hall: Hall) -> None:
    """A round with every state a table can have."""
    _enter_all(hall)
    _enter_all(hall)
    hall.begin_round()
    hall.clock.let_pass(40)
    games = hall.games()
    for game in games[: len(games) // 3]:
        hall.confirm(game)
    disputed, called, extended, reported, *_ = games[len(games) // 3 :]
    slip = hall.slip(disputed)
    hall.do(ReportResult(disputed.id, slip), disputed.players[0])
    score = slip.score or (0, 0)
    other = replace(slip, score=(score[0] // 2, score[1] + 5), survivor=None, end="time")
    hall.do(ReportResult(disputed.id, other), disputed.players[1])
    hall.do(CallJudge(called.id, "Is this ship inside the range band?"), called.players[0])
    hall.do(GrantExtension(extended.id, "waiting for a ruling", 4))
    hall.do(ReportResult(reported.id, hall.slip(reported)), reported.players[0])


def _over(hall: Hall) -> None:
    _enter_all(hall)
    _enter_all(hall)


def _bracket(hall: Hall) -> None:
    for _ in range(hall.event.swiss_rounds or 0):
        _enter_all(hall)
    hall.do(MakeCut())
    hall.begin_round()


def _played(hall: Hall) -> None:
    """Everything is played, and nobody has said that it is over."""
    _bracket(hall)
    while len(games := hall.games()) > 1:
        for game in games:
            hall.do(EnterResult(game.id, hall.slip(game), "slip"))
        hall.begin_round()
    (final,) = games
    hall.do(EnterResult(final.id, hall.slip(final), "slip"))


def _finished(hall: Hall) -> None:
    _played(hall)
    hall.do(FinishEvent())
