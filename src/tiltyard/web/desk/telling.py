"""What an announcement could say: the organizer reads it, changes it, and says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.decide.gate import plan_at_start
from tiltyard.core.errors import Refused
from tiltyard.core.options import settled
from tiltyard.core.ruleset import ranked_by
from tiltyard.core.staff import leaders
from tiltyard.web.desk.plans import minutes_of
from tiltyard.web.rendering import day_text
from tiltyard.words.catalogue import listed
from tiltyard.words.language import gettext, ngettext
from tiltyard.words.option_values import house_rule_sentence, option_subject, value_words
from tiltyard.words.standing_keys import key_title

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Announcement
    from tiltyard.core.structure import Announced
    from tiltyard.web.event_view import EventView


def suggested_text(view: EventView, item: Announcement) -> str:
    """Return a sentence for an announcement, made from what is settled; else nothing."""
    details = view.event.details
    suggested = {
        "rounds": _rounds,
        "cut": _cut,
        "round_length": _round_length,
        "tie_breaks": _tie_breaks,
        "second_leader": _second_leader,
        "event_details": _event_details,
        "elimination_length": _elimination_length,
        "house_rules": _house_rules,
    }
    if item.id in suggested:
        return suggested[item.id](view)
    said_by_details = {
        "play_area": details.play_area,
        "special_scenario": details.special_scenario,
    }
    return said_by_details.get(item.id, "")


def _rounds(view: EventView) -> str:
    details, plan = view.event.details, _settled_plan(view)
    if plan is None:
        return _by_table(view)
    if view.rules.structure.kind == "formats" and details.points_limit:
        said = ngettext(
            "%(games)d games in one day, points limit %(points)d",
            "%(games)d games on %(num)d days, points limit %(points)d",
            details.days,
        )
        return said % {"num": details.days, "games": plan.rounds, "points": details.points_limit}
    said = ngettext("%(num)d Swiss round", "%(num)d Swiss rounds", plan.rounds)
    return said % {"num": plan.rounds}


def _cut(view: EventView) -> str:
    plan = _settled_plan(view)
    if plan is None:
        return _by_table(view)
    if not plan.cut:
        return gettext("There is no cut")
    return gettext("After the Swiss rounds the top %(cut)d go on") % {"cut": plan.cut}


def _by_table(view: EventView) -> str:
    """Return what can be said while nobody knows how many will be here."""
    structure = view.event.details.structure
    if structure == "basic":
        return gettext("Rounds and cut by the basic table, for those who are here at the start")
    if structure == "advanced":
        return gettext("Rounds and cut by the advanced table, for those who are here at the start")
    return ""


def _round_length(view: EventView) -> str:
    lengths = ", ".join(map(str, minutes_of(view.rules)))
    if not lengths:
        return gettext("The rounds have no time limit")
    return gettext("Rounds last %(minutes)s minutes") % {"minutes": lengths}


def _elimination_length(view: EventView) -> str:
    minutes = settled(view.rules, "clock.elimination")
    about = option_subject(view.document.options["clock.elimination"])
    said = value_words(view.document.options["clock.elimination"], minutes)
    return f"{about}: {said}"


def _house_rules(view: EventView) -> str:
    return " ".join(house_rule_sentence(rule) for rule in view.house_rules)


def _tie_breaks(view: EventView) -> str:
    titles = ", ".join(key_title(key) for key, _ in ranked_by(view.rules))
    return gettext("Ranked in this order by: %(keys)s") % {"keys": titles}


def _second_leader(view: EventView) -> str:
    event = view.event
    others = [one for one in leaders(event, view.rules) if one not in event.entrants]
    if not others:
        return ""
    names = listed(view.name(one) for one in others)
    return gettext("In the games of a leader who plays rules: %(names)s") % {"names": names}


def _event_details(view: EventView) -> str:
    details = view.event.details
    if details.notes:
        return details.notes
    known = [details.name, day_text(details.date) if details.date else "", details.venue]
    if details.points_limit:
        known.append(gettext("points limit %(points)d") % {"points": details.points_limit})
    return ", ".join(one for one in known if one)


def _settled_plan(view: EventView) -> Announced | None:
    """Return the plan if it is the same for all who may still come; else it is not settled."""
    event = view.event
    players = [one for one in event.entrants.values() if not one.spare]
    here = sum(1 for one in players if one.state != "registered")
    by_table = event.details.structure in {"basic", "advanced"}
    if by_table and event.phase in {"draft", "announced", "registration"}:
        return None
    plans: dict[tuple[int, int], Announced] = {}
    for count in {max(2, here), max(2, len(players))} if by_table else {max(2, len(players))}:
        try:
            plan = plan_at_start(event.details, view.rules, count)
        except Refused:
            return None
        plans[plan.rounds, plan.cut] = plan
    return next(iter(plans.values())) if len(plans) == 1 else None
