"""What the form of another program cannot hold, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from tiltyard.formats.outgoing.handover import Remark


def remark_text(remark: Remark) -> str:
    """Return a remark as a sentence."""
    return remark_sentences(remark.count)[remark.code].format(num=remark.count)


def remark_sentences(count: int) -> dict[str, str]:
    """Return every sentence as it is said of so many."""
    return {
        "another-game": say("exports.this-form-was-made-for"),
        "keys-left-out": wording("exports.tie-breaks-are-left-out", count),
        "disqualified": wording("exports.disqualified-players-are-called-dropped", count),
        "list-not-xws": wording("exports.lists-are-left-out-the", count),
        "seeds": say("exports.the-form-knows-no-seeds"),
        "unpaired-loss": wording("exports.missed-rounds-are-left-out", count),
        "forfeit": wording("exports.forfeits-are-written-as-games", count),
        "ending": wording("exports.games-ended-in-a-way", count),
        "no-score": wording("exports.games-have-no-score", count),
        "colours": say("exports.games-have-no-colours-the"),
        "later-stages": wording("exports.rounds-after-the-first-swiss", count),
        "seed-left-out": say("exports.the-seed-is-secret-until"),
        "more-than-games": say("exports.army-lists-notes-on-players"),
        "holds-the-seed": say("exports.this-file-holds-the-secret"),
    }
