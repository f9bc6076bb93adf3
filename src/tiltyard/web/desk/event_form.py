"""The form of an event: what was typed becomes details, details become what is shown again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import TYPE_CHECKING

from tiltyard.core.draws import pool_on
from tiltyard.core.errors import Refused
from tiltyard.core.facts.setup import Details
from tiltyard.core.options import LISTS, NONE, UNTIMED, settled, typed_value
from tiltyard.web.acts.commands import whole
from tiltyard.words.option_values import card_names, choice_title
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Option, Ruleset
    from tiltyard.web.asked import Form

OPTION = "option."
_TEXTS = ("name", "tier", "venue", "contact", "play_area", "special_scenario", "notes")


@dataclass(frozen=True, slots=True)
class OptionField:
    """One thing the organizer may decide: what the document says, and what was typed."""

    name: str
    option: Option
    usual: str
    typed: str
    choices: tuple[str, ...]

    @property
    def is_list(self) -> bool:
        """Whether several values may be typed."""
        return self.option.type in LISTS

    def title(self, value: str) -> str:
        """Return what a choice is called."""
        return choice_title(value)


def typed_in(form: Form) -> dict[str, str]:
    """Return what was typed, so that a form that was refused is shown as it was sent."""
    known = {one.name for one in fields(Details)} | {"players", "organizer", "language", "reason"}
    return {name: form.every(name)[-1] for name in form if name in known or name.startswith(OPTION)}


def typed_for(details: Details, document: Ruleset) -> dict[str, str]:
    """Return details as they are typed."""
    typed = {
        one.name: _shown(getattr(details, one.name))
        for one in fields(details)
        if one.name not in {"ruleset", "options"}
    }
    options = {
        f"{OPTION}{name}": option_text(document.options[name], value)
        for name, value in details.options.items()
    }
    return {**typed, **options}


def _shown(value: object) -> str:
    if value is None:
        return ""
    return ("1" if value else "") if isinstance(value, bool) else str(value)


def option_fields(document: Ruleset, typed: Mapping[str, str]) -> tuple[OptionField, ...]:
    """Return every option of a ruleset as a field."""
    return tuple(
        OptionField(
            name,
            option,
            _usual(document, name, option, typed.get("date", "")),
            typed.get(f"{OPTION}{name}", ""),
            ("true", "false") if option.type == "flag" else option.choices,
        )
        for name, option in document.options.items()
    )


def _usual(document: Ruleset, name: str, option: Option, day: str) -> str:
    """Return the document's own value as it is typed; of cards, those of the season."""
    kind = option.sets.split(".")[1]
    if option.type != "cards" or kind not in document.draws:
        return option_text(option, settled(document, name))
    try:
        known = date.fromisoformat(day.strip())
    except ValueError:
        known = None
    return card_names(pool_on(document.draws[kind], known)[0].cards)


def option_text(option: Option, value: object) -> str:
    """Return the value of an option as it is typed; an empty list is a word, as people say it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple) and option.type == "cards":
        return card_names(value) or NONE
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or (UNTIMED if option.type == "minutes" else NONE)
    return str(value)


def option_value(option: Option, text: str) -> object:
    """Return what was typed, in the language that is spoken, as the value an option takes."""
    empty = {say("common.untimed"): UNTIMED, say("common.none"): NONE}
    return typed_value(option, empty.get(text.strip(), text))


def details_of(form: Form, document: Ruleset) -> Details:
    """Return the details a form asks for, typed in the language that is spoken."""
    structure = form.text("structure") or None
    if structure not in {None, "basic", "advanced", "custom"}:
        raise Refused("structure-unknown", field="structure", structure=str(structure)[:40])
    by_table = structure in {"basic", "advanced"}
    return Details(
        ruleset=document.name,
        date=_date(form.text("date")),
        structure=structure,  # type: ignore[arg-type]
        swiss_rounds=None if by_table else _optional(form, "swiss_rounds"),
        cut=None if by_table else _optional(form, "cut") or None,
        swiss_after_cut=0 if by_table else _optional(form, "swiss_after_cut") or 0,
        days=_optional(form, "days") or 1,
        points_limit=_optional(form, "points_limit"),
        region="elsewhere" if form.text("region") == "elsewhere" else "north_america",
        official=_ticked(form, "official"),
        outline=_ticked(form, "outline"),
        options=_options(form, document),
        **{name: form.text(name) for name in _TEXTS},
    )


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("date-cannot-read", field="date") from None


def _optional(form: Form, name: str) -> int | None:
    text = form.text(name).strip()
    return whole(name, text) if text else None


def _ticked(form: Form, name: str) -> bool:
    return form.text(name) in {"1", "on", "yes"}


def _options(form: Form, document: Ruleset) -> dict[str, object]:
    """Return the options that differ from the document: one that says the same is left out."""
    given: dict[str, object] = {}
    for name, option in document.options.items():
        text = form.text(f"{OPTION}{name}").strip()
        if text and text != option_text(option, settled(document, name)):
            given[name] = option_value(option, text)
    return given
