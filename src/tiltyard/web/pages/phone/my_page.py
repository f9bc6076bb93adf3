"""The player's page: one address, whatever the day brings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.counting import pieces_here
from tiltyard.day.event import setting_of
from tiltyard.day.quick_replace import quick_replace
from tiltyard.day.reminders import guidance, moment_of
from tiltyard.day.results import ReportResult
from tiltyard.day.roles import routed_kinds
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT
from tiltyard.engine.scoring import counts_objectives, fields_of
from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.text.announcements import no_cut, rounds_by_rules, told_so_far
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import round_title
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import say
from tiltyard.text.slip_titles import objectives_title, score_title
from tiltyard.views.late_arrivals import late_arrivals_now
from tiltyard.views.notices import notices_for, rows_for
from tiltyard.views.own_page import own_page
from tiltyard.views.soft_scores import asked_of, told_to
from tiltyard.web.alerts import alert_lines
from tiltyard.web.errors import NotFound, questions_of
from tiltyard.web.forms.commands import command_of, slip_of
from tiltyard.web.forms.slips import (
    counted_lists,
    filled_form,
    home_of,
    lacking_in,
    outcome_text,
    slip_form,
    time_doubt,
)
from tiltyard.web.pages.account.joining import phones_allowed
from tiltyard.web.pages.desk.frame import may
from tiltyard.web.pages.phone.my_day import clinch_of, record_of, standing_of
from tiltyard.web.pages.phone.my_game import (
    may_share,
    my_calls,
    my_components,
    my_game,
    my_notes,
    table_page,
)
from tiltyard.web.pages.phone.my_list import check_list_page, list_line, my_list_page
from tiltyard.web.personal_data import my_data
from tiltyard.web.rendering import time_text
from tiltyard.web.request import Form
from tiltyard.web.routes import Route
from tiltyard.web.schedule import schedule_now
from tiltyard.web.second_server import other_servers
from tiltyard.web.security.headers import policy_with

if TYPE_CHECKING:
    from tiltyard.day.event import Game
    from tiltyard.engine.ruleset import Guidance, Moment
    from tiltyard.engine.slip import Slip
    from tiltyard.text.announcements import Said
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.phone.my_game import MyGame
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# What a player is told: announcements, and the sentences of the document for this moment.


def announcements(view: EventView) -> tuple[Said, ...]:
    """Return what was announced, the newest first."""
    return told_so_far(view.event, view.rules, view.document)


def plan_in_words(view: EventView) -> str:
    """Return how many rounds are played and whether there is a cut, once that is settled."""
    event = view.event
    if not event.swiss_rounds:
        return ""
    text = rounds_by_rules(
        view.rules,
        event.swiss_rounds,
        event.cut,
        event.cut_points,
        event.details.swiss_after_cut,
    )
    return f"{text}." if event.cut or event.cut_points else f"{no_cut(text)}."


def my_moments(view: EventView, mine: MyGame | None) -> tuple[Moment, ...]:
    """Return the moments a player is in: of the day, and of their own table.

    A round that is drawn but not published is nothing a player knows of.
    """
    event = quick_replace(view.event, draft=None)
    if mine is None or event.phase != "running":
        moment = moment_of(event)
        return ("planning", "before_start") if moment == "planning" else (moment,)
    if not mine.round.began:
        return ("round_start",)
    if not mine.game.is_open:
        moment = moment_of(event)
        return (moment,) if moment in {"between_rounds", "cut"} else ("result", "between_rounds")
    called = mine.round.timer.called is not None
    return ("time_called", "result", "running") if called else ("running", "result")


def guidance_for(view: EventView, moments: tuple[Moment, ...]) -> tuple[Guidance, ...]:
    """Return the sentences for players at these moments."""
    return tuple(
        instruction
        for moment in moments
        for instruction in guidance(view.rules, moment)
        if instruction.audience in {"players", "everybody"}
    )


# ------------------------------------------------------------------------------
# A player ticks what is left of their own list: that is the opponent's score.


def count_page(asked: Asked) -> Reply:
    """Show a player's own list to tick, the score it gives, and the slip with that score."""
    view, me = asked.view, PlayerId(asked.me)
    with speaking(asked.visitor.language):
        mine = my_game(view, me)
        lists = []
        if mine is not None and mine.opponent is not None:
            every = counted_lists(view, mine.round, mine.game, me, asked.query)
            lists = [counted for counted in every if counted.player == me]
        if mine is None or not lists:
            raise NotFound("no-list-to-count-at-desk")
        form = filled_form(view, mine.game, lists, me) if mine.form is not None else None
    return asked.event_page("phone/count.html", mine=mine, list=lists[0], form=form)


