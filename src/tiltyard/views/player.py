"""A player's rounds so far: against whom, how each ended, and what it brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.as_tournament import as_settled
from tiltyard.day.event import setting_of
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.scoring import has_scores, score_alone
from tiltyard.engine.tournament import Match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.slip import Slip
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.views.event import EventVersion

Outcome = Literal["open", "bye", "forfeit", "unpaired", "win", "modified_win", "draw", "loss"]
"""How a round ended for a player; a forfeit in a bracket, where it brings no numbers."""


Decided = Literal["survivor", "conceded", "flurry", "initiative"]


def decided_at_level(slip: Slip, line: ScoreLine) -> Decided | None:
    """Return what gave a game a winner although its scores are level; none: nothing had to."""
    if line.result == "draw" or line.vp_for != line.vp_against:
        return None
    if slip.conceded is not None:
        return "conceded"
    if slip.survivor is not None:
        return "survivor"
    return "flurry" if slip.flurry else "initiative"


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of one player; no game where they were not paired, no line while it is open.

    `has_scores`: scores were written down, so those of the line are those of the game. `decided`
    is what gave level scores a winner.
    """

    round: DayRound
    game: Game | None
    opponent: PlayerId | None
    opponent_name: str
    outcome: Outcome
    line: ScoreLine | None
    has_scores: bool = False
    decided: Decided | None = None


def player_rounds(
    version: EventVersion, player: PlayerId, names: Mapping[PersonId, str]
) -> Iterator[PlayerRound]:
    """Yield the published rounds a player was paired in or came too late for, in their order."""
    for round_ in version.event.rounds:
        found = player_round(version, round_, player, names)
        if found is not None:
            yield found


def player_round(
    version: EventVersion, round_: DayRound, player: PlayerId, names: Mapping[PersonId, str]
) -> PlayerRound | None:
    """Return a round of a player; none where they had no part in it."""
    game = round_.game_of(player)
    if game is None:
        return _unpaired(version, round_, player) if player in round_.unpaired else None
    opponent = next((other for other in game.players if other != player), None)
    line = score_line(version, round_, game, player)
    slip = game.slip if game.kind == "game" and not game.is_open else None
    return PlayerRound(
        round_,
        game,
        opponent,
        names.get(opponent, opponent) if opponent is not None else "",
        _outcome(game, line),
        line,
        has_scores=slip is not None and has_scores(version.rules, slip),
        decided=decided_at_level(slip, line) if slip is not None and line is not None else None,
    )


def score_line(
    version: EventVersion, round_: DayRound, game: Game, player: PlayerId
) -> ScoreLine | None:
    """Return what a game that counts brought a player; in a bracket byes and forfeits do not."""
    if game.is_open or (round_.kind == "elimination" and game.kind != "game"):
        return None
    lines = score_lines(version.rules, setting_of(version.event, round_), as_settled(game))
    return next(line for who, _, line in lines if who == player)


def _outcome(game: Game, line: ScoreLine | None) -> Outcome:
    if game.kind == "bye":
        return "bye"
    if line is None:
        return "open" if game.is_open else "forfeit"
    return line.result


def _unpaired(version: EventVersion, round_: DayRound, player: PlayerId) -> PlayerRound:
    match = Match((player,), "unpaired_loss")
    loss = score_alone(version.rules, setting_of(version.event, round_), match, 0)
    return PlayerRound(round_, None, None, "", "unpaired", loss)
