"""The press: sheets and templates in, one PDF out; the same data gives the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tiltyard.engine.errors import Fault
from tiltyard.paper.fonts import missing_text, typefaces
from tiltyard.paper.layouts import not_set, templates
from tiltyard.text.language import speaking
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.paper.fonts import Typefaces
    from tiltyard.paper.paper import Paper, Wanted
    from tiltyard.paper.view import PaperView

Size = Literal["a4", "letter"]
SIZES: dict[str, str] = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper, as the press calls them."""

_CODES_AT_MOST = 6
"""So many characters that no font has are told at the foot of a sheet."""

_TOO_LARGE = "does not fit: "
"""What a template says when it stops rather than cut something off; the text follows."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and what to tell whoever asked for it."""

    pdf: bytes
    warnings: tuple[str, ...] = ()

    @property
    def body(self) -> bytes:
        """The bytes that are kept of it."""
        return self.pdf


@dataclass(frozen=True, slots=True)
class _Part:
    """One paper in a pack, as its template reads it."""

    template: str
    title: str
    about: str
    body: object


@dataclass(frozen=True, slots=True)
class _Job:
    """Everything the press is told."""

    size: str
    language: str
    event: str
    date: str
    venue: str
    printed: str
    rules: str
    page: str
    parts: tuple[_Part, ...]


def print_paper(
    paper: Paper,
    view: PaperView,
    wanted: Wanted,
    *,
    size: Size = "a4",
    language: str = "en",
    fonts: Path | None = None,
) -> Printed:
    """Print one paper of an event."""
    return print_pack([(paper, wanted)], view, size=size, language=language, fonts=fonts)


def print_pack(
    papers: Iterable[tuple[Paper, Wanted]],
    view: PaperView,
    *,
    size: Size = "a4",
    language: str = "en",
    fonts: Path | None = None,
    strict: bool = False,
) -> Printed:
    """Print several papers of an event as one PDF; each counts its own pages.

    `fonts` is a folder with more of them; `strict`: rather fail than cut off what does not fit.
    """
    with speaking(language):
        parts = []
        for paper, wanted in papers:
            sheet = paper.data(view, wanted)
            parts.append(_Part(paper.template, sheet.title, sheet.about, sheet.body))
        return _pressed(_job(view, size, language, tuple(parts)), view, fonts, strict=strict)


def _job(view: PaperView, size: Size, language: str, parts: tuple[_Part, ...]) -> _Job:
    from babel.dates import format_date, format_time

    details = view.event.details
    day = format_date(view.printed, "medium", locale=language)
    moment = f"{day}, {format_time(view.printed, 'short', locale=language)}"
    return _Job(
        size=SIZES[size],
        language=language,
        event=details.name,
        date=format_date(details.date, "long", locale=language) if details.date else "",
        venue=details.venue,
        printed=say("paper.printed", moment=moment),
        rules=f"{view.rules.title} {view.rules.version}",
        page=say("paper.page-of", page="{page}", pages="{pages}"),
        parts=parts,
    )


def _pressed(job: _Job, view: PaperView, folder: Path | None, *, strict: bool) -> Printed:
    """Return what was set; what does not fit is cut off and told, unless somebody is strict."""
    import msgspec

    text = msgspec.json.encode(job).decode()
    faces = typefaces(text, folder)
    warnings: tuple[str, ...] = (missing_text(faces.missing),) if faces.missing else ()
    when = int(view.printed.timestamp())
    try:
        return Printed(_set(text, faces, when, strict=True), warnings)
    except _DoesNotFitError as error:
        if strict:
            raise
        told = wording("paper.there-is-not-enough-room")
        warnings += (told.format(text=error.what),)
    return Printed(_set(text, faces, when, strict=False), warnings)


class _DoesNotFitError(Fault):
    """Something is larger than the room it has."""

    what = ""


def _set(text: str, faces: Typefaces, when: int, *, strict: bool) -> bytes:
    import typst

    folder = templates()
    try:
        return typst.compile(
            str(folder / "job.typ"),
            root=str(folder),
            font_paths=faces.fonts,
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={
                "job": text,
                "fonts": "\n".join(faces.families),
                "strict": "yes" if strict else "no",
                "lacking": _lacking(faces.missing),
            },
            timestamp=when,
        )
    except typst.TypstError as error:
        _, cut_off, what = error.message.partition(_TOO_LARGE)
        place = "; ".join([error.message, *error.hints])
        if not cut_off:
            raise not_set(place) from error
        failed = _DoesNotFitError("paper-does-not-fit", place=place)
        failed.what = what.rstrip('"')
        raise failed from error


def _lacking(missing: str) -> str:
    """Return what a sheet says at its foot about characters it could not set: their numbers."""
    if not missing:
        return ""
    codes = " ".join(f"U+{ord(char):04X}" for char in missing[:_CODES_AT_MOST])
    more = " …" if len(missing) > _CODES_AT_MOST else ""
    return say("paper.an-empty-box-stands-for", codes=codes + more)
