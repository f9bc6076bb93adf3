"""Random legal tournaments: the engine draws every round, chance writes the slips and the rest.

Whole numbers from a seeded `Random` decide everything, so that a seed gives the same file on
every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from tiltyard.dev.play import is_timed, play_rounds, recorded, setting_of
from tiltyard.engine import flow
from tiltyard.engine.errors import NoLegalPairing, Refused
from tiltyard.engine.structure import rounds_of_schedule
from tiltyard.engine.tournament import (
    Change,
    Match,
    Plan,
    Player,
    PlayerId,
    Round,
    TableRules,
    Tournament,
)
from tiltyard.service.simulated_slips import random_slip, table_of

if TYPE_CHECKING:
    from tiltyard.engine.pairing.round import DrawnMatch, Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import Setting

NAMES = ("Ana", "Björn", "Çelik", "Đorđe", "Éowyn", "Łucja", "Ñuño", "Søren", "李雷", "O'Hara")
FACTIONS = ("dawn", "dusk", "tide")
TRAVELLED = ("car-1", "car-2", "club-3", "família")
ATTEMPTS = 30
"""How many courses of an event are tried before nobody leaves any more."""

PARTS = 10_000
"""Rates are counted in parts of this."""

_ALWAYS_SAFE, _MOST_SAFE = 6, 24  # looking ahead is slow where people leave a larger field
_DECIDED_ELSEWHERE = frozenset(
    ("pairing.plan_safe", "lists.approval", "lists.reveal", "legality.worlds_2014")
)
"""Options that follow from the plan, or are about lists: a file of games has none."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a generated event should be like; `drop_rate` in parts of `PARTS`, by player and round.

    `spare` says whether there is a Spare Player where the ruleset knows one; none: by chance.
    """

    players: int
    plan: Plan
    drop_rate: int = 500
    finished: bool = True
    spare: bool | None = None


def random_tournament(rules: Ruleset, wanted: Wanted, seed: str) -> Tournament:
    """Return a legal tournament; the same wish and seed give the same one everywhere."""
    _require_enough_opponents(rules, wanted)
    for attempt in range(1, ATTEMPTS + 1):
        chance = Random(f"{seed}/{attempt}")  # noqa: S311  # it makes cases, not secrets
        calm = attempt == ATTEMPTS
        try:
            return _one_course(rules, replace(wanted, drop_rate=0) if calm else wanted, chance)
        except NoLegalPairing:
            continue
    raise Refused(
        "players-could-not-paired-times",
        clause=rules.rematch.clause,
        players=wanted.players,
        swiss_rounds=wanted.plan.swiss_rounds,
    )


def _require_enough_opponents(rules: Ruleset, wanted: Wanted) -> None:
    rounds = wanted.plan.swiss_rounds or 0
    most = rounds_of_schedule(rules, wanted.players) + int(rules.rematch.except_final)
    if rounds > most:
        raise Refused(
            "players-cannot-play-rounds-without",
            clause=rules.rematch.clause,
            players=wanted.players,
            rounds=rounds,
            most=most,
        )


def _one_course(rules: Ruleset, wanted: Wanted, chance: Random) -> Tournament:
    tournament = _announced(rules, wanted, chance)
    course = _Course(rules, wanted, chance)
    if not wanted.finished:
        course.rounds_left = chance.randrange((wanted.plan.swiss_rounds or 0) + 2)
    if course.rounds_left == 0:
        return tournament
    for played in play_rounds(tournament, rules, course.close, attempts=course.attempts):
        tournament = played.tournament
        if course.rounds_left == 0:
            return tournament
    if chance.randrange(2):
        rows = flow.standings(tournament, rules).rows
        ranking = tuple(row.player for row in rows if row.rank is not None)
        tournament = replace(tournament, ranking=ranking)
    return tournament


# ------------------------------------------------------------------------------ before the start


def _announced(rules: Ruleset, wanted: Wanted, chance: Random) -> Tournament:
    """Return the event as it is announced: who comes, what is planned, how the hall is laid out."""
    first_day = rules.effective or date(2018, 1, 6)
    rounds = wanted.plan.swiss_rounds or 0
    looking_ahead = 2 * rounds >= wanted.players - 2 and (
        wanted.players <= _ALWAYS_SAFE or (wanted.drop_rate == 0 and wanted.players <= _MOST_SAFE)
    )
    return Tournament(
        ruleset=rules.name if chance.randrange(2) else rules.id,
        players=_entrants(rules, wanted, chance),
        seed=f"lot {chance.randrange(1_000_000)}",
        plan=wanted.plan,
        name=f"{rules.game} {chance.randrange(1, 1000)}",
        date=first_day + timedelta(chance.randrange(700)) if chance.randrange(4) else None,
        options=_decisions(rules, chance) | ({"pairing.plan_safe": True} if looking_ahead else {}),
        tables=_hall(chance),
    )


def _decisions(rules: Ruleset, chance: Random) -> dict[str, object]:
    """Return what the organizer decided: mostly nothing, now and then any flag or choice."""
    decided: dict[str, object] = {}
    for name, option in sorted(rules.options.items()):
        if name in _DECIDED_ELSEWHERE or option.type not in {"flag", "choice"}:
            continue
        if not chance.randrange(40):
            known = [
                choice
                for choice in option.choices
                if choice != "sos" or any(key.key == "sos" for key in rules.standings.order)
            ]
            decided[name] = chance.choice(known or [True, False])
    return decided


def _hall(chance: Random) -> TableRules:
    if chance.randrange(6):
        return TableRules()
    out_of_use = frozenset(chance.randrange(1, 8) for _ in range(chance.randrange(3)))
    return TableRules(chance.choice((1, 1, 5)), out_of_use, avoid_repeats=not chance.randrange(2))


def _entrants(rules: Ruleset, wanted: Wanted, chance: Random) -> tuple[Player, ...]:
    one_limit = len(rules.score.wipe_out) == 1
    limit = rules.score.wipe_out[0] if one_limit and chance.randrange(2) else None
    together = rules.pairing.avoid_affiliation and bool(chance.randrange(4))
    players = [
        Player(
            id=PlayerId(f"p{number}"),
            name=f"{chance.choice(NAMES)} {number}",
            number=number,
            faction=chance.choice(FACTIONS) if chance.randrange(3) else None,
            affiliations=_company(chance) if together else (),
            total=None if limit is None else limit - chance.randrange(1 + limit // 20),
            table=chance.randrange(1, 4) if not chance.randrange(60) else None,
        )
        for number in range(1, wanted.players + 1)
    ]
    spare = bool(chance.randrange(2)) if wanted.spare is None else wanted.spare
    if rules.spare.allowed and spare:
        players.append(Player(PlayerId("spare"), "Sam", spare=True))
    return tuple(players)


def _company(chance: Random) -> tuple[str, ...]:
    return tuple(sorted(chance.sample(TRAVELLED, chance.choice((0, 0, 1, 1, 2)))))


# ------------------------------------------------------------------------------------- the rounds


@dataclass(slots=True)
class _Course:
    """How one event goes: how many rounds of it are played, and who is away until which.

    `timed` says whether the round being played has a clock.
    """

    rules: Ruleset
    wanted: Wanted
    chance: Random
    rounds_left: int | None = None
    away: dict[PlayerId, int] = field(default_factory=dict)
    timed: bool = True

    def attempts(self) -> int:
        """Now and then a round is drawn again before it is published."""
        return 1 if self.chance.randrange(25) else self.chance.choice((2, 2, 3))

    def close(self, tournament: Tournament, drawn: Pairings) -> Round:
        """Play a drawn round; the last one of an unfinished event may stay open."""
        setting = setting_of(tournament, drawn)
        self.timed = is_timed(self.rules, tournament, drawn)
        totals = {player.id: player.total for player in tournament.players}
        spares = {player.id for player in tournament.players if player.spare}
        matches = [self._result(setting, match, totals, spares) for match in drawn.matches]
        if self.rounds_left is not None:
            self.rounds_left -= 1
        if setting.stage == "swiss":
            matches += [Match((player,), "unpaired_loss") for player in sorted(self.away)]
        games = [place for place, match in enumerate(matches) if match.report is not None]
        if self.rounds_left == 0 and games and not self.chance.randrange(3):
            return Round(self._still_open(matches, games), draws=drawn.draws)
        return Round(tuple(matches), self._changes(setting, drawn, spares), draws=drawn.draws)

    def _result(
        self,
        setting: Setting,
        match: DrawnMatch,
        totals: dict[PlayerId, int | None],
        spares: set[PlayerId],
    ) -> Match:
        if match.kind == "bye":
            return recorded(match, None)
        first, second = match.players
        if spares.isdisjoint(match.players) and self._happens():
            absent = self.chance.choice(match.players)
            return recorded(match, None)._replace(kind="forfeit", absent=absent)
        worth = (totals[first], totals[second])
        table = table_of(self.rules, setting, worth, timed=self.timed)
        return recorded(match, random_slip(table, self.chance))

    def _still_open(self, matches: list[Match], games: list[int]) -> tuple[Match, ...]:
        """Take the slips of some tables away again, of one at least."""
        open_ones = set(self.chance.sample(games, self.chance.randrange(1, len(games) + 1)))
        return tuple(
            match._replace(report=None) if place in open_ones else match
            for place, match in enumerate(matches)
        )

    def _happens(self) -> bool:
        return self.chance.randrange(PARTS) < self.wanted.drop_rate

    def _changes(
        self, setting: Setting, drawn: Pairings, spares: set[PlayerId]
    ) -> tuple[Change, ...]:
        """Let people leave, come back and be removed; two always stay."""
        changes = [
            Change(player, "rejoin")
            for player, until in sorted(self.away.items())
            if until <= setting.round and setting.stage == "swiss"
        ]
        for change in changes:
            del self.away[change.player]
        here = [other for match in drawn.matches for other in match.players if other not in spares]
        staying = len(here)
        for player in here:
            if staying > 2 and self._happens():
                changes.append(self._leaves(setting, player))
                staying -= 1
        return tuple(changes)

    def _leaves(self, setting: Setting, player: PlayerId) -> Change:
        """Drop for good, drop to come back while Swiss rounds are left, or be disqualified."""
        kind = self.chance.randrange(6)
        back = setting.round + self.chance.choice((1, 1, 2))
        if kind > 3 and setting.stage == "swiss" and back < (self.wanted.plan.swiss_rounds or 0):
            self.away[player] = back
        return Change(player, "disqualify" if kind == 0 else "drop")
