"""Which games and people a change of an event is about, so that only their phones ask again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.tournament import MatchId
from tiltyard.web.live import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import Event


class Changed(NamedTuple):
    """The ids of games and players that changed, and which of them concern whom."""

    games: tuple[str, ...]
    people: dict[str, tuple[str, ...]]


class Seen:
    """An event as it was when its pages were told last."""

    def __init__(self) -> None:
        self._event: Event | None = None

    def is_another_round(self, event: Event) -> bool:
        """Whether an event has another newest round than when its pages were told last."""
        return self._event is not None and _round_of(self._event) != _round_of(event)

    def changed(self, event: Event) -> Changed:
        """Return the games and players that are not what they were, and remember."""
        before, self._event = self._event, event
        if before is None:
            return Changed((), {})
        if _round_of(before) != _round_of(event):  # everybody has another game
            return Changed(EVERYBODY, {})
        found = dict.fromkeys(
            [*_games(before, event), *_about(before, event), *_players(before, event)]
        )
        return Changed(tuple(found), _concerned(event, found))


def _concerned(event: Event, changed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return for everybody whose game or self changed, which of the ids these are."""
    people: dict[str, tuple[str, ...]] = {}
    for name in changed:
        game = event.game(MatchId(name))
        for person in game.players if game is not None else (name,):
            people[person] = (*people.get(person, ()), name)
    return people


def _round_of(event: Event) -> tuple[str, int]:
    round_ = event.current
    return (round_.id, round_.attempt) if round_ is not None else ("", 0)


def _games(before: Event, event: Event) -> Iterator[str]:
    known = before.current.games if before.current is not None else {}
    for game in event.current.games.values() if event.current is not None else ():
        old = known.get(game.id)
        if old is not game and old != game:
            yield game.id


def _about(before: Event, event: Event) -> Iterator[str]:
    """Yield games with another call, search or watch than before."""
    for name, call in event.calls.items():
        if before.calls.get(name) != call:
            yield call.match
    for name, watch in event.watches.items():
        if before.watches.get(name) != watch:
            yield watch.match
    for name, trouble in event.troubles.items():
        if before.troubles.get(name) != trouble:
            yield trouble.match or trouble.player
    for name, asked in event.list_desk.conversions.items():
        if before.list_desk.conversions.get(name) != asked:
            yield asked.player


def _players(before: Event, event: Event) -> Iterator[str]:
    """Yield who is not as they were, or has been given another way in."""
    for person, opened in event.seats_opened.items():
        if before.seats_opened.get(person) != opened:
            yield person
    if before.entrants is event.entrants:
        return
    for player, entrant in event.entrants.items():
        old = before.entrants.get(player)
        if old is not entrant and old != entrant:
            yield player
