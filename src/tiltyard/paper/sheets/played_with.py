"""How long a round is played and with which list: of a round that is drawn, or of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.clock import minutes_of
from tiltyard.day.event import DayRound, setting_of
from tiltyard.engine.rosters.checks import muster_for
from tiltyard.engine.ruleset import value_of_round
from tiltyard.engine.scoring import Setting
from tiltyard.engine.tournament import PlayerId
from tiltyard.paper.next_round import games_of_next, goes_over_the_cut, number_of_next, what_follows
from tiltyard.paper.sheets.pairings import length_text, minutes_text
from tiltyard.text.say import wording

if TYPE_CHECKING:
    from tiltyard.paper.view import PaperView


def played_with(view: PaperView, round_: DayRound) -> tuple[str, ...]:
    """Return the list and the length of a round."""
    setting = setting_of(view.event, round_)
    return tuple(name for name in (_list(view, setting), length_text(view, round_)) if name)


def next_played_with(view: PaperView) -> tuple[str, ...]:
    """Return the list and the length of the round to come; nothing where none comes."""
    event, follows = view.event, what_follows(view.event)
    if follows == "nothing":
        return ()
    bracket = follows != "swiss"
    setting = Setting("swiss", sum(round_.kind == "swiss" for round_ in event.rounds) + 1)
    seeds: tuple[PlayerId, ...] = ()
    if bracket:
        setting = Setting("elimination", number_of_next(event))
        seeds = (PlayerId(""),) * (2 * games_of_next(event))
    last = event.current
    stage = (1 if last is None else last.stage) + goes_over_the_cut(event)
    coming = DayRound(
        "", stage, number_of_next(event), setting.stage, 1, 0, "", {}, (), seeds=seeds
    )
    minutes = minutes_text(minutes_of(event, view.rules, coming))
    return tuple(name for name in (_list(view, setting), minutes) if name)


def _list(view: PaperView, setting: Setting) -> str:
    """Return which list is played in a round, where there are several."""
    limits = view.rules.lists.limits
    if len(limits) < 2:
        return ""
    played = muster_for(view.rules, setting.stage, setting.round) + 1
    text = wording("paper.list-at-most-points")
    return text.format(number=played, points=value_of_round(limits, played))
