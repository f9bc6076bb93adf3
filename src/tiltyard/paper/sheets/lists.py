"""Lists on paper: what every player handed in, what it costs, and what the checks found.

Whoever prints them must have asked who may read them: nothing is hidden here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import circumstances_of, findings_of, list_of
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.checks import limit_of, totals
from tiltyard.engine.rosters.factions import Inspection
from tiltyard.paper.guidance import moment_text, sentence
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.list_forms import by_name
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.language import ruleset_text
from tiltyard.text.list_findings import finding_words
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.day.event import ArmyList
    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.rosters.roster import Entry, Muster
    from tiltyard.engine.ruleset import Section
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A unit, ship, disk or card, with what is attached to it and what it costs."""

    name: str
    upgrades: str
    points: str


@dataclass(frozen=True, slots=True)
class SectionLines:
    """A part of a list; `costs`: its cards have points."""

    title: str
    entries: tuple[EntryLine, ...]
    costs: bool


@dataclass(frozen=True, slots=True)
class MusterLines:
    """A list as it is played; the title is empty where there is only one."""

    title: str
    total: str
    sections: tuple[SectionLines, ...]


@dataclass(frozen=True, slots=True)
class FindingLine:
    """What a check has to say; `severity` is a word for how bad it is."""

    severity: str
    text: str
    clause: str
    bad: bool


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A player's list and everything about it."""

    name: str
    number: str
    faction: str
    state: str
    note: str
    musters: tuple[MusterLines, ...]
    findings: tuple[FindingLine, ...]
    amended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lists:
    """All lists that were handed in, in the order of the names, and whose is missing."""

    counted: str
    total: str
    lists: tuple[PlayerList, ...]
    missing_title: str
    missing: tuple[str, ...]
    nothing: str


def lists(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the lists of everybody, or of one."""
    players = [other for other in by_name(view) if wanted.player in {None, other}]
    handed_in, missing = [], []
    for player in players:
        army = list_of(view.event, player)
        if army is not None and army.is_handed_in:
            handed_in.append(_list(view, army))
        elif view.event.entrants[player].state not in {"dropped", "disqualified"}:
            missing.append(view.name(player))
    if not handed_in and not missing:
        raise Refused("nobody-here-hand-list")
    count = len(handed_in)
    body = Lists(
        counted=say("paper.lists", num=count),
        total=say("common.total"),
        lists=tuple(handed_in),
        missing_title=say("paper.no-list-is-handed-in"),
        missing=tuple(missing),
        nothing="" if handed_in else say("paper.no-list-is-handed-in-yet"),
    )
    return Sheet(say("common.lists"), body)


def _list(view: PaperView, army: ArmyList) -> PlayerList:
    entrant = view.event.entrants[army.player]
    shown = bool(army.text) and army.state != "on_paper"
    findings = findings_of(view.event, view.rules, army) if shown else ()
    return PlayerList(
        name=view.name(entrant.id),
        number=player_number(view, army.player),
        faction=army.roster.faction or entrant.faction or "",
        state=_state(view, army),
        note=army.note,
        musters=tuple(_musters(view, army)) if shown else (),
        findings=tuple(_finding(finding) for finding in findings),
        amended=tuple(_amended(view, army)),
    )


def _state(view: PaperView, army: ArmyList) -> str:
    if army.state == "on_paper":
        return say("common.on-paper")
    if army.state != "approved":
        return say("common.handed-in")
    if not army.checked_by:
        return say("common.approved")
    return say("paper.approved-by", name=view.name(army.checked_by))


def _amended(view: PaperView, army: ArmyList) -> Iterator[str]:
    for amendment in army.amendments:
        text = wording("paper.changed-by")
        yield text.format(
            name=view.name(amendment.by),
            moment=moment_text(view, amendment.at),
            reason=amendment.reason,
        )


def _finding(finding: Finding) -> FindingLine:
    text, _ = finding_words(finding)
    severity = {
        "error": say("common.error"),
        "warning": say("common.warning"),
        "notice": say("common.note"),
    }[finding.severity]
    return FindingLine(severity, sentence(text), finding.clause, finding.severity == "error")


# ------------------------------------------------------------------------------------ the roster


def _musters(view: PaperView, army: ArmyList) -> Iterator[MusterLines]:
    inspection = Inspection(army.roster, view.rules, circumstances_of(view.event, view.rules))
    costs = totals(army.roster, view.rules)
    for index, (number, muster) in enumerate(inspection.musters):
        title = say("common.list-2", number=number) if number is not None else ""
        limit = limit_of(inspection, index)
        cost = costs[index]
        total = "" if cost is None and limit is None else "?" if cost is None else str(cost)
        shown = total if limit is None else f"{total} / {limit}"
        yield MusterLines(title, shown, tuple(_sections(inspection, muster)))


def _sections(inspection: Inspection, muster: Muster) -> Iterator[SectionLines]:
    """Yield the sections in the order of the ruleset, then those nobody knows."""
    written = dict.fromkeys(entry.section for entry in muster.entries)
    known = [other for other in inspection.sections if other in written]
    for name in (*known, *(other for other in written if other not in inspection.sections)):
        section = inspection.sections.get(name)
        entries = muster.of(name)
        groups: list[int | None] = [None]
        if section is not None and section.grouped:
            groups = sorted({entry.group for entry in entries}, key=lambda group: group or 0)
        for group in groups:
            of_group = [entry for entry in entries if len(groups) == 1 or entry.group == group]
            yield _section(name, section, of_group, group if len(groups) > 1 else None)


def _section(
    name: str, section: Section | None, entries: Sequence[Entry], group: int | None
) -> SectionLines:
    title = ruleset_text(section.title) if section is not None else name
    if group is not None:
        title += ", " + say("common.regiment", number=group)
    counts = section is None or section.points
    alike = Counter((_shown(entry), entry.points if counts else None) for entry in entries)
    lines = [_line(shown, points, count) for (shown, points), count in alike.items()]
    return SectionLines(title, tuple(lines), counts)


def _shown(entry: Entry) -> tuple[str, str]:
    """Return a card and what is attached to it, as they are read."""
    name = entry.card.shown
    if entry.card.capacity is not None:
        capacity = say("common.capacity-2", number=entry.card.capacity)
        name = f"{name} ({capacity})"
    return name, ", ".join(listed.shown for listed in entry.upgrades)


def _line(shown: tuple[str, str], points: int | None, count: int) -> EntryLine:
    """Return a line for some that are alike, with what they cost together."""
    name, upgrades = shown
    cost = "" if points is None else str(points * count)
    return EntryLine(name if count == 1 else f"{count} × {name}", upgrades, cost)
