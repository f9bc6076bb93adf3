"""What came of a game, for everybody who shows it: who won, what was scored, who goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.cut import qualified_by_plan
from tiltyard.core.ledger import closed_rounds, score_lines, winner_of
from tiltyard.core.slips import has_scores
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.tournament import Match

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import DayRound, Event, Game
    from tiltyard.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a game brought one of its players; none where that is not counted."""

    score: int | None
    points: int | None

    @property
    def score_text(self) -> str:
        """The score, empty where there was none."""
        return "" if self.score is None else str(self.score)

    @property
    def points_text(self) -> str:
        """The tournament points, empty where none are counted."""
        return "" if self.points is None else str(self.points)


NO_NUMBERS = Numbers(None, None)


def seeds_of(event: Event, round_: DayRound) -> tuple[PlayerId, ...]:
    """Return the seeds of the stage a round belongs to."""
    for one in event.rounds:
        if one.stage == round_.stage and one.seeds is not None:
            return one.seeds
    return ()


def as_played(game: Game, slip: Slip) -> Match:
    """Return a game as the engine sees it once it has this slip."""
    return Match(game.players, report=slip.report, game=game.game)


def as_settled(game: Game) -> Match:
    """Return a game as the engine sees it: played, a bye, or somebody did not come."""
    if game.slip is not None and game.kind == "game":
        return as_played(game, game.slip)
    return Match(game.players, kind=game.kind, absent=game.absent, game=game.game)


def winner_of_game(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> PlayerId | None:
    """Return who won; in a bracket, who goes on; none while the game is open."""
    if game.is_open or not game.players:
        return None
    match = as_settled(game)
    if round_.kind == "elimination":
        return winner_of(rules, seeds_of(event, round_), match, round_.number)
    lines = score_lines(rules, setting_of(event, round_), match)
    return next((one for one, _, line in lines if line.result in {"win", "modified_win"}), None)


def numbers_of_game(
    event: Event, rules: Ruleset, round_: DayRound, game: Game
) -> dict[PlayerId, Numbers]:
    """Return score and tournament points of both; in a bracket no points are counted."""
    in_bracket = round_.kind == "elimination"
    if game.is_open or (in_bracket and game.kind != "game"):
        return {}
    lines = score_lines(rules, setting_of(event, round_), as_settled(game))
    slip = game.slip if game.kind == "game" else None
    played = slip is not None and has_scores(rules, slip.report)
    return {
        player: Numbers(line.vp_for if played else None, None if in_bracket else line.tp)
        for player, _, line in lines
    }


def going_on_now(event: Event, rules: Ruleset, tournament: Tournament) -> tuple[PlayerId, ...]:
    """Return who goes on, or would by the standings as they are."""
    if event.qualification is not None:
        return event.qualification.seeds
    if not event.has_cut or not closed_rounds(tournament):
        return ()
    return qualified_by_plan(tournament, rules, 1)
