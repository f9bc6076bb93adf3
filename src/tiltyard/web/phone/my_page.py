"""The player's page: one address, whatever the day brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.core.deciders import routed_kinds
from tiltyard.core.endings import counts_objectives, fields_of
from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.counting import pieces_here
from tiltyard.core.ruleset import FAVOURITE_OPPONENT
from tiltyard.core.state.rounds import setting_of
from tiltyard.web.account.player_seats import phones_allowed
from tiltyard.web.desk.frame import may
from tiltyard.web.phone.my_components import my_components
from tiltyard.web.phone.my_day import record_of, standing_of
from tiltyard.web.phone.my_game import my_calls, my_game
from tiltyard.web.phone.my_list import list_line
from tiltyard.web.phone.my_notes import my_notes
from tiltyard.web.phone.told import announcements, guidance_for, my_moments, plan_in_words
from tiltyard.web.slips import score_title
from tiltyard.words.language import speaking
from tiltyard.words.round_titles import round_title

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.event_view import EventView
    from tiltyard.web.phone.my_game import MyGame

_OWN_ACTS = (
    "check-in",
    "withdraw-registration",
    "drop-player",
    "take-place",
    "decline-place",
    "vote-favourite",
    "choose-shown-name",
    "note-component-trouble",
)
_MATCH_ACTS = (
    "report-result",
    "confirm-result",
    "call-judge",
    "appeal-ruling",
    "request-watch",
    "agree-sharing",
    "verify-totals",
)


def my_page(asked: Asked) -> Reply:
    """Show a player everything that is theirs now; everybody else how to get a seat."""
    view = asked.view
    person = asked.person
    if person is None or person not in view.event.entrants:
        return asked.event_page(
            "phone/no_seat.html", is_staff=_is_staff(asked), phones_allowed=phones_allowed(asked)
        )
    with speaking(asked.visitor.language):
        values = _values(asked, view, PlayerId(person))
    return asked.event_page("phone/me.html", **values)


def told_page(asked: Asked) -> Reply:
    """Show everything players are told at this moment of the day, and what was announced."""
    view = asked.view
    with speaking(asked.visitor.language):
        mine = my_game(view, PlayerId(asked.person)) if asked.person is not None else None
        plan, announced = plan_in_words(view), announcements(view)
    return asked.event_page(
        "phone/told.html",
        announced=announced,
        guidance=guidance_for(view, my_moments(view, mine)),
        plan=plan,
    )


def leave_page(asked: Asked) -> Reply:
    """Show how a player is named and how they leave, apart from the page of a running game."""
    view, me = asked.view, PlayerId(asked.me)
    with speaking(asked.visitor.language):
        mine = my_game(view, me)
        concession = _concession(view, mine, me)
    return asked.event_page(
        "phone/leave.html",
        my=view.event.entrants[me],
        can=_rights(asked, me, mine),
        concession=concession,
    )


def _is_staff(asked: Asked) -> bool:
    return asked.person is not None and asked.view.is_staff(asked.person)


def _values(asked: Asked, view: EventView, me: PlayerId) -> dict[str, Any]:
    event = view.event
    mine = my_game(view, me)
    head = asked.site.desk.store.head(event.id)
    return {
        "my": event.entrants[me],
        "mine": mine,
        "calls": my_calls(view, me, mine),
        "call_kinds": routed_kinds(view.rules),
        "notes": my_notes(view, mine),
        "components": my_components(asked, me, mine),
        "list_line": list_line(view, me),
        "counts": mine is not None and bool(pieces_here(event, view.rules, mine.round, me)),
        "won": _has_won(view, me),
        "prizes": [one.title for one in event.prizes if one.recipient == me],
        "round_title": round_title(event, event.current) if event.current is not None else "",
        "can": _rights(asked, me, mine),
        "record": record_of(view, me),
        "standing": standing_of(view, me),
        "announced": announcements(view),
        "plan": plan_in_words(view),
        "guidance": guidance_for(view, my_moments(view, mine)),
        "out": _is_out(view, me),
        "is_qualified": _is_qualified(view, me),
        "is_offered": event.qualification is not None and event.qualification.offered == me,
        "candidates": _candidates(view, me),
        "concession": _concession(view, mine, me),
        "receipt": (head.hash.hex()[:8], head.number),
    }


def _has_won(view: EventView, me: PlayerId) -> bool:
    """Whether the first place of an event that is over belongs to a player alone."""
    if view.event.phase not in {"finished", "archived"} or view.standings is None:
        return False
    return [row.player for row in view.standings.rows if row.rank == 1] == [me]


def _is_qualified(view: EventView, me: PlayerId) -> bool:
    """Whether the cut is made, its stage has not begun, and a player goes on into it."""
    cut = view.event.qualification
    return cut is not None and not view.event.past_the_cut and me in cut.seeds


def _is_out(view: EventView, me: PlayerId) -> bool:
    """Whether the event goes on without a player: not through, or beaten in the bracket."""
    cut, row = view.event.qualification, view.rows.get(me)
    if cut is None:
        return False
    return me not in cut.seeds or (row is not None and row.status in {"cut", "eliminated"})


def _rights(asked: Asked, me: PlayerId, mine: MyGame | None) -> dict[str, bool]:
    """Return which buttons the policy lets a player see."""
    players = mine.game.players if mine is not None else ()
    own = {act: may(asked, act, me) for act in _OWN_ACTS}
    match = {act: mine is not None and may(asked, act, *players) for act in _MATCH_ACTS}
    return {**own, **match}


def _candidates(view: EventView, me: PlayerId) -> tuple[tuple[str, str], ...]:
    """Return whom a player may name as favourite opponent: everybody met, while nobody is named."""
    mine = view.event.entrants[me]
    if FAVOURITE_OPPONENT not in view.rules.standings.extra or mine.favourite is not None:
        return ()
    met = {
        other: view.name(other)
        for round_ in view.event.rounds
        for game in round_.games.values()
        if game.kind == "game" and not game.is_open and me in game.players
        for other in game.players
        if other != me and not view.event.entrants[other].spare
    }
    return tuple(met.items())


def _concession(view: EventView, mine: MyGame | None, me: PlayerId) -> dict[str, Any] | None:
    """Return what leaving a running game asks for; none where there is no game to concede."""
    if mine is None or not mine.is_running or len(mine.game.players) != 2:
        return None
    outcome = view.rules.outcomes["concession"]
    if setting_of(view.event, mine.round).stage not in outcome.stages:
        return None
    needs = fields_of(view.rules, mine.round.kind, outcome).needs
    return {
        "side": mine.game.players.index(me),
        "names": tuple(view.name(player) for player in mine.game.players),
        "needs": needs,
        "score_title": score_title(view.rules.score.counts),
        "objectives": counts_objectives(view.rules, outcome),
        "clause": outcome.clause,
    }
