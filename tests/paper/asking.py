"""Papers asked for their words: what tests of papers share."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.paper.days import new_hall, view_of
from tests.paper.pictures import text_of
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_paper
from tiltyard.paper.table import PAPERS

if TYPE_CHECKING:
    from tiltyard.dev.demo import Hall
    from tiltyard.paper.view import PaperView

ALL = Wanted()


def printed(view: PaperView, paper: str, wanted: Wanted = ALL, **more: str) -> bytes:
    """Return a paper as PDF."""
    return print_paper(PAPERS[paper], view, wanted, **more).pdf


def words(view: PaperView, paper: str, wanted: Wanted = ALL, **more: str) -> str:
    """Return what stands on a paper, in one line."""
    return " ".join(" ".join(text_of(printed(view, paper, wanted, **more))).split())


def squeezed(text: str) -> str:
    """Return a text without spaces and the marks of direction."""
    return re.sub(r"\s|\u200b|\u200e", "", text)


@cache
def early(ruleset: str) -> Hall:
    """Return a hall of six before the first round."""
    return new_hall(ruleset, 6, hostile=())


@cache
def drawn(ruleset: str) -> Hall:
    """Return a hall of six in the first round."""
    hall = new_hall(ruleset, 6, hostile=())
    hall.begin_round()
    return hall


@cache
def said(ruleset: str, paper: str) -> str:
    """Return what stands on a paper before the first round."""
    return words(view_of(early(ruleset)), paper)


def with_details(hall: Hall, **changed: object) -> PaperView:
    """Return an event whose organizer decided something otherwise."""
    event = hall.event
    return view_of(hall, replace(event, details=replace(event.details, **changed)))


def asks(clause: str, *row: object) -> object:
    """Return a row of a table that proves a clause."""
    return pytest.param(*row, marks=pytest.mark.clause(clause), id=f"{clause}: {row[-1]}")
