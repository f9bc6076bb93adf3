"""The plan of an event: rounds, cut, minutes, house rules, and what players were told of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import played_scenarios
from tiltyard.day.facts import ToldValue
from tiltyard.engine.bracket import is_final, rounds_of_bracket
from tiltyard.engine.clock import Length, round_length
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import OptionRefused, Phrase, Refused, RulesetText
from tiltyard.engine.options import BENDING, amount, settled, with_options
from tiltyard.engine.ruleset import ranked_by, value_of_round
from tiltyard.engine.structure import (
    Announced,
    cut_of_schedule,
    format_for,
    plan_for,
    rounds_of_schedule,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.event import DayRound, Event
    from tiltyard.day.facts import Details
    from tiltyard.engine.ruleset import Announcement, Option, Outcome, Ruleset
    from tiltyard.engine.slip import End
    from tiltyard.engine.tournament import StageKind


# ------------------------------------------------------------------------------
# Rounds and cut for the players who are here.


def plan_at_start(details: Details, rules: Ruleset, players: int) -> Announced:
    """Return rounds and cut for the players who are here: by table, fixed, or as planned."""
    structure = rules.structure
    if structure.kind == "tables" and details.structure in {"basic", "advanced"}:
        return plan_for(rules, players, details.structure)
    rounds = structure.rounds if structure.kind == "fixed" else details.swiss_rounds
    if rounds is None and structure.kind == "everybody":
        rounds = rounds_of_schedule(rules, players)
    if rounds is None and structure.formats and details.points_limit:
        row = format_for(rules, details.points_limit, details.days)
        return Announced(row.games, 0, row.clause, row.suggestion)
    if rounds is None:
        raise Refused("number-rounds-not-planned", clause=structure.clause)
    points = 0 if details.cut else rules.cut.points
    cut = details.cut or cut_of_schedule(rules, players)
    return Announced(rounds, cut, structure.clause, cut_points=points)


# ------------------------------------------------------------------------------
# How long a round of an event lasts, and how its games may end.


def length_of(event: Event, rules: Ruleset, round_: DayRound) -> Length:
    """Return how long a round of an event lasts, and the clause that says so."""
    limit, options = event.details.points_limit, event.details.options
    if limit is not None and rules.structure.formats and "clock.swiss" not in options:
        rows = rules.structure.formats
        row = next((row for row in rows if limit <= row.points), rows[-1])
        return Length(row.minutes, row.clause)
    final = round_.kind == "elimination" and _is_last_of_bracket(event, rules, round_)
    return round_length(rules, round_.kind, round_.number, final=final)


def _is_last_of_bracket(event: Event, rules: Ruleset, round_: DayRound) -> bool:
    seeds = next(
        (
            other.seeds
            for other in (*event.rounds, round_)
            if other.stage == round_.stage and other.seeds
        ),
        (),
    )
    return is_final(rules, len(seeds or ()), round_.number)


def endings_of(event: Event, rules: Ruleset, round_: DayRound) -> dict[End, Outcome]:
    """Return how a game of a round may end: without a clock no game ends by time."""
    untimed = length_of(event, rules, round_).minutes is None
    return {
        end: outcome
        for end, outcome in rules.outcomes.items()
        if round_.kind in outcome.stages and not (untimed and end == "time")
    }


# ------------------------------------------------------------------------------
# House rules: where an event departs from what its document settles.


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option by which an event departs from its document.

    `clause` is the one it bends, `usual` the document's value and `here` the event's; `about` is
    the option itself, none where the ruleset of the event was made so: then `option` is the part.
    """

    option: str
    clause: str
    usual: object
    here: object
    about: Option | None


def house_rules(document: Ruleset, given: Mapping[str, object]) -> tuple[HouseRule, ...]:
    """Return every house rule that these options make, in the order of the document's options.

    What the document leaves to the organizer is none, nor is a value that means the same as the
    document's, nor another reading that its text bears.
    """
    made = tuple(
        HouseRule(change.path, change.clause, change.usual, change.here, None)
        for change in document.departures
    )
    if not given:
        return made
    rules = with_options(document, given)
    return made + tuple(
        HouseRule(name, option.bends, settled(document, name), settled(rules, name), option)
        for name, option in document.options.items()
        if name in given and option.left_to in BENDING and _departs(document, rules, name)
    )


def _departs(document: Ruleset, rules: Ruleset, name: str) -> bool:
    readings = document.options[name].readings
    fine = (document, *(with_options(document, {name: reading}) for reading in readings))
    return all(_meaning(rules, name) != _meaning(ruleset, name) for ruleset in fine)


