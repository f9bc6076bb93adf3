"""The elimination rounds of a foreign file as one bracket, round by round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, Key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.formats.foreign.foreign_names import Gathering


# ------------------------------------------------------------------------------
# The games two players had in a bracket: one, or as many as the best of three or five needs.


def winning_side(match: ForeignMatch) -> int | None:
    """Return who won a game: who was entered as such, else who scored more."""
    if match.is_bye:
        return 0
    if match.winner is not None:
        return match.winner
    first, second = (side or 0 for side in match.score)
    return None if first == second else int(second > first)


def apparent_loser(match: ForeignMatch) -> tuple[Key, ...]:
    """Return who is out after a game, as far as it tells."""
    side = winning_side(match)
    return () if side is None or match.is_bye else (match.players[1 - side],)


@dataclass(slots=True)
class Series:
    """What two players played against each other; sides are those of the first game."""

    players: tuple[Key, ...]
    games: list[ForeignMatch]

    @property
    def pair(self) -> frozenset[Key]:
        """Both players."""
        return frozenset(self.players)

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each of the two won."""
        winners = [
            game.players[side] for game in self.games if (side := winning_side(game)) is not None
        ]
        return winners.count(self.players[0]), winners.count(self.players[1])

    @property
    def leading(self) -> int | None:
        """The side that won more games."""
        first, second = self.wins
        return None if first == second else int(second > first)

    @property
    def apparent_loser(self) -> tuple[Key, ...]:
        """Who is out after all games, as far as they tell."""
        side = self.leading
        return () if side is None else (self.players[1 - side],)

    @property
    def with_more_points(self) -> int | None:
        """The side with more points in all games together."""
        sums = [
            sum(game.score[game.players.index(key)] or 0 for game in self.games)
            for key in self.players
        ]
        return None if sums[0] == sums[1] else int(sums[1] > sums[0])

    def shown(self, through: int | None) -> ForeignMatch:
        """Return the game that stands for all: the last one won by whoever went on."""
        finished = [game for game in self.games if game.finished]
        if through is None:
            return (finished or self.games)[-1]
        key = self.players[through]
        won = [
            game
            for game in finished
            if (side := winning_side(game)) is not None and game.players[side] == key
        ]
        game = (won or finished or self.games)[-1]
        return replace(game, winner=game.players.index(key), finished=True)


# ------------------------------------------------------------------------------
# The games of a bracket in layers: every pair once, and nobody twice in one of them.

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
        series = (other for layer in self.games[:place] for other in layer)
        return {key for other in series for key in other.apparent_loser}

    def after(self, place: int) -> Iterable[Series]:
        """Return what was played after a layer."""
        return (series for layer in self.games[place + 1 :] for series in layer)

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
        last = [series for series in self.games[-1] if not beaten.issuperset(series.pair)]
        groups = _groups(self.met)
        homes = {id(group): group for series in last if (group := groups[series.players[0]])}
        if len(homes) < 2 or not self._are_finals(last, list(homes.values())):
            return
        kept = min(homes.values(), key=self._importance)
        for place, layer in enumerate(self.games):
            for series in layer:
                if not series.pair <= kept:
                    name = self.hall.players[series.players[0]].name
                    self.hall.remarks.add("game-of-another-bracket", name=name)
            self.games[place] = [series for series in layer if series.pair <= kept]
            self.resting[place] &= kept

    def _are_finals(self, last: list[Series], groups: list[set[Key]]) -> bool:
        """Whether the last games are finals of several brackets, not one that breaks off.

        The published places say it, else numbers that are sizes of a cut, else the seeds: the
        best two meet in no game before the final.
        """
        places = {
            self.hall.players[key].published.elimination: key
            for series in last
            for key in series.pair
        }
        if 1 in places and _FINAL in places:
            return any({places[1], places[_FINAL]} == series.pair for series in last)
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
        numbers = [number for number in self.numbers if number in POWERS]
        return len(numbers) == len(self.numbers) and numbers == sorted(
            numbers, key=lambda number: -(number or 0)
        )

    def _importance(self, group: set[Key]) -> tuple[bool, int, int]:
        people = [self.hall.players[key].published for key in group]
        won = any(published.elimination == 1 for published in people)
        return not won, min(published.rank or LAST for published in people), -len(group)


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


# ------------------------------------------------------------------------------
# In which order elimination rounds were played, whatever numbers they carry.

POWERS = frozenset(2**n for n in range(1, 11))
"""Sizes of a cut, by which programs number the rounds of a bracket."""


def likeliest_order(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Return the rounds in the order in which the fewest play on after they were beaten."""
    orders = [
        _by_size(rounds),
        sorted(rounds, key=lambda round_: round_.number or 0),
        sorted(rounds, key=lambda round_: -(round_.number or 0)),
        sorted(rounds, key=lambda round_: -_pairs(round_)),
        rounds[::-1],
    ]
    return min(orders, key=_oddities)


def _pairs(round_: ForeignRound) -> int:
    """Count who meets whom: a series is one meeting, however many games it has."""
    return len({frozenset(match.players) for match in round_.matches})


def _by_size(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Order elimination rounds, whose numbers often are the size of the cut: 8, 4, 2."""
    if all(round_.number in POWERS for round_ in rounds):
        return sorted(rounds, key=lambda round_: (-(round_.number or 0), -_pairs(round_)))
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
        odd += sum(1 for other in met if len(other.pair & beaten) == 1)
        beaten |= {key for other in met for key in other.apparent_loser}
    return odd


# ------------------------------------------------------------------------------
# The elimination rounds of a foreign file as one bracket: every pair once, a bye for who waits.


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
            games = [series for series in layer if self._counts(series, beaten)]
            if not games and self.layers.resting[place] <= beaten:
                continue
            later = self._going_on(place)
            last = place == len(self.layers) - 1
            matches = [self._decided(series, later, last=last) for series in games]
            seated = {key for series in games for key in series.pair}
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
            for series in self.layers.games[at]:
                if not beaten.issuperset(series.pair) or self._for_first_place(series):
                    found |= series.pair
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
        added = {key for series in later for key in series.pair} - others - told
        for key in sorted(added):
            name = self.hall.players[key].name
            self.hall.remarks.add("bracket-bye-added", f"cut round {place + 1}", name=name)
        return sorted(told | added, key=self.order.__getitem__)

    def _compare_champion(self, champion: Key | None, last: Sequence[ForeignMatch]) -> None:
        """Say where somebody else is told to have won, or where no game decides it."""
        ranked = {
            key: place
            for key, player in self.hall.players.items()
            if (place := player.published.elimination or 0) > 0
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
