"""`tiltyard event`: a whole tournament day in the terminal, one command for every act."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from tiltyard.cli.store_option import store_option


class Line(NamedTuple):
    """One command of the day: the module it lies in, and what it does."""

    module: str
    does: str


DAY: dict[str, dict[str, Line]] = {
    "Before the start": {
        "new": Line("setup", "Set up an event."),
        "describe": Line("setup", "Change what the event is."),
        "language": Line("setup", "In which language it speaks: papers, screens, files."),
        "announce": Line("setup", "Make it public; its ruleset version is fixed."),
        "tell": Line("setup", "Note what all players were told."),
        "open-registration": Line("setup", "Let players register."),
        "staff": Line("people", "Appoint and release leaders, duty, the head marshal."),
        "register": Line("people", "Enter players; late ones as well."),
        "register-table": Line("people", "Enter the players of a table (CSV)."),
        "change": Line("people", "Put right what is known of a player."),
        "withdraw": Line("people", "Take a player off the list."),
        "shown-name": Line("people", "How a player is named in public."),
        "open-check-in": Line("setup", "Open the doors."),
        "check-in": Line("people", "Say who is here."),
        "inspect": Line("components", "Tick what is fine of a player's components."),
        "spare": Line("people", "A Spare Player joins or goes (Middle-earth)."),
        "army": Line("lists", "Army lists: hand in, check, approve ('squad', 'fleet')."),
        "product": Line("lists", "Whether a product is legal here."),
        "conversion": Line("lists", "Ask about a converted miniature, and answer."),
        "terrain": Line("lists", "Label a piece of existing terrain."),
        "count-terrain": Line("lists", "Note the terrain of a deployment card."),
        "tables": Line("setup", "How the tables of the hall are numbered."),
        "start": Line("setup", "Begin with those who are here."),
    },
    "Each round": {
        "draw": Line("rounds", "Draw the next round, with reasons ('pair' is the same)."),
        "discard": Line("rounds", "Throw a draw away; it stays visible."),
        "swap": Line("rounds", "Change a draw by hand, in public."),
        "cards": Line("rounds", "Enter cards drawn at the table."),
        "scenario": Line("components", "The special scenario of a round, or of all."),
        "publish": Line("rounds", "Make the drawn round public."),
        "unpublish": Line("rounds", "Take a round back before a game of it counts."),
        "seat": Line("rounds", "Ask the players to their tables."),
        "clock": Line("rounds", "Start, pause, resume, call time, show."),
        "extend": Line("rounds", "Give one table more time."),
        "move": Line("rounds", "Move a game to another table."),
        "assign": Line("rounds", "Say who rules on a game."),
        "mats": Line("lists", "Lay borrowed mats on the tables by lot."),
        "coin": Line("lists", "Toss the coin between lists of equal cost."),
        "first": Line("lists", "Note who begins a game."),
        "deck": Line("components", "Note that a damage deck was counted."),
    },
    "Results": {
        "report": Line("results", "A player hands in a slip."),
        "confirm": Line("results", "The opponent agrees with it."),
        "enter": Line("results", "The staff enters a slip."),
        "resolve": Line("results", "A leader decides a dispute."),
        "correct": Line("results", "Put right a result that counted."),
        "count": Line("results", "Count a score from what is left of a list."),
        "forfeit": Line("results", "Somebody did not come."),
        "totals": Line("results", "The players compared their lists."),
    },
    "Judging": {
        "call": Line("judging", "A judge call: open, rule, appeal."),
        "incident": Line("judging", "Note or report an incident."),
        "watch": Line("judging", "Have a game watched."),
        "component": Line("components", "A component is lost, damaged or not allowed."),
        "proxy": Line("components", "Make a proxy for a damaged card."),
        "share": Line("components", "Share components for a round."),
        "recommend": Line("judging", "Recommend a disqualification."),
        "decline-disqualification": Line("people", "Decide that such a player stays."),
        "disqualify": Line("judging", "Remove a player for good."),
    },
    "People who leave, the cut, the end": {
        "drop": Line("people", "Take a player out."),
        "rejoin": Line("people", "Let a dropped player in again."),
        "plan": Line("setup", "Play other rounds or another cut than announced."),
        "cut": Line("rounds", "Settle who goes on."),
        "take-place": Line("people", "Take a free place in the bracket."),
        "decline-place": Line("people", "Leave it to the next in rank."),
        "vote": Line("people", "Vote for the favourite opponent."),
        "extra": Line("people", "A number for an own tie-break."),
        "prize": Line("setup", "Give somebody a prize."),
        "finish": Line("setup", "End the event; its seed becomes public."),
        "reopen": Line("setup", "Open a finished event again."),
        "archive": Line("setup", "Put it away for good."),
        "undo": Line("setup", "Take back the last act, where that is safe."),
        "do": Line("act", "Any act by its name, with its values."),
    },
    "Reading": {
        "list": Line("reading", "All events of the store."),
        "show": Line("overview", "Where the event stands and what is next."),
        "round": Line("reading", "The round with the state of every table."),
        "standings": Line("reading", "Who stands where, and why."),
        "published": Line("people", "Numbers published elsewhere, beside ours."),
        "history": Line("reading", "Everything that happened, in words."),
        "can": Line("rights", "May somebody do this now, and why not?"),
    },
}
ALIASES = {"pair": "draw", "squad": "army", "fleet": "army"}
LINES = {name: line for lines in DAY.values() for name, line in lines.items()}


class DayGroup(click.Group):
    """The commands in the order of a day, each imported only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(LINES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name, importing its module now."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in LINES:
            return None
        module = import_module(f"tiltyard.cli.event_{LINES[name].module}")
        commands: dict[str, click.Command] = module.COMMANDS
        return commands[name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by the moments of a day."""
        for moment, lines in DAY.items():
            with formatter.section(moment):
                formatter.write_dl([(name, line.does) for name, line in lines.items()])


@click.group(cls=DayGroup)
@store_option
def event(store: str | None) -> None:  # every command reads it through its context
    """Run a tournament day in the terminal.

    Players are named by id, #number or name; tables by number, by a player, or by match id.
    """
