"""Army lists on the command line: hand in, check, approve, put right, and what belongs to them."""

from __future__ import annotations

import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.event_names import find_match, find_player, moment_said
from tiltyard.cli.session import Sitting, act, as_option, reading, reason_option, visible
from tiltyard.engine.errors import Refused
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from tiltyard.day.event import Amendment, ArmyList, Conversion
    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.tournament import PlayerId


# ------------------------------------------------------------------------------
# Army lists as the terminal shows them: where each stands, what is in one, what was changed.

_SIGNS = {"same": " ", "out": "-", "in": "+"}


def readable_list(at: Sitting, player: PlayerId) -> ArmyList:
    """Return a list that may be read; one that is not there and a hidden one look the same."""
    from tiltyard.day.list_access import list_of

    found = list_of(at.event, player)
    if found is None or not _may_read(at, player):
        raise Refused("no-list-you-read")
    return found


def _may_read(at: Sitting, player: PlayerId) -> bool:
    from tiltyard.day.list_access import may_read_list

    return may_read_list(at.event, at.rules, at.me, player)


# ------------------------------------------------------------------------------------- all lists


def say_lists(at: Sitting) -> None:
    """Say where the list of every player stands, and who waits for an answer."""
    from tiltyard.day.list_access import lists_required

    event = at.event
    required = lists_required(event, at.rules)
    lines = [_line(at, entrant.id) for entrant in event.entrants.values() if not entrant.spare]
    until = event.list_desk.deadline
    at.answer(
        event=at.name,
        required=required,
        deadline=until.isoformat() if until is not None else None,
        lists=[line for line, _ in lines],
    )
    at.say(say("terminal.lists-required" if required else "terminal.lists-optional"))
    if until is not None:
        at.say(say("terminal.lists-until", time=f"{until.astimezone():%Y-%m-%d %H:%M %Z}"))
    for line, standing in lines:
        at.say(f"  {line['name']}: {standing}")
    say_conversions(at)


def _line(at: Sitting, player: PlayerId) -> tuple[dict[str, Any], str]:
    """Return where a list stands; what is in it only for those who may read it."""
    from tiltyard.day.list_access import counts_as_approved, errors_of, list_of

    event = at.event
    found = list_of(event, player)
    handed_in = found is not None and (found.is_handed_in or found.state == "returned")
    line: dict[str, Any] = {"player": player, "name": event.people.get(player, player)}
    line["state"] = found.state.replace("_", " ") if found is not None and handed_in else "missing"
    if line["state"] == "missing" and player in event.list_desk.waived:
        line["state"] = "waived"
    line["locked"] = found is not None and found.is_locked
    line["errors"] = line["approved"] = None
    standing = _state_text(str(line["state"]), locked=line["locked"])
    if found is not None and _may_read(at, player):
        errors = len(errors_of(event, at.rules, found))
        line["errors"], line["approved"] = errors, counts_as_approved(event, at.rules, found)
        if handed_in:
            standing = standing_text(at, found)
    return line, standing


def _state_text(state: str, *, locked: bool) -> str:
    """Return where a list stands, for those who may not read it."""
    known = {"missing": "terminal.list-missing", "waived": "terminal.list-waived"}
    text = say(known[state]) if state in known else word(state)
    return f"{text}, {say('terminal.list-locked')}" if locked else text


def standing_text(at: Sitting, army: ArmyList) -> str:
    """Return where a list stands in words, for somebody who may read it."""
    from tiltyard.day.list_access import counts_as_approved, errors_of

    said = [word(army.state)]
    errors = len(errors_of(at.event, at.rules, army))
    if army.state == "submitted" and counts_as_approved(at.event, at.rules, army):
        said = [say("terminal.list-approved")]
    if errors:
        said.append(counted(errors, "error"))
    if army.is_locked:
        said.append(say("terminal.list-locked"))
    return ", ".join(said)


# -------------------------------------------------------------------------------------- one list


