"""The event itself on the command line: set up, announce, start, finish, undo."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_person, moment_said
from tiltyard.cli.event_overview import say_house_rules
from tiltyard.cli.session import (
    Sitting,
    act,
    json_option,
    key_option,
    own_store_option,
    reason_option,
    sitting,
)
from tiltyard.day.facts import ActUndone
from tiltyard.text.language import LANGUAGES, term
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.consequences import Account
    from tiltyard.day.event import Event
    from tiltyard.day.facts import Details
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId


# ------------------------------------------------------------------------------
# The event itself on the command line: set up, announce, start, finish.

_DETAILS: tuple[Callable[[Any], Any], ...] = (
    click.option("--name", help="What the event is called."),
    click.option("--date", type=click.DateTime(["%Y-%m-%d"]), help="Else today."),
    click.option("--tier", help="Tier of the event, as the ruleset names it."),
    click.option("--structure", type=click.Choice(["basic", "advanced", "custom"])),
    click.option("--rounds", "swiss_rounds", type=int, help="Swiss rounds (0: elimination only)."),
    click.option("--cut", type=click.IntRange(min=0), help="Top N go on (0: no cut)."),
    click.option(
        "--swiss-after-cut", type=int, metavar="N", help="N Swiss rounds after the cut, no bracket."
    ),
    click.option("--days", type=int),
    click.option("--points", "points_limit", type=int, help="Points limit of the lists."),
    click.option("--region", type=click.Choice(["north_america", "elsewhere"])),
    click.option("--official/--not-official", default=None),
    click.option("--outline/--no-outline", default=None, help="An Event Outline sets the cards."),
    click.option("--venue"),
    click.option("--contact"),
    click.option("--play-area"),
    click.option("--special-scenario"),
    click.option("--notes"),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="May repeat. Several values: clock.swiss=40,80,100,110. As in the document: NAME= .",
    ),
)


def _details(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_DETAILS):
        function = option(function)
    return function


def _given(values: dict[str, Any], document: Ruleset) -> dict[str, Any]:
    """Return the details that were named, in the types the desk wants."""
    given = {key: value for key, value in values.items() if value not in (None, ())}
    if "date" in given:
        given["date"] = given["date"].date()
    if given.get("cut") == 0:
        given["cut"] = None
    if "options" in given:
        given["options"] = dict(named_option(text, document) for text in given["options"])
    return given


def named_option(text: str, document: Ruleset) -> tuple[str, object]:
    """Return an option as it was typed: JSON, or plain words with commas between."""
    from tiltyard.engine.options import typed_value

    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
    try:
        return name, json.loads(value)
    except ValueError:
        option = document.options.get(name)
        return name, typed_value(option, value) if option is not None else value


@click.command()
@click.argument("event")
@click.option("--ruleset", required=True, help="Which document: `tiltyard rulesets`.")
@click.option("--organizer", required=True, help="The name of the organizer (p1).")
@click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    help="In which the event speaks: papers, screens, files. Else English.",
)
@_details
@key_option
@json_option
@own_store_option
def new(
    event: str,
    ruleset: str,
    organizer: str,
    language: str | None,
    key: str | None,
    store: str | None,
    *,
    as_json: bool,
    **values: Any,
) -> None:
    """Set up EVENT (its id: small letters, digits, dashes)."""
    from tiltyard.day.facts import Details

    usual = Details(name=event, ruleset=ruleset, date=datetime.now().astimezone().date())
    with sitting(event, key=key, as_json=as_json) as at:
        details = _described(usual, _given(values, at.desk.document(ruleset)))
        at.tell(at.desk.create(event, details, organizer, key=key, language=language or ""))


@act("describe")
@_details
@reason_option
def describe(at: Sitting, reason: str, **values: Any) -> None:
    """Change what EVENT is; once it is announced that needs a reason."""
    from tiltyard.day.setup import DescribeEvent

    at.do(DescribeEvent(_described(at.event.details, _given(values, at.ruleset)), reason))


@act("details")
@click.option("--name", help="What the event is called.")
@click.option("--venue")
@click.option("--contact")
@click.option("--notes", help="For players.")
@click.option("--starts", metavar="HH:MM", help="When players are expected.")
def details(at: Sitting, **values: str | None) -> None:
    """Change what people read about EVENT, at any time; "" takes a text away."""
    from tiltyard.day.setup import ChangeInformation

    given = {name: value for name, value in values.items() if value is not None}
    at.do(ChangeInformation(**given))


def _described(before: Details, given: dict[str, Any]) -> Details:
    if given.get("structure") in {"basic", "advanced"}:
        given = {"swiss_rounds": None, "cut": None, **given}
    if "cut" in given and given["cut"] is None:
        given = {"swiss_after_cut": 0, **given}
    if "options" in given:
        options = {**before.options, **given["options"]}
        given["options"] = {name: value for name, value in options.items() if value != ""}
    return replace(before, **given)


@act("announce")
@click.argument("text", required=False)
@click.option("--until", metavar="TIME", help='When it ends by itself: "13:30".')
@click.option("--table", type=int, help="Only for this table.")
@click.option("--urgent", is_flag=True, help="Shown first, in red.")
def announce(
    at: Sitting, text: str | None, until: str | None, table: int | None, *, urgent: bool
) -> None:
    """Announce TEXT to phones, public pages and the big screen.

    Without TEXT: make EVENT public and fix the version of its ruleset.
    """
    from tiltyard.day.notices import PostNotice
    from tiltyard.day.setup import AnnounceEvent

    if text is None:
        at.do(AnnounceEvent())
        return
    ends = moment_said(until) if until is not None else None
    at.do(PostNotice(text, table, ends, "urgent" if urgent else "normal"))


@act("tell")
@click.argument("item", required=False)
@click.option("--text", default="", help="What else was said: the program adds the numbers.")
@click.option("--all", "everything", is_flag=True, help="Everything that is still required.")
def tell(at: Sitting, item: str | None, text: str, *, everything: bool) -> None:
    """Note that all players of EVENT were told ITEM; without it, list what is required.

    What can be computed (rounds, cut, minutes, points limit, tie-breaks) is told with its numbers.
    """
    from tiltyard.day.plan import is_told
    from tiltyard.day.setup import AnnounceItem
    from tiltyard.day.start import required_announcements
    from tiltyard.text.announcements import announcement_line, said_of

    if item is not None:
        at.do(AnnounceItem(item, text))
        return
    event, rules = at.event, at.rules
    required = required_announcements(event, rules, at.ruleset)
    left = [announcement for announcement in required if not is_told(event, rules, announcement)]
    said = [said_of(event, rules, at.ruleset, announcement) for announcement in required]
    at.answer(
        required=[announcement.id for announcement in required],
        left=[announcement.id for announcement in left],
        announcements=[asdict(other) for other in said],
    )
    say_house_rules(at)
    if not everything:
        for other in said:
            line = announcement_line(other)
            at.say(say("terminal.announced", text=line) if other.told else line)
    for untold in left if everything else ():
        at.do(AnnounceItem(untold.id, text), untold.id)
    if not left:
        at.say(say("terminal.everything-announced"))


@act("open-registration")
def open_registration(at: Sitting) -> None:
    """Let players register for EVENT."""
    from tiltyard.day.setup import OpenRegistration

    at.do(OpenRegistration())


@act("open-check-in")
def open_check_in(at: Sitting) -> None:
    """Open the doors of EVENT."""
    from tiltyard.day.setup import OpenCheckIn

    at.do(OpenCheckIn())


@act("start")
def start(at: Sitting) -> None:
    """Begin EVENT with those who are here."""
    from tiltyard.day.setup import StartEvent

    at.do(StartEvent())


@act("plan")
@click.option("--rounds", "swiss_rounds", type=int, help="Swiss rounds.")
@click.option("--cut", type=click.IntRange(min=0), help="Top N go on (0: no cut).")
@reason_option
def plan(at: Sitting, swiss_rounds: int | None, cut: int | None, reason: str) -> None:
    """Play other rounds, or another cut, than EVENT announced.

    They were announced before the start and stand: it needs --confirm plan-after-start and a
    reason, is public, and has to be announced anew before the next draw.
    """
    from tiltyard.day.setup import ChangePlan

    event = at.event
    rounds = swiss_rounds if swiss_rounds is not None else event.swiss_rounds
    at.do(ChangePlan(rounds or 0, event.cut if cut is None else cut or None, reason))


@act("tables")
@click.option("--first", type=int, default=1, help="The number of the first table.")
@click.option("--out-of-use", type=int, multiple=True, metavar="TABLE", help="May repeat.")
@click.option("--avoid-repeats", is_flag=True, help="Nobody sits at the same table twice.")
def tables(at: Sitting, first: int, out_of_use: tuple[int, ...], *, avoid_repeats: bool) -> None:
    """Say how the tables of the hall are numbered."""
    from tiltyard.day.setup import ArrangeTables

    at.do(ArrangeTables(first, out_of_use, avoid_repeats))


@act("language")
@click.argument("language", type=click.Choice(tuple(LANGUAGES)))
def language(at: Sitting, language: str) -> None:
    """Say in which LANGUAGE the event speaks where nobody chooses: papers, screens, files."""
    from tiltyard.day.setup import ChooseLanguage

    at.do(ChooseLanguage(language))


@act("prize")
@click.argument("person")
@click.argument("title")
@click.option("--for", "criterion", default="", help="What it is awarded for.")
def prize(at: Sitting, person: str, title: str, criterion: str) -> None:
    """Give PERSON the prize TITLE."""
    from tiltyard.day.setup import AwardPrize

    at.do(AwardPrize(title, find_person(at.event, person), criterion))


@act("finish")
@reason_option
def finish(at: Sitting, reason: str) -> None:
    """End EVENT; before the plan is played out that needs a reason."""
    from tiltyard.day.setup import FinishEvent

    done = at.do(FinishEvent(reason))
    at.say(say("terminal.the-seed-was", seed=done.event.seed))


@act("reopen")
@reason_option
def reopen(at: Sitting, reason: str) -> None:
    """Open the finished EVENT again."""
    from tiltyard.day.setup import ReopenEvent

    at.do(ReopenEvent(reason))


@act("archive")
def archive(at: Sitting) -> None:
    """Put EVENT away: nothing will be changed any more."""
    from tiltyard.day.setup import ArchiveEvent

    at.do(ArchiveEvent())


_SETUP = {
    "new": new,
    "describe": describe,
    "details": details,
    "announce": announce,
    "tell": tell,
    "open-registration": open_registration,
    "open-check-in": open_check_in,
    "start": start,
    "plan": plan,
    "tables": tables,
    "language": language,
    "prize": prize,
    "finish": finish,
    "reopen": reopen,
    "archive": archive,
}


# ------------------------------------------------------------------------------
# Taking back on the command line, and the account of what a change does to people.


@act("undo")
@click.option("--reason", default="", help="Why; needed when somebody else did it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def undo(at: Sitting, reason: str, *, yes: bool) -> None:
    """Show what the last act of EVENT was, and take it back."""
    from tiltyard.day.setup import Undo

    before = at.event
    repeated = bool(at.recorded_before())
    command = Undo(reason, _first_seen(at))
    if not repeated and not yes:
        refused = at.desk.refusal(at.name, at.me, command)
        if refused is not None:
            raise refused
        _show_last_act(at)
        if not at.agreed(say("terminal.take-this-back")):
            return
    done = at.do(command)
    if not repeated:
        tell_what_changed(at, before, done.event)


def _first_seen(at: Sitting) -> int | None:
    """Return the first fact of what is taken back; in a retry, of what was taken back then."""
    for recorded in at.recorded_before():
        if isinstance(recorded.fact, ActUndone):
            return recorded.fact.first
    last = at.event.last_act
    return last.first if last is not None else None


def _show_last_act(at: Sitting) -> None:
    from tiltyard.text.facts import told_text

    last = at.event.last_act
    if last is None:
        return
    actor = at.event.people.get(last.actor, last.actor)
    act = term(last.act.replace("-", " "))
    click.echo(say("terminal.act-by", act=act, name=actor), err=at.as_json)
    for recorded in at.desk.log(at.name, last.first - 1):
        if recorded.number <= last.last:
            click.echo(f"  {told_text(recorded, at.event, at.rules, at.me)}", err=at.as_json)


def tell_what_changed(at: Sitting, before: Event, after: Event) -> None:
    """Say whose place changed, in the standings and in the cut."""
    from tiltyard.day.consequences import account

    changed = account(before, after, at.ruleset)
    names = {**before.people, **after.people}
    at.answer(
        moved=[
            {"player": moved.player, "before": moved.rank_before, "after": moved.rank_after}
            for moved in changed.moved
        ],
        into_the_cut=list(changed.into_the_cut),
        out_of_the_cut=list(changed.out_of_the_cut),
        rounds_that_stay=list(changed.rounds_that_stay),
        would_be_in=list(changed.would_be_in),
        would_be_out=list(changed.would_be_out),
    )
    for line in _change_lines(changed, names):
        at.say(f"  {line}")


def _change_lines(changed: Account, names: Mapping[PersonId, str]) -> Iterator[str]:
    for moved in changed.moved:
        before, after = moved.rank_before, moved.rank_after
        if before != after:
            name = names[moved.player]
            yield say("terminal.place-changes", name=name, before=before, after=after)
    for code, players in (
        ("terminal.into-the-cut", changed.into_the_cut),
        ("terminal.out-of-the-cut", changed.out_of_the_cut),
        ("terminal.would-be-in", changed.would_be_in),
        ("terminal.would-be-out", changed.would_be_out),
    ):
        yield from (say(code, name=names[player]) for player in players)
    if changed.rounds_that_stay:
        yield say("terminal.rounds-stay", rounds=", ".join(changed.rounds_that_stay))


_UNDO = {"undo": undo}


COMMANDS = {**_SETUP, **_UNDO}
