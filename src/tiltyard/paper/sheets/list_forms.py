"""Blank list forms: the sections of the ruleset with lines to write on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import circumstances_of, list_of
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.language import ruleset_text
from tiltyard.text.names import in_order
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Section
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView

_COUNTING = frozenset({"points", "total"})
_MANY_LINES = 10
_SEVERAL_LINES = 8
_FEW_LINES = 6


@dataclass(frozen=True, slots=True)
class FormSection:
    """A part of the form: lines for cards, with points and upgrades where they have some.

    `hint` says how many there are to be; `groups` stand beside each other.
    """

    title: str
    hint: str
    lines: int
    points: bool
    upgrades: bool
    clause: str
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose form it is; an empty name is written by hand."""

    name: str = ""
    number: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Squad:
    """One of several lists of a player: a column of the form."""

    title: str
    limit: str


@dataclass(frozen=True, slots=True)
class ListForm:
    """The form; `squads` are columns, empty where there is one list only.

    `asks_points` where points of a list are counted at all.
    """

    labels: dict[str, str]
    asks_points: bool
    limit: str
    factions: tuple[str, ...]
    sections: tuple[FormSection, ...]
    squads: tuple[Squad, ...]
    hint: str
    forms: tuple[Whose, ...]


def list_form(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the blank form, or one with the name of a player on it."""
    rules, lists = view.rules, view.rules.lists
    limits = lists.limits or ((view.event.details.points_limit or 0),)
    squads = [
        Squad(say("common.list-2", number=number), _limit(limit))
        for number, limit in enumerate(limits, 1)
    ]
    sections = [_section(view, section) for section in lists.sections if _is_wanted(view, section)]
    hint = say("paper.write-names-in-full-so")
    body = ListForm(
        labels=_labels(),
        asks_points=any(check.check in _COUNTING for check in lists.checks),
        limit=_limit(limits[0]),
        factions=lists.factions,
        sections=tuple(sections),
        squads=tuple(squads) if len(squads) > 1 else (),
        hint=hint,
        forms=tuple(_whose(view, wanted)),
    )
    title = say("paper.list", army=ruleset_text(rules.terms["list"]))
    return Sheet(title[:1].upper() + title[1:], body, rules.game)


def _labels() -> dict[str, str]:
    return {
        "player": say("common.player"),
        "number": say("paper.no"),
        "faction": say("common.faction"),
        "card": say("common.name"),
        "upgrades": say("paper.upgrades"),
        "points": say("common.points"),
        "total": say("paper.total-points"),
        "signed": say("paper.signature"),
        "checked": say("paper.checked-by"),
    }


def _limit(points: int) -> str:
    return say("paper.at-most-points", points=points) if points else ""


def _is_wanted(view: PaperView, section: Section) -> bool:
    cut = circumstances_of(view.event, view.rules).cut_planned
    return section.when == "always" or cut


def _section(view: PaperView, section: Section) -> FormSection:
    """Return a section with as many lines as it has cards, or enough of them."""
    lists = view.rules.lists
    checks = [check for check in lists.checks if check.section == section.id]
    counts = (check.most for check in checks if check.check == "section_count")
    most = next((most for most in counts if most is not None), None)
    regiments = next((check.most or 1 for check in checks if check.check == "regiments"), 1)
    several = len(lists.limits) > 1 or section.grouped
    lines = most or (_FEW_LINES if not section.points else _MANY_LINES)
    if most is None and section.points and several:
        lines = _FEW_LINES if section.grouped else _SEVERAL_LINES
    return FormSection(
        ruleset_text(section.title),
        str(most) if most is not None else "",
        lines,
        section.points,
        section.upgrades,
        section.clause,
        tuple(
            say("common.regiment", number=number)
            for number in range(1, regiments + 1)
            if regiments > 1
        ),
    )


def _whose(view: PaperView, wanted: Wanted) -> Iterator[Whose]:
    if wanted.player is None:
        yield Whose()
        return
    entrant = view.event.entrants[wanted.player]
    army = list_of(view.event, entrant.id)
    faction = (army.roster.faction if army is not None else "") or entrant.faction or ""
    yield Whose(view.name(entrant.id), player_number(view, entrant.id), faction)


def by_name(view: PaperView) -> list[PlayerId]:
    """Return all players in the order of their names."""
    players = sorted(view.players(), key=lambda entrant: (in_order(entrant.name), entrant.name))
    return [entrant.id for entrant in players]