def say_list(at: Sitting, player: PlayerId) -> None:
    """Show a list whole: as it was read, where it stands, what was changed in it and why."""
    found = readable_list(at, player)
    _answer(at, found)
    at.answer(
        text=found.text,
        seal=found.seal if at.me == player else None,
        amendments=[_amendment(at, amendment) for amendment in found.amendments]
        if _privy(at, player)
        else [],
    )
    if not at.as_json:
        draw_army(at, found)
    if _privy(at, player):
        _say_amendments(at, found)
    if found.seal and at.me == player:
        at.say(say("terminal.list-seal", seal=found.seal))
    say_conversions(at, player)


def draw_army(at: Sitting, army: ArmyList, *, stderr: bool = False) -> None:
    """Draw a list as `tiltyard list check` does, with where it stands."""
    from tiltyard.day.list_access import findings_of
    from tiltyard.engine.rosters.list_reading import digest

    name = at.event.people.get(army.player, army.player)
    standing = f"{name}: {standing_text(at, army)}"
    if not army.text:
        click.echo(visible(standing), err=stderr)
        return
    from tiltyard.cli.lists import draw_list
    from tiltyard.formats.lists.answer import whole_document

    found = findings_of(at.event, at.rules, army)
    document = whole_document(army.form, army.roster, at.rules, found)
    line = say("terminal.list-fingerprint", list=standing, digest=digest(army.text))
    click.echo(visible(line), err=stderr)
    draw_list(name, document, at.rules, stderr=stderr)


def say_checks(at: Sitting, player: PlayerId) -> None:
    """Say what the checks found in a list that has just come in, to whoever may read it."""
    from tiltyard.day.list_access import findings_of, list_of
    from tiltyard.engine.rosters.checks import totals

    found = list_of(at.event, player)
    if found is None or not _may_read(at, player):
        return
    _answer(at, found)
    if found.text:
        costs = totals(found.roster, at.rules)
        shown = ", ".join("?" if cost is None else str(cost) for cost in costs)
        at.say(say("terminal.list-total", totals=shown))
    for finding in findings_of(at.event, at.rules, found):
        at.say(_finding_line(finding))


def _answer(at: Sitting, army: ArmyList) -> None:
    from tiltyard.day.list_access import counts_as_approved, findings_of
    from tiltyard.engine.rosters.checks import totals
    from tiltyard.engine.rosters.list_reading import digest

    at.answer(
        player=army.player,
        state=army.state,
        locked=army.is_locked,
        approved=counts_as_approved(at.event, at.rules, army),
        form=army.form,
        faction=army.roster.faction,
        totals=list(totals(army.roster, at.rules)) if army.text else [],
        digest=digest(army.text),
        findings=[finding_document(finding) for finding in findings_of(at.event, at.rules, army)],
    )


def finding_document(finding: Finding) -> dict[str, Any]:
    """Return what a check found, for a program."""
    from tiltyard.text.list_findings import finding_words

    text, fix = finding_words(finding)
    return {
        "code": finding.code,
        "severity": finding.severity,
        "clause": finding.clause,
        "where": finding.where,
        "muster": finding.muster,
        "waivable": finding.waivable,
        "text": text,
        "fix": fix,
    }


def _finding_line(finding: Finding) -> str:
    said = finding_document(finding)
    fix = f"\n  {said['fix']}" if said["fix"] else ""
    return f"{say(f'terminal.severity-{finding.severity}')}: {said['text']} ({finding.clause}){fix}"


# ------------------------------------------------------------------------------------ amendments


def _privy(at: Sitting, player: PlayerId) -> bool:
    """Whether somebody reads what leaders said about a list: its player, and the leaders."""
    from tiltyard.day.list_access import reads_lists

    return at.me == player or reads_lists(at.event, at.rules, at.me)


def _amendment(at: Sitting, amendment: Amendment) -> dict[str, Any]:
    return {
        "by": at.event.people.get(amendment.by, amendment.by),
        "at": amendment.at.isoformat(),
        "reason": amendment.reason,
        "significant": amendment.significant,
        "before": amendment.before,
    }


