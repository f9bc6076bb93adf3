"""What every check of a list gets to see, and how it says what it found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain
from tiltyard.core.rosters.findings import Finding, Severity
from tiltyard.core.rosters.roster import summed

if TYPE_CHECKING:
    from tiltyard.core.rosters.circumstances import Circumstances
    from tiltyard.core.rosters.roster import Entry, Listed, Muster, Roster
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_lists import Check, Section

plainly = lru_cache(maxsize=4096)(plain)
"""A name as lists compare it; the same few names are asked for again and again."""


@dataclass(frozen=True)
class Inspection:
    """A list on the table, with the rules and the event it is for."""

    roster: Roster
    rules: Ruleset
    circumstances: Circumstances

    @cached_property
    def sections(self) -> dict[str, Section]:
        """The sections of the ruleset by their ids."""
        return {section.id: section for section in self.rules.lists.sections}

    @cached_property
    def musters(self) -> tuple[tuple[int | None, Muster], ...]:
        """Every muster with its number from 1; none where the list has only one."""
        every = self.roster.musters
        if len(every) == 1:
            return ((None, every[0]),)
        return tuple(enumerate(every, start=1))

    @cached_property
    def costs(self) -> tuple[int | None, ...]:
        """What the cards of each muster cost; none where there are none, or one has no points."""
        return tuple(map(self._cost, self.roster.musters))

    def _cost(self, muster: Muster) -> int | None:
        counted = [entry for entry in muster.entries if self.counts_points(entry)]
        return summed(entry.points for entry in counted) if counted else None

    def counts_points(self, entry: Entry) -> bool:
        """Whether an entry counts in the total: a section nobody knows does."""
        section = self.sections.get(entry.section)
        return section is None or (section.points and section.stage == "always")

    def is_wanted(self, section: str) -> bool:
        """Whether a section belongs in a list for this event."""
        known = self.sections.get(section)
        return known is None or known.when == "always" or self.circumstances.cut_planned

    def title(self, section: str) -> str:
        """How people call a section."""
        known = self.sections.get(section)
        return known.title if known else section


def found(
    check: Check,
    code: str,
    *,
    where: str = "",
    muster: int | None = None,
    severity: Severity | None = None,
    clause: str = "",
    **facts: str | int,
) -> Finding:
    """Return a finding as bad as its check says, by the clause of the check."""
    severity = severity or check.severity
    return Finding(
        code,
        severity,
        clause or check.clause,
        where=where,
        muster=muster,
        facts=facts,
        waivable=check.waivable and severity == "error",
    )


def cannot_check(check: Check, code: str, muster: int | None, **facts: str | int) -> Finding:
    """Say that nobody knows enough about the cards for a check."""
    return Finding(code, "notice", check.clause, muster=muster, facts=facts)


def key(card: Listed) -> tuple[str, str]:
    """Return by what two cards of a list are the same: its card, else its name, and its kind."""
    return card.card or compared(card.shown), plainly(card.type or card.slot)


def compared(name: str) -> str:
    """Return by what two names are the same: plainly, or as written where only signs are in it."""
    return plainly(name) or name
