"""Which cards may be entered by hand for a round instead of those drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping

from tiltyard.core.decide.scene import Scene
from tiltyard.core.draws import pool_on
from tiltyard.core.errors import Phrase, Refused, Term
from tiltyard.core.plain_text import tidy
from tiltyard.core.staff import tier_of
from tiltyard.core.state.event import DayRound


def as_spelled(scene: Scene, cards: Mapping[str, str]) -> dict[str, str]:
    """Return cards with the names of their pool, however they were typed."""
    named: dict[str, str] = {}
    for kind, typed in cards.items():
        card, draw = tidy(typed, 80), scene.rules.draws.get(kind)
        pool = pool_on(draw, scene.event.details.date)[0].cards if draw is not None else ()
        named[kind] = next((one for one in pool if one.casefold() == card.casefold()), card)
    return named


def require_cards(scene: Scene, draft: DayRound, cards: Mapping[str, str]) -> None:
    """Refuse cards that game, season (RW-104) or the bag of the stage (RW-109) do not hold."""
    for kind, card in cards.items():
        if kind not in scene.rules.draws:
            raise Refused(
                "no-such-kind-of-card",
                clause=scene.rules.clause,
                game=scene.rules.game,
                kind=kind[:40],
                draws=tuple(scene.rules.draws) or (Phrase("things.none"),),
            )
        _require_of_the_season(scene, kind, card)
    require_in_the_bag(scene, draft, cards)


def require_in_the_bag(scene: Scene, draft: DayRound, cards: Mapping[str, str]) -> None:
    """Refuse a card that comes back before every other one of its kind was drawn (RW-109)."""
    for kind, card in cards.items():
        if kind in scene.rules.draws:
            _require_in_the_bag(scene, draft, kind, card)


def _require_of_the_season(scene: Scene, kind: str, card: str) -> None:
    tier = tier_of(scene.event, scene.rules)
    draw = scene.rules.draws[kind]
    known = pool_on(draw, scene.event.details.date)[0].cards
    if card in known or not tier.cards_fixed:
        return
    if draw.own or not scene.event.details.outline:
        raise Refused(
            "card-not-of-the-outline" if draw.own else "card-not-of-the-season",
            clause=tier.cards_clause,
            card=card[:60],
            kind=Term(kind),
            known=tuple(sorted(known)),
        )


def _require_in_the_bag(scene: Scene, draft: DayRound, kind: str, card: str) -> None:
    draw = scene.rules.draws[kind]
    size = len(pool_on(draw, scene.event.details.date)[0].cards)
    filled = (draft.number - 1) // size * size + 1
    used = [
        one.cards[kind]
        for one in scene.event.rounds
        if one.stage == draft.stage and one.number >= filled and kind in one.cards
    ]
    if card in used:
        raise Refused(
            "drawn-stage-already", clause=draw.again_clause or draw.refill_clause, card=card[:60]
        )
