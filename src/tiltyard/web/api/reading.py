"""Reading by programs: what the public pages say, and for staff what the desk says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tiltyard.day.counting import count_here, pieces_here
from tiltyard.day.event import remaining_seconds, scenario_of
from tiltyard.day.list_access import (
    findings_of,
    list_of,
    lists_required,
    may_read_list,
    missing_lists,
    reads_lists,
)
from tiltyard.day.plan import value_text
from tiltyard.day.visibility import may_read_contact, told_removal
from tiltyard.engine.pairing.round import Why
from tiltyard.engine.rosters.checks import totals
from tiltyard.engine.rosters.list_reading import digest
from tiltyard.engine.tournament import PlayerId
from tiltyard.formats.answers import clinch_document
from tiltyard.rulesets.loader import load_all
from tiltyard.service.ruleset_library import fingerprint
from tiltyard.service.ruleset_sheet import ruleset_sheet
from tiltyard.text.announcements import house_rule_sentence, told_so_far
from tiltyard.text.facts import slip_text
from tiltyard.text.language import speaking, spoken_by
from tiltyard.text.list_findings import finding_words
from tiltyard.text.reasons import why_text
from tiltyard.views.bracket import bracket_seeds
from tiltyard.views.clinch import clinch_table
from tiltyard.views.round import state_of_round, table_row
from tiltyard.web.api import models
from tiltyard.web.components import searches
from tiltyard.web.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import ArmyList, DayRound, Entrant, Event, Game
    from tiltyard.day.facts import Reason
    from tiltyard.day.plan import HouseRule
    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.tournament import PersonId, RoundId
    from tiltyard.views.standings import StandingsRow, StandingsTable
    from tiltyard.web.api.operations import Called
    from tiltyard.web.event_view import EventView


# ------------------------------------------------------------------------------
# Reading by programs: what the public pages say, and for staff what the desk says.


def events(called: Called) -> models.Events:
    """List the events that are announced."""
    views = [called.site.view(name) for name in called.site.desk.events()]
    return models.Events([_line(view.event) for view in views if view.event.is_public])


def _line(event: Event) -> models.EventLine:
    players = event.player_count
    return models.EventLine(
        event.id,
        event.details.name,
        event.details.ruleset,
        _date(event),
        event.phase,
        players,
        event.version,
    )


def _date(event: Event) -> str | None:
    return None if event.details.date is None else event.details.date.isoformat()


def rulesets(called: Called) -> models.Rulesets:
    """Say which rulesets new events may have; those made here stand last."""
    every = (*load_all(), *called.site.library.readable())
    return models.Rulesets(
        [
            models.RulesetLine(
                rules.name,
                rules.title,
                rules.game,
                bool(rules.files),
                rules.based_on,
                fingerprint(rules.files) if rules.files else "",
            )
            for rules in every
        ]
    )


def ruleset_body(called: Called) -> models.RulesetBody:
    """Say by which rules an event is played."""
    document = called.view.document
    sheet = ruleset_sheet(document)
    return models.RulesetBody(
        document.name,
        document.title,
        document.game,
        document.based_on,
        list(sheet.differences),
        list(sheet.notes),
        list(sheet.order),
        dict(document.files),
    )


def event_body(called: Called) -> models.EventBody:
    """Say what an event is and who plays."""
    event, names = called.view.event, _names(called)
    return models.EventBody(
        event.id,
        event.details.name,
        event.details.ruleset,
        _date(event),
        event.details.venue,
        event.phase,
        event.version,
        event.swiss_rounds if event.swiss_rounds is not None else event.details.swiss_rounds,
        event.planned_cut,
        event.commitment,
        event.seed if event.seed_public else None,
        _announced(called.view),
        [_player(entrant, names) for entrant in event.entrants.values()],
        spoken_by(event),
        [_house_rule(house_rule) for house_rule in called.view.house_rules],
        event.cut_points,
        event.starts,
        event.price,
    )


def _house_rule(rule: HouseRule) -> models.HouseRuleLine:
    usual, here = value_text(rule.usual), value_text(rule.here)
    return models.HouseRuleLine(rule.option, rule.clause, usual, here, house_rule_sentence(rule))


def _announced(view: EventView) -> dict[str, str]:
    """Return what was announced by the name of the item, in the language of the event."""
    with speaking(spoken_by(view.event)):
        told = told_so_far(view.event, view.rules, view.document)
        return {said.item: said.text for said in reversed(told)}


def _player(entrant: Entrant, names: Mapping[PersonId, str]) -> models.Player:
    return models.Player(
        entrant.id, names.get(entrant.id, entrant.id), entrant.number, entrant.state, entrant.spare
    )


def notices(called: Called) -> models.Notices:
    """List the announcements that show now."""
    return models.Notices(
        [
            models.NoticeLine(
                row.id,
                row.text,
                row.table,
                row.until.isoformat() if row.until is not None else None,
                "urgent" if row.urgent else "normal",
            )
            for row in called.view.notices
        ]
    )


def rounds(called: Called) -> models.Rounds:
    """List the published rounds."""
    event = called.view.event
    return models.Rounds(
        [
            models.RoundLine(
                round_.id, round_.stage, round_.number, round_.kind, state_of_round(event, round_)
            )
            for round_ in event.rounds
        ]
    )


def round_body(called: Called) -> models.RoundBody:
    """Show a published round, match by match, with the reasons of its draw."""
    return _round(called, _published(called, called.path["round"]))


def drawn_round(called: Called) -> models.RoundBody:
    """Show the drawn round nobody has seen yet, to those at the desk."""
    if not called.view.is_floor(called.me):
        raise NotFound("no-round-drawn-you-see")
    draft = called.view.event.draft
    if draft is None:
        raise NotFound("no-round-drawn")
    return _round(called, draft)


def bracket(called: Called) -> models.Bracket:
    """Show the elimination rounds."""
    event = called.view.event
    shown = [round_ for round_ in event.rounds if round_.kind == "elimination"]
    made = event.qualification
    seeds = made.seeds if made is not None else bracket_seeds(event)
    return models.Bracket(list(seeds), [_round(called, round_) for round_ in shown])


def standings(called: Called) -> models.Standings:
    """Rank the field, with the key that decided each place."""
    order = _standings(called)
    if order is None:
        raise NotFound("standings-nothing-rank-yet")
    rows = [_row(row) for row in order.rows]
    groups = [models.StandingsGroup(group.name, [*map(_row, group.rows)]) for group in order.groups]
    return models.Standings(
        "tiltyard/standings/1", order.ruleset, order.stage, order.after_round, rows, groups
    )


def clinch(called: Called) -> models.Clinch:
    """Say who is safe and who is out, to everybody or to the staff alone as the organizer chose."""
    view = called.view
    shown = called.is_staff or view.event.clinch_public
    table = clinch_table(view, _names(called)) if shown else None
    if table is None:
        raise NotFound("nothing-to-clinch")
    found = [verdict for row in table.rows for verdict in row.verdicts]
    return msgspec.convert(clinch_document(view.rules.name, found), models.Clinch)


def player_record(called: Called) -> models.PlayerRecord:
    """Show what a player has played and where they stand."""
    view, player = called.view, called.path["player"]
    entrant = next((other for other in view.event.entrants.values() if other.id == player), None)
    if entrant is None:
        raise NotFound("no-such-player")
    order = _standings(called)
    rows = order.rows if order is not None else ()
    return models.PlayerRecord(
        _player(entrant, _names(called)),
        next((_row(row) for row in rows if row.player == entrant.id), None),
        _matches_of(called, player),
        _removal(called, entrant.id),
        _contact(called, entrant),
    )


def _removal(called: Called, player: PlayerId) -> models.Removal | None:
    removal = told_removal(called.view.event, _reader(called, player), player)
    return models.Removal(removal.public, removal.private or None) if removal is not None else None


def _contact(called: Called, entrant: Entrant) -> str | None:
    reads = may_read_contact(called.view.event, _reader(called, entrant.id), entrant.id)
    return (entrant.contact or None) if reads else None


def _reader(called: Called, player: PlayerId) -> PersonId:
    """Return for whom a program reads: staff only with a token for staff, others for themselves."""
    staff = called.token is not None and called.token.scope == "staff"
    return called.person or "" if staff or called.person == player else ""


def myself(called: Called) -> models.Myself:
    """Say as whom this token acts, with the matches of that person."""
    person, token = called.me, called.token
    assert token is not None
    view = called.view
    return models.Myself(
        view.event.id,
        person,
        view.name(person),
        token.scope,
        sorted(view.roles(person)),
        view.event.version,
        _matches_of(called, person),
    )


# ---------------------------------------------------------------------------- parts


def _names(called: Called) -> Mapping[PersonId, str]:
    """Return names as the caller may read them."""
    return called.view.event.people if called.is_staff else called.view.public_names


def _standings(called: Called) -> StandingsTable | None:
    """Return the standings with names as the caller may read them."""
    return called.view.standings if called.is_staff else called.view.public_standings


def _published(called: Called, name: RoundId) -> DayRound:
    found = called.view.event.round(name)
    if found is None:
        raise NotFound("no-such-round")
    return found


def _round(called: Called, round_: DayRound) -> models.RoundBody:
    event, names = called.view.event, _names(called)
    left = remaining_seconds(round_.timer, called.view.clock.now(), 0) if round_.began else None
    discarded = [
        models.DiscardedDraw(other.attempt, names.get(other.by, other.by), other.reason)
        for other in event.discarded
        if other.round == round_.id
    ]
    scenario = scenario_of(event, round_)
    return models.RoundBody(
        round_.id,
        round_.stage,
        round_.number,
        round_.kind,
        state_of_round(event, round_),
        round_.attempt,
        dict(round_.cards),
        left,
        [_match(called, round_, game) for game in round_.games.values()],
        list(round_.unpaired),
        discarded,
        None if scenario is None else models.SpecialScenario(scenario.name, scenario.text),
        round_.salt,
    )


def _matches_of(called: Called, person: PersonId) -> list[models.Match]:
    return [
        _match(called, round_, game)
        for round_ in called.view.event.rounds
        for game in round_.games.values()
        if person in game.players
    ]


def _match(called: Called, round_: DayRound, game: Game) -> models.Match:
    """Return a match; what is not confirmed is for its players and for staff."""
    names = _names(called)
    close = called.is_staff or (called.person is not None and called.person in game.players)
    row = table_row(called.view, round_, game, names, close=close)
    slip = game.slip if close or not row.is_open else None
    sides = row.names
    reports = [
        models.Report(filed.by, filed.slip.digest, slip_text(filed.slip, sides, names))
        for filed in (game.filed if close else ())
    ]
    return models.Match(
        row.match,
        game.table,
        game.game,
        row.kind,
        list(game.players),
        list(sides),
        row.state,
        None if slip is None else slip_text(slip, sides, names),
        None if game.override is None else game.override[1],
        [
            models.Reason(reason.code, reason.clause or None, _why(reason, names))
            for reason in game.why
        ],
        reports,
        game.first_player,
        game.side,
        [
            models.DeckCount(deck_check.player, deck_check.complete, deck_check.by, deck_check.note)
            for deck_check in (game.deck_checks if close else ())
        ],
        _notes(called, round_, game) if close else [],
        _searches(called, game) if close else [],
        None if slip is None else slip.end,
        None if slip is None or slip.score is None else list(slip.score),
    )


def _notes(called: Called, round_: DayRound, game: Game) -> list[models.MatchNote]:
    found = called.view.game_notes(round_, game)
    return [models.MatchNote(note.code, note.text, note.clause) for note in found.notes]


def _searches(called: Called, game: Game) -> list[models.ComponentSearch]:
    """Return what players of a match miss; which component for its owner and tokens of staff."""
    if called.person is None or called.token is None or not game.is_open:
        return []
    leads = called.token.scope == "staff"
    return [
        models.ComponentSearch(
            search.trouble.id,
            search.trouble.player,
            search.component if search.own or leads else "",
            search.state,
            search.trouble.minutes,
            search.seconds,
            search.clause,
        )
        for search in searches(called.view, called.person, game.players)
    ]


def _why(reason: Reason, names: Mapping[PersonId, str]) -> str:
    return why_text(Why(reason.code, reason.clause, reason.facts), names)


def _row(row: StandingsRow) -> models.StandingsRow:
    keys = {key: str(value) for key, value in row.keys.items()}
    return models.StandingsRow(row.rank, row.player, row.name, row.status, keys, row.decided_by)


# ------------------------------------------------------------------------------
# Reading army lists by programs: one's own, as a leader, or once they are public.


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
        [_list(called, army_list) for army_list in found if army_list is not None],
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
    left = every if said is None else [int(word) for word in said.split(",") if word]
    counted = count_here(view.event, view.rules, round_, player, left)
    return models.ListCount(
        player,
        round_.id,
        [
            models.ListPiece(
                piece.number, piece.name, list(piece.upgrades), piece.points, piece.number in left
            )
            for piece in pieces
        ],
        counted.score,
        counted.left,
        counted.gone,
        counted.wiped_out,
        counted.clause,
    )


def _readable(called: Called, player: PlayerId) -> ArmyList | None:
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


def _list(called: Called, found: ArmyList) -> models.ArmyList:
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
        [_finding(finding) for finding in findings_of(event, rules, found)] if close else [],
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
