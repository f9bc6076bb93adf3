"""What makes a well-formed ruleset unusable: holes, overlaps, tables that contradict others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, get_args

from tiltyard.day.roles import QUESTION, call_kinds
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.options import (
    BENDING,
    PAIRING_SYSTEM,
    RESERVED,
    amount,
    settled,
    with_options,
)
from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, Rates, TieBreak, own_names
from tiltyard.engine.scoring import counts_scores
from tiltyard.engine.soft_scores import score_flaws

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tiltyard.engine.ruleset import Check, Checks, Option, Outcome, Ruleset, Step, Tier


# ------------------------------------------------------------------------------
# What keeps a ruleset from being used: a place in it, and the code of what is wrong there.


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place in a ruleset and what is wrong there; the facts are what the sentence names."""

    where: str
    code: str
    facts: dict[str, object]


def flaw(where: str, code: str, /, **facts: object) -> Flaw:
    """Return what is wrong at a place."""
    return Flaw(where, code, facts)


# ------------------------------------------------------------------------------
# What makes the part of a ruleset about army lists unusable: checks of nothing, no clauses.

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


# ------------------------------------------------------------------------------
# What makes the options of a ruleset unusable: where they lead, what they bend, who may.


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


# ------------------------------------------------------------------------------
# What makes the part of a ruleset that is printed unusable: empty lines, cards nobody draws.

LONGEST = 240


def paper_flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield what keeps checklists and steps of the setup from being printed."""
    papers = rules.papers
    for name in ("organizer", "documents", "player"):
        for number, material in enumerate(getattr(papers, name)):
            where = f"papers.{name}[{number}]"
            yield from _text(where, material.text)
            if material.beside == "season_cards" and not rules.draws:
                yield flaw(where, "paper-shows-cards-of-season")
            if material.beside == "board" and not rules.structure.formats:
                yield flaw(where, "paper-shows-board-of-no-size")
    for number, step in enumerate(papers.setup):
        yield from _step(rules, f"papers.setup[{number}]", step)
    if papers.survivor:
        yield from _text("papers.survivor", papers.survivor)
    for name, text, clause in (
        ("player_note", papers.player_note, papers.player_note_clause),
        ("begin", papers.begin, papers.begin_clause),
    ):
        if text:
            yield from _paper_sentence(f"papers.{name}", text)
        if text and not clause:
            yield flaw(f"papers.{name}_clause", "clause-of-papers-missing")
    yield from _checks(rules.checks)


def _checks(checks: Checks) -> Iterator[Flaw]:
    """Yield what keeps decks from being counted and components from being inspected."""
    for needed, clause, name in (
        (checks.deck, checks.deck_clause, "deck_clause"),
        (checks.inspection, checks.inspection_clause, "inspection_clause"),
    ):
        if needed and not clause:
            yield flaw(f"checks.{name}", "clause-of-checks-missing")
    ids = [item.id for item in checks.inspection]
    for number, item in enumerate(checks.inspection):
        yield from _paper_sentence(f"checks.inspection[{number}]", item.text)
        if ids.count(item.id) > 1 or not item.id.replace("_", "").isalnum():
            yield flaw(f"checks.inspection[{number}].id", "inspection-id-no-word")


def _step(rules: Ruleset, where: str, step: Step) -> Iterator[Flaw]:
    yield from _text(where, step.title)
    if not step.lines:
        yield flaw(where, "setup-step-without-lines")
    if step.cards and not rules.draws:
        yield flaw(where, "setup-step-shows-cards")
    for line in step.lines:
        yield from _paper_sentence(where, line.text)


def _text(where: str, text: str) -> Iterator[Flaw]:
    if not text.strip() or len(text) > LONGEST:
        yield flaw(where, "paper-text-not-short", most=LONGEST)


def _paper_sentence(where: str, text: str) -> Iterator[Flaw]:
    if not text.endswith(".") or len(text) > LONGEST:
        yield flaw(where, "paper-sentence-not-short", most=LONGEST)


# ------------------------------------------------------------------------------
# What makes the part of a ruleset about people unusable: names twice, roles nobody can fill.

STRUCTURES = ("basic", "advanced", "custom")
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
    able = {*components.sharing, *(agreement.item for agreement in components.agreements)}
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
    yield from _twice("staff.matters", (matter.id for matter in matters))
    if QUESTION not in [matter.id for matter in call_kinds(rules)][:1]:
        yield flaw("staff.matters", "matters-begin-otherwise", matter=QUESTION)
    known_matters = {"", *(matter.id for matter in matters)}
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


# ------------------------------------------------------------------------------
# What makes a well-formed ruleset unusable: holes, overlaps, tables that contradict others.


class _Range(Protocol):
    """A row of a table: from `least` up to `most`."""

    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int | None: ...


TERMS = ("list", "leader", "organizer")


def flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield everything that keeps a ruleset from being used."""
    missing = (term for term in TERMS if term not in rules.terms)
    yield from (flaw(f"terms.{term}", "ruleset-term-missing") for term in missing)
    yield from _score(rules)
    yield from _points(rules)
    yield from _rows("structure.basic", rules.structure.basic)
    yield from _rows("structure.advanced", rules.structure.advanced)
    yield from _structure(rules)
    yield from _elimination(rules)
    yield from _groups(rules)
    yield from _rates(rules)
    yield from _margin(rules)
    yield from _standings(rules)
    yield from _soft_scores(rules)
    for end, outcome in rules.outcomes.items():
        yield from _outcome(f"outcomes.{end}", outcome, rules)
    yield from _amounts(rules)
    yield from _pairing_systems(rules)
    yield from people_flaws(rules)
    yield from list_flaws(rules)
    yield from paper_flaws(rules)
    yield from option_flaws(rules)


