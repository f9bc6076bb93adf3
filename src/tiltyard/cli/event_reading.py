"""Reading an event on the command line: all events, a round, standings, history."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_round
from tiltyard.cli.session import (
    Sitting,
    as_option,
    fact_document,
    json_option,
    own_store_option,
    reading,
    sitting,
)
from tiltyard.text.language import term
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import MatchId, PersonId
    from tiltyard.text.game_notes import GameNotes
    from tiltyard.views.round import TableRow


@click.command("list")
@json_option
@own_store_option
def list_events(store: str | None, *, as_json: bool) -> None:
    """List all events of the store."""
    with sitting("", as_json=as_json, reads=True) as at:
        events = [at.desk.event(name) for name in at.desk.events()]
        lines = [line_of(event) for event in events]
        at.answer(events=lines)
        for line in _aligned(lines) if lines else (say("terminal.no-events"),):
            at.say(line)


COLUMNS = ("event", "date", "ruleset", "players", "phase", "name")


def _aligned(lines: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a heading and a line for each event, its columns under one another and never cut."""
    headings = tuple(say(f"terminal.column-{name}") for name in COLUMNS)
    rows = [headings, *(tuple(_cell(name, line[name]) for name in COLUMNS) for line in lines)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS) - 1)]
    for *known, name in rows:
        padded = (cell.ljust(width) for cell, width in zip(known, widths, strict=True))
        yield f"{'  '.join(padded)}  {name}"


def _cell(column: str, value: object) -> str:
    if value is None:
        return "-"
    return word(str(value)) if column == "phase" else str(value)


def line_of(event: Event) -> dict[str, Any]:
    """Return an event in one line, for people and programs."""
    return {
        "event": event.id,
        "name": event.details.name,
        "ruleset": event.details.ruleset,
        "date": str(event.details.date) if event.details.date else None,
        "phase": event.phase.replace("_", " "),
        "players": event.player_count,
        "version": event.version,
    }


@reading("round")
@as_option
@click.option("--round", "round_", metavar="ROUND", help="1, 2, ... or an id such as 2.1.")
@click.option("--why", is_flag=True, help="With the reasons of the draw.")
def show_round(at: Sitting, round_: str | None, *, why: bool) -> None:
    """Show the newest round of EVENT, drawn or published, table by table."""
    event = at.event
    shown = event.draft if event.draft is not None and round_ is None else find_round(event, round_)
    notes = _notes(at, shown)
    doubts = _doubts(at, shown)
    at.answer(**_round_document(at, shown, notes))
    at.answer(doubts=doubts)
    if at.as_json:
        return
    from tiltyard.cli.event_rounds import show_changes, show_drawn

    if why:
        show_drawn(at, shown)
    else:
        _draw_round(at, shown)
    show_changes(at, shown)
    special = _scenario(event, shown)
    if special is not None:
        scenario = " - ".join(filter(None, special.values()))
        at.say(f"  {say('terminal.special-scenario', scenario=scenario)}")
    _say_notes(at, shown, notes)
    for doubt in doubts:
        at.say(f"  {doubt['table']}: {' '.join(doubt['texts'])}")


def _doubts(at: Sitting, round_: DayRound) -> list[dict[str, Any]]:
    """Return the results of a round that cannot be, as far as whoever asks may hear it."""
    from tiltyard.day.results import doubted_games
    from tiltyard.text.list_findings import mark_texts
    from tiltyard.views.round import game_number

    return [
        {
            "match": doubted_game.game.id,
            "table": game_number(doubted_game.game),
            "texts": mark_texts(doubted_game, at.event.people),
            "insisted": list(doubted_game.insisted),
        }
        for doubted_game in doubted_games(at.desk.scene(at.name, at.me), round_)
    ]


def _notes(at: Sitting, round_: DayRound) -> dict[MatchId, GameNotes]:
    """Return what is to be minded at every table, as if a drawn round were out."""
    from tiltyard.cli.event_components import search_notes
    from tiltyard.day.list_access import reads_lists
    from tiltyard.text.game_notes import notes_of_game, ruling_notes

    event = at.event
    if event.draft is not None and event.draft.id == round_.id:
        event = replace(event, rounds=(*event.rounds, round_), draft=None)
    reads = reads_lists(event, at.rules, at.me)

    def of(game: Game) -> GameNotes:
        notes = notes_of_game(event, at.rules, round_, game, name)
        ruled = tuple(ruling_notes(event, at.rules, game, name)) if reads else ()
        return replace(notes, notes=(*notes.notes, *search_notes(at, game), *ruled))

    def name(person: PersonId) -> str:
        return event.people.get(person, person)

    return {game.id: of(game) for game in round_.games.values()}


