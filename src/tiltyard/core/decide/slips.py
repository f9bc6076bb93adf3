"""Which slips can be taken: complete, possible, and naming people who were there."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from tiltyard.core.endings import (
    Fields,
    clause_of_field,
    counts_objectives,
    endings_of,
    fields_of,
    length_of,
    numbers_of_slips,
    own_numbers,
)
from tiltyard.core.errors import Phrase, SlipRefused
from tiltyard.core.facts.results import Slip
from tiltyard.core.ledger import winner_of
from tiltyard.core.scoring import score_game
from tiltyard.core.staff import leaders
from tiltyard.core.state.played import as_played, seeds_of
from tiltyard.core.state.rounds import setting_of

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Outcome, Ruleset
    from tiltyard.core.state.event import DayRound, Game

_MOST = 1_000_000
_NOTHING = Slip("time")


def require_slip(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Return a slip as it is recorded, or refuse one that is incomplete or impossible.

    What its ending has no use for is left out, and so is what only level scores ask for where the
    slip is complete without it: two people who fill in different needless fields say the same.
    """
    outcome = scene.rules.outcomes.get(slip.end)
    if outcome is None:
        return _checked(scene, round_, game, slip)
    asked = fields_of(scene.rules, round_.kind, outcome)
    slip = _useful(scene.rules, outcome, asked, slip)
    bare = _without(slip, set(asked.if_level))
    if bare == slip:
        return _checked(scene, round_, game, slip)
    try:
        taken = _checked(scene, round_, game, bare)
    except SlipRefused as no:
        if no.field not in asked.if_level:
            raise
    else:
        if _without(taken, set(asked.if_level)) == taken:
            return taken
    return _checked(scene, round_, game, slip)


def _useful(rules: Ruleset, outcome: Outcome, asked: Fields, slip: Slip) -> Slip:
    """Return a slip without what its ending has no use for."""
    keep: set[str] = {"end", *asked.needs, *asked.if_level}
    if counts_objectives(rules, outcome):
        keep.add("objectives")
    if own_numbers(rules, outcome) or not numbers_of_slips(rules):
        keep.add("extra")
    return _without(slip, {field.name for field in fields(Slip)} - keep)


def _without(slip: Slip, names: set[str]) -> Slip:
    return replace(slip, **{name: getattr(_NOTHING, name) for name in names})


def _checked(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Return a slip with its witness by id; refuse one that is incomplete or impossible."""
    _require_numbers(slip)
    _require_known_numbers(scene, slip)
    _require_clock(scene, round_, slip)
    if slip.witness is not None:
        slip = replace(slip, witness=_witness(scene, game, slip))
    slip = _with_noted_initiative(scene, round_, game, slip)
    _require_all_of_the_day(scene, round_, slip)
    _require_last_roll_decides(scene, slip)
    return slip


def _require_known_numbers(scene: Scene, slip: Slip) -> None:
    """Refuse numbers for a tie-break that was not announced."""
    for name in slip.extra:
        if name not in scene.rules.standings.extra:
            raise SlipRefused(
                "number-no-tie-break",
                clause=scene.rules.standings.extra_clause,
                field="extra",
                name=name[:40],
                extra=tuple(scene.rules.standings.extra) or (Phrase("things.none"),),
            )


def _require_clock(scene: Scene, round_: DayRound, slip: Slip) -> None:
    """Refuse an end by time in a round that is played without a clock."""
    length = length_of(scene.event, scene.rules, round_)
    if slip.end == "time" and length.minutes is None:
        others = ", ".join(endings_of(scene.event, scene.rules, round_))
        raise SlipRefused(
            "round-untimed-time-cant-end", clause=length.clause, field="end", others=others
        )


def _with_noted_initiative(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Score a slip; who has initiative is taken from what was noted before the game."""
    noted = game.first_player
    if slip.initiative is None and noted is not None and _asks_for_initiative(scene, round_, slip):
        slip = replace(slip, initiative=game.players.index(noted))
    try:
        _require_scored(scene, round_, game, slip)
    except SlipRefused as no:
        if no.field != "initiative" or slip.initiative is not None or noted is None:
            raise
        slip = replace(slip, initiative=game.players.index(noted))
        _require_scored(scene, round_, game, slip)
    return slip


def _asks_for_initiative(scene: Scene, round_: DayRound, slip: Slip) -> bool:
    outcome = scene.rules.outcomes.get(slip.end)
    if outcome is None:
        return False
    return "initiative" in fields_of(scene.rules, round_.kind, outcome).needs


def _require_scored(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> None:
    """Refuse a slip from which no result follows."""
    if round_.kind == "elimination":
        winner_of(scene.rules, seeds_of(scene.event, round_), as_played(game, slip), round_.number)
    else:
        score_game(scene.rules, setting_of(scene.event, round_), slip.report)


def _require_all_of_the_day(scene: Scene, round_: DayRound, slip: Slip) -> None:
    """Refuse a slip without what only the day asks for: initiative, leaders, own tie-breaks."""
    rules, outcome = scene.rules, scene.rules.outcomes[slip.end]
    for name in fields_of(rules, round_.kind, outcome).needs:
        if getattr(slip, name) is None:
            raise SlipRefused(
                f"slip-lacks-{name}",
                clause=clause_of_field(rules, round_.kind, outcome, name),
                field=name,
            )
    for own in own_numbers(rules, outcome):
        if own not in slip.extra:
            said = own.replace("_", " ")
            raise SlipRefused(
                "slip-lacks-announced-tie-break",
                clause=rules.standings.extra_needed_clause or rules.standings.extra_clause,
                field=f"extra.{own}",
                said=said,
            )


def _require_last_roll_decides(scene: Scene, slip: Slip) -> None:
    """Refuse Final Flurry rolls after the one that decided the game."""
    if any(first != second for first, second in slip.flurry[:-1]):
        levels = (one.level for one in scene.rules.outcomes.values())
        clause = next((one.clause for one in levels if one and one.winner == "flurry"), None)
        raise SlipRefused(
            "final-flurry-rolls-after-one",
            clause=clause or scene.rules.score.clause,
            field="flurry",
        )


def _require_numbers(slip: Slip) -> None:
    pairs = [("score", slip.score or (0, 0)), ("objectives", slip.objectives)]
    pairs += [("flurry", roll) for roll in slip.flurry]
    pairs += [("extra", pair) for pair in slip.extra.values()]
    for name, pair in pairs:
        if any(not 0 <= number <= _MOST for number in pair):
            raise SlipRefused("slip-pair-impossible", field=name, name=name, pair=list(pair))
    for name in ("survivor", "conceded", "initiative"):
        if getattr(slip, name) not in {None, 0, 1}:
            raise SlipRefused("names-one-two-players", field=name, name=name)


def _witness(scene: Scene, game: Game, slip: Slip) -> PersonId:
    """Return the leader who was present, named by id or by name."""
    witness, outcome = slip.witness or "", scene.rules.outcomes.get(slip.end)
    able = [one for one in leaders(scene.event, scene.rules) if one not in game.players]
    for person in able:
        if witness in {person, scene.name(person)}:
            return person
    raise SlipRefused(
        "no-leader-who-could-been",
        clause=outcome.need_clauses.get("witness", outcome.clause) if outcome else None,
        field="witness",
        witness=witness[:80],
        able=tuple(scene.name(person) for person in able) or (Phrase("things.nobody"),),
    )