def _points(rules: Ruleset) -> Iterator[Flaw]:
    if rules.points.by == "margin":
        if not rules.points.rows:
            yield flaw("points.rows", "points-table-missing")
            return
        if rules.points.rows[0].least != 0:
            yield flaw("points.rows[0]", "points-table-begins-later")
        yield from _rows("points.rows", rules.points.rows, last=rules.margin.most)
    elif rules.points.rows:
        yield flaw("points.rows", "points-table-not-by-margin")
    if rules.points.per_cent and not (rules.points.by == "margin" and rules.score.wipe_out):
        yield flaw("points.per_cent", "per-cent-of-nothing")
    yield from _entered(rules)
    yield from _worth(rules)


def _worth(rules: Ruleset) -> Iterator[Flaw]:
    """Yield rows no margin reaches, and results that are worth less than worse ones."""
    points, greatest = rules.points, _greatest_margin(rules)
    if points.by == "result" and not points.loss <= points.draw <= points.win:
        facts = {"win": points.win, "draw": points.draw, "loss": points.loss}
        yield flaw("points.win", "points-win-below-loss", **facts)
    for number, row in enumerate(points.rows):
        place = f"points.rows[{number}]"
        if row.win < row.loss:
            yield flaw(place, "points-row-win-below-loss", win=row.win, loss=row.loss)
        if greatest is not None and row.least > greatest:
            yield flaw(place, "points-row-never-reached", least=row.least, greatest=greatest)


def _greatest_margin(rules: Ruleset) -> int | None:
    """Return the greatest margin a row may be about; none if there is no such bound."""
    if rules.points.per_cent:
        return 100
    if rules.margin.kind != "winner_difference" or rules.score.objectives:
        return rules.margin.most
    most = max(rules.score.wipe_out, default=None)
    bounds = [bound for bound in (most, rules.margin.most) if bound is not None]
    return min(bounds, default=None)


def _entered(rules: Ruleset) -> Iterator[Flaw]:
    """Points are written down on slips where the ruleset says so, and nowhere else."""
    points = rules.points
    asked = any(outcome.winner == "more_points" for outcome in rules.outcomes.values())
    if asked != (points.by == "entered"):
        yield flaw("points.by", "entered-points-asked-nowhere")
    for number, pair in enumerate(points.pairs):
        if len(pair) != 2:
            yield flaw(f"points.pairs[{number}]", "scale-entry-no-pair")
    if points.pairs and not points.pairs_clause:
        yield flaw("points.pairs_clause", "clause-of-scale-missing")