def _say_amendments(at: Sitting, army: ArmyList) -> None:
    from tiltyard.text.facts import amended

    for amendment, lines in amended(army):
        by = at.event.people.get(amendment.by, amendment.by)
        time = f"{amendment.at.astimezone():%Y-%m-%d %H:%M}"
        advantage = "-advantage" if amendment.significant else ""
        code = f"terminal.list-amended{advantage}"
        at.say(say(code, by=by, time=time, reason=amendment.reason))
        for line in lines:
            at.say(f"  {_SIGNS[line.kind]} {line.text}")
        if amendment.seal and at.me == army.player:
            at.say(f"  {say('terminal.list-seal-before', seal=amendment.seal)}")


# ----------------------------------------------------------------------------------- conversions


def say_conversions(at: Sitting, player: PlayerId | None = None) -> None:
    """Say which conversions wait for an answer, to whoever asked and to those who answer."""
    waiting = [other for other in _waiting(at) if player in {None, other.player}]
    at.answer(
        conversions=[
            {"conversion": other.id, "player": other.player, "description": other.description}
            for other in waiting
        ]
    )
    for other in waiting:
        name = at.event.people.get(other.player, other.player)
        what = "conversion" if other.kind == "conversion" else "question"
        text = other.description
        at.say(say(f"terminal.{what}-waits", request=other.id, name=name, description=text))


def _waiting(at: Sitting) -> list[Conversion]:
    from tiltyard.day.list_access import reads_lists

    me = at.me
    organizes = any(
        appointment.person == me and appointment.role == "organizer"
        for appointment in at.event.staff
    )
    everything = organizes or reads_lists(at.event, at.rules, me)
    return [
        other
        for other in at.event.list_desk.conversions.values()
        if other.approved is None and (everything or other.player == me)
    ]


# ------------------------------------------------------------------------------
# Army lists on the command line: hand in, check, approve, put right.

_private_reason = click.option("--reason", default="", help="Why; its player and leaders read it.")
_form_option = click.option(
    "--form", default="", help="plain, xws, fleet-text, csv or roster-json; else recognised."
)


@click.group()
def army() -> None:
    """Army lists ('squad' and 'fleet' are the same): handed in, checked, approved."""


# ------------------------------------------------------------------------------------ handing in


@act("save", army)
@click.argument("player")
@click.argument("file")
@_form_option
def army_save(at: Sitting, player: str, file: str, form: str) -> None:
    """Keep the list in FILE ("-": standard input) to go on with (--as PLAYER)."""
    from tiltyard.day.lists import SaveList

    at.do(SaveList(find_player(at.event, player), text_of(file), form))


@act("submit", army)
@click.argument("player")
@click.argument("file", required=False)
@_form_option
def army_submit(at: Sitting, player: str, file: str | None, form: str) -> None:
    """Hand in the list in FILE ("-": standard input); without it, the one that was kept."""
    from tiltyard.day.lists import SubmitList

    who = find_player(at.event, player)
    at.do(SubmitList(who, text_of(file) if file is not None else "", form))
    say_checks(at, who)


@act("paper", army)
@click.argument("players", nargs=-1)
@click.option("--total", type=int, help="Points of the list, with a single player.")
def army_paper(at: Sitting, players: tuple[str, ...], total: int | None) -> None:
    """Note that the lists of PLAYERS are here on paper; without them, all that are missing."""
    from tiltyard.cli.event_people import with_total
    from tiltyard.day.lists import ReceiveListsOnPaper

    event = at.event
    if total is not None and len(players) != 1:
        raise click.UsageError("--total is for the list of a single player")
    wanted = tuple(find_player(event, player) for player in players)
    costs = with_total(at, wanted[0], total) if total is not None else None
    at.do(ReceiveListsOnPaper(wanted), "paper" if costs is not None else "")
    if costs is not None:
        at.do(costs, "total")


@act("waive", army)
@click.argument("player")
@reason_option
def army_waive(at: Sitting, player: str, reason: str) -> None:
    """Let PLAYER take part without a list, although lists are required."""
    from tiltyard.day.lists import WaiveList

    at.do(WaiveList(find_player(at.event, player), reason))


