"""A drawn round before anybody else sees it: every table with its reasons, and what may change."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import PairingsChangedByHand
from tiltyard.day.rounds import ChangePairings
from tiltyard.day.table import decide
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.engine.pairing.round import Why
from tiltyard.text.language import speaking
from tiltyard.text.reasons import cited_reasons
from tiltyard.text.say import say
from tiltyard.views.round import game_number, games_in_order
from tiltyard.web.forms.act_routes import refused_in_answer
from tiltyard.web.forms.commands import command_of
from tiltyard.web.request import Form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.event import DayRound, Game
    from tiltyard.day.facts import Pairing, Reason
    from tiltyard.day.table import Decision
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_FLOATS = frozenset(
    {"floated-down", "floated-down-met", "floated-down-repeats", "floated-down-plan"}
)
_REPEATS = frozenset({"rematch", "final-round-repeat"})


Cited = tuple[tuple[str, str], ...]
"""Sentences, each with its clause."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A player at a drawn table."""

    player: PlayerId
    name: str
    points: int | None
    is_spare: bool


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A drawn pair or bye, why it is so, and what is special about it."""

    game: Game
    number: str
    chairs: tuple[Chair, ...]
    why: Cited
    floats: bool
    repeats: bool
    by_hand: bool


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card the round has: the one drawn, and those of the season."""

    kind: str
    card: str
    clause: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a change by hand does: its price in words, and the tables as they would be.

    `confirm` are the codes that say that the price was seen.
    """

    costs: Cited
    tables: tuple[str, ...]
    confirm: tuple[str, ...] = ()


def drawn_tables(view: EventView, draft: DayRound) -> tuple[DrawnTable, ...]:
    """Return the tables of a drawn round in their order, byes last."""
    return tuple(_drawn_table(view, game) for game in games_in_order(draft))


def tables_by_reason(
    tables: tuple[DrawnTable, ...],
) -> tuple[tuple[Cited, tuple[DrawnTable, ...]], ...]:
    """Return the tables in their order; neighbours drawn for one reason share it."""
    groups = groupby(tables, key=lambda table: table.why)
    return tuple((why, tuple(group)) for why, group in groups)


def _drawn_table(view: EventView, game: Game) -> DrawnTable:
    codes = {reason.code for reason in game.why}
    by_hand = game.override is not None
    return DrawnTable(
        game,
        str(game_number(game) or ""),
        tuple(_chair(view, player) for player in game.players),
        cited_reasons(whys(game.why), view.event.people),
        floats=not codes.isdisjoint(_FLOATS),
        repeats=not codes.isdisjoint(_REPEATS) or (by_hand and have_met(view, game)),
        by_hand=by_hand,
    )


def have_met(view: EventView, game: Game) -> bool:
    """Whether two players met in a round that was published."""
    return len(game.players) == 2 and any(
        set(game.players) == set(other.players)
        for round_ in view.event.rounds
        for other in round_.games.values()
    )


def _chair(view: EventView, player: PlayerId) -> Chair:
    row = view.rows.get(player)
    points = row.keys.get("tp") if row is not None else None
    entrant = view.event.entrants.get(player)
    return Chair(
        player,
        view.name(player),
        int(points) if points is not None else None,
        is_spare=entrant is not None and entrant.spare,
    )


def whys(reasons: Iterable[Reason]) -> tuple[Why, ...]:
    """Return recorded reasons as the words for them read them."""
    return tuple(Why(reason.code, reason.clause, reason.facts) for reason in reasons)


def warnings_of(view: EventView, draft: DayRound) -> Cited:
    """Return the warnings of a draw: sentence and clause."""
    return cited_reasons(whys(draft.warnings), view.event.people, "warnings")


def cards_of(view: EventView, draft: DayRound) -> tuple[CardKind, ...]:
    """Return the cards of a round with those that could be entered instead."""
    return tuple(
        CardKind(
            kind,
            draft.cards.get(kind, ""),
            draw.clause,
            tuple(sorted(pool_on(draw, view.event.details.date)[0].cards)),
        )
        for kind, draw in view.rules.draws.items()
    )


# ---------------------------------------------------------------------------- changing by hand


def cost_of(asked: Asked, change: ChangePairings) -> Cost:
    """Return what a change would cost, as the desk would record it."""
    view = asked.view
    confirm, decision = _decided(asked, change)
    fact = next(fact for fact in decision.facts if isinstance(fact, PairingsChangedByHand))
    before = (
        {frozenset(game.players) for game in view.event.draft.games.values()}
        if (view.event.draft is not None)
        else set()
    )
    costs = cited_reasons(whys(fact.consequences), view.event.people, "consequences")
    changed = [pair for pair in fact.matches if frozenset(pair.players) not in before]
    return Cost(costs, tuple(_pair_text(view, pair) for pair in changed), confirm)


def _decided(asked: Asked, change: ChangePairings) -> tuple[tuple[str, ...], Decision]:
    """Return what a change asks back, and what it would record once that is confirmed."""
    name, desk = asked.view.event.id, asked.site.desk
    try:
        return (), decide(desk.scene(name, asked.me), change)
    except NeedsConfirmation as asks:
        scene = desk.scene(name, asked.me, frozenset(asks.codes))
        return asks.codes, decide(scene, change)


def costs_of(view: EventView, draft: DayRound) -> Cited:
    """Return what changes by hand cost a drawn round: sentence and clause."""
    return cited_reasons(whys(draft.costs), view.event.people, "consequences")


def _pair_text(view: EventView, pair: Pairing) -> str:
    names = [view.name(player) for player in pair.players]
    if len(names) == 1:
        return say("desk.has-the-bye", name=names[0])
    values = {"table": pair.table or pair.game or 0, "first": names[0], "second": names[1]}
    return say("desk.table-against", **values)


def swap_cost(asked: Asked) -> Reply:
    """Say what a change by hand would cost; nothing is changed yet."""
    try:
        change = _change_of(asked)
        with speaking(asked.visitor.language):
            cost = cost_of(asked, change)
            nothing = say("desk.it-breaks-nothing")
    except Refused as no:
        if not asked.wants_json:
            raise
        return refused_in_answer(asked, no)
    if asked.wants_json:
        said = {
            "cost": cost.costs or ((nothing, ""),),
            "tables": cost.tables,
            "confirm": cost.confirm,
        }
        return asked.json(said)
    return asked.event_page("desk/round_cost.html", cost=cost, change=change.changes[0])


def _change_of(asked: Asked) -> ChangePairings:
    """Read the change a form asks for; the reason is wanted only when it is made."""
    fields = [
        (name, value)
        for name in ("changes.first", "changes.second", "changes.kind")
        for value in asked.form.every(name)
    ]
    command = command_of("change-pairings", Form([*fields, ("reason", "?")]), asked.view.event)
    if not isinstance(command, ChangePairings) or not command.changes:
        raise Refused("change-of-nothing-would-change")
    return command
