"""The page of the round: draw, publish, clock, results coming in; the tables of the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.day.as_tournament import next_round_id
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import why_stale
from tiltyard.day.reminders import guidance, moment_of
from tiltyard.day.roles import leaders
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw
from tiltyard.text.facts import bracket_text, round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.refusals import value_text
from tiltyard.text.say import say
from tiltyard.views.round import state_of_round
from tiltyard.web.components import searches
from tiltyard.web.errors import refusal_words
from tiltyard.web.pages.desk.draw_page import cards_of, costs_of, drawn_tables, warnings_of
from tiltyard.web.pages.desk.frame import desk_page, may
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
        (one for one in event.entrants.values() if not one.spare),
        key=lambda one: one.name.casefold(),
    )
    return desk_page(
        asked,
        "desk/tables.html",
        fixed=sorted(
            (one for one in players if one.table is not None), key=lambda one: one.table or 0
        ),
        free=[one for one in players if one.table is None],
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
    "grant-extension",
    "change-table",
    "assign-ruling-leader",
    "make-cut",
    "forfeit-game",
)


def round_page(asked: Asked) -> Reply:
    """Show the round as it stands: nothing drawn, drawn, published or closed."""
    event = asked.view.event
    can = {act: may(asked, act) for act in _ACTS}
    with speaking(asked.visitor.language):
        if event.draft is not None:
            return desk_page(asked, "desk/round_drawn.html", can=can, **_drawn(asked, event.draft))
        if event.current is not None and state_of_round(event, event.current) != "closed":
            values = _published(asked, event.current)
            return desk_page(asked, "desk/round_published.html", can=can, **values)
        return desk_page(asked, "desk/round_next.html", can=can, **_next(asked))


# ---------------------------------------------------------------------------- nothing drawn


def _next(asked: Asked) -> dict[str, Any]:
    """Return what could be drawn now, and the round that was played last."""
    view, desk = asked.view, asked.site.desk
    event = view.event
    refused = desk.refusal(event.id, asked.me, DrawRound())
    asks = refused if isinstance(refused, NeedsConfirmation) else None
    repeats = isinstance(refused, NoLegalPairing)
    cut = desk.refusal(event.id, asked.me, MakeCut()) is None
    playing = event.playing()
    spares = [one.name for one in event.entrants.values() if one.spare and one.state == "active"]
    last = event.current
    return {
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
        "discarded": [one for one in event.discarded if one.round == next_round_id(event)],
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
        "title": heading(round_text(event, draft.id)),
        "tables": tables,
        "players": players,
        "warnings": warnings_of(view, draft),
        "costs": costs_of(view, draft),
        "cards": cards_of(view, draft),
        "publish_refused": refusal_words(no),
        "stale": value_text(why_stale(event.stale)),
        "discarded": [one for one in event.discarded if one.round == draft.id],
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
        "leaders": [(one, view.name(one)) for one in leaders(event, view.rules, on_duty=True)],
        "guidance": [
            one
            for one in guidance(view.rules, moment_of(event))
            if one.audience in {"leaders", "everybody"}
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
