"""How many games each player has won, lost and drawn: byes and no-shows count as they score."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import result_of_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.event import EventVersion


@dataclass(slots=True)
class GamesRecord:
    """Games of one player in closed rounds."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def rounds(self) -> int:
        """In how many rounds they had a result."""
        return self.won + self.lost + self.drawn


def game_records(
    version: EventVersion, closed: int | None = None
) -> defaultdict[PlayerId, GamesRecord]:
    """Return the record of every player after all closed rounds, or the first of them."""
    records: defaultdict[PlayerId, GamesRecord] = defaultdict(GamesRecord)
    rounds = [round_ for round_ in version.event.rounds if round_.is_closed][:closed]
    for round_ in rounds:
        for player, winner in _ends(version, round_):
            record = records[player]
            if winner is None:
                record.drawn += 1
            elif winner == player:
                record.won += 1
            else:
                record.lost += 1
        for player in round_.unpaired:
            records[player].lost += 1
    return records


def _ends(version: EventVersion, round_: DayRound) -> Iterator[tuple[PlayerId, PlayerId | None]]:
    """Yield every player of a round with the winner of their game."""
    for game in round_.games.values():
        if round_.kind == "elimination" and game.kind == "bye":
            continue  # a free seat in a bracket is no game
        winner = result_of_game(version.event, version.rules, round_, game).winner
        for player in game.players:
            yield player, winner
