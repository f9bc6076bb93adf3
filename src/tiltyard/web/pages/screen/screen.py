"""What the big screen shows: everything at once; the browser turns it into pages that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.day.facts import (
    DisputeResolved,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
)
from tiltyard.text.say import wording
from tiltyard.views.round import counted_games
from tiltyard.web.pages.public.bracket import public_bracket
from tiltyard.web.pages.public.overview import (
    next_sentence,
    round_clock,
    round_of_plan,
    standing_sentence,
    told,
)
from tiltyard.web.pages.public.pairings import lines_of, open_lines, round_frame, seats_of
from tiltyard.web.pages.public.standings import ranking

if TYPE_CHECKING:
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.public.pairings import TableLine

_RESULTS = (DisputeResolved, ResultConfirmed, ResultCorrected, ResultEntered, ResultReported)
MOST_LATEST = 12
NEWEST_FACTS = 400  # so far back results are looked for: hundreds of them are nobody's news
MOST_RANKED = 128  # places on the screen; the whole table is on everybody's phone


def screen(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the panels of the screen; those without anything to show are left out."""
    event, round_ = view.event, view.event.current
    frame = round_frame(view)
    playing = round_ is not None and event.phase == "running" and frame["state"] != "closed"
    table = ranking(view, desk)
    over = event.phase in {"finished", "archived"}
    first = [row.name for row in table["rows"] if row.rank == "1"] if over else []
    return {
        **frame,
        "standing": _standing(view),
        "next": next_sentence(view),
        "clock": round_clock(view),
        "title": round_of_plan(view, round_) if round_ is not None and not over else "",
        "seats": seats_of(view, round_) if playing and round_ is not None else (),
        "missing": open_lines(view) if playing else (),
        "latest": latest_results(view, desk) if playing else (),
        "counted": counted_games(round_) if round_ is not None else (0, 0),
        "rows": table["rows"][:MOST_RANKED],
        "groups": table["groups"],
        "titles": [title for title, *_ in table["titles"]],
        "after": table["after"],
        "picture": public_bracket(view),
        "told": [said for said in told(view) if said.text],
        "champions": first,
        "prizes": [(prize.title, view.public_name(prize.recipient)) for prize in event.prizes],
    }


def overlay(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return what a stream may show: the clock, any table, the newest results, the bracket."""
    round_ = view.event.current
    return {
        "title": round_of_plan(view, round_) if round_ is not None else "",
        "clock": round_clock(view),
        "lines": lines_of(view, round_) if round_ is not None else (),
        "latest": latest_results(view, desk),
        "picture": public_bracket(view),
    }


def latest_results(view: EventView, desk: Desk) -> tuple[TableLine, ...]:
    """Return the results of the newest round that count, the one recorded last first."""
    round_ = view.event.current
    if round_ is None:
        return ()
    newest = desk.log(view.event.id, after=max(0, view.event.version - NEWEST_FACTS))
    matches = [entry.fact.match for entry in newest if isinstance(entry.fact, _RESULTS)]
    order = dict.fromkeys(reversed(matches))
    lines = {line.match: line for line in lines_of(view, round_) if not line.open}
    return tuple(lines[match] for match in order if match in lines)[:MOST_LATEST]


def _standing(view: EventView) -> str:
    """Return the line below the title: how far the round is, or where the event stands."""
    round_ = view.event.current
    if view.event.phase != "running" or round_ is None or not round_.began or round_.is_closed:
        return standing_sentence(view)
    done, count = counted_games(round_)
    text = wording("screen.of-tables-done", count)
    return text.format(done=done, num=count)
