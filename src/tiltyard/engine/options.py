"""Organizer options: each sets one value of the ruleset, checked against its declared type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from tiltyard.engine.errors import OptionRefused
from tiltyard.engine.plain_text import LONGEST_NAME, tidy
from tiltyard.engine.ruleset import Amount, OrderKey, RoundLength, value_of_round

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Option, Ruleset

_SHARE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)\*available")
_MOST = 1_000_000
LONGEST_SHOWN = 60
AS_SWISS = "as_swiss"
UNTIMED = "untimed"
NONE = "none"
PAIRING_SYSTEM = "pairing.system"
BENDING = frozenset({"custom_structure", "nobody"})
"""Whose options make house rules; what others decide, the document leaves to them."""

LONGEST_ROUND = 24 * 60
LISTS = frozenset({"minutes", "per round", "names", "cards", "tie-breaks"})
MOST_CARDS = 100
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_COMMAS = re.compile(r"\s*[,;]\s*")
_COMMAS_AND_SPACES = re.compile(r"[,;\s]+")


def _share(value: str) -> str:
    return value.removesuffix("*available")


def amount(value: Amount, available: int) -> int:
    """Return a number, or the share of the available points that "1.5*available" names."""
    if isinstance(value, int):
        return value
    share = _SHARE.fullmatch(value)
    result = Fraction(share.group(1)) * available if share else None
    if result is None or result.denominator != 1:
        raise OptionRefused("points-no-whole-number", value=value, available=available)
    return int(result)


def with_options(document: Ruleset, given: Mapping[str, object]) -> Ruleset:
    """Return the ruleset as this organizer uses it; an unknown option or value is refused.

    Values are checked against the document, not against one another: their order is no matter.
    """
    rules = document
    for name in sorted(given, key=lambda name: name != PAIRING_SYSTEM):
        value = given[name]
        option = document.options.get(name)
        if option is None:
            choices = ", ".join(sorted(document.options))
            raise OptionRefused(
                "no-option", field=name, document=document.name, name=name, choices=choices
            )
        checked = _checked(document, name, option, value)
        rules = cast("Ruleset", _put(rules, option.sets.split("."), checked))
        if name == PAIRING_SYSTEM:  # sets several values, before single ones are set
            rules = replace(rules, pairing=rules.pairing.as_chosen())
    return rules


def typed_value(option: Option, text: str) -> object:
    """Return what somebody typed as the value an option takes; commas part the values of a list.

    Whether it may be that value is checked by `with_options`.
    """
    text = text.strip()
    if option.type == "flag":
        return {"true": True, "false": False}.get(text.lower(), text)
    if option.type in LISTS and text not in {"", AS_SWISS}:
        if text.lower() in {UNTIMED, NONE}:
            return []
        if option.type == "cards":
            return _card_names(text)
        between = _COMMAS if option.type == "names" else _COMMAS_AND_SPACES
        return [_number_or_text(part) for part in between.split(text) if part]
    return text if option.type == "choice" else _number_or_text(text)


def _card_names(text: str) -> list[str]:
    """Return names of cards; with semicolons between them a name may hold a comma."""
    parts = text.split(";" if ";" in text else ",")
    return [part.strip() for part in parts if part.strip()]


def _number_or_text(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) else text


def settled(rules: Ruleset, name: str) -> object:
    """Return the value an option has in this ruleset: its default, unless it was set."""
    option = rules.options[name]
    if option.type == "tie-breaks":
        return tuple(entry.name or entry.key for entry in rules.standings.order)
    value = _walk(rules, option)
    if isinstance(value, RoundLength):
        return AS_SWISS if value.same_as_swiss else value.minutes
    return value


def _walk(rules: Ruleset, option: Option) -> object:
    value: object = rules
    for step in option.sets.split("."):
        value = _step(value, step, option.sets)
    return value


def _step(value: object, step: str, path: str) -> object:
    if step == "*" and isinstance(value, Mapping):
        return next(iter(value.values()))
    if isinstance(value, Mapping) and step in value:
        return value[step]
    if is_dataclass(value) and step in {entry.name for entry in fields(value)}:
        return getattr(value, step)
    raise OptionRefused("names-no-value-ruleset", path=path)


def _put(value: object, path: list[str], new: object) -> object:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {
            key: _put(inner, rest, new) if step in ("*", key) else inner
            for key, inner in value.items()
        }
    assert is_dataclass(value)  # paths were checked when the ruleset was loaded
    assert not isinstance(value, type)
    return replace(value, **{step: _put(getattr(value, step), rest, new)})


def _checked(rules: Ruleset, name: str, option: Option, value: object) -> object:
    check = {
        "flag": _flag,
        "whole number": _whole_number,
        "per round": _per_round,
        "amount": _amount,
        "choice": _choice,
        "limit": _limit,
        "names": _names,
        "cards": _cards,
        "minutes": _minutes,
        "tie-breaks": _tie_breaks,
    }[option.type]
    return check(rules, name, option, value)


def _no(name: str, option: Option, value: object, wanted: str, **facts: object) -> OptionRefused:
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."
    refused = OptionRefused(
        f"option-is-no-{wanted}", clause=option.clause, field=name, option=name, value=shown
    )
    return refused.naming(facts)


def _flag(rules: Ruleset, name: str, option: Option, value: object) -> bool:
    if not isinstance(value, bool):
        raise _no(name, option, value, "flag")
    return value


def _whole_number(rules: Ruleset, name: str, option: Option, value: object) -> int:
    least, most = option.least or 0, option.most or _MOST
    if type(value) is not int or not least <= value <= most:
        raise _no(name, option, value, "whole-number", least=least, most=most)
    return value


def _per_round(rules: Ruleset, name: str, option: Option, value: object) -> tuple[int, ...]:
    numbers = value if isinstance(value, list | tuple) else [value]
    if not numbers:
        raise _no(name, option, value, "number-per-round")
    return tuple(_whole_number(rules, name, option, number) for number in numbers)


def _amount(rules: Ruleset, name: str, option: Option, value: object) -> Amount:
    if type(value) is int and 0 <= value <= _MOST:
        return value
    if isinstance(value, str) and _SHARE.fullmatch(value) and rules.score.wipe_out:
        shares = {Fraction(_share(value)) * available for available in rules.score.wipe_out}
        if all(share.denominator == 1 for share in shares):
            return value
    raise _no(name, option, value, "amount")


def _choice(rules: Ruleset, name: str, option: Option, value: object) -> str:
    if not isinstance(value, str) or value not in option.choices:
        raise _no(name, option, value, "choice", choices=tuple(option.choices))
    return value


def _limit(rules: Ruleset, name: str, option: Option, value: object) -> int | str:
    if value == "unlimited":
        return "unlimited"
    if type(value) is not int or not (option.least or 0) <= value <= _MOST:
        raise _no(name, option, value, "limit", least=option.least)
    return value


RESERVED = frozenset(
    {"tp", "mov", "sos", "vpd", "vp", "leaders", "h2h", "extra", "lot"}
    | {"shared", "elimination", "seed", "cut"}
)
"""What decides a place by another name: no tie-break of the organizer's own may be called so."""


