"""The lists of an event at the desk: where each stands, until when, what nobody could check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.list_access import (
    list_of,
    lists_are_public,
    lists_required,
    may_read_list,
    missing_lists,
    reads_lists,
)
from tiltyard.engine.rosters.checks import totals
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.army_lists import STANDINGS, list_standing, reveal_text, standing_title
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.player_page import entrant_state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.day.event import Entrant
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.web.army_lists import Standpoint
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

LOCKED = "locked"
_ACTS = (
    "approve-clean-lists",
    "receive-lists-on-paper",
    "set-list-deadline",
    "rule-on-product",
    "decide-conversion",
    "label-terrain",
)


@dataclass(frozen=True, slots=True)
class Row:
    """A player and where their list stands; faction and totals only for those who read it."""

    entrant: Entrant
    name: str
    here: str
    standing: Standpoint
    faction: str
    totals: str
    on_paper: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many lists stand where; choosing it shows only those."""

    id: str
    title: str
    number: int
    tone: str = ""


def lists_page(asked: Asked) -> Reply:
    """Show where the list of every player stands."""
    view = asked.view
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/lists.html", **_values(asked, view))


def _values(asked: Asked, view: EventView) -> dict[str, Any]:
    event, rules = view.event, view.rules
    reads = reads_lists(event, rules, asked.me)
    rows = sorted(_rows(asked, reads=reads), key=lambda row: row.name.casefold())
    counts = tuple(_counts(rows))
    wanted = asked.query.text("state")
    chosen = wanted if wanted in {count.id for count in counts} else ""
    missing = [player for player in missing_lists(event, rules) if list_of(event, player) is None]
    return {
        "rows": [row for row in rows if not chosen or _is(row, chosen)],
        "counts": counts,
        "chosen": chosen,
        "reads": reads,
        "why_not": why_not_reading(view),
        "required": lists_required(event, rules),
        "lists": rules.lists,
        "term": rules.terms.get("list", ""),
        "deadline": event.list_desk.deadline,
        "deadline_value": _local(event.list_desk.deadline),
        "late": event.list_desk.deadline is not None
        and view.clock.now() > event.list_desk.deadline,
        "clean": _clean(asked, rows) if reads else 0,
        "missing": len(missing),
        "unread": _without_cards(view),
        "reveal": reveal_text(rules),
        "public": lists_are_public(event, rules),
        "waiting": sum(
            1 for conversion in event.list_desk.conversions.values() if conversion.approved is None
        ),
        "may_do": {act: may(asked, act) for act in _ACTS},
    }


def _rows(asked: Asked, *, reads: bool) -> Iterator[Row]:
    view = asked.view
    for entrant in view.event.entrants.values():
        army = list_of(view.event, entrant.id)
        gone = entrant.state in {"dropped", "disqualified"}
        if entrant.spare or (gone and army is None):
            continue
        standing = list_standing(view.event, view.rules, entrant.id, reads=reads)
        faction, cost = _read(asked, entrant.id)
        yield Row(
            entrant,
            view.name(entrant.id),
            entrant_state(entrant)[0],
            standing,
            faction,
            cost,
            on_paper=standing.id in {"missing", "draft", "returned"} and not gone,
        )


def _read(asked: Asked, player: PlayerId) -> tuple[str, str]:
    """Return faction and totals of a list for whoever may read it; else nothing."""
    view = asked.view
    army = list_of(view.event, player)
    if army is None or not army.is_handed_in or not army.text:
        return "", ""
    if not may_read_list(view.event, view.rules, asked.me, player):
        return "", ""
    costs = [str(cost) for cost in totals(army.roster, view.rules) if cost is not None]
    return army.roster.faction, " · ".join(costs)


def _is(row: Row, chosen: str) -> bool:
    return row.standing.locked if chosen == LOCKED else row.standing.id == chosen


def _counts(rows: list[Row]) -> Iterator[Count]:
    """Yield everything first, then every standing some list has."""
    found = Counter(row.standing.id for row in rows)
    tones = {row.standing.id: row.standing.tone for row in rows}
    yield Count("", say("common.all"), len(rows))
    for standing in STANDINGS:
        if found[standing]:
            yield Count(standing, standing_title(standing), found[standing], tones[standing])
    locked = sum(1 for row in rows if row.standing.locked)
    if locked:
        yield Count(LOCKED, say("common.locked"), locked, "good")


def _clean(asked: Asked, rows: list[Row]) -> int:
    """Return how many lists of others wait without an error."""
    return sum(1 for row in rows if row.standing.id == "submitted" and row.entrant.id != asked.me)


def _without_cards(view: EventView) -> int:
    """Return how many lists were read without card data, though there could be some."""
    if not view.rules.lists.catalogue:
        return 0
    armies = view.event.list_desk.lists.values()
    return sum(
        1 for army in armies if army.is_handed_in and army.text and not army.roster.catalogue
    )


def _local(moment: datetime | None) -> str:
    """Return a moment as the field for it wants it: where the server stands."""
    return moment.astimezone().strftime("%Y-%m-%dT%H:%M") if moment is not None else ""


def why_not_reading(view: EventView) -> tuple[str, str]:
    """Return why somebody on the staff does not read lists, and the clause."""
    staff = view.rules.staff
    text = say("desk.you-see-where-lists-stand")
    return text, staff.rules_on_leader_clause or staff.clause
