"""Where the lists of players stand, as it is shown beside their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.at_the_event import reads_lists
from tiltyard.web.list_words import list_standing
from tiltyard.words.language import speaking

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import Entrant
    from tiltyard.web.asked import Asked
    from tiltyard.web.list_words import Standpoint


def list_stands(asked: Asked, players: Iterable[Entrant]) -> dict[PlayerId, Standpoint]:
    """Return where the list of each of these players stands, as the visitor may know."""
    view = asked.view
    reads = reads_lists(view.event, view.rules, asked.me)
    with speaking(asked.visitor.language):
        return {
            one.id: list_standing(view.event, view.rules, one.id, reads=reads) for one in players
        }
