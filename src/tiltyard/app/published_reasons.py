"""Why a published number may differ from ours: each guess is tried, and named if it fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from tiltyard.core.ledger import closed_rounds, score_lines
from tiltyard.core.scoring import Setting, available_points, score_alone
from tiltyard.core.tournament import Match

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.scoring import ScoreLine
    from tiltyard.core.standings import Row as OurRow
    from tiltyard.core.tournament import Tournament
    from tiltyard.formats.foreign.model import ForeignPlayer, ForeignTournament

_MOST_GUESSES = 16
_MOST_TOGETHER = 4
_NEARLY_ALL = 30
"""How far below the limit the value of a whole squad may lie."""
_A_LITTLE = 15
"""How far below the limit it mostly lies."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A likely reason by its code; `round` where it lies in one."""

    code: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """What a reason would add to points and margin."""

    points: int
    margin: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player as we score it."""

    round: int
    match: Match
    side: int
    line: ScoreLine
    available: int


@dataclass(frozen=True)
class Records:
    """What everybody has from every round, and what was published."""

    rules: Ruleset
    rounds: int
    played: dict[str, list[Played]]
    published: dict[str, ForeignPlayer]
    against_winner: dict[tuple[int, frozenset[str]], str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        rules: Ruleset,
        foreign: ForeignTournament,
        ids: Mapping[str, str],
    ) -> Records:
        """Score every closed Swiss round of a tournament for everybody."""
        played: dict[str, list[Played]] = {player.id: [] for player in tournament.players}
        number = 0
        for one in closed_rounds(tournament):
            if tournament.stages[one.stage].kind != "swiss":
                continue
            number += 1
            setting = Setting("swiss", number)
            available = available_points(rules, setting)
            for match in one.round.matches:
                lines = score_lines(rules, setting, match)
                for side, (player, _, line) in enumerate(lines):
                    played[player].append(Played(number, match, side, line, available))
        published = {ids[player.key]: player for player in foreign.players}
        return cls(rules, number, played, published, _entered_against_score(foreign, ids))

    def totals(self, player: str, after: int | None = None) -> tuple[int, int]:
        """Return a player's points and margin, after some round if it is given."""
        last = self.rounds if after is None else after
        lines = [one.line for one in self.played[player] if one.round <= last]
        return sum(line.tp for line in lines), sum(line.mov for line in lines)

    def is_as_after(self, player: str, number: int) -> bool:
        """Whether what was published for a player is what we had after an earlier round."""
        said = self.published[player].published
        return (said.points, said.margin) == self.totals(player, number)

    @cached_property
    def stands_after(self) -> int | None:
        """The earlier round after which most of the numbers that differ would be right."""
        differing = [player for player in self.published if self.differs(player)]
        for number in range(self.rounds - 1, 0, -1):
            right = sum(1 for player in differing if self.is_as_after(player, number))
            if right > 1 and 2 * right >= len(differing):
                return number
        return None

    def differs(self, player: str) -> bool:
        """Whether something else was published for a player than we compute."""
        said = self.published[player].published
        points, margin = self.totals(player)
        return said.points not in {None, points} or said.margin not in {None, margin}


def _entered_against_score(
    foreign: ForeignTournament, ids: Mapping[str, str]
) -> dict[tuple[int, frozenset[str]], str]:
    found = {}
    for number, round_ in enumerate(foreign.swiss, 1):
        for match in round_.matches:
            if match.winner is None or match.is_bye:
                continue
            first, second = (side or 0 for side in match.score)
            lead = first - second if match.winner == 0 else second - first
            if lead <= 0 and match.ended != "draw":
                pair = frozenset(ids[key] for key in match.players)
                found[number, pair] = ids[match.players[match.winner]]
    return found


# ------------------------------------------------------------------------------ points and margin


def reasons_for_points(records: Records, player: ForeignPlayer, row: OurRow) -> tuple[Reason, ...]:
    """Return the fewest reasons that together give exactly what was published."""
    said = player.published
    points, margin = records.totals(row.player)
    wanted = (
        None if said.points is None else said.points - points,
        None if said.margin is None else said.margin - margin,
    )
    if not records.played[row.player]:
        return (Reason("no-game-on-record"),)
    early = records.stands_after
    if early is not None and records.is_as_after(row.player, early):
        return (Reason("stands-after-round", early),)
    guesses = list(_guesses(records, row.player))
    fitting = _fewest(guesses, wanted)
    if fitting:
        return fitting
    others = (other for other in records.published.values() if other is not player)
    if any(_namesakes(other, player) for other in others):
        return (Reason("two-of-one-name"),)
    broad = _fewest([*guesses, *_broad_guesses(records, row.player)], wanted)
    return broad or (_last_guess(records, row.player, wanted),)


def _fewest(guesses: list[Guess], wanted: tuple[int | None, int | None]) -> tuple[Reason, ...]:
    for size in range(1, _MOST_TOGETHER + 1):
        for chosen in combinations(guesses[:_MOST_GUESSES], size):
            if _gives(chosen, wanted):
                return tuple(dict.fromkeys(guess.reason for guess in chosen))
    return ()


