"""A list typed section by section: the fields the ruleset asks for, and the text they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.rosters.at_the_event import circumstances_of
from tiltyard.core.rosters.checks import faction_named
from tiltyard.core.rosters.reading import LONGEST_LIST
from tiltyard.core.rosters.roster import Muster, Roster
from tiltyard.formats.lists.plain_write import write_plain
from tiltyard.words.language import ruleset_text
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_lists import Check, CheckName, Section
    from tiltyard.web.asked import Form
    from tiltyard.web.event_view import EventView

_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Box:
    """One text area: a section of the list, or one regiment of it."""

    field: str
    section: Section
    title: str
    group: int | None
    lines: str


@dataclass(frozen=True, slots=True)
class Part:
    """What is played together: most games have one, Escalation one for each round."""

    title: str
    field: str
    total: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ListForm:
    """The whole form; without `factions` people write theirs.

    `costs`: the document adds up points; `races`: it tells disks of one race apart.
    """

    name: str
    faction: str
    factions: tuple[str, ...]
    parts: tuple[Part, ...]
    costs: bool = True
    races: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nobody has typed a single card."""
        return not any(box.lines.strip() for part in self.parts for box in part.boxes)


def empty_form(view: EventView) -> ListForm:
    """Return the form nobody has typed into."""
    return _form(view, {})


def form_of(view: EventView, roster: Roster) -> ListForm:
    """Return the form as a list would fill it in that came another way."""
    rules = view.rules
    values = {"name": roster.name, "faction": faction_named(rules, roster.faction)}
    for place, muster in enumerate(roster.musters, start=1):
        if muster.declared is not None:
            values[f"total.{place}"] = str(muster.declared)
        for section in rules.lists.sections:
            for group in _groups(rules, section):
                values[_field(place, section, group)] = _lines(rules, muster, section, group)
    return _form(view, values)


def typed_form(view: EventView, form: Form) -> ListForm:
    """Return the form as somebody filled it in."""
    return _form(view, {name: form.text(name)[:LONGEST_LIST] for name in form})


def composed(typed: ListForm) -> str:
    """Return the list somebody typed as one text, read like any other; nothing without a card."""
    lines = []
    if typed.is_empty:
        return ""
    if typed.name:
        lines.append(f"Name: {typed.name}")
    if typed.faction:
        lines.append(f"Faction: {typed.faction}")
    for number, part in enumerate(typed.parts, start=1):
        if len(typed.parts) > 1:
            lines += ["", f"Squad {number}"]
        if part.total:
            lines.append(f"Total: {part.total}")
        for box in part.boxes:
            if box.lines.strip():
                regiment = [] if box.group is None else [f"Regiment {box.group}"]
                lines += ["", box.section.title, *regiment, *box.lines.splitlines()]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------- its fields


def _form(view: EventView, values: dict[str, str]) -> ListForm:
    rules = view.rules
    planned = circumstances_of(view.event, rules).cut_planned
    wanted = [one for one in rules.lists.sections if one.when == "always" or planned]
    musters = _least(rules, "musters") or 1
    return ListForm(
        name=_line(values.get("name", "")),
        faction=_line(values.get("faction", "")),
        factions=rules.lists.factions or tuple(rules.lists.faction_words),
        parts=tuple(
            _part(rules, wanted, place, musters, values) for place in range(1, musters + 1)
        ),
        costs=any(one.check in {"points", "total"} for one in rules.lists.checks),
        races=rules.lists.mirror == "race",
    )


def _part(
    rules: Ruleset, wanted: list[Section], place: int, musters: int, values: dict[str, str]
) -> Part:
    boxes = tuple(
        _box(place, section, group, values)
        for section in wanted
        for group in _groups(rules, section)
    )
    field = f"total.{place}"
    title = _squad_title(rules, place) if musters > 1 else ""
    return Part(title, field, _line(values.get(field, "")), boxes)


def _box(place: int, section: Section, group: int | None, values: dict[str, str]) -> Box:
    field = _field(place, section, group)
    title = ruleset_text(section.title)
    if group is not None:
        title = say("phone.regiment", number=group)
    return Box(field, section, title, group, values.get(field, "").replace("\r\n", "\n"))


def _squad_title(rules: Ruleset, place: int) -> str:
    limits = rules.lists.limits
    if len(limits) < place:
        return say("phone.squad", number=place)
    words = {"number": place, "points": limits[place - 1]}
    return say("phone.squad-up-to-points", **words)


def _field(place: int, section: Section, group: int | None) -> str:
    name = f"cards.{place}.{section.id}"
    return name if group is None else f"{name}.{group}"


def _groups(rules: Ruleset, section: Section) -> tuple[int | None, ...]:
    """Return the regiments of a section that has several, or that it has no parts."""
    regiments = _least(rules, "regiments", section.id)
    return tuple(range(1, regiments + 1)) if regiments else (None,)


def _least(rules: Ruleset, name: CheckName, section: str = "") -> int:
    """Return how many of something the document asks for."""
    known: list[Check] = [
        one for one in rules.lists.checks if one.check == name and one.section == section
    ]
    return (known[0].least or 0) if known else 0


def _lines(rules: Ruleset, muster: Muster, section: Section, group: int | None) -> str:
    """Return the entries of a section as they are typed, without its headings."""
    entries = tuple(
        one for one in muster.of(section.id) if group is None or (one.group or 1) == group
    )
    if not entries:
        return ""
    written = write_plain(Roster(musters=(Muster(entries),)), rules).splitlines()
    headings = {section.title, section.id, *(f"Regiment {one.group}" for one in entries)}
    return "\n".join(line for line in written if line and line not in headings)


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_NAME]
