"""The day at a glance: where we are, the next step, what blocks the start, announcements."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.plan import is_of_the_plan, players_expected, values_now
from tiltyard.day.reminders import guidance, moment_of, reminders, step_before_check_in
from tiltyard.day.roles import leaders
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, untold_since_the_start
from tiltyard.day.start import required_announcements, start_gate
from tiltyard.day.visibility import told_blockers
from tiltyard.engine.errors import Refused
from tiltyard.service.several_acts import do_all, the_first_round
from tiltyard.text.announcements import said_of
from tiltyard.text.language import speaking
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import listed, say, wording
from tiltyard.views.round import players_left
from tiltyard.views.start_list import start_list
from tiltyard.web.pages.account.joining import phones_open
from tiltyard.web.pages.desk.floor_page import floor_page, is_on_the_floor
from tiltyard.web.pages.desk.frame import desk_page, examples_of, may
from tiltyard.web.rendering import day_text
from tiltyard.web.schedule import schedule_now

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Announcement, Guidance
    from tiltyard.engine.tournament import PersonId
    from tiltyard.text.announcements import Said
    from tiltyard.views.start_list import StartList
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# What an announcement without values could say: the organizer reads it and changes it.


def suggested_text(view: EventView, item: Announcement) -> str:
    """Return words for an announcement that has no values, from what is settled; else nothing."""
    suggested = {"second_leader": _second_leader, "event_details": _event_details}
    if item.id in suggested:
        return suggested[item.id](view)
    return view.event.details.play_area if item.id == "play_area" else ""


def _second_leader(view: EventView) -> str:
    event = view.event
    others = [leader for leader in leaders(event, view.rules) if leader not in event.entrants]
    if not others:
        return ""
    names = listed(view.name(other) for other in others)
    return say("desk.in-the-games-of-a", names=names)


def _event_details(view: EventView) -> str:
    details = view.event.details
    if details.notes:
        return details.notes
    known = [details.name, day_text(details.date) if details.date else "", details.venue]
    if details.points_limit:
        known.append(say("desk.points-limit", points=details.points_limit))
    return ", ".join(name for name in known if name)


# ------------------------------------------------------------------------------
# The day at a glance: where we are, the one next step, what blocks the start, what was told.

StepId = Literal[
    "create", "announce", "registration", "check_in", "start", "rounds", "cut", "finish"
]
StepState = Literal["done", "now", "later"]

_AT: dict[str, StepId] = {
    "draft": "announce",
    "announced": "registration",
    "registration": "registration",
    "check_in": "check_in",
    "running": "rounds",
    "finished": "finish",
    "archived": "finish",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the day and where it stands."""

    id: StepId
    state: StepState


@dataclass(frozen=True, slots=True)
class Told:
    """Something players must be told: what was said, or what we suggest to say.

    `computed` is told by the program with its values; `text` is what the organizer adds to it.
    `players` is for how many, where a table of the document decides.
    """

    item: Announcement
    told: bool
    text: str
    said: Said
    unsettled: str = ""
    players: int = 0

    @property
    def computed(self) -> bool:
        """Whether the program knows the answer."""
        return bool(self.item.tells)


def day_page(asked: Asked) -> Reply:
    """Show where the day is and what comes next."""
    view = asked.view
    doing = next_step(view)
    if is_on_the_floor(view.event) and doing != "tell-again" and not asked.query.text("day"):
        return floor_page(asked, doing, guidance_now(view))
    with speaking(asked.visitor.language):
        schedule = schedule_now(view)
    return desk_page(
        asked,
        "desk/day.html",
        steps=steps(view.event),
        schedule=schedule,
        doing=doing,
        phones_open=phones_open(asked),
        counts=counts(view),
        gate=gate_of(view, asked.me),
        not_yet=_cannot_announce(asked),
        may_do={act: may(asked, act) for act in _ACTS},
        told=(told := announcements(asked)),
        untold=_untold_since_the_start(view, told),
        guidance=guidance_now(view),
        examples=examples_of(asked, view.rules),
        form_key=f"tell-{view.event.version}",
    )


