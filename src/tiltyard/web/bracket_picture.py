"""The bracket as a picture: rounds as columns, games as boxes, and lines to the next game.

Only lengths are computed here. Who meets whom, who goes on and what was scored are the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.facts import left_in_bracket
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.views.bracket import bracket

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.tournament import MatchId, PersonId
    from tiltyard.views.bracket import Bracket, BracketGame, BracketSeat
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
    second_y: int | None = None


def bracket_picture(
    view: EventView, names: Mapping[PersonId, str], *, close: bool = True
) -> BracketPicture | None:
    """Return the picture of the bracket, or none while nobody knows who is in it."""
    found = bracket(view, names, close=close)
    if found is None:
        return None
    if found.first:
        return _two_brackets(found)
    orders = [[game.number for game in column] for column in found.columns]
    box_width = _box_width(found.seats)
    boxes: list[Box] = []
    columns: list[Column] = []
    middles: list[dict[int, int]] = []
    for place, order in enumerate(orders):
        middle = _middles(order, middles[-1] if middles else None)
        middles.append(middle)
        x = place * (box_width + _GAP_ACROSS)
        made = [
            _box(game, x, middle[game.number] - BOX_HEIGHT // 2) for game in found.columns[place]
        ]
        boxes += made
        in_order = sorted(zip(order, made, strict=True), key=lambda pair: pair[0])
        texts = tuple(_text(box) for _, box in in_order)
        columns.append(Column(left_in_bracket(len(order)), x, texts))
    champion = found.champion.name if found.champion is not None else ""
    return BracketPicture(
        width=len(orders) * (box_width + _GAP_ACROSS) + max(box_width, 13 * len(champion)),
        height=_TOP + len(orders[0]) * (BOX_HEIGHT + _GAP_DOWN),
        box_width=box_width,
        columns=tuple(columns),
        boxes=tuple(boxes),
        lines=() if found.reseeds else tuple(_lines(orders, middles, box_width)),
        champion=champion,
        champion_x=len(orders) * (box_width + _GAP_ACROSS),
        champion_y=middles[-1][1],
    )


def _two_brackets(found: Bracket) -> BracketPicture:
    """Return the picture of both brackets, the second below the first, and of their final."""
    box_width = _box_width(found.seats)
    across, down = box_width + _GAP_ACROSS, BOX_HEIGHT + _GAP_DOWN
    below = _TOP + down * max(found.first[0], 1)
    boxes: list[Box] = []
    columns: list[Column] = []
    ends: dict[bool, tuple[int, list[int]]] = {}  # of each bracket: its last column, its middles
    lines: list[str] = []
    for place, games in enumerate(found.columns[: len(found.first)]):
        split, made = found.first[place], list[Box]()
        for is_first, part in ((True, games[:split]), (False, games[split:])):
            if not part:
                continue
            x_before, before = ends.get(is_first, (0, []))
            top = _TOP if is_first else below + _TOP
            middles = _joined(before, len(part)) or [
                top + down * at + down // 2 for at in range(len(part))
            ]
            lines += _joins(x_before, before, place * across, middles, box_width)
            ends[is_first] = place * across, middles
            made += [
                _box(game, place * across, middle - BOX_HEIGHT // 2)
                for game, middle in zip(part, middles, strict=True)
            ]
        boxes += made
        columns.append(
            Column(say("common.round-2", number=place + 1), place * across, tuple(map(_text, made)))
        )
    middle = sum(sum(middles) for _, middles in ends.values()) // max(len(ends), 1)
    for place in range(len(found.first), len(found.columns)):
        x = place * across
        for x_before, middles in ends.values():
            lines += _joins(x_before, middles, x, [middle], box_width)
        box = _box(found.columns[place][0], x, middle - BOX_HEIGHT // 2)
        code = "common.final" if place == len(found.first) else "phrases.second-final"
        columns.append(Column(heading(say(code)), x, (_text(box),)))
        boxes.append(box)
        ends = {True: (x, [middle])}
    champion = found.champion.name if found.champion is not None else ""
    right = len(found.columns) * across
    second = [box.y for box in boxes]
    return BracketPicture(
        width=right + max(box_width, 13 * len(champion)),
        height=max(second) + BOX_HEIGHT + _GAP_DOWN,
        box_width=box_width,
        columns=tuple(columns),
        boxes=tuple(boxes),
        lines=tuple(lines),
        champion=champion,
        champion_x=right,
        champion_y=middle,
        second_y=below + _TOP // 2 if len(found.first) > 1 else None,
    )


def _joined(before: list[int], count: int) -> list[int]:
    """Return the middles of games to which those before lead: one each, or two."""
    each = len(before) // count
    return [sum(before[at * each : (at + 1) * each]) // each for at in range(count)] if each else []


def _joins(
    x_before: int, before: list[int], x: int, middles: list[int], box_width: int
) -> list[str]:
    """Return the lines from games to those they lead to."""
    each = max(len(before) // len(middles), 1)
    turn = x - _GAP_ACROSS // 2
    return [
        f"M{x_before + box_width} {middle}H{turn}V{middles[at // each]}H{x}"
        for at, middle in enumerate(before)
    ]


def _middles(order: list[int], before: dict[int, int] | None) -> dict[int, int]:
    if before is None:
        step = BOX_HEIGHT + _GAP_DOWN
        return {game: _TOP + step * place + step // 2 for place, game in enumerate(order)}
    return {game: (before[game] + before[2 * len(order) + 1 - game]) // 2 for game in order}


def _lines(orders: list[list[int]], middles: list[dict[int, int]], box_width: int) -> list[str]:
    found: list[str] = []
    for place, order in enumerate(orders):
        right = place * (box_width + _GAP_ACROSS) + box_width
        turn = right + _GAP_ACROSS // 2
        for game in order:
            after = min(game, len(order) + 1 - game)
            end = middles[place + 1][after] if place + 1 < len(orders) else middles[place][game]
            found.append(f"M{right} {middles[place][game]}H{turn}V{end}H{right + _GAP_ACROSS}")
    return found


def _text(box: Box) -> str:
    first, second = box.seats
    names = {"first": _named(first), "second": _named(second)}
    winner = first if first.won else second if second.won else None
    if winner is None:
        return say("web.against-not-decided", **names)
    loser = second if winner is first else first
    if not loser.name:
        return say("web.goes-on-without-a-game", winner=winner.name)
    if winner.score and loser.score:
        return say(
            "web.beats-to",
            winner=winner.name,
            loser=loser.name,
            score=winner.score,
            other=loser.score,
        )
    return say("web.beats", winner=winner.name, loser=loser.name)


def _named(seat: Seat) -> str:
    if seat.left:
        return say("web.left", name=seat.name)
    return seat.name or "?"


def _box_width(seats: tuple[BracketSeat, ...]) -> int:
    """Return how wide a box is for the longest name in it."""
    beside = _BESIDE_THE_NAME + _LETTER * max(len(_seat(seat).shown) for seat in seats)
    return max(_NARROWEST, min(_WIDEST, beside))


def _box(game: BracketGame, x: int, y: int) -> Box:
    """Return a game as it is drawn at a place."""
    nobody = Seat("", "", None, "", won=False)
    first, second = [*map(_seat, game.seats), nobody, nobody][:2]
    return Box(x, y, game.match, game.state, (first, second))


def _seat(seat: BracketSeat) -> Seat:
    """Return a side of a game; who left is marked while the game is still to come."""
    text = say("web.left", name=seat.name) if seat.has_left else seat.name
    shown = text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"
    score = "" if seat.score is None else str(seat.score)
    return Seat(seat.name, shown, seat.seed, score, seat.won, seat.has_left)