def _say_notes(at: Sitting, round_: DayRound, notes: dict[MatchId, GameNotes]) -> None:
    for row in _tables(at, round_):
        for note in notes[row.match].notes:
            clause = f" ({note.clause})" if note.clause else ""
            at.say(f"  {row.number}: {note.text}{clause}")


def _tables(at: Sitting, round_: DayRound) -> tuple[TableRow, ...]:
    """Return the tables of a round with everything the desk knows of them."""
    from tiltyard.views.event import EventVersion
    from tiltyard.views.round import table_rows

    version = EventVersion(at.event, at.rules, at.ruleset)
    return table_rows(version, round_, at.event.people, close=True)


def _round_document(
    at: Sitting, round_: DayRound, notes: dict[MatchId, GameNotes]
) -> dict[str, Any]:
    from tiltyard.views.round import state_of_round

    event = at.event
    rows = {row.match: row for row in _tables(at, round_)}
    return {
        "round": round_.id,
        "kind": round_.kind,
        "attempt": round_.attempt,
        "state": state_of_round(event, round_),
        "cards": dict(round_.cards),
        "scenario": _scenario(event, round_),
        "unpaired": list(round_.unpaired),
        "costs": [
            {"code": reason.code, "clause": reason.clause, "facts": dict(reason.facts)}
            for reason in round_.costs
        ],
        "matches": [
            {
                **_game_document(rows[game.id], game, event.people),
                "ruled_by": _ruled_by(at, rows[game.id], game),
                **_notes_document(notes[game.id]),
            }
            for game in round_.games.values()
        ],
    }


def _scenario(event: Event, round_: DayRound) -> dict[str, str] | None:
    from tiltyard.day.event import scenario_of

    found = scenario_of(event, round_)
    return {"name": found.name, "text": found.text} if found is not None else None


def _game_document(row: TableRow, game: Game, people: dict[PersonId, str]) -> dict[str, Any]:
    from tiltyard.text.facts import slip_text

    return {
        "match": row.match,
        "table": game.table,
        "game": game.game,
        "kind": row.kind,
        "players": [side.player for side in row.sides],
        "state": row.state,
        "result": slip_text(game.slip, people=people) if game.slip is not None else None,
        "reports": [
            {
                "by": filed.by,
                "digest": filed.slip.digest,
                "result": slip_text(filed.slip, people=people),
            }
            for filed in game.filed
        ],
        "override": list(game.override) if game.override else None,
        "side": game.side,
        "decks": [
            {
                "player": deck_check.player,
                "complete": deck_check.complete,
                "by": deck_check.by,
                "note": deck_check.note,
            }
            for deck_check in game.deck_checks
        ],
    }


def _ruled_by(at: Sitting, row: TableRow, game: Game) -> dict[str, Any] | None:
    """Return who rules on a game, and the leaders who play in it."""
    from tiltyard.day.roles import clause_on_leaders, leaders_in

    if row.kind != "game":
        return None
    leader, playing = row.leader, leaders_in(at.event, at.rules, game)
    return {
        "person": leader,
        "name": at.event.people.get(leader) if leader is not None else None,
        "leaders_playing": list(playing),
        "clause": clause_on_leaders(at.rules, playing) if playing else None,
    }


def _notes_document(notes: GameNotes) -> dict[str, Any]:
    return {
        "decides": notes.decides,
        "coin": notes.coin,
        "first": notes.first,
        "notes": [
            {"code": note.code, "text": note.text, "clause": note.clause} for note in notes.notes
        ],
    }


def _draw_round(at: Sitting, round_: DayRound) -> None:
    from rich.text import Text

    from tiltyard.cli.output import console, name_text, plain_table, seat_heading
    from tiltyard.text.facts import round_text
    from tiltyard.views.round import state_of_round

    event = at.event
    out = console()
    state = word(state_of_round(event, round_))
    title = f"{event.details.name}: {round_text(event, round_.id)}, {state}"
    out.print(name_text(title), style="bold")
    for kind, card in round_.cards.items():
        out.print(name_text(f"{kind}: {card}"))
    heading = seat_heading([(game.table, game.game) for game in round_.games.values()])
    columns = [say(f"terminal.column-{name}") for name in ("match", "players", "state", "result")]
    table = plain_table((heading, "right"), *columns)
    for row in _tables(at, round_):
        kind = "" if row.kind == "game" else f"  ({word(row.kind)})"
        results = _results(event, round_.games[row.match])
        table.add_row(
            "" if row.number is None else str(row.number),
            row.match,
            name_text(" v ".join(row.names) + kind),
            term(row.state),
            Text("\n").join(name_text(line) for line in results),
        )
    out.print(table)


