"""A player in public: record, opponents, places, list, and how each number comes about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.list_access import list_of, lists_are_public
from tiltyard.text.names import in_order, round_title
from tiltyard.text.say import say
from tiltyard.text.standings import key_phrase, key_text
from tiltyard.views.calculation import calculations
from tiltyard.views.player import player_rounds
from tiltyard.views.round import game_number, table_row
from tiltyard.web.pages.public.logged_facts import results_in_the_log
from tiltyard.web.pages.public.standings import heading_of, ranked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.day.event import ArmyList
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.views.calculation import Calculation
    from tiltyard.views.player import Outcome, PlayerRound
    from tiltyard.views.standings import StandingsTable
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.public.logged_facts import LoggedFact

LONGEST_SUM = 12


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of the player; empty words where there is nothing to say yet."""

    title: str
    place: str
    opponent: PlayerId | None
    opponent_name: str
    word: str
    won: bool
    score: str
    points: str
    match: MatchId | None


@dataclass(frozen=True, slots=True)
class Share:
    """What one opponent adds to the strength of schedule."""

    player: PlayerId
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Addend:
    """What one game adds to a number, and the fact in the log that says so."""

    title: str
    match: MatchId | None
    number: int
    fact: LoggedFact | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place, and what puts it behind the one above: both numbers, where it is one."""

    rank: str
    of: int
    above: PlayerId | None
    above_name: str
    key: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A number of the standings with the sum it comes from."""

    name: str
    title: str
    clause: str
    value: str
    text: str
    shares: tuple[Share, ...] = ()
    mean: bool = False
    addends: tuple[Addend, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the list of all; a word where they have left, a faction once it is public."""

    player: PlayerId
    name: str
    faction: str
    left: str


def players_page(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return everybody who takes part, in the order of their names."""
    event = view.event
    open_lists = lists_are_public(event, view.rules)
    found = (
        ListedPlayer(
            entrant.id,
            view.public_name(entrant.id),
            (entrant.faction or "") if open_lists else "",
            _left(entrant.state),
        )
        for entrant in event.entrants.values()
        if not entrant.spare
    )
    entrants = tuple(sorted(found, key=lambda listed: (in_order(listed.name), listed.name)))
    return {"entrants": entrants, "open_lists": open_lists}


def _left(state: str) -> str:
    left = {"dropped": say("common.dropped"), "disqualified": say("common.disqualified")}
    return left.get(state, "")


def player_page(view: EventView, desk: Desk, *, player: PlayerId) -> dict[str, Any]:
    """Return everything the public knows of a player."""
    event = view.event
    entrant = event.entrants[player]
    found = view.public_standings if event.rounds else None
    row = next((row for row in found.rows if row.player == player), None) if found else None
    after = event.round(found.after) if found is not None and found.after is not None else None
    open_lists = lists_are_public(event, view.rules)
    return {
        "player": player,
        "name": view.public_name(player),
        "number": entrant.number,
        "faction": entrant.faction if open_lists else None,
        "row": ranked((row,))[0] if row is not None and after is not None else None,
        "of": len(found.rows) if found is not None else 0,
        "after": round_title(event, after) if after is not None else "",
        "lines": tuple(_lines(view, player)),
        "sums": tuple(_sums(view, desk, player)) if after is not None else (),
        "place": _place(found, player) if found is not None and after is not None else None,
        "places": tuple(_places(view, player)),
        "record": _record(view, player),
        "list_is_open": open_lists and _is_open(list_of(event, player)),
    }


def _is_open(army: ArmyList | None) -> bool:
    return army is not None and army.is_handed_in and army.is_locked


# ------------------------------------------------------------------------------ round by round


def _lines(view: EventView, player: PlayerId) -> Iterator[RoundLine]:
    for played in player_rounds(view, player, view.public_names):
        yield _line(view, player, played)


def _line(view: EventView, player: PlayerId, played: PlayerRound) -> RoundLine:
    game = played.game
    place, score = "", ""
    if game is not None:
        number = game_number(game)
        place = str(number) if number is not None else ""
        row = table_row(view, played.round, game, view.public_names, close=False)
        own = next(side for side in row.sides if side.player == player)
        other = next((side for side in row.sides if side.player != player), None)
        if own.score is not None and other is not None and other.score is not None:
            score = f"{own.score}\N{EN DASH}{other.score}"
    return RoundLine(
        round_title(view.event, played.round),
        place,
        played.opponent,
        played.opponent_name,
        outcome_word(played.outcome),
        played.outcome in {"win", "modified_win"},
        score,
        str(played.line.tp) if played.line is not None and played.round.kind == "swiss" else "",
        game.id if game is not None else None,
    )


def outcome_word(outcome: Outcome) -> str:
    """Return how a round ended for a player, in a word or two."""
    return {
        "open": say("public.in-progress"),
        "bye": say("common.bye-2"),
        "forfeit": say("phone.forfeit"),
        "unpaired": say("phone.not-paired-a-loss"),
        "win": say("common.won"),
        "modified_win": say("phone.modified-win"),
        "draw": say("phone.draw"),
        "loss": say("common.lost"),
    }[outcome]


def _record(view: EventView, player: PlayerId) -> str:
    """Return wins, losses and draws in a line; nothing before the first."""
    ended = [played.outcome for played in player_rounds(view, player, {})]
    won = sum(1 for outcome in ended if outcome in {"win", "modified_win", "bye"})
    lost = sum(1 for outcome in ended if outcome in {"loss", "unpaired", "forfeit"})
    drawn = ended.count("draw")
    if not won + lost + drawn:
        return ""
    code = "public.record-with-draws" if drawn else "public.record-won-lost"
    return say(code, won=won, lost=lost, drawn=drawn)


def _places(view: EventView, player: PlayerId) -> Iterator[tuple[str, int]]:
    """Yield the place after each closed round."""
    for after in view.history:
        rank = next((row.rank for row in after.standings.rows if row.player == player), None)
        if rank is not None:
            yield round_title(view.event, after.round), rank


# ------------------------------------------------------------------------------ sums


def _place(found: StandingsTable, player: PlayerId) -> Place | None:
    """Return what decided a place; who left the event has none."""
    place = next((at for at, row in enumerate(found.rows) if row.player == player), None)
    if place is None or found.rows[place].rank is None:
        return None
    row, above = found.rows[place], found.rows[place - 1] if place else None
    key = row.decided_by or ""
    mine, theirs = (
        key_text(of.keys[key]) if of is not None and key in of.keys else "" for of in (row, above)
    )
    return Place(
        str(row.rank),
        len(found.rows),
        above.player if above is not None else None,
        above.name if above is not None else "",
        key_phrase(key) if key else "",
        mine,
        theirs,
    )


def _sums(view: EventView, desk: Desk, player: PlayerId) -> Iterator[Sum]:
    every = calculations(view, player)
    games = {game for found in every for game in found.games if game is not None}
    logged = results_in_the_log(view, desk, games)
    for found in every:
        shares = tuple(_shares(view, found))
        yield Sum(
            found.key,
            heading_of(found.key),
            found.clause,
            key_text(found.value),
            _sum_text(found),
            shares,
            found.mean,
            tuple(_addends(view, found, logged)),
        )


def _addends(
    view: EventView, found: Calculation, logged: Mapping[str, LoggedFact]
) -> Iterator[Addend]:
    for number, match in zip(found.by_round, found.games, strict=True):
        round_ = next((round_ for round_ in view.event.rounds if match in round_.games), None)
        if match is not None and round_ is not None:
            yield Addend(round_title(view.event, round_), match, number, logged.get(match))


def _sum_text(found: Calculation) -> str:
    if not 1 < len(found.by_round) <= LONGEST_SUM:
        return ""
    first, *others = found.by_round
    signs = (f" + {number}" if number >= 0 else f" \N{MINUS SIGN} {-number}" for number in others)
    return f"{first}{''.join(signs)}"


def _shares(view: EventView, found: Calculation) -> Iterator[Share]:
    for other in found.opponents:
        text = f"{other.points} ÷ {other.rounds or 1}" if found.mean else str(other.points)
        yield Share(other.player, view.public_name(other.player), text)
