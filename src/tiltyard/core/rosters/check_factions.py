"""Which faction a list is of: one, and one that plays here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import cannot_check, found, plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Listed, Roster
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
        unknown = [one.card.shown for one in entries if not _has_faction(one.card)]
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
