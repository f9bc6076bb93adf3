"""Who takes part: whether this field, and this plan, fit the ruleset at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import OptionRefused, Refused
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT
from tiltyard.engine.soft_scores import require_fitting_scores
from tiltyard.engine.tournament import Place

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament


def require_fitting(tournament: Tournament, rules: Ruleset) -> None:
    """Refuse what the ruleset does not know: a Spare Player, a cut, a bracket."""
    spares = [n for n, player in enumerate(tournament.players) if player.spare]
    if spares and not rules.spare.allowed:
        raise Refused(
            "game-without-spare",
            clause=rules.bye.clause,
            field=f"players[{spares[0]}].role",
            game=rules.game,
        )
    if len(spares) > 1:
        raise Refused(
            "more-than-one-spare-player",
            clause=rules.spare.clause,
            field=f"players[{spares[1]}].role",
        )
    _require_no_spare_among_seeds(tournament, rules)
    require_fitting_options(rules)
    require_fitting_scores(tournament, rules)
    if FAVOURITE_OPPONENT in rules.standings.extra:
        _require_votes_for_opponents(tournament)
    if rules.elimination.allowed:
        return
    if tournament.plan.cut is not None:
        raise Refused("no-cut", clause=rules.cut.clause, field="plan.cut", game=rules.game)
    for number, stage in enumerate(tournament.stages):
        if stage.kind == "elimination":
            raise Refused(
                "no-elimination-rounds",
                clause=rules.elimination.clause,
                where=Place(number),
                field="kind",
                game=rules.game,
            )


def require_fitting_options(rules: Ruleset) -> None:
    """Refuse options that cannot be used together."""
    if rules.pairing.inside == "sos" and all(key.key != "sos" for key in rules.standings.order):
        raise OptionRefused(
            "not-ranked-strength-schedule-here",
            clause=rules.pairing.inside_clause,
            field="pairing.inside",
            game=rules.game,
        )


def _require_no_spare_among_seeds(tournament: Tournament, rules: Ruleset) -> None:
    spares = {player.id for player in tournament.players if player.spare}
    for number, stage in enumerate(tournament.stages if spares else ()):
        if stage.seeds is not None and not spares.isdisjoint(stage.seeds):
            raise Refused(
                "spare-player-cannot-qualify",
                clause=rules.spare.unranked_clause or rules.spare.clause,
                where=Place(number),
                field="seeds",
            )


def _require_votes_for_opponents(tournament: Tournament) -> None:
    """AMB-100: a favourite opponent is somebody the voter has met."""
    met = {
        frozenset(match.players)
        for stage in tournament.stages
        for round_ in stage.rounds
        for match in round_.matches
        if match.kind == "game"
    }
    for number, player in enumerate(tournament.players):
        if player.favourite and frozenset((player.id, player.favourite)) not in met:
            raise Refused(
                "vote-not-for-opponent",
                clause="AMB-100",
                field=f"players[{number}].favourite",
                player=player.name,
                favourite=player.favourite,
            )
