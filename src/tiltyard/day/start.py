"""The start gate: everything that must be true before the first round (rules 2.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tiltyard.day.event import has_scenarios
from tiltyard.day.list_access import errors_of, list_of, needs_list
from tiltyard.day.plan import (
    differing,
    house_rules,
    is_outdated,
    is_told,
    plan_at_start,
    require_document_kept,
    told_phrase,
    values_now,
)
from tiltyard.day.roles import notices, playing_leaders
from tiltyard.engine.errors import Refused, RulesetText
from tiltyard.engine.options import require_lengths, with_options
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.registration import require_fitting_options
from tiltyard.engine.structure import require_opponents

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant, Event
    from tiltyard.day.facts import Details
    from tiltyard.engine.ruleset import Announcement, Restriction, Ruleset


@dataclass(frozen=True, slots=True)
class Blocker:
    """Something that keeps the event from starting, and how to put it right."""

    code: str
    clause: str
    facts: dict[str, object] = field(default_factory=dict)
    wording: str = ""

    @property
    def sentence(self) -> str:
        """The code of its sentence in the catalogue."""
        return self.wording or self.code


def start_gate(event: Event, rules: Ruleset, document: Ruleset) -> tuple[Blocker, ...]:
    """Return everything that still blocks the start; nothing: the event may begin."""
    return tuple(_blockers(event, rules, document))


def _blockers(event: Event, rules: Ruleset, document: Ruleset) -> Iterator[Blocker]:
    for notice in notices(event, rules):
        if notice.blocks:
            yield Blocker(notice.code, notice.clause, notice.facts)
    here = [entrant for entrant in event.entrants.values() if entrant.state == "checked_in"]
    if len(here) >= 2:
        yield from _no_plan(event, rules, here)
    for item in required_announcements(event, rules, document):
        if not is_told(event, rules, item):
            yield untold(event, rules, item)
    yield from _lists(event, rules)
    if len(here) < 2:
        yield Blocker("too-few-players", rules.structure.clause, {"count": len(here)})


def _no_plan(event: Event, rules: Ruleset, here: list[Entrant]) -> Iterator[Blocker]:
    """Yield that the document, or the organizer, gives this field no plan."""
    try:
        plan = plan_at_start(event.details, rules, len(here))
        require_opponents(rules, plan.rounds, sum(not entrant.spare for entrant in here))
    except Refused as no:
        clause = no.clause or rules.structure.clause
        yield Blocker("no-plan", clause, dict(no.facts), wording=no.code)


def untold(event: Event, rules: Ruleset, item: Announcement) -> Blocker:
    """Return what keeps the event from going on until players are told, or told again."""
    if not is_outdated(event, rules, item):
        facts: dict[str, object] = {"item": item.id, "text": RulesetText(item.text)}
        return Blocker("not-announced", item.clause, facts)
    told, now = event.told[item.id].values, values_now(event, rules, item)
    old, new = differing(told, now)
    facts = {"item": item.id, "before": told_phrase(old), "after": told_phrase(new)}
    return Blocker("announced-otherwise", item.clause, facts)


def _lists(event: Event, rules: Ruleset) -> Iterator[Blocker]:
    """Yield the lists of those who are here that are missing, wrong, or not looked at."""
    for entrant in event.entrants.values():
        if entrant.state == "checked_in" and not entrant.spare:
            yield from list_blockers(event, rules, entrant)


def list_blockers(event: Event, rules: Ruleset, entrant: Entrant) -> Iterator[Blocker]:
    """Yield what keeps a player from being paired: a list that is missing, wrong or unchecked."""
    army = list_of(event, entrant.id)
    handed_in = army is not None and army.is_handed_in
    facts: dict[str, object] = {"player": entrant.id, "name": entrant.name}
    if not (handed_in or needs_list(event, rules, entrant.id)):
        return
    if army is None or not handed_in:
        facts["list"] = RulesetText(rules.terms["list"])
        yield Blocker("list-missing", rules.lists.clause, facts)
    elif errors := errors_of(event, rules, army):
        yield Blocker("list-with-errors", errors[0].clause, facts)
    elif army.state == "submitted" and rules.lists.approval == "by_hand":
        yield Blocker("list-unchecked", rules.lists.approval_clause, facts)


def required_announcements(
    event: Event, rules: Ruleset, document: Ruleset
) -> tuple[Announcement, ...]:
    """Return what must have been announced at this event."""
    details = event.details
    occasions = {
        "always": True,
        "clock_changed": rules.clock.swiss != document.clock.swiss,
        "area_changed": bool(details.play_area),
        "leader_plays": bool(playing_leaders(event, rules)),
        "cut_possible": rules.elimination.allowed,
        "own_tie_breaks": bool(rules.standings.extra)
        or rules.standings.order != document.standings.order,
        "special_scenario": bool(details.special_scenario) or has_scenarios(event),
        "elimination_clock_changed": rules.clock.elimination != document.clock.elimination,
        "house_rules": bool(house_rules(document, details.options)),
    }
    return tuple(item for item in rules.announcements if occasions[item.when])


def announcements_left(event: Event, rules: Ruleset, document: Ruleset) -> tuple[str, ...]:
    """Return the ids of what must still be announced."""
    required = required_announcements(event, rules, document)
    return tuple(item.id for item in required if not is_told(event, rules, item))


def tidy_details(details: Details, document: Ruleset) -> Details:
    """Return the details with every text tidied and every choice made, or refuse them."""
    rules = with_options(document, details.options)
    require_lengths(document, details.options)
    require_details(details, document, rules)
    _require_one_cut(details, rules)
    return replace(
        details,
        name=require_name(details.name, "the-event"),
        ruleset=document.name,
        tier=details.tier or document.tiers[0].id,
        venue=tidy(details.venue),
        contact=tidy(details.contact),
        play_area=tidy(details.play_area),
        special_scenario=tidy(details.special_scenario),
        notes=tidy(details.notes),
    )


def require_details(details: Details, document: Ruleset, rules: Ruleset) -> None:
    """Refuse what the ruleset does not know or does not allow: tier, structure, plan, format."""
    tiers = {tier.id: tier for tier in document.tiers}
    if details.tier and details.tier not in tiers:
        raise Refused(
            "no-tier",
            clause=document.tiers[0].clause,
            field="tier",
            game=document.game,
            tier=details.tier[:40],
            tiers=tuple(tiers),
        )
    tier = tiers.get(details.tier, document.tiers[0])
    require_fitting_options(rules)
    _require_structure(details, document)
    _require_cut(details, rules)
    if details.points_limit is not None and not 1 <= details.points_limit <= 1_000_000:
        raise Refused(
            "points-limit-no-whole-number", clause=document.structure.clause, field="points_limit"
        )
    if details.days < 1 or details.days > 14:
        raise Refused("event-length-impossible", field="days")
    if details.special_scenario and not tier.special_scenarios:
        raise Refused(
            "special-scenarios-not-played-event",
            clause=tier.special_scenarios_clause or tier.clause,
            field="special_scenario",
            tier=RulesetText(tier.title),
        )
    require_document_kept(details, document)
    for restriction in document.restrictions:
        _require_unrestricted(details, tier.id, restriction)


def _require_structure(details: Details, document: Ruleset) -> None:
    structure = document.structure
    if structure.kind != "tables" and details.structure in {"basic", "advanced"}:
        raise Refused(
            "no-structure",
            clause=structure.clause,
            field="structure",
            game=document.game,
            structure=details.structure,
        )
    rounds = details.swiss_rounds
    if rounds is None:
        if details.structure == "custom" and structure.kind != "fixed":
            raise Refused(
                "custom-structure-needs-number-swiss", clause=structure.clause, field="swiss_rounds"
            )
        return
    if not 0 <= rounds <= 40:
        raise Refused(
            "swiss-rounds-cannot-planned",
            clause=structure.clause,
            field="swiss_rounds",
            rounds=rounds,
        )
    if structure.kind == "fixed" and rounds != structure.rounds:
        raise Refused(
            "exactly-so-many-rounds",
            clause=structure.clause,
            field="swiss_rounds",
            game=document.game,
            rounds=structure.rounds,
        )
    if details.structure in {"basic", "advanced"}:
        raise Refused(
            "structure-gives-number-rounds-itself",
            clause=structure.clause,
            field="swiss_rounds",
            structure=details.structure,
        )


def _require_cut(details: Details, rules: Ruleset) -> None:
    """Refuse a cut that the document, the structure or the rest of the plan leaves no room for."""
    cut, points = details.cut, rules.cut.points
    has_cut = cut is not None or points > 0
    if not rules.elimination.allowed and (has_cut or details.swiss_rounds == 0):
        raise Refused(
            "no-cut-no-elimination-rounds", clause=rules.cut.clause, field="cut", game=rules.game
        )
    if not has_cut and details.swiss_after_cut:
        raise Refused("rounds-after-cut-need-cut", clause=rules.cut.clause, field="swiss_after_cut")
    if not has_cut:
        return
    if details.structure in {"basic", "advanced"}:
        raise Refused(
            "structure-gives-cut-itself",
            clause=rules.structure.clause,
            field="cut",
            structure=details.structure,
        )
    if details.swiss_rounds == 0:
        raise Refused("without-swiss-rounds-nothing-cut", clause=rules.cut.clause, field="cut")
    if not 0 <= details.swiss_after_cut <= 20:
        raise Refused(
            "swiss-rounds-after-cut-cannot",
            clause=rules.cut.clause,
            field="swiss_after_cut",
            swiss_after_cut=details.swiss_after_cut,
        )
    if cut is not None:
        _require_size(details, rules, cut)


def _require_size(details: Details, rules: Ruleset, cut: int) -> None:
    """Refuse a number of players the document does not cut to."""
    custom = details.structure == "custom"
    if cut not in rules.cut.sizes and not (custom and 2 <= cut <= 256):
        sizes = ", ".join(str(size) for size in rules.cut.sizes)
        raise Refused(
            "cut-top-not-foreseen", clause=rules.cut.clause, field="cut", cut=cut, sizes=sizes
        )


def _require_one_cut(details: Details, rules: Ruleset) -> None:
    """Refuse two cuts at once: to a number of players, and at a number of points."""
    if details.cut is not None and rules.cut.points:
        raise Refused(
            "cut-cant-top-points",
            clause=rules.cut.points_clause,
            field="cut",
            cut=details.cut,
            points=rules.cut.points,
        )


def _require_unrestricted(details: Details, tier: str, restriction: Restriction) -> None:
    this_year = details.date.year if details.date else None
    if details.official and tier in restriction.tiers and restriction.year in {None, this_year}:
        raise Refused(
            "tier-restricted",
            clause=restriction.clause,
            field="tier",
            text=RulesetText(restriction.text),
        )
