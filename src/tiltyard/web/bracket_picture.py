"""The bracket as a picture: rounds as columns, games as boxes, and lines to the next game.

Only lengths are computed here. Who meets whom, who goes on and what was scored are the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.bracket import first_games, next_power_of_two
from tiltyard.core.decide.slips import as_played, seeds_of
from tiltyard.core.ledger import winner_of
from tiltyard.core.scoring import score_game
from tiltyard.core.state.event import Game, match_state
from tiltyard.core.state.rounds import setting_of
from tiltyard.core.tournament import Match
from tiltyard.words.facts import left_in_bracket
from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.ids import MatchId, PersonId, PlayerId
    from tiltyard.core.state.event import DayRound
    from tiltyard.web.event_view import EventView

BOX_HEIGHT = 64
_NARROWEST, _WIDEST, _LETTER, _BESIDE_THE_NAME = 216, 420, 9, 84
_GAP_ACROSS, _GAP_DOWN, _TOP = 44, 20, 40
_LONGEST_NAME = (_WIDEST - _BESIDE_THE_NAME) // _LETTER


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game; `name` is empty while nobody is known for it."""

    name: str
    shown: str
    seed: int | None
    score: str
    won: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A game: where it is drawn, who sits there and how it stands."""

    x: int
    y: int
    match: MatchId
    state: str
    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of the bracket, and its games in words for those who do not see the picture."""

    title: str
    x: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """Everything the template draws, in its own units of length."""

    width: int
    height: int
    box_width: int
    columns: tuple[Column, ...]
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    champion: str
    champion_x: int
    champion_y: int


