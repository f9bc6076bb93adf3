"""Whether a game ended by time in a round that is played without a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding
from tiltyard.core.bracket import is_final
from tiltyard.core.clock import round_length
from tiltyard.core.ids import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Stage, Tournament


def check_untimed(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Name every game of an untimed round that time is said to have ended."""
    for number, stage in enumerate(tournament.stages):
        players = _players_of_bracket(stage)
        for index, round_ in enumerate(stage.rounds):
            final = stage.kind == "elimination" and is_final(players, index + 1)
            length = round_length(rules, stage.kind, index + 1, final=final)
            if length.minutes is not None:
                continue
            for which, match in enumerate(round_.matches):
                if match.report is not None and match.report.end == "time":
                    yield Finding(
                        "time-in-untimed-game",
                        length.clause,
                        Place(number, index, which),
                        match.players,
                        severity="warning",
                    )


def _players_of_bracket(stage: Stage) -> int:
    """Return how many began: the seeds, or whoever stands in the first round."""
    if stage.seeds is not None:
        return len(stage.seeds)
    return sum(len(match.players) for match in stage.rounds[0].matches) if stage.rounds else 0
