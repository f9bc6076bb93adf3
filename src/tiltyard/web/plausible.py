"""Is a score possible at all? A warning before a slip is sent, never a refusal.

Whoever asks often enough could count out a list: only the two players of the game are answered,
and whoever reads lists and does not play, once it has begun and both lists lie on the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.at_the_event import list_of, reads_lists
from tiltyard.core.rosters.checks import muster_for
from tiltyard.core.rosters.reachable import doubts
from tiltyard.core.state.rounds import setting_of
from tiltyard.words.language import gettext
from tiltyard.words.list_doubts import doubt_words

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.rosters.reachable import Doubt
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.web.event_view import EventView


def doubt_texts(
    view: EventView, round_: DayRound, game: Game, slip: Slip, person: PersonId | None
) -> list[str]:
    """Return what cannot be about the scores of a slip, to whoever may hear it."""
    if person is None or not _may_hear(view, round_, game, person):
        return []
    return [_said(view, game, doubt) for doubt in doubts_of(view, round_, game, slip)]


def doubts_of(view: EventView, round_: DayRound, game: Game, slip: Slip) -> tuple[Doubt, ...]:
    """Return the scores of a slip that the lists of its players do not allow."""
    if len(game.players) != 2:
        return ()
    first, second = (_roster(view, player) for player in game.players)
    played = muster_for(view.rules, *setting_of(view.event, round_))
    return doubts(view.rules, slip.report, (first, second), played)


def _may_hear(view: EventView, round_: DayRound, game: Game, person: PersonId) -> bool:
    if not round_.began or person in game.players:
        return round_.began
    if person in view.event.entrants:
        return False
    return reads_lists(view.event, view.rules, person)


def _roster(view: EventView, player: PlayerId) -> Roster | None:
    army = list_of(view.event, player)
    if army is None or not army.is_handed_in or army.state == "on_paper":
        return None
    return army.roster


def _said(view: EventView, game: Game, doubt: Doubt) -> str:
    """Return a doubt with the name of whose score it is."""
    return gettext("%(name)s: %(doubt)s") % {
        "name": view.name(game.players[doubt.index]),
        "doubt": doubt_words(doubt),
    }
