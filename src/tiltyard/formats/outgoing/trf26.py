"""TRF26, FIDE's report of a tournament: the Swiss rounds for a second opinion by chess engines.

Every field stands in its column. Games have no colours: the first player of a table is White.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from anyascii import anyascii

from tiltyard import __version__
from tiltyard.engine.errors import Refused
from tiltyard.engine.pairing.field import companies_of
from tiltyard.formats.outgoing.handover import Remark

if TYPE_CHECKING:
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.tournament import Match, PlayerId
    from tiltyard.formats.outgoing.handover import Handover, Played

_MOST_PLAYERS = 9999
_MOST_POINTS = 99
_LONGEST_NAME = 33
_RESULTS = {"win": "1", "modified_win": "1", "draw": "=", "loss": "0"}
_COUNTS_AS = {"1": "W", "+": "W", "=": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}
_ABNORMAL = {"1": "W", "=": "D", "0": "L", "+": "+", "-": "-", "Z": "Z", "U": " "}


class _Seat(NamedTuple):
    """One player's round: against whom, with which colour, how it ended, for how many points."""

    opponent: int
    colour: str
    result: str
    points: int


_AWAY = _Seat(0, "-", "Z", 0)


def write_trf26(handover: Handover) -> tuple[str, tuple[Remark, ...]]:
    """Return the first Swiss stage of an event as TRF26, and what the form cannot hold."""
    return _Report(handover).text()


