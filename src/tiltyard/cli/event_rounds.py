"""Rounds on the command line: draw, change by hand, publish, the clock, the cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_names import find_match, find_person, find_player
from tiltyard.cli.session import Sitting, act, reading, reason_option
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound


@act("draw")
@click.option("--allow-rematch", is_flag=True, help="The fewest repeats where none is impossible.")
@click.option("--publish", "at_once", is_flag=True, help="Publish the round as well.")
def draw(at: Sitting, *, allow_rematch: bool, at_once: bool) -> None:
    """Draw the next round of EVENT, with the reason for every table."""
    from tiltyard.day.rounds import DrawRound

    done = at.do(DrawRound(allow_rematch), "draw" if at_once else "", quiet=True)
    if done.repeated:
        at.say(say("terminal.drawn-before"))
    elif done.event.draft is not None and not at.as_json:
        show_drawn(at, done.event.draft)
    if at_once:
        publish_drawn(at, "publish")


def show_drawn(at: Sitting, round_: DayRound) -> None:
    """Draw a round as a table, the reasons beside each pair."""
    from tiltyard.cli.output import draw_pairings
    from tiltyard.day.as_tournament import as_tournament
    from tiltyard.engine.pairing.round import DrawnMatch, Pairings, Why

    matches = tuple(
        DrawnMatch(
            game.players,
            tuple(Why(reason.code, reason.clause, reason.facts) for reason in game.why),
            "bye" if game.kind == "bye" else "game",
            game.table,
            game.game,
        )
        for game in round_.games.values()
    )
    warnings = tuple(Why(reason.code, reason.clause, reason.facts) for reason in round_.warnings)
    drawn = Pairings(
        round_.stage, round_.number, matches, warnings, round_.seeds, draws=round_.cards
    )
    draw_pairings(as_tournament(at.event), drawn)


@act("discard")
@reason_option
def discard(at: Sitting, reason: str) -> None:
    """Throw the drawn round away; it stays visible, and the next draw is another attempt."""
    from tiltyard.day.rounds import DiscardDraw

    at.do(DiscardDraw(reason))


@act("swap")
@click.argument("first")
@click.argument("second", required=False)
@click.option("--pair", is_flag=True, help="They meet each other.")
@reason_option
def swap(at: Sitting, first: str, second: str | None, reason: str, *, pair: bool) -> None:
    """Change the drawn round by hand.

    FIRST and SECOND change places, or with --pair meet each other; FIRST alone has the bye.
    """
    from tiltyard.day.rounds import ByHand, ChangePairings

    event = at.event
    other = find_player(event, second) if second is not None else None
    change = ByHand(find_player(event, first), other, pair)
    done = at.do(ChangePairings((change,), reason))
    if not at.as_json and done.event.draft is not None and not done.repeated:
        show_drawn(at, done.event.draft)
        show_changes(at, done.event.draft)


@act("cards")
@click.argument("cards", nargs=-1, required=True, metavar="KIND=CARD...")
@reason_option
def cards(at: Sitting, cards: tuple[str, ...], reason: str) -> None:
    """Enter cards that were drawn at the table, such as deployment=Standoff."""
    from tiltyard.day.rounds import SetCards

    if any("=" not in card for card in cards):
        raise click.UsageError("each card as KIND=CARD")
    named = dict(card.split("=", 1) for card in cards)
    at.do(SetCards(named, reason))


@act("publish")
def publish(at: Sitting) -> None:
    """Make the drawn round public; what was changed by hand is said."""
    publish_drawn(at)


def publish_drawn(at: Sitting, part: str = "") -> None:
    """Publish the drawn round, and say what was changed in it by hand and what that costs."""
    from tiltyard.day.rounds import PublishRound

    done = at.do(PublishRound(), part)
    published = done.event.current
    if published is not None and published.by_hand and not done.repeated:
        show_changes(at, published)


def show_changes(at: Sitting, round_: DayRound) -> None:
    """Say which tables were changed by hand, why, and what it costs the rules."""
    from tiltyard.engine.pairing.round import Why
    from tiltyard.text.reasons import why_text

    people = at.event.people
    for game in round_.games.values():
        if game.override is not None:
            names = " v ".join(people[player] for player in game.players)
            if game.kind == "bye":
                names = say("terminal.with-a-bye", names=names)
            reason = game.override[1]
            at.say(f"  {say('terminal.changed-by-hand', players=names, reason=reason)}")
    for cost in round_.costs:
        text = why_text(Why(cost.code, cost.clause, cost.facts), people, "consequences")
        at.say(f"  {say('terminal.effect', text=text, clause=cost.clause)}")


@act("unpublish")
@reason_option
def unpublish(at: Sitting, reason: str) -> None:
    """Take the published round back before any of its games counts."""
    from tiltyard.day.rounds import WithdrawRound

    at.do(WithdrawRound(reason))


@act("seat")
def seat(at: Sitting) -> None:
    """Ask the players to their tables."""
    from tiltyard.day.clock import CallSeating

    at.do(CallSeating())


@click.group()
def clock() -> None:
    """The clock of the round."""


@act("start", clock)
def clock_start(at: Sitting) -> None:
    """Start the round."""
    from tiltyard.day.clock import StartClock

    at.do(StartClock())


@act("pause", clock)
@reason_option
def clock_pause(at: Sitting, reason: str) -> None:
    """Stop the clock for everybody."""
    from tiltyard.day.clock import PauseClock

    at.do(PauseClock(reason))


@act("resume", clock)
def clock_resume(at: Sitting) -> None:
    """Let the clock run again."""
    from tiltyard.day.clock import ResumeClock

    at.do(ResumeClock())


@act("time", clock)
def clock_time(at: Sitting) -> None:
    """Call time; games are finished as the ruleset says."""
    from tiltyard.day.clock import CallTime

    at.do(CallTime())
    ending = at.rules.clock
    at.say(f"{ending.time_called} ({ending.time_called_clause})")


@reading("show", clock)
def clock_show(at: Sitting) -> None:
    """Say how much time is left, table by table where some have more."""
    from tiltyard.cli.event_names import find_round
    from tiltyard.cli.event_overview import capitalized, minutes_text
    from tiltyard.day.event import remaining_seconds
    from tiltyard.text.facts import match_text, round_text
    from tiltyard.views.round import state_of_round

    event = at.event
    round_ = find_round(event, None)
    now = at.desk.clock.now()
    left = remaining_seconds(round_.timer, now) if round_.began else None
    state = state_of_round(at.event, round_)
    at.answer(round=round_.id, state=state, minutes=round_.timer.minutes, seconds_left=left)
    parts = [f"{capitalized(round_text(event, round_.id))}: {word(state)}"]
    if left is not None and not round_.timer.called:
        parts.append(say("terminal.time-left", time=minutes_text(left)))
    at.say(", ".join(parts))
    for game in round_.games.values():
        more = remaining_seconds(round_.timer, now, game.extension) if game.extension else None
        if game.is_open and more is not None:
            text = say("terminal.time-left", time=minutes_text(more))
            at.say(f"  {match_text(event, game.id)}: {text}")


@act("extend")
@click.argument("table")
@click.option("--minutes", type=int, help="Else as many as the event's option says.")
@reason_option
def extend(at: Sitting, table: str, minutes: int | None, reason: str) -> None:
    """Give the game at TABLE more time."""
    from tiltyard.day.clock import GrantExtension

    at.do(GrantExtension(find_match(at.event, table), reason, minutes))


@act("move")
@click.argument("table")
@click.argument("to", type=int)
@reason_option
def move(at: Sitting, table: str, to: int, reason: str) -> None:
    """Move the game at TABLE to the free table TO."""
    from tiltyard.day.clock import ChangeTable

    at.do(ChangeTable(find_match(at.event, table), to, reason))


@act("assign")
@click.argument("table")
@click.argument("leader")
def assign(at: Sitting, table: str, leader: str) -> None:
    """Say that LEADER rules on the game at TABLE."""
    from tiltyard.day.clock import AssignRulingLeader

    event = at.event
    at.do(AssignRulingLeader(find_match(event, table), find_person(event, leader)))


@act("cut")
def cut(at: Sitting) -> None:
    """Settle who goes on after the Swiss rounds."""
    from tiltyard.day.rounds import MakeCut

    at.do(MakeCut())


COMMANDS = {
    "draw": draw,
    "discard": discard,
    "swap": swap,
    "cards": cards,
    "publish": publish,
    "unpublish": unpublish,
    "seat": seat,
    "clock": clock,
    "extend": extend,
    "move": move,
    "assign": assign,
    "cut": cut,
}
