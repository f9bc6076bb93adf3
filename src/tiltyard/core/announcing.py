"""Announcements with values: what players are told of the plan, and whether it still holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tiltyard.core.bracket import next_power_of_two
from tiltyard.core.clock import round_length
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts.setup import ToldValue
from tiltyard.core.house_rules import BENDING, value_text
from tiltyard.core.options import amount
from tiltyard.core.ruleset import ranked_by, value_of_round
from tiltyard.core.state.scenarios import played_scenarios
from tiltyard.core.structure import Announced, plan_at_start

if TYPE_CHECKING:
    from tiltyard.core.ids import StageKind
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Announcement
    from tiltyard.core.state.event import Event

UNTIMED = "untimed"
Values = tuple[ToldValue, ...]


def players_expected(event: Event) -> int:
    """Return for how many the plan is made: who is here, and before the check-in who may come."""
    players = [one for one in event.entrants.values() if not one.spare]
    if event.swiss_rounds is not None:
        return len(event.playing())
    here = sum(1 for one in players if one.state == "checked_in")
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
        return event.swiss_rounds is not None and not any(one.asked for one in event.plan_changes)
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
        tuple(one for one in before if one not in new),
        tuple(one for one in after if one not in old),
    )


# ------------------------------------------------------------------------------------- values


def _rounds(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan = plan_now(event, rules)
    yield ToldValue("rounds", (plan.rounds,))
    yield ToldValue("types", names=_types(event, plan))


def _types(event: Event, plan: Announced) -> tuple[StageKind, ...]:
    if not plan.rounds:
        return ("elimination",)
    if not plan.has_cut:
        return ("swiss",)
    return ("swiss", "swiss" if event.details.swiss_after_cut else "elimination")


def _cut(event: Event, rules: Ruleset) -> Iterator[ToldValue]:
    plan, after = plan_now(event, rules), event.details.swiss_after_cut
    yield ToldValue("cut", (plan.cut,) if plan.cut else ())
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
    return max(next_power_of_two(plan.cut or field).bit_length() - 1, 1)


def _length(about: str, lengths: tuple[int | None, ...]) -> ToldValue:
    timed = tuple(one for one in lengths if one is not None)
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
    names = tuple(
        f"{name}={value_text(_as_kept(value))}"
        for name, value in sorted(event.details.options.items())
        if rules.options[name].left_to in BENDING
    )
    yield ToldValue("house_rules", names=names)


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