def text_of(file: str) -> str:
    """Return the text of a file, or of standard input."""
    from tiltyard.formats.lists.list_limits import LONGEST_BYTES, decode_list

    most = LONGEST_BYTES + 1
    if file == "-":
        return decode_list(sys.stdin.buffer.read(most))
    try:
        with Path(file).open("rb") as stream:
            return decode_list(stream.read(most))
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-read")).lower()
        raise Refused("text-of-failed", file=file[:80], reason=reason) from None


# -------------------------------------------------------------------------------------- checking


@act("return", army)
@click.argument("player")
@_private_reason
def army_return(at: Sitting, player: str, reason: str) -> None:
    """Give PLAYER the list back to be put right."""
    from tiltyard.day.lists import ReturnList

    at.do(ReturnList(find_player(at.event, player), reason))


@act("approve", army)
@click.argument("player")
@click.option("--digest", help="The fingerprint of the list you have looked at.")
@click.option("--yes", is_flag=True, help="Approve the list as it stands, without asking.")
@_private_reason
def army_approve(at: Sitting, player: str, digest: str | None, reason: str, *, yes: bool) -> None:
    """Approve the list of PLAYER; an error that may be waived needs a reason."""
    from tiltyard.day.lists import ApproveList
    from tiltyard.engine.rosters.list_reading import digest as digest_of

    who = find_player(at.event, player)
    shown = None
    if digest is None:
        shown = readable_list(at, who)
        digest = digest_of(shown.text)
    command = ApproveList(who, digest, reason)
    if shown is not None and not yes and not at.recorded_before():
        refused = at.desk.refusal(at.name, at.me, command)
        draw_army(at, shown, stderr=at.as_json)
        if refused is not None:
            raise refused
        if not at.agreed(say("terminal.approve-this-list")):
            return
    at.do(command)


@act("approve-clean", army)
def army_approve_clean(at: Sitting) -> None:
    """Approve every list that has no error."""
    from tiltyard.day.lists import ApproveCleanLists

    at.do(ApproveCleanLists())


@act("amend", army)
@click.argument("player")
@click.argument("file")
@_form_option
@click.option("--significant", is_flag=True, help="It may have been an advantage: an incident.")
@_private_reason
def army_amend(
    at: Sitting, player: str, file: str, form: str, reason: str, *, significant: bool
) -> None:
    """Complete or put right the list of PLAYER with the one in FILE ("-": standard input)."""
    from tiltyard.day.lists import AmendList

    who = find_player(at.event, player)
    at.do(AmendList(who, text_of(file), reason, form, significant))
    say_checks(at, who)


@act("deadline", army)
@click.argument("when", required=False)
def army_deadline(at: Sitting, when: str | None) -> None:
    """Set until WHEN players hand in themselves ("2026-11-16 10:00"); without it, the start."""
    from tiltyard.day.lists import SetListDeadline

    at.do(SetListDeadline(moment_said(when) if when is not None else None))


# --------------------------------------------------------------------------------------- reading


@reading("show", army)
@as_option
@click.argument("player", required=False)
def army_show(at: Sitting, player: str | None) -> None:
    """Show the list of PLAYER with what the checks say; without one, where every list stands."""
    if player is not None:
        say_list(at, find_player(at.event, player))
    else:
        say_lists(at)


_LISTS = {"army": army}


# ------------------------------------------------------------------------------
# What belongs to lists on the command line: products, conversions, terrain, mats, who begins.


@act("product")
@click.argument("product")
@click.argument("answer", type=click.Choice(["legal", "banned"]))
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Legal from this day on.")
@click.option(
    "--released",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Its official release: legal as the tier says.",
)
@reason_option
def product(
    at: Sitting,
    product: str,
    answer: str,
    since: datetime | None,
    released: datetime | None,
    reason: str,
) -> None:
    """Say whether PRODUCT is legal at EVENT."""
    from tiltyard.day.lists import RuleOnProduct

    at.do(RuleOnProduct(product, answer == "legal", reason, _day(since), _day(released)))


def _day(given: datetime | None) -> date | None:
    return given.date() if given is not None else None


@click.group()
def conversion() -> None:
    """Converted miniatures: players ask, the organizer answers (Middle-earth)."""


