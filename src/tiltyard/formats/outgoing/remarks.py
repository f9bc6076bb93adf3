"""What the form of another program cannot hold, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext, ngettext

if TYPE_CHECKING:
    from tiltyard.formats.outgoing.handover import Remark


def remark_text(remark: Remark) -> str:
    """Return a remark as a sentence."""
    return remark_sentences(remark.count)[remark.code] % {"num": remark.count}


def remark_sentences(count: int) -> dict[str, str]:
    """Return every sentence as it is said of so many."""
    return {
        "another-game": gettext("This form was made for X-Wing; other games may not be known."),
        "keys-left-out": ngettext(
            "%(num)d tie-break is left out: the form does not know it.",
            "%(num)d tie-breaks are left out: the form does not know them.",
            count,
        ),
        "disqualified": ngettext(
            "%(num)d disqualified player is called dropped.",
            "%(num)d disqualified players are called dropped.",
            count,
        ),
        "list-not-xws": ngettext(
            "%(num)d list is left out: the form knows only XWS.",
            "%(num)d lists are left out: the form knows only XWS.",
            count,
        ),
        "seeds": gettext(
            "The form knows no seeds: read again, players who lost in the same round of the bracket"
            " may change places."
        ),
        "unpaired-loss": ngettext(
            "%(num)d missed round is left out: the form has no loss without a game.",
            "%(num)d missed rounds are left out: the form has no loss without a game.",
            count,
        ),
        "forfeit": ngettext(
            "%(num)d forfeit is written as a game that was won.",
            "%(num)d forfeits are written as games that were won.",
            count,
        ),
        "ending": ngettext(
            "%(num)d game ended in a way the form does not know; its points are there.",
            "%(num)d games ended in a way the form does not know; their points are there.",
            count,
        ),
        "no-score": ngettext("%(num)d game has no score.", "%(num)d games have no score.", count),
        "colours": gettext("Games have no colours: the first player of a table is called White."),
        "later-stages": ngettext(
            "%(num)d round after the first Swiss rounds is left out.",
            "%(num)d rounds after the first Swiss rounds are left out.",
            count,
        ),
        "seed-left-out": gettext(
            "The seed is secret until the event is finished and is left out: draws cannot be"
            " checked with this file yet."
        ),
        "more-than-games": gettext(
            "Army lists, notes on players, published numbers and the language of the event are not"
            " in this file: `tiltyard log export` writes everything."
        ),
        "holds-the-seed": gettext("This file holds the secret seed of an unfinished event."),
    }
