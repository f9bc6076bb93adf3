"""Which slips can be taken: complete, possible, and naming people who were there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import SlipRefused
from tiltyard.core.facts.results import Slip
from tiltyard.core.ledger import winner_of
from tiltyard.core.scoring import score_game
from tiltyard.core.staff import leaders
from tiltyard.core.state.played import as_played, seeds_of
from tiltyard.core.state.rounds import setting_of

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.ids import PersonId
    from tiltyard.core.state.event import DayRound, Game

_MOST = 1_000_000


def require_slip(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Return a slip with its witness by id; refuse one that is incomplete or impossible."""
    _require_numbers(slip)
    for name in slip.extra:
        if name not in scene.rules.standings.extra:
            raise SlipRefused(
                f"{name[:40]!r} is no tie-break of this event",
                clause=scene.rules.standings.extra_clause,
                fix="one of " + (", ".join(scene.rules.standings.extra) or "none"),
                field="extra",
            )
    if slip.witness is not None:
        slip = replace(slip, witness=_witness(scene, game, slip))
    if round_.kind == "elimination":
        winner_of(scene.rules, seeds_of(scene.event, round_), as_played(game, slip), round_.number)
    else:
        score_game(scene.rules, setting_of(scene.event, round_), slip.report)
    return slip


def _require_numbers(slip: Slip) -> None:
    pairs = [("score", slip.score or (0, 0)), ("objectives", slip.objectives)]
    pairs += [("flurry", roll) for roll in slip.flurry]
    pairs += [("extra", pair) for pair in slip.extra.values()]
    for name, pair in pairs:
        if any(not 0 <= number <= _MOST for number in pair):
            raise SlipRefused(
                f"{name} cannot be {list(pair)}", fix="two whole numbers from 0", field=name
            )
    for name in ("survivor", "conceded", "initiative"):
        if getattr(slip, name) not in {None, 0, 1}:
            raise SlipRefused(f"{name} names one of the two players", fix="0 or 1", field=name)


def _witness(scene: Scene, game: Game, slip: Slip) -> PersonId:
    """Return the leader who was present, named by id or by name."""
    witness, outcome = slip.witness or "", scene.rules.outcomes.get(slip.end)
    able = [one for one in leaders(scene.event, scene.rules) if one not in game.players]
    for person in able:
        if witness in {person, scene.name(person)}:
            return person
    raise SlipRefused(
        f"{witness[:80]!r} is no leader who could have been present",
        clause=outcome.need_clauses.get("witness", outcome.clause) if outcome else None,
        fix="one of " + (", ".join(scene.name(person) for person in able) or "nobody"),
        field="witness",
    )
