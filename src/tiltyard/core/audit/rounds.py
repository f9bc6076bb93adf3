"""Whether every round is the one the rules draw: pairs, byes, repeats, tables, bracket, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, Severity, explained
from tiltyard.core.drawing import draw_next
from tiltyard.core.errors import NoLegalPairing, NothingToDraw
from tiltyard.core.ids import Place
from tiltyard.core.pairing import Field
from tiltyard.core.tournament import Round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing import DrawnMatch, Pairings
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Tournament


def check_rounds(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Draw every round again from what stood before it, and compare."""
    for number, stage in enumerate(tournament.stages):
        for index, round_ in enumerate(stage.rounds):
            if not round_.matches or _open_before(tournament, number, index):
                continue
            where = Place(number, index)
            before = tournament_before(tournament, where)
            yield from explained(_check_round(before, rules, round_, where), round_.override)


def tournament_before(tournament: Tournament, where: Place) -> Tournament:
    """Return what was known when a round was drawn; an empty round says which attempt it was."""
    stage = tournament.stages[where.stage]
    number = where.round or 0
    drawn_as = Round((), attempt=stage.rounds[number].attempt)
    so_far = replace(stage, rounds=(*stage.rounds[:number], drawn_as))
    return replace(tournament, stages=(*tournament.stages[: where.stage], so_far))


def _open_before(tournament: Tournament, stage: int, index: int) -> bool:
    earlier = [one for entry in tournament.stages[:stage] for one in entry.rounds]
    earlier += tournament.stages[stage].rounds[:index]
    return any(not one.is_closed for one in earlier)


def _repeats(
    field: Field, round_: Round, where: Place, needed: frozenset[frozenset[PlayerId]]
) -> Iterator[Finding]:
    """Name every repeat; one that the best possible round has too is no fault."""
    if field.repeats_allowed:
        return
    met = {frozenset((first, second)): number for first, second, number in field.meetings()}
    for index, match in enumerate(round_.matches):
        pair = frozenset(match.players)
        if match.kind != "game" or pair not in met:
            continue
        facts = {"round": met[pair], **_override(match)}
        severity = "notice" if pair in needed else _severity(match)
        place = where._replace(match=index)
        clause = field.rules.rematch.clause
        yield Finding("rematch", clause, place, match.players, severity, facts)


def _severity(match: Match) -> Severity:
    """A change by hand that says who and why is no error."""
    return "error" if match.override is None else "notice"


def _override(match: Match) -> dict[str, object]:
    if match.override is None:
        return {}
    return {"by": match.override.by, "reason": match.override.reason}


def _check_round(
    before: Tournament, rules: Ruleset, round_: Round, where: Place
) -> Iterator[Finding]:
    sitting_out = frozenset(
        player
        for match in round_.matches
        if match.kind == "unpaired_loss"
        for player in match.players
    )
    drawn: Pairings | None = None
    try:
        drawn = draw_next(before, rules, sitting_out=sitting_out)
    except NoLegalPairing:
        drawn = draw_next(before, rules, sitting_out=sitting_out, allow_rematch=True)
        yield Finding("repeats-needed", rules.rematch.clause, where, severity="notice")
    except NothingToDraw:
        pass
    needed = frozenset(frozenset(match.players) for match in (drawn.matches if drawn else ()))
    if before.stages[where.stage].kind == "swiss":
        field = Field(before, rules, where.stage + 1, (where.round or 0) + 1)
        yield from _repeats(field, round_, where, needed)
    if drawn is None or drawn.stage != where.stage + 1:
        yield Finding("round-beyond-plan", rules.structure.clause, where)
        return
    yield from _compare_matches(before, rules, round_, drawn, where)
    yield from _compare_cards(rules, round_, drawn, where)


def _compare_cards(
    rules: Ruleset, round_: Round, drawn: Pairings, where: Place
) -> Iterator[Finding]:
    for kind, card in round_.draws.items():
        right = drawn.draws.get(kind)
        if card != right:
            facts = {"kind": kind, "card": card, "right": right or "none"}
            clause = rules.draws[kind].clause if kind in rules.draws else rules.clause
            yield Finding("wrong-card", clause, where, facts=facts)


def _compare_matches(
    before: Tournament, rules: Ruleset, round_: Round, drawn: Pairings, where: Place
) -> Iterator[Finding]:
    right = {player: match for match in drawn.matches for player in match.players}
    elimination = any(match.game is not None for match in drawn.matches)
    spares = {player.id for player in before.players if player.spare}
    for index, match in enumerate(round_.matches):
        if match.kind == "unpaired_loss":
            continue
        place = where._replace(match=index)
        wanted = right.get(match.players[0])
        if wanted is None or set(wanted.players) != set(match.players):
            if match.kind == "bye" or not spares.isdisjoint(match.players):
                yield _wrong_rest(rules, match, drawn, spares, place)
            else:
                yield _wrong_pair(rules, match, wanted, place, elimination=elimination)
        elif elimination and match.game is not None and match.game != wanted.game:
            facts = {"game": match.game, "right": wanted.game, **_override(match)}
            clause = rules.elimination.fold_clause
            severity = _severity(match)
            yield Finding("wrong-game-number", clause, place, match.players, severity, facts)
        elif match.table is not None and wanted.table not in (None, match.table):
            yield _wrong_table(rules, match, wanted, place)
    yield from _left_out(rules, round_, drawn, where)


def _wrong_pair(
    rules: Ruleset, match: Match, wanted: DrawnMatch | None, place: Place, *, elimination: bool
) -> Finding:
    player = match.players[0]
    opponents = [one for one in wanted.players if one != player] if wanted else []
    facts = {"player": player, "right": opponents, **_override(match)}
    code, clause = "wrong-pairing", rules.pairing.clause
    if elimination:
        code, clause = "wrong-bracket", rules.elimination.fold_clause
    return Finding(code, clause, place, match.players, _severity(match), facts)


def _wrong_rest(
    rules: Ruleset, match: Match, drawn: Pairings, spares: set[PlayerId], place: Place
) -> Finding:
    """Name whose bye, or whose game against the Spare Player, it was."""
    entitled = [
        one.players[0]
        for one in drawn.matches
        if one.kind == "bye" or not spares.isdisjoint(one.players)
    ]
    code = "wrong-spare" if spares else "wrong-bye"
    facts = {"right": entitled, **_override(match)}
    clause = rules.bye.pick_clause
    return Finding(code, clause, place, match.players, _severity(match), facts)


def _wrong_table(rules: Ruleset, match: Match, wanted: DrawnMatch, place: Place) -> Finding:
    facts = {"table": match.table, "right": wanted.table, **_override(match)}
    return Finding(
        "wrong-table", rules.tables.clause, place, match.players, _severity(match), facts
    )


def _left_out(rules: Ruleset, round_: Round, drawn: Pairings, where: Place) -> Iterator[Finding]:
    """Name the bracket games that are not there; in Swiss rounds missing players are named."""
    there = {player for match in round_.matches for player in match.players}
    for match in drawn.matches:
        if match.game is not None and there.isdisjoint(match.players):
            facts = {"game": match.game}
            clause = rules.elimination.fold_clause
            yield Finding("missing-game", clause, where, match.players, facts=facts)
