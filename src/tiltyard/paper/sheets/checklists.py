"""Checklists: what the organizer prepares, and what players bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import scenario_at, scenario_of
from tiltyard.day.list_access import circumstances_of, lists_required
from tiltyard.day.reminders import guidance
from tiltyard.day.start import required_announcements
from tiltyard.paper.next_round import spare_of
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.badges import tables_of
from tiltyard.paper.sheets.games import card_kind
from tiltyard.paper.sheets.information import board_of, season_cards
from tiltyard.text.announcements import said_of
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import DayRound, Event, Scenario
    from tiltyard.engine.ruleset import Audience, Beside, Material, Moment, Needed
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.text.announcements import Said


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """Something to tick; `count` is how many are needed, `more` belongs below it."""

    text: str
    clause: str
    count: str = ""
    more: tuple[str, ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together; those to remember have no box."""

    title: str
    lines: tuple[ChecklistItem, ...]
    boxes: bool = True


@dataclass(frozen=True, slots=True)
class Checklist:
    """A checklist; `lead` says for how many it is made, `note` stands below."""

    lead: str
    groups: tuple[Group, ...]
    note: ChecklistItem | None = None


def _to_tell(said: Said) -> ChecklistItem:
    """Return an announcement to tick off: with its answer, where there is one already."""
    return ChecklistItem(said.now or said.text or said.question, said.clause, done=said.told)


def organizer_checklist(view: PaperView, wanted: Wanted) -> Sheet:
    """Return what the organizer prepares, has at hand and tells."""
    papers = view.rules.papers
    cited = [*papers.organizer, *papers.documents]
    told = [
        _to_tell(said_of(view.event, view.rules, view.document, announcement))
        for announcement in required_announcements(view.event, view.rules, view.document)
    ]
    groups = (
        Group(say("paper.to-prepare"), tuple(_lines(view, papers.organizer))),
        Group(say("paper.documents-at-hand"), tuple(_lines(view, papers.documents))),
        Group(say("paper.tell-all-players-before-round"), tuple(told)),
        Group(say("paper.to-remember"), tuple(_remember(view, ("organizer",), cited)), boxes=False),
    )
    body = Checklist(_lead(view), tuple(group for group in groups if group.lines))
    return Sheet(say("paper.organizers-checklist"), body, view.rules.game)


def player_checklist(view: PaperView, wanted: Wanted) -> Sheet:
    """Return what players bring."""
    papers = view.rules.papers
    note = None
    if papers.player_note:
        note = ChecklistItem(ruleset_text(papers.player_note), papers.player_note_clause)
    remember = _remember(view, ("everybody", "players"), papers.player)
    groups = (
        Group(say("paper.to-bring"), tuple(_lines(view, papers.player))),
        Group(say("paper.to-remember"), tuple(remember), boxes=False),
    )
    body = Checklist("", tuple(group for group in groups if group.lines), note)
    return Sheet(say("paper.players-checklist"), body, view.rules.game)


def _lead(view: PaperView) -> str:
    count = len(field_of(view))
    if not count:
        return ""
    players = say("paper.players", count=count)
    tables = tables_needed(view)
    return f"{players} · " + say("paper.tables", num=tables)


def _lines(view: PaperView, materials: Iterable[Material]) -> Iterator[ChecklistItem]:
    for material in materials:
        if is_needed(view, material.when):
            count, more = _beside(view, material.beside)
            yield ChecklistItem(ruleset_text(material.text), material.clause, count, more)


def _remember(
    view: PaperView, audiences: tuple[Audience, ...], cited: Iterable[Material]
) -> Iterator[ChecklistItem]:
    """Yield what people are told before the start, unless a line to tick says it already."""
    printed = {clause for material in cited for clause in (material.clause, *material.also)}
    moments: tuple[Moment, ...] = ("planning", "before_start")
    for moment in moments:
        for audience in audiences:
            for instruction in guidance(view.rules, moment, audience):
                if instruction.clause not in printed:
                    yield ChecklistItem(ruleset_text(instruction.text), instruction.clause)


# ----------------------------------------------------------------------- when, and how many


def is_needed(view: PaperView, when: Needed, round_: DayRound | None = None) -> bool:
    """Whether a line is printed at this event; a round nobody knows could be of either kind."""
    event = view.event
    return {
        "always": True,
        "lists_required": lists_required(event, view.rules),
        "odd_field": len(field_of(view)) % 2 == 1,
        "cut_planned": circumstances_of(event, view.rules).cut_planned,
        "existing_terrain": bool(event.list_desk.terrain),
        "no_existing_terrain": not event.list_desk.terrain,
        "swiss": round_ is None or round_.kind == "swiss",
        "elimination": round_ is None or round_.kind == "elimination",
        "special_scenario": bool(event.details.special_scenario)
        or scenario_here(event, round_) is not None,
    }[when]


def scenario_here(event: Event, round_: DayRound | None) -> Scenario | None:
    """Return the special scenario of a round, or of the next one."""
    if round_ is None:
        return scenario_at(event, len(event.rounds) + 1)
    return scenario_of(event, round_)


def _beside(view: PaperView, beside: Beside) -> tuple[str, tuple[str, ...]]:
    """Return how many are needed, and what is said below."""
    if beside == "tables":
        return _number(tables_needed(view)), ()
    if beside == "players":
        return _number(len(field_of(view))), ()
    if beside == "season_cards":
        return "", tuple(
            f"{card_kind(kind)}: {', '.join(cards)}" for kind, cards, _ in season_cards(view)
        )
    if beside == "board":
        board = board_of(view)
        return _number(tables_needed(view)), (board,) if board else ()
    return "", ()


def _number(number: int) -> str:
    return str(number) if number else "____"


def field_of(view: PaperView) -> tuple[str, ...]:
    """Return everybody who is registered and has not left."""
    return tuple(
        entrant.id for entrant in view.players() if entrant.state not in {"dropped", "disqualified"}
    )


def tables_needed(view: PaperView) -> int:
    """Return how many tables the field needs: one for every two players.

    An odd field with a Spare Player, or one to be found before the first round, needs one more.
    """
    to_be_found = view.rules.spare.preferred and not view.event.rounds
    spare = spare_of(view.event) is not None or to_be_found
    needed = (len(field_of(view)) + spare) // 2
    return max(needed, len(tables_of(view))) if view.event.rounds else needed
