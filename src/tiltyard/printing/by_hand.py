"""The next round without a computer: how the book pairs it, who met whom, and lines to fill in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.printing.by_hand_steps import steps_of
from tiltyard.printing.cards import first_tables
from tiltyard.printing.counting import counting, points_count
from tiltyard.printing.games import card_kind
from tiltyard.printing.next_round import (
    field,
    going_on,
    spare_of,
    tables_of_next,
    title_of_next,
    what_follows,
)
from tiltyard.printing.pairings import player_number
from tiltyard.printing.paper import Paper, Sheet
from tiltyard.printing.played_with import next_played_with
from tiltyard.printing.standing_sheets import columns_of, short_key
from tiltyard.printing.winners import Seat, games_to_come
from tiltyard.words.say import say
from tiltyard.words.shown_names import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import Entrant
    from tiltyard.printing.next_round import Next
    from tiltyard.printing.paper import Wanted
    from tiltyard.printing.told import Fact, Part
    from tiltyard.printing.view import PaperView

_ADDED_UP = ("tp", "mov", "vpd", "vp", "leaders")
"""Keys a pen can add up; the others follow from everybody's games."""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody who may play: place and numbers so far, whom they met, and who they are."""

    rank: str
    name: str
    number: str
    more: str
    keys: tuple[str, ...]
    met: str


@dataclass(frozen=True, slots=True)
class GameToCome:
    """A game of a bracket that is not drawn yet: a name, or where it comes from."""

    place: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ByHand:
    """How to pair, then everybody with opponents so far, or the games of the bracket.

    `played_with` is the list and the length of the round, `counting` how a game of it counts;
    `adds` heads an empty column for the points of a round that is still being played.
    """

    played_with: tuple[str, ...]
    steps: tuple[Fact, ...]
    counting: Part | None
    field_title: str
    heads: tuple[str, ...]
    adds: str
    next: str
    legend: str
    field: tuple[Line, ...]
    games_title: str
    game_heads: tuple[str, ...]
    games: tuple[GameToCome, ...]


def by_hand(view: PaperView, wanted: Wanted) -> Sheet:
    """Return everything somebody needs to pair the next round with a pen."""
    event = view.event
    follows = _what_follows(view)
    games = tuple(
        GameToCome(str(number), seats) for number, seats in enumerate(games_to_come(view), 1)
    )
    keys = () if follows == "bracket" else _keys(view)
    body = ByHand(
        played_with=next_played_with(view),
        steps=steps_of(view),
        counting=counting(view) if points_count(event) else None,
        field_title=say("paper.who-plays-and-whom-they")
        if event.rounds
        else say("paper.who-plays"),
        heads=(
            say("common.rank") if event.rounds else "",
            say("paper.no"),
            say("common.player"),
            *(short_key(key) for key in keys),
            say("paper.met-so-far") if event.rounds else "",
        ),
        adds=say("paper.this-round") if going_on(event) is not None and keys else "",
        next=say("paper.plays-next"),
        legend=say("paper.opponents-stand-with-their-numbers") if event.rounds else "",
        field=() if follows == "bracket" else tuple(_lines(view, keys)),
        games_title=say("paper.the-games"),
        game_heads=(say("common.game"), say("common.player"), say("common.player")),
        games=games,
    )
    return Sheet(say("paper.pairing-by-hand"), body, title_of_next(event))


def _what_follows(view: PaperView) -> Next:
    follows = what_follows(view.event)
    if follows == "nothing":
        raise Refused("no-round-follows-all-were")
    if not field(view.event):
        raise Refused("nobody-registered-yet")
    return follows


# ------------------------------------------------------------------------------ who met whom


def _keys(view: PaperView) -> tuple[str, ...]:
    rows = view.standings.rows if view.standings is not None and view.event.rounds else ()
    return tuple(key for key in (rows[0].keys if rows else ()) if key in _ADDED_UP)


def _lines(view: PaperView, keys: tuple[str, ...]) -> Iterator[Line]:
    """Yield the field in the order of the standings; before the first round by name."""
    rows = {row.player: row for row in view.standings.rows} if view.standings is not None else {}
    places = {player: place for place, player in enumerate(rows)}

    def order(one: Entrant) -> tuple[int, str]:
        known = places.get(one.id, len(places)) if view.event.rounds else 0
        return known, in_order(one.name)

    players = sorted(field(view.event), key=order)
    shown = [row for one in players if (row := rows.get(one.id)) is not None]
    numbers = {
        row.player: keys_of
        for row, keys_of in zip(shown, zip(*columns_of(shown, keys), strict=True), strict=False)
    }
    for one in players:
        rank = rows[one.id].rank if one.id in rows and view.event.rounds else None
        yield _line(view, one, rank, numbers.get(one.id, ("",) * len(keys)))
    for one in view.event.entrants.values():
        if one.spare and one.state not in {"dropped", "disqualified"}:
            yield _line(view, one, None, ("",) * len(keys))


def _line(view: PaperView, player: Entrant, rank: int | None, keys: tuple[str, ...]) -> Line:
    more = [say("common.spare-player")] if player.spare else []
    if view.rules.pairing.avoid_affiliation and not view.event.rounds:
        more += player.affiliations
    if player.state == "registered":
        more.append(say("paper.not-here-yet"))
    return Line(
        "" if rank is None else str(rank),
        view.name(player.id),
        player_number(view, player.id),
        " · ".join(more),
        keys,
        " · ".join(_met(view, player.id)),
    )


def _met(view: PaperView, player: PlayerId) -> Iterator[str]:
    """Yield whom a player met in each round: a number, a name without one, or a bye."""
    for round_ in view.event.rounds:
        game = next((one for one in round_.games.values() if player in one.players), None)
        if game is None:
            yield "–"
            continue
        others = [one for one in game.players if one != player]
        yield _called(view, others[0]) if others else say("common.bye")


def _called(view: PaperView, player: PlayerId) -> str:
    entrant = view.event.entrants.get(player)
    if entrant is not None and entrant.spare:
        return say("paper.spare")
    return player_number(view, player) or view.name(player)


# ------------------------------------------------------------------------- lines to fill in


@dataclass(frozen=True, slots=True)
class BlankPairings:
    """Tables with lines for two names; `cards` are to be written down, `rests` has one line."""

    played_with: tuple[str, ...]
    cards: tuple[str, ...]
    heads: tuple[str, ...]
    tables: tuple[str, ...]
    rests: str


def blank_pairings(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the tables of the next round without names, to write the pairs and put them up."""
    if _what_follows(view) == "bracket":
        raise Refused("games-bracket-follow-from-one")
    event = view.event
    count = max(1, tables_of_next(event))
    body = BlankPairings(
        played_with=next_played_with(view),
        cards=tuple(card_kind(kind) for kind in view.rules.draws),
        heads=(say("common.table"), say("common.player"), say("common.player")),
        tables=tuple(str(number) for number in first_tables(event, count)),
        rests="" if spare_of(event) is not None else say("common.bye"),
    )
    return Sheet(say("common.tables"), body, title_of_next(event))


PAPERS = (
    Paper(
        "by-hand",
        lambda: say("paper.pairing-the-next-round-by"),
        by_hand,
        "by_hand.typ",
    ),
    Paper(
        "blank-pairings",
        lambda: say("paper.tables-of-the-next-round"),
        blank_pairings,
        "blank_pairings.typ",
    ),
)
