"""The elimination rounds of a foreign file as one bracket: every pair once, a bye for who waits.

Two players meet once in a single elimination: whatever else they played was a series, and whoever
won more of it went on. Games between two who are out were for a lower place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, Key
from tiltyard.formats.foreign.series import Series, apparent_loser

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.formats.foreign.gathering import Gathering

Layer = list[Series]
_POWERS = frozenset(2**n for n in range(1, 11))
_LAST = 1_000_000
_FINAL = 2


def knockout(rounds: Sequence[ForeignRound], hall: Gathering) -> list[ForeignRound]:
    """Return the elimination rounds as they were played, each pair with the game that decided."""
    in_order = _likeliest_order(_without_empty_games(rounds, hall))
    return _Bracket(in_order, hall).rounds()


def _without_empty_games(rounds: Iterable[ForeignRound], hall: Gathering) -> list[ForeignRound]:
    """Leave out games of somebody against themselves."""
    kept = []
    for round_ in rounds:
        matches = [one for one in round_.matches if len(set(one.players)) == len(one.players)]
        for match in round_.matches:
            if match not in matches:
                name = hall.players[match.players[0]].name
                hall.remarks.add("game-against-oneself", f"cut {round_.number or '?'}", name=name)
        if matches:
            kept.append(replace(round_, matches=tuple(matches)))
    return kept


# ------------------------------------------------------------------------------------- the order


def _likeliest_order(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Return the rounds in the order in which the fewest play on after they were beaten."""
    orders = [
        _by_size(rounds),
        sorted(rounds, key=lambda one: one.number or 0),
        sorted(rounds, key=lambda one: -(one.number or 0)),
        sorted(rounds, key=lambda one: -_pairs(one)),
        rounds[::-1],
    ]
    return min(orders, key=_oddities)


def _pairs(round_: ForeignRound) -> int:
    """Count who meets whom: a series is one meeting, however many games it has."""
    return len({frozenset(match.players) for match in round_.matches})


