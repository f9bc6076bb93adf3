"""Numbers another program published beside ours: where they differ, and the likely reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.facts import NumbersPublished
from tiltyard.engine.flow import standings
from tiltyard.engine.ledger import closed_rounds, score_lines
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import Setting, available_points, score_alone
from tiltyard.engine.tournament import Match, PlayerId
from tiltyard.formats.foreign.model import ForeignPlayer, ForeignTournament, Published
from tiltyard.formats.foreign.remarks import reason_text
from tiltyard.formats.foreign.to_tiltyard1 import ids_of

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.standings import Row as OurRow
    from tiltyard.engine.tournament import Tournament
    from tiltyard.service.desk import Desk


# ------------------------------------------------------------------------------
# Why a published number may differ from ours: each guess is tried, and named if it fits.

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
        for closed in closed_rounds(tournament):
            if tournament.stages[closed.stage].kind != "swiss":
                continue
            number += 1
            setting = Setting("swiss", number)
            available = available_points(rules, setting)
            for match in closed.round.matches:
                lines = score_lines(rules, setting, match)
                for side, (player, _, line) in enumerate(lines):
                    played[player].append(Played(number, match, side, line, available))
        published = {ids[player.key]: player for player in foreign.players}
        return cls(rules, number, played, published, _entered_against_score(foreign, ids))

    def totals(self, player: str, after: int | None = None) -> tuple[int, int]:
        """Return a player's points and margin, after some round if it is given."""
        last = self.rounds if after is None else after
        lines = [played.line for played in self.played[player] if played.round <= last]
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


def _namesakes(player: ForeignPlayer, other: ForeignPlayer) -> bool:
    return player.name.partition(" (")[0] == other.name.partition(" (")[0]


def _gives(chosen: tuple[Guess, ...], wanted: tuple[int | None, int | None]) -> bool:
    sums = (sum(guess.points for guess in chosen), sum(guess.margin for guess in chosen))
    return all(want is None or want == found for want, found in zip(wanted, sums, strict=True))


def _guesses(records: Records, player: str) -> Iterator[Guess]:
    """Yield everything that real events are known to have done otherwise."""
    rules = records.rules
    for played in records.played[player]:
        line = played.line
        if played.match.kind == "bye":
            whole = 2 * played.available - line.mov
            if whole > 0:
                yield Guess(0, whole, Reason("bye-worth-a-whole-win", played.round))
            yield Guess(-line.tp, -line.mov, Reason("bye-not-counted", played.round))
            continue
        yield from _guesses_of_game(records, player, played)
    sat = {played.round for played in records.played[player]}
    for number in range(1, records.rounds + 1):
        if number not in sat:
            bye = score_alone(rules, Setting("swiss", number), _bye_of(player), 0)
            yield Guess(bye.tp, bye.mov, Reason("bye-not-in-the-file", number))


def _guesses_of_game(records: Records, player: str, played: Played) -> Iterator[Guess]:
    line, report = played.line, played.match.report
    if report is None or report.score is None:
        return
    if report.score == (0, 0) and report.end == "time":
        yield Guess(-line.tp, -line.mov, Reason("game-without-score-not-counted", played.round))
    if line.result == "modified_win":
        full = records.rules.points.win - line.tp
        yield Guess(full, 0, Reason("modified-win-in-full", played.round))
    best = max(report.score)
    if report.end == "time" and played.available - _NEARLY_ALL <= best < played.available:
        short = played.available - best
        change = short if report.score[played.side] == best else -short
        yield Guess(0, change, Reason("destroyed-below-the-limit", played.round))
    winner = records.against_winner.get((played.round, frozenset(played.match.players)))
    if winner is not None and report.end != "rounds":
        given = records.rules.points.win if winner == player else records.rules.points.loss
        yield Guess(given - line.tp, 0, Reason("winner-as-entered", played.round))


def _broad_guesses(records: Records, player: str) -> Iterator[Guess]:
    """Yield that a game went to somebody else, where the file names no winners at all."""
    points = records.rules.points
    for played in records.played[player] if not records.against_winner else ():
        if played.match.kind != "game":
            continue
        if played.line.result == "draw":
            for given in (points.win, points.loss):
                yield Guess(given - played.line.tp, 0, Reason("draw-decided", played.round))
        else:
            given = points.win if played.line.result == "loss" else points.loss
            yield Guess(given - played.line.tp, 0, Reason("given-to-the-other", played.round))


def _bye_of(player: str) -> Match:
    return Match((player,), "bye")  # type: ignore[arg-type]


