"""Reading by programs: what the public pages say, and for staff what the desk says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.clock import remaining_seconds
from tiltyard.core.house_rules import value_text
from tiltyard.core.pairing.round import Why
from tiltyard.core.state.event import match_state, round_state
from tiltyard.core.state.scenarios import scenario_of
from tiltyard.web.api import models
from tiltyard.web.errors import NotFound
from tiltyard.web.game_notes import game_notes
from tiltyard.web.table_components import searches
from tiltyard.words.announcements import told_so_far
from tiltyard.words.facts import slip_text
from tiltyard.words.language import speaking, spoken_by
from tiltyard.words.option_values import house_rule_sentence
from tiltyard.words.reasons import why_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.facts.rounds import Reason
    from tiltyard.core.house_rules import HouseRule
    from tiltyard.core.ids import PersonId, RoundId
    from tiltyard.core.standings import Row
    from tiltyard.core.state.event import DayRound, Entrant, Event, Game
    from tiltyard.web.api.operations import Called
    from tiltyard.web.event_view import EventView

_UNCONFIRMED = frozenset({"reported", "disputed"})


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
        [_player(one, names) for one in event.entrants.values()],
        spoken_by(event),
        [_house_rule(one) for one in called.view.house_rules],
        event.cut_points,
    )


def _house_rule(rule: HouseRule) -> models.HouseRuleLine:
    usual, here = value_text(rule.usual), value_text(rule.here)
    return models.HouseRuleLine(rule.option, rule.clause, usual, here, house_rule_sentence(rule))


def _announced(view: EventView) -> dict[str, str]:
    """Return what was announced by the name of the item, in the language of the event."""
    with speaking(spoken_by(view.event)):
        told = told_so_far(view.event, view.rules, view.document)
        return {one.item: one.text for one in reversed(told)}


def _player(one: Entrant, names: Mapping[PersonId, str]) -> models.Player:
    return models.Player(one.id, names.get(one.id, one.id), one.number, one.state, one.spare)


def rounds(called: Called) -> models.Rounds:
    """List the published rounds."""
    return models.Rounds(
        [
            models.RoundLine(one.id, one.stage, one.number, one.kind, round_state(one))
            for one in called.view.event.rounds
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
    shown = [one for one in event.rounds if one.kind == "elimination"]
    seeds = event.qualification.seeds if event.qualification is not None else ()
    return models.Bracket(list(seeds), [_round(called, one) for one in shown])


def standings(called: Called) -> models.Standings:
    """Rank the field, with the key that decided each place."""
    order = called.view.standings
    if order is None:
        raise NotFound("standings-nothing-rank-yet")
    names = _names(called)
    rows = [_row(one, names) for one in order.rows]
    return models.Standings(
        "tiltyard/standings/1", order.ruleset, order.stage, order.after_round, rows
    )


def player_record(called: Called) -> models.PlayerRecord:
    """Show what a player has played and where they stand."""
    view, player = called.view, called.path["player"]
    entrant = next((one for one in view.event.entrants.values() if one.id == player), None)
    if entrant is None:
        raise NotFound("no-such-player")
    names = _names(called)
    row = view.rows.get(entrant.id)
    return models.PlayerRecord(
        _player(entrant, names),
        None if row is None else _row(row, names),
        _matches_of(called, player),
    )


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


def _published(called: Called, name: RoundId) -> DayRound:
    found = called.view.event.round(name)
    if found is None:
        raise NotFound("no-such-round")
    return found


def _round(called: Called, round_: DayRound) -> models.RoundBody:
    event, names = called.view.event, _names(called)
    drawn = round_ is event.draft
    left = remaining_seconds(round_.timer, called.view.clock.now(), 0) if round_.began else None
    discarded = [
        models.DiscardedDraw(one.attempt, names.get(one.by, one.by), one.reason)
        for one in event.discarded
        if one.round == round_.id
    ]
    scenario = scenario_of(event, round_)
    return models.RoundBody(
        round_.id,
        round_.stage,
        round_.number,
        round_.kind,
        "drawn" if drawn else round_state(round_),
        round_.attempt,
        dict(round_.cards),
        left,
        [_match(called, round_, game) for game in round_.games.values()],
        list(round_.unpaired),
        discarded,
        None if scenario is None else models.SpecialScenario(scenario.name, scenario.text),
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
    state = str(match_state(round_, game))
    slip = game.slip if close or not game.is_open else None
    sides = tuple(names.get(one, one) for one in game.players)
    reports = [
        models.Report(one.by, one.slip.digest, slip_text(one.slip, sides, names))
        for one in (game.filed if close else ())
    ]
    return models.Match(
        game.id,
        game.table,
        game.game,
        game.kind,
        list(game.players),
        list(sides),
        state if close or state not in _UNCONFIRMED else "playing",
        None if slip is None else slip_text(slip, sides, names),
        None if game.override is None else game.override[1],
        [models.Reason(one.code, one.clause or None, _why(one, names)) for one in game.why],
        reports,
        game.first_player,
        game.side,
        [
            models.DeckCount(one.player, one.complete, one.by, one.note)
            for one in (game.deck_checks if close else ())
        ],
        _notes(called, round_, game) if close else [],
        _searches(called, game) if close else [],
    )


def _notes(called: Called, round_: DayRound, game: Game) -> list[models.MatchNote]:
    found = game_notes(called.view, round_, game)
    return [models.MatchNote(one.code, one.text, one.clause) for one in found.notes]


def _searches(called: Called, game: Game) -> list[models.ComponentSearch]:
    """Return what players of a match miss; which component for its owner and tokens of staff."""
    if called.person is None or called.token is None or not game.is_open:
        return []
    leads = called.token.scope == "staff"
    return [
        models.ComponentSearch(
            one.trouble.id,
            one.trouble.player,
            one.component if one.own or leads else "",
            one.state,
            one.trouble.minutes,
            one.seconds,
            one.clause,
        )
        for one in searches(called.view, called.person, game.players)
    ]


def _why(reason: Reason, names: Mapping[PersonId, str]) -> str:
    return why_text(Why(reason.code, reason.clause, reason.facts), names)


def _row(row: Row, names: Mapping[PersonId, str]) -> models.StandingsRow:
    keys = {key: str(value) for key, value in row.keys.items()}
    name = names.get(row.player, row.player)
    return models.StandingsRow(row.rank, row.player, name, row.status, keys, row.decided_by)