class _Report:
    """One event on its way into columns."""

    def __init__(self, handover: Handover) -> None:
        self.handover = handover
        players = [player for player in handover.tournament.players if not player.spare]
        if len(players) > _MOST_PLAYERS:
            raise Refused("trf26-too-many-players", most_players=_MOST_PLAYERS, count=len(players))
        self._players = players
        self._numbers = {player.id: number for number, player in enumerate(players, 1)}
        self._rounds = [
            played
            for played in handover.closed
            if played.stage.kind == "swiss" and played.stage_number == 1
        ]
        self._seats = [self._seated(round_) for round_ in self._rounds]
        self._system = self._scoring()
        self._left_out: Counter[str] = Counter()

    def text(self) -> tuple[str, tuple[Remark, ...]]:
        """Return the whole file."""
        lines = [
            *self._head(),
            *self._player_lines(),
            *self._prohibited(),
            *self._absences(),
            *self._abnormal(),
            *self._for_older_engines(),
        ]
        text = "".join(f"{line.rstrip()}\r\n" for line in lines)
        self._look_for_more()
        return text, tuple(Remark(code, count) for code, count in self._left_out.items() if count)

    def _look_for_more(self) -> None:
        """Count what is not in the file."""
        self._left_out["colours"] = 1
        self._left_out["later-stages"] = len(self.handover.rounds) - sum(
            1
            for round_ in self.handover.rounds
            if round_.stage_number == 1 and round_.stage.kind == "swiss"
        )
        ranked = self.handover.standings
        keys = {key for row in ranked.rows for key in row.keys} if ranked is not None else set()
        self._left_out["keys-left-out"] = len(keys - {"tp"})

    # ------------------------------------------------------------------------------- seats

    def _seated(self, played: Played) -> dict[PlayerId, _Seat]:
        found: dict[PlayerId, _Seat] = {}
        for match in played.round.matches:
            lines = self.handover.lines(played, match)
            for place, player in enumerate(match.players):
                if player in self._numbers:
                    found[player] = self._seat(match, place, lines[player])
        return found

    def _seat(self, match: Match, place: int, line: ScoreLine) -> _Seat:
        other = match.players[1 - place] if len(match.players) > 1 else None
        opponent = self._numbers.get(other, 0) if other is not None else 0
        if match.kind == "unpaired_loss":
            return _Seat(0, "-", "Z", line.tp)
        if not opponent:  # a bye, or the Spare Player
            return _Seat(0, "-", "U", line.tp)
        result = _RESULTS[line.result]
        if match.kind == "forfeit":
            result = "-" if match.players[place] == match.absent else "+"
        return _Seat(opponent, "wb"[place], result, line.tp)

    def _scoring(self) -> dict[str, int]:
        """Return what each kind of result is worth most often; the rest is abnormal."""
        worth: dict[str, Counter[int]] = {}
        for seats in self._seats:
            for seat in seats.values():
                worth.setdefault(_COUNTS_AS[seat.result], Counter())[seat.points] += 1
        usual = {
            letter: max(points, key=lambda number: (points[number], number))
            for letter, points in worth.items()
        }
        return {"W": 1, "D": 0, "L": 0, "A": 0, "P": usual.get("W", 1)} | usual

    # -------------------------------------------------------------------------------- head

    def _head(self) -> Iterator[str]:
        event = self.handover.event
        yield f"012 {_ascii(event.details.name)}"
        if event.details.venue:
            yield f"022 {_ascii(event.details.venue)}"
        day = event.details.date
        if day is not None:
            days = max(1, event.details.days) - 1
            last = day + timedelta(days=min(days, (date.max - day).days))
            yield f"042 {_day(day)}"
            yield f"052 {_day(last)}"
        yield f"062 {len(self._players)}"
        yield "072 0"
        yield f"092 {_ascii(self.handover.rules.title)}"
        yield f"142 {event.swiss_rounds or len(self._rounds)}"
        yield "152 W"
        pairs = (f"{letter}{_points(self._system[letter])}" for letter in "WDLAP")
        yield f"162  {'    '.join(pairs)}"
        yield f"182 Tiltyard {__version__}"
        yield "192 CUSTOM_SWISS"

    # ----------------------------------------------------------------------------- players

    def _player_lines(self) -> Iterator[str]:
        ranked = self.handover.first_standings
        ranks = {row.player: row.rank for row in ranked.rows} if ranked is not None else {}
        for player in self._players:
            seats = [seats.get(player.id, _AWAY) for seats in self._seats]
            total = sum(seat.points for seat in seats)
            if total > _MOST_POINTS:
                raise Refused("trf26-too-many-points", most_points=_MOST_POINTS, total=total)
            number = self._numbers[player.id]
            name = _ascii(player.name)[:_LONGEST_NAME].strip() or f"Player {number}"
            rank = ranks.get(player.id)
            place = "" if rank is None else str(rank)
            head = f"001 {number:>4}      {name:<33} {'':>4} {'':<3} {'':<11} {'':<10}"
            yield f"{head} {_points(total)} {place:>4}" + "".join(_round(seat) for seat in seats)

    # ---------------------------------------------------------------- what engines must know

    def _prohibited(self) -> Iterator[str]:
        """Say who came together: they do not meet in the first round (260)."""
        for numbers in self._together():
            yield "260 001 001" + "".join(f" {number:>4}" for number in numbers)

    def _together(self) -> Iterator[list[int]]:
        if not self.handover.rules.pairing.avoid_affiliation:
            return
        found: dict[str, list[int]] = {}
        for player in self._players:
            for tag in sorted(companies_of(player.affiliations)):
                found.setdefault(tag, []).append(self._numbers[player.id])
        yield from (numbers for numbers in found.values() if len(numbers) > 1)

    def _absences(self) -> Iterator[str]:
        """Say who is not there in the round that comes next (240)."""
        for number in self._absent():
            yield f"240 Z {len(self._rounds) + 1:03} {number:>4}"

    def _absent(self) -> Iterator[int]:
        event = self.handover.event
        goes_on = event.phase == "running" and len(self._rounds) < (event.swiss_rounds or 0)
        if not goes_on or event.past_the_cut:
            return
        for player, number in self._numbers.items():
            if event.entrants[player].state != "active":
                yield number

    def _abnormal(self) -> Iterator[str]:
        """Say which results were worth something else than usual (299)."""
        other: dict[tuple[int, str, int], list[int]] = {}
        for place, seats in enumerate(self._seats, 1):
            for player, number in self._numbers.items():
                seat = seats.get(player, _AWAY)
                usual = self._system[_COUNTS_AS[seat.result]]
                if seat.points != usual:
                    points = seat.points - usual if seat.result == "U" else seat.points
                    kind = _ABNORMAL[seat.result]
                    other.setdefault((place, kind, points), []).append(number)
        for (place, kind, points), numbers in sorted(other.items()):
            players = " ".join(f"{number:>4}" for number in numbers)
            yield f"299 {kind}        {_points(points)}  {place:03} {players}"

    def _for_older_engines(self) -> Iterator[str]:
        """Say the same in the older extension (TRFx), as remarks: who needs it takes ### away."""
        worth = {letter: f"{points}.0" for letter, points in self._system.items()}
        yield f"### XXR {self.handover.event.swiss_rounds or len(self._rounds)}"
        codes = {"WW": "W", "BW": "W", "WD": "D", "BD": "D", "WL": "L", "BL": "L"}
        codes |= {"FW": "W", "FL": "A", "ZPB": "A", "PAB": "P"}
        yield "### XXS " + " ".join(f"{code}={worth[letter]}" for code, letter in codes.items())
        absent = tuple(self._absent())
        if absent:
            yield "### XXZ " + " ".join(map(str, absent))
        if not self._rounds:
            yield from ("### XXP " + " ".join(map(str, group)) for group in self._together())


def _round(seat: _Seat) -> str:
    """Return the ten columns of a round: two blanks, the opponent, the colour, the result."""
    opponent = f"{seat.opponent:>4}" if seat.opponent else "0000"
    return f"  {opponent} {seat.colour} {seat.result}"


def _day(day: date) -> str:
    return day.isoformat().replace("-", "/")


def _points(points: int) -> str:
    return f"{points}.0".rjust(4)


def _ascii(text: str) -> str:
    """Return text in plain letters, none dropped: engines count bytes as columns."""
    kept = (char for char in anyascii(text) if char.isprintable())
    return " ".join("".join(kept).split())
