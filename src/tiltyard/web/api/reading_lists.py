"""Reading army lists by programs: one's own, as a leader, or once they are public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.at_the_event import (
    findings_of,
    list_of,
    lists_required,
    may_read_list,
    missing_lists,
    reads_lists,
)
from tiltyard.core.rosters.checks import totals
from tiltyard.core.rosters.counting import count_here, pieces_here
from tiltyard.core.rosters.seal import digest
from tiltyard.web.api import models
from tiltyard.web.errors import NotFound
from tiltyard.words.list_findings import finding_words

if TYPE_CHECKING:
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.state import lists as state
    from tiltyard.web.api.operations import Called


def all_lists(called: Called) -> models.ArmyLists:
    """Show every list the caller may read."""
    view = called.view
    event, rules = view.event, view.rules
    found = (_readable(called, player) for player in event.list_desk.lists)
    until = event.list_desk.deadline
    checks = _checks_lists(called)
    return models.ArmyLists(
        lists_required(event, rules),
        until.isoformat() if until is not None else None,
        [_list(called, one) for one in found if one is not None],
        list(missing_lists(event, rules)) if checks else None,
    )


def one_list(called: Called) -> models.ArmyList:
    """Show the list of a player; one that is hidden and one that is not there are the same."""
    found = _readable(called, PlayerId(called.path["player"]))
    if found is None:
        raise NotFound("no-such-list")
    return _list(called, found)


def count_score(called: Called) -> models.ListCount:
    """Count what the opponent scores from what is left of a list the caller may read."""
    view = called.view
    player = PlayerId(called.path["player"])
    round_ = view.event.current
    if _readable(called, player) is None or round_ is None:
        raise NotFound("count-score-no-such-list")
    pieces = pieces_here(view.event, view.rules, round_, player)
    asked = called.query
    said = asked.left if isinstance(asked, models.CountQuery) else None
    every = [piece.number for piece in pieces]
    left = every if said is None else [int(one) for one in said.split(",") if one]
    counted = count_here(view.event, view.rules, round_, player, left)
    return models.ListCount(
        player,
        round_.id,
        [
            models.ListPiece(
                one.number, one.name, list(one.upgrades), one.points, one.number in left
            )
            for one in pieces
        ],
        counted.score,
        counted.left,
        counted.gone,
        counted.wiped_out,
        counted.clause,
    )


def _readable(called: Called, player: PlayerId) -> state.ArmyList | None:
    view = called.view
    found = list_of(view.event, player)
    person = called.person or ""
    if person != player and not _checks_lists(called):
        person = ""  # a program for results reads of others what everybody may
    return found if may_read_list(view.event, view.rules, person, player) else None


def _checks_lists(called: Called) -> bool:
    """Whether a program reads lists for a leader: only with a token for staff."""
    if called.person is None or called.token is None or called.token.scope != "staff":
        return False
    return reads_lists(called.view.event, called.view.rules, called.person)


def _list(called: Called, found: state.ArmyList) -> models.ArmyList:
    view, mine = called.view, called.person == found.player
    event, rules = view.event, view.rules
    names = event.people if called.is_staff or mine else view.public_names
    close = mine or _checks_lists(called)
    return models.ArmyList(
        found.player,
        names.get(found.player, found.player),
        found.state,
        found.is_locked,
        found.form,
        found.text,
        found.roster.faction,
        list(totals(found.roster, rules)) if found.text else [],
        [_finding(one) for one in findings_of(event, rules, found)] if close else [],
        digest(found.text),
        found.note if close else None,
        found.seal if mine and found.seal else None,
    )


def _finding(found: Finding) -> models.ListFinding:
    text, fix = finding_words(found)
    return models.ListFinding(
        found.code,
        found.severity,
        found.clause,
        found.where,
        found.muster,
        found.waivable,
        text,
        fix,
    )
