"""Results on the command line: slips, confirmations, disputes, corrections, counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_game, find_match, find_player
from tiltyard.cli.event_setup import tell_what_changed
from tiltyard.cli.session import Sitting, act, as_option, reading, reason_option
from tiltyard.day.facts import ResultConfirmed, ResultCorrected, ResultReported
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.slip import ENDS, KINDS, turned
from tiltyard.engine.slip import slip_of as read_slip
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.counting import Piece
    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.slip import Kind, Slip
    from tiltyard.engine.tournament import MatchId, PlayerId


# ------------------------------------------------------------------------------
# A result slip on the command line: its options, and whose numbers come first.

_PAIR: dict[str, Any] = {"type": int, "nargs": 2, "metavar": "N N"}
_OPTION_OF: dict[Kind, dict[str, Any]] = {
    "pair": _PAIR,
    "player": {"metavar": "PLAYER"},
    "answers": {"type": bool, "nargs": 2, "metavar": "YES|NO YES|NO"},
    "rolls": {**_PAIR, "multiple": True},
    "person": {"metavar": "LEADER"},
    "numbers": {"type": (str, int, int), "multiple": True, "metavar": "NAME N N"},
}
"""How a field of a slip is given on the command line, by its kind."""


def _options() -> Iterator[Callable[[Any], Any]]:
    yield click.option("--end", type=click.Choice(ENDS), help="How the game ended.")
    for name, kind in KINDS.items():
        yield click.option(f"--{name}", **_OPTION_OF[kind], help=say(f"slip-fields.option-{name}"))
    yield click.option(
        "--for", "side_of", metavar="PLAYER", help="All numbers from this player's side."
    )


def slip_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a slip to a command."""
    for option in reversed([*_options()]):
        function = option(function)
    return function


def has_slip(said: dict[str, Any]) -> bool:
    """Whether any option of a slip was given."""
    return any(value not in (None, ()) for value in said.values())


def slip_of(event: Event, game: Game, said: dict[str, Any]) -> Slip:
    """Return the slip that the options say, in the order of the players of the match."""
    if said["end"] is None:
        raise SlipRefused("slip-does-not-say-how", field="end")
    side_of = said["side_of"]
    first = 0 if side_of is None else _place(event, game, side_of)

    def read(name: str, kind: Kind) -> object:
        value = said[name]
        if kind == "numbers":
            return {own: (entry, other) for own, entry, other in value}
        if kind == "player" and value is not None:
            return int(value) if value in {"0", "1"} else abs(_place(event, game, value) - first)
        return value

    slip = read_slip(said["end"], read)
    return turned(slip) if first else slip


def _place(event: Event, game: Game, said: str) -> int:
    player = find_player(event, said)
    if player not in game.players:
        names = " and ".join(event.people.get(other, other) for other in game.players)
        raise SlipRefused("player-not-in-this-match", said=said[:40], names=names)
    return game.players.index(player)


# ------------------------------------------------------------------------------
# Counting a score on the command line from what is left of a list.

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
    from tiltyard.cli.event_lists import readable_list
    from tiltyard.day.counting import pieces_here
    from tiltyard.day.event import round_of

    if owner not in game.players or len(game.players) != 2:
        names = " and ".join(at.event.people.get(player, player) for player in game.players)
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
    for name in said:
        wanted = name.strip().casefold()
        able = [
            piece.number
            for piece in pieces
            if piece.number not in found
            and (wanted == str(piece.number) or piece.name.casefold().startswith(wanted))
        ]
        if not able or not wanted:
            raise Refused(
                "nothing-list-called",
                name=name[:_LONGEST],
                pieces=tuple(f"{piece.number} {piece.name}" for piece in pieces),
            )
        found.add(able[0])
    return found


def _show(at: Sitting, pieces: tuple[Piece, ...]) -> None:
    at.answer(
        pieces=[
            {"number": piece.number, "name": piece.name, "points": piece.points} for piece in pieces
        ]
    )
    for piece in pieces:
        worth = "?" if piece.points is None else str(piece.points)
        at.say(f"{piece.number:>3}  {', '.join((piece.name, *piece.upgrades))} ({worth})")
    at.say(say("terminal.say-what-is-left"))


def _answer(at: Sitting, home: DayRound, game: Game, owner: PlayerId, staying: set[int]) -> None:
    from tiltyard.day.counting import count_here
    from tiltyard.text.game_notes import count_text

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


_COUNTING = {"count": count}


# ------------------------------------------------------------------------------
# Results on the command line: slips, confirmations, disputes, corrections.


@act("report")
@click.argument("table")
@slip_options
def report(at: Sitting, table: str, **said: Any) -> None:
    """Hand in the slip of your own game at TABLE (--as PLAYER)."""
    from tiltyard.day.results import ReportResult

    game = find_game(at.event, table)
    slip = slip_of(at.event, game, said)
    try:
        done = at.do(ReportResult(game.id, slip))
    except Refused:
        if at.me not in game.players:
            at.way_out = "report-as-player"
        raise
    at.answer(digest=next(_digests(done.facts), slip.digest))
    _tell_dispute(at, done.event, game.id)


def _digests(facts: tuple[Recorded, ...]) -> Iterator[str]:
    """Yield the fingerprints of the slips as they were recorded."""
    for recorded in facts:
        if isinstance(recorded.fact, ResultReported | ResultConfirmed):
            yield recorded.fact.slip.digest


