"""`tiltyard event`: a whole tournament day in the terminal, one command for every act."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from tiltyard.cli.store_option import store_option


class DayCommand(NamedTuple):
    """One command of the day: the module it lies in, and what it does."""

    module: str
    does: str


DAY: dict[str, dict[str, DayCommand]] = {
    "Before the start": {
        "new": DayCommand("setup", "Set up an event."),
        "describe": DayCommand("setup", "Change what the event is."),
        "details": DayCommand("setup", "Change its name, venue, contact, notes or start time."),
        "language": DayCommand("setup", "In which language it speaks: papers, screens, files."),
        "announce": DayCommand("setup", "Make it public; with a text, tell the hall something."),
        "tell": DayCommand("setup", "Note what all players were told."),
        "open-registration": DayCommand("setup", "Let players register."),
        "staff": DayCommand("people", "Appoint and release leaders, duty, the head marshal."),
        "register": DayCommand("people", "Enter players; late ones as well."),
        "register-table": DayCommand("people", "Enter the players of a table (CSV)."),
        "change": DayCommand("people", "Put right what is known of a player."),
        "withdraw": DayCommand("people", "Take a player off the list."),
        "shown-name": DayCommand("people", "How a player is named in public."),
        "open-check-in": DayCommand("setup", "Open the doors."),
        "check-in": DayCommand("people", "Say who is here."),
        "inspect": DayCommand("components", "Tick what is fine of a player's components."),
        "spare": DayCommand("people", "A Spare Player joins or goes (Middle-earth)."),
        "army": DayCommand("lists", "Army lists: hand in, check, approve ('squad', 'fleet')."),
        "product": DayCommand("lists", "Whether a product is legal here."),
        "conversion": DayCommand("lists", "Ask about a converted miniature, and answer."),
        "terrain": DayCommand("lists", "Label a piece of existing terrain."),
        "count-terrain": DayCommand("lists", "Note the terrain of a deployment card."),
        "tables": DayCommand("setup", "How the tables of the hall are numbered."),
        "start": DayCommand("setup", "Begin with those who are here."),
    },
    "Each round": {
        "draw": DayCommand("rounds", "Draw the next round, with reasons ('pair' is the same)."),
        "discard": DayCommand("rounds", "Throw a draw away; it stays visible."),
        "swap": DayCommand("rounds", "Change a draw by hand, in public."),
        "cards": DayCommand("rounds", "Enter cards drawn at the table."),
        "scenario": DayCommand("components", "The special scenario of a round, or of all."),
        "publish": DayCommand("rounds", "Make the drawn round public."),
        "unpublish": DayCommand("rounds", "Take a round back before a game of it counts."),
        "seat": DayCommand("rounds", "Ask the players to their tables."),
        "clock": DayCommand("rounds", "Start, pause, resume, call time, show."),
        "extend": DayCommand("rounds", "Give one table more time."),
        "move": DayCommand("rounds", "Move a game to another table."),
        "assign": DayCommand("rounds", "Say who rules on a game."),
        "mats": DayCommand("lists", "Lay borrowed mats on the tables by lot."),
        "coin": DayCommand("lists", "Toss the coin between lists of equal cost."),
        "first": DayCommand("lists", "Note who begins a game."),
        "deck": DayCommand("components", "Note that a damage deck was counted."),
    },
    "Results": {
        "report": DayCommand("results", "A player hands in a slip."),
        "confirm": DayCommand("results", "The opponent agrees with it."),
        "enter": DayCommand("results", "The staff enters a slip."),
        "resolve": DayCommand("results", "A leader decides a dispute."),
        "correct": DayCommand("results", "Put right a result that counted."),
        "count": DayCommand("results", "Count a score from what is left of a list."),
        "forfeit": DayCommand("results", "Somebody did not come."),
        "totals": DayCommand("results", "The players compared their lists."),
    },
    "Judging": {
        "call": DayCommand("judging", "A judge call: open, rule, appeal."),
        "incident": DayCommand("judging", "Note or report an incident."),
        "watch": DayCommand("judging", "Have a game watched."),
        "component": DayCommand("components", "A component is lost, damaged or not allowed."),
        "proxy": DayCommand("components", "Make a proxy for a damaged card."),
        "share": DayCommand("components", "Share components for a round."),
        "recommend": DayCommand("judging", "Recommend a disqualification."),
        "decline-disqualification": DayCommand("people", "Decide that such a player stays."),
        "disqualify": DayCommand("judging", "Remove a player for good."),
    },
    "People who leave, the cut, the end": {
        "drop": DayCommand("people", "Take a player out."),
        "rejoin": DayCommand("people", "Let a dropped player in again."),
        "plan": DayCommand("setup", "Play other rounds or another cut than announced."),
        "cut": DayCommand("rounds", "Settle who goes on."),
        "take-place": DayCommand("people", "Take a free place in the bracket."),
        "decline-place": DayCommand("people", "Leave it to the next in rank."),
        "vote": DayCommand("people", "Vote for the favourite opponent."),
        "extra": DayCommand("people", "A number for an own tie-break."),
        "prize": DayCommand("setup", "Give somebody a prize."),
        "finish": DayCommand("setup", "End the event; its seed becomes public."),
        "reopen": DayCommand("setup", "Open a finished event again."),
        "archive": DayCommand("setup", "Put it away for good."),
        "undo": DayCommand("setup", "Take back the last act, where that is safe."),
        "do": DayCommand("act", "Any act by its name, with its values."),
    },
    "Reading": {
        "list": DayCommand("reading", "All events of the store."),
        "show": DayCommand("overview", "Where the event stands and what is next."),
        "round": DayCommand("reading", "The round with the state of every table."),
        "standings": DayCommand("reading", "Who stands where, and why."),
        "clinch": DayCommand("reading", "Who is safe, who is out, and what the others need."),
        "published": DayCommand("people", "Numbers published elsewhere, beside ours."),
        "history": DayCommand("reading", "Everything that happened, in words."),
        "can": DayCommand("rights", "May somebody do this now, and why not?"),
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