def _meaning(rules: Ruleset, name: str) -> object:
    """Return the value of an option so that ways to write the same value are equal."""
    value, kind = settled(rules, name), rules.options[name].type
    if kind == "amount" and isinstance(value, int | str):
        return tuple(amount(value, available) for available in rules.score.wipe_out or (0,))
    if not isinstance(value, tuple):
        return value
    if kind == "names":
        return frozenset(value)
    if kind in {"minutes", "per round"}:
        return _without_repeated_end(value)
    return value


def _without_repeated_end(values: tuple[object, ...]) -> tuple[object, ...]:
    """Return a list round by round without what its last number says anyway."""
    while len(values) > 1 and values[-1] == values[-2]:
        values = values[:-1]
    return values


def require_document_kept(details: Details, document: Ruleset) -> None:
    """Refuse house rules where the tier or the structure of an event has none."""
    found = house_rules(document, details.options)
    _require_no_must_bent(details, document, found)
    _require_free_cards(details, document)
    custom = details.structure == "custom" or (
        document.structure.kind == "tables" and details.structure is None
    )
    for rule in found:
        option = rule.about
        if option is None:
            continue
        if (option.custom_only or option.left_to == "custom_structure") and not custom:
            raise OptionRefused(
                "only-custom-structure-may-change",
                clause=rule.clause if option.custom_only else option.clause,
                field=rule.option,
                option=rule.option,
                game=document.game,
                usual=value_text(rule.usual),
                here=value_text(rule.here),
            )


def _require_no_must_bent(details: Details, document: Ruleset, found: Iterable[HouseRule]) -> None:
    """Refuse to bend what the document settles, at official events of its upper tiers."""
    tier = next((other for other in document.tiers if other.id == details.tier), document.tiers[0])
    bent = [
        house_rule
        for house_rule in found
        if house_rule.about is None or house_rule.about.left_to == "nobody"
    ]
    if not (bent and details.official and tier.no_house_rules):
        return
    names = ", ".join(house_rule.option for house_rule in bent)
    changes = ", ".join(_change(house_rule, cited=len(bent) > 1) for house_rule in bent)
    raise OptionRefused(
        "official-event-no-house-rules",
        clause=bent[0].clause,
        field=bent[0].option,
        options=[house_rule.option for house_rule in bent],
        tier=RulesetText(tier.title),
        changes=changes,
        names=names,
    )


def _require_free_cards(details: Details, document: Ruleset) -> None:
    """Refuse an event's own cards where its tier fixes those of the season (RW-104)."""
    tier = next((other for other in document.tiers if other.id == details.tier), document.tiers[0])
    if details.outline or not tier.cards_fixed:
        return
    rules = with_options(document, details.options)
    for name, option in document.options.items():
        own = settled(rules, name) if option.left_to == "event_outline" else ()
        season = _season_of(document, option, details)
        if isinstance(own, tuple) and own and {*own} != {*season}:
            raise OptionRefused(
                "event-draws-cards-season",
                clause=tier.cards_clause,
                field=name,
                tier=RulesetText(tier.title),
                season=tuple(season),
                name=name,
            )


def _season_of(document: Ruleset, option: Option, details: Details) -> tuple[str, ...]:
    kind = option.sets.split(".")[1]
    return pool_on(document.draws[kind], details.date)[0].cards if kind in document.draws else ()


def _change(rule: HouseRule, *, cited: bool) -> str:
    clause = f"{rule.clause}: " if cited else ""
    return f"{rule.option} ({clause}{value_text(rule.usual)}, not {value_text(rule.here)})"


