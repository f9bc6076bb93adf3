"""Game setup step by step: a sheet for every table, with the cards of the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.list_access import terrain_to_choose
from tiltyard.day.reminders import guidance
from tiltyard.paper.next_round import going_on, title_of_next, what_follows
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.checklists import is_needed, scenario_here
from tiltyard.paper.sheets.games import Card, card_kind, cards_of
from tiltyard.paper.sheets.played_with import next_played_with, played_with
from tiltyard.text.announcements import scenario_text
from tiltyard.text.language import ruleset_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Instruction, Step
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class SetupSentence:
    """A sentence of a step with its clause, and numbers to be filled in."""

    text: str
    clause: str
    fill_in: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step; the cards of the round stand in it, empty where none is drawn yet."""

    title: str
    lines: tuple[SetupSentence, ...]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """The whole sheet; `played_with` is the list of the round, where it has one, and its length."""

    played_with: tuple[str, ...]
    steps: tuple[SetupStep, ...]
    begin: SetupSentence | None
    remember_title: str
    remember: tuple[SetupSentence, ...]
    nothing: str = ""


def setup(view: PaperView, wanted: Wanted) -> Sheet:
    """Return what players do before a game: of a round, of the one being played, or of the next."""
    round_ = going_on(view.event)
    if wanted.round is not None:
        round_ = view.round(wanted.round)
    papers = view.rules.papers
    steps = tuple(_step(view, step, round_) for step in papers.setup)
    nothing = wording("paper.set-the-game-up-as")
    body = Setup(
        played_with=next_played_with(view) if round_ is None else played_with(view, round_),
        steps=steps,
        begin=SetupSentence(ruleset_text(papers.begin), papers.begin_clause)
        if papers.begin
        else None,
        remember_title=say("paper.to-remember"),
        remember=() if steps else tuple(_remember(view)),
        nothing="" if steps else nothing.format(title=view.rules.title),
    )
    return Sheet(say("paper.setting-up-the-game"), body, _about(view.event, round_))


def _about(event: Event, round_: DayRound | None) -> str:
    if round_ is not None:
        return round_title(event, round_)
    return "" if what_follows(event) == "nothing" else title_of_next(event)


def _step(view: PaperView, step: Step, round_: DayRound | None) -> SetupStep:
    lines = tuple(
        _line(
            instruction,
            _numbers(view, round_) if instruction.fill_in else {},
            _scenario(view, instruction, round_),
        )
        for instruction in step.lines
        if is_needed(view, instruction.when, round_)
    )
    cards: tuple[Card, ...] = ()
    if step.cards:
        empty = tuple(Card(card_kind(kind), "") for kind in view.rules.draws)
        cards = (cards_of(view, round_) if round_ is not None else ()) or empty
    return SetupStep(ruleset_text(step.title), lines, cards)


def _scenario(view: PaperView, line: Instruction, round_: DayRound | None) -> str:
    """Return which special scenario a line about it means."""
    if line.when != "special_scenario":
        return ""
    found = scenario_here(view.event, round_)
    return scenario_text(found) if found is not None else view.event.details.special_scenario


def _line(line: Instruction, numbers: dict[str, int], more: str = "") -> SetupSentence:
    return SetupSentence(
        f"{ruleset_text(line.text)} {more}".strip(),
        line.clause,
        tuple(ruleset_text(name) for name in line.fill_in),
        tuple(str(numbers.get(name, "")) for name in line.fill_in),
    )


def _numbers(view: PaperView, round_: DayRound | None) -> dict[str, int]:
    """Return what is known of the numbers players read from the deployment card."""
    chosen = terrain_to_choose(view.event, round_) if round_ is not None else None
    if chosen is None:
        return {}
    return {
        "defensive": chosen.defensive,
        "dangerous": chosen.dangerous,
        "together": chosen.together,
    }


def _remember(view: PaperView) -> Iterator[SetupSentence]:
    """Yield what players are told when a round begins."""
    for instruction in guidance(view.rules, "round_start", "players"):
        yield SetupSentence(ruleset_text(instruction.text), instruction.clause)
