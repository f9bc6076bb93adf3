"""Reading an event on the command line: overview, round, standings, history, rights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_game, find_player, find_round
from tiltyard.cli.event_sitting import (
    Sitting,
    as_option,
    fact_document,
    json_option,
    own_store_option,
    reading,
    sitting,
)
from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.state.event import DayRound, Event, Game

NOT_ALLOWED = 1


@click.command("list")
@json_option
@own_store_option
def list_events(store: str | None, *, as_json: bool) -> None:
    """List all events of the store."""
    with sitting("", as_json=as_json) as at:
        events = [at.desk.event(name) for name in at.desk.events()]
        at.answer(events=[_line_of(one) for one in events])
        for one in events:
            line = _line_of(one)
            at.say(
                f"{one.id}  {line['date']}  {line['ruleset']}  {line['players']} players, "
                f"{line['phase']}: {line['name']}"
            )
        if not events:
            at.say("No events yet: `tiltyard event new`.")


def _line_of(event: Event) -> dict[str, Any]:
    return {
        "event": event.id,
        "name": event.details.name,
        "ruleset": event.details.ruleset,
        "date": event.details.date.isoformat(),
        "phase": event.phase.replace("_", " "),
        "players": sum(1 for one in event.entrants.values() if not one.spare),
        "version": event.version,
    }


@reading("show")
def show(at: Sitting) -> None:
    """Say where EVENT stands: plan, staff, what is next and what blocks."""
    from tiltyard.core.reminders import reminders
    from tiltyard.words.reminders import reminder_sentence

    event, rules = at.event, at.rules
    found = reminders(event, rules, at.ruleset, at.desk.clock.now())
    staff = [(event.people[one.person], one.role, one.on_duty) for one in event.staff]
    at.answer(
        **_line_of(event),
        commitment=event.commitment,
        swiss_rounds=event.swiss_rounds,
        cut=event.cut,
        staff=[{"name": name, "role": role, "on_duty": duty} for name, role, duty in staff],
        reminders=[
            {
                "urgency": one.urgency,
                "code": one.code,
                "clause": one.clause,
                "text": reminder_sentence(one, event.people),
            }
            for one in found
        ],
    )
    line = _line_of(event)
    at.say(f"{line['name']} ({event.id}), {line['ruleset']}, {line['date']}: {line['phase']}")
    at.say(f"{line['players']} players; {_plan(event)}; version {event.version}")
    for name, role, duty in staff:
        at.say(f"  {role.replace('_', ' ')}: {name}{'' if duty else ' (off duty)'}")
    for one in found:
        at.say(f"{one.urgency}: {reminder_sentence(one, event.people)} ({one.clause})")


def _plan(event: Event) -> str:
    rounds = event.swiss_rounds
    if rounds is None:
        rounds = event.details.swiss_rounds
    cut = event.cut or event.details.cut
    if rounds is None:
        return f"{event.details.structure or 'no'} structure, rounds settled at the start"
    return f"{rounds} Swiss rounds, {f'cut to the top {cut}' if cut else 'no cut'}"


@reading("round")
@click.option("--round", "round_", metavar="ROUND", help="1, 2, ... or an id such as 2.1.")
@click.option("--why", is_flag=True, help="With the reasons of the draw.")
def show_round(at: Sitting, round_: str | None, *, why: bool) -> None:
    """Show the newest round of EVENT, drawn or published, table by table."""
    event = at.event
    shown = event.draft if event.draft is not None and round_ is None else find_round(event, round_)
    at.answer(**_round_document(event, shown))
    if at.as_json:
        return
    if why:
        from tiltyard.cli.event_rounds import show_drawn

        show_drawn(at, shown)
    else:
        _draw_round(event, shown)


def _round_document(event: Event, round_: DayRound) -> dict[str, Any]:
    return {
        "round": round_.id,
        "kind": round_.kind,
        "attempt": round_.attempt,
        "state": _state_of(event, round_),
        "cards": dict(round_.cards),
        "unpaired": list(round_.unpaired),
        "matches": [_game_document(round_, game) for game in round_.games.values()],
    }


def _state_of(event: Event, round_: DayRound) -> str:
    from tiltyard.core.state.event import round_state

    return "drawn" if round_ is event.draft else round_state(round_)


def _game_document(round_: DayRound, game: Game) -> dict[str, Any]:
    from tiltyard.core.state.event import match_state
    from tiltyard.words.facts import slip_text

    return {
        "match": game.id,
        "table": game.table,
        "kind": game.kind,
        "players": list(game.players),
        "state": match_state(round_, game),
        "result": slip_text(game.slip) if game.slip is not None else None,
        "reports": [{"by": one.by, "digest": one.slip.digest} for one in game.filed],
        "override": list(game.override) if game.override else None,
    }


def _draw_round(event: Event, round_: DayRound) -> None:
    from tiltyard.cli.tables import console, name_text, plain_table
    from tiltyard.core.state.event import match_state
    from tiltyard.words.facts import round_text, slip_text

    out = console()
    state = _state_of(event, round_).replace("_", " ")
    title = f"{event.details.name}: {round_text(event, round_.id)}, {state}"
    out.print(name_text(title), style="bold")
    for kind, card in round_.cards.items():
        out.print(name_text(f"{kind}: {card}"))
    table = plain_table(("table", "right"), "match", "players", "state", "result")
    for game in round_.games.values():
        sides = tuple(event.people.get(player, player) for player in game.players)
        said = slip_text(game.slip) if game.slip is not None else ""
        kind = "" if game.kind == "game" else f"  ({game.kind.replace('_', ' ')})"
        table.add_row(
            "" if game.table is None else str(game.table),
            game.id,
            name_text(" v ".join(sides) + kind),
            match_state(round_, game),
            name_text(said),
        )
    out.print(table)


@reading("standings")
@click.option("--after", type=click.IntRange(min=0), help="Count only this many closed rounds.")
def standings(at: Sitting, after: int | None) -> None:
    """Rank the field of EVENT."""
    from tiltyard.core import flow
    from tiltyard.core.state.as_tournament import as_tournament
    from tiltyard.formats.answers import standings_document

    tournament = as_tournament(at.event)
    result = flow.standings(tournament, at.ruleset, after)
    at.answer(**standings_document(result))
    if not at.as_json:
        from tiltyard.cli.tables import draw_standings

        draw_standings(tournament, at.rules, result)


@reading("history")
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only what came later.")
def history(at: Sitting, after: int) -> None:
    """Tell everything that happened at EVENT, discarded draws and overrides included."""
    from tiltyard.core.facts.setup import ActUndone
    from tiltyard.words.facts import fact_text

    event = at.event
    log = tuple(at.desk.log(at.name))
    undone: set[int] = set()
    for one in log:
        if isinstance(one.fact, ActUndone):
            undone.update(range(one.fact.first, one.fact.last + 1))
    told = []
    for one in log[after:]:
        actor = event.people.get(one.actor, one.actor)
        text = fact_text(one.fact, event)
        mark = " [taken back]" if one.number in undone else ""
        at.say(f"{one.number:>4}  {one.at:%Y-%m-%d %H:%M:%S}  {actor} ({one.role}): {text}{mark}")
        told.append(
            {
                **fact_document(one, event),
                "at": one.at.isoformat(),
                "actor": one.actor,
                "role": one.role,
                "act": one.cause,
                "taken_back": one.number in undone,
                "text": text,
            }
        )
    at.answer(event=at.name, facts=told)


@reading("can")
@as_option
@click.argument("deed", metavar="ACT")
@click.option("--player", help="Whose place it is about.")
@click.option("--match", "table", metavar="TABLE", help="Which match it is about.")
def can(at: Sitting, deed: str, player: str | None, table: str | None) -> None:
    """Ask whether the person of --as may do ACT now: exit 0 if so, 1 with the reason if not."""
    from tiltyard.core.policy import ACTS, refusal

    if deed not in ACTS:
        raise Refused(f"there is no act {deed[:40]!r}", fix="one of " + ", ".join(ACTS))
    event = at.event
    concerned: tuple[PersonId, ...] = (find_player(event, player),) if player else ()
    if table:
        concerned = (*concerned, *find_game(event, table).players)
    no = refusal(event, at.rules, at.me, deed, concerned)
    name = event.people.get(at.me, at.me)
    at.answer(act=deed, person=at.me, allowed=no is None)
    if no is None:
        at.say(f"Yes: {name} may do this now.")
        return
    from tiltyard.formats.answers import error_document

    at.answer(why=error_document(no)["error"])
    clause = f" ({no.clause})" if no.clause else ""
    at.say(f"No: {no.message}{clause}; {no.fix}")
    at.exit_code = NOT_ALLOWED


COMMANDS = {
    "list": list_events,
    "show": show,
    "round": show_round,
    "standings": standings,
    "history": history,
    "can": can,
}
