"""A tournament with other results: a sandbox that is ranked like any other and never recorded."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.scoring import Setting, available_points, fields_of, score_game
from tiltyard.engine.slip import Slip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.ruleset import Outcome, Ruleset
    from tiltyard.engine.slip import End
    from tiltyard.engine.tournament import Match, Round, Tournament

PAIR = 2
_WRITTEN = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})=([0-9]{1,4})-([0-9]{1,4})(b?)")


class Supposed(NamedTuple):
    """A result that might be: a round and a match of the first Swiss stage, from 1, and the score.

    Where level scores have a winner, `level` says which of the two (0 or 1).
    """

    round: int
    match: int
    score: tuple[int, int]
    level: int = 0

    @property
    def text(self) -> str:
        """The result as it is written in an address: `3.12=80-60`."""
        marked = "b" if self.level else ""
        return f"{self.round}.{self.match}={self.score[0]}-{self.score[1]}{marked}"


def supposed_of(text: str) -> Supposed:
    """Read a result as it is written in an address."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise Refused("what-if-unreadable", field="r", said=text[:40])
    round_, match, first, second = (int(digits) for digits in found.groups()[:4])
    return Supposed(round_, match, (first, second), int(bool(found[5])))


def games_to_change(tournament: Tournament) -> Iterator[tuple[int, int, Match]]:
    """Yield every game of the first Swiss stage whose result can be changed, with its place."""
    if not tournament.stages or tournament.stages[0].kind != "swiss":
        return
    for number, round_ in enumerate(tournament.stages[0].rounds, 1):
        for place, match in enumerate(round_.matches, 1):
            if len(match.players) == PAIR:
                yield number, place, match


def suppose(tournament: Tournament, rules: Ruleset, results: Sequence[Supposed]) -> Tournament:
    """Return the first Swiss stage with other results; games still open count for nothing."""
    known = {(number, place) for number, place, _ in games_to_change(tournament)}
    wanted = {(result.round, result.match): result for result in results}
    for game in wanted:
        if game not in known:
            raise Refused("what-if-no-such-game", field="r", game=f"{game[0]}.{game[1]}")
    first = tournament.stages[0] if tournament.stages else None
    if first is None:
        return tournament
    rounds = tuple(
        _round(rules, number, round_, wanted) for number, round_ in enumerate(first.rounds, 1)
    )
    counted = tuple(round_ for round_ in rounds if round_.matches)
    return replace(tournament, stages=(replace(first, rounds=counted),))


def _round(
    rules: Ruleset, number: int, round_: Round, wanted: dict[tuple[int, int], Supposed]
) -> Round:
    matches = [
        _with_result(rules, number, match, wanted.get((number, place)))
        for place, match in enumerate(round_.matches, 1)
    ]
    return replace(round_, matches=tuple(match for match in matches if not match.is_open))


def _with_result(rules: Ruleset, number: int, match: Match, result: Supposed | None) -> Match:
    if result is None:
        return match
    slip = slip_of_score(rules, Setting("swiss", number), result)
    return match._replace(kind="game", report=slip, absent=None)


def slip_of_score(rules: Ruleset, setting: Setting, result: Supposed) -> Slip:
    """Return the plain slip of two scores: everything destroyed at the full value, else time."""
    worth = available_points(rules, setting)
    full = bool(worth) and max(result.score) >= worth and result.score[0] != result.score[1]
    wanted: tuple[End, ...] = ("destroyed", "time", "rounds") if full else ("time", "rounds")
    for end in (*wanted, "destroyed"):
        outcome = rules.outcomes.get(end)
        if outcome is None or setting.stage not in outcome.stages:
            continue
        slip = _slip(rules, setting, outcome, end, result)
        try:
            score_game(rules, setting, slip)
        except SlipRefused:
            continue
        return slip
    raise Refused("what-if-impossible", field="r", score=f"{result.score[0]}-{result.score[1]}")


def _slip(rules: Ruleset, setting: Setting, outcome: Outcome, end: End, result: Supposed) -> Slip:
    """Return a slip with every field its ending asks for."""
    first, second = result.score
    ahead = result.level if first == second else int(second > first)
    level = outcome.level.winner if outcome.level is not None else "nobody"
    asked = fields_of(rules, setting.stage, outcome)
    needed = {*asked.needs, *(asked.if_level if first == second else ())}
    initiative = 1 - ahead if level == "without_initiative" else ahead
    return Slip(
        end,
        result.score,
        survivor=ahead if "survivor" in needed else None,
        initiative=initiative if "initiative" in needed else None,
        leaders=(False, False) if "leaders" in needed else None,
        flurry=(((1, 0) if ahead == 0 else (0, 1)),) if "flurry" in needed else (),
    )
