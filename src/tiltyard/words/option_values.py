"""Options in words: what a choice is called, a value as people say it, a house rule as a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.core.house_rules import house_rules
from tiltyard.core.options import AS_SWISS, settled
from tiltyard.words.language import ruleset_text
from tiltyard.words.say import say
from tiltyard.words.standing_keys import key_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tiltyard.core.house_rules import HouseRule
    from tiltyard.core.ruleset import Option, Ruleset

_SHARE = "*available"
_MORE = re.compile(r"[:;(].*", re.DOTALL)


def choice_title(value: str) -> str:
    """Return what a choice of an option is called; one without a name of its own is as it is."""
    titles = {
        "true": say("common.yes"),
        "false": say("common.no"),
        "warn_min": say("option-values.as-few-repeats-as-possible"),
        "block": say("option-values.no-draw-at-all"),
        "stage": say("option-values.in-a-stage"),
        "swiss": say("option-values.in-all-swiss-rounds"),
        "event": say("option-values.in-the-whole-event"),
        "bye": say("option-values.as-much-as-a-bye"),
        "concession": say("option-values.as-much-as-after-a"),
        "clean": say("option-values.approved-at-once-when-nothing"),
        "by_hand": say("option-values.approved-by-a-leader"),
        "start": say("option-values.at-the-start"),
        "cut": say("option-values.at-the-cut"),
        "finish": say("option-values.at-the-finish"),
        "ask": say("option-values.the-organizer-decides-each-time"),
        "allow": say("common.allowed"),
        "refuse": say("common.not-allowed"),
        "rank": say("option-values.by-the-standings"),
        "standings": say("option-values.by-the-standings"),
        "sos": say("option-values.by-strength-of-schedule"),
        "random": say("option-values.by-lot"),
        "shared": say("option-values.the-place-is-shared"),
        "next_rank": say("option-values.the-next-in-the-standings"),
        "bye_for_opponent": say("option-values.the-opponent-has-a-bye"),
        "always": say("option-values.always"),
        "by_tier": say("option-values.as-the-tier-says"),
        "never": say("option-values.never"),
        "lowest_standing": say("option-values.the-last-of-the-standings"),
        "random_in_lowest_group": say("option-values.by-lot-in-the-lowest"),
        "before_destroy": say("option-values.as-the-scores-stood"),
        "after_destroy": say("option-values.after-the-units-are-destroyed"),
        "players": say("option-values.the-players-own"),
        "venue": say("option-values.the-venues"),
        "both": say("option-values.the-players-own-and-the"),
        "points_groups": say("option-values.by-lot-among-equal-points"),
        "round_robin": say("option-values.everybody-against-everybody-once"),
    }
    return titles.get(value) or value.replace("_", " ")


def value_words(option: Option, value: object) -> str:
    """Return the value of an option as people say it."""
    if isinstance(value, tuple) and option.type == "cards":
        return card_names(value) or say("option-values.the-cards-of-the-season")
    if isinstance(value, tuple):
        return ", ".join(_listed(one) for one in value) or _nothing(option)
    if isinstance(value, bool):
        return choice_title("true" if value else "false")
    if value == AS_SWISS:
        return say("option-values.as-long-as-the-swiss")
    if value == "unlimited":
        return say("option-values.unlimited")
    if isinstance(value, str) and value.endswith(_SHARE):
        share = {"share": value.removesuffix(_SHARE)}
        return say("option-values.times-the-points-of-the", **share)
    return choice_title(value) if isinstance(value, str) else str(value)


def card_names(cards: Iterable[object]) -> str:
    """Return names of cards so that they can be told apart: a name may hold a comma."""
    named = [str(card) for card in cards]
    return ("; " if any("," in card for card in named) else ", ").join(named)


def _listed(value: object) -> str:
    return say("option-values.the-organizers-own") if value == "extra" else key_title(str(value))


def _nothing(option: Option) -> str:
    if option.type == "minutes":
        return say("common.untimed")
    return say("common.all") if option.sets == "lists.factions" else say("common.none")


def option_subject(option: Option) -> str:
    """Return what an option is about, without how it is filled in."""
    return _MORE.sub("", ruleset_text(option.help)).strip().rstrip(".")


def house_rule_sentence(rule: HouseRule) -> str:
    """Return a house rule as a sentence: what it is about, here, and in the document."""
    return say(
        "option-values.instead-of",
        about=option_subject(rule.about),
        here=value_words(rule.about, rule.here),
        usual=value_words(rule.about, rule.usual),
    )


def organizer_choices(
    document: Ruleset, rules: Ruleset, given: Mapping[str, object]
) -> Iterator[tuple[Option, object, object]]:
    """Yield what the organizer decided within the document: option, value here, usual value."""
    bent = {rule.option for rule in house_rules(document, given)}
    for name, option in document.options.items():
        here, usual = settled(rules, name), settled(document, name)
        if here != usual and name not in bent:
            yield option, here, usual
