"""Results on the command line: slips, confirmations, disputes, corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_game, find_match, find_player
from tiltyard.cli.event_sitting import Sitting, act, reason_option
from tiltyard.cli.event_slip import has_slip, slip_of, slip_options
from tiltyard.cli.event_undo import tell_what_changed
from tiltyard.core.errors import Refused
from tiltyard.core.facts.results import ResultConfirmed, ResultCorrected, ResultReported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.facts import Recorded
    from tiltyard.core.ids import MatchId
    from tiltyard.core.state.event import Event, Game


@act("report")
@click.argument("table")
@slip_options
def report(at: Sitting, table: str, **said: Any) -> None:
    """Hand in the slip of your own game at TABLE (--as PLAYER)."""
    from tiltyard.core.decide.results import ReportResult

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
    for one in facts:
        if isinstance(one.fact, ResultReported | ResultConfirmed):
            yield one.fact.slip.digest


def _tell_dispute(at: Sitting, event: Event, match: MatchId) -> None:
    """Say at once that two versions stand against each other, and what each of them says."""
    game = event.game(match)
    if game is None or not game.is_disputed:
        return
    from tiltyard.words.facts import slip_text, versions

    sides = tuple(event.people.get(player, player) for player in game.players)
    told = [(who, slip_text(slip, sides, event.people)) for who, slip in versions(event, game)]
    at.answer(disputed=[{"by": who, "result": text} for who, text in told])
    at.say("The versions differ, and a leader has to decide (`tiltyard event resolve`):")
    for who, text in told:
        at.say(f"  {who}: {text}")


@act("confirm")
@click.argument("table")
@click.option("--digest", help="The fingerprint of the slip you have seen.")
@click.option("--yes", is_flag=True, help="Confirm the slip as it stands, without asking.")
def confirm(at: Sitting, table: str, digest: str | None, *, yes: bool) -> None:
    """Agree with exactly the slip your opponent handed in for TABLE (--as PLAYER)."""
    from tiltyard.core.decide.results import ConfirmResult
    from tiltyard.words.facts import slip_text

    event = at.event
    game = find_game(event, table)
    if digest is None:
        theirs = [one.slip for one in game.filed if one.by != at.me]
        if not theirs:
            raise Refused("opponent-not-reported-yet")
        sides = tuple(event.people.get(player, player) for player in game.players)
        if not yes:
            click.echo(slip_text(theirs[0], sides, event.people), err=at.as_json)
            if not at.agreed("Is that right?"):
                return
        digest = theirs[0].digest
    at.do(ConfirmResult(game.id, digest))


@act("enter")
@click.argument("table")
@slip_options
@click.option("--note", default="")
def enter(at: Sitting, table: str, note: str, **said: Any) -> None:
    """Enter the slip of the game at TABLE."""
    from tiltyard.core.decide.results import EnterResult

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
    from tiltyard.core.decide.results import ResolveDispute

    event = at.event
    game = find_game(event, table)
    if agree_with is None:
        slip = slip_of(event, game, said)
    else:
        player = find_player(event, agree_with)
        filed = [one.slip for one in game.filed if one.by == player]
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
    from tiltyard.core.decide.results import CorrectResult

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
    for one in at.recorded_before():
        if isinstance(one.fact, ResultCorrected):
            return one.fact.before.digest if one.fact.before is not None else ""
    return game.slip.digest if game.slip is not None else ""


@act("forfeit")
@click.argument("player")
@click.option("--keep", is_flag=True, help="Do not drop the player.")
@reason_option
def forfeit(at: Sitting, player: str, reason: str, *, keep: bool) -> None:
    """Say that PLAYER did not come; they are dropped as well unless --keep."""
    from tiltyard.core.decide.results import ForfeitGame

    event = at.event
    absent = find_player(event, player)
    at.do(ForfeitGame(find_match(event, absent), absent, not keep, reason))


@act("totals")
@click.argument("table")
def totals(at: Sitting, table: str) -> None:
    """Note that the players at TABLE compared their lists as ordered."""
    from tiltyard.core.decide.results import VerifyTotals

    at.do(VerifyTotals(find_match(at.event, table)))


COMMANDS = {
    "report": report,
    "confirm": confirm,
    "enter": enter,
    "resolve": resolve,
    "correct": correct,
    "forfeit": forfeit,
    "totals": totals,
}
