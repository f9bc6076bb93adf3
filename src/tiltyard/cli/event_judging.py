"""Judging on the command line: calls, incidents, watches, disqualification."""

from __future__ import annotations

from typing import Any

import click

from tiltyard.cli.event_names import find_match, find_person, find_player
from tiltyard.cli.event_people import concession
from tiltyard.cli.event_results import slip_options
from tiltyard.cli.session import Sitting, act, reading, reason_option
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say


@click.group()
def call() -> None:
    """A judge call: open it, say its kind, rule on it, appeal the ruling."""


@act("open", call)
@click.argument("table")
@click.argument("topic")
@click.option("--direct", is_flag=True, help="Without asking the opponent first.")
@click.option("--kind", default="question", help="What it is about; see `call kinds`.")
def call_open(at: Sitting, table: str, topic: str, kind: str, *, direct: bool) -> None:
    """Ask for a ruling on TOPIC at TABLE."""
    from tiltyard.day.judging import CallJudge

    at.do(CallJudge(find_match(at.event, table), topic, direct, kind.replace("-", "_")))


@act("kind", call)
@click.argument("call")
@click.argument("kind")
def call_kind(at: Sitting, call: str, kind: str) -> None:
    """Say that CALL (such as c1) is about something of this KIND."""
    from tiltyard.day.judging import SayCallKind

    at.do(SayCallKind(call, kind.replace("-", "_")))


@reading("kinds", call)
def call_kinds(at: Sitting) -> None:
    """Show what a judge may be called about, and who decides it now."""
    from tiltyard.day.roles import call_kinds as known
    from tiltyard.day.roles import deciders

    event, told = at.event, []
    for matter in known(at.rules):
        who = [event.people[person] for person in deciders(event, at.rules, matter.id)]
        told.append(
            {"kind": matter.id, "title": matter.title, "clause": matter.clause, "decides": who}
        )
        decide = ", ".join(who) or say("terminal.every-judge")
        at.say(f"{matter.id}: {ruleset_text(matter.title)}, {decide} ({matter.clause})")
    at.answer(kinds=told)


@act("rule", call)
@click.argument("call")
@click.argument("ruling")
@click.option("--overrules", default="", metavar="DOCUMENT", help="Departs from this document.")
def call_rule(at: Sitting, call: str, ruling: str, overrules: str) -> None:
    """Give a RULING on CALL (such as c1)."""
    from tiltyard.day.judging import RuleOnCall

    at.do(RuleOnCall(call, ruling, overrules))


@act("appeal", call)
@click.argument("call")
def call_appeal(at: Sitting, call: str) -> None:
    """Ask for a review of the ruling on CALL (--as PLAYER)."""
    from tiltyard.day.judging import AppealRuling

    at.do(AppealRuling(call))


@click.group()
def incident() -> None:
    """Leaders record and decide incidents; players and spectators report them."""


_match_option = click.option("--match", "table", metavar="TABLE", help="At which table.")


@act("record", incident)
@click.argument("category")
@click.argument("finding")
@click.option("--person", "people", multiple=True, help="Who is concerned; may repeat.")
@click.option("--remedy", default="", help="What was done about it.")
@_match_option
@click.option("--recommend-disqualification", "recommends", is_flag=True)
@click.option("--answers", default="", help="The report this answers, such as i3.")
def incident_record(
    at: Sitting,
    category: str,
    finding: str,
    people: tuple[str, ...],
    remedy: str,
    table: str | None,
    answers: str,
    *,
    recommends: bool,
) -> None:
    """Note what happened, by CATEGORY."""
    from tiltyard.day.judging import RecordIncident

    event = at.event
    concerned = tuple(find_person(event, person) for person in people)
    match = find_match(event, table) if table else ""
    at.do(RecordIncident(category, concerned, finding, remedy, match, recommends, answers))


@act("take-up", incident)
@click.argument("incident")
@click.argument("finding")
@click.option("--remedy", default="", help="What follows from it.")
@click.option("--recommend-disqualification", "recommends", is_flag=True)
def incident_take_up(
    at: Sitting, incident: str, finding: str, remedy: str, *, recommends: bool
) -> None:
    """Decide the report or observation INCIDENT (such as i3): what you found, and the remedy."""
    from tiltyard.day.judging import RecordIncident
    from tiltyard.engine.errors import Refused

    known = at.event.incidents.get(incident)
    if known is None:
        raise Refused("no-incident", incident=incident[:20])
    people, match = known.people, known.match or ""
    at.do(RecordIncident(known.category, people, finding, remedy, match, recommends, incident))


@act("set-aside", incident)
@click.argument("incident")
@click.option("--reason", default="", help="Why nothing follows; only leaders read it.")
def incident_set_aside(at: Sitting, incident: str, reason: str) -> None:
    """Set the report or observation INCIDENT (such as i3) aside."""
    from tiltyard.day.judging import SetAsideIncident

    at.do(SetAsideIncident(incident, reason))


@act("report", incident)
@click.argument("category")
@click.argument("text")
@_match_option
def incident_report(at: Sitting, category: str, text: str, table: str | None) -> None:
    """Tell the leaders that something seems wrong (--as PERSON)."""
    from tiltyard.day.judging import ReportIncident

    at.do(ReportIncident(category, text, find_match(at.event, table) if table else ""))


@click.group()
def watch() -> None:
    """Have a game watched."""


@act("ask", watch)
@click.argument("table")
@reason_option
def watch_ask(at: Sitting, table: str, reason: str) -> None:
    """Ask a leader to watch the game at TABLE."""
    from tiltyard.day.judging import RequestWatch

    at.do(RequestWatch(find_match(at.event, table), reason))


@act("end", watch)
@click.argument("watch")
@click.option("--note", default="", help="What was seen.")
def watch_end(at: Sitting, watch: str, note: str) -> None:
    """End WATCH (such as w1)."""
    from tiltyard.day.judging import EndWatch

    at.do(EndWatch(watch, note))


@act("recommend")
@click.argument("player")
@reason_option
def recommend(at: Sitting, player: str, reason: str) -> None:
    """Recommend to the organizer that PLAYER be disqualified (--as LEADER)."""
    from tiltyard.day.people import RecommendDisqualification

    at.do(RecommendDisqualification(find_player(at.event, player), reason))


@act("disqualify")
@click.argument("player")
@reason_option
@click.option("--private-reason", default="", help="what only leaders read")
@slip_options
def disqualify(at: Sitting, player: str, reason: str, private_reason: str, **said: Any) -> None:
    """Remove PLAYER for good; out of a running game with the slip of the concession.

    Everybody reads --reason, only leaders --private-reason.
    """
    from tiltyard.day.people import Disqualify

    who = find_player(at.event, player)
    at.do(Disqualify(who, reason, concession(at, who, said), private_reason))


COMMANDS = {
    "call": call,
    "incident": incident,
    "watch": watch,
    "recommend": recommend,
    "disqualify": disqualify,
}
