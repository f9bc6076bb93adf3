"""Pictures to share: an event or a player on one card, as PNG."""

from __future__ import annotations

from dataclasses import dataclass

from tiltyard.paper.fonts import typefaces
from tiltyard.paper.layouts import not_set, templates

WIDTH, HEIGHT = 1200, 630
"""What every service shows whole, in dots."""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What stands on a card: a line above the title, the news below it, and up to four rows."""

    language: str
    above: str
    title: str
    lead: str
    rows: tuple[tuple[str, str, str], ...] = ()
    below: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that was drawn."""

    body: bytes


def draw_card(card: ShareCard) -> Drawn:
    """Draw a card; the same words give the same bytes."""
    import msgspec
    import typst

    text = msgspec.json.encode(card).decode()
    faces = typefaces(text, None)
    folder = templates()
    try:
        body = typst.compile(
            str(folder / "card.typ"),
            root=str(folder),
            font_paths=faces.fonts,
            ignore_system_fonts=True,
            format="png",
            ppi=72.0,
            sys_inputs={"card": text, "fonts": "\n".join(faces.families)},
        )
    except typst.TypstError as error:
        raise not_set(error.message) from error
    return Drawn(body)
