"""What every page of the desk shows around its content: what is next, undo, the second copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.policy import refusal
from tiltyard.day.reminders import reminders
from tiltyard.day.seats import refusal_to_open_seat
from tiltyard.day.setup import Undo
from tiltyard.day.visibility import told_reminders
from tiltyard.formats.pasted_names import example_lines
from tiltyard.service.clock import JUMP
from tiltyard.store.second_copy import copy_of
from tiltyard.text.facts import told_text
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.reminders import reminder_sentence
from tiltyard.text.say import say
from tiltyard.web.pages.desk.navigation import navigation
from tiltyard.web.rendering import clock_text, day_text, time_text

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.day.reminders import Reminder
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# Where a reminder leads: the page on which what it asks for is done.

_DESK: dict[str, tuple[str, ...]] = {
    "": ("announce", "open-check-in", "start"),
    "/start": ("not-announced", "announced-otherwise"),
    "/details": ("no-plan", "plan-by-table"),
    "/tables": ("tables-needed",),
    "/people": (
        "enter-players",
        "approve-registrations",
        "find-a-spare",
        "odd-field",
        "odd-field-with-spare",
        "decide-disqualification",
    ),
    "/check-in": ("too-few-players", "not-here-yet", "let-in-late"),
    "/staff": (
        "role-missing",
        "role-too-often",
        "leader-may-not-play",
        "second-leader-missing",
        "leader-should-not-play",
        "leader-should-not-be-spare",
        "every-leader-plays",
        "acts-as",
    ),
    "/lists": (
        "list-missing",
        "list-with-errors",
        "list-unchecked",
        "list-deadline-passed",
        "lists-to-approve",
        "lists-not-ready",
    ),
    "/list-matters": ("conversions-waiting",),
    "/scores": ("close-score",),
    "/round": (
        "draw-round",
        "draw-again",
        "publish",
        "call-seating",
        "start-clock",
        "totals-may-be-verified",
        "look-for-empty-tables",
        "clock-stands",
        "finish-the-games",
        "call-time",
        "table-with-extension",
    ),
    "/results": ("disputed", "confirmation-missing", "concession", "results-missing"),
    "/cut": ("make-cut", "make-cut-at", "place-offered"),
    "/finish": ("finish", "award-prizes", "archive"),
}
_JUDGE = frozenset(
    {
        "judge-called",
        "ruling-appealed",
        "watch-requested",
        "incident-reported",
        "incident-observed",
        "call-to-decide",
        "component-missing",
        "search-is-over",
        "component-trouble",
        "component-reported",
        "component-search",
        "component-still-missing",
    }
)
_PLACES = {code: place for place, codes in _DESK.items() for code in codes}


def place_of(event: Event, code: str) -> str:
    """Return the address of the page for a reminder."""
    if code in _JUDGE:
        return f"/e/{event.id}/judge"
    return f"/e/{event.id}/desk{_PLACES.get(code, '')}"


def known_codes() -> frozenset[str]:
    """Return every code that has a page of its own."""
    return _JUDGE | frozenset(_PLACES)


# ------------------------------------------------------------------------------
# What every page of the desk shows around its content: what is next, undo, the second copy.


@dataclass(frozen=True, slots=True)
class Said:
    """A reminder as it is read, and where it is dealt with."""

    reminder: Reminder
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class CopyLight:
    """Whether everything is kept twice: a state, and the sentence for it."""

    state: str
    text: str

    @property
    def missing(self) -> bool:
        """Whether there is something to do about it."""
        return self.state == "off"


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """What undo would take back, and why it is not possible if it is not."""

    first: int
    texts: tuple[str, ...]
    others: bool
    refusal: str
    instead: str


_TYPED_ON = frozenset({"desk/paper_entry.html"})
"""Pages on which somebody types table after table: they are not opened again meanwhile."""


def desk_page(asked: Asked, template: str, *, status: int = 200, **values: Any) -> Reply:
    """Answer with a page of the desk."""
    with speaking(asked.visitor.language):
        frame = {
            "kind": "" if template in _TYPED_ON else template.removesuffix(".html"),
            "nav": navigation(asked),
            "reminders": said_reminders(asked),
            "undo": undo_offer(asked),
            "copy": copy_light(asked),
            "jumped": clock_jumped(asked),
            "links_void": links_are_void(asked),
            "from_the_future": fact_from_the_future(asked),
        }
    return asked.event_page(template, status=status, **frame, **values)


def said_reminders(asked: Asked) -> tuple[Said, ...]:
    """Return what is next, overdue and blocking, in words."""
    view = asked.view
    event = view.event
    found = reminders(event, view.rules, view.document, view.clock.now())
    told = told_reminders(event, view.rules, asked.me, found)
    return tuple(
        Said(reminder, reminder_sentence(reminder, event.people, event), _place(asked, reminder))
        for reminder in told
        if reminder.code != "tables-needed" or reminder.facts["players"]  # nobody needs no table
    )


def _place(asked: Asked, reminder: Reminder) -> str:
    """Return where a reminder is dealt with; whoever may not go there stays at the desk."""
    view = asked.view
    place = place_of(view.event, reminder.code)
    of_judges = place == f"/e/{view.event.id}/judge"
    return f"/e/{view.event.id}/desk" if of_judges and not view.is_leader(asked.me) else place


def undo_offer(asked: Asked) -> UndoOffer | None:
    """Return what undo would take back now."""
    view, desk = asked.view, asked.site.desk
    last = view.event.last_act
    if last is None or asked.person is None:
        return None
    no = desk.refusal(view.event.id, asked.person, Undo(reason="?", first=last.first))
    facts = desk.what_undo_takes_back(view.event.id)
    return UndoOffer(
        last.first,
        tuple(told_text(recorded, view.event, view.rules, asked.person) for recorded in facts),
        last.actor != asked.person,
        "" if no is None else refusal_text(no),
        "" if no is None else fix_text(no),
    )


def copy_light(asked: Asked) -> CopyLight:
    """Return whether the event is kept in a second place, too."""
    if asked.view.event.is_rehearsal:
        return CopyLight("", say("desk.a-rehearsal-is-not-kept"))
    copy = copy_of(asked.site.desk.store)
    if copy is None:
        return CopyLight("off", say("common.no-second-copy"))
    behind = copy.lag(asked.view.event.id)
    if copy.trouble:
        return CopyLight("off", say("common.second-copy-trouble"))
    if behind:
        return CopyLight("slow", say("desk.second-copy-behind"))
    return CopyLight("", say("common.second-copy-up-to-date"))


def links_are_void(asked: Asked) -> bool:
    """Whether the keyring is younger than the event, and nobody has been given a new link yet."""
    site, event = asked.site, asked.view.event
    return site.keyring_is_new and bool(event.entrants) and not site.keyring.links(event.id)


def clock_jumped(asked: Asked) -> str:
    """Return how far this computer's clock is away from the time here, if it is."""
    jumped = getattr(asked.site.desk.clock, "jumped", lambda: None)()
    if jumped is None:
        return ""
    seconds = round(jumped.total_seconds())
    side = "ahead" if seconds > 0 else "behind"
    return say(f"common.this-computers-clock-is-{side}", time=clock_text(abs(seconds)))


def fact_from_the_future(asked: Asked) -> str:
    """Return the time of the newest fact where it lies ahead of now, as people read it."""
    latest = asked.site.desk.level(asked.view.event.id).latest
    ahead = latest > asked.site.desk.clock.now() + JUMP
    return f"{day_text(latest.astimezone().date())}, {time_text(latest)}" if ahead else ""


def examples_of(asked: Asked, rules: Ruleset) -> tuple[str, str]:
    """Return two lines that show how players are pasted, in the visitor's language."""
    with speaking(asked.visitor.language):
        return example_lines(rules)


def may(asked: Asked, act: str, *concerned: str) -> bool:
    """Whether the button of an act is shown: what the policy says."""
    view = asked.view
    if asked.person is None:
        return False
    return refusal(view.event, view.rules, asked.person, act, concerned) is None


def may_open(asked: Asked, person: PersonId) -> bool:
    """Whether the button is shown that makes a link or a code to this person's seat."""
    view = asked.view
    return refusal_to_open_seat(view.event, view.rules, asked.me, person) is None
