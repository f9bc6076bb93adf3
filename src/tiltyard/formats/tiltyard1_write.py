"""Tournament files of the format tiltyard/1, written: what was not said is left out."""

from __future__ import annotations

import json
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ruleset import SoftScore
from tiltyard.engine.slip import KINDS, Slip
from tiltyard.engine.tournament import Plan, TableRules
from tiltyard.formats.tiltyard1 import FORMAT

if TYPE_CHECKING:
    from tiltyard.engine.tournament import (
        Match,
        Override,
        Player,
        Round,
        SoftEntry,
        Stage,
        Tournament,
    )

Entry = dict[str, Any]


def write_tournament(tournament: Tournament) -> Entry:
    """Return the one file that `read_tournament` reads as this tournament."""
    entry: Entry = {"format": FORMAT, "ruleset": tournament.ruleset}
    entry |= _said(name=tournament.name, seed=tournament.seed)
    if tournament.ruleset_files:
        entry["ruleset_files"] = dict(tournament.ruleset_files)
    if tournament.date is not None:
        entry["date"] = tournament.date.isoformat()
    if tournament.plan != Plan():
        entry["plan"] = _plan(tournament.plan)
    if tournament.options:
        entry["options"] = {key: _option(value) for key, value in tournament.options.items()}
    if tournament.tables != TableRules():
        entry["tables"] = _table_rules(tournament.tables)
    entry["players"] = [_player(player) for player in tournament.players]
    entry["stages"] = [_stage(stage) for stage in tournament.stages]
    if tournament.ranking is not None:
        entry["ranking"] = list(tournament.ranking)
    return entry | _said(
        soft_score_kinds=[_declared(score) for score in tournament.declared],
        soft_scores=[_soft_entry(given) for given in tournament.soft_scores],
    )


_NO_SCORE = SoftScore("", "")


def _declared(score: SoftScore) -> Entry:
    """Return what a score says that is not usual."""
    said = {entry.name: getattr(score, entry.name) for entry in fields(score)}
    return {name: value for name, value in said.items() if value != getattr(_NO_SCORE, name)}


def _soft_entry(entry: SoftEntry) -> Entry:
    given: Entry = {"score": entry.score, "player": entry.player, "value": entry.value}
    return given | _said(round=entry.round, reason=entry.reason, hidden=entry.hidden)


def _plan(plan: Plan) -> Entry:
    entry = _known(swiss_rounds=plan.swiss_rounds, cut=plan.cut)
    if plan.announced is not None:
        rounds, cut = plan.announced
        entry["announced"] = _known(swiss_rounds=rounds, cut=cut)
    return entry | _override(plan.override)


def tournament_line(tournament: Tournament) -> str:
    """Return the file as one line of JSON."""
    return json.dumps(write_tournament(tournament), ensure_ascii=False)


def _known(**values: object) -> Entry:
    """Keep what is known."""
    return {key: value for key, value in values.items() if value is not None}


def _said(**values: object) -> Entry:
    """Keep what says something: no empty text, list or table, nothing that is false."""
    return {key: value for key, value in values.items() if value}


def _option(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _table_rules(rules: TableRules) -> Entry:
    entry: Entry = {} if rules.first == 1 else {"first": rules.first}
    return entry | _said(out_of_use=sorted(rules.out_of_use), avoid_repeats=rules.avoid_repeats)


def _player(player: Player) -> Entry:
    entry: Entry = {"id": player.id}
    if player.name != player.id:
        entry["name"] = player.name
    entry |= _known(number=player.number, faction=player.faction)
    entry |= _said(affiliations=list(player.affiliations))
    entry |= _known(total=player.total)
    if player.spare:
        entry["role"] = "spare"
    entry |= _known(table=player.table, favourite=player.favourite)
    return entry | _said(extra=dict(player.extra))


def _stage(stage: Stage) -> Entry:
    entry: Entry = {"kind": stage.kind}
    if stage.seeds is not None:
        entry["seeds"] = list(stage.seeds)
    entry["rounds"] = [_round(round_) for round_ in stage.rounds]
    return entry | _override(stage.override)


def _round(round_: Round) -> Entry:
    entry: Entry = {} if round_.attempt == 1 else {"attempt": round_.attempt}
    entry |= _known(salt=round_.salt)
    entry |= round_.draws
    entry["matches"] = [_match(match) for match in round_.matches]
    after = [{"player": change.player, "change": change.change} for change in round_.after]
    return entry | _said(after=after) | _override(round_.override)


def _override(override: Override | None, key: str = "override") -> Entry:
    if override is None:
        return {}
    return {key: {"by": override.by, "reason": override.reason}}


def _match(match: Match) -> Entry:
    entry = _known(table=match.table, game=match.game)
    if match.kind != "game":
        entry["kind"] = match.kind
    entry["players"] = list(match.players)
    entry |= _known(absent=match.absent)
    if match.report is not None:
        entry["report"] = _report(match.report)
    entry |= _override(match.override) | _override(match.confirmed, "confirmed")
    if match.stated is not None:
        pairs = {"tp": match.stated.tp, "mov": match.stated.mov}
        entry["stated"] = {key: list(pair) for key, pair in pairs.items() if pair is not None}
    return entry


_values_of = attrgetter(*KINDS)
_UNSAID = _values_of(Slip("time"))


def _report(slip: Slip) -> Entry:
    entry: Entry = {"end": slip.end}
    for name, value, unsaid in zip(KINDS, _values_of(slip), _UNSAID, strict=True):
        if value is not unsaid and value != unsaid:
            entry[name] = _plain(value) if isinstance(value, tuple | dict) else value
    return entry


def _plain(value: Any) -> Any:
    """Return a field of a slip with lists for its tuples."""
    if isinstance(value, dict):
        return {key: list(pair) for key, pair in value.items()}
    return [list(part) if isinstance(part, tuple) else part for part in value]
