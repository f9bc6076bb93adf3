"""A drawn round before anybody else sees it: every table with its reasons, and what may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import PairingsChangedByHand
from tiltyard.day.rounds import ChangePairings
from tiltyard.day.table import decide
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.engine.pairing.round import Why
from tiltyard.text.language import speaking
from tiltyard.text.reasons import reasons_text, why_text
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
    why: str
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

    costs: tuple[str, ...]
    tables: tuple[str, ...]
    confirm: tuple[str, ...] = ()


def drawn_tables(view: EventView, draft: DayRound) -> tuple[DrawnTable, ...]:
    """Return the tables of a drawn round in their order, byes last."""
    return tuple(_drawn_table(view, game) for game in games_in_order(draft))


def _drawn_table(view: EventView, game: Game) -> DrawnTable:
    codes = {one.code for one in game.why}
    by_hand = game.override is not None
    return DrawnTable(
        game,
        str(game_number(game) or ""),
        tuple(_chair(view, player) for player in game.players),
        reasons_text(whys(game.why), view.event.people),
        floats=not codes.isdisjoint(_FLOATS),
        repeats=not codes.isdisjoint(_REPEATS) or (by_hand and have_met(view, game)),
        by_hand=by_hand,
    )


def have_met(view: EventView, game: Game) -> bool:
    """Whether two players met in a round that was published."""
    return len(game.players) == 2 and any(
        set(game.players) == set(one.players)
        for round_ in view.event.rounds
        for one in round_.games.values()
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
    return tuple(Why(one.code, one.clause, one.facts) for one in reasons)


def warnings_of(view: EventView, draft: DayRound) -> tuple[tuple[str, str], ...]:
    """Return the warnings of a draw: sentence and clause."""
    return tuple(
        (why_text(one, view.event.people, "warnings"), one.clause) for one in whys(draft.warnings)
    )


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
    fact = next(one for one in decision.facts if isinstance(one, PairingsChangedByHand))
    names = view.event.people
    before = (
        {frozenset(game.players) for game in view.event.draft.games.values()}
        if (view.event.draft is not None)
        else set()
    )
    costs = [
        f"{why_text(one, names, 'consequences')} ({one.clause})" for one in whys(fact.consequences)
    ]
    changed = [one for one in fact.matches if frozenset(one.players) not in before]
    return Cost(tuple(costs), tuple(_pair_text(view, one) for one in changed), confirm)


def _decided(asked: Asked, change: ChangePairings) -> tuple[tuple[str, ...], Decision]:
    """Return what a change asks back, and what it would record once that is confirmed."""
    name, desk = asked.view.event.id, asked.site.desk
    try:
        return (), decide(desk.scene(name, asked.me), change)
    except NeedsConfirmation as asks:
        scene = desk.scene(name, asked.me, frozenset(asks.codes))
        return asks.codes, decide(scene, change)


def costs_of(view: EventView, draft: DayRound) -> tuple[tuple[str, str], ...]:
    """Return what changes by hand cost a drawn round: sentence and clause."""
    return tuple(
        (why_text(one, view.event.people, "consequences"), one.clause) for one in whys(draft.costs)
    )


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
        said = {"cost": cost.costs or (nothing,), "tables": cost.tables, "confirm": cost.confirm}
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
