"""Papers for whoever asks: what they may see on them, and the press that sets them."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from tiltyard.day.visibility import may_read_paper
from tiltyard.engine.errors import Fault, Refused
from tiltyard.engine.tournament import PlayerId
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import SIZES, print_pack
from tiltyard.paper.table import PAPERS, fall_back_pack
from tiltyard.paper.view import PaperView, as_read_by
from tiltyard.service.exporting import Outgoing
from tiltyard.text.language import LANGUAGES, speaking, spoken_by
from tiltyard.text.refusals import refusal_text
from tiltyard.web.errors import Forbidden, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import Event
    from tiltyard.engine.tournament import PersonId
    from tiltyard.paper.paper import Paper, Sheet
    from tiltyard.paper.press import Printed, Size
    from tiltyard.web.event_view import EventView
    from tiltyard.web.site import Site

log = logging.getLogger("tiltyard.web")

PACK = "pack"
PDF = "application/pdf"
NOTHING_SAID = Wanted()
_MOST_TABLES = 100_000


@dataclass(frozen=True, slots=True)
class PaperOrder:
    """What is asked of the press: a paper or the pack, of what, and how it is to be printed."""

    name: str
    wanted: Wanted = NOTHING_SAID
    size: str = "a4"
    language: str = "en"


def order_of(event: Event, name: str, asked: Mapping[str, str], language: str) -> PaperOrder:
    """Return an order as a form or a program writes it; what a paper has no use for is left out."""
    if name != PACK and name not in PAPERS:
        raise NotFound("order-of-no-such-paper")
    options = PAPERS[name].options if name in PAPERS else ()
    chosen = {option: asked.get(option, "").strip() for option in options}
    size, spoken = asked.get("size") or "a4", asked.get("language")
    spoken = spoken or spoken_by(event, language)
    if size not in SIZES:
        raise Refused("no-paper-size", field="size", size=size[:20])
    if spoken not in LANGUAGES:
        raise Refused("papers-not-printed-language", field="language", languages=tuple(LANGUAGES))
    wanted = Wanted(
        chosen.get("round") or None,
        _player(event, chosen.get("player", "")),
        _table(chosen.get("table", "")),
    )
    return PaperOrder(name, wanted, size, spoken)


def _player(event: Event, text: str) -> PlayerId | None:
    if not text:
        return None
    if text not in event.entrants:
        raise Refused("player-nobody-who-plays-id", field="player")
    return PlayerId(text)


def _table(text: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MOST_TABLES:
        raise Refused("table-no-number", field="table")
    return int(text[:9])


# ------------------------------------------------------------------------------- who sees what


def paper_view(
    site: Site,
    view: EventView,
    person: PersonId,
    links: Mapping[PlayerId, str] | None = None,
) -> PaperView:
    """Return an event as somebody of the staff may print it.

    A round that is drawn and not published is for those at the desk alone. Where links were just
    made, only their players are on the paper.
    """
    address = f"{site.settings.address}/e/{view.event.id}/tables#t"
    floor = view.is_floor(person)
    event = view.event if floor else replace(view.event, draft=None)
    if links is not None:
        chosen = {player: entrant for player, entrant in event.entrants.items() if player in links}
        event = replace(event, entrants=chosen)
    made = PaperView(
        event,
        view.rules,
        view.document,
        view.clock.now().astimezone(),
        player_link=links.get if links is not None else None,
        table_link=lambda table: f"{address}{table}",
        log=lambda: tuple(site.desk.log(view.event.id)),
    )
    return made.as_published() if floor else made


def may_print(view: EventView, person: PersonId, name: str) -> bool:
    """Whether a paper, or the pack of papers, is for this person."""
    readers = PAPERS[name].readers if name in PAPERS else "staff"
    return may_read_paper(view.event, view.rules, person, readers)


def with_readable_lists(paper: Paper, person: PersonId) -> Paper:
    """Return a paper that knows nothing of lists this person may not read but that they are in.

    Who begins and who must mark their army follows from the lists and is told to everybody.
    """
    if "round" in paper.options:
        return paper

    def data(view: PaperView, wanted: Wanted) -> Sheet:
        return paper.data(as_read_by(view, person), wanted)

    return replace(paper, data=data)


# ------------------------------------------------------------------------------- the press


def printed(
    site: Site,
    view: EventView,
    person: PersonId,
    order: PaperOrder,
    links: Mapping[PlayerId, str] | None = None,
) -> tuple[Outgoing, tuple[str, ...]]:
    """Return a paper as a file, and what to tell whoever asked; one made this minute is kept."""
    if not may_print(view, person, order.name):
        raise Forbidden("paper-not-your-role")
    if links is not None:
        made = _set(site, view, person, order, links)
        return _file(view, order, made), made.warnings
    event = view.event
    moment = view.clock.now().replace(second=0, microsecond=0)
    key = (PDF, event.id, event.version, person, order, moment)
    kept = site.shelf.fetch(key, lambda: _set(site, view, person, order, None))
    return _file(view, order, kept), kept.warnings


def _set(
    site: Site,
    view: EventView,
    person: PersonId,
    order: PaperOrder,
    links: Mapping[PlayerId, str] | None,
) -> Printed:
    paper_view_ = paper_view(site, view, person, links)
    if order.name == PACK:
        pack = fall_back_pack(paper_view_)
    else:
        pack = ((PAPERS[order.name], order.wanted),)
    allowed = [(with_readable_lists(paper, person), wanted) for paper, wanted in pack]
    with site.press_room.place():
        try:
            size = cast("Size", order.size)
            return print_pack(allowed, paper_view_, size=size, language=order.language)
        except Fault as fault:
            raise _broken(order, fault) from fault


def _broken(order: PaperOrder, fault: Fault) -> Refused:
    number = secrets.token_hex(4)
    log.error("press %s cannot set %s", number, order.name, exc_info=fault)
    return Refused("press-cannot-set-paper-our", number=number)


def _file(view: EventView, order: PaperOrder, made: Printed) -> Outgoing:
    wanted = order.wanted
    parts = [view.event.id, order.name]
    if wanted.round:
        parts.append(f"round-{wanted.round}")
    if wanted.table:
        parts.append(f"table-{wanted.table}")
    if wanted.player:
        parts.append(str(view.event.entrants[wanted.player].number or wanted.player))
    name = "-".join(
        "".join(other for other in part if other.isalnum() or other in "-.") for part in parts
    )
    return Outgoing(f"{name}.pdf", PDF, made.pdf)


def available(view: PaperView, paper: Paper, language: str) -> str:
    """Return why a paper cannot be printed now; nothing where it can."""
    if paper.readers == "floor":  # what is long to make is asked for only when it is printed
        return ""
    with speaking(language):
        try:
            paper.data(view, Wanted())
        except Refused as no:
            return refusal_text(no)
    return ""
