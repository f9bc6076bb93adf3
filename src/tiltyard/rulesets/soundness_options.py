"""What makes the options of a ruleset unusable: where they lead, what they bend, who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import TiltyardError
from tiltyard.core.house_rules import BENDING
from tiltyard.core.options import settled, with_options
from tiltyard.rulesets.flaws import flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Option, Ruleset
    from tiltyard.rulesets.flaws import Flaw


def option_flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield everything that is wrong with the options, and with how house rules are told."""
    for name, option in rules.options.items():
        nowhere = _leads_nowhere(rules, name, option)
        if nowhere is not None:
            yield nowhere
            continue
        yield from _bends(rules, name, option)
    yield from _announced(rules)
    yield from _mats(rules)
    for number, tier in enumerate(rules.tiers):
        if tier.no_house_rules and not tier.no_house_rules_clause:
            place = f"tiers[{number}].no_house_rules_clause"
            yield flaw(place, "house-rules-clause-missing")


def _leads_nowhere(rules: Ruleset, name: str, option: Option) -> Flaw | None:
    if (option.type == "choice") != bool(option.choices):
        return flaw(f"options.{name}", "choices-of-other-type")
    if "*" in option.sets and not rules.draws:
        return flaw(f"options.{name}.sets", "option-sets-nothing", value=option.sets)
    try:
        default = settled(rules, name)
    except TiltyardError as error:
        return flaw(f"options.{name}.sets", "option-without-default", error=error)
    try:
        with_options(rules, {name: default})
    except TiltyardError as error:
        return flaw(f"options.{name}", "option-default-refused", error=error)
    return None


def _bends(rules: Ruleset, name: str, option: Option) -> Iterator[Flaw]:
    if not option.bends:
        yield flaw(f"options.{name}.bends", "option-bends-missing")
    if option.left_to not in BENDING and (option.readings or option.custom_only):
        key = "readings" if option.readings else "custom_only"
        yield flaw(f"options.{name}.{key}", "option-left-to-organizer-limited")
    for number, reading in enumerate(option.readings):
        try:
            with_options(rules, {name: reading})
        except TiltyardError as error:
            yield flaw(f"options.{name}.readings[{number}]", "reading-refused", error=error)


def _announced(rules: Ruleset) -> Iterator[Flaw]:
    """Yield a ruleset that has house rules and nowhere to tell players of them."""
    bendable = any(option.left_to in BENDING for option in rules.options.values())
    if bendable and all(item.when != "house_rules" for item in rules.announcements):
        yield flaw("announcements", "house-rules-announced-nowhere")


def _mats(rules: Ruleset) -> Iterator[Flaw]:
    components = rules.components
    if (components.mats or components.mat_policies) and (
        components.mats not in components.mat_policies
    ):
        known = tuple(components.mat_policies)
        yield flaw("components.mats", "no-mat-policy", policy=components.mats, known=known)
    for name, option in rules.options.items():
        if option.sets == "components.mats" and {*option.choices} != {*components.mat_policies}:
            yield flaw(f"options.{name}.choices", "choices-not-mat-policies")
