"""What makes the part of a ruleset about people unusable: names twice, roles nobody can fill."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.core.deciders import QUESTION, call_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Tier

Found = tuple[str, str, str | None]
"""A place, what is wrong there, and what would be right."""

STRUCTURES = ("basic", "advanced", "custom")
LONGEST = 240
NEEDED = ("organizer", "player", "spectator")


def people_flaws(rules: Ruleset) -> Iterator[Found]:
    """Yield what keeps staff, tiers, announcements, components and conduct from being used."""
    yield from _staff(rules)
    yield from _matters(rules)
    yield from _tiers(rules)
    yield from _announcements(rules)
    yield from _conduct(rules)
    components = rules.components
    if components.missing_kit != "none" and not components.missing_kit_clause:
        yield "components.missing_kit_clause", "is missing", None
    yield from _components(rules)


def _components(rules: Ruleset) -> Iterator[Found]:
    components = rules.components
    matters = [matter.id for matter in rules.staff.matters]
    for question in components.questions:
        if question.matter not in matters:
            where = f"components.questions, {question.kind}"
            yield where, f"there is no matter {question.matter!r}", f"one of {', '.join(matters)}"
    able = {*components.sharing, *(one.item for one in components.agreements)}
    for name, item in components.sharing_names.items():
        if item not in able:
            yield f"components.sharing_names, {name}", f"nobody shares {item!r}", None
    yield from _twice("components.pieces", (piece.id for piece in components.pieces))
    words = (word for piece in components.pieces for word in piece.words)
    yield from _twice("components.pieces, words", words)


def _twice(where: str, names: Iterable[str]) -> Iterator[Found]:
    for name, count in Counter(names).items():
        if count > 1:
            yield where, f"names {name!r} twice", None


def _staff(rules: Ruleset) -> Iterator[Found]:
    roles = {role.id: role for role in rules.staff.roles}
    yield from _twice("staff.roles", (role.id for role in rules.staff.roles))
    for name in NEEDED:
        if name not in roles:
            yield "staff.roles", f"has no {name}", f'id = "{name}"'
    ranks = (str(role.ruling) for role in rules.staff.roles if role.ruling)
    yield from _twice("staff.roles, ruling", ranks)
    for role in rules.staff.roles:
        where = f"staff.roles, {role.id}"
        if role.most is not None and role.most < max(role.least, 1):
            yield where, f"at most {role.most}, but at least {role.least}", None
        if role.acts_when_none and (
            role.acts_when_none not in roles or role.acts_when_none == role.id
        ):
            others = ", ".join(sorted(set(roles) - {role.id}))
            yield where, f"nobody can be the {role.acts_when_none} for it", f"one of {others}"
        if role.acts_when_none and not role.acts_clause:
            yield where, "acts_clause is missing", None
        if role.toggles_duty and not role.duty_clause:
            yield where, "duty_clause is missing", None
    if rules.staff.overrules and not rules.staff.overrules_clause:
        yield "staff.overrules_clause", "is missing", None


def _matters(rules: Ruleset) -> Iterator[Found]:
    matters = rules.staff.matters
    yield from _twice("staff.matters", (one.id for one in matters))
    if QUESTION not in [one.id for one in call_kinds(rules)][:1]:
        yield "staff.matters", f"does not begin with {QUESTION!r}", f'id = "{QUESTION}"'
    known_matters = {"", *(one.id for one in matters)}
    for category in rules.conduct.categories:
        if category.matter not in known_matters:
            where = f"conduct.categories, {category.id}"
            yield where, f"there is no matter {category.matter!r}", "a matter of staff.matters"


def _tiers(rules: Ruleset) -> Iterator[Found]:
    if not rules.tiers:
        yield "tiers", "is empty", "a ruleset has at least one tier"
    known = [tier.id for tier in rules.tiers]
    yield from _twice("tiers", known)
    leaders = [role for role in rules.staff.roles if role.leader]
    for tier in rules.tiers:
        where = f"tiers, {tier.id}"
        yield from _sentence(where, tier.text)
        yield from _structures(where, tier)
        for text in _missing_clauses(tier):
            yield where, text, None
        if tier.cards_fixed and not rules.draws:
            yield where, "fixes cards, but the ruleset draws none", None
        if tier.leader_play == "with_second_leader" and len(leaders) == 1:
            yield where, "asks for a second leader, but there is one role", "another leader's role"
    for number, restriction in enumerate(rules.restrictions):
        for name in sorted(set(restriction.tiers) - set(known)):
            where = f"restrictions[{number}].tiers"
            yield where, f"there is no tier {name!r}", f"one of {', '.join(known)}"


def _structures(where: str, tier: Tier) -> Iterator[Found]:
    for name in sorted(set(tier.structures) - set(STRUCTURES)):
        yield where, f"there is no structure {name!r}", f"one of {', '.join(STRUCTURES)}"
    if tier.structures and not tier.events:
        yield where, "binds structures of no event", "name the events"


def _missing_clauses(tier: Tier) -> Iterator[str]:
    for needed, clause, name in (
        (tier.structures, tier.structures_clause, "structures_clause"),
        (tier.judge_play, tier.judge_play_clause, "judge_play_clause"),
        (tier.cards_fixed, tier.cards_clause, "cards_clause"),
        (tier.special_scenarios, tier.special_scenarios_clause, "special_scenarios_clause"),
    ):
        if needed and not clause:
            yield f"{name} is missing"


def _announcements(rules: Ruleset) -> Iterator[Found]:
    yield from _twice("announcements", (entry.id for entry in rules.announcements))
    for entry in rules.announcements:
        yield from _sentence(f"announcements, {entry.id}", entry.text)
        special = any(tier.special_scenarios for tier in rules.tiers)
        if entry.when == "special_scenario" and not special:
            yield f"announcements, {entry.id}", "no tier has special scenarios", None


def _conduct(rules: Ruleset) -> Iterator[Found]:
    conduct = rules.conduct
    categories = [entry.id for entry in conduct.categories]
    yield from _twice("conduct.categories", categories)
    if "other" not in categories:
        yield "conduct.categories", "has no 'other'", 'id = "other"'
    yield from _twice("conduct.guidance", (entry.id for entry in conduct.guidance))
    for entry in conduct.guidance:
        yield from _sentence(f"conduct.guidance, {entry.id}", entry.text)
    if conduct.manipulative_concession and not conduct.manipulative_concession_clause:
        yield "conduct.manipulative_concession_clause", "is missing", None


def _sentence(where: str, text: str) -> Iterator[Found]:
    if not text.endswith(".") or len(text) > LONGEST:
        yield where, "is not a short sentence", f"at most {LONGEST} characters, with a full stop"
