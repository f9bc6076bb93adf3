"""The audit trail of the report: every fact in words, what was changed, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tiltyard.app.verifying import verify_log
from tiltyard.core.facts import imported, lists, results, rounds, setup
from tiltyard.core.staff import role_of
from tiltyard.core.state.evolve import taken_back
from tiltyard.core.who_reads import NOBODY
from tiltyard.printing.told import Fact, day_text, time_text
from tiltyard.rulesets.loader import load
from tiltyard.store.port import Head
from tiltyard.words.language import ruleset_text
from tiltyard.words.say import say, word
from tiltyard.words.told_facts import is_told, told_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from tiltyard.app.verifying import Verdict
    from tiltyard.core.facts import Recorded
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.printing.view import PaperView

_CHANGES = (
    results.ResultCorrected,
    rounds.RoundDiscarded,
    rounds.RoundWithdrawn,
    rounds.PairingsChangedByHand,
    rounds.CardsSet,
    rounds.TableChanged,
    lists.ListAmended,
    setup.ActUndone,
    setup.PlanChanged,
    setup.ConcernsConfirmed,
    setup.EventReopened,
    imported.DeviationExplained,
)


@dataclass(frozen=True, slots=True)
class Happened:
    """One fact: its number, when, who, what; facts that were taken back are struck out."""

    number: str
    at: str
    who: str
    text: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Day:
    """What happened on a day."""

    title: str
    entries: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """Facts in the order in which they happened, day by day."""

    title: str
    heads: tuple[str, ...]
    days: tuple[Day, ...]
    nothing: str


def trail_of(view: PaperView, log: Sequence[Recorded]) -> Trail:
    """Return every fact; what leaders keep to themselves is only named."""
    nothing = say("paper.the-log-is-not-at")
    return Trail(say("paper.audit-trail"), _heads(), _days(view, log, log), "" if log else nothing)


def changes_of(view: PaperView, log: Sequence[Recorded]) -> Trail:
    """Return what was corrected, changed by hand, thrown away or taken back."""
    changed = [one for one in log if isinstance(one.fact, _CHANGES)]
    nothing = say("paper.nothing-was-corrected-changed-by")
    days = _days(view, log, changed)
    return Trail(say("paper.corrections"), _heads(), days, "" if changed else nothing)


def _heads() -> tuple[str, ...]:
    return say("paper.no"), say("common.time"), say("paper.who"), say("common.what-happened")


def _days(view: PaperView, log: Sequence[Recorded], shown: Sequence[Recorded]) -> tuple[Day, ...]:
    undone = taken_back(log)

    def day(one: Recorded) -> date:
        return one.at.astimezone(view.printed.tzinfo).date()

    return tuple(
        Day(day_text(of), tuple(_happened(view, one, undone) for one in facts))
        for of, facts in groupby(shown, key=day)
    )


def _happened(view: PaperView, one: Recorded, undone: frozenset[int]) -> Happened:
    told = is_told(one, view.event, view.rules, NOBODY)
    return Happened(
        str(one.number),
        time_text(view, one.at),
        _who(view, one) if told else "",
        told_text(one, view.in_sentences, view.rules, NOBODY),
        one.number in undone,
    )


def _who(view: PaperView, one: Recorded) -> str:
    name = view.name(one.actor)
    role = role_of(view.rules, one.role)  # type: ignore[arg-type]
    title = ruleset_text(role.title) if role is not None else word(one.role)
    return f"{name}, {title}" if one.role != "player" else name


# ------------------------------------------------------------------------------------ the verdict


def verdict_of(view: PaperView, log: Sequence[Recorded]) -> Iterator[Fact]:
    """Yield what a second look at the whole log found."""
    if not log:
        return

    def library(name: str) -> Ruleset:
        return view.document if name == view.document.name else load(name)

    verdict = verify_log(view.event.id, log, Head(log[-1].number, b""), library)
    label = say("paper.looked-at-again")
    if verdict.is_clean:
        yield Fact(label, _clean(verdict))
        return
    for number, trouble in enumerate(verdict.troubles):
        where = "" if trouble.number is None else f"{say('paper.no')} {trouble.number}"
        yield Fact(label if number == 0 else "", trouble.text, where)


def _clean(verdict: Verdict) -> str:
    """Return how much was looked at in a log with which nothing is wrong."""
    if verdict.imported:
        return say("paper.every-act-was-decided-once")
    if verdict.unchecked:
        return say("paper.every-act-was-decided-once-more")
    return say("paper.every-act-was-decided-once-more-and")
