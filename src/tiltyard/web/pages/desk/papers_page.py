"""Everything that can be printed, by the moment it is needed; the pack to go on with on top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.paper.next_round import going_on, what_follows
from tiltyard.paper.table import PAPERS
from tiltyard.text.facts import round_text
from tiltyard.text.language import LANGUAGES, language, speaking, spoken_by
from tiltyard.text.say import say, wording
from tiltyard.web.pages.account.joining import phones_open
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.pages.desk.links_page import players_without_link
from tiltyard.web.printing import available, may_print, paper_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import Refused
    from tiltyard.paper.paper import Moment
    from tiltyard.paper.view import PaperView
    from tiltyard.web.request import Asked, Reply


@dataclass(frozen=True, slots=True)
class Offered:
    """A paper of the page: what it is called, and why it cannot be printed now, if so."""

    id: str
    title: str
    options: tuple[str, ...]
    not_yet: str


@dataclass(frozen=True, slots=True)
class Group:
    """The papers of a moment."""

    id: str
    title: str
    about: str
    papers: tuple[Offered, ...]


def papers_page(asked: Asked, refused: Refused | None = None) -> Reply:
    """Show the papers, and what was refused of them."""
    view, me = asked.view, asked.me
    with speaking(asked.visitor.language):
        shown = paper_view(asked.site, view, me)
        draft = view.event.draft if view.is_floor(me) else None
        event = shown.event
        query = asked.query
        return desk_page(
            asked,
            "desk/papers.html",
            status=200 if refused is None else 422,
            refused=asked.why_not(refused),
            groups=_groups(asked, shown),
            rounds=[
                (round_.id, _round_title(asked, round_.id)) for round_ in reversed(event.rounds)
            ],
            draft=draft,
            pack_about=_pack_about(asked, shown),
            players=sorted(shown.players(), key=lambda entry: entry.name.casefold()),
            without_link=players_without_link(asked) if view.is_floor(me) else [],
            sizes=[("a4", say("desk.a4")), ("letter", say("desk.us-letter"))],
            speech=list(LANGUAGES.items()),
            chosen={
                **{name: query.text(name) for name in ("size", "round", "player")},
                "language": query.text("language") or spoken_by(event, language()),
            },
            floor=view.is_floor(me),
            phones_open=phones_open(asked),
        )


def _round_title(asked: Asked, name: str) -> str:
    draft = asked.view.event.draft
    title = round_text(asked.view.event, name)
    if draft is not None and draft.id == name:
        return say("desk.drawn", round=title)
    return title


def _pack_about(asked: Asked, shown: PaperView) -> str:
    """Return what is in the pack now."""
    event = shown.event
    said = []
    round_ = going_on(event)
    if round_ is not None:
        text = wording("desk.pairings-by-table-and-by")
        said.append(text.format(round=round_text(event, round_.id)))
    if what_follows(event) != "nothing":
        text = say("desk.for-the-round-after-it")
        if round_ is None:
            text = say("desk.for-the-next-round-how")
        said.append(text)
    said.append(say("desk.the-standings-so-far-the"))
    return " ".join(said)


# ------------------------------------------------------------------------------- by moment


def _groups(asked: Asked, shown: PaperView) -> list[Group]:
    titles: dict[Moment, tuple[str, str]] = {
        "before": (say("desk.before-the-day"), say("desk.to-put-up-to-hand")),
        "round": (say("desk.each-round"), say("desk.of-the-round-that-is")),
        "end": (say("desk.cut-and-end"), ""),
    }
    groups = [
        Group(moment, title, about, tuple(_offered(asked, shown, moment)))
        for moment, (title, about) in titles.items()
    ]
    return [group for group in groups if group.papers]


def _offered(asked: Asked, shown: PaperView, moment: Moment) -> Iterator[Offered]:
    for paper in PAPERS.values():
        if paper.moment == moment and may_print(asked.view, asked.me, paper.id):
            not_yet = available(shown, paper, asked.visitor.language)
            yield Offered(paper.id, paper.title(), paper.options, not_yet)
