"""Whether everybody is where they should be: nobody missing, nobody who left or lost already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, explained
from tiltyard.core.ids import Place
from tiltyard.core.ledger import winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Change, Round, Stage, Tournament


class _Roll:
    """Who is in, who left and since which round, kept while walking through the rounds."""

    def __init__(self, tournament: Tournament) -> None:
        self.spares = {player.id for player in tournament.players if player.spare}
        self.here = {player.id for player in tournament.players if not player.spare}
        self.dropped: dict[PlayerId, int] = {}
        self.removed: set[PlayerId] = set()
        self.played: set[PlayerId] = set()
        self.rounds = 0


def check_presence(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Walk through all rounds and compare who plays with who should."""
    roll = _Roll(tournament)
    last_open: Place | None = None
    for number, stage in enumerate(tournament.stages):
        in_stage = set(stage.seeds) if stage.seeds is not None else None
        lost: set[PlayerId] = set()
        for index, round_ in enumerate(stage.rounds):
            where = Place(number, index)
            if last_open is not None:
                yield Finding("open-round", rules.pairing.clause, last_open)
            last_open = None if round_.is_closed else where
            roll.rounds += 1
            yield from _seated(rules, roll, round_, where, in_stage)
            if stage.kind == "elimination":
                yield from _still_in(rules, stage, round_, where, lost)
            yield from _changes(rules, tournament, roll, round_, where)


def _seated(
    rules: Ruleset, roll: _Roll, round_: Round, where: Place, in_stage: set[PlayerId] | None
) -> Iterator[Finding]:
    seated: set[PlayerId] = set()
    for index, match in enumerate(round_.matches):
        place = where._replace(match=index)
        for player in match.players:
            seated.add(player)
            if match.kind == "unpaired_loss":
                if player in roll.here and player in roll.played:
                    clause = rules.leaving.rejoin_clause
                    yield Finding("needless-unpaired-loss", clause, place, (player,))
                continue
            if player in roll.removed:
                yield Finding(
                    "plays-after-disqualification",
                    rules.leaving.disqualified_clause,
                    place,
                    (player,),
                )
            elif player in roll.dropped:
                yield Finding("plays-after-drop", rules.leaving.drop_clause, place, (player,))
            elif in_stage is not None and player not in in_stage and player not in roll.spares:
                yield Finding("not-in-the-stage", rules.cut.clause, place, (player,))
    roll.played |= {
        player
        for match in round_.matches
        if match.kind != "unpaired_loss"
        for player in match.players
    }
    if in_stage is None:
        missing = tuple(sorted(roll.here - seated))
        if missing:
            found = Finding("missing-player", rules.pairing.clause, where, missing)
            yield from explained((found,), round_.override)


def _still_in(
    rules: Ruleset, stage: Stage, round_: Round, where: Place, lost: set[PlayerId]
) -> Iterator[Finding]:
    losers: set[PlayerId] = set()
    for index, match in enumerate(round_.matches):
        for player in match.players:
            if player in lost:
                place = where._replace(match=index)
                yield Finding("plays-after-defeat", rules.elimination.clause, place, (player,))
        if not match.is_open:
            winner = winner_of(rules, stage.seeds or (), match, (where.round or 0) + 1)
            losers.update(player for player in match.players if player != winner)
    lost |= losers


def _changes(
    rules: Ruleset, tournament: Tournament, roll: _Roll, round_: Round, where: Place
) -> Iterator[Finding]:
    for change in round_.after:
        player = change.player
        if player in roll.removed:
            code = "rejoin-after-disqualification" if change.change == "rejoin" else "left-twice"
            yield Finding(code, rules.leaving.disqualified_clause, where, (player,))
        elif change.change == "rejoin":
            yield from _rejoin(rules, tournament, roll, change, where)
        elif change.change == "drop" and player in roll.dropped:
            yield Finding("left-twice", rules.leaving.drop_clause, where, (player,))
        else:
            roll.here.discard(player)
            if change.change == "drop":
                roll.dropped[player] = roll.rounds
            else:
                roll.removed.add(player)
                roll.dropped.pop(player, None)


def _rejoin(
    rules: Ruleset, tournament: Tournament, roll: _Roll, change: Change, where: Place
) -> Iterator[Finding]:
    player = change.player
    if player not in roll.dropped:
        yield Finding("rejoin-without-leaving", rules.leaving.rejoin_clause, where, (player,))
        return
    left = roll.dropped.pop(player)
    roll.here.add(player)
    rounds = [round_ for stage in tournament.stages for round_ in stage.rounds]
    missed = rounds[left : roll.rounds]
    without = [
        number
        for number, round_ in enumerate(missed, left + 1)
        if not any(
            match.kind == "unpaired_loss" and player in match.players for match in round_.matches
        )
    ]
    if without:
        facts = {"rounds": without}
        clause = rules.leaving.rejoin_clause
        yield Finding("no-unpaired-loss", clause, where, (player,), facts=facts)
