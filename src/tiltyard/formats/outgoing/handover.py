"""An event as it is handed over: the names that may be read, its rules, and every order of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import Refused
from tiltyard.engine.ledger import score_lines, winner_of
from tiltyard.engine.scoring import Setting
from tiltyard.views.event import EventVersion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.day.event import ArmyList, Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.standings import Row, Standings
    from tiltyard.engine.tournament import Match, PlayerId, Round, Stage
    from tiltyard.views.standings import StandingsRow

ELSEWHERE = "imported"
"""What stands for the engine of a round that another program drew."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the form of another program cannot hold: a code, and how often it was left out."""

    code: str
    count: int = 1


class Played(NamedTuple):
    """A published round: its stage, its number inside it and among the Swiss rounds, from 1."""

    stage_number: int
    number: int
    swiss_number: int
    stage: Stage
    round: Round

    @property
    def setting(self) -> Setting:
        """What decides how much a force is worth in it."""
        counted = self.swiss_number if self.stage.kind == "swiss" else self.number
        return Setting(self.stage.kind, counted)


class Handover(EventVersion):
    """One version of an event for a reader; `lists` are those that may be read.

    The event has the names of this reader already. Its seed is the true one, because lots decide
    places: whoever writes it down asks `event.seed_public` first.
    """

    def __init__(
        self,
        event: Event,
        rules: Ruleset,
        document: Ruleset,
        lists: Mapping[PlayerId, ArmyList] | None = None,
    ) -> None:
        super().__init__(event, rules, document)
        self.lists: Mapping[PlayerId, ArmyList] = lists or {}

    @cached_property
    def rounds(self) -> tuple[Played, ...]:
        """Every published round in order."""
        return tuple(self._rounds())

    def _rounds(self) -> Iterator[Played]:
        swiss = 0
        for place, stage in enumerate(self.tournament.stages, 1):
            for number, round_ in enumerate(stage.rounds, 1):
                swiss += stage.kind == "swiss"
                yield Played(place, number, swiss, stage, round_)

    @cached_property
    def closed(self) -> tuple[Played, ...]:
        """The rounds that count."""
        return tuple(round_ for round_ in self.rounds if round_.round.is_closed)

    @cached_property
    def swiss_standings(self) -> Standings | None:
        """The order before the cut to a bracket, whoever left or came in for somebody after it."""
        return self._standings_of_stages(len(self._swiss_stages))

    @cached_property
    def first_standings(self) -> Standings | None:
        """The order after the first Swiss rounds, whatever came after them."""
        return self._standings_of_stages(min(1, len(self._swiss_stages)))

    @cached_property
    def _swiss_stages(self) -> tuple[Stage, ...]:
        return tuple(takewhile(lambda stage: stage.kind == "swiss", self.tournament.stages))

    def _standings_of_stages(self, count: int) -> Standings | None:
        """Return the order after the first stages; lots are those of whoever drew."""
        stages = self.tournament.stages
        try:
            found = self.ranked_first_stages(count)
        except Refused:
            return None
        if not self.is_from_elsewhere:
            return found
        seeds = (stages[count].seeds or ()) if count < len(stages) else ()
        told = (*seeds, *self.event.entrants)
        return replace(found, rows=_as_they_came(found.rows, told))

    @cached_property
    def is_from_elsewhere(self) -> bool:
        """Whether another program drew rounds of it: its lots and seeds are not ours."""
        return any(round_.engine == ELSEWHERE for round_ in self.event.rounds)

    @cached_property
    def places_by_seed(self) -> dict[PlayerId, int]:
        """Everybody's final place; whoever lost in one round of a bracket stands by seed."""
        return {player: row.rank for player, row in self.rows.items() if row.rank}

    @cached_property
    def places_by_swiss(self) -> dict[PlayerId, int]:
        """Everybody's final place; whoever lost in one round of a bracket stands by Swiss order."""
        before = self.swiss_standings.rows if self.swiss_standings is not None else ()
        order = {row.player: place for place, row in enumerate(before)}
        result: dict[PlayerId, int] = {}
        for group in _of_one_round([row for row in self.rows.values() if row.rank]):
            in_order = sorted(group, key=lambda row: order.get(row.player, len(order)))
            result |= {row.player: at.rank or 0 for row, at in zip(in_order, group, strict=True)}
        return result

    def lines(self, played: Played, match: Match) -> dict[PlayerId, ScoreLine]:
        """Return what everybody has from a match that counts."""
        if match.is_open:
            return {}
        return {player: line for player, _, line in score_lines(self.rules, played.setting, match)}

    def winner(self, played: Played, match: Match) -> PlayerId | None:
        """Return who won, in a bracket who went on; nobody in a draw or while it is played."""
        if match.is_open:
            return None
        if played.stage.kind == "elimination":
            return winner_of(self.rules, played.stage.seeds or (), match, played.number)
        lines = self.lines(played, match)
        wins = [player for player, line in lines.items() if line.result in {"win", "modified_win"}]
        return wins[0] if wins else None


def _of_one_round(rows: list[StandingsRow]) -> list[list[StandingsRow]]:
    """Return rows in groups that nothing but their seeds tells apart."""
    groups: list[list[StandingsRow]] = []
    for row in rows:
        if groups and row.decided_by == "seed":
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _as_they_came(rows: tuple[Row, ...], told: tuple[PlayerId, ...]) -> tuple[Row, ...]:
    """Return rows of which those that only a lot tells apart stand as another program told.

    Its lots are not ours, but its seeds and the order of its players tell of them.
    """
    places = {player: place for place, player in reversed(tuple(enumerate(told)))}
    result: list[Row] = []
    for _, tied in groupby(rows, key=lambda row: (row.rank is None, dict(row.keys))):
        group = list(tied)
        in_order = sorted(group, key=lambda row: places[row.player])
        result += [
            row._replace(rank=place.rank, decided_by=place.decided_by)
            for row, place in zip(in_order, group, strict=True)
        ]
    return tuple(result)