def _score(rules: Ruleset) -> Iterator[Flaw]:
    """What is counted can be counted: an odd number of games, and a second number to cap."""
    score = rules.score
    if (score.counts == "games") != bool(score.best_of) or (
        score.best_of and score.best_of % 2 == 0
    ):
        yield flaw("score.best_of", "best-of-even", best_of=score.best_of)
    if score.objectives_most is not None and not score.objectives:
        yield flaw("score.objectives_most", "most-of-no-objectives")
    for needed, clause, name in (
        (score.best_of, score.best_of_clause, "best_of_clause"),
        (score.objectives_most is not None, score.objectives_clause, "objectives_clause"),
    ):
        if needed and not clause:
            yield flaw(f"score.{name}", "clause-of-score-missing")


def _rows(where: str, rows: Sequence[_Range], last: int | None = None) -> Iterator[Flaw]:
    for number, (row, following) in enumerate(pairwise(rows)):
        place, most = f"{where}[{number}]", following.least - 1
        if row.most is None:
            yield flaw(place, "row-open-ended-before-last", most=most)
        elif row.most < row.least:
            yield flaw(place, "row-ends-before-it-begins", most=row.most, least=row.least)
        elif following.least > row.most + 1:
            gap = f"{row.most + 1}-{following.least - 1}"
            yield flaw(place, "rows-with-hole", gap=gap, most=most)
        elif following.least <= row.most:
            overlap = f"{following.least}-{row.most}"
            yield flaw(place, "rows-overlap", overlap=overlap, most=most)
    if rows and rows[-1].most not in (None, last):
        yield flaw(f"{where}[{len(rows) - 1}]", "last-row-not-open-ended")


def _structure(rules: Ruleset) -> Iterator[Flaw]:
    structure = rules.structure
    needed = {"tables": "basic", "fixed": "rounds", "formats": "formats"}.get(structure.kind)
    if needed and getattr(structure, needed) in (None, ()):
        yield flaw(f"structure.{needed}", "structure-part-missing", kind=structure.kind)
    for table in ("basic", "advanced", "suggested_cuts"):
        for number, row in enumerate(getattr(structure, table)):
            if row.cut and row.cut not in rules.cut.sizes:
                place = f"structure.{table}[{number}]"
                yield flaw(place, "row-cuts-to-other-size", cut=row.cut, sizes=rules.cut.sizes)


def _rates(rules: Ruleset) -> Iterator[Flaw]:
    """Shares of wins have a least value and a mixture, and a clause where they are unusual."""
    rates = rules.rates
    for name in ("least", "mix"):
        numbers = getattr(rates, name)
        whole = len(numbers) == 2 and min(numbers) >= 0
        if not whole or (numbers[1] if name == "least" else sum(numbers)) <= 0:
            yield flaw(f"rates.{name}", "rates-no-fraction")
    if rates != Rates() and not rates.clause:
        yield flaw("rates.clause", "rates-clause-missing")


def _groups(rules: Ruleset) -> Iterator[Flaw]:
    """A group has two players at least, and no more of them go on than it has."""
    size, winners = rules.pairing.group_size, rules.pairing.group_winners
    if rules.pairing.method == "groups" and not 1 <= winners <= size >= 2:
        yield flaw("pairing.group_winners", "groups-impossible", size=size, winners=winners)


def _elimination(rules: Ruleset) -> Iterator[Flaw]:
    """A bracket ends after a defeat or two, and two brackets have their clauses."""
    elimination = rules.elimination
    if elimination.losses not in (1, 2):
        yield flaw("elimination.losses", "elimination-losses-impossible", losses=elimination.losses)
    for name in ("second_clause", "cross_clause", "final_clause"):
        if elimination.losses > 1 and not getattr(elimination, name):
            yield flaw(f"elimination.{name}", "clause-of-second-bracket-missing")


def _margin(rules: Ruleset) -> Iterator[Flaw]:
    if rules.margin.kind == "around_base" and not rules.margin.base:
        yield flaw("margin.base", "margin-base-missing")
    if rules.margin.kind == "none" and rules.points.by == "margin":
        yield flaw("margin.kind", "points-by-margin-without-margin")


