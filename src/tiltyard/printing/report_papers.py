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
from tiltyard.words.language import gettext, ngettext

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
        raise Refused(
            gettext("no prize is noted, and nobody has a place yet"),
            fix=gettext("note a prize, or play the first round"),
        )
    body = Prizes(
        heads=(gettext("Prize"), gettext("Player"), gettext("Received")),
        prizes=tuple(
            PrizeLine(one.title, names.get(one.recipient, one.recipient), one.criterion)
            for one in given
        ),
        nothing="" if given else gettext("No prize is noted yet."),
        places_title=gettext("Places"),
        place_heads=(gettext("Rank"), gettext("Player"), gettext("No."), gettext("Prize")),
        places=tuple(
            Place(
                str(row.rank),
                names.get(row.player, row.name),
                player_number(view, row.player),
            )
            for row in placed[:_FIRST_PLACES]
        ),
    )
    return Sheet(gettext("Prizes"), body)


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
        champions_title=ngettext("Champion", "Champions", max(1, len(champions))),
        champions=champions,
        facts=tuple(_facts(view)),
        proof=Part(gettext("How to check it"), facts=(*_proof(view), *verdict_of(view, log))),
        prizes=Part(gettext("Prizes"), facts=tuple(_given(view))),
        standings=_inside(view, standings) if view.event.rounds else None,
        bracket=_inside(view, bracket),
        pictures_title=gettext("The day in pictures"),
        pictures=tuple(_pictures(view)),
        not_drawn=factions_later(view.event, view.rules),
        rounds_title=gettext("Rounds"),
        rounds=tuple(results_of(view, one) for one in view.event.rounds),
        changes=changes_of(view, log),
        trail=trail_of(view, log),
    )
    over = view.event.phase in _OVER
    return Sheet(gettext("Final report"), body, "" if over else gettext("as things stand"))


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
        names = gettext("Names in full")
        yield Drawn(one.title, one.summary, one.on_paper, one.labels, one.note, names, one.in_full)


def _champions(view: PaperView) -> Iterator[str]:
    if view.event.phase in _OVER and view.standings is not None and view.event.rounds:
        for row in view.standings.rows:
            if row.rank == 1:
                yield view.public.get(row.player, row.name)


def _facts(view: PaperView) -> Iterator[Fact]:
    event, details = view.event, view.event.details
    if details.date is not None:
        yield Fact(gettext("Date"), day_text(details.date))
    if details.venue:
        yield Fact(gettext("Venue"), details.venue)
    yield Fact(gettext("Rules"), f"{view.rules.title} {view.rules.version}")
    names = [view.name(one.person) for one in event.staff if one.role == "organizer"]
    yield Fact(gettext("Organizer"), ", ".join(names))
    count = len(view.players())
    players = ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
    yield Fact(gettext("Field"), players)
    reasons = "; ".join(one.reason for one in event.plan_changes)
    yield Fact(gettext("Rounds"), plan_text(view), reasons)
    if event.finish_reason:
        yield Fact(gettext("Finished"), event.finish_reason)


def _given(view: PaperView) -> Iterator[Fact]:
    for one in view.event.prizes:
        yield Fact(one.title, view.public.get(one.recipient, one.recipient), one.criterion)


def _proof(view: PaperView) -> Iterator[Fact]:
    """Yield the numbers by which somebody else can check the event."""
    event = view.event
    certified = certificate(view.tournament, view.rules)
    withheld = gettext("published when the event is over")
    yield Fact(gettext("Seed"), event.seed if event.seed_public else withheld)
    yield Fact(gettext("Commitment"), event.commitment)
    yield Fact(gettext("Digest"), certified["digest"])
    yield Fact(gettext("Ruleset"), certified["ruleset"])
    yield Fact(gettext("Engine"), f"Tiltyard {certified['engine']}")
    facts = ngettext("%(num)d fact", "%(num)d facts", event.version) % {"num": event.version}
    yield Fact(gettext("Log"), facts)


PAPERS = (
    Paper("prizes", lambda: gettext("Prizes and who received them"), prizes, "prizes.typ"),
    Paper(
        "report",
        lambda: gettext("Final report with seed, digest and audit trail"),
        report,
        "report.typ",
        readers="floor",
    ),
)
