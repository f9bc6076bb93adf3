"""The end of the day on paper: winners, every round, and the audit trail."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tiltyard.charts.factions import factions_later
from tiltyard.charts.gallery import pictures_for_paper
from tiltyard.day.facts import (
    ActUndone,
    CardsSet,
    ConcernsConfirmed,
    DeviationExplained,
    EventReopened,
    ListAmended,
    PairingsChangedByHand,
    PlanChanged,
    ResultCorrected,
    RoundDiscarded,
    RoundWithdrawn,
    TableChanged,
)
from tiltyard.day.fold import taken_back
from tiltyard.day.roles import role_of
from tiltyard.day.visibility import NOBODY
from tiltyard.engine.errors import Refused
from tiltyard.formats.answers import certificate
from tiltyard.paper.guidance import Fact, Part, day_text, moment_text, time_text
from tiltyard.paper.paper import Sheet, Wanted
from tiltyard.paper.sheets.bracket import bracket
from tiltyard.paper.sheets.games import Card, cards_of, place_text, place_title
from tiltyard.paper.sheets.information import plan_text
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.paper.sheets.standings import standings
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head
from tiltyard.text.facts import is_told, told_text
from tiltyard.text.language import ruleset_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say, sentence, word, wording
from tiltyard.views.round import table_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from tiltyard.charts.svg import Label
    from tiltyard.day.event import DayRound
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.paper.view import PaperView
    from tiltyard.service.verifying import Verdict
    from tiltyard.views.round import TableRow


# ------------------------------------------------------------------------------
# Every round of the report: who met whom, and what it brought them.


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a game: what it brought, and whether it was won."""

    name: str
    score: str = ""
    points: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game: where, both sides, and how it ended."""

    place: str
    sides: tuple[Side, ...]
    ended: str


@dataclass(frozen=True, slots=True)
class RoundResults:
    """A round with its results."""

    title: str
    began: str
    cards: tuple[Card, ...]
    heads: tuple[str, ...]
    lines: tuple[GameLine, ...]


def results_of(view: PaperView, round_: DayRound) -> RoundResults:
    """Return a round with the results that count."""
    began = round_.timer.started
    first = next((game for game in round_.games.values() if game.kind != "bye"), None)
    place = place_title(first) if first is not None else say("common.table")
    lines = [_line(view, row) for row in table_rows(view, round_, view.public, close=False)]
    for player in round_.unpaired:
        name = view.public.get(player, player)
        lines.append(GameLine("–", (Side(name),), say("common.not-paired-a-loss")))
    points = say("paper.pts") if round_.kind == "swiss" else ""
    return RoundResults(
        title=round_title(view.event, round_),
        began="" if began is None else moment_text(view, began),
        cards=cards_of(view, round_),
        heads=(
            place,
            say("common.player"),
            say("common.score"),
            points,
            say("common.player"),
            say("common.score"),
            points,
            "",
        ),
        lines=tuple(lines),
    )


def _line(view: PaperView, row: TableRow) -> GameLine:
    sides = tuple(
        Side(side.name, _number(side.score), _number(side.points), won=side.won)
        for side in row.sides
    )
    return GameLine(place_text(row.number), sides, _ended(view, row))


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _ended(view: PaperView, row: TableRow) -> str:
    if row.is_open or not row.sides:
        return say("common.open")
    if row.kind == "bye":
        return say("common.bye")
    if row.absent is not None:
        name = view.public.get(row.absent, row.absent)
        return say("common.did-not-come", name=name)
    return sentence("slips", row.end, {}) if row.end is not None else ""


# ------------------------------------------------------------------------------
# The audit trail of the report: every fact in words, what was changed, and the verdict.

_CHANGES = (
    ResultCorrected,
    RoundDiscarded,
    RoundWithdrawn,
    PairingsChangedByHand,
    CardsSet,
    TableChanged,
    ListAmended,
    ActUndone,
    PlanChanged,
    ConcernsConfirmed,
    EventReopened,
    DeviationExplained,
)


@dataclass(frozen=True, slots=True)
class Happened:
    """One fact: its number, when, who, what; facts that were taken back are struck out."""

    number: str
    at: str
    who: str
    text: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Day:
    """What happened on a day."""

    title: str
    entries: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """Facts in the order in which they happened, day by day."""

    title: str
    heads: tuple[str, ...]
    days: tuple[Day, ...]
    nothing: str


def trail_of(view: PaperView, log: Sequence[Recorded]) -> Trail:
    """Return every fact; what leaders keep to themselves is only named."""
    nothing = say("paper.the-log-is-not-at")
    return Trail(say("paper.audit-trail"), _heads(), _days(view, log, log), "" if log else nothing)


def changes_of(view: PaperView, log: Sequence[Recorded]) -> Trail:
    """Return what was corrected, changed by hand, thrown away or taken back."""
    changed = [recorded for recorded in log if isinstance(recorded.fact, _CHANGES)]
    nothing = say("paper.nothing-was-corrected-changed-by")
    days = _days(view, log, changed)
    return Trail(say("paper.corrections"), _heads(), days, "" if changed else nothing)


def _heads() -> tuple[str, ...]:
    return say("paper.no"), say("common.time"), say("paper.who"), say("common.what-happened")


def _days(view: PaperView, log: Sequence[Recorded], shown: Sequence[Recorded]) -> tuple[Day, ...]:
    undone = taken_back(log)

    def day(recorded: Recorded) -> date:
        return recorded.at.astimezone(view.printed.tzinfo).date()

    return tuple(
        Day(day_text(of), tuple(_happened(view, recorded, undone) for recorded in facts))
        for of, facts in groupby(shown, key=day)
    )


def _happened(view: PaperView, recorded: Recorded, undone: frozenset[int]) -> Happened:
    told = is_told(recorded, view.event, view.rules, NOBODY)
    return Happened(
        str(recorded.number),
        time_text(view, recorded.at),
        _who(view, recorded) if told else "",
        told_text(recorded, view.in_sentences, view.rules, NOBODY),
        recorded.number in undone,
    )


def _who(view: PaperView, recorded: Recorded) -> str:
    name = view.name(recorded.actor)
    role = role_of(view.rules, recorded.role)  # type: ignore[arg-type]
    title = ruleset_text(role.title) if role is not None else word(recorded.role)
    return f"{name}, {title}" if recorded.role != "player" else name


# ------------------------------------------------------------------------------------ the verdict


def verdict_of(view: PaperView, log: Sequence[Recorded]) -> Iterator[Fact]:
    """Yield what a second look at the whole log found."""
    if not log:
        return

    def library(name: str) -> Ruleset:
        return view.document if name == view.document.name else load(name)

    verdict = verify_log(view.event.id, log, Head(log[-1].number, b""), library)
    label = say("paper.looked-at-again")
    if verdict.is_clean:
        yield Fact(label, _clean(verdict))
        return
    for number, trouble in enumerate(verdict.troubles):
        where = "" if trouble.number is None else f"{say('paper.no')} {trouble.number}"
        yield Fact(label if number == 0 else "", trouble.text, where)


def _clean(verdict: Verdict) -> str:
    """Return how much was looked at in a log with which nothing is wrong."""
    if verdict.imported:
        return say("paper.every-act-was-decided-once")
    if verdict.unchecked:
        return say("paper.every-act-was-decided-once-more")
    return say("paper.every-act-was-decided-once-more-and")


# ------------------------------------------------------------------------------
# The end of the day on paper: who won what, and a report by which everything can be checked.

_FIRST_PLACES = 8
_OVER = frozenset({"finished", "archived"})


# -------------------------------------------------------------------------------------- prizes


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with who has it, and by what."""

    title: str
    recipient: str
    criterion: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the ranking, with room for what goes with it."""

    rank: str
    name: str
    number: str


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes that were given, and the first places with lines for those to come."""

    heads: tuple[str, ...]
    prizes: tuple[PrizeLine, ...]
    nothing: str
    places_title: str
    place_heads: tuple[str, ...]
    places: tuple[Place, ...]


