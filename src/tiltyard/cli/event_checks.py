"""What is looked at by hand, on the command line: decks, components, special scenarios."""

from __future__ import annotations

import click

from tiltyard.cli.event_names import find_match, find_player
from tiltyard.cli.event_sitting import Sitting, act


@act("deck")
@click.argument("table")
@click.argument("player")
@click.argument("found", type=click.Choice(["complete", "short"]))
@click.option("--note", default="", help="What is missing, or too much.")
def deck(at: Sitting, table: str, player: str, found: str, note: str) -> None:
    """Note that the damage deck of PLAYER at TABLE was counted."""
    from tiltyard.core.decide.checks import CheckDeck

    event = at.event
    match, owner = find_match(event, table), find_player(event, player)
    at.do(CheckDeck(match, owner, found == "complete", note))


@act("inspect")
@click.argument("player")
@click.argument("items", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Everything on the list is fine.")
@click.option("--note", default="", help="What is not, or what was agreed about it.")
def inspect(
    at: Sitting, player: str, items: tuple[str, ...], note: str, *, everything: bool
) -> None:
    """Note that ITEMS of PLAYER's components are fine; without any, show the list."""
    from tiltyard.core.decide.checks import InspectComponents

    who = find_player(at.event, player)
    known = [item.id for item in at.rules.checks.inspection]
    if items or everything or note:
        ticked = (*items, *known) if everything else items
        at.do(InspectComponents(who, tuple(item.replace("-", "_") for item in ticked), note))
    _show_inspection(at, who)


def _show_inspection(at: Sitting, player: str) -> None:
    """Show the list of what is inspected, with what was ticked for a player."""
    from tiltyard.core.ids import PlayerId

    found = at.event.inspections.get(PlayerId(player))
    ticked = found.ticked if found is not None else ()
    at.answer(
        player=player,
        ticked=list(ticked),
        left=[item.id for item in at.rules.checks.inspection if item.id not in ticked],
        note=found.note if found is not None else "",
        by=found.by if found is not None else None,
    )
    for item in at.rules.checks.inspection:
        mark = "x" if item.id in ticked else " "
        at.say(f"  [{mark}] {item.id}: {item.text} ({item.clause})")
    if not at.rules.checks.inspection:
        at.say(f"{at.rules.game} has no list of what is inspected.")


class _RoundOrAll(click.ParamType[str]):
    """The number of a round, or `all` for every round."""

    name = "round"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a number as text, or `all`."""
        if value.casefold() != "all" and not value.isdecimal():
            self.fail(f"{value!r} is no round: 1, 2, ... or all", param, ctx)
        return value.casefold()


@act("scenario")
@click.argument("round_", metavar="ROUND|all", type=_RoundOrAll())
@click.argument("name", required=False, default="")
@click.option("--text", default="", help="The extra rules of the scenario card.")
@click.option("--none", "nothing", is_flag=True, help="No special scenario in this round.")
def scenario(at: Sitting, round_: str, name: str, text: str, *, nothing: bool) -> None:
    """Play ROUND of EVENT, or all, with the special scenario NAME."""
    from tiltyard.core.decide.scenarios import SetScenario

    if bool(name) == nothing:
        raise click.UsageError("give the NAME of the scenario, or --none")
    number = None if round_ == "all" else int(round_[:9])
    at.do(SetScenario(number, name, text))


COMMANDS = {"deck": deck, "inspect": inspect, "scenario": scenario}
