"""What the document says about judging, as a leader needs it at a table, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.deciders import deciders
from tiltyard.core.staff import final_authority
from tiltyard.words.language import ruleset_text
from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Components
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and the clause it comes from."""

    text: str
    clause: str


def on_rulings(view: EventView) -> Iterator[Line]:
    """Yield who rules, who has the last word, and what may be overruled."""
    staff = view.rules.staff
    last = final_authority(view.event, view.rules)
    name = view.name(last) if last is not None else say("common.nobody-on-duty")
    if staff.appeal:
        text = wording("judge.a-player-of-the-game")
        yield Line(text.format(name=name), staff.appeal_clause)
    else:
        text = wording("judge.rulings-are-final-here-players")
        yield Line(text.format(name=name), staff.appeal_clause)
    if staff.overrules:
        text = wording("judge.if-one-of-these-is")
        documents = ", ".join(ruleset_text(one) for one in staff.overrules)
        yield Line(text.format(documents=documents), staff.overrules_clause)
    own = say("judge.nobody-rules-in-their-own")
    yield Line(own, staff.rules_on_leader_clause)
    meet = say("judge.where-two-leaders-meet-whoever")
    yield Line(meet, staff.leaders_meet_clause)
    yield from _whose_matters(view)
    removes = say("judge.leaders-recommend-a-disqualification-the")
    yield Line(removes, staff.removes_clause)


def _whose_matters(view: EventView) -> Iterator[Line]:
    """Yield what one role decides alone, and who that is now."""
    for matter in view.rules.staff.matters:
        able = deciders(view.event, view.rules, matter.id)
        if able:
            text = wording("judge.decides")
            said = {"matter": ruleset_text(matter.title), "name": view.name(able[0])}
            yield Line(text.format(**said), matter.clause)


def on_games(view: EventView) -> Iterator[Line]:
    """Yield what else leaders do at a table."""
    conduct, clock = view.rules.conduct, view.rules.clock
    minutes = clock.extension_minutes
    text = wording("judge.a-table-that-lost-time", minutes)
    yield Line(text.format(num=minutes), clock.extension_clause)
    if conduct.watch_clause:
        watch = say("judge.a-player-may-ask-a")
        yield Line(watch, conduct.watch_clause)
    if conduct.missed_opportunity_clause:
        missed = say("judge.spectators-may-tell-you-that")
        yield Line(missed, conduct.missed_opportunity_clause)
    if conduct.verify_totals_clause:
        totals = say("judge.before-round-1-you-may")
        yield Line(totals, conduct.verify_totals_clause)
    if conduct.manipulative_concession:
        conceded = say("judge.a-concession-to-help-somebody")
        yield Line(conceded, conduct.manipulative_concession_clause)


def on_components(view: EventView) -> Iterator[Line]:
    """Yield what becomes of a lost, damaged or ineligible component."""
    components = view.rules.components
    minutes = view.rules.clock.extension_minutes
    search = wording("judge.lost-or-damaged-this-game", minutes)
    yield Line(search.format(num=minutes), components.lost_extension_clause)
    conceded = say("judge.not-found-in-that-time")
    yield Line(conceded, components.lost_concession_clause)
    later = say("judge.still-missing-when-the-next")
    yield Line(later, components.lost_next_round_clause)
    yield Line(_ineligible(components), components.ineligible_clause)
    if components.missing_kit == "disqualify":
        kit = say("judge.without-what-the-setup-needs")
        yield Line(kit, components.missing_kit_clause)
    yield Line(_proxies(components), components.proxies_clause)
    if components.sharing:
        text = wording("judge.may-be-shared-for-a")
        items = ", ".join(ruleset_text(one) for one in components.sharing)
        yield Line(text.format(items=items), components.sharing_clause)


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
