"""Deciding about players who leave, are removed, or come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.cut import qualified
from tiltyard.core.decide.scene import Act, Acts, Scene, the_player, the_players_at_the_table
from tiltyard.core.decide.slip_questions import confirmed_slip
from tiltyard.core.decide.slips import require_slip
from tiltyard.core.deciders import DISQUALIFICATION, require_decider
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, people, results, rounds
from tiltyard.core.facts.people import LeavingReason
from tiltyard.core.facts.results import Slip
from tiltyard.core.ids import PlayerId, RoundId
from tiltyard.core.plain_text import tidy
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.core.state.event import Entrant, Event, Game


@dataclass(frozen=True, slots=True)
class DropPlayer:
    """Take a player out of the event; a game that is running needs its slip as a concession."""

    NAME: ClassVar[str] = "drop-player"
    player: PlayerId
    why: LeavingReason = "voluntary"
    note: str = ""
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Let a dropped player in again."""

    NAME: ClassVar[str] = "rejoin"
    player: PlayerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecommendDisqualification:
    """Tell the organizer that a player should be disqualified."""

    NAME: ClassVar[str] = "recommend-disqualification"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class DeclineDisqualification:
    """Decide that a player whose disqualification was recommended stays."""

    NAME: ClassVar[str] = "decline-disqualification"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Remove a player for good."""

    NAME: ClassVar[str] = "disqualify"
    player: PlayerId
    reason: str
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class TakePlace:
    """Join the bracket in place of a qualified player who left."""

    NAME: ClassVar[str] = "take-place"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeclinePlace:
    """Leave the free place in the bracket to the next in rank."""

    NAME: ClassVar[str] = "decline-place"
    player: PlayerId


def decide_drop(scene: Scene, command: DropPlayer) -> Iterator[Fact]:
    """Settle the running game of a player who leaves, drop them, offer their place."""
    entrant = _present(scene, command.player)
    if command.why == "declined_place":
        raise Refused("place-cut-declined-own")
    if command.why == "manipulative_concession" and not (
        scene.rules.conduct.manipulative_concession
    ):
        raise Refused(
            "does-not-name-reason", clause=scene.rules.leaving.drop_clause, game=scene.rules.game
        )
    yield from leave_game(scene, entrant, command.slip)
    after = _latest(scene.event)
    yield people.PlayerDropped(command.player, command.why, after, tidy(command.note))
    yield from _offer_place(scene, leaving=(command.player,))


def _present(scene: Scene, player: PlayerId) -> Entrant:
    entrant = scene.entrant(player)
    if entrant.spare:
        raise Refused("spare-player")
    if entrant.state != "active":
        raise Refused(
            "player-in-another-state",
            clause=scene.rules.leaving.drop_clause,
            entrant=entrant.name,
            state=entrant.state.replace("_", " "),
        )
    return entrant


def leave_game(scene: Scene, entrant: Entrant, slip: Slip | None) -> Iterator[Fact]:
    """Settle the game of somebody who leaves: a concession once it runs, else a forfeit."""
    game = scene.event.game_of(entrant.id)
    round_ = scene.event.current
    if game is None or round_ is None or not game.is_open:
        return
    _require_may_settle(scene, entrant, game)
    if not round_.began:
        yield results.GameForfeited(game.id, entrant.id, "left before the game began")
        return
    if slip is None:
        conceded = scene.rules.outcomes["concession"]
        raise Refused(
            "leaving-needs-slip" if "score" in conceded.needs else "leaving-needs-concession",
            clause=conceded.clause,
            match=game.id,
            entrant=entrant.name,
        )
    slip = require_slip(scene, round_, game, slip)
    if slip.end != "concession" or game.players[slip.conceded or 0] != entrant.id:
        raise Refused(
            "slip-not-concession-player-who",
            clause=scene.rules.outcomes["concession"].clause,
            players=game.players.index(entrant.id),
        )
    yield from confirmed_slip(scene, round_, game, slip)
    yield results.ResultEntered(game.id, slip, "left during the game")


def _require_may_settle(scene: Scene, entrant: Entrant, game: Game) -> None:
    """Refuse to settle one's own game by removing the opponent, or over a slip handed in."""
    others = [player for player in game.players if player != entrant.id]
    if scene.person in others:
        raise Refused(
            "game-against-you",
            clause=scene.rules.staff.rules_on_leader_clause,
            match=game.id,
            entrant=entrant.name,
        )
    if game.filed:
        raise Refused(
            "result-handed-game",
            clause=scene.rules.leaving.drop_clause,
            match=game.id,
            entrant=entrant.name,
        )


def _in_a_round(event: Event, player: PlayerId) -> bool:
    """Whether a round knows this player: not somebody who never came."""
    return any(
        player in round_.unpaired or any(player in game.players for game in round_.games.values())
        for round_ in event.rounds
    )


def _latest(event: Event) -> RoundId | None:
    return event.rounds[-1].id if event.rounds else None


