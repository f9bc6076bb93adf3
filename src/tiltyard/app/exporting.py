"""An event as a tournament file of the contract, for other programs and other laptops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.core.counted_scores import with_counted_scores
from tiltyard.core.decide.doubted_scores import IMPOSSIBLE
from tiltyard.core.rosters.checks import totals
from tiltyard.core.rosters.doubted import roster_here
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.core.tournament import Override
from tiltyard.formats.tiltyard1_write import tournament_line

if TYPE_CHECKING:
    from collections.abc import Collection

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state import Event
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.core.tournament import Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Export:
    """A tournament file, and what is to be known about its seed."""

    text: str
    holds_secret: bool = False
    seed_left_out: bool = False


def export_event(
    event: Event,
    rules: Ruleset | None = None,
    lists: Collection[PlayerId] = (),
    *,
    public: bool = False,
) -> Export:
    """Return an event as a tiltyard/1 file; in public a secret seed is left out.

    `lists` are the players whose list whoever gets the file may read: what it costs is in the
    file. A drawn round that nobody has seen yet is not in it.
    """
    tournament = _with_marks(event, _with_totals(event, rules, lists))
    if rules is not None:
        tournament = with_counted_scores(tournament, rules)
    secret = not event.seed_public and event.seed != ""
    if public and secret:
        hidden = replace(tournament, seed="")
        return Export(f"{tournament_line(hidden)}\n", seed_left_out=True)
    return Export(f"{tournament_line(tournament)}\n", holds_secret=secret)


def _with_totals(event: Event, rules: Ruleset | None, lists: Collection[PlayerId]) -> Tournament:
    """Return an event with what the lists cost that may be read; one of several says nothing."""
    tournament = as_tournament(event)
    if rules is None or len(rules.lists.limits) > 1:
        return tournament
    known: dict[PlayerId, int] = {}
    for player in lists:
        roster = roster_here(event, player)
        total = totals(roster, rules)[0] if roster is not None and roster.musters else None
        if total is not None:
            known[player] = total
    players = (replace(one, total=known.get(one.id, one.total)) for one in tournament.players)
    return replace(tournament, players=tuple(players))


# ------------------------------------------------------------------------- what was insisted on


def _with_marks(event: Event, tournament: Tournament) -> Tournament:
    """Return a tournament that says who insisted on a score, where the file shows the totals."""
    told = {player.id for player in tournament.players if player.total is not None}
    numbers = sorted({round_.stage for round_ in event.rounds})
    stages = list(tournament.stages)
    for place, number in enumerate(numbers):
        played = [round_ for round_ in event.rounds if round_.stage == number]
        stages[place] = _marked_stage(event, stages[place], played, told)
    return replace(tournament, stages=tuple(stages))


def _marked_stage(
    event: Event, stage: Stage, played: list[DayRound], told: Collection[PlayerId]
) -> Stage:
    rounds = list(stage.rounds)
    for index, round_ in enumerate(played):
        rounds[index] = _marked_round(event, rounds[index], round_, told)
    return replace(stage, rounds=tuple(rounds))


def _marked_round(
    event: Event, round_: Round, played: DayRound, told: Collection[PlayerId]
) -> Round:
    matches = list(round_.matches)
    for index, game in enumerate(played.games.values()):
        matches[index] = _marked(event, matches[index], game, told)
    return replace(round_, matches=tuple(matches))


def _marked(event: Event, match: Match, game: Game, told: Collection[PlayerId]) -> Match:
    said = [one for one in event.confirmations if one.about == game.id and IMPOSSIBLE in one.codes]
    if not said or match.report is None or not set(match.players) <= set(told):
        return match
    by = said[-1].by
    return match._replace(confirmed=Override(event.people.get(by, by), IMPOSSIBLE))