def _standings(rules: Ruleset) -> Iterator[Flaw]:
    keys = [entry.key for entry in rules.standings.order]
    lines = [(entry.key, entry.name) for entry in rules.standings.order]
    if not keys or keys[0] != "tp" or keys[-1] != "lot":
        yield flaw("standings.order", "standings-begin-and-end")
    if len(set(lines)) != len(lines):
        yield flaw("standings.order", "standings-key-twice")
    soft = (score.id for score in rules.soft_scores if score.counts == "tie_break")
    known = (*rules.standings.extra, *soft)
    for number, (key, name) in enumerate(lines):
        if name and (key != "extra" or name not in known):
            place = f"standings.order[{number}].name"
            yield flaw(place, "standings-name-of-nothing", name=name, known=known)
    if "sos" in keys and rules.sos.formula == "none":
        yield flaw("standings.order", "standings-sos-without-formula")
    if "mov" in keys and rules.margin.kind == "none":
        yield flaw("standings.order", "standings-mov-without-margin")


def _soft_scores(rules: Ruleset) -> Iterator[Flaw]:
    yield from _twice("soft_scores", (score.id for score in rules.soft_scores))
    ranked = {
        name
        for entry in rules.standings.order
        if entry.key == "extra"
        for name in own_names(rules, entry)
    }
    taken = RESERVED | set(get_args(TieBreak)) | {FAVOURITE_OPPONENT}
    for number, score in enumerate(rules.soft_scores):
        where = f"soft_scores[{number}]"
        if score.id in taken or (score.counts != "tie_break" and score.id in rules.standings.extra):
            taken_already = Refused("soft-score-id-reserved", id=score.id)
            yield flaw(f"{where}.id", "soft-score-refused", error=taken_already)
        if not score.clause:
            yield flaw(f"{where}.clause", "soft-score-clause-missing")
        if score.counts == "tie_break" and score.id not in ranked:
            yield flaw(f"{where}.counts", "soft-tie-break-nowhere", id=score.id)
        for code, facts in score_flaws(score):
            yield flaw(where, "soft-score-refused", error=Refused(code).naming(facts))


def _outcome(where: str, outcome: Outcome, rules: Ruleset) -> Iterator[Flaw]:
    wanted = {
        "survivor": "survivor",
        "opponent_of_conceder": "conceded",
        "without_initiative": "initiative",
        "higher_score": "score",
    }.get(outcome.winner)
    if wanted == "score" and not counts_scores(rules, outcome):
        wanted = None  # objectives decide: whatever the slip counts is replaced
    if wanted and wanted not in outcome.needs:
        facts = {"winner": outcome.winner, "wanted": wanted}
        yield flaw(f"{where}.needs", "outcome-needs-more", **facts)
    by_score = outcome.winner == "higher_score"
    known = outcome.level is not None
    if by_score != known and outcome.winner != "more_points":  # equal points are a draw anyway
        yield flaw(f"{where}.level", "outcome-level-with-other-winner")
    if outcome.counted and outcome.counted.rule != "fixed" and not rules.score.wipe_out:
        yield flaw(f"{where}.counted", "outcome-counted-without-wipe-out")
    draw = outcome.winner == "nobody" or (outcome.level and outcome.level.winner == "nobody")
    row = rules.points.rows[0] if rules.points.rows else None
    if draw and row and row.win != row.loss:
        yield flaw(where, "draw-pays-not-alike")


def _amounts(rules: Ruleset) -> Iterator[Flaw]:
    awards = {"bye.award": rules.bye.award, "unpaired_loss": rules.unpaired_loss}
    for end, outcome in rules.outcomes.items():
        if outcome.loser is not None:
            awards[f"outcomes.{end}.loser"] = outcome.loser
    for where, award in awards.items():
        if isinstance(award.mov, str) and not rules.score.wipe_out:
            yield flaw(f"{where}.mov", "share-without-wipe-out")
        for available in rules.score.wipe_out:
            try:
                amount(award.mov, available)
            except TiltyardError as error:
                yield flaw(f"{where}.mov", "amount-refused", error=error)


def _pairing_systems(rules: Ruleset) -> Iterator[Flaw]:
    """The names an organizer may choose are those of the systems that are described."""
    pairing, option = rules.pairing, rules.options.get(PAIRING_SYSTEM)
    known = (pairing.system, *pairing.systems) if pairing.systems else ()
    offered = () if option is None else option.choices
    if set(known) != set(offered):
        code = "pairing-choices-differ" if known else "pairing-choices-of-nothing"
        names = tuple(name for name in known if name)
        yield flaw(f'options."{PAIRING_SYSTEM}".choices', code, known=names)
