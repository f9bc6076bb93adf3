"""Lines, bars and words as SVG that is as wide as there is room, its letters always one size.

Across, places are parts of the width; down, they are pixels. A picture knows no colour: classes
say what a thing is, and `pictures.css` or the sheet for paper below how it looks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Literal
from unicodedata import category, east_asian_width

from markupsafe import Markup

from tiltyard.text.language import language

if TYPE_CHECKING:
    from collections.abc import Sequence

_NO_LETTERS = frozenset({"Cc", "Cs"})
_NEVER = frozenset({"\ufffe", "\uffff"})
_WORDS = re.compile(r"(<text[^>]*>)")
PAPER_WIDTH = 480
_JOINED = (("\u0900", "\u0dff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
"""Scripts of India and its neighbours, whose letters join: the press sets them itself."""

_LETTER = 12

Where = Literal["everywhere", "page", "paper"]
"""Where a part of a drawing is seen."""

_WIDTHS = (
    ("WM@%mw—", 95),
    ("iljtfrI.,:;'’|!()-", 40),
    (" ", 28),
)
"""How wide letters are in hundredths of their size; all others by their kind, rather too wide."""

PAPER_STYLE = """
text { font-family: FiraGO, "Noto Sans", sans-serif; font-size: 12px; fill: #1b2230; }
.quiet, .tick { fill: #555d6b; font-size: 11px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.strong { font-weight: bold; }
text.chosen, .number { fill: #b3541e; }
.grid { stroke: #d9d6cd; stroke-width: 1; }
.half, .below { stroke: #8a867a; stroke-width: 1; stroke-dasharray: 3 4; }
.curve { fill: none; stroke: #8a867a; stroke-width: 1.4; }
.curve.ahead { stroke: #1d4f91; stroke-width: 2; }
.curve.first { stroke: #1d4f91; stroke-width: 3.2; }
.curve.chosen { stroke: #b3541e; stroke-width: 3.2; }
.dot { fill: #ffffff; stroke: #8a867a; stroke-width: 1.4; }
.dot.ahead { stroke: #1d4f91; }
.dot.first { fill: #1d4f91; stroke: #1d4f91; }
.dot.chosen { fill: #b3541e; stroke: #b3541e; }
.track { fill: #eceae4; }
.bar, .mean { fill: #1d4f91; }
.bar.chosen { fill: #b3541e; }
.planned, .besides { fill: none; stroke: #8a867a; }
.besides { stroke-dasharray: 3 3; }
.paused { fill: #d9d6cd; stroke: #8a867a; }
.range { stroke: #1d4f91; stroke-width: 2; }
.whole { stroke: #8a867a; stroke-width: 1; }
"""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points: how far down each one is, none where the line is interrupted."""

    kind: str
    down: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """Words the press sets over a drawing, which is `PAPER_WIDTH` wide: from where they begin."""

    x: int
    y: int
    words: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Every number of a picture to be read; `chosen` is the row somebody asked for."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: what it says in a sentence, its drawing, its numbers, how to read it.

    `in_full` are the names that do not fit into the drawing on paper, where no table stands beside.
    """

    name: str
    title: str
    summary: str
    drawing: Drawing
    height: int
    table: Table
    note: str = ""
    in_full: tuple[str, ...] = ()

    @property
    def svg(self) -> Markup:
        """The picture for a page."""
        return self.drawing.page(self.name, self.height, self.title, self.summary)

    @property
    def on_paper(self) -> str:
        """The picture as a file of its own, for the press, which adds the `labels`."""
        return self.drawing.paper(self.height, self.title)

    @property
    def labels(self) -> tuple[Label, ...]:
        """What no reader of drawings sets as it is written."""
        return tuple(self.drawing.labels)


class Drawing:
    """A picture while it is drawn."""

    def __init__(self) -> None:
        self._parts: list[tuple[Where, str]] = []
        self.labels: list[Label] = []

    def text(
        self,
        kind: str,
        x: Fraction,
        y: int,
        words: str,
        *,
        beside: int = 0,
        only: Where = "everywhere",
    ) -> None:
        """Write words at a place, so many pixels beside it; maybe only on a page, or on paper."""
        moved = f' dx="{beside}"' if beside else ""
        place = f'x="{across(x)}" y="{y}"{moved}'
        if only != "page" and _are_joined(words):
            at = rounded(PAPER_WIDTH * x) + beside
            self.labels.append(Label(at, y, words, "strong" in kind.split()))
            if only == "paper":
                return
            only = "page"
        self._add(f'<text class="{kind}" {place}>{speakable(words)}</text>', only)

    def _add(self, part: str, only: Where = "everywhere") -> None:
        self._parts.append((only, part))

    def _joined(self, where: Where) -> str:
        return "".join(part for only, part in self._parts if only in {"everywhere", where})

    def line(self, kind: str, start: tuple[Fraction, int], end: tuple[Fraction, int]) -> None:
        """Draw a straight line."""
        (x1, y1), (x2, y2) = start, end
        ends = f'x1="{across(x1)}" y1="{y1}" x2="{across(x2)}" y2="{y2}"'
        self._add(f'<line class="{kind}" {ends}/>')

    def bar(self, kind: str, x: Fraction, y: int, width: Fraction, height: int) -> None:
        """Draw a rectangle with round corners."""
        size = f'width="{across(width)}" height="{height}" rx="3"'
        self._add(f'<rect class="{kind}" x="{across(x)}" y="{y}" {size}/>')

    def dot(self, kind: str, x: Fraction, y: int, radius: int) -> None:
        """Draw a circle."""
        self._add(f'<circle class="{kind}" cx="{across(x)}" cy="{y}" r="{radius}"/>')

    def square(self, kind: str, x: Fraction, y: int, radius: int) -> None:
        """Draw a square around a place, in a frame of its own that begins there."""
        inner = f'<rect class="{kind}" x="{-radius}" y="{-radius}"'
        inner += f' width="{2 * radius}" height="{2 * radius}"/>'
        frame = f'<svg x="{across(x)}" y="{y}" width="1" height="1"'
        self._add(f'{frame} overflow="visible">{inner}</svg>')

    def curves(self, x: Fraction, width: Fraction, height: int, curves: Sequence[Curve]) -> None:
        """Draw soft lines through points at equal distances, stretched over a part of the width."""
        frame = f'x="{across(x)}" y="0" width="{across(width)}" height="{height}"'
        units = PAPER_WIDTH * width  # on paper nothing is stretched
        size = f"{tenths(units)} {height}"
        box = f'viewBox="0 0 {size}" preserveAspectRatio="none" overflow="visible"'
        even = 'vector-effect="non-scaling-stroke"'
        paths = [
            f'<path class="curve {curve.kind}" {even} d="{_soft(curve, units)}"/>'
            for curve in curves
        ]
        self._add(f"<svg {frame} {box}>{''.join(paths)}</svg>")

    def page(self, name: str, height: int, title: str, summary: str) -> Markup:
        """Return the picture for a page, which reads its title and its summary aloud."""
        labels = f'aria-labelledby="{name}-title {name}-summary"'
        said = f'<title id="{name}-title">{speakable(title)}</title>'
        said += f'<desc id="{name}-summary">{speakable(summary)}</desc>'
        head = f'<svg class="picture" width="100%" height="{height}" role="img" {labels}>'
        return Markup(f"{head}{said}{self._joined('page')}</svg>")  # noqa: S704  # escaped above

    def paper(self, height: int, title: str) -> str:
        """Return the picture as a file of its own, with its colours, as typst reads it."""
        size = f'width="{PAPER_WIDTH}" height="{height}" viewBox="0 0 {PAPER_WIDTH} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        said = f"<title>{speakable(title)}</title><style>{PAPER_STYLE}</style>"
        from_the_left = _WORDS.sub("\\1\u200e", self._joined("paper"))
        return f"{head}{said}{from_the_left}</svg>"


def across(part: Fraction) -> str:
    """Return a part of the width to a hundredth of a percent."""
    hundredths = round(part * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02}%".replace(".00%", "%")


def tenths(units: Fraction) -> str:
    """Return a length to a tenth of a unit."""
    whole = round(units * 10)
    return f"{whole // 10}.{whole % 10}".removesuffix(".0")


def _soft(curve: Curve, width: Fraction) -> str:
    """Return a path that leaves and reaches every point level."""
    steps = max(1, len(curve.down) - 1)
    found: list[str] = []
    before: tuple[Fraction, int] | None = None
    for place, down in enumerate(curve.down):
        x = place * width / steps
        if down is None:
            before = None
        elif before is None:
            found.append(f"M{tenths(x)} {down}")
            before = (x, down)
        else:
            middle = tenths((before[0] + x) / 2)
            found.append(f"C{middle} {before[1]} {middle} {down} {tenths(x)} {down}")
            before = (x, down)
    return "".join(found)


# --------------------------------------------------------------------------------------- words


def speakable(words: str) -> str:
    """Return words that any reader of XML takes: escaped, nothing in them that is no letter."""
    kept = [word for word in words if category(word) not in _NO_LETTERS and word not in _NEVER]
    return escape("".join(kept))


def _are_joined(words: str) -> bool:
    return any(first <= word <= last for word in words for first, last in _JOINED)


def shortened(words: str, columns: int) -> str:
    """Return words that fit into so many columns; wide letters take two."""
    wide = [2 if east_asian_width(word) in {"W", "F"} else 1 for word in words]
    if sum(wide) <= columns:
        return words
    kept = 0
    room = columns - 1
    while kept < len(words) and wide[kept] <= room:
        room -= wide[kept]
        kept += 1
    return f"{words[:kept].rstrip()}…"


def fitting(words: str, pixels: int) -> str:
    """Return words as far as they surely fit into so many pixels on paper."""
    room = 100 * pixels // _LETTER
    if sum(map(_width, words)) <= room:
        return words
    room -= _width("—")
    kept = 0
    while kept < len(words) and _width(words[kept]) <= room:
        room -= _width(words[kept])
        kept += 1
    return f"{words[:kept].rstrip()}…"


def _width(letter: str) -> int:
    """Return how wide a letter may be, in hundredths of its size; marks stand with a letter."""
    if category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    for letters, width in _WIDTHS:
        if letter in letters:
            return width
    if east_asian_width(letter) in {"W", "F"}:
        return 105
    return 72 if letter.isupper() else 62


def percent(share: Fraction) -> str:
    """Return a share to a whole percent, as people of this language write it."""
    from decimal import Decimal

    from babel.numbers import format_percent

    return format_percent(Decimal(rounded(share * 100)) / 100, locale=language())


def rounded(number: Fraction) -> int:
    """Return the nearest whole number; halves go up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)
