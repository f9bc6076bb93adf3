"""A player's components: what is missing and how long, what is ruled, what may be shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.decide.sharing import AgreeSharing
from tiltyard.web.game_notes import game_notes
from tiltyard.web.judge.bench import Bench
from tiltyard.web.table_components import rulings, searches

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.web.asked import Asked
    from tiltyard.web.phone.my_game import MyGame
    from tiltyard.web.table_components import Ruled, Search
    from tiltyard.words.game_notes import Note


@dataclass(frozen=True, slots=True)
class MyComponents:
    """What both players of a table see, and whether this one may agree to share."""

    searches: tuple[Search, ...]
    rulings: tuple[Ruled, ...]
    sharing: tuple[Note, ...]
    may_share: bool


def my_components(asked: Asked, me: PlayerId, mine: MyGame | None) -> MyComponents:
    """Return the components of a player's table, or of the player alone between rounds."""
    view = asked.view
    game = mine.game if mine is not None and mine.game.is_open else None
    players = game.players if game is not None else (me,)
    components = view.rules.components
    items = (*components.sharing, *(one.item for one in components.agreements))
    bench = Bench(asked)
    share = game is not None and any(bench.may(AgreeSharing(game.id, (item,))) for item in items)
    return MyComponents(
        searches(view, me, players),
        rulings(view, me, game),
        game_notes(view, mine.round, game).sharing if mine is not None and game else (),
        share,
    )