def prizes(view: PaperView, wanted: Wanted) -> Sheet:
    """Return who received which prize; the Spare Player has no place and no prize."""
    names = view.public
    rows = view.public_standings.rows if view.public_standings is not None else ()
    placed = [row for row in rows if row.rank is not None and row.status != "disqualified"]
    given = view.event.prizes
    if not given and not placed:
        raise Refused("no-prize-noted-nobody-place")
    body = Prizes(
        heads=(say("common.prize"), say("common.player"), say("paper.received")),
        prizes=tuple(
            PrizeLine(prize.title, names.get(prize.recipient, prize.recipient), prize.criterion)
            for prize in given
        ),
        nothing="" if given else say("paper.no-prize-is-noted-yet"),
        places_title=say("paper.places"),
        place_heads=(
            say("common.rank"),
            say("common.player"),
            say("paper.no"),
            say("common.prize"),
        ),
        places=tuple(
            Place(
                str(row.rank),
                names.get(row.player, row.name),
                player_number(view, row.player),
            )
            for row in placed[:_FIRST_PLACES]
        ),
    )
    return Sheet(say("common.prizes"), body)


# ------------------------------------------------------------------------------------ the report


@dataclass(frozen=True, slots=True)
class Inside:
    """Another paper inside the report, as its own template reads it."""

    title: str
    about: str
    body: object


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of the day: what it shows, the same in a sentence, and names it has no room for."""

    title: str
    summary: str
    svg: str
    labels: tuple[Label, ...]
    note: str
    names_title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about an event: in short, how to check it, and then all of it."""

    champions_title: str
    champions: tuple[str, ...]
    facts: tuple[Fact, ...]
    proof: Part
    prizes: Part
    standings: Inside | None
    bracket: Inside | None
    pictures_title: str
    pictures: tuple[Drawn, ...]
    not_drawn: str
    rounds_title: str
    rounds: tuple[RoundResults, ...]
    changes: Trail
    trail: Trail