# ------------------------------------------------------------------------------
# The player's page: one address, whatever the day brings.

_OWN_ACTS = (
    "check-in",
    "withdraw-registration",
    "drop-player",
    "take-place",
    "decline-place",
    "vote-favourite",
    "hand-in-score",
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
            "phone/no_seat.html",
            is_staff=_is_staff(asked),
            phones_allowed=phones_allowed(asked),
            waiting=view.event.waiting.get(PlayerId(person)) if person is not None else None,
        )
    with speaking(asked.visitor.language):
        values = _values(asked, view, PlayerId(person))
    servers, shown = other_servers(asked.site), asked.visitor.pass_elsewhere
    if not servers or not shown:
        return asked.event_page("phone/me.html", elsewhere=(), **values)
    page = asked.event_page("phone/me.html", elsewhere=servers, shown_elsewhere=shown, **values)
    page.headers["content-security-policy"] = policy_with(servers)
    return page


def told_page(asked: Asked) -> Reply:
    """Show everything players are told at this moment of the day, and what was announced."""
    view = asked.view
    with speaking(asked.visitor.language):
        mine = my_game(view, PlayerId(asked.person)) if asked.person is not None else None
        plan, announced = plan_in_words(view), announcements(view)
        schedule = schedule_now(view)
    return asked.event_page(
        "phone/told.html",
        announced=announced,
        guidance=guidance_for(view, my_moments(view, mine)),
        plan=plan,
        schedule=schedule,
    )


def rounds_page(asked: Asked) -> Reply:
    """Show the rounds of a player, apart from the page of a running game."""
    with speaking(asked.visitor.language):
        record = record_of(asked.view, PlayerId(asked.me))
    return asked.event_page("phone/my_rounds.html", record=record)


def help_page(asked: Asked) -> Reply:
    """Show what is rarely needed at a table: lost pieces, sharing, a judge who watches."""
    view, me = asked.view, PlayerId(asked.me)
    with speaking(asked.visitor.language):
        mine = my_game(view, me)
        components = my_components(view, me, mine)
    can = _rights(asked, me, mine)
    return asked.event_page(
        "phone/help.html",
        mine=mine,
        components=components,
        shares=may_share(view, me, mine),
        can=can,
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
    now = view.clock.now()
    asked.site.seen_notices.mark(event.id, me, notices_for(event, me, now))
    return {
        "my": event.entrants[me],
        "page": own_page(event, view.rules, me),
        "alerts": alert_lines(view, me),
        "mine": mine,
        "calls": my_calls(view, me, mine),
        "call_kinds": routed_kinds(view.rules),
        "notes": my_notes(view, mine),
        "components": my_components(view, me, mine),
        "list_line": list_line(view, me),
        "counts": mine is not None and bool(pieces_here(event, view.rules, mine.round, me)),
        "won": _has_won(view, me),
        "prizes": [prize.title for prize in event.prizes if prize.recipient == me],
        "round_title": round_title(event, event.current) if event.current is not None else "",
        "can": _rights(asked, me, mine),
        "record": record_of(view, me),
        "standing": standing_of(view, me),
        "clinch": clinch_of(view, me),
        "announced": view.once(announcements),
        "my_notices": rows_for(event, me, now),
        "plan": view.once(plan_in_words),
        "guidance": guidance_for(view, my_moments(view, mine)),
        "out": _is_out(view, me),
        "late": view.once(late_arrivals_now),
        "is_qualified": _is_qualified(view, me),
        "is_offered": event.qualification is not None and event.qualification.offered == me,
        "candidates": _candidates(view, me),
        "scores_asked": asked_of(event, view.rules, me),
        "scores_told": [
            (told, round_text(event, told.round) if told.round else "")
            for told in told_to(event, view.rules, me)
        ],
        "concession": _concession(view, mine, me),
        "opened_by": opened_by_others(view, me),
    }


def opened_by_others(view: EventView, me: PlayerId) -> str:
    """Say who else made the newest link or code to a player's own pages, and when."""
    opened = view.event.seats_opened.get(me)
    if opened is None or opened.by == me:
        return ""
    name, time = view.name(opened.by), time_text(opened.at)
    return say(f"phone.{opened.way}-to-your-page", name=name, time=time)


def _has_won(view: EventView, me: PlayerId) -> bool:
    """Whether the first place of an event that is over belongs to a player alone."""
    if view.event.phase not in {"finished", "archived"} or view.standings is None:
        return False
    return [row.player for row in view.standings.first] == [me]


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
        "score_title": score_title(view.rules.score),
        "objectives_title": objectives_title(view.rules.score),
        "objectives": counts_objectives(view.rules, outcome),
        "clause": outcome.clause,
    }