def _by_size(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Order elimination rounds, whose numbers often are the size of the cut: 8, 4, 2."""
    if all(one.number in _POWERS for one in rounds):
        return sorted(rounds, key=lambda one: (-(one.number or 0), -_pairs(one)))
    return rounds


def _oddities(rounds: Sequence[ForeignRound]) -> int:
    """Count the games of somebody who is out against somebody who is not."""
    series: dict[frozenset[Key], Series] = {}
    first: list[list[Series]] = []
    for round_ in rounds:
        first.append([])
        for match in round_.matches:
            pair = frozenset(match.players)
            if match.is_bye:
                continue
            if pair not in series:
                series[pair] = Series(match.players, [])
                first[-1].append(series[pair])
            series[pair].games.append(match)
    beaten: set[Key] = set()
    odd = 0
    for met in first:
        odd += sum(1 for one in met if len(one.pair & beaten) == 1)
        beaten |= {key for one in met for key in one.apparent_loser}
    return odd


# ------------------------------------------------------------------------------------- the bracket


class _Bracket:
    """The games of a bracket in layers: nobody sits twice in one of them."""

    def __init__(self, rounds: Sequence[ForeignRound], hall: Gathering) -> None:
        self.hall = hall
        self.met: dict[frozenset[Key], Series] = {}
        self.layers: list[Layer] = []
        self.resting: list[set[Key]] = []
        self.numbers: list[int | None] = []
        self.last_winner = _winner_of_the_last_game(rounds)
        for together in _of_one_number(rounds):
            self._lay(together)
        self._keep_one_bracket()

    def _lay(self, rounds: Sequence[ForeignRound]) -> None:
        """Lay down rounds of one number; who sits there already sits in the next layer."""
        first = len(self.layers)
        byes: set[Key] = set()
        for match in (match for round_ in rounds for match in round_.matches):
            pair = frozenset(match.players)
            if match.is_bye:
                byes |= pair
            elif pair in self.met:
                self.met[pair].games.append(match)
            else:
                self.met[pair] = Series(match.players, [match])
                at = self._first_free(pair, first)
                while at >= len(self.layers):
                    self._new_layer(rounds[0].number)
                self.layers[at].append(self.met[pair])
        if byes and len(self.layers) == first:
            self._new_layer(rounds[0].number)
        if byes:
            self.resting[first] |= byes

    def _new_layer(self, number: int | None) -> None:
        self.layers.append([])
        self.resting.append(set())
        self.numbers.append(number)

    def _first_free(self, pair: frozenset[Key], first: int) -> int:
        taken = (
            at
            for at in range(first, len(self.layers))
            if any(pair & one.pair for one in self.layers[at])
        )
        return max(taken, default=first - 1) + 1

    # ---------------------------------------------------------------------- several brackets

    def _keep_one_bracket(self) -> None:
        """Keep the bracket of the champion where a file holds several finals."""
        if not self.layers or self.numbers[-1] != _FINAL:
            return
        beaten = self._apparently_beaten(len(self.layers) - 1)
        finals = [one for one in self.layers[-1] if not beaten.issuperset(one.pair)]
        groups = _groups(self.met)
        homes = {min(group) for group in groups for one in finals if one.pair <= group}
        if len(homes) < 2:
            return
        kept = min((one for one in groups if min(one) in homes), key=self._importance)
        for place, layer in enumerate(self.layers):
            for one in layer:
                if not one.pair <= kept:
                    name = self.hall.players[one.players[0]].name
                    self.hall.remarks.add("game-of-another-bracket", name=name)
            self.layers[place] = [one for one in layer if one.pair <= kept]
            self.resting[place] &= kept

    def _importance(self, group: frozenset[Key]) -> tuple[bool, int, int]:
        people = [self.hall.players[key].published for key in group]
        won = any(one.elimination == 1 for one in people)
        return not won, min(one.rank or _LAST for one in people), -len(group)

    # --------------------------------------------------------------------------- who goes on

    def rounds(self) -> list[ForeignRound]:
        """Return the bracket round by round; who waits for the next round has a bye."""
        result: list[ForeignRound] = []
        beaten: set[Key] = set()
        champion: Key | None = None
        for place, layer in enumerate(self.layers):
            games = [one for one in layer if self._counts(one, beaten)]
            if not games and self.resting[place] <= beaten:
                continue
            later = self._going_on(place)
            last = place == len(self.layers) - 1
            matches = [self._decided(one, later, last=last) for one in games]
            seated = {key for one in games for key in one.pair}
            waiting = self._waiting(place, beaten | seated)
            matches += [ForeignMatch((key,)) for key in waiting]
            beaten |= {key for match in matches for key in apparent_loser(match)}
            champion = _only_winner(matches)
            result.append(ForeignRound(tuple(matches), True, self.numbers[place]))
        if result:
            self._compare_champion(champion)
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

    def _apparently_beaten(self, place: int) -> set[Key]:
        series = (one for layer in self.layers[:place] for one in layer)
        return {key for one in series for key in one.apparent_loser}

    def _going_on(self, place: int) -> set[Key]:
        """Return who plays on after a layer, but for lower places."""
        found: set[Key] = set()
        beaten = self._apparently_beaten(place + 1)
        for at in range(place + 1, len(self.layers)):
            for one in self.layers[at]:
                if not beaten.issuperset(one.pair) or self._for_first_place(one):
                    found |= one.pair
            found |= self.resting[at]
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
        ranks = [self.hall.players[key].published.rank or _LAST for key in series.players]
        places = [list(self.hall.players).index(key) for key in series.players]
        return int((ranks[1], places[1]) < (ranks[0], places[0]))

    def _published_winner(self, series: Series) -> int | None:
        places = [self.hall.players[key].published.elimination or _LAST for key in series.players]
        return None if places[0] == places[1] else int(places[1] < places[0])

    def _waiting(self, place: int, others: set[Key]) -> list[Key]:
        """Return who has a bye in a layer: they are entered with one, or only play later."""
        told = self.resting[place] - others
        later = (one for at in range(place + 1, len(self.layers)) for one in self.layers[at])
        added = {key for one in later for key in one.pair} - others - told
        for key in sorted(added):
            name = self.hall.players[key].name
            self.hall.remarks.add("bracket-bye-added", f"cut round {place + 1}", name=name)
        return sorted(told | added, key=list(self.hall.players).index)

    def _compare_champion(self, champion: Key | None) -> None:
        """Say where somebody else is told to have won, or where no game decides it."""
        published = [
            key for key, one in self.hall.players.items() if one.published.elimination == 1
        ]
        told = published or ([self.last_winner] if self.last_winner is not None else [])
        if not told or champion in told:
            return
        name = self.hall.players[told[0]].name
        if champion is None:
            self.hall.remarks.add("champion-not-decided", name=name)
        else:
            other = self.hall.players[champion].name
            self.hall.remarks.add("champion-differs", name=name, other=other)


def _of_one_number(rounds: Sequence[ForeignRound]) -> list[list[ForeignRound]]:
    """Put rounds of one number together: they were played beside each other."""
    groups: list[list[ForeignRound]] = []
    for round_ in rounds:
        if groups and round_.number is not None and groups[-1][0].number == round_.number:
            groups[-1].append(round_)
        else:
            groups.append([round_])
    return groups


def _groups(met: dict[frozenset[Key], Series]) -> list[frozenset[Key]]:
    """Return who is bound to whom by games."""
    groups: list[frozenset[Key]] = []
    for pair in met:
        bound = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair]
        groups.append(pair.union(*bound))
    return groups


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
