"""Deciding what the players of a game share, and what of third parties they agree to use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene, the_players_of_the_match
from tiltyard.core.deciders import SHARING, require_decider
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts import Fact, judging
from tiltyard.core.ids import MatchId
from tiltyard.core.plain_text import tidy
from tiltyard.core.ruleset_people import Components

_LONGEST_SIDE = 40


@dataclass(frozen=True, slots=True)
class AgreeSharing:
    """Share components with the opponent for this round."""

    NAME: ClassVar[str] = "agree-sharing"
    match: MatchId
    items: tuple[str, ...]
    ruler_side: str = ""


@dataclass(frozen=True, slots=True)
class OrderSharing:
    """Order the players of a game to share components for this round."""

    NAME: ClassVar[str] = "order-sharing"
    match: MatchId
    items: tuple[str, ...]
    ruler_side: str = ""


def _agree(scene: Scene, command: AgreeSharing) -> Iterator[Fact]:
    items = _items(scene, command.match, command.items)
    yield from _shared(scene, command.match, items, command.ruler_side)


def _order(scene: Scene, command: OrderSharing) -> Iterator[Fact]:
    components = scene.rules.components
    if not components.sharing_orders:
        raise Refused(
            "nobody-can-order-players-share",
            clause=components.sharing_orders_clause or components.sharing_clause,
            game=scene.rules.game,
        )
    _, game = scene.game(command.match)
    require_decider(scene.event, scene.rules, scene.person, SHARING, game.players)
    items = _items(scene, command.match, command.items)
    yield from _shared(scene, command.match, items, command.ruler_side, ordered=True)


def _shared(
    scene: Scene, match: MatchId, items: tuple[str, ...], side: str, *, ordered: bool = False
) -> Iterator[Fact]:
    components, side = scene.rules.components, tidy(side, _LONGEST_SIDE)
    if side and not (components.ruler_side_clause and any("ruler" in item for item in items)):
        raise Refused(
            "side-ruler-agreed-only-shared",
            clause=components.ruler_side_clause or components.sharing_clause,
            field="ruler_side",
        )
    yield judging.SharingAgreed(match, items, ordered=ordered)
    if side:
        yield judging.RulerSideAgreed(match, side)


def _items(scene: Scene, match: MatchId, items: tuple[str, ...]) -> tuple[str, ...]:
    round_, game = scene.game(match)
    components = scene.rules.components
    able = (*components.sharing, *(one.item for one in components.agreements))
    named = tuple(components.sharing_names.get(tidy(item).casefold(), item) for item in items)
    unknown = [item for item in named if item not in able]
    if unknown or not items:
        raise Refused(
            "item-not-shared",
            clause=components.sharing_clause,
            unknown=(unknown or ["nothing"])[0][:40],
            game=scene.rules.game,
            able=tuple(able) or (Phrase("things.none"),),
        )
    fresh = [item for item in named if item not in game.shared]
    for item in fresh or named:  # what they share already may be named again
        until, clause = _until(components, item)
        if until == "round_start" and round_.began:
            raise Refused("round-begun-players-agree-share", clause=clause)
    return tuple(dict.fromkeys(named))


def _until(components: Components, item: str) -> tuple[str, str]:
    """Return until when something is agreed on, and the clause that says so."""
    for one in components.agreements:
        if one.item == item:
            return one.until, one.clause
    return components.sharing_until, components.sharing_clause


DECIDE_SHARING: Acts = {
    AgreeSharing: Act(_agree, the_players_of_the_match),
    OrderSharing: Act(_order, the_players_of_the_match),
}
