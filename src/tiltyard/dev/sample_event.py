"""A small event played by some rules, so that whoever makes them sees what they do."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.dev.play import is_timed, plan_of, play_rounds, recorded, setting_of
from tiltyard.engine import flow
from tiltyard.engine.tournament import Player, PlayerId, Round, Tournament
from tiltyard.service.simulated_slips import slip_of_lead, table_of

if TYPE_CHECKING:
    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Standings

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")
MOST_ROUNDS = 3
_SEED = "a small event to look at"


class SampleEvent(NamedTuple):
    """An event that was played out, and its standings."""

    tournament: Tournament
    standings: Standings


def sample_event(rules: Ruleset) -> SampleEvent:
    """Return a small event by these rules; the same rules always give the same one."""
    chance = Random(_SEED)  # noqa: S311  # it plays, it keeps no secret
    strengths = {name: chance.randrange(-220, 220) for name in NAMES}
    plan = plan_of(rules, len(NAMES))
    rounds = plan.swiss_rounds or 0
    if rules.pairing.method == "brackets":
        plan = replace(
            plan, swiss_rounds=min(rounds, MOST_ROUNDS), cut=None if rounds else plan.cut
        )
    tournament = Tournament(
        rules.name,
        tuple(Player(PlayerId(name), name) for name in NAMES),
        seed=_SEED,
        plan=plan,
    )

    def close(before: Tournament, drawn: Pairings) -> Round:
        table = table_of(
            rules, setting_of(before, drawn), (None, None), timed=is_timed(rules, before, drawn)
        )
        matches = []
        for match in drawn.matches:
            slip = None
            if match.kind != "bye":
                first, second = match.players
                lead = strengths[first] - strengths[second] + chance.randrange(-200, 200)
                slip = slip_of_lead(table, lead, chance)
            matches.append(recorded(match, slip))
        return Round(tuple(matches), draws=drawn.draws)

    for played in play_rounds(tournament, rules, close, allow_rematch=True):
        tournament = played.tournament
    return SampleEvent(tournament, flow.standings(tournament, rules))
