"""Who stood where after every round: the leaders of now, and one more whom somebody looks for.

The first places have a line of their own each. Below them every doubling of the place takes as
much room as the one before, so that a field of hundreds fits and nothing leaves the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.charts.subject import short_title
from tiltyard.charts.svg import Curve, Drawing, Picture, Table, fitting, shortened
from tiltyard.text.say import say, wording
from tiltyard.views.statistics import ranks_over_the_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.charts.subject import Subject
    from tiltyard.engine.tournament import PlayerId

LEADERS = 8
_ALL_IN_LINES, _LINES = 20, 12
_TOP, _STEP, _DOUBLING, _LABEL = 40, 26, 26, 18
_LEFT, _PLOT = Fraction(7, 100), Fraction(52, 100)
_NARROW, _WIDE = 13, 34
_ON_PAPER = 155
"""How many letters a name has on screens; on paper, how many pixels."""

_MOST_NUMBERED = 8
_TICKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 25, 50, 100, 200, 400, 800, 1600)


@dataclass(frozen=True, slots=True)
class Scale:
    """How far down every place is; `last` is the last place that is drawn."""

    last: int

    @property
    def lines(self) -> int:
        """How many places have a line of their own."""
        return self.last if self.last <= _ALL_IN_LINES else _LINES

    def down(self, rank: int) -> int:
        """Return how far down a place is."""
        if rank <= self.lines:
            return _TOP + _STEP * (rank - 1)
        doublings, above = 0, self.lines
        while 2 * above <= rank:
            doublings, above = doublings + 1, 2 * above
        further = doublings + Fraction(rank - above, above)
        return _TOP + _STEP * (self.lines - 1) + round(_DOUBLING * further)

    def ticks(self) -> tuple[int, ...]:
        """Return the places that are named at the edge, none too close to another."""
        found: list[int] = []
        for rank in _TICKS:
            if rank <= self.last and (
                not found or self.down(rank) - self.down(found[-1]) >= _LABEL
            ):
                found.append(rank)
        return tuple(found)


def rank_progression(subject: Subject) -> Picture:
    """Return the picture."""
    rows = [row for row in subject.history[-1].standings.rows if row.rank is not None]
    leaders = [row.player for row in rows[:LEADERS]]
    chosen = subject.chosen
    shown = leaders if chosen is None or chosen in leaders else [*leaders, chosen]
    ranks = ranks_over_the_rounds(subject.history, shown)
    scale = Scale(max((rank for own in ranks.values() for rank in own if rank), default=1))
    drawing = Drawing()
    _draw_frame(drawing, subject, scale)
    kinds = {player: _kind(subject, player, leaders) for player in shown}
    ends = _draw_lines(drawing, scale, ranks, kinds)
    lowest = _draw_names(drawing, subject, ranks, kinds, ends)
    return Picture(
        name="ranks",
        title=say("pictures.places-over-the-rounds"),
        summary=_summary(subject, leaders, ranks),
        drawing=drawing,
        height=max(scale.down(scale.last), lowest) + 16,
        table=_table(subject, shown, ranks),
        note=_note(scale),
        in_full=tuple(_in_full(subject, ranks)),
    )


def _kind(subject: Subject, player: PlayerId, leaders: list[PlayerId]) -> str:
    if player == subject.chosen:
        return "chosen"
    place = leaders.index(player)
    return ("first", "ahead", "ahead")[place] if place < 3 else "others"


def _draw_frame(drawing: Drawing, subject: Subject, scale: Scale) -> None:
    bottom = scale.down(scale.last)
    count = len(subject.history)
    for place, entry in enumerate(subject.history):
        x = _across(place, count)
        drawing.line("grid", (x, _TOP - 14), (x, bottom + 8))
        drawing.text("tick middle", x, _TOP - 22, short_title(entry.round))
    for rank in scale.ticks():
        drawing.text("tick end", _LEFT, scale.down(rank) + 4, str(rank), beside=-9)
    if scale.lines < scale.last:
        y = scale.down(scale.lines) + _STEP // 2
        drawing.line("below", (Fraction(0), y), (_across(count - 1, count), y))


def _across(place: int, count: int) -> Fraction:
    """Return where a round stands."""
    return _LEFT + _PLOT * Fraction(place, max(1, count - 1))


def _draw_lines(
    drawing: Drawing,
    scale: Scale,
    ranks: dict[PlayerId, tuple[int | None, ...]],
    kinds: dict[PlayerId, str],
) -> dict[PlayerId, int]:
    """Draw from the last to the first, who is looked for on top; return where the lines end."""
    downs = {
        player: tuple(None if rank is None else scale.down(rank) for rank in own)
        for player, own in ranks.items()
    }
    order = sorted(
        kinds, key=lambda player: ("others", "ahead", "first", "chosen").index(kinds[player])
    )
    bottom = scale.down(scale.last)
    count = len(next(iter(downs.values()), ()))
    if count > 1:
        curves = [Curve(kinds[player], downs[player]) for player in order]
        drawing.curves(_LEFT, _PLOT, bottom, curves)
    ends: dict[PlayerId, int] = {}
    for player in order:
        for place, down in enumerate(downs[player]):
            if down is not None:
                _draw_point(drawing, kinds[player], _across(place, count), down)
                ends[player] = down
        if kinds[player] == "chosen" and count <= _MOST_NUMBERED:
            _number_points(drawing, ranks[player], downs[player])
    return ends


def _draw_point(drawing: Drawing, kind: str, x: Fraction, y: int) -> None:
    if kind == "chosen":
        drawing.square(f"dot {kind}", x, y, 5)
    else:
        drawing.dot(f"dot {kind}", x, y, 5 if kind == "first" else 4)


def _number_points(
    drawing: Drawing, ranks: tuple[int | None, ...], downs: tuple[int | None, ...]
) -> None:
    """Write the places of who is looked for over the points; the last stands with the name."""
    for place, (rank, down) in enumerate(zip(ranks[:-1], downs[:-1], strict=True)):
        if rank is not None and down is not None:
            drawing.text("number middle", _across(place, len(ranks)), down - 9, str(rank))


def _draw_names(
    drawing: Drawing,
    subject: Subject,
    ranks: dict[PlayerId, tuple[int | None, ...]],
    kinds: dict[PlayerId, str],
    ends: dict[PlayerId, int],
) -> int:
    """Write everybody's place and name at the end of the line, none over another."""
    count = len(subject.history)
    right = _across(count - 1, count)
    free = 0
    for player in sorted(ends, key=lambda other: (ends[other], list(kinds).index(other))):
        down = max(ends[player], free)
        free = down + _LABEL
        strong = " strong" if kinds[player] in {"first", "chosen"} else ""
        last = ranks[player][-1]
        drawing.text(f"end{strong}", right, down + 4, "–" if last is None else str(last), beside=34)
        name, kind = subject.name(player), f"{kinds[player]}{strong}"
        for width, columns in (("narrow", _NARROW), ("wide", _WIDE)):
            words = shortened(name, columns)
            drawing.text(f"{width} {kind}", right, down + 4, words, beside=39, only="page")
        words = fitting(name, _ON_PAPER)
        drawing.text(kind, right, down + 4, words, beside=39, only="paper")
    return max(0, free - _LABEL)


