"""House rules: where an event departs from what its document settles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.draws import pool_on
from tiltyard.core.errors import OptionRefused, RulesetText
from tiltyard.core.options import amount, settled, with_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.core.facts.setup import Details
    from tiltyard.core.ruleset import Option, Ruleset


BENDING = frozenset({"custom_structure", "nobody"})
"""Whose options make house rules; what others decide, the document leaves to them."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option by which an event departs from its document.

    `clause` is the one it bends, `usual` the document's value and `here` the event's; `about` is
    the option itself.
    """

    option: str
    clause: str
    usual: object
    here: object
    about: Option


def house_rules(document: Ruleset, given: Mapping[str, object]) -> tuple[HouseRule, ...]:
    """Return every house rule that these options make, in the order of the document's options.

    What the document leaves to the organizer is none, nor is a value that means the same as the
    document's, nor another reading that its text bears.
    """
    if not given:
        return ()
    rules = with_options(document, given)
    return tuple(
        HouseRule(name, option.bends, settled(document, name), settled(rules, name), option)
        for name, option in document.options.items()
        if name in given and option.left_to in BENDING and _departs(document, rules, name)
    )


def _departs(document: Ruleset, rules: Ruleset, name: str) -> bool:
    readings = document.options[name].readings
    fine = (document, *(with_options(document, {name: reading}) for reading in readings))
    return all(_meaning(rules, name) != _meaning(one, name) for one in fine)


def _meaning(rules: Ruleset, name: str) -> object:
    """Return the value of an option so that ways to write the same value are equal."""
    value, kind = settled(rules, name), rules.options[name].type
    if kind == "amount" and isinstance(value, int | str):
        return tuple(amount(value, available) for available in rules.score.wipe_out or (0,))
    if not isinstance(value, tuple):
        return value
    if kind == "names":
        return frozenset(value)
    if kind in {"minutes", "per round"}:
        return _without_repeated_end(value)
    return value


def _without_repeated_end(values: tuple[object, ...]) -> tuple[object, ...]:
    """Return a list round by round without what its last number says anyway."""
    while len(values) > 1 and values[-1] == values[-2]:
        values = values[:-1]
    return values


def require_document_kept(details: Details, document: Ruleset) -> None:
    """Refuse house rules where the tier or the structure of an event has none."""
    found = house_rules(document, details.options)
    _require_no_must_bent(details, document, found)
    _require_free_cards(details, document)
    custom = details.structure == "custom" or (
        document.structure.kind == "tables" and details.structure is None
    )
    for rule in found:
        option = document.options[rule.option]
        if (option.custom_only or option.left_to == "custom_structure") and not custom:
            raise OptionRefused(
                "only-custom-structure-may-change",
                clause=rule.clause if option.custom_only else option.clause,
                field=rule.option,
                option=rule.option,
                game=document.game,
                usual=value_text(rule.usual),
                here=value_text(rule.here),
            )


def _require_no_must_bent(details: Details, document: Ruleset, found: Iterable[HouseRule]) -> None:
    """Refuse to bend what the document settles, at official events of its upper tiers."""
    tier = next((one for one in document.tiers if one.id == details.tier), document.tiers[0])
    bent = [one for one in found if document.options[one.option].left_to == "nobody"]
    if not (bent and details.official and tier.no_house_rules):
        return
    names = ", ".join(one.option for one in bent)
    changes = ", ".join(_change(one, cited=len(bent) > 1) for one in bent)
    raise OptionRefused(
        "official-event-no-house-rules",
        clause=bent[0].clause,
        field=bent[0].option,
        options=[one.option for one in bent],
        tier=RulesetText(tier.title),
        changes=changes,
        names=names,
    )


def _require_free_cards(details: Details, document: Ruleset) -> None:
    """Refuse an event's own cards where its tier fixes those of the season (RW-104)."""
    tier = next((one for one in document.tiers if one.id == details.tier), document.tiers[0])
    if details.outline or not tier.cards_fixed:
        return
    rules = with_options(document, details.options)
    for name, option in document.options.items():
        own = settled(rules, name) if option.left_to == "event_outline" else ()
        season = _season_of(document, option, details)
        if isinstance(own, tuple) and own and {*own} != {*season}:
            raise OptionRefused(
                "event-draws-cards-season",
                clause=tier.cards_clause,
                field=name,
                tier=RulesetText(tier.title),
                season=tuple(season),
                name=name,
            )


def _season_of(document: Ruleset, option: Option, details: Details) -> tuple[str, ...]:
    kind = option.sets.split(".")[1]
    return pool_on(document.draws[kind], details.date)[0].cards if kind in document.draws else ()


def _change(rule: HouseRule, *, cited: bool) -> str:
    clause = f"{rule.clause}: " if cited else ""
    return f"{rule.option} ({clause}{value_text(rule.usual)}, not {value_text(rule.here)})"


def value_text(value: object) -> str:
    """Return the value of an option as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(str(one) for one in value) or "none"
    return str(value)
