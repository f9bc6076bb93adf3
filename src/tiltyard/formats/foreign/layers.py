"""The games of a bracket in layers: every pair once, and nobody twice in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.formats.foreign.elimination_order import POWERS
from tiltyard.formats.foreign.series import Series

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.formats.foreign.gathering import Gathering
    from tiltyard.formats.foreign.model import ForeignRound, Key

Layer = list[Series]
LAST = 1_000_000
MOST_LAYERS = 13
"""More rounds than any bracket of as many players as a file may name."""

_FINAL = 2


class Layers:
    """What was played in the bracket, layer by layer, with who rested and the number told."""

    def __init__(self, rounds: Sequence[ForeignRound], hall: Gathering) -> None:
        self.hall = hall
        self.met: dict[frozenset[Key], Series] = {}
        self.games: list[Layer] = []
        self.seated: list[set[Key]] = []
        self.resting: list[set[Key]] = []
        self.numbers: list[int | None] = []
        self.left_out = 0
        for together in _of_one_number(rounds):
            self._lay(together)
        if self.left_out:
            hall.remarks.add("bracket-too-deep", count=self.left_out, most=MOST_LAYERS)
        self._keep_one_bracket()

    def __len__(self) -> int:
        return len(self.games)

    def apparently_beaten(self, place: int) -> set[Key]:
        """Return who lost before a layer, as far as the scores tell."""
        series = (one for layer in self.games[:place] for one in layer)
        return {key for one in series for key in one.apparent_loser}

    def after(self, place: int) -> Iterable[Series]:
        """Return what was played after a layer."""
        return (one for layer in self.games[place + 1 :] for one in layer)

    def _lay(self, rounds: Sequence[ForeignRound]) -> None:
        """Lay down rounds of one number; who sits there already sits in the next layer."""
        first = len(self.games)
        byes: set[Key] = set()
        for match in (match for round_ in rounds for match in round_.matches):
            pair = frozenset(match.players)
            if match.is_bye:
                byes |= pair
            elif pair in self.met:
                self.met[pair].games.append(match)
            elif (at := self._first_free(pair, first)) >= MOST_LAYERS:
                self.left_out += 1
            else:
                self.met[pair] = Series(match.players, [match])
                while at >= len(self.games):
                    self._new_layer(rounds[0].number)
                self.games[at].append(self.met[pair])
                self.seated[at] |= pair
        if byes and len(self.games) == first and first < MOST_LAYERS:
            self._new_layer(rounds[0].number)
        if byes and first < len(self.games):
            self.resting[first] |= byes

    def _new_layer(self, number: int | None) -> None:
        self.games.append([])
        self.seated.append(set())
        self.resting.append(set())
        self.numbers.append(number)

    def _first_free(self, pair: frozenset[Key], first: int) -> int:
        taken = (at for at in range(first, len(self.games)) if not pair.isdisjoint(self.seated[at]))
        return max(taken, default=first - 1) + 1

    # ---------------------------------------------------------------------- several brackets

    def _keep_one_bracket(self) -> None:
        """Keep the bracket of the champion where a file holds several finals."""
        if not self.games:
            return
        beaten = self.apparently_beaten(len(self.games) - 1)
        last = [one for one in self.games[-1] if not beaten.issuperset(one.pair)]
        groups = _groups(self.met)
        homes = {id(group): group for one in last if (group := groups[one.players[0]])}
        if len(homes) < 2 or not self._are_finals(last, list(homes.values())):
            return
        kept = min(homes.values(), key=self._importance)
        for place, layer in enumerate(self.games):
            for one in layer:
                if not one.pair <= kept:
                    name = self.hall.players[one.players[0]].name
                    self.hall.remarks.add("game-of-another-bracket", name=name)
            self.games[place] = [one for one in layer if one.pair <= kept]
            self.resting[place] &= kept

    def _are_finals(self, last: list[Series], groups: list[set[Key]]) -> bool:
        """Whether the last games are finals of several brackets, not one that breaks off.

        The published places say it, else numbers that are sizes of a cut, else the seeds: the
        best two meet in no game before the final.
        """
        places = {
            self.hall.players[key].published.elimination: key for one in last for key in one.pair
        }
        if 1 in places and _FINAL in places:
            return any({places[1], places[_FINAL]} == one.pair for one in last)
        if self._are_sizes():
            return self.numbers[-1] == _FINAL
        ranks = {
            rank: key
            for group in groups
            for key in group
            if (rank := self.hall.players[key].published.rank) is not None
        }
        best = set(sorted(ranks)[:2])
        seeds = {ranks[rank] for rank in best}
        return len(seeds) == 2 and any(seeds <= group for group in groups)

    def _are_sizes(self) -> bool:
        """Whether the numbers of the rounds are sizes of a cut: 8, 4, 2."""
        numbers = [one for one in self.numbers if one in POWERS]
        return len(numbers) == len(self.numbers) and numbers == sorted(
            numbers, key=lambda one: -(one or 0)
        )

    def _importance(self, group: set[Key]) -> tuple[bool, int, int]:
        people = [self.hall.players[key].published for key in group]
        won = any(one.elimination == 1 for one in people)
        return not won, min(one.rank or LAST for one in people), -len(group)


def _of_one_number(rounds: Sequence[ForeignRound]) -> list[list[ForeignRound]]:
    """Put rounds of one number together: they were played beside each other."""
    groups: list[list[ForeignRound]] = []
    for round_ in rounds:
        if groups and round_.number is not None and groups[-1][0].number == round_.number:
            groups[-1].append(round_)
        else:
            groups.append([round_])
    return groups


def _groups(met: Iterable[frozenset[Key]]) -> dict[Key, set[Key]]:
    """Return for everybody who is bound to them by games."""
    groups: dict[Key, set[Key]] = {}
    for pair in met:
        one, other = sorted((groups.setdefault(key, {key}) for key in pair), key=len)
        if one is not other:
            other |= one
            groups |= dict.fromkeys(one, other)
    return groups
