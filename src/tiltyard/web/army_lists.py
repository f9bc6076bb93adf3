"""An army list as pages show it: sections, points, findings, and where it stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.list_access import (
    circumstances_of,
    counts_as_approved,
    errors_of,
    findings_of,
    list_of,
    reads_lists,
)
from tiltyard.engine.rosters.checks import limit_of, totals
from tiltyard.engine.rosters.factions import Inspection
from tiltyard.engine.rosters.list_reading import digest
from tiltyard.engine.rosters.roster import summed
from tiltyard.engine.rosters.setup import duplicates
from tiltyard.formats.lists.list_forms import form_title
from tiltyard.text.language import ruleset_text, speaking
from tiltyard.text.list_findings import finding_words
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import ArmyList, Entrant, Event
    from tiltyard.engine.rosters.list_findings import Finding, Severity
    from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
    from tiltyard.engine.rosters.setup import Duplicate
    from tiltyard.engine.ruleset import Ruleset, Section
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.web.request import Asked


# ------------------------------------------------------------------------------
# An army list as pages show it: by section with its points, what was found, where it stands.

Standing = Literal[
    "missing", "draft", "submitted", "errors", "returned", "approved", "on_paper", "waived"
]
STANDINGS: tuple[Standing, ...] = (
    "missing",
    "draft",
    "submitted",
    "errors",
    "returned",
    "approved",
    "on_paper",
    "waived",
)
UNCHECKED = frozenset({"cannot-be-checked", "ask-about-product"})
"""Findings that say what a check could not do, not what is wrong."""


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where a list stands: an id, the word for it, and the shape that goes with the word."""

    id: Standing
    word: str
    tone: str
    locked: bool = False


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is read; `points` is empty where nobody knows them, `note` what it is."""

    name: str
    points: int | None
    note: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class EntryView:
    """A unit, ship, disk or card with what is attached to it; `count` alike ones are one line.

    `points` is what they cost together, `each` what one of them does.
    """

    card: CardView
    upgrades: tuple[CardView, ...]
    points: int | None
    each: int | None
    count: int = 1


@dataclass(frozen=True, slots=True)
class SectionView:
    """A part of a list; `counts`: its cards cost points."""

    id: str
    title: str
    clause: str
    entries: tuple[EntryView, ...]
    counts: bool
    points: int | None

    @property
    def cards(self) -> int:
        """How many entries there are."""
        return sum(entry.count for entry in self.entries)


@dataclass(frozen=True, slots=True)
class MusterView:
    """A list as it is played, with what it costs; the title is empty where there is only one."""

    title: str
    sections: tuple[SectionView, ...]
    total: int | None
    declared: int | None
    limit: int | None
    duplicates: tuple[Duplicate, ...]

    @property
    def over(self) -> int:
        """By how many points it is too large."""
        return max(0, (self.total or 0) - self.limit) if self.limit is not None else 0


@dataclass(frozen=True, slots=True)
class FindingView:
    """What a check has to say: how bad in a word, what it is, what to change."""

    severity: Severity
    word: str
    tone: str
    text: str
    fix: str
    clause: str
    waivable: bool
    code: str


@dataclass(frozen=True, slots=True)
class ListView:
    """A list and everything about it that may be read together with it."""

    player: PlayerId
    standing: Standpoint
    faction: str
    name: str
    musters: tuple[MusterView, ...]
    findings: tuple[FindingView, ...]
    text: str
    form: str
    digest: str
    catalogue: str
    note: str

    @property
    def errors(self) -> tuple[FindingView, ...]:
        """What keeps it from being approved."""
        return self.of("error")

    @property
    def waivable(self) -> bool:
        """Whether a leader may approve it in spite of all its errors."""
        return all(error.waivable for error in self.errors)

    @property
    def unchecked(self) -> tuple[FindingView, ...]:
        """What nobody could check."""
        return tuple(finding for finding in self.findings if finding.code in UNCHECKED)

    def of(self, severity: Severity) -> tuple[FindingView, ...]:
        """Return the findings that are this bad."""
        return tuple(finding for finding in self.findings if finding.severity == severity)


def list_view(event: Event, rules: Ruleset, army: ArmyList) -> ListView:
    """Return a list as it is shown to whoever may read it."""
    roster = army.roster
    return ListView(
        player=army.player,
        standing=standing_of(event, rules, army),
        faction=roster.faction,
        name=roster.name,
        musters=roster_view(event, rules, roster) if army.text else (),
        findings=tuple(map(finding_view, findings_of(event, rules, army))),
        text=army.text,
        form=form_title(army.form),
        digest=digest(army.text),
        catalogue=roster.catalogue,
        note=army.note,
    )


# ------------------------------------------------------------------------------- where it stands


def list_standing(
    event: Event, rules: Ruleset, player: PlayerId, *, reads: bool = True
) -> Standpoint:
    """Return where a player's list stands; without `reads` nothing of what is in it."""
    army = list_of(event, player)
    if army is None:
        at: Standing = "waived" if player in event.list_desk.waived else "missing"
        return Standpoint(at, *_standing(at))
    return standing_of(event, rules, army, reads=reads)


def standing_of(event: Event, rules: Ruleset, army: ArmyList, *, reads: bool = True) -> Standpoint:
    """Return where a list stands; one without errors may count as approved at once."""
    at: Standing = army.state
    if at == "submitted" and reads and counts_as_approved(event, rules, army):
        _, tone = _standing("approved")
        return Standpoint("approved", say("web.approved-no-errors"), tone, army.is_locked)
    if at == "submitted" and reads and errors_of(event, rules, army):
        at = "errors"
    return Standpoint(at, *_standing(at), locked=army.is_locked)


