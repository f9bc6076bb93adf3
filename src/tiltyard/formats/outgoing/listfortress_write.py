"""List Fortress' JSON: the form of List Juggler with ids, winners and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.formats.outgoing.listjuggler_write import Juggling, as_text

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.standings import Row
    from tiltyard.core.tournament import Match
    from tiltyard.formats.outgoing.handover import Handover, Played, Remark

Entry = dict[str, Any]


def write_listfortress(handover: Handover) -> tuple[str, tuple[Remark, ...]]:
    """Return an event as List Fortress takes it, and what the form cannot hold."""
    fortress = _Fortress(handover)
    return as_text(fortress.document()), fortress.remarks()


class _Fortress(Juggling):
    """Everybody has an id beside the name: their place in the file, from 1."""

    def __init__(self, handover: Handover) -> None:
        super().__init__(handover)
        ranked = [row.player for row in self.rows()]
        others = [one.id for one in handover.tournament.players if one.id not in set(ranked)]
        self._ids = {player: str(place) for place, player in enumerate((*ranked, *others), 1)}

    def player(self, row: Row) -> Entry:
        """Return a player with their id."""
        entry = super().player(row)
        return {"id": self._ids[row.player], **entry}

    def seat(self, side: str, player: PlayerId) -> Entry:
        """Return who sits on a side, by name and by id."""
        return {side: self.names[player], f"{side}_id": self._ids[player]}

    def result(self, played: Played, match: Match) -> Entry:
        """Return how a game ended, who won by id, and whether its time ran out."""
        entry = super().result(played, match)
        winner = self.handover.winner(played, match)
        if winner is not None:
            entry["winner_id"] = self._ids[winner]
        if match.report is not None:
            entry["went_to_time"] = match.report.end == "time"
        return entry