def _namesakes(one: ForeignPlayer, other: ForeignPlayer) -> bool:
    return one.name.partition(" (")[0] == other.name.partition(" (")[0]


def _gives(chosen: tuple[Guess, ...], wanted: tuple[int | None, int | None]) -> bool:
    sums = (sum(one.points for one in chosen), sum(one.margin for one in chosen))
    return all(want is None or want == found for want, found in zip(wanted, sums, strict=True))


def _guesses(records: Records, player: str) -> Iterator[Guess]:
    """Yield everything that real events are known to have done otherwise."""
    rules = records.rules
    for one in records.played[player]:
        line = one.line
        if one.match.kind == "bye":
            whole = 2 * one.available - line.mov
            if whole > 0:
                yield Guess(0, whole, Reason("bye-worth-a-whole-win", one.round))
            yield Guess(-line.tp, -line.mov, Reason("bye-not-counted", one.round))
            continue
        yield from _guesses_of_game(records, player, one)
    sat = {one.round for one in records.played[player]}
    for number in range(1, records.rounds + 1):
        if number not in sat:
            bye = score_alone(rules, Setting("swiss", number), _bye_of(player), 0)
            yield Guess(bye.tp, bye.mov, Reason("bye-not-in-the-file", number))


def _guesses_of_game(records: Records, player: str, one: Played) -> Iterator[Guess]:
    line, report = one.line, one.match.report
    if report is None or report.score is None:
        return
    if report.score == (0, 0) and report.end == "time":
        yield Guess(-line.tp, -line.mov, Reason("game-without-score-not-counted", one.round))
    if line.result == "modified_win":
        full = records.rules.points.win - line.tp
        yield Guess(full, 0, Reason("modified-win-in-full", one.round))
    best = max(report.score)
    if report.end == "time" and one.available - _NEARLY_ALL <= best < one.available:
        short = one.available - best
        change = short if report.score[one.side] == best else -short
        yield Guess(0, change, Reason("destroyed-below-the-limit", one.round))
    winner = records.against_winner.get((one.round, frozenset(one.match.players)))
    if winner is not None and report.end != "rounds":
        given = records.rules.points.win if winner == player else records.rules.points.loss
        yield Guess(given - line.tp, 0, Reason("winner-as-entered", one.round))


def _broad_guesses(records: Records, player: str) -> Iterator[Guess]:
    """Yield that a game went to somebody else, where the file names no winners at all."""
    points = records.rules.points
    for one in records.played[player] if not records.against_winner else ():
        if one.match.kind != "game":
            continue
        if one.line.result == "draw":
            for given in (points.win, points.loss):
                yield Guess(given - one.line.tp, 0, Reason("draw-decided", one.round))
        else:
            given = points.win if one.line.result == "loss" else points.loss
            yield Guess(given - one.line.tp, 0, Reason("given-to-the-other", one.round))


def _bye_of(player: str) -> Match:
    return Match((player,), "bye")  # type: ignore[arg-type]


def _last_guess(records: Records, player: str, wanted: tuple[int | None, int | None]) -> Reason:
    """Return what is likely where nothing fits exactly."""
    points, margin = wanted
    mine = records.played[player]
    if not points and margin:
        against = "loss" if margin > 0 else "win"
        whole = [one for one in mine if one.line.result == against and _is_destroyed(one)]
        if abs(margin) <= _A_LITTLE * len(whole):
            return Reason("destroyed-at-its-own-value")
    if not points and any(one.match.kind == "bye" for one in mine):
        return Reason("bye-worth-something-else")
    return Reason("entered-by-hand")


def _is_destroyed(one: Played) -> bool:
    return one.match.report is not None and one.match.report.end == "destroyed"


# --------------------------------------------------------------------------- strength of schedule


def reasons_for_sos(records: Records, player: ForeignPlayer, said: str) -> tuple[Reason, ...]:
    """Return why a published strength of schedule may differ."""
    mine = next(one for one, other in records.published.items() if other is player)
    opponents = [
        other
        for one in records.played[mine]
        if one.match.kind == "game"
        for other in one.match.players
        if other != mine
    ]
    if any(records.differs(other) for other in (mine, *opponents)):
        return (Reason("follows-from-points"),)
    byes = sum(1 for one in records.played[mine] if one.match.kind == "bye")
    if byes and records.rules.sos.formula == "mean":
        total = sum((_per_round(records, other) for other in opponents), Fraction(0))
        spread = total / (len(opponents) + byes)
        decimals = max(2, len(said.partition(".")[2]))
        quotient = Decimal(spread.numerator) / Decimal(spread.denominator)
        rounded = quotient.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
        if rounded == Decimal(said):
            return (Reason("bye-counted-as-opponent"),)
    return (Reason("entered-by-hand"),)


def _per_round(records: Records, player: str) -> Fraction:
    rounds = len(records.played[player])
    return Fraction(records.totals(player)[0], rounds) if rounds else Fraction(0)
