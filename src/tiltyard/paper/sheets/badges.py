"""Table signs and the players' badges, in the order of stacks that are cut."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.games import no_table
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.names import in_order
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.day.event import Entrant, Event
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.qr import Code
    from tiltyard.paper.view import PaperView


# ------------------------------------------------------------------------------
# The order of what is cut: the stacks, laid on top of each other, are in order.

T = TypeVar("T")


def in_stack_order(cut: Sequence[T], per_page: int) -> tuple[tuple[T | None, ...], ...]:
    """Return the pages: cut and put on top of each other, the stacks are in order."""
    pages = ceil(len(cut) / per_page)
    return tuple(
        tuple(
            cut[number] if (number := place * pages + page) < len(cut) else None
            for place in range(per_page)
        )
        for page in range(pages)
    )


# ------------------------------------------------------------------------------
# What is put up and handed out: table signs and the players' badges.


@dataclass(frozen=True, slots=True)
class Sign:
    """The number of a table, with the code of its page."""

    number: str
    code: Code | None


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs to fold and stand on the tables."""

    title: str
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's badge: name, number, what is known of club and faction, the personal code."""

    name: str
    number: str
    more: str
    code: Code | None


@dataclass(frozen=True, slots=True)
class Badges:
    """Badges to cut; `hint` says what the code is for."""

    hint: str
    number: str
    badges: tuple[Badge, ...]


def signs(view: PaperView, wanted: Wanted) -> Sheet:
    """Return a sign for every table the field needs, or for one."""
    numbers = tables_of(view)
    if not numbers:
        raise Refused("no-table-needed-yet")
    if wanted.table is not None:
        if wanted.table not in numbers:
            raise no_table(wanted.table, numbers)
        numbers = (wanted.table,)
    made = tuple(Sign(str(number), view.table_code(number)) for number in numbers)
    return Sheet(say("paper.table-signs"), Signs(say("common.table"), made))


def tables_of(view: PaperView) -> tuple[int, ...]:
    """Return the tables the field needs, and those at which somebody sits or sat."""
    event = view.event
    field = [entrant for entrant in event.entrants.values() if entrant.state not in _GONE]
    numbers = set(first_tables(event, len(field) // 2))
    numbers |= {entrant.table for entrant in field if entrant.table is not None}
    for round_ in event.rounds:
        numbers |= {game.table for game in round_.games.values() if game.table is not None}
    return tuple(sorted(numbers))


def first_tables(event: Event, count: int) -> tuple[int, ...]:
    """Return the first tables of the hall that are in use."""
    numbers, number = list[int](), event.first_table
    while len(numbers) < count:
        if number not in event.tables_out_of_use:
            numbers.append(number)
        number += 1
    return tuple(numbers)


_GONE = frozenset({"dropped", "disqualified"})


def badges(view: PaperView, wanted: Wanted) -> Sheet:
    """Return a badge for every player in the order of the names, for some or for one."""
    names = view.public
    players = [
        entrant
        for entrant in view.players()
        if entrant.state not in _GONE or wanted.player == entrant.id
        if wanted.player in {None, entrant.id}
        if not wanted.players or entrant.id in wanted.players
    ]
    if not players:
        raise Refused("nobody-print-badge")
    made = [
        Badge(
            names.get(entrant.id, entrant.name),
            player_number(view, entrant.id),
            _more(view, entrant),
            view.player_code(entrant.id),
        )
        for entrant in sorted(
            players, key=lambda entrant: in_order(names.get(entrant.id, entrant.name))
        )
    ]
    body = Badges(say("paper.your-own-page"), say("paper.no"), tuple(made))
    return Sheet(say("paper.badges"), body)


def _more(view: PaperView, player: Entrant) -> str:
    if view.event.shown_name(player.id) != "full":
        return ""
    return " · ".join(player.affiliations)
