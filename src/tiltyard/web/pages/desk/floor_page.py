"""The floor: the desk's home while a round is played, with every table and what is to do there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.results import EnterResult, takes_entries
from tiltyard.text.language import speaking
from tiltyard.text.names import round_title
from tiltyard.text.say import listed, say
from tiltyard.views.floor import PATIENCE, floor_of
from tiltyard.views.late_arrivals import late_arrivals_now
from tiltyard.views.round import state_of_round
from tiltyard.web.pages.account.joining import phones_open
from tiltyard.web.pages.desk.entry_line import example_line
from tiltyard.web.pages.desk.frame import desk_page, may, said_reminders
from tiltyard.web.pages.desk.match_page import match_values
from tiltyard.web.pages.desk.round_page import state_word
from tiltyard.web.pages.desk.table_lines import result_text
from tiltyard.web.pages.judge.queue import times_of
from tiltyard.web.pages.public.overview import next_sentence
from tiltyard.web.schedule import schedule_now

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Guidance
    from tiltyard.engine.tournament import MatchId
    from tiltyard.views.floor import Floor, Scores, Tile, TileState
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.desk.frame import Said
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
    "let-in-late",
    "receive-lists-on-paper",
)


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile in words: what it says large, and what below."""

    tile: Tile
    number: str
    word: str
    small: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Tiles that stand together; in a small hall there is one section without a title."""

    title: str
    anchor: str
    tiles: tuple[ShownTile, ...]


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something the desk has to do: what, more about it, and where."""

    tone: str
    text: str
    small: str
    address: str
    lists: tuple[str, ...] = ()
    """Players whose lists are missing: one press takes them on paper."""


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
        floor = _floor(asked, round_)
        now = view.clock.now()
        state = state_of_round(view.event, round_)
        waiting = floor.overdue_reports(now) if may(asked, "enter-result") else ()
        return desk_page(
            asked,
            "desk/floor.html",
            schedule=schedule_now(view),
            round=round_,
            title=_title(view, round_),
            floor=floor,
            sections=_sections(view, round_, floor, now),
            todo=_todo(asked, floor, now),
            waiting=waiting,
            patience=PATIENCE.seconds // 60,
            example=example_line(view, round_),
            state=state,
            comes_next=next_sentence(view),
            state_word=state_word(state),
            ends=view.ends_ms(),
            left=view.seconds_left(),
            doing=doing if round_.is_closed else "",
            can={act: may(asked, act) for act in _ACTS},
            takes_entries=takes_entries(view.event, round_),
            opened=_opened(asked, round_),
            guidance=guidance,
            late=late_arrivals_now(view),
            phones_open=phones_open(asked),
        )


def _floor(asked: Asked, round_: DayRound) -> Floor:
    view = asked.view
    times = times_of(asked.site.desk, view.event)
    return floor_of(view, round_, view.event.people, view.clock.now(), times)


def accept_reports(asked: Asked) -> Reply:
    """Let every single report count that has waited long enough, each under its own key."""
    view = asked.view
    round_ = view.event.current
    key = asked.form.text("key") or secrets.token_hex(12)
    tiles = () if round_ is None else _floor(asked, round_).overdue_reports(view.clock.now())
    for tile in tiles:
        assert round_ is not None
        slip = round_.games[tile.row.match].filed[0].slip
        command = EnterResult(tile.row.match, slip)
        asked.site.do(view.event.id, asked.me, command, key=f"{key}-{tile.row.match}")
    with speaking(asked.visitor.language):
        tables = listed(str(tile.row.number) for tile in tiles)
        said = say("desk.reports-accepted", num=len(tiles), tables=tables)
        text = said if tiles else say("desk.no-report-is-old-enough")
    if asked.wants_json:
        return asked.json({"text": [text]})
    asked.flash(text)
    return asked.redirect(asked.form.text("next") or f"/e/{view.event.id}/desk")


# ---------------------------------------------------------------------------- to do

_AT_A_TABLE = frozenset(
    {"disputed", "judge-called", "call-to-decide", "confirmation-missing", "table-with-extension"}
)
"""Reminders that the tiles and the lines about them say already."""

