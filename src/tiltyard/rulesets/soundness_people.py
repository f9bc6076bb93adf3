"""What makes the part of a ruleset about people unusable: names twice, roles nobody can fill."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.core.deciders import QUESTION, call_kinds
from tiltyard.rulesets.flaws import flaw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Tier
    from tiltyard.rulesets.flaws import Flaw

STRUCTURES = ("basic", "advanced", "custom")
LONGEST = 240
NEEDED = ("organizer", "player", "spectator")


def people_flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield what keeps staff, tiers, announcements, components and conduct from being used."""
    yield from _staff(rules)
    yield from _matters(rules)
    yield from _tiers(rules)
    yield from _announcements(rules)
    yield from _conduct(rules)
    components = rules.components
    if components.missing_kit != "none" and not components.missing_kit_clause:
        yield flaw("components.missing_kit_clause", "missing-kit-clause-missing")
    yield from _components(rules)


def _components(rules: Ruleset) -> Iterator[Flaw]:
    components = rules.components
    matters = tuple(matter.id for matter in rules.staff.matters)
    for question in components.questions:
        if question.matter not in matters:
            where = f"components.questions, {question.kind}"
            yield flaw(where, "question-of-no-matter", matter=question.matter, known=matters)
    able = {*components.sharing, *(one.item for one in components.agreements)}
    for name, item in components.sharing_names.items():
        if item not in able:
            yield flaw(f"components.sharing_names, {name}", "nobody-shares-item", item=item)
    yield from _twice("components.pieces", (piece.id for piece in components.pieces))
    words = (word for piece in components.pieces for word in piece.words)
    yield from _twice("components.pieces, words", words)


def _twice(where: str, names: Iterable[str]) -> Iterator[Flaw]:
    for name, count in Counter(names).items():
        if count > 1:
            yield flaw(where, "named-twice", name=name)


def _staff(rules: Ruleset) -> Iterator[Flaw]:
    roles = {role.id: role for role in rules.staff.roles}
    yield from _twice("staff.roles", (role.id for role in rules.staff.roles))
    for name in NEEDED:
        if name not in roles:
            yield flaw("staff.roles", "ruleset-role-missing", role=name)
    ranks = (str(role.ruling) for role in rules.staff.roles if role.ruling)
    yield from _twice("staff.roles, ruling", ranks)
    for role in rules.staff.roles:
        where = f"staff.roles, {role.id}"
        if role.most is not None and role.most < max(role.least, 1):
            yield flaw(where, "role-bounds-crossed", most=role.most, least=role.least)
        if role.acts_when_none and (
            role.acts_when_none not in roles or role.acts_when_none == role.id
        ):
            others = tuple(sorted(set(roles) - {role.id}))
            yield flaw(where, "nobody-can-act-for-role", role=role.acts_when_none, known=others)
        if role.acts_when_none and not role.acts_clause:
            yield flaw(where, "acts-clause-missing")
        if role.toggles_duty and not role.duty_clause:
            yield flaw(where, "duty-clause-missing")
    if rules.staff.overrules and not rules.staff.overrules_clause:
        yield flaw("staff.overrules_clause", "overrules-clause-missing")


def _matters(rules: Ruleset) -> Iterator[Flaw]:
    matters = rules.staff.matters
    yield from _twice("staff.matters", (one.id for one in matters))
    if QUESTION not in [one.id for one in call_kinds(rules)][:1]:
        yield flaw("staff.matters", "matters-begin-otherwise", matter=QUESTION)
    known_matters = {"", *(one.id for one in matters)}
    for category in rules.conduct.categories:
        if category.matter not in known_matters:
            where = f"conduct.categories, {category.id}"
            yield flaw(where, "category-of-no-matter", matter=category.matter)


def _tiers(rules: Ruleset) -> Iterator[Flaw]:
    if not rules.tiers:
        yield flaw("tiers", "tiers-empty")
    known = tuple(tier.id for tier in rules.tiers)
    yield from _twice("tiers", known)
    leaders = [role for role in rules.staff.roles if role.leader]
    for tier in rules.tiers:
        where = f"tiers, {tier.id}"
        yield from _sentence(where, tier.text)
        yield from _structures(where, tier)
        for clause in _missing_clauses(tier):
            yield flaw(where, "clause-of-tier-missing", missing=clause)
        if tier.cards_fixed and not rules.draws:
            yield flaw(where, "tier-fixes-cards-of-nothing")
        if tier.leader_play == "with_second_leader" and len(leaders) == 1:
            yield flaw(where, "tier-asks-for-second-leader")
    for number, restriction in enumerate(rules.restrictions):
        for name in sorted(set(restriction.tiers) - set(known)):
            where = f"restrictions[{number}].tiers"
            yield flaw(where, "restriction-of-no-tier", tier=name, known=known)


def _structures(where: str, tier: Tier) -> Iterator[Flaw]:
    for name in sorted(set(tier.structures) - set(STRUCTURES)):
        yield flaw(where, "tier-of-no-structure", structure=name, known=STRUCTURES)
    if tier.structures and not tier.events:
        yield flaw(where, "tier-binds-no-event")


def _missing_clauses(tier: Tier) -> Iterator[str]:
    for needed, clause, name in (
        (tier.structures, tier.structures_clause, "structures_clause"),
        (tier.judge_play, tier.judge_play_clause, "judge_play_clause"),
        (tier.cards_fixed, tier.cards_clause, "cards_clause"),
        (tier.special_scenarios, tier.special_scenarios_clause, "special_scenarios_clause"),
    ):
        if needed and not clause:
            yield name


def _announcements(rules: Ruleset) -> Iterator[Flaw]:
    yield from _twice("announcements", (entry.id for entry in rules.announcements))
    for entry in rules.announcements:
        yield from _sentence(f"announcements, {entry.id}", entry.text)
        special = any(tier.special_scenarios for tier in rules.tiers)
        if entry.when == "special_scenario" and not special:
            yield flaw(f"announcements, {entry.id}", "announcement-of-no-scenario")


def _conduct(rules: Ruleset) -> Iterator[Flaw]:
    conduct = rules.conduct
    categories = [entry.id for entry in conduct.categories]
    yield from _twice("conduct.categories", categories)
    if "other" not in categories:
        yield flaw("conduct.categories", "category-other-missing")
    yield from _twice("conduct.guidance", (entry.id for entry in conduct.guidance))
    for entry in conduct.guidance:
        yield from _sentence(f"conduct.guidance, {entry.id}", entry.text)
    if conduct.manipulative_concession and not conduct.manipulative_concession_clause:
        place = "conduct.manipulative_concession_clause"
        yield flaw(place, "concession-clause-missing")


def _sentence(where: str, text: str) -> Iterator[Flaw]:
    if not text.endswith(".") or len(text) > LONGEST:
        yield flaw(where, "sentence-not-short", most=LONGEST)
