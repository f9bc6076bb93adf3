"""Pairings changed by hand, and what the change costs against the drawn round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import Refused
from tiltyard.engine.pairing.byes import second_bye
from tiltyard.engine.pairing.round import DrawnMatch, Why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.tournament import PlayerId


class Swap(NamedTuple):
    """Two players change places."""

    first: PlayerId
    second: PlayerId


class PairByHand(NamedTuple):
    """Two players meet; the opponents they had are left to each other."""

    first: PlayerId
    second: PlayerId


class GiveBye(NamedTuple):
    """A player rests; whoever rested takes the place, if somebody did."""

    player: PlayerId


Change = Swap | PairByHand | GiveBye


@dataclass(frozen=True, slots=True)
class Changed:
    """The round after the changes, which tables they touched, and what they cost."""

    matches: tuple[DrawnMatch, ...]
    touched: tuple[int, ...]
    consequences: tuple[Why, ...]


def change_by_hand(field: Field, drawn: Pairings, changes: Sequence[Change]) -> Changed:
    """Apply changes one after another to a drawn round and weigh the result."""
    seats = [list(match.players) for match in drawn.matches]
    for change in changes:
        _apply(field, seats, change)
    matches: list[DrawnMatch] = []
    touched: list[int] = []
    for place, players in enumerate(seats):
        before = drawn.matches[place] if place < len(drawn.matches) else None
        if before is not None and set(players) == set(before.players):
            matches.append(before)
        else:
            touched.append(place)
            matches.append(_rewritten(field, before, players))
    costs = tuple(_consequences(field, drawn, [matches[place] for place in touched]))
    return Changed(tuple(matches), tuple(touched), costs)


def _apply(field: Field, seats: list[list[PlayerId]], change: Change) -> None:
    where = {player: place for place, players in enumerate(seats) for player in players}
    for player in change:
        if player not in where or player == field.spare:
            raise Refused("player-not-in-drawn-round", player=player)
    if isinstance(change, GiveBye):
        _give_bye(field, seats, where, change.player)
        return
    if change.first == change.second:
        raise Refused("cannot-meet-themselves", first=change.first)
    if isinstance(change, Swap):
        _exchange(seats, where, change.first, change.second)
        return
    opponents = [other for other in seats[where[change.first]] if other != change.first]
    if opponents == [change.second]:
        return
    if opponents:
        _exchange(seats, where, opponents[0], change.second)
    else:  # the first player rested: the second one's opponent does so instead
        others = [other for other in seats[where[change.second]] if other != change.second]
        if not others:
            raise Refused("both-them-rest-draw")
        _exchange(seats, where, change.first, others[0])


def _exchange(
    seats: list[list[PlayerId]], where: dict[PlayerId, int], first: PlayerId, second: PlayerId
) -> None:
    a, b = where[first], where[second]
    if a == b:
        return
    seats[a][seats[a].index(first)] = second
    seats[b][seats[b].index(second)] = first


def _give_bye(
    field: Field, seats: list[list[PlayerId]], where: dict[PlayerId, int], player: PlayerId
) -> None:
    """Let a player rest: instead of who rested, or else the opponent is left alone too."""
    resting = [other for players in seats if _rests(field, players) for other in players]
    if player in resting:
        return
    others = [other for other in resting if other != field.spare]
    if others:
        _exchange(seats, where, others[0], player)
        return
    table = seats[where[player]]
    table.remove(player)
    seats.append([player])


def _rests(field: Field, players: Sequence[PlayerId]) -> bool:
    return len(players) == 1 or (field.spare is not None and field.spare in players)


def _rewritten(field: Field, before: DrawnMatch | None, players: list[PlayerId]) -> DrawnMatch:
    place = {player: number for number, player in enumerate(field.order)}
    ordered = tuple(sorted(players, key=lambda player: place.get(player, len(place))))
    why = (Why("by-hand", field.rules.pairing.conflict_clause),)
    if len(ordered) == 1:
        return DrawnMatch(ordered, why, kind="bye")
    return DrawnMatch(ordered, why, table=before.table if before else None)


def _consequences(field: Field, drawn: Pairings, touched: Sequence[DrawnMatch]) -> Iterator[Why]:
    """Yield what each touched table breaks or moves: repeats, companions, floats, rests."""
    rules = field.rules
    met = {frozenset((first, second)): number for first, second, number in field.meetings()}
    right = {player: match.players for match in drawn.matches for player in match.players}
    for match in touched:
        if _rests(field, match.players):
            player = match.players[0]
            again = second_bye(field, player)
            if again is not None:
                yield again
            yield _moved_bye(field, drawn, player)
            continue
        first, second = match.players
        number = met.get(frozenset(match.players))
        if number is not None and not field.repeats_allowed:
            facts = {"opponents": [first, second], "round": number}
            yield Why("repeat-by-hand", rules.rematch.clause, facts)
        if field.are_companions(first, second):
            facts = {"opponents": [first, second]}
            yield Why("companions-by-hand", rules.pairing.affiliation_clause, facts)
        if not field.is_first and rules.pairing.group == "tp":
            yield from _float(field, right, first, second)


def _moved_bye(field: Field, drawn: Pairings, player: PlayerId) -> Why:
    entitled = [match.players[0] for match in drawn.matches if _rests(field, match.players)]
    if not entitled:
        return Why("left-alone", field.rules.bye.clause, {"player": player})
    facts = {"player": player, "instead": entitled[0]}
    return Why("bye-moved", field.rules.bye.pick_clause, facts)


def _float(
    field: Field,
    right: dict[PlayerId, tuple[PlayerId, ...]],
    first: PlayerId,
    second: PlayerId,
) -> Iterator[Why]:
    """Yield who meets somebody with fewer points than the drawn opponent has."""
    points = field.points
    upper, lower = sorted((points[first], points[second]), reverse=True)
    player = first if points[first] == upper else second
    before = [points[other] for other in right[player] if other != player and other in points]
    instead = max(before, default=upper)
    if lower < min(upper, instead):
        facts = {"player": player, "from": upper, "to": lower, "instead": instead}
        yield Why("floats-by-hand", field.rules.pairing.float_clause, facts)