def _last_guess(records: Records, player: str, wanted: tuple[int | None, int | None]) -> Reason:
    """Return what is likely where nothing fits exactly."""
    points, margin = wanted
    mine = records.played[player]
    if not points and margin:
        against = "loss" if margin > 0 else "win"
        whole = [
            played for played in mine if played.line.result == against and _is_destroyed(played)
        ]
        if abs(margin) <= _A_LITTLE * len(whole):
            return Reason("destroyed-at-its-own-value")
    if not points and any(played.match.kind == "bye" for played in mine):
        return Reason("bye-worth-something-else")
    return Reason("entered-by-hand")


def _is_destroyed(played: Played) -> bool:
    return played.match.report is not None and played.match.report.end == "destroyed"


# --------------------------------------------------------------------------- strength of schedule


def reasons_for_sos(records: Records, player: ForeignPlayer, said: str) -> tuple[Reason, ...]:
    """Return why a published strength of schedule may differ."""
    mine = next(name for name, other in records.published.items() if other is player)
    opponents = [
        other
        for played in records.played[mine]
        if played.match.kind == "game"
        for other in played.match.players
        if other != mine
    ]
    if any(records.differs(other) for other in (mine, *opponents)):
        return (Reason("follows-from-points"),)
    byes = sum(1 for played in records.played[mine] if played.match.kind == "bye")
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


# ------------------------------------------------------------------------------
# The numbers another program published beside ours: where they differ, and the likely reason.

NumberKey = Literal["rank", "tp", "mov", "sos", "place"]
Note = Literal[
    "other-rules", "sos-capped", "sos-other-formula", "dropped-not-ranked", "places-are-shared"
]
"""What is true of the whole publication and no difference of a single player."""

