"""The next round without a computer: how the book pairs it, who met whom, lines to fill in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.bracket import next_power_of_two
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.paper.guidance import Fact
from tiltyard.paper.next_round import (
    field,
    goes_over_the_cut,
    going_on,
    spare_of,
    tables_of_next,
    title_of_next,
    what_follows,
)
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.badges import first_tables
from tiltyard.paper.sheets.bracket import NextSeat, games_to_come
from tiltyard.paper.sheets.games import card_kind
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.paper.sheets.played_with import next_played_with
from tiltyard.paper.sheets.scoring import counting, points_count
from tiltyard.paper.sheets.standings import columns_of, short_key
from tiltyard.text.names import in_order, round_title
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Entrant, Event
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.guidance import Part
    from tiltyard.paper.next_round import Next
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


# ------------------------------------------------------------------------------
# How the book of a ruleset pairs the next round, in steps a person can follow with a pen.


def steps_of(view: PaperView) -> tuple[Fact, ...]:
    """Return what is done for the next round, one step after the other."""
    follows = what_follows(view.event)
    steps = {"swiss": _swiss, "lots": _lots, "bracket": _bracket}[follows]
    return tuple(_said(step) for step in (*_before(view), *steps(view), *_after(view)))


def _said(step: tuple[str, str]) -> Fact:
    text, clause = step
    return Fact("", text, clause=clause)


def _before(view: PaperView) -> Iterator[tuple[str, str]]:
    event = view.event
    played = going_on(event)
    if played is not None:
        text = wording("paper.is-being-played-collect-its")
        if played.kind == "elimination":
            text = wording("paper.is-being-played-collect-its-slips")
        yield text.format(round=round_title(event, played)), ""
    if not event.rounds:
        yield say("paper.strike-out-who-is-not"), ""
    elif what_follows(event) != "bracket":
        yield say("paper.strike-out-who-has-left"), ""
    if goes_over_the_cut(event) and event.qualification is None:
        text = wording("paper.make-the-cut-the-first")
        yield text.format(count=event.cut or 0), view.rules.cut.clause
    if goes_over_the_cut(event) and view.rules.cut.replace == "next_rank":
        text = say("paper.who-leaves-before-the-first")
        yield text, view.rules.cut.replace_clause


# ---------------------------------------------------------------------------- a Swiss round


def _swiss(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.method == "round_robin":
        yield from _round_robin(view)
        return
    yield from _resting(view)
    if not view.event.rounds:
        yield say("paper.draw-all-pairs-by-lot"), pairing.first_round_clause
        if pairing.avoid_affiliation:
            text = say("paper.family-and-people-who-came")
            yield text, pairing.affiliation_clause
        return
    yield from _groups(view)
    yield _not_again(view)


def _round_robin(view: PaperView) -> Iterator[tuple[str, str]]:
    clause = view.rules.pairing.group_clause
    if not view.event.rounds:
        yield say("paper.seat-the-players-in-a"), clause
        text = say("paper.if-their-number-is-odd")
        yield text, clause
        yield (
            say("paper.fold-the-circle-the-first"),
            clause,
        )
        return
    text = say("paper.one-seat-stays-everybody-else")
    yield text, clause
    yield _not_again(view)


def _groups(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.group == "none" and pairing.inside == "random":
        text = say("paper.pair-in-order-of-points")
        yield text, pairing.inside_clause
        return
    if pairing.group == "none":
        text = say("paper.pair-by-rank-the-first")
        yield text, pairing.group_clause
        return
    text = say("paper.from-the-top-down-pair")
    yield text, pairing.group_clause
    if pairing.inside == "random":
        yield say("paper.among-them-draw-by-lot"), pairing.inside_clause
        text = say("paper.who-is-left-over-meets")
    else:
        text = say("paper.among-them-the-first-in")
        if pairing.inside == "sos":
            text = say("paper.among-them-by-their-strength")
        yield text, pairing.inside_clause
        text = say("paper.who-is-left-over-meets-the")
    yield text, pairing.float_clause


def _not_again(view: PaperView) -> tuple[str, str]:
    rules = view.rules
    last = (view.event.swiss_rounds or 0) == view.event.swiss_played + 1
    round_robin = rules.pairing.method == "round_robin"
    if rules.rematch.except_final and last and not round_robin:
        text = say("paper.in-this-last-round-two")
        return text, rules.rematch.except_final_clause
    if rules.pairing.group == "none" and not round_robin:
        text = say("paper.two-who-met-already-do")
        return text, rules.pairing.float_clause
    text = say("paper.two-who-met-already-do-not")
    return text, rules.rematch.clause


def _resting(view: PaperView) -> Iterator[tuple[str, str]]:
    """Yield who rests in an odd field, or meets the Spare Player; how it counts stands below."""
    bye = view.rules.bye
    spare = spare_of(view.event) is not None
    if not view.event.rounds:
        text = say("paper.if-the-number-of-players")
        if spare:
            text = say("paper.if-the-number-of-players-is")
        yield text, bye.first_round_clause
    else:
        yield _who_rests(view, spare=spare), bye.pick_clause


def _who_rests(view: PaperView, *, spare: bool) -> str:
    if spare:
        return say("paper.if-the-number-is-odd")
    if view.rules.bye.pick == "random_in_lowest_group":
        return say("paper.if-the-number-is-odd-draw")
    return say("paper.if-the-number-is-odd-the")


# ------------------------------------------------------------------------------- a bracket


def _lots(view: PaperView) -> Iterator[tuple[str, str]]:
    rules, count = view.rules.elimination, len(field(view.event))
    byes = next_power_of_two(count) - count
    text = wording("paper.draw-by-lot-who-has", byes)
    if byes:
        yield text.format(num=byes), rules.bye_clause
    yield say("paper.draw-all-pairs-by-lot-and"), rules.start_clause


def _bracket(view: PaperView) -> Iterator[tuple[str, str]]:
    rules = view.rules.elimination
    last = view.event.current
    if last is None or last.kind != "elimination":
        text = say("paper.first-against-last-second-against")
        yield text, rules.first_clause or rules.clause
    elif rules.reseed:
        text = say("paper.the-highest-seed-that-is")
        yield text, rules.fold_clause or rules.clause
    else:
        text = say("paper.the-winner-of-the-first")
        yield text, rules.fold_clause or rules.clause


# --------------------------------------------------------------------------- and then


def _after(view: PaperView) -> Iterator[tuple[str, str]]:
    for kind, draw in view.rules.draws.items():
        pool, _ = pool_on(draw, view.event.details.date)
        used = _since_the_bag_was_filled(view.event, kind, len(pool.cards))
        cards = ", ".join(card for card in pool.cards if card not in used)
        text = wording("paper.draw-one-for-all-tables")
        yield text.format(kind=card_kind(kind), cards=cards), draw.clause
    if what_follows(view.event) != "bracket":
        text = say("paper.write-the-pairs-on-the")
        yield text, ""
    text = say("paper.keep-all-slips-the-desk")
    yield text, ""


def _since_the_bag_was_filled(event: Event, kind: str, size: int) -> frozenset[str]:
    """Return the cards that are not in the bag any more: it is filled when it is empty (RW-109)."""
    last = event.current
    if last is None or goes_over_the_cut(event):
        return frozenset()
    filled = last.number // size * size + 1
    drawn = [
        round_ for round_ in event.rounds if round_.stage == last.stage and round_.number >= filled
    ]
    return frozenset(round_.cards[kind] for round_ in drawn if kind in round_.cards)


# ------------------------------------------------------------------------------
# The next round without a computer: how the book pairs it, who met whom, and lines to fill in.

_ADDED_UP = ("tp", "mov", "vpd", "vp", "leaders")
"""Keys a pen can add up; the others follow from everybody's games."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may play: place and numbers so far, whom they met, and who they are."""

    rank: str
    name: str
    number: str
    more: str
    keys: tuple[str, ...]
    met: str


