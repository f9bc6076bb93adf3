"""Which faction a list is of: one, and one that plays here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import found, plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_lists import Check


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


def faction(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a list without a faction, with several, or with one that does not play here."""
    rules, roster = inspection.rules, inspection.roster
    every = factions_of(roster, rules)
    allowed = tuple(faction_named(rules, name) for name in rules.lists.factions)
    if not every:
        if allowed:
            yield found(check, "faction-missing", severity="warning", factions=", ".join(allowed))
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
