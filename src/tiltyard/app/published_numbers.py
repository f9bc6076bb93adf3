"""The numbers another program published beside ours: where they differ, and the likely reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from tiltyard.app.published_reasons import Reason, Records, reasons_for_points, reasons_for_sos
from tiltyard.core.facts.imported import NumbersPublished
from tiltyard.core.flow import standings
from tiltyard.core.ids import PlayerId
from tiltyard.core.options import with_options
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.formats.foreign.building import ids_of
from tiltyard.formats.foreign.model import ForeignPlayer, ForeignTournament, Published
from tiltyard.formats.foreign.words import reason_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.app.desk import Desk
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.standings import Row as OurRow
    from tiltyard.core.tournament import Tournament

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
class Line:
    """One player of the comparison, with every number that was published."""

    player: str
    name: str
    numbers: tuple[Number, ...]

    def number(self, key: str) -> Number | None:
        """Return one of the numbers, if it was published."""
        return next((one for one in self.numbers if one.key == key), None)

    @property
    def differences(self) -> tuple[Number, ...]:
        """The numbers that are not ours."""
        return tuple(one for one in self.numbers if not one.agrees)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A publication beside our standings, in the published order."""

    rows: tuple[Line, ...]
    notes: tuple[Note, ...] = ()

    @property
    def differing(self) -> tuple[Line, ...]:
        """The players of whom something differs."""
        return tuple(one for one in self.rows if one.differences)


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
            player=PlayerId(ids[one.key]),
            program=foreign.kind,
            rank=one.published.rank,
            points=one.published.points,
            margin=one.published.margin,
            sos=one.published.sos,
            place=one.published.elimination,
        )
        for one in foreign.players
        if _has_numbers(one)
    )


def compare_event(desk: Desk, name: str) -> Comparison | None:
    """Set what was published for an imported event beside its standings as they are now."""
    event = desk.event(name)
    tournament = as_tournament(event)
    players = {player.id: player.name for player in tournament.players}
    kept = [
        one.fact
        for one in desk.log(name)
        if isinstance(one.fact, NumbersPublished) and one.fact.player in players
    ]
    if not kept:
        return None
    said = {
        fact.player: Published(fact.rank, fact.points, fact.margin, fact.sos, fact.place)
        for fact in kept
    }
    foreign = ForeignTournament(
        kind=kept[0].program,  # type: ignore[arg-type]
        name=event.details.name,
        players=tuple(
            ForeignPlayer(
                one, shown, said.get(one, Published()), event.entrants[one].state == "dropped"
            )
            for one, shown in players.items()
        ),
    )
    document = desk.rules(name)[1]
    return _Comparing(foreign, tournament, document, {one: one for one in players}).comparison()


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
        if any(one.dropped and one.published.rank is None for one in self.foreign.players):
            notes.append("dropped-not-ranked")
        places = Counter(one.published.elimination for one in self.foreign.players)
        if any(place is not None and times > 1 for place, times in places.items()):
            notes.append("places-are-shared")
        return tuple(notes)

    def _line(self, player: ForeignPlayer) -> Line:
        row = self.ours[self.ids[player.key]]
        numbers = [
            *self._points(player, row),
            *self._sos(player, row),
            *self._rank(player, row),
            *self._place(player),
        ]
        return Line(row.player, player.name, tuple(numbers))

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
            one.published.margin == self.ours[self.ids[one.key]].keys.get("mov")
            for one in self.foreign.players
            if one.published.margin and self.records.played[self.ids[one.key]]
        ]
        early = self.records.stands_after is not None
        return len(margins) >= _FEW and 10 * sum(margins) <= len(margins) and not early

    # ------------------------------------------------------------------ strength of schedule

    def _sos_note(self) -> Note | None:
        """Say whether the published strength of schedule is another number than ours."""
        said = [Decimal(one.published.sos) for one in self.foreign.players if one.published.sos]
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
        ranked = [one for one in self.foreign.players if one.published.rank is not None]
        in_their_order = sorted(ranked, key=lambda one: one.published.rank or 0)
        chosen = {self.ids[one.key] for one in ranked}
        in_our_order = [row for row in self.ours.values() if row.player in chosen]
        place: dict[str, int] = {row.player: n for n, row in enumerate(in_our_order, 1)}
        return {
            self.ids[player.key]: (place[self.ids[player.key]], row)
            for player, row in zip(in_their_order, in_our_order, strict=True)
        }

    def _in_order_of_numbers(self) -> set[str]:
        """Return whose published place follows from the published numbers."""
        ranked = [one for one in self.foreign.players if one.published.rank is not None]
        in_their_order = sorted(ranked, key=lambda one: one.published.rank or 0)
        keys = [self._their_keys(one) for one in in_their_order]
        best_first = sorted(keys, reverse=True)
        return {
            self.ids[one.key]
            for one, mine, expected in zip(in_their_order, keys, best_first, strict=True)
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
                    one.key: {
                        "theirs": one.theirs,
                        "ours": one.ours,
                        "agrees": one.agrees,
                        "reasons": [
                            {
                                "code": why.code,
                                "round": why.round,
                                "text": reason_text(why.code, why.round),
                            }
                            for why in one.reasons
                        ],
                    }
                    for one in row.numbers
                },
            }
            for row in comparison.rows
        ],
    }
