"""Taking back on the command line, and the account of what a change does to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_sitting import Sitting, act
from tiltyard.core.facts.setup import ActUndone

if TYPE_CHECKING:
    from tiltyard.core.state import Event


@act("undo")
@click.option("--reason", default="", help="Why; needed when somebody else did it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def undo(at: Sitting, reason: str, *, yes: bool) -> None:
    """Show what the last act of EVENT was, and take it back."""
    from tiltyard.core.decide.setup import Undo

    before = at.event
    repeated = bool(at.recorded_before())
    command = Undo(reason, _first_seen(at))
    if not repeated and not yes:
        refused = at.desk.refusal(at.name, at.me, command)
        if refused is not None:
            raise refused
        _show_last_act(at)
        if not at.agreed("Take this back?"):
            return
    done = at.do(command)
    if not repeated:
        tell_what_changed(at, before, done.event)


def _first_seen(at: Sitting) -> int | None:
    """Return the first fact of what is taken back; in a retry, of what was taken back then."""
    for one in at.recorded_before():
        if isinstance(one.fact, ActUndone):
            return one.fact.first
    last = at.event.last_act
    return last.first if last is not None else None


def _show_last_act(at: Sitting) -> None:
    from tiltyard.words.told_facts import told_text

    last = at.event.last_act
    if last is None:
        return
    actor = at.event.people.get(last.actor, last.actor)
    click.echo(f"{last.act.replace('-', ' ')}, by {actor}:", err=at.as_json)
    for one in at.desk.log(at.name, last.first - 1):
        if one.number <= last.last:
            click.echo(f"  {told_text(one, at.event, at.rules, at.me)}", err=at.as_json)


def tell_what_changed(at: Sitting, before: Event, after: Event) -> None:
    """Say whose place changed, in the standings and in the cut."""
    from tiltyard.core.consequences import account

    changed = account(before, after, at.ruleset)
    names = {**before.people, **after.people}
    at.answer(
        moved=[
            {"player": one.player, "before": one.rank_before, "after": one.rank_after}
            for one in changed.moved
        ],
        into_the_cut=list(changed.into_the_cut),
        out_of_the_cut=list(changed.out_of_the_cut),
        rounds_that_stay=list(changed.rounds_that_stay),
        would_be_in=list(changed.would_be_in),
        would_be_out=list(changed.would_be_out),
    )
    for one in changed.moved:
        if one.rank_before != one.rank_after:
            at.say(f"  {names[one.player]}: place {one.rank_before} -> {one.rank_after}")
    for player in changed.into_the_cut:
        at.say(f"  {names[player]} is in the cut now")
    for player in changed.out_of_the_cut:
        at.say(f"  {names[player]} is no longer in the cut")
    for player in changed.would_be_in:
        at.say(f"  {names[player]} would have been in the cut, which stays as it was made")
    for player in changed.would_be_out:
        at.say(f"  {names[player]} would not have been in the cut, which stays as it was made")
    if changed.rounds_that_stay:
        at.say(f"  published rounds stay as they are: {', '.join(changed.rounds_that_stay)}")


COMMANDS = {"undo": undo}