def value_text(value: object) -> str:
    """Return the value of an option as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(str(entry) for entry in value) or "none"
    return str(value)


# ------------------------------------------------------------------------------
# Announcements with values: what players are told of the plan, and whether it still holds.

UNTIMED = "untimed"
Values = tuple[ToldValue, ...]


def players_expected(event: Event) -> int:
    """Return for how many the plan is made: who is here, and before the check-in who may come."""
    players = [entrant for entrant in event.entrants.values() if not entrant.spare]
    if event.swiss_rounds is not None:
        return len(event.playing())
    here = sum(1 for entrant in players if entrant.state == "checked_in")
    return here or len(players)


def plan_now(event: Event, rules: Ruleset) -> Announced:
    """Return rounds and cut as they stand, or as they would be if the event began now."""
    if event.swiss_rounds is None:
        return plan_at_start(event.details, rules, players_expected(event))
    clause = rules.structure.clause
    return Announced(event.swiss_rounds, event.cut or 0, clause, cut_points=event.cut_points)


def values_now(event: Event, rules: Ruleset, item: Announcement) -> Values:
    """Return the values an announcement has now; a plan that is not settled is refused."""
    return tuple(value for name in item.tells for value in _VALUES[name](event, rules))


def values_if_settled(event: Event, rules: Ruleset, item: Announcement) -> Values | None:
    """Return the values an announcement has now; none while the plan is not settled."""
    try:
        return values_now(event, rules, item)
    except Refused:
        return None


def is_told(event: Event, rules: Ruleset, item: Announcement) -> bool:
    """Whether players were told this, with the values it has now.

    An event that began before announcements had values goes on; a plan that was changed since is
    told with them.
    """
    if item.id not in event.announced:
        return False
    if not item.tells:
        return True
    told = event.told.get(item.id)
    if told is None:
        return event.swiss_rounds is not None and not any(
            plan_change.asked for plan_change in event.plan_changes
        )
    now = values_if_settled(event, rules, item)
    return now is None or now == told.values


def is_outdated(event: Event, rules: Ruleset, item: Announcement) -> bool:
    """Whether players were told other values than those it has now."""
    return item.id in event.told and not is_told(event, rules, item)


def is_of_the_plan(item: Announcement) -> bool:
    """Whether an announcement tells rounds or cut."""
    return not {"rounds", "cut"}.isdisjoint(item.tells)


def differing(before: Values, after: Values) -> tuple[Values, Values]:
    """Return only the values in which two announcements differ."""
    old, new = set(before), set(after)
    return (
        tuple(told_value for told_value in before if told_value not in new),
        tuple(told_value for told_value in after if told_value not in old),
    )


# ------------------------------------------------------------------------------------- values


def _rounds(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan = plan_now(event, rules)
    yield ToldValue("rounds", (plan.rounds,))
    yield ToldValue("types", names=_types(event, plan))
    yield from _methods(rules)


def methods_of(rules: Ruleset) -> tuple[str, ...]:
    """Return what stands in the place of Swiss rounds and of single elimination, if it does."""
    scheduled = rules.structure.kind == "everybody"
    names: tuple[str, ...] = (rules.pairing.method,) if scheduled else ()
    return (*names, "double_elimination") if rules.elimination.losses > 1 else names


def _methods(rules: Ruleset) -> Iterator[ToldValue]:
    names = methods_of(rules)
    if names:
        yield ToldValue("methods", names=names)
    if rules.pairing.method == "groups":
        yield ToldValue("group_winners", (rules.pairing.group_winners,))


def _types(event: Event, plan: Announced) -> tuple[StageKind, ...]:
    if not plan.rounds:
        return ("elimination",)
    if not plan.has_cut:
        return ("swiss",)
    return ("swiss", "swiss" if event.details.swiss_after_cut else "elimination")


def _cut(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan, after = plan_now(event, rules), event.details.swiss_after_cut
    yield ToldValue("cut", (plan.cut,) if plan.cut else ())
    yield from _methods(rules)
    if plan.cut_points:
        yield ToldValue("cut_points", (plan.cut_points,))
    if plan.has_cut and after:
        yield ToldValue("swiss_after_cut", (after,))


def _minutes(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan = plan_now(event, rules)
    lengths = [swiss_minutes(event, rules, number) for number in range(1, plan.rounds + 1)]
    if lengths:
        yield _length("minutes", tuple(lengths))


def swiss_minutes(event: Event, rules: Ruleset, number: int) -> int | None:
    """Return how long a Swiss round lasts; none: it is untimed."""
    limit, rows = event.details.points_limit, rules.structure.formats
    if limit is not None and rows and "clock.swiss" not in event.details.options:
        return next((row.minutes for row in rows if limit <= row.points), rows[-1].minutes)
    return round_length(rules, "swiss", number).minutes


def _elimination_minutes(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan = plan_now(event, rules)
    if "elimination" not in _types(event, plan):
        return
    last = _rounds_of_the_bracket(event, rules, plan)
    if last > 1:  # two players play the final only
        usual = (round_length(rules, "elimination", number).minutes for number in range(1, last))
        yield _length("elimination_minutes", tuple(usual))
    final = round_length(rules, "elimination", last, final=True).minutes
    yield _length("final_minutes", (final,))


def _rounds_of_the_bracket(event: Event, rules: Ruleset, plan: Announced) -> int:
    """Return how many elimination rounds there are, the final among them."""
    if plan.cut_points:  # nobody knows how many go on
        return max(len(rules.clock.elimination.minutes), 2)
    began = event.swiss_rounds is not None  # whoever loses leaves, and the plan stands
    field = event.player_count if began else players_expected(event)
    return max(rounds_of_bracket(rules, plan.cut or field), 1)


def _length(about: str, lengths: tuple[int | None, ...]) -> ToldValue:
    timed = tuple(length for length in lengths if length is not None)
    if not timed:
        return ToldValue(about, names=(UNTIMED,))
    return ToldValue(about, timed[:1] if len(set(timed)) == 1 else timed)


def _days(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    yield ToldValue("days", (event.details.days,))


def _points_limit(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    if event.details.points_limit:
        yield ToldValue("points_limit", (event.details.points_limit,))


def _tie_breaks(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    yield ToldValue("tie_breaks", names=tuple(name for name, _ in ranked_by(rules)))


def _bye_margin(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    rounds = plan_now(event, rules).rounds
    available = rules.score.wipe_out
    margins = tuple(
        amount(rules.bye.award.mov, value_of_round(available, number))
        for number in range(1, rounds + 1)
    )
    yield ToldValue("bye_margin", margins[:1] if len(set(margins)) == 1 else margins)


def _options(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    """Yield what the organizer chose where the document leaves it to them, if nothing else does."""
    names = tuple(
        f"{name}={value_text(_as_kept(value))}"
        for name, value in sorted(event.details.options.items())
        if rules.options[name].left_to not in BENDING and not name.startswith(_TOLD_ELSEWHERE)
    )
    if names:
        yield ToldValue("options", names=names)


_TOLD_ELSEWHERE = ("clock.", "standings.", "cut.points")


def _house_rules(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    """Yield by which options the event may depart from its document."""
    made = tuple(f"{change.path}={value_text(change.here)}" for change in rules.departures)
    names = tuple(
        f"{name}={value_text(_as_kept(value))}"
        for name, value in sorted(event.details.options.items())
        if rules.options[name].left_to in BENDING
    )
    yield ToldValue("house_rules", names=(*made, *names))


def _scenarios(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    """Yield which special scenario is played in which round; what is said of all rounds first."""
    free = event.details.special_scenario
    names = tuple(
        f"{number}: {scenario.name}" + (f": {scenario.text}" if scenario.text else "")
        for number, scenario in played_scenarios(event)
    )
    yield ToldValue("scenarios", names=((free,) if free else ()) + names)


def tells_scenarios(item: Announcement) -> bool:
    """Whether an announcement tells which special scenarios are played."""
    return "scenarios" in item.tells


def _as_kept(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


_VALUES = {
    "rounds": _rounds,
    "cut": _cut,
    "minutes": _minutes,
    "elimination_minutes": _elimination_minutes,
    "days": _days,
    "points_limit": _points_limit,
    "tie_breaks": _tie_breaks,
    "bye_margin": _bye_margin,
    "options": _options,
    "house_rules": _house_rules,
    "scenarios": _scenarios,
}
"""What an announcement of a ruleset may tell, and how its values are computed."""


# ------------------------------------------------------------------------------------ in words


def told_phrase(values: Values) -> tuple[Phrase, ...] | Phrase:
    """Return values as phrases of a sentence; what other values tell as well is left out."""
    shown = [value for value in values if value.about != "types"] or values
    return tuple(filter(None, map(_phrase, shown))) or Phrase("told.nothing")


def _phrase(value: ToldValue) -> Phrase | None:
    about = value.about.replace("_", "-")
    if value.about == "types":
        return Phrase(f"told.{_kinds_of_rounds(value.names)}")
    if value.names and value.about in _NAMED:
        return Phrase(f"told.{about}", {"names": "; ".join(value.names)})
    if value.names:
        return Phrase(f"told.{about}-untimed") if value.about in _LENGTHS else None
    if value.about == "cut" and not value.numbers:
        return Phrase("told.no-cut")
    if value.about not in _COUNTED:
        return None
    return Phrase(f"told.{about}", {"numbers": "/".join(map(str, value.numbers))})


def _kinds_of_rounds(types: tuple[str, ...]) -> str:
    if types == ("elimination",):
        return "elimination-only"
    if len(types) == 1:
        return "swiss-only"
    return "elimination-in-the-end" if types[1] == "elimination" else "swiss-after-the-cut"


_NAMED = frozenset({"tie_breaks", "options", "house_rules", "scenarios"})
_LENGTHS = frozenset({"minutes", "elimination_minutes", "final_minutes"})
_COUNTED = _LENGTHS | {
    "rounds",
    "cut",
    "cut_points",
    "swiss_after_cut",
    "days",
    "points_limit",
    "bye_margin",
}
