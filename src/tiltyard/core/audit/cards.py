"""Whether the cards of every round could be drawn: in season, and not again too early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, explained
from tiltyard.core.draws import cards_of_round, pool_on
from tiltyard.core.ids import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Draw, Ruleset
    from tiltyard.core.tournament import Round, Tournament


def check_cards(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Walk through the bags of every stage; with a seed, compare with what it draws as well."""
    for number, stage in enumerate(tournament.stages):
        used: dict[str, list[str]] = {}
        for index, round_ in enumerate(stage.rounds):
            where = Place(number, index)
            found = _cards_of(tournament, rules, round_, where, used)
            yield from explained(tuple(found), round_.override)


def _cards_of(
    tournament: Tournament,
    rules: Ruleset,
    round_: Round,
    where: Place,
    used: dict[str, list[str]],
) -> Iterator[Finding]:
    drawn = cards_of_round(tournament, rules, where.stage + 1, (where.round or 0) + 1)
    for kind, card in round_.draws.items():
        draw = rules.draws.get(kind)
        facts: dict[str, object] = {"kind": kind, "card": card}
        if draw is None:
            yield Finding("no-such-card", rules.clause, where, facts=facts)
            continue
        bag = used.setdefault(kind, [])
        pool = _cards(draw, tournament)
        if card not in pool:
            code = "card-not-in-the-pool" if draw.own else "card-out-of-season"
            yield Finding(code, draw.locked_clause, where, facts=facts)
        elif card in bag:
            yield Finding("card-again", draw.again_clause, where, facts=facts)
        elif tournament.seed and card != drawn[kind].name:
            right = {**facts, "right": drawn[kind].name}
            yield Finding("wrong-card", draw.clause, where, facts=right)
        bag.append(card)
        if len({one for one in bag if one in pool}) >= _size(draw, tournament):
            bag.clear()


def _cards(draw: Draw, tournament: Tournament) -> frozenset[str]:
    """Return the cards that may be drawn: the event's own; without a date, of every season."""
    if tournament.date is None and not draw.own:
        return frozenset(card for pool in draw.pools for card in pool.cards)
    return frozenset(pool_on(draw, tournament.date)[0].cards)


def _size(draw: Draw, tournament: Tournament) -> int:
    """Return how many cards a bag holds."""
    return len(pool_on(draw, tournament.date)[0].cards)
