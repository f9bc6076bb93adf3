"""What comes after the rounds that are drawn: another round, the bracket, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tiltyard.day.as_tournament import next_round_id
from tiltyard.engine.bracket import next_power_of_two
from tiltyard.text.facts import left_in_bracket
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Entrant, Event
    from tiltyard.engine.tournament import PlayerId

Next = Literal["swiss", "lots", "bracket", "nothing"]
"""A Swiss round, a bracket that begins by lot, a bracket of winners or seeds, no round at all."""

_OVER = frozenset({"finished", "archived"})
_GONE = frozenset({"dropped", "disqualified"})


def what_follows(event: Event) -> Next:
    """Return what is drawn next, if everything goes as planned."""
    last = event.current
    if event.phase in _OVER:
        return "nothing"
    if last is not None and last.kind == "elimination":
        return "nothing" if len(last.games) <= 1 else "bracket"
    if last is not None and last.stage > 1:
        return "swiss" if last.number < event.details.swiss_after_cut else "nothing"
    if event.swiss_rounds == 0:
        return "lots"
    if event.qualification is None and not _swiss_is_over(event):
        return "swiss"
    if not event.has_cut:
        return "nothing"
    return "swiss" if event.details.swiss_after_cut else "bracket"


def _swiss_is_over(event: Event) -> bool:
    return event.swiss_rounds is not None and event.swiss_played >= event.swiss_rounds


def goes_over_the_cut(event: Event) -> bool:
    """Whether the cut stands between the newest round and the next one."""
    last = event.current
    in_the_first_stage = last is not None and last.stage == 1 and last.kind == "swiss"
    made = event.qualification is not None
    return in_the_first_stage and event.has_cut and (made or _swiss_is_over(event))


def title_of_next(event: Event) -> str:
    """Return how the next round is called."""
    follows = what_follows(event)
    last = event.current
    if follows in {"bracket", "lots"}:
        return left_in_bracket(games_of_next(event))
    number = number_of_next(event)
    if goes_over_the_cut(event) or (last is not None and last.stage > 1):
        return say("common.round-after-the-cut", number=number)
    return say("common.round-2", number=number)


def number_of_next(event: Event) -> int:
    """Return the number of the next round in its stage."""
    if goes_over_the_cut(event):
        return 1
    return int(next_round_id(event).rpartition(".")[2])


def games_of_next(event: Event) -> int:
    """Return how many games the next round of a bracket has."""
    last = event.current
    if last is not None and last.kind == "elimination":
        return max(1, len(last.games) // 2)
    seeds = event.qualification.seeds if event.qualification is not None else ()
    size = len(seeds) or (event.cut if what_follows(event) != "lots" else 0) or len(field(event))
    return max(1, next_power_of_two(size) // 2)


def tables_of_next(event: Event) -> int:
    """Return how many tables the next round needs, if it is played as planned."""
    if what_follows(event) == "bracket":
        return games_of_next(event)
    players = len(field(event))
    if what_follows(event) == "lots":  # who has a bye needs no table
        return players - next_power_of_two(players) // 2 if players else 0
    if goes_over_the_cut(event) and event.qualification is None:
        players = min(players, event.cut or players)
    return (players + (spare_of(event) is not None)) // 2


def spare_of(event: Event) -> Entrant | None:
    """Return the Spare Player who is here; one who was let go is none."""
    spares = (
        entrant
        for entrant in event.entrants.values()
        if entrant.spare and entrant.state == "active"
    )
    return next(spares, None)


def going_on(event: Event) -> DayRound | None:
    """Return the newest round while it is played."""
    last = event.current
    return last if last is not None and not last.is_closed else None


def field(event: Event) -> list[Entrant]:
    """Return who may play in the next round, the Spare Player not among them."""
    inside: frozenset[PlayerId] | None = None
    if event.qualification is not None:
        inside = frozenset(event.qualification.seeds)
    return [
        entrant
        for entrant in event.entrants.values()
        if not entrant.spare
        and entrant.state not in _GONE
        and (inside is None or entrant.id in inside)
    ]