def _offer_place(scene: Scene, leaving: tuple[PlayerId, ...]) -> Iterator[Fact]:
    """Ask the next in rank when a qualified player left before the first game (RW-159)."""
    event, cut = scene.event, scene.event.qualification
    last = event.current
    if cut is None or last is None or event.past_the_cut or event.cut_points:
        return
    if scene.rules.cut.replace != "next_rank" or (cut.offered and cut.offered not in leaving):
        return
    gone = _gone(event, cut.seeds, leaving)
    if not gone:
        return
    for player in _by_rank(scene):
        if player not in cut.seeds and player not in leaving:
            yield rounds.PlaceOffered(player, gone[0])
            return


def _gone(
    event: Event, seeds: tuple[PlayerId, ...], leaving: tuple[PlayerId, ...]
) -> list[PlayerId]:
    return [
        player for player in seeds if player in leaving or event.entrants[player].state != "active"
    ]


def _by_rank(scene: Scene) -> tuple[PlayerId, ...]:
    tournament = as_tournament(scene.event)
    return qualified(tournament, scene.rules, 1, len(tournament.players))


def _rejoin(scene: Scene, command: Rejoin) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    entrant = scene.entrant(command.player)
    if entrant.state == "disqualified":
        raise Refused(
            "disqualified-cannot-rejoin",
            clause=rules.leaving.disqualified_clause,
            entrant=entrant.name,
        )
    if entrant.state != "dropped" or entrant.spare:
        raise Refused("not-left", clause=rules.leaving.rejoin_clause, entrant=entrant.name)
    if event.qualification is not None or event.past_the_cut:
        raise Refused("swiss-rounds-over", clause=rules.leaving.rejoin_clause)
    left = _left_after(event, command.player)
    missed = tuple(
        round_.id
        for round_ in event.rounds[left:]
        if not any(command.player in game.players for game in round_.games.values())
    )
    after = _latest(event) if left else None
    yield people.PlayerRejoined(command.player, after, missed, tidy(command.reason))


def _left_after(event: Event, player: PlayerId) -> int:
    """Return how many rounds were published when a player left; 0: before the first."""
    left = 0
    for count, round_ in enumerate(event.rounds, 1):
        if any(who == player and change == "drop" for who, change in round_.after):
            left = count
    return left


def _recommend(scene: Scene, command: RecommendDisqualification) -> Iterator[Fact]:
    scene.entrant(command.player)
    concerned = the_players_at_the_table(scene.event, command)
    require_decider(scene.event, scene.rules, scene.person, DISQUALIFICATION, concerned)
    yield people.DisqualificationRecommended(command.player, tidy(command.reason))


def _decline(scene: Scene, command: DeclineDisqualification) -> Iterator[Fact]:
    if command.player not in scene.event.recommendations:
        raise Refused(
            "nobody-recommended-disqualify-player", clause=scene.rules.staff.removes_clause
        )
    yield people.RecommendationDeclined(command.player, tidy(command.reason))


def decide_disqualify(scene: Scene, command: Disqualify) -> Iterator[Fact]:
    """Settle the running game of a player who is removed, and remove them."""
    entrant = scene.entrant(command.player)
    if entrant.spare:
        raise Refused("decide-disqualify-spare-player")
    if entrant.state == "disqualified":
        raise Refused("disqualified-already", entrant=entrant.name)
    if entrant.state == "active":
        yield from leave_game(scene, entrant, command.slip)
    after = _latest(scene.event) if _in_a_round(scene.event, command.player) else None
    yield people.PlayerDisqualified(command.player, tidy(command.reason), after)
    yield from _offer_place(scene, leaving=(command.player,))


def _take_place(scene: Scene, command: TakePlace) -> Iterator[Fact]:
    cut = scene.event.qualification
    if cut is None or cut.offered != command.player:
        raise _no_place(scene)
    gone = _gone(scene.event, cut.seeds, ())
    staying = tuple(player for player in cut.seeds if player != gone[0])
    yield rounds.PlaceTaken(command.player, (*staying, command.player))
    if len(gone) > 1:
        for player in _by_rank(scene):
            if player not in cut.seeds and player != command.player:
                yield rounds.PlaceOffered(player, gone[1])
                return


def _no_place(scene: Scene) -> Refused:
    return Refused("no-place-bracket-offered-player", clause=scene.rules.cut.replace_clause)


def _decline_place(scene: Scene, command: DeclinePlace) -> Iterator[Fact]:
    cut = scene.event.qualification
    if cut is None or cut.offered != command.player:
        raise _no_place(scene)
    after = _latest(scene.event)
    yield people.PlayerDropped(command.player, "declined_place", after)
    yield from _offer_place(scene, leaving=(command.player,))


DECIDE_LEAVING: Acts = {
    DropPlayer: Act(decide_drop, the_player),
    Rejoin: Act(_rejoin),
    RecommendDisqualification: Act(_recommend, the_players_at_the_table),
    DeclineDisqualification: Act(_decline, the_player),
    Disqualify: Act(decide_disqualify, the_player),
    TakePlace: Act(_take_place, the_player),
    DeclinePlace: Act(_decline_place, the_player),
}