def standing_title(standing: Standing) -> str:
    """Return the word for where a list stands."""
    return _standing(standing)[0]


def _standing(standing: Standing) -> tuple[str, str]:
    return {
        "missing": (say("common.missing"), "alarm"),
        "draft": (say("web.draft"), ""),
        "submitted": (say("common.handed-in"), "live"),
        "errors": (say("web.with-errors"), "alarm"),
        "returned": (say("web.given-back"), "warn"),
        "approved": (say("common.approved"), "good"),
        "on_paper": (say("common.on-paper"), "good"),
        "waived": (say("web.waived"), "warn"),
    }[standing]


# -------------------------------------------------------------------------------------- findings


def finding_view(finding: Finding) -> FindingView:
    """Return a finding in words."""
    text, fix = finding_words(finding)
    word, tone = _severity(finding.severity)
    return FindingView(
        finding.severity,
        word,
        tone,
        _sentence(text),
        _sentence(fix),
        finding.clause,
        finding.waivable,
        finding.code,
    )


def _severity(severity: Severity) -> tuple[str, str]:
    return {
        "error": (say("common.error"), "alarm"),
        "warning": (say("common.warning"), "warn"),
        "notice": (say("common.note"), ""),
    }[severity]


def _sentence(text: str) -> str:
    """Return words as a sentence by itself."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


# ------------------------------------------------------------------------------------ the roster


def roster_view(event: Event, rules: Ruleset, roster: Roster) -> tuple[MusterView, ...]:
    """Return what is in a list, for each game it is played in."""
    inspection = Inspection(roster, rules, circumstances_of(event, rules))
    costs = totals(roster, rules)
    found = []
    for index, (number, muster) in enumerate(inspection.musters):
        title = say("common.list-2", number=number) if number is not None else ""
        found.append(
            MusterView(
                title,
                tuple(_sections(inspection, muster)),
                costs[index],
                muster.declared,
                limit_of(inspection, index),
                duplicates(rules, muster),
            )
        )
    return tuple(found)


def _sections(inspection: Inspection, muster: Muster) -> Iterator[SectionView]:
    """Yield the sections in the order of the ruleset, then those nobody knows."""
    written = dict.fromkeys(entry.section for entry in muster.entries)
    known = [other for other in inspection.sections if other in written]
    for name in (*known, *(other for other in written if other not in inspection.sections)):
        section = inspection.sections.get(name)
        entries = muster.of(name)
        if section is not None and section.grouped:
            groups = sorted({entry.group for entry in entries}, key=lambda group: group or 0)
            for group in groups:
                yield _section(
                    inspection,
                    name,
                    section,
                    [entry for entry in entries if entry.group == group],
                    group,
                )
        else:
            yield _section(inspection, name, section, entries, None)


def _section(
    inspection: Inspection,
    name: str,
    section: Section | None,
    entries: tuple[Entry, ...] | list[Entry],
    group: int | None,
) -> SectionView:
    title = ruleset_text(section.title) if section is not None else name
    if group is not None and section is not None and section.stage == "always":
        regiment = say("common.regiment", number=group)
        title = f"{title}, {regiment}"
    counts = section is None or section.points
    held = counts or any(entry.card.card for entry in entries)
    return SectionView(
        name,
        title,
        section.clause if section is not None else "",
        tuple(_entries(inspection, entries, counts=counts, held=held)),
        counts,
        summed(entry.points for entry in entries) if counts else None,
    )


def _entries(
    inspection: Inspection, entries: tuple[Entry, ...] | list[Entry], *, counts: bool, held: bool
) -> Iterator[EntryView]:
    """Yield entries as lines; those alike share one."""
    lines = Counter(_entry(inspection, entry, counts=counts, held=held) for entry in entries)
    for line, count in lines.items():
        cost = None if line.each is None else line.each * count
        yield EntryView(line.card, line.upgrades, cost, line.each, count)


def _entry(inspection: Inspection, entry: Entry, *, counts: bool, held: bool) -> EntryView:
    return EntryView(
        _card(inspection, entry.card, held=held),
        tuple(_card(inspection, upgrade, held=held) for upgrade in entry.upgrades),
        entry.points if counts else None,
        entry.points if counts else None,
    )


def _card(inspection: Inspection, card: Listed, *, held: bool) -> CardView:
    """Return a card; where a catalogue holds cards of its section, one it lacks is marked."""
    known = bool(card.card) or not held or not inspection.roster.catalogue
    note = card.type or card.slot
    if card.capacity is not None:
        note = say("common.capacity-2", number=card.capacity)
    return CardView(card.shown, card.points, note, known)


def reveal_text(rules: Ruleset) -> str:
    """Return from when on everybody may read the lists of an event."""
    return {
        "start": say("web.everybody-may-read-all-lists"),
        "cut": say("common.everybody-may-read-all-lists"),
        "finish": say("common.everybody-may-read-all-lists-when"),
        "never": say("web.the-lists-of-this-event"),
    }[rules.lists.reveal]


# ------------------------------------------------------------------------------
# Where the lists of players stand, as it is shown beside their names.


def list_stands(asked: Asked, players: Iterable[Entrant]) -> dict[PlayerId, Standpoint]:
    """Return where the list of each of these players stands, as the visitor may know."""
    view = asked.view
    reads = reads_lists(view.event, view.rules, asked.me)
    with speaking(asked.visitor.language):
        return {
            entrant.id: list_standing(view.event, view.rules, entrant.id, reads=reads)
            for entrant in players
        }