_CAP = Decimal("0.99")
_FEW = 4
"""Fewer margins than these say nothing about the rules of an event."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of one player: as published, and as we compute it."""

    key: NumberKey
    theirs: str
    ours: str
    agrees: bool
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """One player of the comparison, with every number that was published."""

    player: str
    name: str
    numbers: tuple[Number, ...]

    def number(self, key: str) -> Number | None:
        """Return one of the numbers, if it was published."""
        return next((number for number in self.numbers if number.key == key), None)

    @property
    def differences(self) -> tuple[Number, ...]:
        """The numbers that are not ours."""
        return tuple(number for number in self.numbers if not number.agrees)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A publication beside our standings, in the published order."""

    rows: tuple[ComparedPlayer, ...]
    notes: tuple[Note, ...] = ()

    @property
    def differing(self) -> tuple[ComparedPlayer, ...]:
        """The players of whom something differs."""
        return tuple(
            compared_player for compared_player in self.rows if compared_player.differences
        )


def compare(
    foreign: ForeignTournament, tournament: Tournament, rules: Ruleset
) -> Comparison | None:
    """Set what was published beside our standings; none where nothing was published."""
    if not any(_has_numbers(player) for player in foreign.players):
        return None
    return _Comparing(foreign, tournament, rules, ids_of(foreign.players)).comparison()


def facts_published(foreign: ForeignTournament) -> tuple[NumbersPublished, ...]:
    """Return what was published as the facts that an import keeps."""
    ids = ids_of(foreign.players)
    return tuple(
        NumbersPublished(
            player=PlayerId(ids[player.key]),
            program=foreign.kind,
            rank=player.published.rank,
            points=player.published.points,
            margin=player.published.margin,
            sos=player.published.sos,
            place=player.published.elimination,
        )
        for player in foreign.players
        if _has_numbers(player)
    )


def compare_event(desk: Desk, name: str) -> Comparison | None:
    """Set what was published for an imported event beside its standings as they are now."""
    event = desk.event(name)
    tournament = as_tournament(event)
    players = {player.id: player.name for player in tournament.players}
    kept = [
        recorded.fact
        for recorded in desk.log(name)
        if isinstance(recorded.fact, NumbersPublished) and recorded.fact.player in players
    ]
    if not kept:
        return None
    said = {
        fact.player: Published(fact.rank, fact.points, fact.margin, fact.sos, fact.place)
        for fact in kept
    }
    foreign = ForeignTournament(
        kind=kept[0].program,
        name=event.details.name,
        players=tuple(
            ForeignPlayer(
                player,
                shown,
                said.get(player, Published()),
                event.entrants[player].state == "dropped",
            )
            for player, shown in players.items()
        ),
    )
    document = desk.rules(name)[1]
    return _Comparing(
        foreign, tournament, document, {player: player for player in players}
    ).comparison()


def _has_numbers(player: ForeignPlayer) -> bool:
    said = player.published
    values = (said.rank, said.points, said.margin, said.sos, said.elimination)
    return any(value is not None for value in values)


class _Comparing:
    """One publication and one tournament, on the way to a comparison."""

    def __init__(
        self,
        foreign: ForeignTournament,
        tournament: Tournament,
        document: Ruleset,
        ids: Mapping[str, str],
    ) -> None:
        rules = with_options(document, tournament.options)
        self.foreign, self.rules, self.ids = foreign, rules, ids
        self.records = Records.of(tournament, rules, foreign, ids)
        swiss = sum(
            1
            for stage in tournament.stages
            if stage.kind == "swiss"
            for round_ in stage.rounds
            if round_.is_closed
        )
        self.ours: dict[str, OurRow] = {
            row.player: row for row in standings(tournament, document, swiss).rows
        }
        self.ends = standings(tournament, document).rows
        self.bracket = {
            player
            for stage in tournament.stages
            if stage.kind == "elimination"
            for player in stage.seeds or ()
        }
        self.sos_note = self._sos_note()
        self.scale = self._scale()
        self.other_rules = self._other_rules()
        self.positions = self._positions()
        self.in_order_of_numbers = self._in_order_of_numbers()

    def comparison(self) -> Comparison:
        """Return every published number beside ours."""
        known = sorted(
            (player for player in self.foreign.players if _has_numbers(player)),
            key=lambda player: player.published.rank or len(self.foreign.players) + 1,
        )
        rows = tuple(self._line(player) for player in known)
        return Comparison(rows, self._notes())

    def _notes(self) -> tuple[Note, ...]:
        notes: list[Note] = ["other-rules"] if self.other_rules else []
        if self.sos_note is not None:
            notes.append(self.sos_note)
        if any(player.dropped and player.published.rank is None for player in self.foreign.players):
            notes.append("dropped-not-ranked")
        places = Counter(player.published.elimination for player in self.foreign.players)
        if any(place is not None and times > 1 for place, times in places.items()):
            notes.append("places-are-shared")
        return tuple(notes)

    def _line(self, player: ForeignPlayer) -> ComparedPlayer:
        row = self.ours[self.ids[player.key]]
        numbers = [
            *self._points(player, row),
            *self._sos(player, row),
            *self._rank(player, row),
            *self._place(player),
        ]
        return ComparedPlayer(row.player, player.name, tuple(numbers))

    # --------------------------------------------------------------------- points and margin

    def _points(self, player: ForeignPlayer, row: OurRow) -> list[Number]:
        said = player.published
        numbers: list[Number] = []
        theirs = {"tp": said.points, "mov": said.margin}
        reasons: tuple[Reason, ...] = ()
        if any(
            value is not None and key in row.keys and value != row.keys[key]
            for key, value in theirs.items()
        ):
            reasons = self._why(player, row)
        for key, value in theirs.items():
            if value is not None and key in row.keys:
                agrees = value == row.keys[key]
                why = () if agrees else reasons
                numbers.append(Number(key, str(value), str(row.keys[key]), agrees, why))  # type: ignore[arg-type]
        return numbers

    def _why(self, player: ForeignPlayer, row: OurRow) -> tuple[Reason, ...]:
        if self.other_rules:
            return (Reason("other-rules"),)
        scaled = self.scale is not None and player.published.points == self.scale * row.keys["tp"]
        return (Reason("other-scale"),) if scaled else reasons_for_points(self.records, player, row)

    def _scale(self) -> int | None:
        """Return how many times as many points were given there, if that holds for most."""
        ratios: Counter[Fraction] = Counter()
        for player in self.foreign.players:
            ours = self.ours[self.ids[player.key]].keys.get("tp")
            if ours and player.published.points is not None:
                ratios[Fraction(player.published.points) / Fraction(ours)] += 1
        if not ratios:
            return None
        ratio, times = ratios.most_common(1)[0]
        most = 3 * times >= 2 * ratios.total() and times > 1
        return ratio.numerator if most and ratio.denominator == 1 and ratio > 1 else None

    def _other_rules(self) -> bool:
        """Whether hardly any margin comes out, of enough that were published."""
        margins = [
            player.published.margin == self.ours[self.ids[player.key]].keys.get("mov")
            for player in self.foreign.players
            if player.published.margin and self.records.played[self.ids[player.key]]
        ]
        early = self.records.stands_after is not None
        return len(margins) >= _FEW and 10 * sum(margins) <= len(margins) and not early

    # ------------------------------------------------------------------ strength of schedule

    def _sos_note(self) -> Note | None:
        """Say whether the published strength of schedule is another number than ours."""
        said = [
            Decimal(player.published.sos) for player in self.foreign.players if player.published.sos
        ]
        if not said or self.rules.sos.formula != "sum":
            return None
        if all(value == value.to_integral_value() for value in said) and max(said) > 1:
            return None
        if max(said) > _CAP:
            return "sos-other-formula"
        return "sos-capped"

    def _sos(self, player: ForeignPlayer, row: OurRow) -> list[Number]:
        said = player.published.sos
        if said is None or self.sos_note is not None or "sos" not in row.keys:
            return []
        ours = written_like(said, Fraction(row.keys["sos"]))
        agrees = Decimal(said) == Decimal(ours)
        why = () if agrees else reasons_for_sos(self.records, player, said)
        return [Number("sos", said, ours, agrees, why)]

    # ------------------------------------------------------------------------ rank and place

    def _positions(self) -> dict[str, tuple[int, OurRow]]:
        """Return our place among those with a published rank, and who is ours at theirs."""
        ranked = [player for player in self.foreign.players if player.published.rank is not None]
        in_their_order = sorted(ranked, key=lambda player: player.published.rank or 0)
        chosen = {self.ids[player.key] for player in ranked}
        in_our_order = [row for row in self.ours.values() if row.player in chosen]
        place: dict[str, int] = {row.player: n for n, row in enumerate(in_our_order, 1)}
        return {
            self.ids[player.key]: (place[self.ids[player.key]], row)
            for player, row in zip(in_their_order, in_our_order, strict=True)
        }

    def _in_order_of_numbers(self) -> set[str]:
        """Return whose published place follows from the published numbers."""
        ranked = [player for player in self.foreign.players if player.published.rank is not None]
        in_their_order = sorted(ranked, key=lambda player: player.published.rank or 0)
        keys = [self._their_keys(player) for player in in_their_order]
        best_first = sorted(keys, reverse=True)
        return {
            self.ids[player.key]
            for player, mine, expected in zip(in_their_order, keys, best_first, strict=True)
            if mine == expected
        }

    def _their_keys(self, player: ForeignPlayer) -> tuple[Decimal, ...]:
        said = player.published
        keys = [Decimal(said.points or 0), Decimal(said.margin or 0)]
        if self.sos_note is None:
            keys.append(Decimal(said.sos or 0))
        return tuple(keys)

    def _rank(self, player: ForeignPlayer, row: OurRow) -> list[Number]:
        """Compare the order: players who are level on every number may stand either way."""
        rank = player.published.rank
        if rank is None:
            return []
        place, at_theirs = self.positions[row.player]
        agrees = rank == place or dict(row.keys) == dict(at_theirs.keys)
        why: tuple[Reason, ...] = ()
        if not agrees:
            follows = row.player in self.in_order_of_numbers
            why = (Reason("follows-from-numbers" if follows else "ordered-by-hand"),)
        return [Number("rank", str(rank), str(rank if agrees else place), agrees, why)]

    def _place(self, player: ForeignPlayer) -> list[Number]:
        """Compare the place in the bracket; losers of one round share the last of theirs.

        Who is in no bracket of ours is compared by the place in the end.
        """
        said = player.published.elimination
        mine = self.ids[player.key]
        if said is None:
            return []
        rank = next(row.rank for row in self.ends if row.player == mine) or 0
        shared = 1 << (rank - 1).bit_length() if rank else 0
        agrees = said in {rank, shared}
        code = "bracket-by-hand" if self.bracket else "cut-not-in-the-file"
        why = () if agrees else (Reason(code),)
        return [Number("place", str(said), str(rank), agrees, why)]


def written_like(published: str, ours: Fraction) -> str:
    """Return our exact number, rounded half up to as many decimals as the publication has."""
    if "." not in published and ours.denominator == 1:
        return str(ours)
    decimals = max(2, len(published.partition(".")[2]))
    quotient = Decimal(ours.numerator) / Decimal(ours.denominator)
    return str(quotient.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison for programs: every number with its codes and sentences."""
    return {
        "notes": list(comparison.notes),
        "rows": [
            {
                "player": row.player,
                "name": row.name,
                "numbers": {
                    number.key: {
                        "theirs": number.theirs,
                        "ours": number.ours,
                        "agrees": number.agrees,
                        "reasons": [
                            {
                                "code": why.code,
                                "round": why.round,
                                "text": reason_text(why.code, why.round),
                            }
                            for why in number.reasons
                        ],
                    }
                    for number in row.numbers
                },
            }
            for row in comparison.rows
        ],
    }
