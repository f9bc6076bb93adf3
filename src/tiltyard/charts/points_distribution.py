"""How many players have how many tournament points: a heap for every number."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.charts.svg import Drawing, Picture, Table, percent
from tiltyard.text.say import say, wording
from tiltyard.views.statistics import last_of_the_whole_field, points_distribution

if TYPE_CHECKING:
    from tiltyard.charts.subject import Subject
    from tiltyard.views.statistics import Heap

_TOP, _HIGHEST, _BELOW, _MARK = 24, 150, 26, 18
_FEWER_FROM, _FEWER = 100, 6
_LEAST_SLOTS = 6


def points_picture(subject: Subject) -> Picture | None:
    """Return the picture; none where nobody has played for points."""
    after = last_of_the_whole_field(subject.history)
    if after is None:
        return None
    rows = after.standings.rows
    heaps = points_distribution(rows)
    if heaps and heaps[-1].last >= _FEWER_FROM:
        heaps = points_distribution(rows, heaps=_FEWER)
    if not heaps:
        return None
    drawing = Drawing()
    _draw(drawing, heaps, subject)
    return Picture(
        name="points",
        title=say("pictures.tournament-points-of-the-field"),
        summary=_summary(subject, heaps, subject.title(after.round)),
        drawing=drawing,
        height=_TOP + _HIGHEST + _BELOW + (_MARK if subject.chosen else 0),
        table=_table(subject, heaps),
    )


def _draw(drawing: Drawing, heaps: tuple[Heap, ...], subject: Subject) -> None:
    most = max(len(heap.players) for heap in heaps)
    slots = max(len(heaps), _LEAST_SLOTS)
    slot = Fraction(1, slots)
    begin = Fraction(slots - len(heaps), 2) * slot
    floor = _TOP + _HIGHEST
    for place, heap in enumerate(heaps):
        x = begin + place * slot
        middle = x + slot / 2
        count = len(heap.players)
        here = subject.chosen in heap.players
        high = round(Fraction(_HIGHEST * count, most))
        if count:
            kind = "bar chosen" if here else "bar"
            drawing.bar(
                kind, x + slot * Fraction(13, 100), floor - high, slot * Fraction(74, 100), high
            )
        strong = " strong" if here else ""
        drawing.text(f"middle{strong}", middle, floor - high - 7, str(count) if count else "")
        drawing.text(f"tick middle{strong}", middle, floor + 18, points_text(heap))
        if here:
            drawing.text("chosen middle strong", middle, floor + 36, "▲")
    drawing.line("whole", (Fraction(0), floor), (Fraction(1), floor))


def points_text(heap: Heap) -> str:
    """Return which points a heap has."""
    return str(heap.first) if heap.first == heap.last else f"{heap.first}–{heap.last}"


def _summary(subject: Subject, heaps: tuple[Heap, ...], after: str) -> str:
    largest = max(heaps, key=lambda heap: len(heap.players))
    count = len(largest.players)
    words = wording("pictures.the-most-frequent-is-points", count)
    said = words.format(round=after, num=count, points=points_text(largest))
    own = next((heap for heap in heaps if subject.chosen in heap.players), None)
    if own is None or subject.chosen is None:
        return said
    mine = wording("pictures.has-points")
    return f"{said} {mine.format(name=subject.name(subject.chosen), points=points_text(own))}"


def _table(subject: Subject, heaps: tuple[Heap, ...]) -> Table:
    everybody = sum(len(heap.players) for heap in heaps)
    heads = (say("common.tournament-points"), say("common.players"), say("pictures.share"))
    rows = tuple(
        (points_text(heap), str(len(heap.players)), percent(Fraction(len(heap.players), everybody)))
        for heap in heaps
    )
    chosen = next((n for n, heap in enumerate(heaps) if subject.chosen in heap.players), None)
    return Table(heads, rows, chosen)
