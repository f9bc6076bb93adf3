"""What every check of a list gets to see, and how it says what it found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.list_findings import Finding, Severity
from tiltyard.engine.rosters.roster import summed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.rosters.circumstances import Circumstances
    from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
    from tiltyard.engine.ruleset import Check, Ruleset, Section


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


# ------------------------------------------------------------------------------
# Which faction a list is of: one, and one that plays here.


def faction_named(rules: Ruleset, name: str) -> str:
    """Return a faction by the name the ruleset has for it, or as it is written."""
    if name in rules.lists.faction_words:
        return name
    written = plainly(name)
    for own, words in rules.lists.faction_words.items():
        if written == plainly(own) or any(written == plainly(word) for word in words):
            return own
    return next((own for own in rules.lists.factions if written == plainly(own)), name)


def factions_of(roster: Roster, rules: Ruleset) -> tuple[str, ...]:
    """Return every faction of a list: the one it names first, then those of its cards."""
    named = [roster.faction]
    named += [entry.card.faction for muster in roster.musters for entry in muster.entries]
    return tuple(dict.fromkeys(faction_named(rules, name) for name in named if name))


def faction_named_at_all(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a list that names no faction, or one that nobody knows."""
    rules = inspection.rules
    every = factions_of(inspection.roster, rules)
    known = _factions_known(inspection)
    if not every:
        yield found(check, "faction-missing", factions=", ".join(known))
    elif known and not rules.lists.factions and every[0] not in known:
        yield found(check, "faction-not-known", faction=every[0], factions=", ".join(known))


def faction(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a list with several factions, or with one that does not play here."""
    rules = inspection.rules
    every = factions_of(inspection.roster, rules)
    allowed = tuple(faction_named(rules, name) for name in rules.lists.factions)
    if not every:
        return
    for name in every:
        if allowed and name not in allowed:
            yield found(
                check,
                "faction-not-allowed",
                clause=rules.lists.factions_clause,
                faction=name,
                factions=", ".join(allowed),
            )
    yield from _strangers(inspection, check, every[0])
    yield from _not_known(inspection, check, every[0])


def _factions_known(inspection: Inspection) -> tuple[str, ...]:
    """Return the factions a list may name: those that play here, or all that are known."""
    rules = inspection.rules
    if rules.lists.factions:
        return tuple(faction_named(rules, name) for name in rules.lists.factions)
    cards = (card for muster in inspection.roster.musters for card in muster.cards if card.card)
    of_cards = (faction_named(rules, card.faction) for card in cards if card.faction)
    return tuple(dict.fromkeys((*rules.lists.faction_words, *of_cards)))


def _not_known(inspection: Inspection, check: Check, own: str) -> Iterator[Finding]:
    """Say that nobody can tell which faction the cards are of: people look at them."""
    if not check.section or inspection.roster.catalogue:
        return
    for number, muster in inspection.musters:
        entries = muster.of(check.section)
        unknown = [entry.card.shown for entry in entries if not _has_faction(entry.card)]
        if unknown:
            names = ", ".join(dict.fromkeys(unknown))
            yield cannot_check(check, "factions-unclear", number, cards=names, own=own)


def _has_faction(card: Listed) -> bool:
    return bool(card.card or card.faction or card.factions)


def _strangers(inspection: Inspection, check: Check, own: str) -> Iterator[Finding]:
    for number, muster in inspection.musters:
        others = dict.fromkeys(
            (card.shown, card.factions or (card.faction,))
            for card in muster.cards
            if card.factions or card.faction
        )
        for card, factions in others:
            if own in factions:
                continue
            named = [faction_named(inspection.rules, name) for name in factions]
            if own not in named:
                yield found(
                    check,
                    "factions-mixed",
                    where=card,
                    muster=number,
                    card=card,
                    faction=" / ".join(named),
                    own=own,
                )
