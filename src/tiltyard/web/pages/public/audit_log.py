"""The record: what was changed by hand, drawn again or changed afterwards, and how to verify it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard import __version__
from tiltyard.day.facts import ActUndone, PairingsChangedByHand, RoundDrawn
from tiltyard.engine.pairing.round import Why
from tiltyard.store import codec
from tiltyard.text.announcements import rounds_and_any_cut
from tiltyard.text.facts import pair_text, round_text
from tiltyard.text.names import round_title
from tiltyard.text.reasons import why_text
from tiltyard.text.say import wording
from tiltyard.views.round import game_number
from tiltyard.web.pages.public.pairings import place_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound
    from tiltyard.day.facts import Reason
    from tiltyard.engine.tournament import RoundId
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView

_NAMES = frozenset({RoundDrawn.NAME, PairingsChangedByHand.NAME, ActUndone.NAME})


@dataclass(frozen=True, slots=True)
class ByHand:
    """A published game that is not as it was drawn."""

    where: str
    who: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a change by hand cost against the drawn round, and its clause."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A round with games changed by hand."""

    title: str
    games: tuple[ByHand, ...]
    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was done, by whom and why."""

    what: str
    by: str
    reason: str
    attempt: int = 0


def record(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the record of an event."""
    event = view.event
    head = desk.store.head(event.id)
    fresh = head.number == event.version
    return {
        "changed": tuple(_changed(view, desk)),
        "discarded": tuple(_discarded(view)),
        "basis": tuple(_basis(view)),
        "plans": tuple(_plans(view)),
        "removals": tuple(_removals(view)),
        "commitment": event.commitment,
        "seed": event.seed if event.seed_public else "",
        "salts": tuple(_salts(view)),
        "version": event.version,
        "head": head.hash.hex() if fresh else "",
        "engine": __version__,
    }


def _salts(view: EventView) -> Iterator[tuple[str, str]]:
    """Yield each round that was drawn with a salt, and the salt."""
    for round_ in view.event.rounds:
        if round_.salt is not None:
            yield round_title(view.event, round_), round_.salt


def _changed(view: EventView, desk: Desk) -> Iterator[Changed]:
    rounds = [other for other in view.event.rounds if _is_by_hand(other)]
    costs = _costs(view, desk) if any(other.by_hand for other in rounds) else {}
    for round_ in rounds:
        yield Changed(
            round_title(view.event, round_),
            tuple(_by_hand(view, round_)),
            tuple(_cost(view, reason) for reason in costs.get(round_.id, ())),
        )


def _is_by_hand(round_: DayRound) -> bool:
    return any(game.override is not None for game in round_.games.values())


def _by_hand(view: EventView, round_: DayRound) -> Iterator[ByHand]:
    for game in round_.games.values():
        if game.override is not None:
            by, reason = game.override
            names = [view.public_name(player) for player in game.players]
            yield ByHand(
                place_text(game_number(game)), pair_text(names), view.public_name(by), reason
            )


def _cost(view: EventView, reason: Reason) -> Cost:
    why = Why(reason.code, reason.clause, reason.facts)
    return Cost(why_text(why, view.public_names, "consequences"), reason.clause)


def _costs(view: EventView, desk: Desk) -> dict[RoundId, list[Reason]]:
    """Return what the changes cost that led to each round as it was published."""
    found: list[tuple[int, RoundDrawn | PairingsChangedByHand]] = []
    for entry in desk.store.read(view.event.id):
        if entry.number > view.event.version:
            break
        if entry.name not in _NAMES:
            continue
        fact = codec.recorded(entry).fact
        if isinstance(fact, ActUndone):
            found = [pair for pair in found if not fact.first <= pair[0] <= fact.last]
        elif isinstance(fact, RoundDrawn | PairingsChangedByHand):
            found.append((entry.number, fact))
    costs: dict[RoundId, list[Reason]] = {}
    for _, fact in found:
        if isinstance(fact, RoundDrawn):
            costs[fact.round] = []
        else:
            costs.setdefault(fact.round, []).extend(fact.consequences)
    return costs


def _discarded(view: EventView) -> Iterator[Entry]:
    for discarded in view.event.discarded:
        title = round_text(view.event, discarded.round)
        by = view.public_name(discarded.by)
        yield Entry(title[:1].upper() + title[1:], by, discarded.reason, discarded.attempt)


def _plans(view: EventView) -> Iterator[Entry]:
    """Yield how rounds and cut were changed after the start, against what was announced."""
    for change in view.event.plan_changes:
        before, after = (
            rounds_and_any_cut(plan.swiss_rounds or 0, plan.cut)
            for plan in (change.before, change.after)
        )
        said = wording("public.announced-played")
        text = said.format(before=before, after=after)
        yield Entry(text, view.public_name(change.by), change.reason)


def _removals(view: EventView) -> Iterator[Entry]:
    """Yield who was disqualified, with the text that is for everybody; never the private reason."""
    for player, removal in view.event.removals.items():
        if removal.public:
            by = view.public_name(removal.by)
            yield Entry(view.public_name(player), by, removal.public)


def _basis(view: EventView) -> Iterator[Entry]:
    for round_ in view.event.rounds:
        if round_.basis_changed is not None:
            by, reason = round_.basis_changed
            yield Entry(round_title(view.event, round_), view.public_name(by), reason)
