"""Counting a score on pages: what is left of a list is ticked, the slip is filled in.

Nothing is recorded here. The form is sent as a question, so it works without a script, and the
address of an answer can be opened again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.facts.results import Slip
from tiltyard.core.rosters.at_the_event import may_read_list
from tiltyard.core.rosters.counting import count_here, pieces_here
from tiltyard.web.errors import refusal_words
from tiltyard.web.slips import slip_form
from tiltyard.words.counting import count_text

if TYPE_CHECKING:
    from typing import Any

    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.rosters.counting import Count, Piece
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.web.asked import Form
    from tiltyard.web.event_view import EventView
    from tiltyard.web.slips import SlipForm

_COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class CountedList:
    """The list of one player of a game: its pieces, which are ticked as left, and the score.

    `index` is the place of its player in the match; `count` is none until it was asked for.
    """

    player: PlayerId
    index: int
    field: str
    pieces: tuple[Piece, ...]
    left: frozenset[int]
    count: Count | None = None
    text: str = ""
    refused: dict[str, Any] | None = None


def counted_lists(
    view: EventView, round_: DayRound, game: Game, person: PersonId, query: Form
) -> list[CountedList]:
    """Return the lists of a game that somebody may count from, as they ticked them."""
    return [
        _counted(view, round_, game, player, person, query)
        for player in game.players
        if len(game.players) == 2
        and may_read_list(view.event, view.rules, person, player)
        and pieces_here(view.event, view.rules, round_, player)
    ]


def _counted(
    view: EventView,
    round_: DayRound,
    game: Game,
    player: PlayerId,
    person: PersonId,
    query: Form,
) -> CountedList:
    event, rules, index = view.event, view.rules, game.players.index(player)
    pieces, field = pieces_here(event, rules, round_, player), f"left{index}"
    every = frozenset(piece.number for piece in pieces)
    if _COUNTED not in query:
        return CountedList(player, index, field, pieces, every)
    ticked = frozenset(int(one) for one in query.every(field) if one.isdecimal() and len(one) < 4)
    found = CountedList(player, index, field, pieces, every & ticked)
    try:
        count = count_here(event, rules, round_, player, found.left)
    except Refused as no:
        return replace(found, refused=refusal_words(no))
    other = game.players[1 - index]
    owner = "" if player == person else view.name(player)
    text = count_text(count, view.name(other), owner, rules)
    return replace(found, count=count, text=text)


def filled_form(
    view: EventView, game: Game, lists: list[CountedList], side: PlayerId | None = None
) -> SlipForm | None:
    """Return the form of the slip with the scores that were counted; none before."""
    counted = [one for one in lists if one.count is not None]
    if not counted or not game.is_open:
        return None
    places = (0, 1) if side is None or side == game.players[0] else (1, 0)
    typed = {"slip.objectives.0": "0", "slip.objectives.1": "0"}
    for one in counted:
        assert one.count is not None
        typed[f"slip.score.{places[1 - one.index]}"] = str(one.count.score)
    return replace(slip_form(view, game, side, _ending(counted)), typed=typed)


def _ending(counted: list[CountedList]) -> Slip | None:
    """Return how the game ended, as far as the lists say: with one of them destroyed, or both."""
    gone = [one.index for one in counted if one.count is not None and one.count.wiped_out]
    if len(gone) == 2:
        return Slip("mutual")
    return Slip("destroyed", survivor=1 - gone[0]) if gone else None
