"""What the document says about judging, as a leader needs it at a table, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.deciders import deciders
from tiltyard.core.staff import final_authority
from tiltyard.words.language import gettext, ngettext
from tiltyard.words.spoken import spoken

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
    name = view.name(last) if last is not None else gettext("nobody on duty")
    if staff.appeal:
        text = gettext(
            "A player of the game may have a ruling reviewed. The last word has %(name)s."
        )
        yield Line(text % {"name": name}, staff.appeal_clause)
    else:
        text = gettext("Rulings are final here; players accept them. The last word has %(name)s.")
        yield Line(text % {"name": name}, staff.appeal_clause)
    if staff.overrules:
        text = gettext(
            "If one of these is wrong, whoever has the last word may rule against it: "
            "%(documents)s."
        )
        documents = ", ".join(gettext(one) for one in staff.overrules)
        yield Line(text % {"documents": documents}, staff.overrules_clause)
    own = gettext("Nobody rules in their own match: another leader on duty does.")
    yield Line(own, staff.rules_on_leader_clause)
    meet = gettext("Where two leaders meet, whoever ranks highest and does not play rules.")
    yield Line(meet, staff.leaders_meet_clause)
    yield from _whose_matters(view)
    removes = gettext("Leaders recommend a disqualification; the organizer alone decides.")
    yield Line(removes, staff.removes_clause)


def _whose_matters(view: EventView) -> Iterator[Line]:
    """Yield what one role decides alone, and who that is now."""
    for matter in view.rules.staff.matters:
        able = deciders(view.event, view.rules, matter.id)
        if able:
            text = gettext("%(matter)s: %(name)s decides.")
            said = {"matter": spoken(matter.title), "name": view.name(able[0])}
            yield Line(text % said, matter.clause)


def on_games(view: EventView) -> Iterator[Line]:
    """Yield what else leaders do at a table."""
    conduct, clock = view.rules.conduct, view.rules.clock
    minutes = clock.extension_minutes
    text = ngettext(
        "A table that lost time may get more: %(num)d minute unless you say otherwise.",
        "A table that lost time may get more: %(num)d minutes unless you say otherwise.",
        minutes,
    )
    yield Line(text % {"num": minutes}, clock.extension_clause)
    if conduct.watch_clause:
        watch = gettext("A player may ask a leader to watch the game for slow play.")
        yield Line(watch, conduct.watch_clause)
    if conduct.missed_opportunity_clause:
        missed = gettext(
            "Spectators may tell you that a rule was broken, but not of a missed opportunity."
        )
        yield Line(missed, conduct.missed_opportunity_clause)
    if conduct.verify_totals_clause:
        totals = gettext("Before round 1 you may order players to verify the opponent's total.")
        yield Line(totals, conduct.verify_totals_clause)
    if conduct.manipulative_concession:
        conceded = gettext("A concession to help somebody is not allowed: look at it.")
        yield Line(conceded, conduct.manipulative_concession_clause)


def on_components(view: EventView) -> Iterator[Line]:
    """Yield what becomes of a lost, damaged or ineligible component."""
    components = view.rules.components
    minutes = view.rules.clock.extension_minutes
    search = ngettext(
        "Lost or damaged: this game gets %(num)d minute for the search.",
        "Lost or damaged: this game gets %(num)d minutes for the search.",
        minutes,
    )
    yield Line(search % {"num": minutes}, components.lost_extension_clause)
    conceded = gettext("Not found in that time: the player concedes the game.")
    yield Line(conceded, components.lost_concession_clause)
    later = gettext("Still missing when the next round starts: the player is taken out.")
    yield Line(later, components.lost_next_round_clause)
    yield Line(_ineligible(components), components.ineligible_clause)
    if components.missing_kit == "disqualify":
        kit = gettext("Without what the setup needs, the organizer may disqualify.")
        yield Line(kit, components.missing_kit_clause)
    yield Line(_proxies(components), components.proxies_clause)
    if components.sharing:
        text = gettext("May be shared for a round: %(items)s.")
        items = ", ".join(gettext(one) for one in components.sharing)
        yield Line(text % {"items": items}, components.sharing_clause)


def _ineligible(components: Components) -> str:
    if components.ineligible == "drop":
        return gettext("Not allowed and not replaced: the player is dropped.")
    if components.ineligible == "disqualify":
        return gettext("Not allowed and not replaced: the player is disqualified.")
    return gettext("Not allowed and not replaced: the organizer decides.")


def _proxies(components: Components) -> str:
    if components.proxies:
        return gettext(
            "Only a leader makes a proxy, only for a damaged card: its name, what cannot be read, "
            "your name and the date. The original stays nearby."
        )
    return gettext("There are no proxies.")
