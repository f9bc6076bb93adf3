"""What makes the part of a ruleset about army lists unusable: checks of nothing, no clauses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain
from tiltyard.rulesets.flaws import flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_lists import Check
    from tiltyard.rulesets.flaws import Flaw

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


def list_flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield what keeps lists and their checks from being used."""
    yield from _sections(rules)
    for number, check in enumerate(rules.lists.checks):
        yield from _check(rules, f"lists.checks[{number}]", check)
    yield from _limits(rules)
    yield from _clauses(rules)
    yield from _legality(rules)


def _sections(rules: Ruleset) -> Iterator[Flaw]:
    sections = rules.lists.sections
    for name, count in Counter(section.id for section in sections).items():
        if count > 1:
            yield flaw("lists.sections", "section-twice", name=name)
    owners: dict[str, str] = {}
    for section in sections:
        for word in {plain(word) for word in (section.id, section.title, *section.words)}:
            if owners.setdefault(word, section.id) != section.id:
                yield flaw("lists.sections", "word-of-two-sections", word=word)


def _check(rules: Ruleset, where: str, check: Check) -> Iterator[Flaw]:
    known = tuple(section.id for section in rules.lists.sections)
    if check.section and check.section not in known:
        yield flaw(where, "check-of-no-section", section=check.section, known=known)
    for needed in _NEEDS.get(check.check, ()):
        if getattr(check, needed) in (None, ""):
            yield flaw(where, "check-needs-more", check=check.check, needed=needed)
    if check.check in {"section_count", "musters"} and check.least is None and check.most is None:
        yield flaw(where, "check-without-bounds", check=check.check)
    if check.least is not None and check.most is not None and check.most < check.least:
        yield flaw(where, "check-bounds-crossed", most=check.most, least=check.least)
    tiers = tuple(tier.id for tier in rules.tiers)
    for tier in check.by_tier:
        if tier not in tiers:
            yield flaw(f"{where}.by_tier", "check-of-no-tier", tier=tier, known=tiers)


def _limits(rules: Ruleset) -> Iterator[Flaw]:
    limits = rules.lists.limits
    if any(limit < 1 for limit in limits):
        yield flaw("lists.limits", "list-limit-too-small")
    if list(limits) != sorted(limits):
        yield flaw("lists.limits", "list-limits-fall")


def _clauses(rules: Ruleset) -> Iterator[Flaw]:
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
            yield flaw(f"lists.{name}", "clause-of-lists-missing")


def _legality(rules: Ruleset) -> Iterator[Flaw]:
    legality = rules.legality
    tiers = tuple(tier.id for tier in rules.tiers)
    for tier, days in legality.delay.items():
        if tier not in tiers:
            yield flaw("legality.delay", "delay-of-no-tier", tier=tier, known=tiers)
        if days < 0:
            yield flaw("legality.delay", "delay-negative")
    for needed, clause, name in (
        (legality.release, legality.release_clause, "release_clause"),
        (legality.delay, legality.delay_clause, "delay_clause"),
        (legality.only, legality.only_clause, "only_clause"),
    ):
        if needed and not clause:
            yield flaw(f"legality.{name}", "clause-of-legality-missing")
    for name, ban in legality.bans.items():
        if bool(ban.trait) == bool(ban.products):
            yield flaw(f"legality.bans.{name}", "ban-of-trait-or-products")
