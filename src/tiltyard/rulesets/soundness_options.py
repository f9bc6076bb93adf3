"""What makes the options of a ruleset unusable: where they lead, what they bend, who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import TiltyardError
from tiltyard.core.house_rules import BENDING
from tiltyard.core.options import settled, with_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Option, Ruleset

_Flaw = tuple[str, str] | tuple[str, str, str | None]


def option_flaws(rules: Ruleset) -> Iterator[_Flaw]:
    """Yield everything that is wrong with the options, and with how house rules are told."""
    for name, option in rules.options.items():
        flaw = _leads_nowhere(rules, name, option)
        if flaw is not None:
            yield flaw
            continue
        yield from _bends(rules, name, option)
    yield from _announced(rules)
    yield from _mats(rules)
    for number, tier in enumerate(rules.tiers):
        if tier.no_house_rules and not tier.no_house_rules_clause:
            yield f"tiers[{number}].no_house_rules_clause", "is missing"


def _leads_nowhere(rules: Ruleset, name: str, option: Option) -> _Flaw | None:
    if (option.type == "choice") != bool(option.choices):
        return f"options.{name}", 'choices are there exactly for the type "choice"'
    if "*" in option.sets and not rules.draws:
        return f"options.{name}.sets", f"{option.sets} names no value of the ruleset"
    try:
        default = settled(rules, name)
    except TiltyardError as error:
        return f"options.{name}.sets", error.message, error.fix
    try:
        with_options(rules, {name: default})
    except TiltyardError as error:
        return f"options.{name}", f"its default is refused: {error.message}", error.fix
    return None


def _bends(rules: Ruleset, name: str, option: Option) -> Iterator[_Flaw]:
    if not option.bends:
        yield f"options.{name}.bends", "is missing", "the clause that another value departs from"
    if option.left_to not in BENDING and (option.readings or option.custom_only):
        key = "readings" if option.readings else "custom_only"
        text = "what is left to the organizer has no limits"
        yield f"options.{name}.{key}", text, 'drop it, or left_to = "nobody"'
    for number, reading in enumerate(option.readings):
        try:
            with_options(rules, {name: reading})
        except TiltyardError as error:
            yield f"options.{name}.readings[{number}]", error.message, error.fix


def _announced(rules: Ruleset) -> Iterator[_Flaw]:
    """Yield a ruleset that has house rules and nowhere to tell players of them."""
    bendable = any(option.left_to in BENDING for option in rules.options.values())
    if bendable and all(item.when != "house_rules" for item in rules.announcements):
        text = "house rules are announced nowhere"
        yield "announcements", text, 'an announcement with when = "house_rules"'


def _mats(rules: Ruleset) -> Iterator[_Flaw]:
    components = rules.components
    if (components.mats or components.mat_policies) and (
        components.mats not in components.mat_policies
    ):
        known = ", ".join(components.mat_policies) or "none"
        yield "components.mats", f"there is no policy {components.mats!r}", f"one of {known}"
    for name, option in rules.options.items():
        if option.sets == "components.mats" and {*option.choices} != {*components.mat_policies}:
            yield f"options.{name}.choices", "are not the mat policies", "one for each policy"