@act("ask", conversion)
@click.argument("player")
@click.argument("description")
def conversion_ask(at: Sitting, player: str, description: str) -> None:
    """Ask whether a converted miniature of PLAYER may be used."""
    from tiltyard.day.facts import ConversionRequested
    from tiltyard.day.lists import RequestConversion

    done = at.do(RequestConversion(find_player(at.event, player), description))
    for recorded in done.facts:
        if isinstance(recorded.fact, ConversionRequested):
            at.answer(conversion=recorded.fact.conversion)
            at.say(say("terminal.asked-for-as", request=recorded.fact.conversion))


@act("decide", conversion)
@click.argument("conversion")
@click.argument("answer", type=click.Choice(["yes", "no"]))
@click.option("--note", default="", help="What its player should know.")
def conversion_decide(at: Sitting, conversion: str, answer: str, note: str) -> None:
    """Answer the request CONVERSION (such as k1)."""
    from tiltyard.day.lists import DecideConversion

    at.do(DecideConversion(conversion, answer == "yes", note))


@act("terrain")
@click.argument("name")
@click.argument("diameter", type=int, metavar="TENTHS")
@click.option("--keyword", "keywords", multiple=True, help="May repeat.")
@click.option("--value", "values", multiple=True, metavar="KEYWORD=NUMBER", help="May repeat.")
@click.option("--capacity", type=int, help="Else the chart of the document says it.")
@click.option("--piece", default="", help="Label this piece (such as g1) again.")
def terrain(
    at: Sitting,
    name: str,
    diameter: int,
    keywords: tuple[str, ...],
    values: tuple[str, ...],
    capacity: int | None,
    piece: str,
) -> None:
    """Label a piece of existing terrain NAME, its diameter in TENTHS of an inch."""
    from tiltyard.day.lists import LabelTerrain

    numbers = dict(_numbered(text) for text in values)
    at.do(LabelTerrain(name, diameter, keywords, numbers, piece, capacity))


@act("count-terrain")
@click.argument("card")
@click.option("--defensive", type=int, required=True, help="Pieces of this kind on the card.")
@click.option("--dangerous", type=int, required=True, help="Pieces of this kind on the card.")
def count_terrain(at: Sitting, card: str, defensive: int, dangerous: int) -> None:
    """Note how many pieces of terrain the deployment CARD lists."""
    from tiltyard.day.lists import CountTerrain

    at.do(CountTerrain(card, defensive, dangerous))


def _numbered(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals or not value.strip().isdecimal() or len(value) > len("999999999"):
        raise click.BadParameter(f"{text!r} is not KEYWORD=NUMBER", param_hint="--value")
    return name.strip(), int(value)


@act("mats")
@click.argument("mats", nargs=-1, required=True)
def lay_mats(at: Sitting, mats: tuple[str, ...]) -> None:
    """Lay borrowed MATS (by name or owner) on the tables by lot."""
    from tiltyard.day.lists import DrawMats

    at.do(DrawMats(mats))
    if not at.as_json:
        for table, mat in at.event.list_desk.mats.items():
            click.echo(f"  {say('terminal.mat-on-table', table=table, mat=mat)}")


@act("coin")
@click.argument("table")
def coin(at: Sitting, table: str) -> None:
    """Toss the coin at TABLE: both lists cost the same."""
    from tiltyard.day.lists import TossCoin

    at.do(TossCoin(find_match(at.event, table)))


@act("first")
@click.argument("table")
@click.argument("player")
@click.option(
    "--side",
    default="",
    help="The deployment area the second player chose; else the side of PLAYER.",
)
def first(at: Sitting, table: str, player: str, side: str) -> None:
    """Note that PLAYER begins at TABLE."""
    from tiltyard.day.lists import RecordFirstPlayer

    event = at.event
    at.do(RecordFirstPlayer(find_match(event, table), find_player(event, player), side))


_LIST_MATTERS = {
    "product": product,
    "conversion": conversion,
    "terrain": terrain,
    "count-terrain": count_terrain,
    "mats": lay_mats,
    "coin": coin,
    "first": first,
}


COMMANDS = {**_LISTS, **_LIST_MATTERS}
