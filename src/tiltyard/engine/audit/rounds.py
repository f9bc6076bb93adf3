"""Every round drawn again and compared: pairings, byes, lots, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.audit.findings import Finding, Severity, explained
from tiltyard.engine.drawing import cards_of_round, draw_next, pool_on
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw
from tiltyard.engine.pairing.byes import resting_candidates
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.round import Pairings
from tiltyard.engine.tournament import Place, Round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.pairing.round import DrawnMatch
    from tiltyard.engine.ruleset import Draw, Ruleset
    from tiltyard.engine.tournament import Match, PlayerId, Tournament


# ------------------------------------------------------------------------------
# Whether somebody rested more often than the rules allow.


def check_byes(field: Field, round_: Round, where: Place) -> Iterator[Finding]:
    """Name every further bye of one player: an error, or a warning where nobody had fewer."""
    for index, match in enumerate(round_.matches):
        if not rests_too_often(field, match):
            continue
        player = next(other for other in match.players if other in field.ledger.records)
        facts: dict[str, object] = {"byes": field.ledger.records[player].byes + 1}
        if match.override is not None:
            facts |= {"by": match.override.by, "reason": match.override.reason}
        severity: Severity = "error" if match.override is None else "notice"
        clause = field.rules.bye.max_clause
        if player in resting_candidates(field):
            severity, clause = "warning", field.rules.bye.second_clause
        place = where._replace(match=index)
        yield Finding("second-bye", clause, place, (player,), severity, facts)


def rests_too_often(field: Field, match: Match) -> bool:
    """Whether a match is a bye, or a game against the Spare Player, beyond what one may have.

    In groups the schedule says who rests, as often as it does.
    """
    rests = match.kind == "bye" or field.spare in match.players
    most = field.rules.bye.max_per_player
    if not rests or most == "unlimited" or field.is_in_groups:
        return False
    if field.repeats_allowed and field.rules.bye.repeat_in_final:
        return False
    records = field.ledger.records
    return any(records[player].byes >= most for player in match.players if player in records)


# ------------------------------------------------------------------------------
# Whether a round could have been drawn with some lots, whatever the seed says.


def as_if_drawn(before: Tournament, field: Field, round_: Round) -> Tournament:
    """Return what stood before a round, with lots that give this round if any lots do.

    Of those whom only lots order come first who met somebody above them, then the pairs among them,
    then who met somebody below, the nearest first, and last of all who rests.
    """
    return replace(before, lots=(*_in_order(field, round_), *sorted(resting_in(field, round_))))


def _in_order(field: Field, round_: Round) -> list[PlayerId]:
    classes = field.classes
    meets_higher: list[tuple[int, int, PlayerId]] = []
    level: list[PlayerId] = []
    floats: list[tuple[int, int, PlayerId]] = []
    for place, match in enumerate(round_.matches):
        if len(match.players) != 2 or not all(player in classes for player in match.players):
            continue
        first, second = sorted(match.players, key=classes.__getitem__)
        if classes[first] == classes[second]:
            level += match.players
        else:
            floats.append((classes[second], place, first))
            meets_higher.append((classes[first], place, second))
    return [
        *(player for *_, player in sorted(meets_higher)),
        *level,
        *(player for *_, player in sorted(floats)),
    ]


def rests(field: Field, match: Match | DrawnMatch) -> bool:
    """Whether a match is a bye, or a game against the Spare Player."""
    return match.kind == "bye" or field.spare in match.players


def resting_in(field: Field, round_: Round | Pairings) -> frozenset[PlayerId]:
    """Return who has no game against somebody of the field."""
    return frozenset(
        player
        for match in round_.matches
        if rests(field, match)
        for player in match.players
        if player in field.classes
    )


def is_the_same_round(round_: Round, drawn: Pairings) -> bool:
    """Whether a drawn round has the same pairs and the same rest."""
    return _pairs(round_) == {frozenset(match.players) for match in drawn.matches}


def _pairs(round_: Round) -> set[frozenset[PlayerId]]:
    return {frozenset(match.players) for match in round_.matches if match.kind != "unpaired_loss"}


# ------------------------------------------------------------------------------
# Whether the cards of every round could be drawn: in season, and not again too early.


def check_cards(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Walk through the bags of every stage; with a seed, compare with what it draws as well."""
    for number, stage in enumerate(tournament.stages):
        used: dict[str, list[str]] = {}
        for index, round_ in enumerate(stage.rounds):
            where = Place(number, index)
            found = _cards_of(tournament, rules, round_, where, used)
            yield from explained(tuple(found), round_.override)


