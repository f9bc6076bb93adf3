"""The elimination rounds of a foreign file as one bracket: every pair once, a bye for who waits.

Two players meet once in a single elimination: whatever else they played was a series, and whoever
won more of it went on. Games between two who are out were for a lower place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.formats.foreign.elimination_order import likeliest_order
from tiltyard.formats.foreign.layers import LAST, Layers
from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, Key
from tiltyard.formats.foreign.series import Series, apparent_loser

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.formats.foreign.gathering import Gathering


def knockout(rounds: Sequence[ForeignRound], hall: Gathering) -> list[ForeignRound]:
    """Return the elimination rounds as they were played, each pair with the game that decided."""
    in_order = likeliest_order(_without_empty_games(rounds, hall))
    return _Bracket(in_order, hall).rounds()


def _without_empty_games(rounds: Iterable[ForeignRound], hall: Gathering) -> list[ForeignRound]:
    """Leave out games of somebody against themselves."""
    kept = []
    for round_ in rounds:
        matches = []
        for match in round_.matches:
            if len(set(match.players)) == len(match.players):
                matches.append(match)
                continue
            name = hall.players[match.players[0]].name
            hall.remarks.add("game-against-oneself", f"cut {round_.number or '?'}", name=name)
        if matches:
            kept.append(replace(round_, matches=tuple(matches)))
    return kept


class _Bracket:
    """Who goes on in a bracket, and what is to be said about it."""

    def __init__(self, rounds: Sequence[ForeignRound], hall: Gathering) -> None:
        self.hall = hall
        self.order = {key: place for place, key in enumerate(hall.players)}
        self.last_winner = _winner_of_the_last_game(rounds)
        self.layers = Layers(rounds, hall)

    def rounds(self) -> list[ForeignRound]:
        """Return the bracket round by round; who waits for the next round has a bye."""
        result: list[ForeignRound] = []
        beaten: set[Key] = set()
        champion: Key | None = None
        for place, layer in enumerate(self.layers.games):
            games = [one for one in layer if self._counts(one, beaten)]
            if not games and self.layers.resting[place] <= beaten:
                continue
            later = self._going_on(place)
            last = place == len(self.layers) - 1
            matches = [self._decided(one, later, last=last) for one in games]
            seated = {key for one in games for key in one.pair}
            waiting = self._waiting(place, beaten | seated)
            matches += [ForeignMatch((key,)) for key in waiting]
            beaten |= {key for match in matches for key in apparent_loser(match)}
            champion = _only_winner(matches)
            result.append(ForeignRound(tuple(matches), True, self.layers.numbers[place]))
        self._compare_champion(champion, result[-1].matches if result else ())
        return result

    def _counts(self, series: Series, beaten: set[Key]) -> bool:
        """Whether a game belongs to the bracket: those who are out play for lower places."""
        out = series.pair & beaten
        if not out:
            return True
        for_lower_place = len(out) == len(series.pair)
        code = "game-for-third-place" if for_lower_place else "game-of-the-beaten"
        who = series.players[0] if for_lower_place else min(out)
        self.hall.remarks.add(code, name=self.hall.players[who].name)
        return False

    def _going_on(self, place: int) -> set[Key]:
        """Return who plays on after a layer, but for lower places."""
        found: set[Key] = set()
        beaten = self.layers.apparently_beaten(place + 1)
        for at in range(place + 1, len(self.layers)):
            for one in self.layers.games[at]:
                if not beaten.issuperset(one.pair) or self._for_first_place(one):
                    found |= one.pair
            found |= self.layers.resting[at]
        return found

    def _for_first_place(self, series: Series) -> bool:
        places = {self.hall.players[key].published.elimination for key in series.pair}
        return not places.isdisjoint({1, 2})

    def _decided(self, series: Series, later: set[Key], *, last: bool) -> ForeignMatch:
        """Return the game of a series that decided it, with the side that went on.

        Only in the last round nobody need have gone on.
        """
        inside = [side for side, key in enumerate(series.players) if key in later]
        through = inside[0] if len(inside) == 1 else series.leading
        if through is None:
            through = self._published_winner(series)
        if through is None:
            through = series.with_more_points
        if through is None and not last:
            through = self._better_seed(series)
            self.hall.remarks.add("level-in-the-bracket", self.hall.players[series.players[0]].name)
        if len(series.games) > 1:
            name, other = (self.hall.players[key].name for key in series.players)
            score = f"{series.wins[0]}-{series.wins[1]}"
            self.hall.remarks.add("games-of-one-pair", name=name, other=other, score=score)
        return series.shown(through)

    def _better_seed(self, series: Series) -> int:
        ranks = [self.hall.players[key].published.rank or LAST for key in series.players]
        places = [self.order[key] for key in series.players]
        return int((ranks[1], places[1]) < (ranks[0], places[0]))

    def _published_winner(self, series: Series) -> int | None:
        places = [self.hall.players[key].published.elimination or LAST for key in series.players]
        return None if places[0] == places[1] else int(places[1] < places[0])

    def _waiting(self, place: int, others: set[Key]) -> list[Key]:
        """Return who has a bye in a layer: they are entered with one, or only play later."""
        told = self.layers.resting[place] - others
        later = self.layers.after(place)
        added = {key for one in later for key in one.pair} - others - told
        for key in sorted(added):
            name = self.hall.players[key].name
            self.hall.remarks.add("bracket-bye-added", f"cut round {place + 1}", name=name)
        return sorted(told | added, key=self.order.__getitem__)

    def _compare_champion(self, champion: Key | None, last: Sequence[ForeignMatch]) -> None:
        """Say where somebody else is told to have won, or where no game decides it."""
        ranked = {
            key: place
            for key, one in self.hall.players.items()
            if (place := one.published.elimination or 0) > 0
        }
        if not len(self.layers):
            if ranked:
                best = min(ranked, key=ranked.__getitem__)
                name = self.hall.players[best].name
                self.hall.remarks.add("cut-without-games", name=name, place=ranked[best])
            return
        told = [key for key, place in ranked.items() if place == 1]
        if not told and self.last_winner is not None:
            told = [self.last_winner]
        if not told and len(last) > 1:
            self.hall.remarks.add("bracket-without-final")
        if not told or champion in told:
            return
        name = self.hall.players[told[0]].name
        if champion is None:
            self.hall.remarks.add("champion-not-decided", name=name)
        else:
            other = self.hall.players[champion].name
            self.hall.remarks.add("champion-differs", name=name, other=other)


def _only_winner(matches: Sequence[ForeignMatch]) -> Key | None:
    """Return the winner of a round of one game, if there is one."""
    if len(matches) != 1:
        return None
    (match,) = matches
    if match.is_bye:
        return match.players[0]
    return None if match.winner is None else match.players[match.winner]


def _winner_of_the_last_game(rounds: Sequence[ForeignRound]) -> Key | None:
    """Return who won the last round, if all of it were games of one pair."""
    if not rounds or len({frozenset(match.players) for match in rounds[-1].matches}) != 1:
        return None
    match = rounds[-1].matches[0]
    if match.is_bye:
        return match.players[0]
    series = Series(match.players, list(rounds[-1].matches))
    return None if series.leading is None else match.players[series.leading]
