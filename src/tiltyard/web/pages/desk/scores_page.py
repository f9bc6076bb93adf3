"""Points beside the games at the desk: a grid, votes, own tie-breakers, places, new scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.soft_scores import entry_of
from tiltyard.day.visibility import gives_scores
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.text.standings import key_title
from tiltyard.views.soft_scores import score_tables
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import SoftScore
    from tiltyard.engine.tournament import PlayerId, RoundId
    from tiltyard.views.soft_scores import ScoreTable
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_ACTS = (
    "give-scores",
    "hand-in-score",
    "close-score",
    "declare-soft-score",
    "remove-soft-score",
    "award-prize",
    "score-extra",
    "vote-favourite",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A player in the grid: what they have, and why where somebody said so."""

    player: PlayerId
    number: int | None
    name: str
    value: int | None
    reason: str


def scores_page(asked: Asked) -> Reply:
    """Show the points beside the games, and the grid of the score that is open."""
    view = asked.view
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/scores.html", **_values(asked, view))


def _values(asked: Asked, view: EventView) -> dict[str, Any]:
    event = view.event
    gives = gives_scores(event, asked.me)
    tables = score_tables(event, view.rules, staff=gives)
    wanted = asked.query.text("score")
    chosen = next((table for table in tables if table.kind.id == wanted), None)
    chosen = chosen or next(iter(tables), None)
    rounds = [(round_.id, round_text(event, round_.id)) for round_ in event.rounds]
    known = [name for name, _ in rounds]
    said = asked.query.text("round")
    round_ = said if said in known else (known[-1] if known else "")
    extra = view.rules.standings.extra
    return {
        "tables": tables,
        "own_tie_breaks": extra,
        "extra": [(name, key_title(name)) for name in extra if name != FAVOURITE_OPPONENT],
        "extra_clause": view.rules.standings.extra_clause,
        "voted": {entrant.id for entrant in event.entrants.values() if entrant.favourite},
        "said": _said(chosen.kind) if chosen is not None else {},
        "givers": [
            (by, say(f"desk.given-by-{by}")) for by in ("leader", "vote", "opponent", "player")
        ],
        "moments": [
            (shown, say(f"desk.shown-{shown}"))
            for shown in ("at_end", "after_last_round", "at_once")
        ],
        "chosen": chosen,
        "gives": gives,
        "rounds": rounds,
        "round": round_,
        "round_title": dict(rounds).get(round_, ""),
        "grid": _grid(view, chosen, round_) if chosen is not None and gives else (),
        "players": _players(view),
        "declared": {kind.id for kind in event.declared},
        "can": {act: may(asked, act) for act in _ACTS},
        "awarded": {(prize.title, prize.recipient) for prize in event.prizes},
    }


def _said(kind: SoftScore) -> dict[str, str]:
    """Return who gives points, what they count for, and until when nobody else reads them."""
    return {
        "by": say(f"desk.score-by-{kind.by}"),
        "counts": say(f"desk.score-counts-{kind.counts}"),
        "hidden": say(f"desk.score-hidden-{kind.shown}") if kind.shown != "at_once" else "",
    }


def _players(view: EventView) -> list[tuple[PlayerId, str]]:
    found = [
        (entrant.id, entrant.name)
        for entrant in view.event.entrants.values()
        if not entrant.spare and view.event.came(entrant)
    ]
    return sorted(found, key=lambda entry: entry[1].casefold())


def _grid(view: EventView, table: ScoreTable, round_: RoundId) -> tuple[Cell, ...]:
    kind, event = table.kind, view.event
    if kind.by == "vote":
        return ()
    cells = []
    for player, name in _players(view):
        had = entry_of(event, kind.id, player, round_ if kind.per == "round" else None)
        value, reason = (None, "") if had is None else (had.value, had.reason)
        cells.append(Cell(player, event.entrants[player].number, name, value, reason))
    return tuple(cells)
