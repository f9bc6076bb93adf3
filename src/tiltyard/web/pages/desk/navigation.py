"""The navigation of the desk: six sections, the tabs of each, and everything else under More."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.web.request import Asked


@dataclass(frozen=True, slots=True)
class Link:
    """A page somebody may open: its address, its title, whether it is the one that is open.

    `key` is the letter that goes there after `g`.
    """

    address: str
    title: str
    current: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that belong together in the menu."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Navigation:
    """The sections on top, the tabs of the one that is open, and the groups under More.

    `pages` are all pages there are for this person, for keys and search.
    """

    sections: tuple[Link, ...]
    tabs: tuple[Link, ...]
    groups: tuple[Group, ...]
    pages: tuple[Link, ...]
    help: str

    @property
    def in_more(self) -> bool:
        """Whether the page that is open belongs to no section."""
        return not any(section.current for section in self.sections)


Pages = tuple[str, ...]
_BEHIND: dict[str, str] = {
    "player": "people",
    "list-matters": "lists",
    "match": "round",
    "paper-entry": "results",
    "paper-round": "round",
    "published": "standings",
    "webhooks": "access",
}
"""Pages without a tab of their own, and the page they are reached from."""

_SECTIONS: tuple[tuple[str, Pages], ...] = (
    ("desk.floor", ("",)),
    ("common.players", ("people", "check-in", "lists", "links")),
    ("common.rounds", ("round", "results", "cut", "tables")),
    ("common.standings", ("standings", "scores")),
    ("desk.print", ("papers",)),
)
_GROUPS: tuple[tuple[str, Pages], ...] = (
    ("desk.menu-event", ("announcements", "details", "start", "rehearsal", "finish", "history")),
    ("desk.menu-people", ("staff", "access", "personal-data")),
)
_TITLES: dict[str, str] = {
    "": "desk.floor",
    "people": "common.players",
    "check-in": "desk.check-in",
    "lists": "common.lists",
    "links": "desk.links-and-qr",
    "round": "common.rounds",
    "results": "common.results",
    "cut": "common.cut",
    "tables": "desk.table-numbers",
    "standings": "common.standings",
    "scores": "desk.scores-and-votes",
    "papers": "desk.print",
    "announcements": "common.announcements",
    "details": "desk.details",
    "start": "desk.before-you-start",
    "rehearsal": "desk.rehearsal",
    "finish": "desk.finish",
    "history": "desk.history",
    "staff": "common.staff",
    "access": "common.access",
    "personal-data": "desk.personal-data",
}
_KEYS: dict[str, str] = {
    "": "f",
    "people": "p",
    "check-in": "c",
    "lists": "l",
    "round": "r",
    "results": "e",
    "cut": "x",
    "standings": "s",
    "papers": "d",
    "announcements": "a",
    "history": "h",
    "staff": "t",
}
"""The letter that goes to a page after `g`; pages elsewhere have theirs in `_elsewhere`."""

_WHOLE_DAY = "run-a-day-in-the-browser"
_HELP: dict[str, str] = {
    "": f"{_WHOLE_DAY}#each-round",
    "people": f"{_WHOLE_DAY}#before-the-day",
    "check-in": f"{_WHOLE_DAY}#before-the-day",
    "start": f"{_WHOLE_DAY}#before-the-day",
    "details": f"{_WHOLE_DAY}#before-the-day",
    "lists": "army-lists",
    "round": f"{_WHOLE_DAY}#each-round",
    "results": f"{_WHOLE_DAY}#each-round",
    "standings": "standings",
    "scores": "score-painting-and-sportsmanship",
    "cut": f"{_WHOLE_DAY}#the-end",
    "finish": f"{_WHOLE_DAY}#the-end",
    "papers": "run-on-paper",
    "personal-data": "forget-a-person",
    "history": f"{_WHOLE_DAY}#when-something-goes-wrong",
}
"""Where the documentation speaks of a page; of the others in the whole day."""

_OF_THE_FLOOR = frozenset({"people", "check-in", "links", "round", "cut", "tables", "finish"})
_OF_THE_ORGANIZER = frozenset({"details", "access", "personal-data", "rehearsal"})
_NOT_IN_A_REHEARSAL = frozenset({"links", "access", "personal-data"})


def navigation(asked: Asked) -> Navigation:
    """Return the navigation as this person may use it, on the page that is open."""
    here = page_of(asked)
    shown = [page for page in _TITLES if _is_shown(asked, page, here)]
    sections: list[Link] = []
    tabs: tuple[Link, ...] = ()
    for code, pages in _SECTIONS:
        own = [page for page in pages if page in shown]
        if own:
            sections.append(Link(_address(asked, own[0]), say(code), here in own))
        if here in own and len(own) > 1:
            tabs = _links(asked, own, here)
    groups = [Group(say(code), _links(asked, _only(pages, shown), here)) for code, pages in _GROUPS]
    for group in groups:
        if any(link.current for link in group.links):
            tabs = group.links
    elsewhere = _elsewhere(asked)
    every = (*_links(asked, shown, here), *elsewhere.links)
    address = f"/help/{_HELP.get(here, _WHOLE_DAY)}"
    return Navigation(tuple(sections), tabs, (*groups, elsewhere), every, address)


def page_of(asked: Asked) -> str:
    """Return the page of the desk that is open, or the one it is reached from."""
    path = asked.address.split("?")[0].removeprefix(f"/e/{asked.view.event.id}/desk")
    page = path.strip("/").split("/")[0]
    return _BEHIND.get(page, page)


def _is_shown(asked: Asked, page: str, here: str) -> bool:
    view = asked.view
    if view.event.is_rehearsal and page in _NOT_IN_A_REHEARSAL:
        return False
    if page == "rehearsal" and not view.event.is_rehearsal:
        before = view.event.phase in {"draft", "announced", "registration", "check_in"}
        return before and view.is_organizer(asked.me)
    if page == "cut":
        event = view.event
        has_cut = event.has_cut or event.past_the_cut or here == "cut"
        return has_cut and view.is_floor(asked.me)
    if page == "start":
        return view.event.phase in {"draft", "announced", "registration", "check_in"}
    if page in _OF_THE_ORGANIZER:
        return view.is_organizer(asked.me)
    return page not in _OF_THE_FLOOR or view.is_floor(asked.me)


def _only(pages: Pages, shown: Sequence[str]) -> list[str]:
    return [page for page in pages if page in shown]


def _links(asked: Asked, pages: Sequence[str], here: str) -> tuple[Link, ...]:
    return tuple(
        Link(_address(asked, page), say(_TITLES[page]), page == here, _KEYS.get(page, ""))
        for page in pages
    )


def _address(asked: Asked, page: str) -> str:
    desk = f"/e/{asked.view.event.id}/desk"
    return f"{desk}/{page}" if page else desk


def _elsewhere(asked: Asked) -> Group:
    """Return the pages of this event and others that are no pages of the desk."""
    view = asked.view
    event = f"/e/{view.event.id}"
    links = []
    if view.is_leader(asked.me):
        links.append(Link(f"{event}/judge", say("desk.judges-view"), key="j"))
    if view.event.is_public:
        links.append(Link(event, say("desk.public-page"), key="w"))
        links.append(Link(f"{event}/screen", say("common.big-screen"), key="b"))
    links.append(Link("/desk", say("common.my-events"), key="m"))
    return Group(say("desk.menu-elsewhere"), tuple(links))