@dataclass(frozen=True, slots=True)
class GameToCome:
    """A game of a bracket that is not drawn yet: a name, or where it comes from."""

    place: str
    seats: tuple[NextSeat, ...]


@dataclass(frozen=True, slots=True)
class ByHand:
    """How to pair, then everybody with opponents so far, or the games of the bracket.

    `played_with` is the list and the length of the round, `counting` how a game of it counts;
    `adds` heads an empty column for the points of a round that is still being played.
    """

    played_with: tuple[str, ...]
    steps: tuple[Fact, ...]
    counting: Part | None
    field_title: str
    heads: tuple[str, ...]
    adds: str
    next: str
    legend: str
    field: tuple[Candidate, ...]
    games_title: str
    game_heads: tuple[str, ...]
    games: tuple[GameToCome, ...]


def by_hand(view: PaperView, wanted: Wanted) -> Sheet:
    """Return everything somebody needs to pair the next round with a pen."""
    event = view.event
    follows = _what_follows(view)
    games = tuple(
        GameToCome(str(number), seats) for number, seats in enumerate(games_to_come(view), 1)
    )
    keys = () if follows == "bracket" else _keys(view)
    body = ByHand(
        played_with=next_played_with(view),
        steps=steps_of(view),
        counting=counting(view) if points_count(event) else None,
        field_title=say("paper.who-plays-and-whom-they")
        if event.rounds
        else say("paper.who-plays"),
        heads=(
            say("common.rank") if event.rounds else "",
            say("paper.no"),
            say("common.player"),
            *(short_key(key) for key in keys),
            say("paper.met-so-far") if event.rounds else "",
        ),
        adds=say("paper.this-round") if going_on(event) is not None and keys else "",
        next=say("paper.plays-next"),
        legend=say("paper.opponents-stand-with-their-numbers") if event.rounds else "",
        field=() if follows == "bracket" else tuple(_lines(view, keys)),
        games_title=say("paper.the-games"),
        game_heads=(say("common.game"), say("common.player"), say("common.player")),
        games=games,
    )
    return Sheet(say("paper.pairing-by-hand"), body, title_of_next(event))


