"""What a round was drawn from, for whoever draws it once more; nobody's name, nothing private."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.rounds import spares_gone
from tiltyard.engine.cut import qualified
from tiltyard.engine.drawing import bags_of, field_to_draw, pool_on, salted_round
from tiltyard.engine.pairing.byes import resting_candidates
from tiltyard.engine.pairing.swiss import looks_ahead
from tiltyard.engine.tournament import Round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Event
    from tiltyard.day.facts import RoundDrawn, RoundSalted
    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId, RoundId, Tournament

Kind = Literal["swiss", "lots", "bracket", "schedule", "method"]
"""Drawn by groups; a bracket drawn by lot; a bracket that follows from seeds and results; a round
of a round robin."""

Bound = Literal["", "companions", "ahead"]
"""Why a draw may depart from what its lots alone give: players who came together are kept apart
(who they are is private), or later rounds are kept free of repeats."""


@dataclass(frozen=True, slots=True)
class DrawnPlayer:
    """A player before a draw: players with the same `order` are ordered by lot.

    `rest` is the same for who may rest, none for who may not.
    """

    id: PlayerId
    points: int = 0
    order: int = 0
    rest: int | None = None
    met: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag of cards: the round that filled it, and what its lots come from."""

    round: int
    attempt: int
    salt: str | None


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card of a round: taken from a place of a bag, whose first is not the last one before."""

    kind: str
    stage: int
    place: int
    cards: tuple[str, ...]
    bag: Bag
    before: Bag | None
    drawn: str


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """Everything one draw started from but the seed, and what came of it.

    `order_by` and `rest_by` say which lots order the field and those who may rest: of this round,
    or of the tie-break of the standings. `meetings` is there where repeats were allowed.
    """

    round: RoundId
    kind: Kind
    stage: int
    number: int
    attempt: int
    salt: str | None
    head: str
    nonce: str
    players: tuple[DrawnPlayer, ...]
    drawn: tuple[tuple[PlayerId, ...], ...]
    cards: tuple[DrawnCard, ...]
    order_by: Literal["order", "tiebreak"] = "order"
    rest_by: Literal["bye", "tiebreak"] = "bye"
    tiebreak_stage: int = 1
    tiebreak_number: int = 0
    grouped: bool = False
    spare: PlayerId | None = None
    meetings: tuple[tuple[PlayerId, PlayerId, int], ...] = ()
    bound: Bound = ""


def draw_inputs(
    before: Event, rules: Ruleset, drawn: RoundDrawn, salted: RoundSalted | None
) -> DrawInputs:
    """Return what a round was drawn from: the event as it stood before, and the fact itself."""
    salt = salted.salt if salted is not None else None
    tournament = as_tournament(before, drawn_as=Round((), attempt=drawn.attempt, salt=salt))
    stage, number = (int(part) for part in drawn.round.split("."))
    return DrawInputs(
        round=drawn.round,
        stage=stage,
        number=number,
        attempt=drawn.attempt,
        salt=salt,
        head=salted.head if salted is not None else "",
        nonce=salted.nonce if salted is not None else "",
        drawn=tuple(match.players for match in drawn.matches),
        cards=tuple(_cards(tournament, rules, drawn, stage, number)),
        **_field_of(before, tournament, rules, drawn),  # type: ignore[arg-type]
    )


def _field_of(
    before: Event, tournament: Tournament, rules: Ruleset, drawn: RoundDrawn
) -> dict[str, object]:
    if drawn.kind == "elimination":
        if before.rounds:
            return {"kind": "bracket", "players": ()}
        everybody = qualified(tournament, rules, 0, len(tournament.players))
        return {"kind": "lots", "players": tuple(DrawnPlayer(player) for player in everybody)}
    field = field_to_draw(tournament, rules, spares_gone(before))
    if field.is_round_robin:
        return {"kind": "schedule", "players": ()}
    if not field.is_plain:
        return {"kind": "method", "players": ()}
    return inputs_of_field(field, allow_rematch=drawn.allow_rematch)


def inputs_of_field(field: Field, *, allow_rematch: bool) -> dict[str, object]:
    """Return what a Swiss round is drawn from."""
    rules = field.rules
    by_standings = rules.pairing.inside == "standings" and not field.is_first
    stage, number = field.ledger.lot_round
    return {
        "kind": "swiss",
        "players": tuple(_players(field, by_standings=by_standings)),
        "order_by": "tiebreak" if by_standings else "order",
        "rest_by": "bye" if _rests_by_lot(field) else "tiebreak",
        "tiebreak_stage": stage,
        "tiebreak_number": number,
        "grouped": not field.is_first and rules.pairing.group != "none",
        "spare": field.spare,
        "meetings": tuple(_latest_meetings(field)) if allow_rematch else (),
        "bound": _bound(field),
    }


def _rests_by_lot(field: Field) -> bool:
    return field.is_first or field.rules.bye.pick == "random_in_lowest_group"


def _players(field: Field, *, by_standings: bool) -> Iterator[DrawnPlayer]:
    """Yield the field by player, each with the class in which only lots decide."""
    by_points = not field.is_first and (field.rules.pairing.group == "tp" or not by_standings)
    standing = {} if field.is_first else field.classes_of_standings
    keys = {
        player: (
            -field.points[player] if by_points else 0,
            standing[player] if by_standings else field.strength[player],
        )
        for player in field.players
    }
    classes = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    resting = set(resting_candidates(field)) if len(field.players) % 2 else set()
    for player in sorted(field.players):
        rest = None
        if player in resting:
            lowest = 0 if field.is_first else field.points[player]
            rest = lowest if _rests_by_lot(field) else standing[player]
        yield DrawnPlayer(
            player,
            field.points[player],
            classes[keys[player]],
            rest,
            tuple(sorted(field.met[player])),
        )


def _latest_meetings(field: Field) -> Iterator[tuple[PlayerId, PlayerId, int]]:
    here = set(field.players)
    latest = {
        (min(first, second), max(first, second)): number
        for first, second, number in field.meetings()
        if first in here and second in here
    }
    for (first, second), number in latest.items():
        yield first, second, number


def _bound(field: Field) -> Bound:
    tags = [tag for player in field.players for tag in field.companies.get(player, ())]
    if len(tags) != len(set(tags)):
        return "companions"
    return "ahead" if looks_ahead(field) and field.rounds_to_keep_free > 1 else ""


def _cards(
    tournament: Tournament, rules: Ruleset, drawn: RoundDrawn, stage: int, number: int
) -> Iterator[DrawnCard]:
    def bag(filled: int) -> Bag:
        by = salted_round(tournament, stage, filled)
        return Bag(filled, by.attempt, by.salt)

    for kind, card in drawn.cards.items():
        draw = rules.draws.get(kind)
        if draw is None:
            continue
        pool, _ = pool_on(draw, tournament.date)
        filled, earlier = bags_of(draw, pool, number)
        before = bag(earlier) if earlier is not None else None
        place = number - filled
        yield DrawnCard(kind, stage, place, tuple(pool.cards), bag(filled), before, card)
