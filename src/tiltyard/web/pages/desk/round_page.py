"""The page of the round: draw, publish, clock, results coming in; the tables of the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.day.as_tournament import next_round_id
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import why_stale
from tiltyard.day.reminders import guidance, moment_of
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw
from tiltyard.text.facts import bracket_text, round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.refusals import value_text
from tiltyard.text.say import say
from tiltyard.views.round import players_left, state_of_round
from tiltyard.web.components import searches
from tiltyard.web.errors import refusal_words
from tiltyard.web.pages.desk.draw_page import (
    cards_of,
    costs_of,
    drawn_tables,
    tables_by_reason,
    warnings_of,
)
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.navigation import Link
from tiltyard.web.pages.desk.table_lines import table_lines, versions_of

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Event, RoundState
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# The tables of the hall: their numbers, those out of use, and who always sits at the same one.


def tables_page(asked: Asked) -> Reply:
    """Show how the tables are numbered and who has a fixed one."""
    event = asked.view.event
    players = sorted(
        (entrant for entrant in event.entrants.values() if not entrant.spare),
        key=lambda entrant: entrant.name.casefold(),
    )
    return desk_page(
        asked,
        "desk/tables.html",
        fixed=sorted(
            (entrant for entrant in players if entrant.table is not None),
            key=lambda entry: entry.table or 0,
        ),
        free=[entrant for entrant in players if entrant.table is None],
        needed=(len(players) + 1) // 2,
        may_arrange=may(asked, "arrange-tables"),
        may_change=may(asked, "change-player"),
    )


# ------------------------------------------------------------------------------
# The page of the round: draw, look at it, publish, clock, results coming in, close.

_ACTS = (
    "draw-round",
    "discard-draw",
    "change-pairings",
    "set-cards",
    "publish-round",
    "withdraw-round",
    "call-seating",
    "start-clock",
    "pause-clock",
    "resume-clock",
    "call-time",
    "make-cut",
)


def round_page(asked: Asked) -> Reply:
    """Show the round as it stands: nothing drawn, drawn, published or closed."""
    event = asked.view.event
    can = {act: may(asked, act) for act in _ACTS}
    chosen = event.round(asked.query.text("round"))
    with speaking(asked.visitor.language):
        if chosen is not None and not _is_played_now(event, chosen):
            return desk_page(asked, "desk/round_past.html", **_past(asked, chosen))
        if event.draft is not None:
            return desk_page(asked, "desk/round_drawn.html", can=can, **_drawn(asked, event.draft))
        if event.current is not None and state_of_round(event, event.current) != "closed":
            values = _published(asked, event.current)
            return desk_page(asked, "desk/round_published.html", can=can, **values)
        return desk_page(asked, "desk/round_next.html", can=can, **_next(asked))


def _is_played_now(event: Event, round_: DayRound) -> bool:
    """Whether a round is the one the page shows unasked: on the tables, or drawn."""
    if round_ is event.draft:
        return True
    return round_ is event.current and event.draft is None and not round_.is_closed


def _past(asked: Asked, round_: DayRound) -> dict[str, Any]:
    """Return a round that is over, with every slip."""
    view = asked.view
    state = state_of_round(view.event, round_)
    return {
        "round": round_,
        "rounds": _switch(asked, round_),
        "title": heading(round_text(view.event, round_.id)),
        "state_word": state_word(state),
        "lines": table_lines(view, round_),
    }


def _switch(asked: Asked, shown: DayRound | None) -> tuple[Link, ...]:
    """Return every round that is published, and at the end the one that is drawn or comes next."""
    event = asked.view.event
    page = f"/e/{event.id}/desk/round"
    known = [
        Link(f"{page}?round={round_.id}", heading(round_text(event, round_.id)), round_ is shown)
        for round_ in event.rounds
    ]
    if event.draft is not None:
        title = heading(round_text(event, event.draft.id))
        return (*known, Link(page, title, event.draft is shown))
    between = event.current is None or event.current.is_closed
    if event.phase == "running" and between:
        known.append(Link(page, say("common.next"), shown is None))
    return tuple(known)


# ---------------------------------------------------------------------------- nothing drawn


def _next(asked: Asked) -> dict[str, Any]:
    """Return what could be drawn now, and the round that was played last."""
    view, desk = asked.view, asked.site.desk
    event = view.event
    refused = desk.refusal(event.id, asked.me, DrawRound())
    asks = refused if isinstance(refused, NeedsConfirmation) else None
    repeats = isinstance(refused, NoLegalPairing)
    cut = desk.refusal(event.id, asked.me, MakeCut()) is None
    playing = players_left(view)
    spares = [
        entrant.name
        for entrant in event.entrants.values()
        if entrant.spare and entrant.state == "active"
    ]
    last = event.current
    return {
        "rounds": _switch(asked, None),
        "title": _next_title(event),
        "refused": refusal_words(None if asks else refused),
        "asks": refusal_words(asks),
        "over": isinstance(refused, NothingToDraw),
        "repeats_needed": repeats,
        "cut_is_next": cut,
        "players": len(playing),
        "odd": len(playing) % 2 == 1,
        "spares": spares,
        "last": last,
        "last_title": heading(round_text(event, last.id)) if last is not None else "",
        "lines": table_lines(view, last) if last is not None else (),
        "discarded": [
            discarded for discarded in event.discarded if discarded.round == next_round_id(event)
        ],
    }


def _next_title(event: Event) -> str:
    """Return what the next round is called; a bracket that is not drawn yet is one all the same."""
    name = next_round_id(event)
    last, cut = event.current, event.qualification
    bracket = cut is not None and not event.details.swiss_after_cut
    if bracket or (last is not None and last.kind == "elimination"):
        stage, _, number = name.partition(".")
        return heading(bracket_text(event, int(stage), int(number)))
    return heading(round_text(event, name))


# ---------------------------------------------------------------------------- drawn


def _drawn(asked: Asked, draft: DayRound) -> dict[str, Any]:
    view = asked.view
    event = view.event
    tables = drawn_tables(view, draft)
    no = asked.site.desk.refusal(event.id, asked.me, PublishRound(draft.attempt))
    players = sorted(
        (chair for table in tables for chair in table.chairs if not chair.is_spare),
        key=lambda chair: chair.name.casefold(),
    )
    return {
        "draft": draft,
        "rounds": _switch(asked, draft),
        "title": heading(round_text(event, draft.id)),
        "tables": tables,
        "groups": tables_by_reason(tables),
        "players": players,
        "warnings": warnings_of(view, draft),
        "costs": costs_of(view, draft),
        "cards": cards_of(view, draft),
        "publish_refused": refusal_words(no),
        "stale": value_text(why_stale(event.stale)),
        "discarded": [discarded for discarded in event.discarded if discarded.round == draft.id],
        "changeable": draft.kind == "swiss" and not event.stale,
    }


# ---------------------------------------------------------------------------- published


def _published(asked: Asked, round_: DayRound) -> dict[str, Any]:
    view = asked.view
    event = view.event
    lines = table_lines(view, round_)
    state = state_of_round(event, round_)
    games = [line for line in lines if line.game.kind == "game"]
    disputed = [line for line in games if line.state == "disputed"]
    return {
        "round": round_,
        "rounds": _switch(asked, round_),
        "title": heading(round_text(event, round_.id)),
        "state": state,
        "state_word": state_word(state),
        "lines": lines,
        "notes": {line.game.id: view.game_notes(round_, line.game) for line in games},
        "searches": {line.game.id: searches(view, asked.me, line.game.players) for line in games},
        "open": [line for line in games if line.game.is_open],
        "games": games,
        "disputed": [(line, versions_of(view, line.game)) for line in disputed],
        "may_resolve": {
            line.game.id: may(asked, "resolve-dispute", *line.game.players) for line in disputed
        },
        "left": view.seconds_left(),
        "ends": view.ends_ms(),
        "guidance": [
            instruction
            for instruction in guidance(view.rules, moment_of(event))
            if instruction.audience in {"leaders", "everybody"}
        ],
        "time_called": view.rules.clock.time_called,
        "time_called_clause": view.rules.clock.time_called_clause,
    }


def state_word(state: RoundState) -> tuple[str, str]:
    """Return the state of a round as a word, and the shape that goes with it."""
    return {
        "drawn": (say("desk.drawn-2"), ""),
        "published": (say("desk.published"), ""),
        "seating": (say("desk.players-take-their-seats"), "live"),
        "running": (say("common.running"), "live"),
        "paused": (say("common.the-clock-stands"), "warn"),
        "time_called": (say("common.time-was-called"), "over"),
        "closed": (say("desk.closed"), "good"),
    }[state]
