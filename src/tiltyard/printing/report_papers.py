"""The end of the day on paper: who won what, and a report by which everything can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.formats.certificate import certificate
from tiltyard.pictures.factions import factions_later
from tiltyard.pictures.gallery import pictures_for_paper
from tiltyard.printing.bracket import bracket
from tiltyard.printing.event_papers import plan_text
from tiltyard.printing.pairings import player_number
from tiltyard.printing.paper import Paper, Sheet, Wanted
from tiltyard.printing.report_rounds import RoundResults, results_of
from tiltyard.printing.report_trail import Trail, changes_of, trail_of, verdict_of
from tiltyard.printing.standing_sheets import standings
from tiltyard.printing.told import Fact, Part, day_text
from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tiltyard.pictures.drawing import Label
    from tiltyard.printing.view import PaperView

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
    rows = view.standings.rows if view.standings is not None and view.event.rounds else ()
    placed = [row for row in rows if row.rank is not None and row.status != "disqualified"]
    given = view.event.prizes
    if not given and not placed:
        raise Refused("no-prize-noted-nobody-place")
    body = Prizes(
        heads=(say("common.prize"), say("common.player"), say("paper.received")),
        prizes=tuple(
            PrizeLine(one.title, names.get(one.recipient, one.recipient), one.criterion)
            for one in given
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
        rounds=tuple(results_of(view, one) for one in view.event.rounds),
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
    for one in drawn:
        names = say("paper.names-in-full")
        yield Drawn(one.title, one.summary, one.on_paper, one.labels, one.note, names, one.in_full)


def _champions(view: PaperView) -> Iterator[str]:
    if view.event.phase in _OVER and view.standings is not None and view.event.rounds:
        for row in view.standings.rows:
            if row.rank == 1:
                yield view.public.get(row.player, row.name)


def _facts(view: PaperView) -> Iterator[Fact]:
    event, details = view.event, view.event.details
    if details.date is not None:
        yield Fact(say("common.date"), day_text(details.date))
    if details.venue:
        yield Fact(say("common.venue"), details.venue)
    yield Fact(say("common.rules"), f"{view.rules.title} {view.rules.version}")
    names = [view.name(one.person) for one in event.staff if one.role == "organizer"]
    yield Fact(say("common.organizer"), ", ".join(names))
    count = len(view.players())
    players = say("paper.players", count=count)
    yield Fact(say("paper.field"), players)
    reasons = "; ".join(one.reason for one in event.plan_changes)
    yield Fact(say("common.rounds"), plan_text(view), reasons)
    if event.finish_reason:
        yield Fact(say("common.finished"), event.finish_reason)


def _given(view: PaperView) -> Iterator[Fact]:
    for one in view.event.prizes:
        yield Fact(one.title, view.public.get(one.recipient, one.recipient), one.criterion)


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


PAPERS = (
    Paper("prizes", lambda: say("paper.prizes-and-who-received-them"), prizes, "prizes.typ"),
    Paper(
        "report",
        lambda: say("paper.final-report-with-seed-digest"),
        report,
        "report.typ",
        readers="floor",
    ),
)
