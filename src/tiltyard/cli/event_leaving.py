"""Players who leave and come back, places in the bracket, votes: on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from tiltyard.cli.event_names import find_player
from tiltyard.cli.event_sitting import Sitting, act, reason_option
from tiltyard.cli.event_slip import has_slip, slip_of, slip_options
from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from tiltyard.core.facts.people import LeavingReason
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PlayerId

WHY = [
    "voluntary",
    "no_show",
    "ineligible_component",
    "missing_component",
    "manipulative_concession",
    "other",
]


@act("drop")
@click.argument("player")
@click.option("--why", type=click.Choice(WHY), default="voluntary", show_default=True)
@click.option("--note", default="")
@slip_options
def drop(at: Sitting, player: str, why: str, note: str, **said: Any) -> None:
    """Take PLAYER out of EVENT; out of a running game with the slip of the concession."""
    from tiltyard.core.decide.leaving import DropPlayer

    who = find_player(at.event, player)
    at.do(DropPlayer(who, cast("LeavingReason", why), note, concession(at, who, said)))


def concession(at: Sitting, player: PlayerId, said: dict[str, Any]) -> Slip | None:
    """Return the slip of the game somebody leaves, if one was given; it is a concession."""
    if not has_slip(said):
        return None
    game = at.event.game_of(player)
    if game is None:
        raise Refused("player-no-game-now")
    if said["end"] is None:
        said = {**said, "end": "concession"}
    if said["conceded"] is None and said["end"] == "concession":
        said = {**said, "conceded": player}
    return slip_of(at.event, game, said)


@act("decline-disqualification")
@click.argument("player")
@reason_option
def decline_disqualification(at: Sitting, player: str, reason: str) -> None:
    """Decide that PLAYER, whose disqualification was recommended, stays."""
    from tiltyard.core.decide.leaving import DeclineDisqualification

    at.do(DeclineDisqualification(find_player(at.event, player), reason))


@act("rejoin")
@click.argument("player")
@reason_option
def rejoin(at: Sitting, player: str, reason: str) -> None:
    """Let the dropped PLAYER in again; missed rounds are unpaired losses."""
    from tiltyard.core.decide.leaving import Rejoin

    at.do(Rejoin(find_player(at.event, player), reason))


@act("take-place")
@click.argument("player")
def take_place(at: Sitting, player: str) -> None:
    """PLAYER joins the bracket in place of somebody who left."""
    from tiltyard.core.decide.leaving import TakePlace

    at.do(TakePlace(find_player(at.event, player)))


@act("decline-place")
@click.argument("player")
def decline_place(at: Sitting, player: str) -> None:
    """PLAYER leaves the free place in the bracket to the next in rank."""
    from tiltyard.core.decide.leaving import DeclinePlace

    at.do(DeclinePlace(find_player(at.event, player)))


@act("vote")
@click.argument("player")
@click.argument("opponent")
def vote(at: Sitting, player: str, opponent: str) -> None:
    """PLAYER names the OPPONENT they enjoyed most."""
    from tiltyard.core.decide.players import VoteFavourite

    event = at.event
    at.do(VoteFavourite(find_player(event, player), find_player(event, opponent)))


@act("extra")
@click.argument("player")
@click.argument("name")
@click.argument("value", type=int)
def extra(at: Sitting, player: str, name: str, value: int) -> None:
    """Give PLAYER the number VALUE for the own tie-break NAME."""
    from tiltyard.core.decide.players import ScoreExtra

    at.do(ScoreExtra(find_player(at.event, player), name, value))


COMMANDS = {
    "drop": drop,
    "decline-disqualification": decline_disqualification,
    "rejoin": rejoin,
    "take-place": take_place,
    "decline-place": decline_place,
    "vote": vote,
    "extra": extra,
}
