"""What a player has to do now, and in which order their own page shows its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.list_access import list_of, needs_list
from tiltyard.day.results import contests
from tiltyard.views.notices import notices_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId

Task = Literal[
    "answer",  # a place in the bracket is offered
    "confirm",  # the opponent reported a result
    "settle",  # the reports don't match
    "contest",  # the desk entered a result: confirm it, or say that it is wrong
    "report",  # the game runs
    "go",  # the pairings are out
    "check_in",
    "list",  # a list is missing, or was returned
    "wait",
]
Part = Literal["now", "result", "calls", "components"]

_RESULT_FIRST = frozenset[Task]({"confirm", "settle", "contest"})


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The one thing to do now, the parts of the page in their order, and what is at the thumb.

    `judge`: a judge can be called; `report`: a result can be reported; `show`: the own report can
    be shown to the opponent.
    """

    task: Task
    parts: tuple[Part, ...]
    judge: bool = False
    report: bool = False
    show: bool = False

    @property
    def has_bar(self) -> bool:
        """Whether anything is at the thumb."""
        return self.judge or self.report or self.show


def own_page(event: Event, rules: Ruleset, player: PlayerId) -> OwnPage:
    """Return how the page of a player is ordered now."""
    task = task_of(event, rules, player)
    parts: tuple[Part, ...] = ("now", "result", "calls", "components")
    if task in _RESULT_FIRST:
        parts = ("result", "now", "calls", "components")
    game, round_ = event.game_of(player), event.current
    runs = game is not None and round_ is not None and round_.began and game.is_open
    if not runs or event.entrants[player].state != "active":
        return OwnPage(task, parts)
    assert game is not None
    mine = any(report.by == player for report in game.filed)
    return OwnPage(task, parts, judge=True, report=task == "report" and not mine, show=mine)


AlertKind = Literal[
    "check_in",
    "list",
    "offer",
    "cut",
    "pairing",
    "report",
    "entered",
    "dispute",
    "final",
    "time",
    "extension",
    "coming",
    "ruling",
    "notice",
]


@dataclass(frozen=True, slots=True)
class Alert:
    """Something a player should hear of at once; `key` is new whenever it happens again.

    `text` is what was written (a ruling, a notice), the minutes of an extension, or who comes.
    """

    kind: AlertKind
    key: str
    text: str = ""


def alerts_of(event: Event, player: PlayerId, now: datetime) -> tuple[Alert, ...]:
    """Return what calls a player now: pairings, reports, rulings, announcements, time called."""
    return (
        *_alerts_of_day(event, player),
        *_alerts_of_game(event, player),
        *_alerts_of_calls(event, player),
        *(
            Alert("notice", f"notice-{notice.id}", notice.text)
            for notice in notices_for(event, player, now)
        ),
    )


def _alerts_of_day(event: Event, player: PlayerId) -> Iterator[Alert]:
    cut, army = event.qualification, list_of(event, player)
    if event.phase == "check_in" and event.entrants[player].state == "registered":
        yield Alert("check_in", "check-in")
    if army is not None and army.asked:
        yield Alert("list", f"list-{army.at.isoformat()}")
    if event.phase != "running" or cut is None:
        return
    if cut.offered == player:
        yield Alert("offer", f"offer-{cut.instead_of}")
    if player in cut.seeds and not event.past_the_cut:
        yield Alert("cut", "cut")


def _alerts_of_game(event: Event, player: PlayerId) -> Iterator[Alert]:
    game, round_ = event.game_of(player), event.current
    if event.phase != "running" or game is None or round_ is None:
        return
    yield Alert("pairing", f"pairing-{game.id}-{game.table}")
    if game.is_open:
        yield from _alerts_at_table(round_, game)
    if game.is_disputed:
        yield Alert("dispute", f"dispute-{game.id}-{len(game.filed)}")
    elif contests(event, player) and game.slip is not None:
        yield Alert("entered", f"entered-{game.slip.digest[:12]}")
    elif game.slip is not None:
        yield Alert("final", f"final-{game.id}-{game.slip.digest[:12]}")
    else:
        reports = (report for report in game.filed if report.by != player)
        yield from (Alert("report", f"report-{report.slip.digest[:12]}") for report in reports)


def _alerts_at_table(round_: DayRound, game: Game) -> Iterator[Alert]:
    if round_.timer.called is not None:
        yield Alert("time", f"time-{round_.id}")
    if game.extension:
        yield Alert("extension", f"extension-{game.id}-{game.extension}", str(game.extension))
    if game.coming is not None:
        yield Alert("coming", f"coming-{game.id}-{game.coming}", game.coming)


def _alerts_of_calls(event: Event, player: PlayerId) -> Iterator[Alert]:
    game = event.game_of(player)
    for call in event.calls.values() if game is not None else ():
        if game is not None and call.match == game.id and call.ruling:
            yield Alert("ruling", f"ruling-{call.id}-{call.ruled_by}", call.ruling)


def task_of(event: Event, rules: Ruleset, player: PlayerId) -> Task:
    """Return the one thing a player has to do now."""
    if event.qualification is not None and event.qualification.offered == player:
        return "answer"
    if event.phase == "running":
        return _task_in_round(event, player)
    if event.entrants[player].state == "registered" and event.phase == "check_in":
        return "check_in"
    return "list" if _lacks_list(event, rules, player) else "wait"


def _task_in_round(event: Event, player: PlayerId) -> Task:
    game, round_ = event.game_of(player), event.current
    if game is None or round_ is None or event.entrants[player].state != "active":
        return "wait"
    if game.is_disputed:
        return "settle"
    if game.is_open and any(report.by != player for report in game.filed):
        return "confirm"
    if contests(event, player):
        return "contest"
    return _task_at_table(round_, game)


def _task_at_table(round_: DayRound, game: Game) -> Task:
    if not game.is_open:
        return "wait"
    return "report" if round_.began else "go"


def _lacks_list(event: Event, rules: Ruleset, player: PlayerId) -> bool:
    if event.phase not in {"announced", "registration", "check_in"}:
        return False
    army = list_of(event, player)
    if army is None or not army.is_handed_in:
        return needs_list(event, rules, player) or (army is not None and army.asked)
    return False
