"""Everything about one match: who plays, what was said, what counts, and how it is put right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.fold import taken_back
from tiltyard.day.list_access import list_total, may_read_list
from tiltyard.day.results import takes_entries
from tiltyard.day.roles import leaders
from tiltyard.engine.errors import Refused
from tiltyard.text.facts import is_told, round_text, told_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.reasons import cited_reasons
from tiltyard.web.components import rulings, searches
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.slips import (
    counted_lists,
    filled_form,
    home_of,
    in_words,
    marked_games,
    said_text,
    slip_form,
)
from tiltyard.web.pages.desk.draw_page import whys
from tiltyard.web.pages.desk.entry_line import read_line
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.table_lines import place_name, table_line, versions_of
from tiltyard.web.pages.judge.bench import Bench
from tiltyard.web.pages.judge.judge_pages import Page
from tiltyard.web.pages.judge.queue import of_game, queue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.day.facts import Fact
    from tiltyard.engine.slip import Slip
    from tiltyard.web.pages.judge.queue import Waiting
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# Staff who read lists tick what is left of both: those are the scores.


def count_page(asked: Asked) -> Reply:
    """Show the lists of a match to tick, the scores they give, and the slip with them."""
    view = asked.view
    game = view.event.game(asked.path["match"])
    if game is None:
        raise NotFound("count-page-no-such-match")
    round_ = home_of(view, game)
    with speaking(asked.visitor.language):
        lists = counted_lists(view, round_, game, asked.me, asked.query)
        if not lists:
            raise NotFound("no-list-to-count-on-phone")
        newest = round_ is view.event.current and view.event.draft is None
        enters = newest and not game.is_disputed and may(asked, "enter-result", *game.players)
        form = filled_form(view, game, lists) if enters else None
        return desk_page(
            asked, "desk/count.html", game=game, lists=lists, form=form, title=place_name(game)
        )


# ------------------------------------------------------------------------------
# Everything about one match: who plays, what was said, what counts, and how it is put right.

_ACTS = (
    "enter-result",
    "resolve-dispute",
    "correct-result",
    "forfeit-game",
    "change-table",
    "grant-extension",
    "assign-ruling-leader",
    "verify-totals",
    "toss-coin",
    "record-first-player",
    "check-deck",
)


@dataclass(frozen=True, slots=True)
class Happened:
    """A line of the match's history; what was taken back stays to be read."""

    at: datetime
    by: str
    text: str
    undone: bool


def match_page(asked: Asked) -> Reply:
    """Show a match of a published round."""
    view = asked.view
    game = view.event.game(asked.path["match"])
    if game is None:
        raise NotFound("match-page-no-such-match")
    round_ = home_of(view, game)
    with speaking(asked.visitor.language):
        return desk_page(
            asked, "desk/match.html", beside=False, **match_values(asked, round_, game)
        )


def match_values(asked: Asked, round_: DayRound, game: Game) -> dict[str, Any]:
    """Return everything a page says about a match."""
    view = asked.view
    event = view.event
    newest = takes_entries(event, round_)
    played = game.kind == "game" and len(game.players) == 2
    has_slip = played or game.kind == "forfeit"  # a no-show may turn out to be a mistake
    bench = Bench(asked.view, asked.me)
    line = table_line(view, round_, game)
    counts = game.slip if not game.contradicted else None
    typed = _typed(asked, round_, game) if played else None
    return {
        "game": game,
        "round": round_,
        "newest": newest,
        "line": line,
        "title": place_name(game) or heading(round_text(event, round_.id)),
        "round_title": heading(round_text(event, round_.id)),
        "state": line.state,
        "why": cited_reasons(whys(game.why), event.people),
        "outcome": in_words(view, round_, game, counts) if counts and played else [],
        "slip_said": said_text(view, game, counts) if counts else "",
        "versions": versions_of(view, game) if played and game.filed else (),
        "form": slip_form(view, game, slip=counts or _only_report(game)) if has_slip else None,
        "mistake": slip_form(view, game, slip=typed) if typed is not None else None,
        "can": {act: may(asked, act, *game.players) for act in _ACTS},
        "leaders": [
            (leader, view.name(leader))
            for leader in leaders(event, view.rules, on_duty=True)
            if leader not in game.players
        ],
        "verify": bool(view.rules.conduct.verify_totals_clause) and round_.opens_the_event,
        "notes": view.game_notes(round_, game),
        "totals": _totals(asked, round_, game),
        "doubts": _doubts(asked, round_, game),
        "counts": bool(counted_lists(view, round_, game, asked.me, asked.query)),
        "history": tuple(_history(asked, round_, game)),
        "searches": searches(view, asked.me, game.players) if newest else (),
        "ruled": rulings(view, asked.me, game),
        "judging": Page(bench, ()),
        "waiting_here": _waiting_here(asked, bench, game),
        "can_end": may(asked, "end-component-trouble", *game.players),
    }


def _waiting_here(asked: Asked, bench: Bench, game: Game) -> tuple[Waiting, ...]:
    """Return the calls, appeals and watches of a table, for leaders alone."""
    if not asked.view.is_leader(asked.me):
        return ()
    found = of_game(queue(bench, asked.site.desk), game.id)
    return tuple(waiting for waiting in found if waiting.kind in {"call", "appeal", "watch"})


def _only_report(game: Game) -> Slip | None:
    """Return the slip a form begins with while nothing counts: what one player reported."""
    return game.filed[0].slip if len(game.filed) == 1 and not game.is_disputed else None


def _doubts(asked: Asked, round_: DayRound, game: Game) -> list[str]:
    """Return why the result that counts cannot be, to whoever may hear it."""
    marked = marked_games(asked.view, round_, asked.me)
    return next((texts for other, texts in marked if other.id == game.id), [])


def _totals(asked: Asked, round_: DayRound, game: Game) -> list[tuple[str, int]]:
    """Return what the lists of both cost, to whoever may read both."""
    view = asked.view
    event, rules = view.event, view.rules
    if len(game.players) != 2 or not all(
        may_read_list(event, rules, asked.me, player) for player in game.players
    ):
        return []
    found = (
        (view.name(player), list_total(event, rules, player, round_)) for player in game.players
    )
    return [(name, total) for name, total in found if total is not None]


def _typed(asked: Asked, round_: DayRound, game: Game) -> Slip | None:
    """Return the slip of the line that was typed to put an own mistake right."""
    try:
        found, slip = read_line(asked.view, round_, asked.query.text("line"))
    except Refused:
        return None
    return slip if found.id == game.id else None


def _history(asked: Asked, round_: DayRound, game: Game) -> Iterator[Happened]:
    """Yield what was recorded about a match since its round was drawn."""
    view = asked.view
    log = list(asked.site.desk.log(view.event.id, round_.position))
    undone = taken_back(log)
    for recorded in log:
        if _match_of(view.event, recorded.fact) == game.id:
            text = told_text(recorded, view.event, view.rules, asked.me)
            told = is_told(recorded, view.event, view.rules, asked.me)
            by = view.name(recorded.actor) if told else ""
            yield Happened(recorded.at, by, text, recorded.number in undone)


def _match_of(event: Event, fact: Fact) -> str | None:
    """Return the match a fact is about; a ruling and an appeal name the judge call."""
    match: str | None = getattr(fact, "match", None)
    call = event.calls.get(getattr(fact, "call", ""))
    return call.match if match is None and call is not None else match
