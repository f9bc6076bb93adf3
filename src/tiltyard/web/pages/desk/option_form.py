"""The options of a ruleset as a form: in groups, with every value in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from tiltyard.engine.drawing import pool_on
from tiltyard.engine.options import AS_SWISS, LISTS, NONE, UNTIMED, settled, typed_value
from tiltyard.text.announcements import card_names, choice_title, option_subject, value_words
from tiltyard.text.say import say, wording
from tiltyard.text.standings import key_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tiltyard.engine.ruleset import Option, Ruleset
    from tiltyard.web.request import Form

OPTION = "option."
OWN_PLACE = "cut.points"
"""The option that has its field beside the cut."""

GROUPS: dict[str, tuple[str, ...]] = {
    "time": ("clock", "extension", "no_show"),
    "pairings": ("pairing", "rematch", "bye.pick", "bye.max_per_player", "bye.repeat_in_final",
                 "late_entry", "tables"),
    "scoring": ("bye", "concession", "forfeit", "full_win_margin", "unpaired_loss", "stage"),
    "tie-breaks": ("standings", "final_ties", "h2h", "sos"),
    "cut": ("cut", "elim"),
    "lists": ("lists", "legality"),
    "cards": ("draws", "mats"),
}  # fmt: skip
"""Which options stand together: by their names, or by how these begin."""
OTHERS = "other"

_UNITS = re.compile(r"\s*\b(?:minutes?|minuten?|min)\b\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One thing the organizer may decide: what the document says, and what was typed."""

    name: str
    option: Option
    usual: str
    typed: str
    choices: tuple[str, ...]
    words: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether several values may be typed."""
        return self.option.type in LISTS

    @property
    def subject(self) -> str:
        """What it is about."""
        return option_subject(self.option)

    def title(self, value: str) -> str:
        """Return what a choice is called."""
        return choice_title(value)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together, and what they are called."""

    id: str
    title: str
    fields: tuple[OptionField, ...]


def option_groups(document: Ruleset, typed: Mapping[str, str]) -> tuple[OptionGroup, ...]:
    """Return every option of a ruleset as a field, in groups."""
    fields = [field for field in _fields(document, typed) if field.name != OWN_PLACE]
    of_group = {field.name: group_of(field.name) for field in fields}
    return tuple(
        OptionGroup(group, title, own)
        for group, title in _titles().items()
        if (own := tuple(field for field in fields if of_group[field.name] == group))
    )


def _titles() -> dict[str, str]:
    return {
        "time": say("desk.options-time"),
        "pairings": say("desk.options-pairings"),
        "scoring": say("desk.options-scoring"),
        "tie-breaks": say("desk.options-tie-breaks"),
        "cut": say("desk.options-cut"),
        "lists": say("desk.options-lists"),
        "cards": say("desk.options-cards"),
        OTHERS: say("desk.options-other"),
    }


def group_of(name: str) -> str:
    """Return in which group an option stands: its own name counts before how it begins."""
    for known in (name, name.partition(".")[0]):
        for group, names in GROUPS.items():
            if known in names:
                return group
    return OTHERS


def _fields(document: Ruleset, typed: Mapping[str, str]) -> Iterator[OptionField]:
    for name, option in document.options.items():
        yield OptionField(
            name,
            option,
            usual_words(document, name, typed.get("date", "")),
            typed.get(f"{OPTION}{name}", ""),
            ("true", "false") if option.type == "flag" else option.choices,
            tuple(_words(name, option)),
        )


def _words(name: str, option: Option) -> Iterator[str]:
    """Yield the words that may be typed in place of a number."""
    if option.type == "minutes":
        yield say("common.untimed")
        if name == "clock.elimination":
            yield say("option-values.as-long-as-the-swiss")


def usual_words(document: Ruleset, name: str, day: str = "") -> str:
    """Return the document's own value in words; of cards, those of the season."""
    option, value = document.options[name], settled(document, name)
    kind = option.sets.split(".")[1]
    if option.type == "amount":
        return value_words(option, value)
    if name.endswith(".minutes"):
        return _minutes((value,))
    if option.type != "cards" or kind not in document.draws:
        return option_text(option, value)
    try:
        known = date.fromisoformat(day.strip())
    except ValueError:
        known = None
    return card_names(pool_on(document.draws[kind], known)[0].cards)


def option_text(option: Option, value: object) -> str:
    """Return the value of an option as it is typed: in words where these are read again."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return _list_text(option, tuple(value))
    return value_words(option, value) if value == AS_SWISS else str(value)


def _list_text(option: Option, values: tuple[object, ...]) -> str:
    if not values:
        return say("common.untimed") if option.type == "minutes" else say("common.none")
    if option.type == "cards":
        return card_names(values)
    if option.type == "minutes":
        return _minutes(values)
    if option.type == "tie-breaks":
        return value_words(option, values)
    return ", ".join(map(str, values))


def _minutes(values: tuple[object, ...]) -> str:
    several = len(values) > 1 or values[0] != 1
    return wording("desk.minutes", 2 if several else 1).format(num=", ".join(map(str, values)))


def option_value(option: Option, text: str, keys: Iterable[str] = ()) -> object:
    """Return what was typed, in the language that is spoken, as the value an option takes.

    Tie-breaks may be called by their names: `keys` are those of the ruleset.
    """
    said = " ".join(text.split())
    words = {
        say("common.untimed"): UNTIMED,
        say("common.none"): NONE,
        say("option-values.as-long-as-the-swiss"): AS_SWISS,
    }
    if option.type in {"minutes", "whole number"}:
        said = words.get(said) or _UNITS.sub("", said)
    elif option.type == "tie-breaks":
        said = ", ".join(_key_named(part.strip(), keys) for part in said.split(","))
    return typed_value(option, words.get(said, said))


def _key_named(said: str, keys: Iterable[str]) -> str:
    """Return the tie-break that is called so; what is none is refused where options are checked."""
    titles = {key_title(key).casefold(): key for key in keys}
    titles[say("option-values.the-organizers-own").casefold()] = "extra"
    return titles.get(said.casefold(), said)


def options_typed(form: Form, document: Ruleset) -> dict[str, object]:
    """Return the options that differ from the document: one that says the same is left out."""
    given: dict[str, object] = {}
    keys = [entry.key for entry in document.standings.order]
    for name, option in document.options.items():
        text = form.text(f"{OPTION}{name}").strip()
        if text and text != option_text(option, settled(document, name)):
            given[name] = option_value(option, text, keys)
    return given