# ------------------------------------------------------------------------------
# A report in two steps for browsers without scripts: what the slip means, then send it.


def review_page(asked: Asked) -> Reply:
    """Say what a report means, with the button that sends it; nothing is recorded here.

    What is refused comes back as it was typed, with a word on what is wrong.
    """
    view = asked.view
    game = view.event.game(MatchId(asked.form.text("match")))
    if game is None or asked.me not in game.players or len(game.players) != 2:
        raise NotFound("not-your-game")
    questions: list[dict[str, str]] = []
    try:
        try:
            lines = _meaning(asked, game, asked.confirmed)
        except NeedsConfirmation as asks:
            lines = _meaning(asked, game, asked.confirmed.union(asks.codes))
            confirmed, questions = asks.codes, _questions(asked, asks)
        else:
            confirmed = ()
    except Refused as no:
        return _again(asked, game, no)
    said = [*_typed(asked), *(("confirm", code) for code in confirmed)]
    with speaking(asked.visitor.language):
        doubts = time_doubt(view, home_of(view, game), game, slip_of(asked.form, view.event))
    return asked.event_page(
        "phone/review.html", lines=lines, said=said, questions=questions, doubts=doubts
    )


def _questions(asked: Asked, asks: NeedsConfirmation) -> list[dict[str, str]]:
    with speaking(asked.visitor.language):
        return questions_of(asks)


def _meaning(asked: Asked, game: Game, confirmed: frozenset[str]) -> list[str]:
    view = asked.view
    command = command_of(ReportResult.NAME, asked.form, view.event)
    assert isinstance(command, ReportResult)
    no = asked.site.desk.refusal(view.event.id, asked.me, command, confirmed)
    if no is not None:
        raise no
    with speaking(asked.visitor.language):
        return outcome_text(view, home_of(view, game), game, command.slip, PlayerId(asked.me))


def _again(asked: Asked, game: Game, no: Refused) -> Reply:
    """Show the form as it was filled in, and what it lacks."""
    slip = _as_far_as_it_is_readable(asked)
    with speaking(asked.visitor.language):
        lacking = lacking_in(slip, no) if isinstance(no, SlipRefused) else None
        form = slip_form(asked.view, game, PlayerId(asked.me), slip)
        said = [text for text in (refusal_text(lacking or no), fix_text(lacking or no)) if text]
    return asked.event_page(
        "phone/report_again.html",
        status=422,
        form=replace(form, typed=dict(_typed(asked))),
        said=said,
        refused_by=no.clause or "",
    )


def _as_far_as_it_is_readable(asked: Asked) -> Slip:
    """Return what was typed, without the fields nobody can read."""
    fields = _typed(asked)
    while True:
        try:
            return slip_of(Form(fields), asked.view.event)
        except Refused as no:
            wrong = f"slip.{(no.field or '').removeprefix('slip.')}"
            left = [field for field in fields if not field[0].startswith(wrong)]
            fields = left if len(left) < len(fields) else []


def _typed(asked: Asked) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name in asked.form
        if name == "match" or name.startswith("slip.")
        for value in asked.form.every(name)
    ]


# ------------------------------------------------------------------------------
# The routes of the player's phone.

ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/me", "everybody", my_page),
    Route("GET", "/e/{event}/me/told", "everybody", told_page),
    Route("GET", "/e/{event}/me/day", "player", rounds_page),
    Route("GET", "/e/{event}/me/help", "player", help_page),
    Route("GET", "/e/{event}/me/leaving", "player", leave_page),
    Route("POST", "/e/{event}/me/review", "player", review_page),
    Route("GET", "/e/{event}/me/count", "player", count_page),
    Route("GET", "/e/{event}/me/table", "player", table_page),
    Route("GET", "/e/{event}/me/list", "player", my_list_page),
    Route("POST", "/e/{event}/me/list", "player", check_list_page),
    Route("GET", "/e/{event}/me/data.json", "player", my_data),
)
