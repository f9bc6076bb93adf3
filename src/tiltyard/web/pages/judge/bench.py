"""What the document says about judging, as a leader needs it at a table, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.context import Scene
from tiltyard.day.people import ChangeDuty
from tiltyard.day.roles import deciders, final_authority, leader_roles, role_of
from tiltyard.day.table import decide
from tiltyard.engine.errors import Refused
from tiltyard.service.event_cache import ENGINE
from tiltyard.text.language import ruleset_text
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from tiltyard.day.context import Command
    from tiltyard.day.event import Game
    from tiltyard.engine.ruleset import Components, Role
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence and the clause it comes from."""

    text: str
    clause: str


def on_rulings(view: EventView) -> Iterator[CitedSentence]:
    """Yield who rules, who has the last word, and what may be overruled."""
    staff = view.rules.staff
    last = final_authority(view.event, view.rules)
    name = view.name(last) if last is not None else say("common.nobody-on-duty")
    if staff.appeal:
        text = wording("judge.a-player-of-the-game")
        yield CitedSentence(text.format(name=name), staff.appeal_clause)
    else:
        text = wording("judge.rulings-are-final-here-players")
        yield CitedSentence(text.format(name=name), staff.appeal_clause)
    if staff.overrules:
        text = wording("judge.if-one-of-these-is")
        documents = ", ".join(ruleset_text(overrule) for overrule in staff.overrules)
        yield CitedSentence(text.format(documents=documents), staff.overrules_clause)
    own = say("judge.nobody-rules-in-their-own")
    yield CitedSentence(own, staff.rules_on_leader_clause)
    meet = say("judge.where-two-leaders-meet-whoever")
    yield CitedSentence(meet, staff.leaders_meet_clause)
    yield from _whose_matters(view)
    removes = say("judge.leaders-recommend-a-disqualification-the")
    yield CitedSentence(removes, staff.removes_clause)


def _whose_matters(view: EventView) -> Iterator[CitedSentence]:
    """Yield what one role decides alone, and who that is now."""
    for matter in view.rules.staff.matters:
        able = deciders(view.event, view.rules, matter.id)
        if able:
            text = wording("judge.decides")
            said = {"matter": ruleset_text(matter.title), "name": view.name(able[0])}
            yield CitedSentence(text.format(**said), matter.clause)


def on_games(view: EventView) -> Iterator[CitedSentence]:
    """Yield what else leaders do at a table."""
    conduct, clock = view.rules.conduct, view.rules.clock
    minutes = clock.extension_minutes
    text = wording("judge.a-table-that-lost-time", minutes)
    yield CitedSentence(text.format(num=minutes), clock.extension_clause)
    if conduct.watch_clause:
        watch = say("judge.a-player-may-ask-a")
        yield CitedSentence(watch, conduct.watch_clause)
    if conduct.missed_opportunity_clause:
        missed = say("judge.spectators-may-tell-you-that")
        yield CitedSentence(missed, conduct.missed_opportunity_clause)
    if conduct.verify_totals_clause:
        totals = say("judge.before-round-1-you-may")
        yield CitedSentence(totals, conduct.verify_totals_clause)
    if conduct.manipulative_concession:
        conceded = say("judge.a-concession-to-help-somebody")
        yield CitedSentence(conceded, conduct.manipulative_concession_clause)


def on_components(view: EventView) -> Iterator[CitedSentence]:
    """Yield what becomes of a lost, damaged or ineligible component."""
    components = view.rules.components
    minutes = view.rules.clock.extension_minutes
    search = wording("judge.lost-or-damaged-this-game", minutes)
    yield CitedSentence(search.format(num=minutes), components.lost_extension_clause)
    conceded = say("judge.not-found-in-that-time")
    yield CitedSentence(conceded, components.lost_concession_clause)
    later = say("judge.still-missing-when-the-next")
    yield CitedSentence(later, components.lost_next_round_clause)
    yield CitedSentence(_ineligible(components), components.ineligible_clause)
    if components.missing_kit == "disqualify":
        kit = say("judge.without-what-the-setup-needs")
        yield CitedSentence(kit, components.missing_kit_clause)
    yield CitedSentence(_proxies(components), components.proxies_clause)
    if components.sharing:
        text = wording("judge.may-be-shared-for-a")
        items = ", ".join(ruleset_text(name) for name in components.sharing)
        yield CitedSentence(text.format(items=items), components.sharing_clause)


def _ineligible(components: Components) -> str:
    if components.ineligible == "drop":
        return say("judge.not-allowed-and-not-replaced")
    if components.ineligible == "disqualify":
        return say("judge.not-allowed-and-not-replaced-the")
    return say("judge.not-allowed-and-not-replaced-the-organizer")


def _proxies(components: Components) -> str:
    if components.proxies:
        return say("judge.only-a-leader-makes-a")
    return say("judge.there-are-no-proxies")


# ------------------------------------------------------------------------------
# The judge who looks at a page: what they may do now, and why not where they may not.

SAID = "?"
"""Stands for what a person will write, where only the possibility is asked for."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A role of the judge, whether they are on duty, and whether they may change that."""

    role: Role
    on_duty: bool
    may_change: bool


@dataclass(frozen=True, slots=True)
class No:
    """Why an act is not for this judge, in words, and what to do instead."""

    text: str
    fix: str
    clause: str

    @classmethod
    def of(cls, refused: Refused | None) -> No | None:
        """Return a refusal in the language that is spoken, or none."""
        if refused is None:
            return None
        return cls(refusal_text(refused), fix_text(refused), refused.clause or "")


class Bench:
    """One leader at one version of the event."""

    def __init__(self, view: EventView, me: PersonId) -> None:
        self.view = view
        self.me = me
        now = view.clock.now()
        self._scene = Scene(view.event, view.rules, view.document, self.me, now, ENGINE)

    def refusal(self, command: Command) -> Refused | None:
        """Return why an act would be refused, or none: the desk's own answer."""
        try:
            decide(self._scene, command)
        except Refused as no:
            return no
        return None

    def may(self, command: Command) -> bool:
        """Whether the form of an act is shown."""
        return self.refusal(command) is None

    def plays_in(self, game: Game | None) -> bool:
        """Whether it is the judge's own match."""
        return game is not None and self.me in game.players

    @property
    def on_duty(self) -> bool:
        """Whether this person leads in any role now."""
        view = self.view
        return not view.roles(self.me).isdisjoint(leader_roles(view.rules))

    def duties(self) -> tuple[Duty, ...]:
        """Return the leader's roles this person holds."""
        view = self.view
        known = leader_roles(view.rules)
        mine = [
            appointment
            for appointment in view.event.staff
            if appointment.person == self.me and appointment.role in known
        ]
        found = []
        for appointment in mine:
            role = role_of(view.rules, appointment.role)
            if role is not None:
                may = self.may(ChangeDuty(self.me, appointment.role, not appointment.on_duty))
                found.append(Duty(role, appointment.on_duty, may))
        return tuple(found)