def _what_follows(view: PaperView) -> Next:
    follows = what_follows(view.event)
    if follows == "nothing":
        raise Refused("no-round-follows-all-were")
    if not field(view.event):
        raise Refused("nobody-registered-yet")
    return follows


# ------------------------------------------------------------------------------ who met whom


def _keys(view: PaperView) -> tuple[str, ...]:
    found = view.public_standings
    return tuple(key for key in (found.keys if found is not None else ()) if key in _ADDED_UP)


def _lines(view: PaperView, keys: tuple[str, ...]) -> Iterator[Candidate]:
    """Yield the field in the order of the standings; before the first round by name."""
    rows = view.rows
    places = {player: place for place, player in enumerate(rows)}

    def order(entrant: Entrant) -> tuple[int, str]:
        known = places.get(entrant.id, len(places)) if view.event.rounds else 0
        return known, in_order(entrant.name)

    players = sorted(field(view.event), key=order)
    shown = [row for entrant in players if (row := rows.get(entrant.id)) is not None]
    numbers = {
        row.player: keys_of
        for row, keys_of in zip(shown, zip(*columns_of(shown, keys), strict=True), strict=False)
    }
    for entrant in players:
        rank = rows[entrant.id].rank if entrant.id in rows and view.event.rounds else None
        yield _line(view, entrant, rank, numbers.get(entrant.id, ("",) * len(keys)))
    for other in view.event.entrants.values():
        if other.spare and other.state not in {"dropped", "disqualified"}:
            yield _line(view, other, None, ("",) * len(keys))


def _line(view: PaperView, player: Entrant, rank: int | None, keys: tuple[str, ...]) -> Candidate:
    more = [say("common.spare-player")] if player.spare else []
    if view.rules.pairing.avoid_affiliation and not view.event.rounds:
        more += player.affiliations
    if player.state == "registered":
        more.append(say("paper.not-here-yet"))
    return Candidate(
        "" if rank is None else str(rank),
        view.name(player.id),
        player_number(view, player.id),
        " · ".join(more),
        keys,
        " · ".join(_met(view, player.id)),
    )


def _met(view: PaperView, player: PlayerId) -> Iterator[str]:
    """Yield whom a player met in each round: a number, a name without one, or a bye."""
    for round_ in view.event.rounds:
        game = next((other for other in round_.games.values() if player in other.players), None)
        if game is None:
            yield "–"
            continue
        others = [other for other in game.players if other != player]
        yield _called(view, others[0]) if others else say("common.bye")


def _called(view: PaperView, player: PlayerId) -> str:
    entrant = view.event.entrants.get(player)
    if entrant is not None and entrant.spare:
        return say("paper.spare")
    return player_number(view, player) or view.name(player)


# ------------------------------------------------------------------------- lines to fill in


@dataclass(frozen=True, slots=True)
class BlankPairings:
    """Tables with lines for two names; `cards` are to be written down, `rests` has one line."""

    played_with: tuple[str, ...]
    cards: tuple[str, ...]
    heads: tuple[str, ...]
    tables: tuple[str, ...]
    rests: str


def blank_pairings(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the tables of the next round without names, to write the pairs and put them up."""
    if _what_follows(view) == "bracket":
        raise Refused("games-bracket-follow-from-one")
    event = view.event
    count = max(1, tables_of_next(event))
    body = BlankPairings(
        played_with=next_played_with(view),
        cards=tuple(card_kind(kind) for kind in view.rules.draws),
        heads=(say("common.table"), say("common.player"), say("common.player")),
        tables=tuple(str(number) for number in first_tables(event, count)),
        rests="" if spare_of(event) is not None else say("common.bye"),
    )
    return Sheet(say("common.tables"), body, title_of_next(event))