def _names(rules: Ruleset, name: str, option: Option, value: object) -> tuple[str, ...]:
    soft = (score.id for score in rules.soft_scores)
    taken = {*RESERVED, *(entry.key for entry in rules.standings.order), *soft}
    fine = (
        isinstance(value, list | tuple)
        and all(isinstance(other, str) and other and other not in taken for other in value)
        and len(set(value)) == len(value)
    )
    if not fine:
        raise _no(name, option, value, "list-of-names")
    return tuple(value)  # type: ignore[arg-type]


def _cards(rules: Ruleset, name: str, option: Option, value: object) -> tuple[str, ...]:
    """Return the names of an event's own cards, each of them once."""
    named = value if isinstance(value, list | tuple) else ()
    cards = tuple(tidy(card) for card in named if isinstance(card, str))
    fine = (
        isinstance(value, list | tuple)
        and len(cards) == len(named) == len({card.casefold() for card in cards})
        and all(0 < len(card) <= LONGEST_NAME for card in cards)
        and len(cards) <= MOST_CARDS
    )
    if not fine:
        raise _no(name, option, value, "list-of-cards", most=MOST_CARDS)
    return cards


def _minutes(rules: Ruleset, name: str, option: Option, value: object) -> RoundLength:
    length = _walk(rules, option)
    if not isinstance(length, RoundLength):
        raise OptionRefused("no-length-round", sets=option.sets)
    is_swiss = length is rules.clock.swiss
    if value == AS_SWISS and not is_swiss:
        return replace(length, minutes=(), same_as_swiss=True)
    numbers = [value] if type(value) is int else value
    if (
        not isinstance(numbers, list | tuple)
        or any(type(number) is not int or not 1 <= number <= LONGEST_ROUND for number in numbers)
        or (is_swiss and not numbers)
    ):
        raise _no(
            name,
            option,
            value,
            "length-of-swiss-rounds" if is_swiss else "length-of-rounds",
            example=_example_of_minutes(rules, length),
        )
    _require_in_range(rules, name, length, tuple(numbers), len(numbers))
    return replace(length, minutes=tuple(numbers), same_as_swiss=False)


