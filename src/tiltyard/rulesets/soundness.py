"""What makes a well-formed ruleset unusable: holes, overlaps, tables that contradict others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from tiltyard.core.endings import counts_scores
from tiltyard.core.errors import TiltyardError
from tiltyard.core.options import PAIRING_SYSTEM, amount
from tiltyard.rulesets.soundness_lists import list_flaws
from tiltyard.rulesets.soundness_options import option_flaws
from tiltyard.rulesets.soundness_papers import paper_flaws
from tiltyard.rulesets.soundness_people import people_flaws

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.ruleset import Outcome, Ruleset


class _Range(Protocol):
    """A row of a table: from `least` up to `most`."""

    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int | None: ...


TERMS = ("list", "leader", "organizer")


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place in a ruleset, what is wrong there, and what would be right."""

    where: str
    text: str
    fix: str | None = None


def flaws(rules: Ruleset) -> Iterator[Flaw]:
    """Yield everything that keeps a ruleset from being used."""
    yield from (Flaw(f"terms.{term}", "is missing") for term in TERMS if term not in rules.terms)
    yield from _points(rules)
    yield from _rows("structure.basic", rules.structure.basic)
    yield from _rows("structure.advanced", rules.structure.advanced)
    yield from _structure(rules)
    yield from _margin(rules)
    yield from _standings(rules)
    for end, outcome in rules.outcomes.items():
        yield from _outcome(f"outcomes.{end}", outcome, rules)
    yield from _amounts(rules)
    yield from _pairing_systems(rules)
    yield from (Flaw(*flaw) for flaw in people_flaws(rules))
    yield from (Flaw(*flaw) for flaw in list_flaws(rules))
    yield from (Flaw(*flaw) for flaw in paper_flaws(rules))
    yield from (Flaw(*flaw) for flaw in option_flaws(rules))


def _points(rules: Ruleset) -> Iterator[Flaw]:
    if rules.points.by == "margin":
        if not rules.points.rows:
            yield Flaw("points.rows", "is missing", 'points by "margin" need a table')
            return
        if rules.points.rows[0].least != 0:
            yield Flaw("points.rows[0]", "the table must begin at margin 0", "least = 0")
        yield from _rows("points.rows", rules.points.rows, last=rules.margin.most)
    elif rules.points.rows:
        yield Flaw("points.rows", 'only points by "margin" have a table', "drop the rows")


def _rows(where: str, rows: Sequence[_Range], last: int | None = None) -> Iterator[Flaw]:
    for number, (row, following) in enumerate(pairwise(rows)):
        place, fix = f"{where}[{number}]", f"most = {following.least - 1}"
        if row.most is None:
            yield Flaw(place, "only the last row may be open-ended", fix)
        elif row.most < row.least:
            yield Flaw(place, f"ends at {row.most}, before it begins at {row.least}")
        elif following.least > row.most + 1:
            gap = f"{row.most + 1}-{following.least - 1}"
            yield Flaw(place, f"a hole: nothing covers {gap}", fix)
        elif following.least <= row.most:
            overlap = f"{following.least}-{row.most}"
            yield Flaw(place, f"an overlap: two rows cover {overlap}", fix)
    if rows and rows[-1].most not in (None, last):
        yield Flaw(f"{where}[{len(rows) - 1}]", "the last row must be open-ended", "drop its most")


def _structure(rules: Ruleset) -> Iterator[Flaw]:
    structure = rules.structure
    needed = {"tables": "basic", "fixed": "rounds", "formats": "formats"}.get(structure.kind)
    if needed and not getattr(structure, needed):
        yield Flaw(f"structure.{needed}", f'is missing for the kind "{structure.kind}"')
    for table in ("basic", "advanced", "suggested_cuts"):
        for number, row in enumerate(getattr(structure, table)):
            if row.cut and row.cut not in rules.cut.sizes:
                place = f"structure.{table}[{number}]"
                sizes = ", ".join(map(str, rules.cut.sizes)) or "none"
                yield Flaw(place, f"cuts to {row.cut}", f"one of cut.sizes: {sizes}")


def _margin(rules: Ruleset) -> Iterator[Flaw]:
    if rules.margin.kind == "around_base" and not rules.margin.base:
        yield Flaw("margin.base", 'is missing for the kind "around_base"')
    if rules.margin.kind == "none" and rules.points.by == "margin":
        yield Flaw("margin.kind", "points by margin need a margin", '"winner_difference"')


def _standings(rules: Ruleset) -> Iterator[Flaw]:
    keys = [entry.key for entry in rules.standings.order]
    if not keys or keys[0] != "tp" or keys[-1] != "lot":
        yield Flaw("standings.order", "begins with tp and ends with lot", "tp, ..., lot")
    if len(set(keys)) != len(keys):
        yield Flaw("standings.order", "names a key twice")
    if "sos" in keys and rules.sos.formula == "none":
        yield Flaw("standings.order", "uses sos without a formula", 'sos.formula: "mean" or "sum"')
    if "mov" in keys and rules.margin.kind == "none":
        yield Flaw("standings.order", "uses mov, but the ruleset has no margin")


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
        yield Flaw(f"{where}.needs", f'winner "{outcome.winner}" needs {wanted}', f'add "{wanted}"')
    if (outcome.winner == "higher_score") != (outcome.level is not None):
        yield Flaw(f"{where}.level", 'is there exactly for winner "higher_score"')
    if outcome.counted and outcome.counted.rule != "fixed" and not rules.score.wipe_out:
        yield Flaw(f"{where}.counted", "needs score.wipe_out")
    draw = outcome.winner == "nobody" or (outcome.level and outcome.level.winner == "nobody")
    row = rules.points.rows[0] if rules.points.rows else None
    if draw and row and row.win != row.loss:
        yield Flaw(f"{where}", "a draw pays both alike, but the row of margin 0 does not")


def _amounts(rules: Ruleset) -> Iterator[Flaw]:
    awards = {"bye.award": rules.bye.award, "unpaired_loss": rules.unpaired_loss}
    for end, outcome in rules.outcomes.items():
        if outcome.loser is not None:
            awards[f"outcomes.{end}.loser"] = outcome.loser
    for where, award in awards.items():
        if isinstance(award.mov, str) and not rules.score.wipe_out:
            yield Flaw(f"{where}.mov", "a share of the points available needs score.wipe_out")
        for available in rules.score.wipe_out:
            try:
                amount(award.mov, available)
            except TiltyardError as error:
                yield Flaw(f"{where}.mov", error.message, error.fix)


def _pairing_systems(rules: Ruleset) -> Iterator[Flaw]:
    """The names an organizer may choose are those of the systems that are described."""
    pairing, option = rules.pairing, rules.options.get(PAIRING_SYSTEM)
    known = (pairing.system, *pairing.systems) if pairing.systems else ()
    offered = () if option is None else option.choices
    if set(known) != set(offered):
        fix = "one of " + ", ".join(name for name in known if name) if known else "drop it"
        yield Flaw(f'options."{PAIRING_SYSTEM}".choices', "do not match pairing.systems", fix)
