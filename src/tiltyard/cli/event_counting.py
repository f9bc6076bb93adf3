"""Counting a score on the command line from what is left of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_names import find_game, find_player
from tiltyard.cli.event_sitting import Sitting, as_option, reading
from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.rosters.counting import Piece
    from tiltyard.core.state.event import DayRound, Game

_LONGEST = 40


@reading("count")
@as_option
@click.argument("table")
@click.argument("player")
@click.option("--left", multiple=True, metavar="PIECE", help="Still in play: a number or name.")
@click.option("--lost", multiple=True, metavar="PIECE", help="Destroyed: a number or name.")
@click.option("--nothing-left", is_flag=True, help="Everything was destroyed.")
@click.option("--round", "round_", metavar="ROUND", help="Which round; else the newest.")
def count(
    at: Sitting,
    table: str,
    player: str,
    left: tuple[str, ...],
    lost: tuple[str, ...],
    round_: str | None,
    *,
    nothing_left: bool,
) -> None:
    """Count what the opponent of PLAYER at TABLE has destroyed, from what is left of the list.

    Say what is left or what is lost; without either, the pieces of the list are shown.
    """
    game = find_game(at.event, table, round_)
    owner = find_player(at.event, player)
    home, pieces = _readable(at, game, owner)
    if not (left or lost or nothing_left):
        _show(at, pieces)
        return
    if bool(left) + bool(lost) + nothing_left > 1:
        raise Refused("say-what-left-what-lost")
    named = _numbers(pieces, left or lost)
    staying = {piece.number for piece in pieces} - named if lost else named
    _answer(at, home, game, owner, staying)


def _readable(at: Sitting, game: Game, owner: PlayerId) -> tuple[DayRound, tuple[Piece, ...]]:
    from tiltyard.cli.event_army_page import readable_list
    from tiltyard.core.rosters.counting import pieces_here
    from tiltyard.core.state.rounds import round_of

    if owner not in game.players or len(game.players) != 2:
        names = " and ".join(at.event.people.get(one, one) for one in game.players)
        raise Refused("player-not-match", names=names)
    readable_list(at, owner)
    home = round_of(at.event, game.id.rpartition(".")[0])
    pieces = pieces_here(at.event, at.rules, home, owner)
    if not pieces:
        raise Refused("no-list-to-count", clause=at.rules.score.clause)
    return home, pieces


def _numbers(pieces: tuple[Piece, ...], said: tuple[str, ...]) -> set[int]:
    """Return the numbers of the pieces that are meant; of two alike the first not yet named."""
    found: set[int] = set()
    for one in said:
        wanted = one.strip().casefold()
        able = [
            piece.number
            for piece in pieces
            if piece.number not in found
            and (wanted == str(piece.number) or piece.name.casefold().startswith(wanted))
        ]
        if not able or not wanted:
            raise Refused(
                "nothing-list-called",
                name=one[:_LONGEST],
                pieces=tuple(f"{piece.number} {piece.name}" for piece in pieces),
            )
        found.add(able[0])
    return found


def _show(at: Sitting, pieces: tuple[Piece, ...]) -> None:
    at.answer(
        pieces=[{"number": one.number, "name": one.name, "points": one.points} for one in pieces]
    )
    for one in pieces:
        worth = "?" if one.points is None else str(one.points)
        at.say(f"{one.number:>3}  {', '.join((one.name, *one.upgrades))} ({worth})")
    at.say("Say what is still in play: --left NUMBER, once for each.")


def _answer(at: Sitting, home: DayRound, game: Game, owner: PlayerId, staying: set[int]) -> None:
    from tiltyard.core.rosters.counting import count_here
    from tiltyard.words.counting import count_text

    counted = count_here(at.event, at.rules, home, owner, staying)
    other = next(player for player in game.players if player != owner)
    at.answer(
        player=other,
        score=counted.score,
        left=counted.left,
        lost=counted.gone,
        wiped_out=counted.wiped_out,
    )
    names = at.event.people
    at.say(count_text(counted, names.get(other, other), names.get(owner, owner), at.rules))


COMMANDS = {"count": count}