_ACTS = (
    "announce-event",
    "open-registration",
    "open-check-in",
    "start-event",
    "announce-item",
    "describe-event",
    "register-player",
    "check-in",
    "draw-round",
    "receive-lists-on-paper",
    "post-notice",
)


def _untold_since_the_start(view: EventView, told: tuple[Told, ...]) -> tuple[Told, ...]:
    """Return what players must be told again because it was changed after the start."""
    found = untold_since_the_start(view.event, view.rules, view.document)
    items = {blocker.facts["item"] for blocker in found}
    return tuple(other for other in told if other.item.id in items)


def start_page(asked: Asked) -> Reply:
    """Show the start gate by itself."""
    view = asked.view
    return desk_page(
        asked,
        "desk/start.html",
        counts=counts(view),
        gate=gate_of(view, asked.me),
        may_do={act: may(asked, act) for act in _ACTS},
        told=announcements(asked),
        form_key=f"tell-{view.event.version}",
    )


def tell_all(asked: Asked) -> Reply:
    """Note that players were told what is still open, or one item of it, each under its own key."""
    key = asked.form.text("key") or secrets.token_hex(12)
    wanted = asked.form.text("item")
    left = [
        announcement
        for announcement in announcements(asked)
        if not announcement.told and wanted in {"", announcement.item.id}
    ]
    told = 0
    _require_still_true(asked, left)
    unsettled = [other.unsettled for other in left if other.unsettled]
    left = [other for other in left if not other.unsettled]
    for command in _announced_by(asked, left):
        asked.site.do(asked.view.event.id, asked.me, command, key=f"{key}-{command.item}")
        told += 1
    for reason in dict.fromkeys(unsettled):
        asked.flash(reason, undoable=False)
    if left or not unsettled:
        _say_what_was_told(asked, told, len(left) - told)
    return asked.redirect(asked.form.text("next") or f"/e/{asked.view.event.id}/desk")


def _announced_by(asked: Asked, left: Iterable[Told]) -> Iterator[AnnounceItem]:
    """Yield what a form announces: what the program knows, what was written, what was said."""
    for told in left:
        text = asked.form.text(f"text.{told.item.id}", told.text)
        aloud = asked.form.text(f"aloud.{told.item.id}") == "yes"
        if told.computed or text.strip() or aloud:
            yield AnnounceItem(told.item.id, text)


def begin(asked: Asked) -> Reply:
    """Announce what is left, start the event and draw the first round: all of it, or nothing."""
    event = asked.view.event
    left = [told for told in announcements(asked) if not told.told and not told.unsettled]
    _require_still_true(asked, left)
    scene = asked.site.desk.scene(event.id, asked.me, asked.confirmed)
    do_all(scene, the_first_round(_announced_by(asked, left)), asked.doing(event.id))
    with speaking(asked.visitor.language):
        asked.flash(say("desk.started-and-drawn"))
    return asked.redirect(f"/e/{event.id}/desk/round")


def _require_still_true(asked: Asked, left: list[Told]) -> None:
    """Refuse to note other values than those that were read: somebody may have come meanwhile."""
    for told in left:
        shown = asked.form.text(f"shown.{told.item.id}")
        if shown and told.computed and shown != told.said.now:
            raise Refused("plan-changed-since-page-opened", clause=told.item.clause)


def _say_what_was_told(asked: Asked, told: int, untold: int) -> None:
    with speaking(asked.visitor.language):
        if told or untold:
            said = wording("desk.things-were-told", told)
            asked.flash(said.format(num=told))
        else:
            asked.tell_next("desk.everything-was-told-before")
        if untold:
            said = wording("desk.things-have-no-text-yet", untold)
            asked.flash(said.format(num=untold))


# ---------------------------------------------------------------------------- where we are


def steps(event: Event) -> tuple[Step, ...]:
    """Return the steps of the day; the cut only where there is one."""
    known: list[StepId] = ["create", "announce", "registration", "check_in", "start", "rounds"]
    known += ["cut", "finish"] if _has_cut(event) else ["finish"]
    now = _AT[event.phase]
    if event.phase == "running" and (event.qualification is not None or event.past_the_cut):
        now = "cut" if "cut" in known else "rounds"
    place = known.index(now)
    over = event.phase in {"finished", "archived"}
    return tuple(
        Step(code, "done" if n < place or over else "now" if n == place else "later")
        for n, code in enumerate(known)
    )