_TONES = {"blocks": "alarm", "overdue": "warn", "next": "live", "know": ""}


def _todo(asked: Asked, floor: Floor, now: datetime) -> tuple[ToDo, ...]:
    """Return what needs somebody: tables first, then reports, then what the day asks for."""
    tables = [_at_table(tile, now) for tile in floor.tiles if tile.state in {"disputed", "called"}]
    here = {tile.row.match for tile in floor.tiles if tile.state != "done"}
    others = [said for said in said_reminders(asked) if not _on_a_tile(said, here)]
    rest = [
        ToDo(_TONES[said.reminder.urgency], said.text, "", said.place, _lists_of(said))
        for said in others
    ]
    return (*tables, *_reports(floor), *rest)


def _on_a_tile(said: Said, here: set[MatchId]) -> bool:
    """Whether a tile says it already: a call at a game that is over has none that does."""
    match = said.reminder.facts.get("match")
    return said.reminder.code in _AT_A_TABLE and (match is None or match in here)


def _lists_of(said: Said) -> tuple[str, ...]:
    if said.reminder.code != "list-missing":
        return ()
    players = said.reminder.facts["players"]
    return tuple(map(str, players)) if isinstance(players, (list, tuple)) else ()


def _at_table(tile: Tile, now: datetime) -> ToDo:
    address = f"?table={tile.row.match}#panel"
    number = tile.row.number or ""
    if tile.state == "disputed":
        return ToDo("alarm", say("desk.todo-disputed", number=number), _small(tile, now), address)
    text = say("desk.todo-called", number=number)
    return ToDo("warn", text, _waited(tile, now), address)


def _reports(floor: Floor) -> tuple[ToDo, ...]:
    if not floor.reported:
        return ()
    numbers = listed(str(t.row.number) for t in floor.tiles if t.state == "reported")
    text = say("desk.todo-reports", num=floor.reported)
    where = say("desk.todo-tables", tables=numbers, num=floor.reported)
    return (ToDo("live", text, where, "#tiles"),)


def _waited(tile: Tile, now: datetime) -> str:
    if tile.since is None:
        return ""
    return say("desk.minutes-short", num=max(0, int((now - tile.since).total_seconds()) // 60))


# ---------------------------------------------------------------------------- tiles


def _sections(
    view: EventView, round_: DayRound, floor: Floor, now: datetime
) -> tuple[ShownSection, ...]:
    parts = floor.sections
    return tuple(
        ShownSection(
            f"{part.first}–{part.last}" if len(parts) > 1 else "",
            f"tables-{part.first}",
            tuple(_shown(view, round_, tile, now) for tile in part.tiles),
        )
        for part in parts
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


def _shown(view: EventView, round_: DayRound, tile: Tile, now: datetime) -> ShownTile:
    row = tile.row
    number = str(row.number or "") if row.kind != "bye" else ""
    if tile.state == "done":
        game = round_.games[row.match]
        scores = _scores(tile.scores)
        word = scores or (say("desk.forfeited") if row.kind == "forfeit" else say("common.final-2"))
        return ShownTile(tile, number, word, "" if scores else result_text(view, round_, game))
    word = say(_WORDS[tile.state], num=row.extension)
    return ShownTile(tile, number, word, _small(tile, now))


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


def _small(tile: Tile, now: datetime) -> str:
    """Return the second line of a tile: what was reported, who waits how long, more time."""
    if tile.state == "disputed":
        return " / ".join(_scores(report.scores) for report in tile.reports if report.scores)
    if tile.state == "called" and tile.since is not None:
        return _waited(tile, now)
    if tile.reports and tile.state in {"reported", "overdue"}:
        first = tile.reports[0]
        scores = _scores(first.scores)
        given = first.name.split()[0]
        return f"{given}: {scores}" if scores else first.name
    if tile.state == "extension":
        return say("desk.extension-word")
    return say("desk.plus-minutes", num=tile.row.extension) if tile.row.extension else ""


def _scores(scores: Scores | None) -> str:
    return f"{scores[0]}–{scores[1]}" if scores is not None else ""
