"""Whether every round is the one the rules draw: pairs, byes, repeats, tables, bracket, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.audit.byes import check_byes, rests_too_often
from tiltyard.core.audit.findings import Finding, Severity, explained
from tiltyard.core.audit.lots import as_if_drawn, is_the_same_round, resting_in, rests
from tiltyard.core.drawing import draw_next
from tiltyard.core.errors import NoLegalPairing, NothingToDraw
from tiltyard.core.ids import Place
from tiltyard.core.pairing import Field, Pairings
from tiltyard.core.tournament import Round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing import DrawnMatch
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
    drawn_as = Round((), attempt=stage.rounds[number].attempt, salt=stage.rounds[number].salt)
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
    try:
        drawn: Pairings | None = _drawn(before, rules, round_)
    except NoLegalPairing:
        drawn = _drawn(before, rules, round_, allow_rematch=True)
        yield Finding("repeats-needed", rules.rematch.clause, where, severity="notice")
    except NothingToDraw:
        drawn = None
    if before.stages[where.stage].kind == "swiss":
        field = _field(before, rules, round_, where)
        yield from _repeats(field, round_, where, _unavoidable(drawn))
        yield from check_byes(field, round_, where)
    if drawn is None or drawn.stage != where.stage + 1:
        yield Finding("round-beyond-plan", rules.structure.clause, where)
        return
    yield from _compare(before, rules, round_, drawn, where)


def _drawn(
    before: Tournament, rules: Ruleset, round_: Round, *, allow_rematch: bool = False
) -> Pairings:
    """Draw a round again, without those who were not there."""
    sitting_out = _sitting_out(round_)
    return draw_next(before, rules, sitting_out=sitting_out, allow_rematch=allow_rematch)


def _sitting_out(round_: Round) -> frozenset[PlayerId]:
    unpaired = (match.players for match in round_.matches if match.kind == "unpaired_loss")
    return frozenset(player for players in unpaired for player in players)


def _field(before: Tournament, rules: Ruleset, round_: Round, where: Place) -> Field:
    """Return the field a Swiss round was drawn from."""
    number = (where.round or 0) + 1
    sitting_out = _sitting_out(round_)
    return Field(before, rules, where.stage + 1, number, sitting_out=sitting_out)


def _unavoidable(drawn: Pairings | None) -> frozenset[frozenset[PlayerId]]:
    """Return the pairs of the best round that can be drawn."""
    matches = drawn.matches if drawn is not None else ()
    return frozenset(frozenset(match.players) for match in matches)


def _compare(
    before: Tournament, rules: Ruleset, round_: Round, drawn: Pairings, where: Place
) -> Iterator[Finding]:
    """Compare a round with the one the lots give; without a seed, with one that some lots give."""
    if drawn.matches and drawn.matches[0].game is not None:
        yield from _compare_bracket(before, rules, round_, drawn, where)
        return
    field = _field(before, rules, round_, where)
    if before.seed and is_the_same_round(round_, drawn):
        yield from _compare_matches(field, round_, drawn, where, only_lots=True)
        return
    fitting = _fitting(before, field, round_)
    legal = fitting is None or is_the_same_round(round_, fitting)
    target = drawn if before.seed else fitting
    if target is None or (legal and not before.seed):
        return
    resting = resting_in(field, round_)
    if resting == resting_in(field, target):
        yield from _compare_matches(field, round_, target, where, only_lots=legal)
        return
    by_lots = fitting is None or resting == resting_in(field, fitting)
    yield from _wrong_rests(field, round_, target, where, only_lots=by_lots)
    as_they_rest = _without(before, field, round_, resting)
    yield from _compare_matches(field, round_, as_they_rest, where, only_lots=legal)


def _fitting(before: Tournament, field: Field, round_: Round) -> Pairings | None:
    """Return the round as lots could give it; none where lots order the whole event at once."""
    if field.is_round_robin:
        return None
    try:
        lots = as_if_drawn(before, field, round_)
        return _drawn(lots, field.rules, round_, allow_rematch=True)
    except NothingToDraw:
        return None


def _without(
    before: Tournament, field: Field, round_: Round, resting: frozenset[PlayerId]
) -> Pairings:
    """Return the pairs of all others, given who rests: their games are measured by these."""
    others = replace(field, sitting_out=field.sitting_out | resting)
    lots = before if before.seed else as_if_drawn(before, others, round_)
    try:
        return draw_next(lots, field.rules, sitting_out=others.sitting_out, allow_rematch=True)
    except NothingToDraw:
        return Pairings(field.stage, field.round, (), ())


def _compare_bracket(
    before: Tournament, rules: Ruleset, round_: Round, drawn: Pairings, where: Place
) -> Iterator[Finding]:
    """Compare a round of the bracket; one that began by lot can be drawn again with a seed only."""
    by_lot = where.round == 0 and not any(one.rounds for one in before.stages[: where.stage])
    if not before.seed and by_lot:
        resting = [match for match in round_.matches if match.kind == "bye"]
        due = sum(1 for match in drawn.matches if match.kind == "bye")
        if len(resting) != due:
            facts = {"byes": len(resting), "right": due}
            yield Finding("wrong-number-of-byes", rules.elimination.bye_clause, where, facts=facts)
        return
    yield from _compare_games(_field(before, rules, round_, where), round_, drawn, where)


def _compare_matches(
    field: Field, round_: Round, drawn: Pairings, where: Place, *, only_lots: bool
) -> Iterator[Finding]:
    """Name every game that is not there in the drawn round; who rests is compared apart."""
    right = {player: match for match in drawn.matches for player in match.players}
    met = {frozenset((first, second)) for first, second, _ in field.meetings()}
    for index, match in enumerate(round_.matches):
        if match.kind == "unpaired_loss" or rests(field, match):
            continue
        place = where._replace(match=index)
        wanted = right.get(match.players[0])
        if wanted is None or set(wanted.players) != set(match.players):
            if frozenset(match.players) in met and not field.repeats_allowed:
                continue  # named as a repeat
            by_lots = only_lots or _only_lots_part(field, match)
            if field.tournament.seed or not by_lots:
                clause = _broken_clause(field, match, only_lots=by_lots)
                yield _wrong_pair(match, wanted, place, clause, elimination=False)
        elif field.tournament.seed and match.table not in (None, wanted.table or match.table):
            yield _wrong_table(field.rules, match, wanted, place)


def _only_lots_part(field: Field, match: Match) -> bool:
    """Whether some lots may let these two meet: nothing but lots orders them."""
    first, second = (field.classes.get(player) for player in match.players)
    return first == second is not None and not field.are_companions(*match.players)


def _compare_games(field: Field, round_: Round, drawn: Pairings, where: Place) -> Iterator[Finding]:
    """Name every game and bye of a bracket that is not the one it should be."""
    rules = field.rules
    right = {player: match for match in drawn.matches for player in match.players}
    for index, match in enumerate(round_.matches):
        if match.kind == "unpaired_loss":
            continue
        place = where._replace(match=index)
        wanted = right.get(match.players[0])
        clause = rules.elimination.fold_clause
        if wanted is None or set(wanted.players) != set(match.players):
            if match.kind == "bye":
                yield _wrong_rest(field, match, drawn, place, rules.bye.pick_clause)
            else:
                yield _wrong_pair(match, wanted, place, clause, elimination=True)
        elif match.game is not None and match.game != wanted.game:
            facts = {"game": match.game, "right": wanted.game, **_override(match)}
            severity = _severity(match)
            yield Finding("wrong-game-number", clause, place, match.players, severity, facts)
        elif field.tournament.seed and match.table not in (None, wanted.table or match.table):
            yield _wrong_table(rules, match, wanted, place)
    yield from _left_out(rules, round_, drawn, where)


def _broken_clause(field: Field, match: Match, *, only_lots: bool) -> str:
    """Return the clause two players should not have met by: lots, company, points or order."""
    pairing = field.rules.pairing
    if only_lots:
        return pairing.lots_clause
    if field.is_first:
        return pairing.affiliation_clause if field.companies else pairing.first_round_clause
    if pairing.deviation_clause:
        return pairing.deviation_clause
    points = {field.points.get(player) for player in match.players}
    return pairing.float_clause if len(points) > 1 else pairing.inside_clause


def _wrong_pair(
    match: Match, wanted: DrawnMatch | None, place: Place, clause: str, *, elimination: bool
) -> Finding:
    player = match.players[0]
    opponents = [one for one in wanted.players if one != player] if wanted else []
    facts = {"player": player, "right": opponents, **_override(match)}
    code = "wrong-bracket" if elimination else "wrong-pairing"
    return Finding(code, clause, place, match.players, _severity(match), facts)


def _wrong_rests(
    field: Field, round_: Round, drawn: Pairings, where: Place, *, only_lots: bool
) -> Iterator[Finding]:
    """Name everybody who rests in another's place; a rest too many is named as such."""
    clause = _clause_of_rest(field, only_lots=only_lots)
    for index, match in enumerate(round_.matches):
        if rests(field, match) and not rests_too_often(field, match):
            yield _wrong_rest(field, match, drawn, where._replace(match=index), clause)


def _clause_of_rest(field: Field, *, only_lots: bool) -> str:
    """Return the clause somebody should not have rested by: lots, company or standings."""
    rules = field.rules
    if only_lots:
        return rules.pairing.lots_clause
    if not field.is_first:
        return rules.bye.pick_clause
    return rules.pairing.affiliation_clause if field.companies else rules.bye.first_round_clause


def _wrong_rest(field: Field, match: Match, drawn: Pairings, place: Place, clause: str) -> Finding:
    """Name whose bye, or whose game against the Spare Player, it was."""
    entitled = [one.players[0] for one in drawn.matches if rests(field, one)]
    code = "wrong-bye" if field.spare is None else "wrong-spare"
    facts = {"right": entitled, **_override(match)}
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
