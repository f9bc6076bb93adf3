"""Who may answer what waits at a table: one is named only where everybody else is out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.roles import deciders, due_over_leaders, ruling_order, ruling_rank

if TYPE_CHECKING:
    from tiltyard.day.event import Call, Event, Game
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId


def may_rule(event: Event, rules: Ruleset, game: Game) -> tuple[PersonId, ...]:
    """Return who may rule on a game: who was assigned to it, else each leader who is not kept away.

    Where leaders play, whose turn it is or somebody of the same rank (RW-030, AR-019, XW-011).
    """
    able = tuple(name for name in ruling_order(event, rules) if name not in game.players)
    if game.ruling_leader in able:
        return (game.ruling_leader,)
    due = due_over_leaders(event, rules, game)
    return able if due is None else _as_high(event, rules, able, due)


def may_answer(event: Event, rules: Ruleset, call: Call, game: Game) -> tuple[PersonId, ...]:
    """Return who may rule on a call that waits: an appeal goes to the last word (RW-022)."""
    if call.state == "appealed":
        outside = {*game.players, call.ruled_by}
        able = tuple(name for name in ruling_order(event, rules) if name not in outside)
        return _as_high(event, rules, able, able[0]) if able else ()
    return deciders(event, rules, call.kind, game.players) or may_rule(event, rules, game)


def alone(able: tuple[PersonId, ...]) -> PersonId | None:
    """Return the only one who may; none where several may: whoever comes first decides."""
    return able[0] if len(able) == 1 else None


def _as_high(
    event: Event, rules: Ruleset, able: tuple[PersonId, ...], least: PersonId
) -> tuple[PersonId, ...]:
    rank = ruling_rank(event, rules, least)
    return tuple(name for name in able if ruling_rank(event, rules, name) >= rank)