def _has_cut(event: Event) -> bool:
    return event.has_cut or event.qualification is not None


def next_step(view: EventView) -> str:
    """Return what the big button does: the name of a step the page knows."""
    event = view.event
    step = step_before_check_in(event)
    if step:
        return step
    if event.phase == "check_in":
        here = sum(1 for entrant in event.entrants.values() if entrant.state == "checked_in")
        return "start-event" if here > 1 else "check-players-in"
    if event.phase != "running":
        return "look-at-the-end" if event.phase == "finished" else ""
    return _next_of_the_rounds(view)


def _next_of_the_rounds(view: EventView) -> str:
    event = view.event
    if event.draft is not None:
        return "look-at-the-draw"
    between = event.current is None or event.current.is_closed
    if between and untold_since_the_start(event, view.rules, view.document):
        return "tell-again"
    if event.current is None:
        return "draw-first-round"
    if not event.current.is_closed:
        return "look-at-the-round"
    found = reminders(event, view.rules, view.document, view.clock.now())
    return next(
        (_GOES_ON[reminder.code] for reminder in found if reminder.code in _GOES_ON),
        "look-at-the-round",
    )


_GOES_ON = {
    "draw-round": "go-on",
    "make-cut": "look-at-the-cut",
    "make-cut-at": "look-at-the-cut",
    "place-offered": "offer-the-place",
    "finish": "finish-event",
}
"""What the big button does after a round, by the reminder of the moment."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many people there are."""

    players: int
    here: int
    playing: int


def counts(view: EventView) -> Counts:
    """Count the people of an event."""
    event = view.event
    players = [entrant for entrant in event.entrants.values() if not entrant.spare]
    return Counts(
        len(players),
        sum(1 for entrant in players if entrant.state == "checked_in"),
        len(players_left(view)),
    )


def gate_of(view: EventView, person: PersonId) -> StartList | None:
    """Return what is left before the start while the event has not begun, as this person hears."""
    if view.event.phase not in {"announced", "registration", "check_in"}:
        return None
    found = start_gate(view.event, view.rules, view.document)
    return start_list(told_blockers(view.event, view.rules, person, found))


def _cannot_announce(asked: Asked) -> dict[str, str] | None:
    """Return why the event cannot be announced yet."""
    if asked.view.event.phase != "draft":
        return None
    refused = asked.site.desk.refusal(asked.view.event.id, asked.me, AnnounceEvent())
    return asked.why_not(refused)


# ---------------------------------------------------------------------------- what people hear


def announcements(asked: Asked) -> tuple[Told, ...]:
    """Return what all players must know before the start, told or not."""
    view = asked.view
    event = view.event
    with speaking(asked.visitor.language):
        return tuple(
            _told(view, item) for item in required_announcements(event, view.rules, view.document)
        )


def _told(view: EventView, item: Announcement) -> Told:
    event = view.event
    said = said_of(event, view.rules, view.document, item)
    text = event.announced.get(item.id, "")
    if item.tells:
        by_table = event.details.structure in {"basic", "advanced"} and is_of_the_plan(item)
        players = players_expected(event) if by_table else 0
        return Told(item, said.told, text, said, _unsettled(view, item), players)
    return Told(item, said.told, text or suggested_text(view, item), said)


def _unsettled(view: EventView, item: Announcement) -> str:
    """Return why nobody can say yet what this announcement tells."""
    try:
        values_now(view.event, view.rules, item)
    except Refused as no:
        return refusal_text(no)
    return ""


def guidance_now(view: EventView) -> tuple[Guidance, ...]:
    """Return what the document says to organizers and leaders at this moment."""
    moment = moment_of(view.event)
    return tuple(
        instruction
        for instruction in guidance(view.rules, moment)
        if instruction.audience in {"organizer", "leaders", "everybody"}
    )