def _results(event: Event, game: Game) -> list[str]:
    """Return the result that counts, or every version of a disputed one."""
    from tiltyard.text.facts import slip_text, versions

    if game.is_disputed:
        return [
            f"{who}: {slip_text(slip, people=event.people)}" for who, slip in versions(event, game)
        ]
    return [slip_text(game.slip, people=event.people)] if game.slip is not None else []


@reading("standings")
@click.option("--after", type=click.IntRange(min=0), help="Count only this many closed rounds.")
def standings(at: Sitting, after: int | None) -> None:
    """Rank the field of EVENT."""
    from tiltyard.formats.answers import standings_document
    from tiltyard.views.event import EventVersion
    from tiltyard.views.standings import standings_after

    version = EventVersion(at.event, at.rules, at.ruleset)
    result = standings_after(version, at.event.people, after)
    at.answer(**standings_document(result))
    if not at.as_json:
        from tiltyard.cli.output import draw_standings

        draw_standings(version.tournament, at.rules, result)


@reading("clinch")
def clinch(at: Sitting) -> None:
    """Say who of EVENT is safe and who is out, and what the others need."""
    from tiltyard.cli.clinch import verdict_lines
    from tiltyard.formats.answers import clinch_document
    from tiltyard.views.clinch import clinch_table
    from tiltyard.views.event import EventVersion

    table = clinch_table(EventVersion(at.event, at.rules, at.ruleset), at.event.people)
    found = [verdict for row in table.rows for verdict in row.verdicts] if table else []
    at.answer(**clinch_document(at.rules.name, found))
    for line in verdict_lines(found, at.event.people):
        at.say(line)
    if not found:
        at.say(say("clinch.nothing-to-say"))


@reading("history")
@as_option
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only what came later.")
@click.option(
    "--differences",
    is_flag=True,
    help="Only what the server recorded that lost the lead: enter it again if it is still true.",
)
def history(at: Sitting, after: int, *, differences: bool) -> None:
    """Tell everything that happened at EVENT, discarded draws and overrides included."""
    from tiltyard.day.fold import taken_back

    if differences:
        at.answer(event=at.name, differences=list(_differences(at)))
        return
    log = tuple(at.desk.log(at.name))
    at.answer(event=at.name, facts=list(_told(at, at.event, log[after:], taken_back(log))))


def _differences(at: Sitting) -> Iterator[dict[str, Any]]:
    """Yield what only another server recorded; names are those of its branch."""
    from tiltyard.service.differences import differences_beside

    beside = differences_beside(at.desk.store)
    branches = beside.branches(at.name) if beside is not None else []
    if not branches:
        at.say(say("terminal.no-differences"))
    for branch in branches:
        yield from _told(at, branch.event, branch.missing, frozenset())


def _told(
    at: Sitting, event: Event, facts: Iterable[Recorded], undone: frozenset[int]
) -> Iterator[dict[str, Any]]:
    """Say facts one after the other, and yield them for programs."""
    from tiltyard.text.facts import is_told, told_text

    rules, me = at.rules, at.me
    for recorded in facts:
        told_me = is_told(recorded, event, rules, me)
        actor, role = (recorded.actor, recorded.role) if told_me else ("", "")
        who = f"{event.people.get(actor, actor)} ({term(role)}): " if told_me else ""
        text = told_text(recorded, event, rules, me)
        told = say("terminal.undone", text=text) if recorded.number in undone else text
        at.say(f"{recorded.number:>4}  {recorded.at:%Y-%m-%d %H:%M:%S}  {who}{told}")
        yield {
            **fact_document(recorded, event, rules, me),
            "at": recorded.at.isoformat(),
            "actor": actor,
            "role": role,
            "act": recorded.cause if told_me else "",
            "taken_back": recorded.number in undone,
            "text": text,
        }


COMMANDS = {
    "list": list_events,
    "round": show_round,
    "standings": standings,
    "clinch": clinch,
    "history": history,
}