def _in_full(subject: Subject, ranks: dict[PlayerId, tuple[int | None, ...]]) -> Iterator[str]:
    """Yield the names that are cut on paper, with their places."""
    for player, own in ranks.items():
        name = subject.name(player)
        if fitting(name, _ON_PAPER) != name:
            yield name if own[-1] is None else f"{own[-1]} {name}"


def _summary(
    subject: Subject,
    leaders: list[PlayerId],
    ranks: dict[PlayerId, tuple[int | None, ...]],
) -> str:
    last = subject.title(subject.history[-1].round)
    names = {"round": last, "name": subject.name(leaders[0]) if leaders else ""}
    said = say("pictures.stands-first", **names) if leaders else ""
    chosen = subject.chosen
    if chosen is None or chosen not in ranks:
        return said
    own = [rank for rank in ranks[chosen] if rank is not None]
    if not own:
        return said
    places = {"name": subject.name(chosen), "best": min(own), "worst": max(own), "now": own[-1]}
    words = wording("pictures.has-place")
    if min(own) != max(own):
        words = wording("pictures.has-place-best-was-worst")
    return f"{said} {words.format(**places)}"


def _note(scale: Scale) -> str:
    if scale.lines == scale.last:
        return ""
    words = wording("pictures.below-place-the-picture-is")
    return words.format(place=scale.lines)


def _table(
    subject: Subject, shown: list[PlayerId], ranks: dict[PlayerId, tuple[int | None, ...]]
) -> Table:
    heads = [say("common.player"), *(subject.title(entry.round) for entry in subject.history)]
    rows = [
        (subject.name(player), *("–" if rank is None else str(rank) for rank in ranks[player]))
        for player in shown
    ]
    chosen = shown.index(subject.chosen) if subject.chosen in shown else None
    return Table(tuple(heads), tuple(rows), chosen)
