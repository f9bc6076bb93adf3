"""Pieces that several papers are made of: facts with a label, and lines under a heading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.language import language
from tiltyard.text.say import say

if TYPE_CHECKING:
    from datetime import date, datetime

    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to know: what it is about, and what is so; `note` is said in smaller letters."""

    label: str
    text: str
    note: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with what belongs under it; `said` are sentences of their own."""

    title: str
    said: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()


def day_text(day: date) -> str:
    """Return a day as people of this language write it."""
    from babel.dates import format_date

    return format_date(day, "long", locale=language())


def moment_text(view: PaperView, moment: datetime) -> str:
    """Return a moment in the time of the place, with its day."""
    from babel.dates import format_date, format_time

    here = moment.astimezone(view.printed.tzinfo)
    day = format_date(here, "medium", locale=language())
    return f"{day}, {format_time(here, 'short', locale=language())}"


def time_text(view: PaperView, moment: datetime) -> str:
    """Return a time of day in the time of the place."""
    from babel.dates import format_time

    return format_time(moment.astimezone(view.printed.tzinfo), "short", locale=language())


def sentence(text: str) -> str:
    """Return words as a sentence by itself."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def nobody() -> str:
    """Return what stands where no name does."""
    return say("common.nobody")
