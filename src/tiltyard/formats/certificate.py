"""What a clean check certifies: a digest of the tournament that was checked, and how much of it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tiltyard import __version__
from tiltyard.formats.tiltyard1_write import write_tournament

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


def certificate(tournament: Tournament, rules: Ruleset) -> dict[str, Any]:
    """Return the digest of a checked tournament; the same facts give the same digest everywhere."""
    rounds = [round_ for stage in tournament.stages for round_ in stage.rounds]
    return {
        "digest": tournament_digest(tournament),
        "engine": __version__,
        "ruleset": rules.name,
        "rounds": len(rounds),
        "matches": sum(len(round_.matches) for round_ in rounds),
    }


def tournament_digest(tournament: Tournament) -> str:
    """Return the SHA-256 of a tournament in its canonical form; players have no order."""
    document = write_tournament(tournament)
    document["players"] = sorted(document["players"], key=lambda player: str(player["id"]))
    canonical = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()
