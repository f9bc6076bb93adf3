"""Scores in a tournament file that the totals in it cannot give: said when it is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.scores_of_lists import check_scores
from tiltyard.core.options import with_options
from tiltyard.formats.tiltyard1 import place_in_file

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament
    from tiltyard.formats.foreign.model import Remarks


def remark_scores(tournament: Tournament, document: Ruleset, remarks: Remarks) -> None:
    """Name every score that the opponent's total cannot give; it is taken over all the same."""
    names = {player.id: player.name for player in tournament.players}
    for finding in check_scores(tournament, with_options(document, tournament.options)):
        assert finding.where is not None
        score, total = (int(str(finding.facts[key])) for key in ("score", "total"))
        name, where = names[finding.players[0]], place_in_file(finding.where)
        remarks.add("score-impossible", where, name=name, score=score, total=total)
