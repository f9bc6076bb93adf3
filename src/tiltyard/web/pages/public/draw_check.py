"""Every draw once more in the reader's own browser: the page, and the file of its inputs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tiltyard.day.facts import RoundDrawn, RoundSalted
from tiltyard.day.fold import fold, taken_back
from tiltyard.engine.options import with_options
from tiltyard.service.exporting import JSON, Outgoing
from tiltyard.text.names import round_title
from tiltyard.views.draws import draw_inputs
from tiltyard.web.pages.public.downloads import require_announced
from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.day.event import DayRound
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import RoundId
    from tiltyard.service.desk import Desk
    from tiltyard.views.draws import DrawInputs
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

F = TypeVar("F", RoundDrawn, RoundSalted)
FORMAT = "tiltyard-draws/1"
FILE = "draws.json"


@dataclass(frozen=True, slots=True)
class RoundToCheck:
    """A published round on the page; `by_hand` where games were changed after the draw."""

    id: RoundId
    title: str
    by_hand: bool


def draws_page(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return what the page shows before a script has drawn anything."""
    event = view.event
    return {
        "rounds": tuple(_rounds(view)),
        "commitment": event.commitment,
        "seed": event.seed if event.seed_public else "",
        "file": FILE,
    }


def _rounds(view: EventView) -> Iterator[RoundToCheck]:
    for round_ in view.event.rounds:
        by_hand = any(game.override is not None for game in round_.games.values())
        yield RoundToCheck(round_.id, round_title(view.event, round_), by_hand)


def draws_file(asked: Asked) -> Reply:
    """Hand out what every published round was drawn from."""
    view = asked.view
    require_announced(asked)
    key = (view.event.id, view.event.version, FILE)
    file = asked.site.shelf.fetch(key, partial(_made, view, asked.site.desk))
    headers = {"cache-control": REVALIDATE}
    return asked.reply(file.body, media_type=file.kind, headers=headers)


def _made(view: EventView, desk: Desk) -> Outgoing:
    event = view.event
    document = {
        "format": FORMAT,
        "event": event.id,
        "commitment": event.commitment,
        "seed": event.seed if event.seed_public else None,
        "names": {player: view.public_name(player) for player in event.entrants},
        "rounds": list(inputs_of_rounds(view, desk)) if event.commitment else [],
    }
    return Outgoing(FILE, JSON, msgspec.json.encode(document))


def inputs_of_rounds(view: EventView, desk: Desk) -> Iterator[DrawInputs]:
    """Yield the inputs of every published round, from the log up to its draw."""
    event = view.event
    log = [entry for entry in desk.log(event.id) if entry.number <= event.version]
    undone = taken_back(log)
    kept = [entry for entry in log if entry.number not in undone]
    for round_ in event.rounds:
        drawn = _last(RoundDrawn, kept, round_)
        if drawn is None:
            continue
        before = fold(entry for entry in log if entry.number <= drawn.position)
        rules = with_options(view.document, before.details.options)
        salted = _last(RoundSalted, kept, round_)
        yield draw_inputs(before, rules, drawn, salted if round_.salt is not None else None)


def _last(kind: type[F], log: Sequence[Recorded], round_: DayRound) -> F | None:
    """Return the newest fact of a kind about a round: of the attempt that was published."""
    found = (entry.fact for entry in reversed(log) if isinstance(entry.fact, kind))
    return next((fact for fact in found if fact.round == round_.id), None)


ROUTES: tuple[Route, ...] = (Route("GET", f"/e/{{event}}/{FILE}", "everybody", draws_file),)
