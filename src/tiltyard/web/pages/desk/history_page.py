"""Everything that happened, in words: newest first, with who did it and what was taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.fold import taken_back
from tiltyard.day.roles import role_of
from tiltyard.text.facts import is_told, round_text, told_text
from tiltyard.text.language import speaking
from tiltyard.web.event_view import EventView
from tiltyard.web.pages.desk.frame import desk_page

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import Discarded
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.request import Asked, Reply

PAGE = 50
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Happened:
    """One fact as it is read; of one that is not for the reader nobody is named."""

    number: int
    at: datetime
    who: str
    role: str
    text: str
    undone: bool


@dataclass(frozen=True, slots=True)
class ThrownAway:
    """A draw that was discarded: for everybody to see."""

    round: str
    draw: Discarded
    by: str
    pairs: tuple[str, ...]


def history_page(asked: Asked) -> Reply:
    """Show a page of the log."""
    version = asked.view.event.version
    pages = max(1, -(-version // PAGE))
    said = asked.query.text("page", "1")
    page = min(pages, max(1, int(said))) if _NUMBER.fullmatch(said) else 1
    with speaking(asked.visitor.language):
        return desk_page(
            asked,
            "desk/history.html",
            happened=_happened(asked, version, page),
            discarded=_discarded(asked),
            missing=_missing(asked),
            page=page,
            pages=pages,
        )


def _happened(asked: Asked, version: int, page: int) -> list[Happened]:
    """Return the facts of a page; later ones are read too, for they may take these back."""
    last = version - (page - 1) * PAGE
    log = list(asked.site.desk.log(asked.view.event.id, max(0, last - PAGE)))
    undone = taken_back(log)
    shown = [recorded for recorded in log if recorded.number <= last]
    return [
        _said(asked, recorded, undone=recorded.number in undone) for recorded in reversed(shown)
    ]


def _missing(asked: Asked) -> list[Happened]:
    """Return what only a server recorded that lost the lead; names are those of its branch."""
    leader, view = asked.site.leader, asked.view
    if leader is None:
        return []
    return [
        _said_of(EventView(branch.event, view.rules, view.document, view.clock), fact, asked.me)
        for branch in leader.differences.branches(view.event.id)
        for fact in branch.missing
    ]


def _said(asked: Asked, recorded: Recorded, *, undone: bool) -> Happened:
    return _said_of(asked.view, recorded, asked.me, undone=undone)


def _said_of(
    view: EventView, recorded: Recorded, me: PersonId, *, undone: bool = False
) -> Happened:
    text = told_text(recorded, view.event, view.rules, me)
    if not is_told(recorded, view.event, view.rules, me):
        return Happened(recorded.number, recorded.at, "", "", text, undone)
    role = role_of(view.rules, recorded.role)  # type: ignore[arg-type]
    title = role.title if role is not None else recorded.role.replace("_", " ")
    return Happened(recorded.number, recorded.at, view.name(recorded.actor), title, text, undone)


def _discarded(asked: Asked) -> list[ThrownAway]:
    view = asked.view
    return [
        ThrownAway(
            round_text(view.event, discarded.round),
            discarded,
            view.name(discarded.by),
            tuple(" – ".join(map(view.name, match.players)) for match in discarded.matches),
        )
        for discarded in reversed(view.event.discarded)
    ]
