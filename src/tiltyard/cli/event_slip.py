"""A result slip on the command line: its options, and whose numbers come first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_player
from tiltyard.core.errors import SlipRefused

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.state.event import Event, Game

ENDS = ["destroyed", "mutual", "rounds", "time", "concession", "intentional_draw"]
_PAIR: dict[str, Any] = {"type": int, "nargs": 2, "metavar": "N N"}
_SIDE: dict[str, Any] = {
    "metavar": "PLAYER",
    "help": "A name, or 0 or 1 for the first or second player.",
}

_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--end", type=click.Choice(ENDS), help="How the game ended."),
    click.option("--score", **_PAIR, help="The scores, the first-listed player's first."),
    click.option("--objectives", **_PAIR, help="Objective points on top."),
    click.option("--survivor", **_SIDE),
    click.option("--conceded", **_SIDE),
    click.option("--initiative", **_SIDE),
    click.option("--leaders", type=bool, nargs=2, metavar="YES|NO YES|NO", help="Leader killed?"),
    click.option("--flurry", **_PAIR, multiple=True, help="A Final Flurry roll; may repeat."),
    click.option("--witness", metavar="LEADER", help="The leader who was present."),
    click.option(
        "--extra", type=(str, int, int), multiple=True, metavar="NAME N N", help="Own tie-break."
    ),
    click.option("--for", "side_of", metavar="PLAYER", help="All numbers from this player's side."),
)


def slip_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a slip to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def has_slip(said: dict[str, Any]) -> bool:
    """Whether any option of a slip was given."""
    return any(value not in (None, ()) for value in said.values())


def slip_of(event: Event, game: Game, said: dict[str, Any]) -> Slip:
    """Return the slip that the options say, in the order of the players of the match."""
    from tiltyard.core.facts.results import Slip

    if said["end"] is None:
        raise SlipRefused("slip-does-not-say-how", field="end")
    turned = _is_turned(event, game, said["side_of"])

    def pair(value: tuple[Any, Any] | None) -> Any:
        return (value[1], value[0]) if turned and value is not None else value

    def side(name: str) -> int | None:
        return _side(event, game, said[name], turned=turned)

    witness = said["witness"]
    return Slip(
        end=said["end"],
        score=pair(said["score"]),
        objectives=pair(said["objectives"]) or (0, 0),
        survivor=side("survivor"),
        conceded=side("conceded"),
        initiative=side("initiative"),
        leaders=pair(said["leaders"]),
        flurry=tuple(pair(roll) for roll in said["flurry"]),
        witness=witness,
        extra={name: pair((first, second)) for name, first, second in said["extra"]},
    )


def _is_turned(event: Event, game: Game, side_of: str | None) -> bool:
    return side_of is not None and _place(event, game, side_of) == 1


def _place(event: Event, game: Game, said: str) -> int:
    player = find_player(event, said)
    if player not in game.players:
        names = " and ".join(event.people.get(one, one) for one in game.players)
        raise SlipRefused("player-not-in-this-match", said=said[:40], names=names)
    return game.players.index(player)


def _side(event: Event, game: Game, said: str | None, *, turned: bool) -> int | None:
    if said is None:
        return None
    if said in {"0", "1"}:
        return 1 - int(said) if turned else int(said)
    return _place(event, game, said)