def _example_of_minutes(rules: Ruleset, length: RoundLength) -> str:
    usual = length.minutes or rules.clock.swiss.minutes
    lengths = usual if len(usual) > 1 else usual * 3
    return ",".join(str(minutes) for minutes in lengths)


def require_lengths(document: Ruleset, given: Mapping[str, object]) -> None:
    """Refuse lengths that do not fit every round: the last number stands for all later ones.

    What comes in is checked so, a file or an organizer's plan. An event that was recorded with a
    shorter list before this was asked still opens.
    """
    for name, option in document.options.items():
        length = _walk(document, option) if option.type == "minutes" and name in given else None
        if not isinstance(length, RoundLength):
            continue
        chosen = _walk(with_options(document, {name: given[name]}), option)
        assert isinstance(chosen, RoundLength)  # the same path leads to the same kind of value
        numbers = chosen.minutes or (document.clock.swiss.minutes if chosen.same_as_swiss else ())
        if numbers:
            usual = length.minutes or document.clock.swiss.minutes
            _require_in_range(document, name, length, numbers, max(len(numbers), len(usual)))


def _require_in_range(
    rules: Ruleset, name: str, length: RoundLength, numbers: tuple[int, ...], rounds: int
) -> None:
    """Refuse a length outside the range of its round."""
    if not length.adjustable:
        return
    usual = length.minutes or rules.clock.swiss.minutes
    for number in range(1, rounds + 1):
        middle, minutes = value_of_round(usual, number), value_of_round(numbers, number)
        least, most = middle - length.adjustable, middle + length.adjustable
        if not least <= minutes <= most:
            later = number > len(numbers)
            raise OptionRefused(
                "later-round-cannot-last" if later else "round-cannot-last",
                clause=length.adjustable_clause,
                field=name,
                number=number,
                minutes=minutes,
                least=least,
                most=most,
                each=",".join(map(str, usual)),
            )


def _tie_breaks(rules: Ruleset, name: str, option: Option, value: object) -> tuple[OrderKey, ...]:
    known = {entry.name or entry.key: entry for entry in rules.standings.order}
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        raise _no(name, option, value, "list-of-tie-breaks", known=tuple(known))
    keys = [entry for entry in value if entry != "lot"]
    if (
        not keys
        or keys[0] != "tp"
        or len(set(keys)) != len(keys)
        or not set(keys) <= {*known} - {"lot"}
    ):
        raise _no(name, option, value, "list-of-tie-breaks", known=tuple(known))
    return (*(known[key] for key in keys), known["lot"])
