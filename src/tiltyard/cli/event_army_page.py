"""Army lists as the terminal shows them: where each stands, what is in one, what was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_sitting import visible
from tiltyard.core.errors import Refused

if TYPE_CHECKING:
    from tiltyard.cli.event_sitting import Sitting
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.state.lists import Amendment, ArmyList, Conversion

_SIGNS = {"same": " ", "out": "-", "in": "+"}


def readable_list(at: Sitting, player: PlayerId) -> ArmyList:
    """Return a list that may be read; one that is not there and a hidden one look the same."""
    from tiltyard.core.rosters.at_the_event import list_of

    found = list_of(at.event, player)
    if found is None or not _may_read(at, player):
        raise Refused("no-list-you-read")
    return found


def _may_read(at: Sitting, player: PlayerId) -> bool:
    from tiltyard.core.rosters.at_the_event import may_read_list

    return may_read_list(at.event, at.rules, at.me, player)


# ------------------------------------------------------------------------------------- all lists


def say_lists(at: Sitting) -> None:
    """Say where the list of every player stands, and who waits for an answer."""
    from tiltyard.core.rosters.at_the_event import lists_required

    event = at.event
    required = lists_required(event, at.rules)
    lines = [_line(at, one.id) for one in event.entrants.values() if not one.spare]
    until = event.list_desk.deadline
    at.answer(
        event=at.name,
        required=required,
        deadline=until.isoformat() if until is not None else None,
        lists=[line for line, _ in lines],
    )
    at.say("Every player hands in a list." if required else "Lists may be handed in.")
    if until is not None:
        at.say(f"Players hand in themselves until {until.astimezone():%Y-%m-%d %H:%M %Z}.")
    for line, standing in lines:
        at.say(f"  {line['name']}: {standing}")
    say_conversions(at)


def _line(at: Sitting, player: PlayerId) -> tuple[dict[str, Any], str]:
    """Return where a list stands; what is in it only for those who may read it."""
    from tiltyard.core.rosters.at_the_event import counts_as_approved, errors_of, list_of

    event = at.event
    found = list_of(event, player)
    handed_in = found is not None and (found.is_handed_in or found.state == "returned")
    line: dict[str, Any] = {"player": player, "name": event.people.get(player, player)}
    line["state"] = found.state.replace("_", " ") if found is not None and handed_in else "missing"
    if line["state"] == "missing" and player in event.list_desk.waived:
        line["state"] = "waived"
    line["locked"] = found is not None and found.is_locked
    line["errors"] = line["approved"] = None
    standing = str(line["state"]) + (", locked" if line["locked"] else "")
    if found is not None and _may_read(at, player):
        errors = len(errors_of(event, at.rules, found))
        line["errors"], line["approved"] = errors, counts_as_approved(event, at.rules, found)
        if handed_in:
            standing = standing_text(at, found)
    return line, standing


def standing_text(at: Sitting, army: ArmyList) -> str:
    """Return where a list stands in words, for somebody who may read it."""
    from tiltyard.core.rosters.at_the_event import counts_as_approved, errors_of

    said = [army.state.replace("_", " ")]
    errors = len(errors_of(at.event, at.rules, army))
    if army.state == "submitted" and counts_as_approved(at.event, at.rules, army):
        said = ["approved: no errors"]
    if errors:
        said.append(f"{errors} error{'s' * (errors != 1)}")
    if army.is_locked:
        said.append("locked")
    return ", ".join(said)


# -------------------------------------------------------------------------------------- one list


def say_list(at: Sitting, player: PlayerId) -> None:
    """Show a list whole: as it was read, where it stands, what was changed in it and why."""
    found = readable_list(at, player)
    _answer(at, found)
    at.answer(
        text=found.text,
        seal=found.seal if at.me == player else None,
        amendments=[_amendment(at, one) for one in found.amendments] if _privy(at, player) else [],
    )
    if not at.as_json:
        draw_army(at, found)
    if _privy(at, player):
        _say_amendments(at, found)
    if found.seal and at.me == player:
        at.say(f"Seal: {found.seal}")
    say_conversions(at, player)


def draw_army(at: Sitting, army: ArmyList, *, stderr: bool = False) -> None:
    """Draw a list as `tiltyard list check` does, with where it stands."""
    from tiltyard.core.rosters.at_the_event import findings_of
    from tiltyard.core.rosters.seal import digest

    name = at.event.people.get(army.player, army.player)
    standing = f"{name}: {standing_text(at, army)}"
    if not army.text:
        click.echo(visible(standing), err=stderr)
        return
    from tiltyard.cli.list_page import draw_list
    from tiltyard.formats.lists.answer import whole_document

    found = findings_of(at.event, at.rules, army)
    document = whole_document(army.form, army.roster, at.rules, found)
    click.echo(visible(f"{standing}; fingerprint {digest(army.text)}"), err=stderr)
    draw_list(name, document, at.rules, stderr=stderr)


def say_checks(at: Sitting, player: PlayerId) -> None:
    """Say what the checks found in a list that has just come in, to whoever may read it."""
    from tiltyard.core.rosters.at_the_event import findings_of, list_of
    from tiltyard.core.rosters.checks import totals

    found = list_of(at.event, player)
    if found is None or not _may_read(at, player):
        return
    _answer(at, found)
    if found.text:
        costs = totals(found.roster, at.rules)
        at.say("Total: " + ", ".join("?" if one is None else str(one) for one in costs))
    for one in findings_of(at.event, at.rules, found):
        at.say(_finding_line(one))


def _answer(at: Sitting, army: ArmyList) -> None:
    from tiltyard.core.rosters.at_the_event import counts_as_approved, findings_of
    from tiltyard.core.rosters.checks import totals
    from tiltyard.core.rosters.seal import digest

    at.answer(
        player=army.player,
        state=army.state,
        locked=army.is_locked,
        approved=counts_as_approved(at.event, at.rules, army),
        form=army.form,
        faction=army.roster.faction,
        totals=list(totals(army.roster, at.rules)) if army.text else [],
        digest=digest(army.text),
        findings=[finding_document(one) for one in findings_of(at.event, at.rules, army)],
    )


def finding_document(finding: Finding) -> dict[str, Any]:
    """Return what a check found, for a program."""
    from tiltyard.words.list_findings import finding_words

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
    return f"{finding.severity}: {said['text']} ({finding.clause}){fix}"


# ------------------------------------------------------------------------------------ amendments


def _privy(at: Sitting, player: PlayerId) -> bool:
    """Whether somebody reads what leaders said about a list: its player, and the leaders."""
    from tiltyard.core.rosters.at_the_event import reads_lists

    return at.me == player or reads_lists(at.event, at.rules, at.me)


def _amendment(at: Sitting, one: Amendment) -> dict[str, Any]:
    return {
        "by": at.event.people.get(one.by, one.by),
        "at": one.at.isoformat(),
        "reason": one.reason,
        "significant": one.significant,
        "before": one.before,
    }


def _say_amendments(at: Sitting, army: ArmyList) -> None:
    from tiltyard.words.changed_lines import amended

    for one, lines in amended(army):
        by = at.event.people.get(one.by, one.by)
        mark = " (may have been an advantage)" if one.significant else ""
        at.say(f"Amended by {by}, {one.at.astimezone():%Y-%m-%d %H:%M}: {one.reason}{mark}")
        for line in lines:
            at.say(f"  {_SIGNS[line.kind]} {line.text}")
        if one.seal and at.me == army.player:
            at.say(f"  Seal before it: {one.seal}")


# ----------------------------------------------------------------------------------- conversions


def say_conversions(at: Sitting, player: PlayerId | None = None) -> None:
    """Say which conversions wait for an answer, to whoever asked and to those who answer."""
    waiting = [one for one in _waiting(at) if player in {None, one.player}]
    at.answer(
        conversions=[
            {"conversion": one.id, "player": one.player, "description": one.description}
            for one in waiting
        ]
    )
    for one in waiting:
        name = at.event.people.get(one.player, one.player)
        what = "conversion" if one.kind == "conversion" else "question"
        at.say(f"{what} {one.id} of {name} waits for an answer: {one.description}")


def _waiting(at: Sitting) -> list[Conversion]:
    from tiltyard.core.rosters.at_the_event import reads_lists

    me = at.me
    organizes = any(one.person == me and one.role == "organizer" for one in at.event.staff)
    everything = organizes or reads_lists(at.event, at.rules, me)
    return [
        one
        for one in at.event.list_desk.conversions.values()
        if one.approved is None and (everything or one.player == me)
    ]
