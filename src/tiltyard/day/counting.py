"""A score counted from what is left of a list, as the documents describe it.

What all of a list costs, less every unit or ship still in play with everything attached to it. A
list with nothing left that keeps its player in the game counts as a whole one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import setting_of
from tiltyard.day.results import roster_here
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.checks import muster_for, totals
from tiltyard.engine.scoring import available_points

if TYPE_CHECKING:
    from collections.abc import Collection

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit, ship or squadron of a list that counts points; its number counts from 1.

    `points` is what it costs with everything attached, none: the list does not say. It `keeps`
    its player in the game as long as it is there.
    """

    number: int
    name: str
    upgrades: tuple[str, ...]
    points: int | None
    keeps: bool


@dataclass(frozen=True, slots=True)
class Count:
    """What the opponent has from a list: the score, and the points that are left and gone.

    When nothing is left that keeps the player in the game, all of it counts: `wiped_out`.
    """

    score: int
    left: int
    gone: int
    wiped_out: bool
    clause: str


def pieces_of(rules: Ruleset, roster: Roster, muster: int = 0) -> tuple[Piece, ...]:
    """Return everything of a list that counts points when it is destroyed."""
    if muster >= len(roster.musters):
        return ()
    sections = {section.id: section for section in rules.lists.sections if section.points}
    counting = [entry for entry in roster.musters[muster].entries if entry.section in sections]
    return tuple(
        Piece(
            number,
            entry.card.shown,
            tuple(card.shown for card in entry.upgrades),
            entry.points,
            sections[entry.section].keeps,
        )
        for number, entry in enumerate(counting, start=1)
    )


def count_left(
    rules: Ruleset, roster: Roster, left: Collection[int], whole: int, muster: int = 0
) -> Count:
    """Return what the opponent scores when these pieces of a list are left, by their numbers."""
    pieces = pieces_of(rules, roster, muster)
    _require_countable(rules, pieces)
    unknown = sorted(set(left) - {piece.number for piece in pieces})
    if unknown:
        raise Refused("list-no-number", unknown=unknown[0], count=len(pieces))
    staying = [piece for piece in pieces if piece.number in left]
    total = totals(roster, rules)[muster]
    worth = sum(_points(rules, piece) for piece in staying)
    if total is None or worth > total:
        raise Refused("list-doesnt-say-what-all", clause=rules.score.clause)
    if not any(piece.keeps for piece in staying):
        clause = rules.score.wipe_out_clause or rules.score.clause
        return Count(whole, worth, total - worth, wiped_out=True, clause=clause)
    return Count(total - worth, worth, total - worth, wiped_out=False, clause=rules.score.clause)


def _require_countable(rules: Ruleset, pieces: tuple[Piece, ...]) -> None:
    if rules.score.counts != "destroyed_points" or rules.score.partial:
        raise Refused(
            "doesnt-count-destroyed-points-whole", clause=rules.score.clause, game=rules.game
        )
    if not pieces:
        raise Refused("no-units-list", clause=rules.score.clause)


def _points(rules: Ruleset, piece: Piece) -> int:
    if piece.points is None:
        raise Refused("list-doesnt-say-what-costs", clause=rules.score.clause, piece=piece.name)
    return piece.points


# ------------------------------------------------------------------------------- at an event


def pieces_here(
    event: Event, rules: Ruleset, round_: DayRound, player: PlayerId
) -> tuple[Piece, ...]:
    """Return what of the list a player plays in a round counts points; nothing without a list."""
    roster = roster_here(event, player)
    if roster is None or rules.score.counts != "destroyed_points" or rules.score.partial:
        return ()
    return pieces_of(rules, roster, muster_for(rules, *setting_of(event, round_)))


def count_here(
    event: Event, rules: Ruleset, round_: DayRound, player: PlayerId, left: Collection[int]
) -> Count:
    """Return what the opponent of a player scores when these pieces of their list are left."""
    roster = roster_here(event, player)
    if roster is None:
        raise Refused("no-list-to-count-here", clause=rules.score.clause)
    setting = setting_of(event, round_)
    whole = available_points(rules, setting)
    return count_left(rules, roster, left, whole, muster_for(rules, *setting))