def report(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the final report, or how it would be as things stand."""
    champions = tuple(_champions(view))
    log = tuple(view.log())
    body = Report(
        champions_title=wording("common.champions", max(1, len(champions))),
        champions=champions,
        facts=tuple(_facts(view)),
        proof=Part(say("paper.how-to-check-it"), facts=(*_proof(view), *verdict_of(view, log))),
        prizes=Part(say("common.prizes"), facts=tuple(_given(view))),
        standings=_inside(view, standings) if view.event.rounds else None,
        bracket=_inside(view, bracket),
        pictures_title=say("paper.the-day-in-pictures"),
        pictures=tuple(_pictures(view)),
        not_drawn=factions_later(view.event, view.rules),
        rounds_title=say("common.rounds"),
        rounds=tuple(results_of(view, round_) for round_ in view.event.rounds),
        changes=changes_of(view, log),
        trail=trail_of(view, log),
    )
    over = view.event.phase in _OVER
    return Sheet(say("paper.final-report"), body, "" if over else say("paper.as-things-stand"))


def _inside(view: PaperView, data: Callable[[PaperView, Wanted], Sheet]) -> Inside | None:
    """Return another paper, unless the event has nothing for it."""
    try:
        sheet = data(view, Wanted())
    except Refused:
        return None
    return Inside(sheet.title, sheet.about, sheet.body)


def _pictures(view: PaperView) -> Iterator[Drawn]:
    drawn = pictures_for_paper(view.event, view.rules, view.document, view.tournament, view.public)
    for picture in drawn:
        names = say("paper.names-in-full")
        yield Drawn(
            picture.title,
            picture.summary,
            picture.on_paper,
            picture.labels,
            picture.note,
            names,
            picture.in_full,
        )


def _champions(view: PaperView) -> Iterator[str]:
    if view.event.phase in _OVER and view.public_standings is not None:
        yield from (row.name for row in view.public_standings.first)


def _facts(view: PaperView) -> Iterator[Fact]:
    event, details = view.event, view.event.details
    if details.date is not None:
        yield Fact(say("common.date"), day_text(details.date))
    if details.venue:
        yield Fact(say("common.venue"), details.venue)
    yield Fact(say("common.rules"), f"{view.rules.title} {view.rules.version}")
    names = [
        view.name(appointment.person)
        for appointment in event.staff
        if appointment.role == "organizer"
    ]
    yield Fact(say("common.organizer"), ", ".join(names))
    count = len(view.players())
    players = say("paper.players", count=count)
    yield Fact(say("paper.field"), players)
    reasons = "; ".join(plan_change.reason for plan_change in event.plan_changes)
    yield Fact(say("common.rounds"), plan_text(view), reasons)
    if event.finish_reason:
        yield Fact(say("common.finished"), event.finish_reason)


def _given(view: PaperView) -> Iterator[Fact]:
    for prize in view.event.prizes:
        yield Fact(prize.title, view.public.get(prize.recipient, prize.recipient), prize.criterion)


def _proof(view: PaperView) -> Iterator[Fact]:
    """Yield the numbers by which somebody else can check the event."""
    event = view.event
    certified = certificate(view.tournament, view.rules)
    withheld = say("paper.published-when-the-event-is")
    yield Fact(say("common.seed"), event.seed if event.seed_public else withheld)
    yield Fact(say("paper.commitment"), event.commitment)
    yield Fact(say("paper.digest"), certified["digest"])
    yield Fact(say("paper.ruleset"), certified["ruleset"])
    yield Fact(say("paper.engine"), f"Tiltyard {certified['engine']}")
    facts = say("paper.facts", num=event.version)
    yield Fact(say("paper.log"), facts)
