"""Answers of the engine as the documents of the contract: standings, pairings, findings."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tiltyard import __version__
from tiltyard.formats.tiltyard1 import place_in_file
from tiltyard.formats.tiltyard1_write import write_tournament
from tiltyard.text.refusals import fix_text, refusal_text, whole_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.engine.audit.findings import Finding
    from tiltyard.engine.clinch.lines import OwnResult, Verdict
    from tiltyard.engine.errors import TiltyardError
    from tiltyard.engine.pairing.round import DrawnMatch, Pairings, Why
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Standings
    from tiltyard.engine.tournament import Tournament
    from tiltyard.views.standings import StandingsTable
    from tiltyard.views.what_if import WhatIf


def standings_document(standings: Standings | StandingsTable) -> dict[str, Any]:
    """Return standings as tiltyard/standings/1; numbers are exact and written as text."""
    return {
        "format": "tiltyard/standings/1",
        "ruleset": standings.ruleset,
        "stage": standings.stage,
        "after_round": standings.after_round,
        "rows": [
            {
                "rank": row.rank,
                "player": row.player,
                "name": row.name,
                "status": row.status,
                "keys": {key: str(value) for key, value in row.keys.items()},
                "decided_by": row.decided_by,
            }
            for row in standings.rows
        ],
    }


def clinch_document(ruleset: str, verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Return verdicts as tiltyard/clinch/1; results are told from the player's own side."""
    return {
        "format": "tiltyard/clinch/1",
        "ruleset": ruleset,
        "verdicts": [
            {
                "player": verdict.player,
                "line": verdict.line._asdict(),
                "state": verdict.state,
                "plays": verdict.plays,
                "safe_from": _own_result(verdict.safe_from),
                "open_up_to": _own_result(verdict.open_up_to),
                "out_up_to": _own_result(verdict.out_up_to),
                "after_draw": verdict.after_draw,
            }
            for verdict in verdicts
        ],
    }


def _own_result(result: OwnResult | None) -> dict[str, Any] | None:
    return result._asdict() if result is not None else None


def what_if_document(found: WhatIf) -> dict[str, Any]:
    """Return the order with other results as tiltyard/what-if/1; numbers are exact, as text."""
    return {
        "format": "tiltyard/what-if/1",
        "enter": list(found.enter),
        "leave": list(found.leave),
        "line_decided_by": found.line,
        "rows": [
            {
                "player": row.player,
                "before": row.before,
                "after": row.after,
                "keys": {key: str(value) for key, value in row.keys.items()},
                "decided_by": row.decided_by,
                "inside": row.inside,
            }
            for row in found.rows
        ],
    }


def findings_document(
    findings: tuple[Finding, ...], tournament: Tournament, rules: Ruleset | None = None
) -> dict[str, Any]:
    """Return findings as tiltyard/findings/1; with the ruleset, a clean file is certified."""
    from tiltyard.text.findings import finding_text

    names: dict[str, str] = {player.id: player.name for player in tournament.players}
    document: dict[str, Any] = {
        "format": "tiltyard/findings/1",
        "findings": [
            {
                "severity": finding.severity,
                "code": finding.code,
                "clause": finding.clause,
                "where": "" if finding.where is None else place_in_file(finding.where),
                "players": list(finding.players),
                "text": finding_text(finding, names),
            }
            for finding in findings
        ],
    }
    if rules is not None and all(finding.severity != "error" for finding in findings):
        document["certificate"] = certificate(tournament, rules)
    return document


def error_place(error: TiltyardError) -> str | None:
    """Return where in the file an error lies, as a path."""
    field = error.field
    if error.kind == "option-refused":
        return "options" if field is None else f"options.{field}"
    if error.where is None:
        return field
    if field is not None and error.kind == "slip-refused":
        field = f"report.{field}"
    return place_in_file(error.where, field)


def error_document(error: TiltyardError, way_out: str | None = None) -> dict[str, Any]:
    """Return an error as the batch answer of a file; `way_out` is said instead of its fix."""
    fix = fix_text(error) if way_out is None else way_out
    facts = {
        "code": error.kind,
        "refusal": error.code,
        "where": error_place(error),
        "message": refusal_text(error),
        "clause": error.clause,
        "fix": fix or None,
    }
    document: dict[str, Any] = {
        key: _visible(value) for key, value in facts.items() if value is not None
    }
    questions = getattr(error, "questions", ())
    if questions:
        document["questions"] = [
            {
                "code": question.code,
                "clause": question.clause,
                "text": _visible(refusal_text(question)),
            }
            for question in questions
        ]
    if "confirm" in error.facts:
        document["confirm"] = list(error.facts["confirm"])  # type: ignore[call-overload]
    if "players" in error.facts:
        document["players"] = error.facts["players"]
    return {"error": document}


def error_line(error: TiltyardError, file: str, way_out: str | None = None) -> str:
    """Return an error in one line: file, place, what is wrong, what to do, its clause.

    `way_out` is said instead of its fix.
    """
    place = error_place(error)
    head = file if place is None else f"{file}: {place}"
    return _visible(f"{head}: {whole_text(error, way_out)}")


def _visible(line: str) -> str:
    """Return a text without what would break the line, move the cursor or not be written at all."""
    plain = " ".join(line.split())
    if plain.isprintable():
        return plain
    return "".join(name if name.isprintable() else ascii(name)[1:-1] for name in plain)


def pairings_document(drawn: Pairings, tournament: Tournament) -> dict[str, Any]:
    """Return a drawn round as tiltyard/pairings/1."""
    names: dict[str, str] = {player.id: player.name for player in tournament.players}
    document: dict[str, Any] = {
        "format": "tiltyard/pairings/1",
        "stage": drawn.stage,
        "round": drawn.round,
    }
    if drawn.seeds is not None:
        document["seeds"] = list(drawn.seeds)
    document.update(drawn.draws)
    document["matches"] = [_match(match, names) for match in drawn.matches]
    document["warnings"] = [_why(why, names, "warnings") for why in drawn.warnings]
    return document


def _match(match: DrawnMatch, names: dict[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if match.table is not None:
        entry["table"] = match.table
    if match.kind != "game":
        entry["kind"] = match.kind
    if match.game is not None:
        entry["game"] = match.game
    entry["players"] = list(match.players)
    entry["why"] = [_why(why, names, "reasons") for why in match.why]
    return entry


def _why(why: Why, names: dict[str, str], section: str) -> dict[str, Any]:
    from tiltyard.text.reasons import why_text

    text = why_text(why, names, section)
    return {"code": why.code, "clause": why.clause, "facts": dict(why.facts), "text": text}


# ------------------------------------------------------------------------------
# What a clean check certifies: a digest of the tournament that was checked, and how much of it.


def certificate(tournament: Tournament, rules: Ruleset) -> dict[str, Any]:
    """Return the digest of a checked tournament; the same facts give the same digest everywhere."""
    rounds = [round_ for stage in tournament.stages for round_ in stage.rounds]
    return {
        "digest": tournament_digest(tournament),
        "engine": __version__,
        "ruleset": rules.name,
        "rounds": len(rounds),
        "matches": sum(len(round_.matches) for round_ in rounds),
    }


def tournament_digest(tournament: Tournament) -> str:
    """Return the SHA-256 of a tournament in its canonical form; players have no order."""
    document = write_tournament(tournament)
    document["players"] = sorted(document["players"], key=lambda player: str(player["id"]))
    canonical = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()