def bracket_picture(view: EventView, names: Mapping[PersonId, str]) -> BracketPicture | None:
    """Return the picture of the bracket, or none while nobody knows who is in it."""
    games = _Games(view, names)
    if len(games.seeds) < 2:
        return None
    counts = _counts(next_power_of_two(len(games.seeds)))
    orders = _orders(counts)
    box_width = games.box_width()
    boxes: list[Box] = []
    columns: list[Column] = []
    middles: list[dict[int, int]] = []
    for place, order in enumerate(orders):
        middle = _middles(order, middles[-1] if middles else None, counts[place])
        middles.append(middle)
        x = place * (box_width + _GAP_ACROSS)
        made = [games.box(place + 1, game, x, middle[game] - BOX_HEIGHT // 2) for game in order]
        boxes += made
        in_order = sorted(zip(order, made, strict=True), key=lambda pair: pair[0])
        texts = tuple(_text(box) for _, box in in_order)
        columns.append(Column(_title(counts[place]), x, texts))
    reseeds = view.rules.elimination.reseed
    last = boxes[-1]
    champion = next((seat.name for seat in last.seats if seat.won), "")
    return BracketPicture(
        width=len(orders) * (box_width + _GAP_ACROSS) + max(box_width, 13 * len(champion)),
        height=_TOP + counts[0] * (BOX_HEIGHT + _GAP_DOWN),
        box_width=box_width,
        columns=tuple(columns),
        boxes=tuple(boxes),
        lines=() if reseeds else tuple(_lines(counts, orders, middles, box_width)),
        champion=champion,
        champion_x=len(orders) * (box_width + _GAP_ACROSS),
        champion_y=middles[-1][1],
    )


def has_left(view: EventView, player: PlayerId) -> bool:
    """Whether somebody left the event or was sent home."""
    entrant = view.event.entrants.get(player)
    return entrant is not None and entrant.state in {"dropped", "disqualified"}


def _counts(size: int) -> list[int]:
    """Return how many games each round has, down to the final."""
    counts = [size // 2]
    while counts[-1] > 1:
        counts.append(counts[-1] // 2)
    return counts


def _orders(counts: list[int]) -> list[list[int]]:
    """Return the games of each round from top to bottom, so that no lines cross.

    The winner of game i meets the winner of game n+1-i: those two stand next to each other.
    """
    orders = [[1]]
    for count in reversed(counts[:-1]):
        after = orders[0]
        orders.insert(0, [game for one in after for game in (one, count + 1 - one)])
    return orders


def _middles(order: list[int], before: dict[int, int] | None, count: int) -> dict[int, int]:
    if before is None:
        step = BOX_HEIGHT + _GAP_DOWN
        return {game: _TOP + step * place + step // 2 for place, game in enumerate(order)}
    return {game: (before[game] + before[2 * count + 1 - game]) // 2 for game in order}


def _lines(
    counts: list[int], orders: list[list[int]], middles: list[dict[int, int]], box_width: int
) -> list[str]:
    found: list[str] = []
    for place, order in enumerate(orders):
        right = place * (box_width + _GAP_ACROSS) + box_width
        turn = right + _GAP_ACROSS // 2
        for game in order:
            after = min(game, counts[place] + 1 - game)
            end = middles[place + 1][after] if place + 1 < len(orders) else middles[place][game]
            found.append(f"M{right} {middles[place][game]}H{turn}V{end}H{right + _GAP_ACROSS}")
    return found


def _title(count: int) -> str:
    return left_in_bracket(count)


def _text(box: Box) -> str:
    first, second = box.seats
    names = {"first": _named(first), "second": _named(second)}
    winner = first if first.won else second if second.won else None
    if winner is None:
        return gettext("%(first)s against %(second)s, not decided") % names
    loser = second if winner is first else first
    if not loser.name:
        return gettext("%(winner)s goes on without a game") % {"winner": winner.name}
    if winner.score and loser.score:
        return gettext("%(winner)s beats %(loser)s, %(score)s to %(other)s") % {
            "winner": winner.name,
            "loser": loser.name,
            "score": winner.score,
            "other": loser.score,
        }
    return gettext("%(winner)s beats %(loser)s") % {"winner": winner.name, "loser": loser.name}


def _named(seat: Seat) -> str:
    if seat.left:
        return gettext("%(name)s (left)") % {"name": seat.name}
    return seat.name or "?"


class _Games:
    """The games of the newest bracket by round and number; before it begins, as the cut says."""

    def __init__(self, view: EventView, names: Mapping[PersonId, str]) -> None:
        self._view = view
        self._names = names
        event = view.event
        bracket = [one for one in event.rounds if one.kind == "elimination"]
        stage = bracket[-1].stage if bracket else 0
        self._rounds = [one for one in bracket if one.stage == stage]
        self.seeds: tuple[PlayerId, ...] = ()
        self._numbered = True
        if self._rounds:
            self.seeds = seeds_of(event, self._rounds[0])
            self._numbered = bool(event.swiss_played)
        elif event.qualification is not None and not event.details.swiss_after_cut:
            self.seeds = event.qualification.seeds
        self._places = {player: place for place, player in enumerate(self.seeds, 1)}

    def box_width(self) -> int:
        """Return how wide a box is for the longest name in it."""
        longest = max(len(self._seat(player).shown) for player in self.seeds)
        beside = _BESIDE_THE_NAME + _LETTER * longest
        return max(_NARROWEST, min(_WIDEST, beside))

    def box(self, number: int, game: int, x: int, y: int) -> Box:
        """Return a game of a round, played or still to come."""
        round_ = self._rounds[number - 1] if number <= len(self._rounds) else None
        if round_ is None:
            pair = first_games(self.seeds)[game] if number == 1 else ()
            seats = [self._seat(one) for one in pair]
            return Box(x, y, "", "", _two(seats))
        found = _by_number(round_).get(game)
        if found is None:
            return Box(x, y, "", "", _two([]))
        winner = self._winner(round_, found)
        scores = self._scores(round_, found)
        seats = [
            self._seat(player, score, won=player == winner, decided=winner is not None)
            for player, score in zip(found.players, scores, strict=False)
        ]
        return Box(x, y, found.id, match_state(round_, found), _two(seats))

    def _seat(
        self, player: PlayerId, score: str = "", *, won: bool = False, decided: bool = False
    ) -> Seat:
        """Return a side of a game; who left is marked while the game is still to come."""
        name = self._names.get(player, player)
        left = not decided and has_left(self._view, player)
        text = gettext("%(name)s (left)") % {"name": name} if left else name
        shown = text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"
        seed = self._places.get(player) if self._numbered else None
        return Seat(name, shown, seed, score, won, left)

    def _winner(self, round_: DayRound, game: Game) -> PlayerId | None:
        if game.is_open or not game.players:
            return None
        if game.slip is not None:
            match = as_played(game, game.slip)
        else:
            match = Match(game.players, kind=game.kind, absent=game.absent, game=game.game)
        return winner_of(self._view.rules, self.seeds, match, round_.number)

    def _scores(self, round_: DayRound, game: Game) -> tuple[str, str]:
        if game.is_open or game.slip is None or game.slip.score is None:
            return "", ""
        setting = setting_of(self._view.event, round_)
        lines = score_game(self._view.rules, setting, game.slip.report).lines
        return str(lines[0].vp_for), str(lines[1].vp_for)


def _by_number(round_: DayRound) -> dict[int, Game]:
    return {
        place if game.game is None else game.game: game
        for place, game in enumerate(round_.games.values(), 1)
    }


def _two(seats: list[Seat]) -> tuple[Seat, Seat]:
    nobody = Seat("", "", None, "", won=False)
    first, second = [*seats, nobody, nobody][:2]
    return first, second
