"""Options in words: what a choice is called, a value as people say it, a house rule as a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.core.house_rules import house_rules
from tiltyard.core.options import AS_SWISS, settled
from tiltyard.words.language import gettext
from tiltyard.words.spoken import spoken
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
        "true": gettext("yes"),
        "false": gettext("no"),
        "warn_min": gettext("as few repeats as possible, with a warning"),
        "block": gettext("no draw at all"),
        "stage": gettext("in a stage"),
        "swiss": gettext("in all Swiss rounds"),
        "event": gettext("in the whole event"),
        "bye": gettext("as much as a bye"),
        "concession": gettext("as much as after a concession"),
        "clean": gettext("approved at once when nothing is wrong"),
        "by_hand": gettext("approved by a leader"),
        "start": gettext("at the start"),
        "cut": gettext("at the cut"),
        "finish": gettext("at the finish"),
        "ask": gettext("the organizer decides each time"),
        "allow": gettext("allowed"),
        "refuse": gettext("not allowed"),
        "rank": gettext("by the standings"),
        "standings": gettext("by the standings"),
        "sos": gettext("by strength of schedule"),
        "random": gettext("by lot"),
        "shared": gettext("the place is shared"),
        "next_rank": gettext("the next in the standings"),
        "bye_for_opponent": gettext("the opponent has a bye"),
        "always": gettext("always"),
        "by_tier": gettext("as the tier says"),
        "never": gettext("never"),
        "lowest_standing": gettext("the last of the standings"),
        "random_in_lowest_group": gettext("by lot in the lowest group"),
        "before_destroy": gettext("as the scores stood"),
        "after_destroy": gettext("after the units are destroyed"),
        "players": gettext("the players' own"),
        "venue": gettext("the venue's"),
        "both": gettext("the players' own and the venue's"),
        "points_groups": gettext("by lot among equal points"),
        "round_robin": gettext("everybody against everybody once"),
    }
    return titles.get(value) or value.replace("_", " ")


def value_words(option: Option, value: object) -> str:
    """Return the value of an option as people say it."""
    if isinstance(value, tuple) and option.type == "cards":
        return card_names(value) or gettext("the cards of the season")
    if isinstance(value, tuple):
        return ", ".join(_listed(one) for one in value) or _nothing(option)
    if isinstance(value, bool):
        return choice_title("true" if value else "false")
    if value == AS_SWISS:
        return gettext("as long as the Swiss rounds")
    if value == "unlimited":
        return gettext("unlimited")
    if isinstance(value, str) and value.endswith(_SHARE):
        share = {"share": value.removesuffix(_SHARE)}
        return gettext("%(share)s times the points of the round") % share
    return choice_title(value) if isinstance(value, str) else str(value)


def card_names(cards: Iterable[object]) -> str:
    """Return names of cards so that they can be told apart: a name may hold a comma."""
    named = [str(card) for card in cards]
    return ("; " if any("," in card for card in named) else ", ").join(named)


def _listed(value: object) -> str:
    return gettext("the organizer's own") if value == "extra" else key_title(str(value))


def _nothing(option: Option) -> str:
    if option.type == "minutes":
        return gettext("untimed")
    return gettext("all") if option.sets == "lists.factions" else gettext("none")


def option_subject(option: Option) -> str:
    """Return what an option is about, without how it is filled in."""
    return _MORE.sub("", spoken(option.help)).strip().rstrip(".")


def house_rule_sentence(rule: HouseRule) -> str:
    """Return a house rule as a sentence: what it is about, here, and in the document."""
    return gettext("%(about)s: %(here)s instead of %(usual)s.") % {
        "about": option_subject(rule.about),
        "here": value_words(rule.about, rule.here),
        "usual": value_words(rule.about, rule.usual),
    }


def organizer_choices(
    document: Ruleset, rules: Ruleset, given: Mapping[str, object]
) -> Iterator[tuple[Option, object, object]]:
    """Yield what the organizer decided within the document: option, value here, usual value."""
    bent = {rule.option for rule in house_rules(document, given)}
    for name, option in document.options.items():
        here, usual = settled(rules, name), settled(document, name)
        if here != usual and name not in bent:
            yield option, here, usual
