"""Elimination: seeds to games, winners to the next games (contract, section 5.8).

Seed i meets seed n+1-i in game i; then the winner of game i meets the winner of game n+1-i. For
powers of two this is the fixed bracket everybody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.chance import Urn
from tiltyard.engine.double_elimination import (
    Shape,
    came_through_first,
    decided_by,
    next_round,
)
from tiltyard.engine.errors import NothingToDraw
from tiltyard.engine.ledger import winner_of
from tiltyard.engine.pairing.round import DrawnMatch, Pairings, Why

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.engine.ledger import Ledger
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, PlayerId, Round, Tournament

Games = dict[int, tuple["PlayerId", ...]]
"""Who is in a game, by its number: two players, one with a bye, or nobody."""


def next_power_of_two(number: int) -> int:
    """Return the smallest bracket that holds so many players."""
    return 1 << (number - 1).bit_length() if number > 1 else 1


def rounds_of_bracket(rules: Ruleset, players: int) -> int:
    """Return how many rounds a bracket for so many players has; a second final comes on top."""
    size = next_power_of_two(players)
    return Shape(size).final if rules.elimination.losses > 1 else size.bit_length() - 1


def is_final(rules: Ruleset, players: int, round_number: int) -> bool:
    """Whether a round of a bracket for so many players is its last, or its last but for another."""
    return round_number >= rounds_of_bracket(rules, players)


def first_games(seeds: Sequence[PlayerId]) -> Games:
    """Return the games after a cut: first against last; missing seeds are byes."""
    size = next_power_of_two(len(seeds))
    count = max(1, size // 2)
    games: Games = {}
    for number in range(1, count + 1):
        opponent = size + 1 - number
        pair = {number, opponent}
        games[number] = tuple(seeds[seed - 1] for seed in sorted(pair) if seed <= len(seeds))
    return games


def games_by_lot(players: Sequence[PlayerId], seed: str, stage: int) -> Games:
    """Return the games of an event that starts with elimination: byes, pairs and numbers by lot."""
    chosen = Urn(seed, "elimination", stage, 1)
    byes = next_power_of_two(len(players)) - len(players)
    by_lot = chosen.order(players)
    resting = set(by_lot[:byes])
    others = Urn(seed, "order", stage, 1).order(
        [player for player in players if player not in resting]
    )
    games = [(player,) for player in by_lot[:byes]]
    games += zip(others[::2], others[1::2], strict=True)  # type: ignore[arg-type]
    games.sort(key=lambda game: chosen.lot("game:" + "+".join(game)))
    return dict(enumerate(games, 1))  # type: ignore[arg-type]


def next_games(winners: Mapping[int, PlayerId], count: int) -> Games:
    """Return the games after a round of `count` games: winner i against winner count+1-i."""
    games: Games = {}
    for number in range(1, count // 2 + 1):
        pair = (winners.get(number), winners.get(count + 1 - number))
        games[number] = tuple(player for player in pair if player is not None)
    return games


def draw_elimination(
    tournament: Tournament, rules: Ruleset, ledger: Ledger, number: int
) -> Pairings:
    """Draw the next round of an elimination stage, its place counted from 0, that has seeds."""
    stage = tournament.stages[number]
    seeds = stage.seeds or ()
    closed = [round_ for round_ in stage.rounds if round_.is_closed]
    if not closed:
        games = _without_leavers(first_games(seeds), ledger)
        return _pairings(rules, number, 1, games, seeds, begins=True)
    if rules.elimination.losses > 1:
        return _draw_double(rules, ledger, number, seeds, closed)
    count = next_power_of_two(len(seeds)) >> len(closed)
    if count <= 1:
        raise _decided(rules)
    winners: dict[int, PlayerId] = {}
    for game, match in numbered_matches(closed[-1].matches).items():
        winner = winner_of(rules, seeds, match, len(closed))
        if ledger.standing.get(winner) == "active":
            winners[game] = winner
    if not winners:
        raise _nobody_left(rules)
    if rules.elimination.reseed:
        games = first_games([player for player in seeds if player in winners.values()])
    else:
        games = next_games(winners, count)
    return _pairings(rules, number, len(closed) + 1, games, seeds)


def _decided(rules: Ruleset) -> NothingToDraw:
    return NothingToDraw("bracket-decided", clause=rules.elimination.clause)


def _nobody_left(rules: Ruleset) -> NothingToDraw:
    return NothingToDraw("nobody-left-bracket", clause=rules.elimination.drop_clause)


def _draw_double(
    rules: Ruleset,
    ledger: Ledger,
    stage: int,
    seeds: tuple[PlayerId, ...],
    closed: Sequence[Round],
) -> Pairings:
    """Draw the next round of two brackets, or their final."""
    shape = Shape(next_power_of_two(len(seeds)))
    decided = [
        {
            game: decided_by(match, winner_of(rules, seeds, match, number))
            for game, match in numbered_matches(round_.matches).items()
        }
        for number, round_ in enumerate(closed, 1)
    ]
    number = len(closed) + 1
    games = _without_leavers(next_round(shape, decided, {}), ledger)
    elimination = rules.elimination
    if number > shape.final and (
        number > shape.final + 1
        or not elimination.final_again
        or len(games[1]) < 2
        or came_through_first(shape, decided) == decided[-1][1].winner
    ):
        raise _decided(rules)
    if not any(games.values()):
        raise _nobody_left(rules)
    left = any(ledger.standing.get(player) != "active" for player in seeds)
    upper = shape.first_bracket(number) if number < shape.final else 0
    matches = tuple(
        _match_of_two_brackets(rules, shape, number, game, players, seeds, upper, left=left)
        for game, players in sorted(games.items())
        if players
    )
    return Pairings(stage + 1, number, matches)


def _match_of_two_brackets(
    rules: Ruleset,
    shape: Shape,
    number: int,
    game: int,
    players: tuple[PlayerId, ...],
    seeds: tuple[PlayerId, ...],
    upper: int,
    *,
    left: bool,
) -> DrawnMatch:
    place = {player: at for at, player in enumerate(seeds, 1)}
    ordered = tuple(sorted(players, key=lambda player: place[player]))
    if len(ordered) == 1:
        why = _why_no_opponent(rules, no_seed=not left)
        return DrawnMatch(ordered, (why,), kind="bye", game=game)
    elimination = rules.elimination
    code, clause = "second-bracket", elimination.second_clause
    if number >= shape.final:
        again = number > shape.final
        code, clause = "final-again" if again else "final-of-both", elimination.final_clause
    elif game <= upper:
        code, clause = "winners-meet", elimination.fold_clause
    elif number % 2:
        code, clause = "comes-into-second-bracket", elimination.cross_clause
    why = Why(code, clause, {"seeds": [place[player] for player in ordered]})
    return DrawnMatch(ordered, (why,), game=game)


def _without_leavers(games: Games, ledger: Ledger) -> Games:
    return {
        number: tuple(player for player in pair if ledger.standing.get(player) == "active")
        for number, pair in games.items()
    }


def numbered_matches(matches: Sequence[Match]) -> dict[int, Match]:
    """Return the matches of an elimination round by game number; unnumbered ones by their place."""
    return {
        place if match.game is None else match.game: match for place, match in enumerate(matches, 1)
    }


def start_elimination(rules: Ruleset, seeds: Sequence[PlayerId], stage: int) -> Pairings:
    """Draw the first round after a cut; the stage counts from 1."""
    return _pairings(rules, stage - 1, 1, first_games(seeds), tuple(seeds), begins=True)


def start_by_lot(rules: Ruleset, players: Sequence[PlayerId], stage: int, seed: str) -> Pairings:
    """Draw the first round of an event without Swiss rounds; seeds list the field in game order."""
    games = games_by_lot(players, seed, stage)
    seeds = tuple(player for game in games.values() for player in game)
    clause = rules.elimination.start_clause
    matches = tuple(
        DrawnMatch(game, (Why("drawn-by-lot", clause),), game=number)
        if len(game) == 2
        else DrawnMatch(game, (Why("bye-by-lot", clause),), kind="bye", game=number)
        for number, game in games.items()
    )
    return Pairings(stage, 1, matches, seeds=seeds)


def _pairings(
    rules: Ruleset,
    stage: int,
    round_number: int,
    games: Games,
    seeds: tuple[PlayerId, ...],
    *,
    begins: bool = False,
) -> Pairings:
    place = {player: number for number, player in enumerate(seeds, 1)}
    matches = []
    for number, players in sorted(games.items()):
        if not players:
            continue
        ordered = tuple(sorted(players, key=lambda player: place.get(player, len(seeds) + 1)))
        if len(ordered) == 2:
            numbers = [place.get(player) for player in ordered]
            why = _why_they_meet(rules, round_number, numbers)
            matches.append(DrawnMatch(ordered, (why,), game=number))
        else:
            no_seed = round_number == 1 and next_power_of_two(len(seeds)) + 1 - number > len(seeds)
            why = _why_no_opponent(rules, no_seed=no_seed)
            matches.append(DrawnMatch(ordered, (why,), kind="bye", game=number))
    return Pairings(stage + 1, round_number, tuple(matches), seeds=seeds if begins else None)


def _why_they_meet(rules: Ruleset, round_number: int, seeds: list[int | None]) -> Why:
    if round_number == 1:
        return Why("seeds-meet", rules.elimination.first_clause, {"seeds": seeds})
    return Why("winners-meet", rules.elimination.fold_clause, {"seeds": seeds})


def _why_no_opponent(rules: Ruleset, *, no_seed: bool) -> Why:
    if no_seed:
        return Why("bracket-bye", rules.elimination.bye_clause)
    return Why("walkover", rules.elimination.drop_clause)
