"""Deciding what was looked at by hand: a deck at the table, components at the door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene, the_player, the_players_of_the_match
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, checks
from tiltyard.core.ids import MatchId, PlayerId
from tiltyard.core.plain_text import tidy
from tiltyard.core.state.event import DayRound, Game


@dataclass(frozen=True, slots=True)
class CheckDeck:
    """Note that the deck of a player was counted: complete or not."""

    NAME: ClassVar[str] = "check-deck"
    match: MatchId
    player: PlayerId
    complete: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class InspectComponents:
    """Note which components of a player were looked at and are fine."""

    NAME: ClassVar[str] = "inspect-components"
    player: PlayerId
    ticked: tuple[str, ...] = ()
    note: str = ""


def _check_deck(scene: Scene, command: CheckDeck) -> Iterator[Fact]:
    rules = scene.rules.checks
    if not rules.deck:
        raise Refused(
            "no-deck-counted-before-game", clause=scene.rules.clause, game=scene.rules.game
        )
    round_, game = scene.game(command.match)
    if game.kind != "game" or command.player not in game.players:
        raise Refused("check-deck-player-not-match", clause=rules.deck_clause, field="player")
    if scene.person in game.players:
        _require_before_shuffling(scene, command, round_, game)
    yield checks.DeckChecked(command.match, command.player, command.complete, tidy(command.note))


def _require_before_shuffling(
    scene: Scene, command: CheckDeck, round_: DayRound, game: Game
) -> None:
    """Refuse a player who counts their own deck, or one that is in play already."""
    rules = scene.rules.checks
    if scene.person == command.player:
        raise Refused(
            "your-opponent-counts-your-leader",
            clause=rules.deck_clause,
            field="player",
            deck=rules.deck,
        )
    if round_.began or not game.is_open:
        raise Refused(
            "players-look-through-before-shuffled", clause=rules.deck_clause, deck=rules.deck
        )


def _inspect(scene: Scene, command: InspectComponents) -> Iterator[Fact]:
    rules = scene.rules.checks
    known = {item.id: item for item in rules.inspection}
    entrant = scene.entrant(command.player)
    if not known:
        raise Refused("no-list-what-inspected", clause=scene.rules.clause, game=scene.rules.game)
    unknown = [item for item in command.ticked if item not in known]
    if unknown:
        raise Refused(
            "inspect-nothing-list-called",
            clause=rules.inspection_clause,
            field="ticked",
            unknown=unknown[0][:40],
            known=tuple(known),
        )
    ticked = tuple(item for item in known if item in command.ticked)
    note = tidy(command.note)
    if not ticked and not note:
        raise Refused(
            "nothing-about-components-ticked-noted",
            clause=rules.inspection_clause,
            field="ticked",
            entrant=entrant.name,
        )
    yield checks.ComponentsInspected(command.player, ticked, note)


DECIDE_CHECKS: Acts = {
    CheckDeck: Act(_check_deck, the_players_of_the_match),
    InspectComponents: Act(_inspect, the_player),
}
