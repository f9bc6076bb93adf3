"""The floor: the desk's home while a round is played, with every table and what is to do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.results import takes_entries
from tiltyard.text.language import speaking
from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.views.floor import floor_of
from tiltyard.views.round import state_of_round
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.match_page import match_values
from tiltyard.web.pages.desk.round_page import state_word
from tiltyard.web.pages.desk.table_lines import result_text

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Guidance
    from tiltyard.views.floor import Scores, Tile, TileState
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_ACTS = (
    "call-seating",
    "start-clock",
    "pause-clock",
    "resume-clock",
    "call-time",
    "extend-round",
    "enter-result",
    "draw-round",
)


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile in words: what it says large, and what below."""

    tile: Tile
    number: str
    word: str
    small: str


def is_on_the_floor(event: Event) -> bool:
    """Whether a round is out in the hall, and no other waits to be looked at."""
    return event.phase == "running" and event.current is not None and event.draft is None


def floor_page(asked: Asked, doing: str, guidance: tuple[Guidance, ...]) -> Reply:
    """Show every table of the round; `table` in the address opens one beside it.

    `doing` is the next step of the day once all results are in, `guidance` what the document says
    to organizers and leaders at this moment.
    """
    view = asked.view
    round_ = view.event.current
    assert round_ is not None
    with speaking(asked.visitor.language):
        floor = floor_of(view, round_, view.event.people, view.clock.now())
        state = state_of_round(view.event, round_)
        return desk_page(
            asked,
            "desk/floor.html",
            round=round_,
            title=_title(view, round_),
            floor=floor,
            tiles=[_shown(view, round_, tile) for tile in floor.tiles],
            state=state,
            state_word=state_word(state),
            ends=view.ends_ms(),
            left=view.seconds_left(),
            doing=doing if round_.is_closed else "",
            can={act: may(asked, act) for act in _ACTS},
            takes_entries=takes_entries(view.event, round_),
            opened=_opened(asked, round_),
            guidance=guidance,
        )


def _title(view: EventView, round_: DayRound) -> str:
    planned = view.event.swiss_rounds
    if round_.kind != "swiss" or round_.stage != 1 or not planned or round_.number > planned:
        return round_title(view.event, round_)
    return say("desk.round-of-rounds", number=round_.number, total=planned)


def _opened(asked: Asked, round_: DayRound) -> dict[str, Any] | None:
    """Return everything about the table that is opened beside the floor."""
    game = round_.games.get(asked.query.text("table"))
    return None if game is None else match_values(asked, round_, game)


def _shown(view: EventView, round_: DayRound, tile: Tile) -> ShownTile:
    row = tile.row
    number = str(row.number or "") if row.kind != "bye" else ""
    if tile.state == "done":
        game = round_.games[row.match]
        scores = _scores(tile.scores)
        word = scores or (say("desk.forfeited") if row.kind == "forfeit" else say("common.final-2"))
        return ShownTile(tile, number, word, "" if scores else result_text(view, round_, game))
    word = say(_WORDS[tile.state], num=row.extension)
    return ShownTile(tile, number, word, _small(tile))


_WORDS: dict[TileState, str] = {
    "disputed": "common.disputed",
    "called": "desk.judge-called",
    "overdue": "desk.time-is-up",
    "reported": "desk.one-report",
    "extension": "desk.plus-minutes",
    "playing": "common.playing",
    "pending": "common.not-begun",
    "bye": "common.bye",
}


def _small(tile: Tile) -> str:
    """Return the second line of a tile: what was reported, or that there is more time."""
    if tile.state == "disputed":
        return " / ".join(_scores(report.scores) for report in tile.reports if report.scores)
    if tile.reports and tile.state in {"reported", "overdue", "called"}:
        first = tile.reports[0]
        scores = _scores(first.scores)
        return f"{first.name}: {scores}" if scores else first.name
    if tile.row.extension and tile.state != "extension":
        return say("desk.plus-minutes", num=tile.row.extension)
    return ""


def _scores(scores: Scores | None) -> str:
    return f"{scores[0]}–{scores[1]}" if scores is not None else ""