def _tell_dispute(at: Sitting, event: Event, match: MatchId) -> None:
    """Say at once that two versions stand against each other, and what each of them says."""
    game = event.game(match)
    if game is None or not game.is_disputed:
        return
    from tiltyard.text.facts import slip_text, versions

    sides = tuple(event.people.get(player, player) for player in game.players)
    told = [(who, slip_text(slip, sides, event.people)) for who, slip in versions(event, game)]
    at.answer(disputed=[{"by": who, "result": text} for who, text in told])
    at.say(say("terminal.versions-differ"))
    for who, text in told:
        at.say(f"  {who}: {text}")


@act("confirm")
@click.argument("table")
@click.option("--digest", help="The fingerprint of the slip you have seen.")
@click.option("--yes", is_flag=True, help="Confirm the slip as it stands, without asking.")
def confirm(at: Sitting, table: str, digest: str | None, *, yes: bool) -> None:
    """Agree with exactly the slip your opponent handed in for TABLE (--as PLAYER)."""
    from tiltyard.day.results import ConfirmResult
    from tiltyard.text.facts import slip_text

    event = at.event
    game = find_game(event, table)
    if digest is None:
        theirs = [filed.slip for filed in game.filed if filed.by != at.me]
        if not theirs:
            raise Refused("opponent-not-reported-yet")
        sides = tuple(event.people.get(player, player) for player in game.players)
        if not yes:
            click.echo(slip_text(theirs[0], sides, event.people), err=at.as_json)
            if not at.agreed(say("terminal.is-that-right")):
                return
        digest = theirs[0].digest
    at.do(ConfirmResult(game.id, digest))


@act("enter")
@click.argument("table")
@slip_options
@click.option("--note", default="")
def enter(at: Sitting, table: str, note: str, **said: Any) -> None:
    """Enter the slip of the game at TABLE."""
    from tiltyard.day.results import EnterResult

    game = find_game(at.event, table)
    done = at.do(EnterResult(game.id, slip_of(at.event, game, said), note))
    _tell_dispute(at, done.event, game.id)


@act("resolve")
@click.argument("table")
@slip_options
@click.option("--agree-with", metavar="PLAYER", help="The slip this player handed in is right.")
@reason_option
def resolve(at: Sitting, table: str, agree_with: str | None, reason: str, **said: Any) -> None:
    """Decide which result of the disputed game at TABLE counts."""
    from tiltyard.day.results import ResolveDispute

    event = at.event
    game = find_game(event, table)
    if agree_with is None:
        slip = slip_of(event, game, said)
    else:
        player = find_player(event, agree_with)
        filed = [other.slip for other in game.filed if other.by == player]
        if not filed:
            raise Refused("handed-no-slip", agree_with=agree_with[:40])
        slip = filed[-1]
    at.do(ResolveDispute(game.id, slip, reason))


@act("correct")
@click.argument("table")
@click.option("--round", "round_", metavar="ROUND", help="Which round; else the newest.")
@slip_options
@click.option("--absent", metavar="PLAYER", help="No slip: this player did not come after all.")
@click.option("--instead-of", metavar="DIGEST", help="The slip you have seen; else as it stands.")
@reason_option
def correct(
    at: Sitting,
    table: str,
    round_: str | None,
    absent: str | None,
    instead_of: str | None,
    reason: str,
    **said: Any,
) -> None:
    """Put right a result that counted, and say whose place that changes."""
    from tiltyard.day.results import CorrectResult

    before = at.event
    game = find_game(before, table, round_)
    slip = None if absent is not None and not has_slip(said) else slip_of(before, game, said)
    away = find_player(before, absent) if absent is not None else None
    replaced = instead_of or _replaced(at, game)
    done = at.do(CorrectResult(game.id, slip, replaced, reason, away))
    if not done.repeated:
        tell_what_changed(at, before, done.event)


def _replaced(at: Sitting, game: Game) -> str:
    """Return the digest of the slip that counts; in a retry, of the one that counted then."""
    for recorded in at.recorded_before():
        if isinstance(recorded.fact, ResultCorrected):
            return recorded.fact.before.digest if recorded.fact.before is not None else ""
    return game.slip.digest if game.slip is not None else ""


@act("forfeit")
@click.argument("player")
@click.option("--keep", is_flag=True, help="Do not drop the player.")
@reason_option
def forfeit(at: Sitting, player: str, reason: str, *, keep: bool) -> None:
    """Say that PLAYER did not come; they are dropped as well unless --keep."""
    from tiltyard.day.results import ForfeitGame

    event = at.event
    absent = find_player(event, player)
    at.do(ForfeitGame(find_match(event, absent), absent, not keep, reason))


@act("totals")
@click.argument("table")
def totals(at: Sitting, table: str) -> None:
    """Note that the players at TABLE compared their lists as ordered."""
    from tiltyard.day.results import VerifyTotals

    at.do(VerifyTotals(find_match(at.event, table)))


_RESULTS = {
    "report": report,
    "confirm": confirm,
    "enter": enter,
    "resolve": resolve,
    "correct": correct,
    "forfeit": forfeit,
    "totals": totals,
}


COMMANDS = {**_RESULTS, **_COUNTING}
