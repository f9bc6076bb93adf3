"""What makes a well-formed ruleset unusable: holes, overlaps, tables that contradict others."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from tiltyard.core.endings import counts_scores
from tiltyard.core.errors import TiltyardError
from tiltyard.core.options import PAIRING_SYSTEM, amount
from tiltyard.rulesets.flaws import flaw
from tiltyard.rulesets.soundness_lists import list_flaws
from tiltyard.rulesets.soundness_options import option_flaws
from tiltyard.rulesets.soundness_papers import paper_flaws
from tiltyard.rulesets.soundness_people import people_flaws

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.ruleset import Outcome, Ruleset
    from tiltyard.rulesets.flaws import Flaw


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
    if needed and not getattr(structure, needed):
        yield flaw(f"structure.{needed}", "structure-part-missing", kind=structure.kind)
    for table in ("basic", "advanced", "suggested_cuts"):
        for number, row in enumerate(getattr(structure, table)):
            if row.cut and row.cut not in rules.cut.sizes:
                place = f"structure.{table}[{number}]"
                yield flaw(place, "row-cuts-to-other-size", cut=row.cut, sizes=rules.cut.sizes)


def _margin(rules: Ruleset) -> Iterator[Flaw]:
    if rules.margin.kind == "around_base" and not rules.margin.base:
        yield flaw("margin.base", "margin-base-missing")
    if rules.margin.kind == "none" and rules.points.by == "margin":
        yield flaw("margin.kind", "points-by-margin-without-margin")


def _standings(rules: Ruleset) -> Iterator[Flaw]:
    keys = [entry.key for entry in rules.standings.order]
    if not keys or keys[0] != "tp" or keys[-1] != "lot":
        yield flaw("standings.order", "standings-begin-and-end")
    if len(set(keys)) != len(keys):
        yield flaw("standings.order", "standings-key-twice")
    if "sos" in keys and rules.sos.formula == "none":
        yield flaw("standings.order", "standings-sos-without-formula")
    if "mov" in keys and rules.margin.kind == "none":
        yield flaw("standings.order", "standings-mov-without-margin")


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
    if (outcome.winner == "higher_score") != (outcome.level is not None):
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
