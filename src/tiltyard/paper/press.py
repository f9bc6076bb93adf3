"""The press: sheets and templates in, one PDF out; the same data gives the same bytes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tiltyard.engine.errors import Fault
from tiltyard.paper.fonts import missing_text, typefaces
from tiltyard.paper.layouts import not_set, templates
from tiltyard.text.language import speaking
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tiltyard.day.facts import Details
    from tiltyard.engine.ruleset import Ruleset
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
        job = _job(view.rules, view.printed, size, language, tuple(parts))
        return _pressed(_of_event(job, view.event.details), view.printed, fonts, strict=strict)


def print_rules(
    rules: Ruleset,
    printed: datetime,
    *,
    size: Size = "a4",
    language: str = "en",
    fonts: Path | None = None,
) -> Printed:
    """Print the rules sheet of a ruleset that no event is needed for."""
    from tiltyard.paper.sheets.rules_sheet import sheet_of_rules

    with speaking(language):
        sheet = sheet_of_rules(rules)
        parts = (_Part("information.typ", sheet.title, sheet.about, sheet.body),)
        return _pressed(_job(rules, printed, size, language, parts), printed, fonts, strict=False)


def _job(
    rules: Ruleset, printed: datetime, size: Size, language: str, parts: tuple[_Part, ...]
) -> _Job:
    from babel.dates import format_date, format_time

    day = format_date(printed, "medium", locale=language)
    moment = f"{day}, {format_time(printed, 'short', locale=language)}"
    return _Job(
        size=SIZES[size],
        language=language,
        event=rules.title,
        date="",
        venue="",
        printed=say("paper.printed", moment=moment),
        rules=f"{rules.title} {rules.version}",
        page=say("paper.page-of", page="{page}", pages="{pages}"),
        parts=parts,
    )


def _of_event(job: _Job, details: Details) -> _Job:
    from babel.dates import format_date

    day = format_date(details.date, "long", locale=job.language) if details.date else ""
    return replace(job, event=details.name, date=day, venue=details.venue)


def _pressed(job: _Job, printed: datetime, folder: Path | None, *, strict: bool) -> Printed:
    """Return what was set; what does not fit is cut off and told, unless somebody is strict."""
    import msgspec

    text = msgspec.json.encode(job).decode()
    faces = typefaces(text, folder)
    warnings: tuple[str, ...] = (missing_text(faces.missing),) if faces.missing else ()
    when = int(printed.timestamp())
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