def _cards_of(
    tournament: Tournament,
    rules: Ruleset,
    round_: Round,
    where: Place,
    used: dict[str, list[str]],
) -> Iterator[Finding]:
    drawn = cards_of_round(tournament, rules, where.stage + 1, (where.round or 0) + 1)
    for kind, card in round_.draws.items():
        draw = rules.draws.get(kind)
        facts: dict[str, object] = {"kind": kind, "card": card}
        if draw is None:
            yield Finding("no-such-card", rules.clause, where, facts=facts)
            continue
        bag = used.setdefault(kind, [])
        pool = _cards(draw, tournament)
        if card not in pool:
            code = "card-not-in-the-pool" if draw.own else "card-out-of-season"
            yield Finding(code, draw.locked_clause, where, facts=facts)
        elif card in bag:
            yield Finding("card-again", draw.again_clause, where, facts=facts)
        elif tournament.seed and card != drawn[kind].name:
            right = {**facts, "right": drawn[kind].name}
            yield Finding("wrong-card", draw.clause, where, facts=right)
        bag.append(card)
        if len({name for name in bag if name in pool}) >= _size(draw, tournament):
            bag.clear()


def _cards(draw: Draw, tournament: Tournament) -> frozenset[str]:
    """Return the cards that may be drawn: the event's own; without a date, of every season."""
    if tournament.date is None and not draw.own:
        return frozenset(card for pool in draw.pools for card in pool.cards)
    return frozenset(pool_on(draw, tournament.date)[0].cards)


def _size(draw: Draw, tournament: Tournament) -> int:
    """Return how many cards a bag holds."""
    return len(pool_on(draw, tournament.date)[0].cards)


# ------------------------------------------------------------------------------
# Whether every round is the one the rules draw: pairs, byes, repeats, tables, bracket, cards.


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
    earlier = [round_ for entry in tournament.stages[:stage] for round_ in entry.rounds]
    earlier += tournament.stages[stage].rounds[:index]
    return any(not round_.is_closed for round_ in earlier)


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
    expected = _but_for(_without(before, field, round_, resting), _untouched(round_, target))
    yield from _compare_matches(field, round_, expected, where, only_lots=legal)


def _untouched(round_: Round, drawn: Pairings) -> tuple[DrawnMatch, ...]:
    """Return the games of a draw that a round still has: who rests instead changes none of them."""
    played = {frozenset(match.players) for match in round_.matches}
    return tuple(match for match in drawn.matches if frozenset(match.players) in played)


def _but_for(drawn: Pairings, kept: tuple[DrawnMatch, ...]) -> Pairings:
    """Return a draw in which the players of some games have these games instead."""
    players = {player for match in kept for player in match.players}
    others = (match for match in drawn.matches if players.isdisjoint(match.players))
    return replace(drawn, matches=(*others, *kept))


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
    by_lot = where.round == 0 and not any(stage.rounds for stage in before.stages[: where.stage])
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
        if wanted is not None and field.tournament.seed and field.rules.pairing.sides:
            yield from _wrong_sides(field, match, wanted, place)


def _wrong_sides(field: Field, match: Match, wanted: DrawnMatch, place: Place) -> Iterator[Finding]:
    """Name a game of the right players whose sides are the wrong way round."""
    if match.players != wanted.players and set(match.players) == set(wanted.players):
        facts = {"right": [wanted.players[0]], **_override(match)}
        clause = field.rules.pairing.sides_clause
        yield Finding("wrong-sides", clause, place, match.players, _severity(match), facts)


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
    opponents = [other for other in wanted.players if other != player] if wanted else []
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
    entitled = [
        drawn_match.players[0] for drawn_match in drawn.matches if rests(field, drawn_match)
    ]
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
