"""One player at the desk: the record so far, leaving, coming back, being removed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from tiltyard.day.facts import LeavingReason
from tiltyard.day.people import RecommendDisqualification
from tiltyard.day.roles import DISQUALIFICATION, refusal_to_decide
from tiltyard.day.visibility import told_removal
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.text.standings import key_title
from tiltyard.views.late_arrivals import late_arrivals_now
from tiltyard.views.player import player_rounds
from tiltyard.web.army_lists import list_stands
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.slips import slip_form
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.table_lines import table_line

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant, Game
    from tiltyard.web.event_view import EventView
    from tiltyard.web.forms.slips import SlipForm
    from tiltyard.web.pages.desk.table_lines import TableLine
    from tiltyard.web.request import Asked, Reply

_ACTS = (
    "check-in",
    "let-in-late",
    "drop-player",
    "rejoin",
    "disqualify",
    "decline-disqualification",
    "recommend-disqualification",
    "forget-person",
)


@dataclass(frozen=True, slots=True)
class Played:
    """A round of a player's day."""

    round: str
    opponent: PlayerId | None
    opponent_name: str
    line: TableLine | None


def player_page(asked: Asked) -> Reply:
    """Show a player and what may be done about their place in the event."""
    view = asked.view
    entrant = view.event.entrants.get(PlayerId(asked.path["player"]))
    if entrant is None:
        raise NotFound("player-page-no-such-player")
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/player.html", **_values(asked, view, entrant))


def _values(asked: Asked, view: EventView, entrant: Entrant) -> dict[str, Any]:
    event = view.event
    game = event.game_of(entrant.id)
    runs = game is not None and game.is_open and event.current is not None and event.current.began
    row = view.rows.get(entrant.id)
    told = view.as_told(asked.me, entrant)
    return {
        "entrant": told,
        "list_stands": list_stands(asked, () if entrant.spare else (entrant,)).get(entrant.id),
        "name": view.name(entrant.id),
        "notes": told.notes,
        "state_word": entrant_state(entrant),
        "row": row,
        "keys": [(key_title(key), value) for key, value in row.keys.items()] if row else [],
        "record": _record(view, entrant.id),
        "game": game,
        "concession": _concession(view, game, entrant.id) if runs and game else None,
        "reasons": leaving_reasons(view),
        "recommendation": event.recommendations.get(entrant.id, "")
        if view.is_leader(asked.me)
        else "",
        "removal": told_removal(event, asked.me, entrant.id),
        "can": {act: _can(asked, act, entrant, game) for act in _ACTS},
        "rules": view.rules,
        "may_edit": view.is_floor(asked.me) and not entrant.spare,
        "late": late_arrivals_now(view),
    }


def _can(asked: Asked, act: str, entrant: Entrant, game: Game | None) -> bool:
    """Whether a form is shown; a recommendation only to whoever decides about it."""
    concerned = _concerned(act, entrant, game)
    view = asked.view
    if act == RecommendDisqualification.NAME and (
        refusal_to_decide(view.event, view.rules, asked.me, DISQUALIFICATION, concerned)
    ):
        return False
    return may(asked, act, *concerned)


def _concerned(act: str, entrant: Entrant, game: Game | None) -> tuple[PlayerId, ...]:
    """Return whom an act concerns: a recommendation also whoever plays against them."""
    if act == RecommendDisqualification.NAME and game is not None:
        return game.players
    return (entrant.id,)


def _record(view: EventView, player: PlayerId) -> tuple[Played, ...]:
    return tuple(
        Played(
            heading(round_text(view.event, row.round.id)),
            row.opponent,
            row.opponent_name,
            table_line(view, row.round, row.game) if row.game is not None else None,
        )
        for row in player_rounds(view, player, view.event.people)
    )


def _concession(view: EventView, game: Game, player: PlayerId) -> SlipForm:
    """Return the slip of somebody who leaves a running game: a concession, scores as they stand."""
    slip = Slip(end="concession", conceded=game.players.index(player))
    form = slip_form(view, game, slip=slip)
    return replace(
        form, endings=tuple(ending for ending in form.endings if ending.end == "concession")
    )


def entrant_state(entrant: Entrant) -> tuple[str, str]:
    """Return a player's state as a word, and the shape that goes with it."""
    if entrant.spare:
        return say("common.spare-player"), ""
    return {
        "registered": (say("common.registered"), ""),
        "checked_in": (say("desk.here"), "good"),
        "active": (say("common.plays"), "live"),
        "dropped": (say("common.dropped"), "over"),
        "disqualified": (say("common.disqualified"), "alarm"),
    }[entrant.state]


def leaving_reasons(view: EventView) -> list[tuple[str, str]]:
    """Return the reasons for leaving that this ruleset names, with their titles."""
    titles = {
        "voluntary": say("desk.wants-to-stop"),
        "no_show": say("desk.did-not-come"),
        "ineligible_component": say("desk.needs-a-component-that-is"),
        "missing_component": say("desk.misses-a-component"),
        "manipulative_concession": say("desk.conceded-to-manipulate-the-standings"),
        "other": say("desk.another-reason"),
    }
    left_out = {"declined_place"}
    if not view.rules.conduct.manipulative_concession:
        left_out.add("manipulative_concession")
    return [
        (argument, titles[argument])
        for argument in get_args(LeavingReason)
        if argument not in left_out
    ]
