"""Scores at an event that a list cannot give, and who hears of it.

Whoever asks often enough could count out a list: a doubt is only for those who may read the list
it rests on. A player hears about the points lost from their own list, never about the opponent's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.at_the_event import list_of, may_read_list
from tiltyard.core.rosters.checks import muster_for
from tiltyard.core.rosters.reachable import below_total, doubts, reach_of_muster
from tiltyard.core.scoring import available_points
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.who_reads import may_read_told

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.rosters.reachable import Doubt, Reach
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import DayRound, Event, Game


def roster_here(event: Event, player: PlayerId) -> Roster | None:
    """Return the list a player handed in; none: there is none, or it is on paper."""
    army = list_of(event, player)
    if army is None or not army.is_handed_in or army.state == "on_paper":
        return None
    return army.roster


def reach_of(event: Event, rules: Ruleset, round_: DayRound, player: PlayerId) -> Reach | None:
    """Return what can be destroyed from the list a player plays in a round; none: not known."""
    roster = roster_here(event, player)
    if roster is not None:
        return reach_of_muster(rules, roster, muster_for(rules, *setting_of(event, round_)))
    entrant = event.entrants.get(player)
    if entrant is None or len(rules.score.wipe_out) != 1:
        return None
    return below_total(rules, entrant.total)


def hears_about(event: Event, rules: Ruleset, person: PersonId, player: PlayerId) -> bool:
    """Whether somebody may be told what can be destroyed from a player's list, or their total."""
    if roster_here(event, player) is not None:
        return may_read_list(event, rules, person, player)
    return may_read_told(event, rules, person, player)


def doubts_about(
    event: Event, rules: Ruleset, round_: DayRound, game: Game, slip: Slip
) -> tuple[Doubt, ...]:
    """Return the scores of a slip that the lists of its players do not allow."""
    if len(game.players) != 2:
        return ()
    first, second = (reach_of(event, rules, round_, player) for player in game.players)
    whole = available_points(rules, setting_of(event, round_))
    return doubts(rules, slip.report, (first, second), whole)


def doubts_heard(
    event: Event, rules: Ruleset, person: PersonId, round_: DayRound, game: Game, slip: Slip
) -> tuple[Doubt, ...]:
    """Return the doubts about a slip that this person may hear."""
    heard = [hears_about(event, rules, person, player) for player in game.players]
    if not any(heard):
        return ()
    found = doubts_about(event, rules, round_, game, slip)
    return tuple(doubt for doubt in found if heard[1 - doubt.index])
