"""What makes the part of a ruleset about army lists unusable: checks of nothing, no clauses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_lists import Check

Found = tuple[str, str, str | None]
"""A place, what is wrong there, and what would be right."""

_NEEDS = {
    "section_count": ("section",),
    "traits_count": ("trait", "most"),
    "capacity_pair": ("section", "most"),
    "copies": ("section", "most"),
    "per_type": ("trait", "most"),
    "regiments": ("section", "least", "most"),
    "reserve": ("section",),
    "growth": ("upgrade_clause",),
}


def list_flaws(rules: Ruleset) -> Iterator[Found]:
    """Yield what keeps lists and their checks from being used."""
    yield from _sections(rules)
    for number, check in enumerate(rules.lists.checks):
        yield from _check(rules, f"lists.checks[{number}]", check)
    yield from _limits(rules)
    yield from _clauses(rules)
    yield from _legality(rules)


def _sections(rules: Ruleset) -> Iterator[Found]:
    sections = rules.lists.sections
    for name, count in Counter(section.id for section in sections).items():
        if count > 1:
            yield "lists.sections", f"names {name!r} twice", None
    owners: dict[str, str] = {}
    for section in sections:
        for word in {plain(word) for word in (section.id, section.title, *section.words)}:
            if owners.setdefault(word, section.id) != section.id:
                yield "lists.sections", f"{word!r} could be two sections", "other words"


def _check(rules: Ruleset, where: str, check: Check) -> Iterator[Found]:
    known = [section.id for section in rules.lists.sections]
    if check.section and check.section not in known:
        yield where, f"there is no section {check.section!r}", f"one of {', '.join(known)}"
    for needed in _NEEDS.get(check.check, ()):
        if getattr(check, needed) in (None, ""):
            yield where, f"{check.check} needs {needed}", None
    if check.check in {"section_count", "musters"} and check.least is None and check.most is None:
        yield where, f"{check.check} needs least or most", None
    if check.least is not None and check.most is not None and check.most < check.least:
        yield where, f"at most {check.most}, but at least {check.least}", None
    tiers = [tier.id for tier in rules.tiers]
    for tier in check.by_tier:
        if tier not in tiers:
            yield f"{where}.by_tier", f"there is no tier {tier!r}", f"one of {', '.join(tiers)}"


def _limits(rules: Ruleset) -> Iterator[Found]:
    limits = rules.lists.limits
    if any(limit < 1 for limit in limits):
        yield "lists.limits", "must be at least 1", None
    if list(limits) != sorted(limits):
        yield "lists.limits", "must not fall from round to round", None


def _clauses(rules: Ruleset) -> Iterator[Found]:
    lists = rules.lists
    for needed, clause, name in (
        (lists.limits, lists.limits_clause, "limits_clause"),
        (lists.factions, lists.factions_clause, "factions_clause"),
        (lists.chooser, lists.chooser_clause, "chooser_clause"),
        (lists.chooser, lists.coin_clause, "coin_clause"),
        (lists.sides, lists.sides_clause, "sides_clause"),
        (lists.supplies, lists.supplies_clause, "supplies_clause"),
        (lists.mirror != "none", lists.mirror_clause, "mirror_clause"),
        (lists.conversions, lists.conversions_clause, "conversions_clause"),
    ):
        if needed and not clause:
            yield f"lists.{name}", "is missing", None


def _legality(rules: Ruleset) -> Iterator[Found]:
    legality = rules.legality
    tiers = [tier.id for tier in rules.tiers]
    for tier, days in legality.delay.items():
        if tier not in tiers:
            yield "legality.delay", f"there is no tier {tier!r}", f"one of {', '.join(tiers)}"
        if days < 0:
            yield "legality.delay", "must not be negative", None
    for needed, clause, name in (
        (legality.release, legality.release_clause, "release_clause"),
        (legality.delay, legality.delay_clause, "delay_clause"),
        (legality.only, legality.only_clause, "only_clause"),
    ):
        if needed and not clause:
            yield f"legality.{name}", "is missing", None
    for name, ban in legality.bans.items():
        if bool(ban.trait) == bool(ban.products):
            yield f"legality.bans.{name}", "bans either a trait or products", None
