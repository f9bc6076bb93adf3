"""A round that was drawn on paper: its pairings are written in, and replace the draw in public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.core.decide.confirmation import NeedsConfirmation
from tiltyard.core.decide.drawing import ChangePairings, DrawRound
from tiltyard.core.errors import Refused
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.paper_pairings import changes_to, read_pairings
from tiltyard.web.errors import refusal_words
from tiltyard.words.facts import round_text
from tiltyard.words.language import speaking
from tiltyard.words.round_titles import heading
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.state.event import DayRound
    from tiltyard.web.asked import Asked, Reply


def paper_round_page(asked: Asked) -> Reply:
    """Show where a round that was drawn on paper is written in."""
    return _page(asked)


def write_pairings(asked: Asked) -> Reply:
    """Make the drawn round the one that was written down."""
    event, text = asked.view.event, asked.form.text("pairs")
    with speaking(asked.visitor.language):
        try:
            done = _written(asked, text)
        except NeedsConfirmation:
            raise
        except Refused as no:
            return _page(asked, pairs=text, refused=no)
        asked.flash(say("desk.the-round-is-now-as") if done else say("desk.the-draw-and-the-paper"))
    return asked.redirect(f"/e/{event.id}/desk/round")


def _written(asked: Asked, text: str) -> bool:
    """Record what differs from the draw, and say whether anything did."""
    event = asked.view.event
    draft = event.draft
    if draft is None:
        raise Refused("written-no-drawn-round-waiting")
    changes = changes_to(event, draft, read_pairings(event, draft, text))
    if not changes:
        return False
    reason = asked.form.text("reason").strip() or say("desk.played-on-paper")
    command = ChangePairings(changes, reason)
    key = asked.form.text("key") or None
    asked.site.do(event.id, asked.me, command, key=key, confirmed=asked.confirmed)
    return True


def _page(asked: Asked, *, pairs: str = "", refused: Refused | None = None) -> Reply:
    event = asked.view.event
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"draft": event.draft, "pairs": pairs}
        if event.draft is not None:
            values |= _drawn(asked, event.draft)
        else:
            no = asked.site.desk.refusal(event.id, asked.me, DrawRound())
            no = None if isinstance(no, NeedsConfirmation) else no  # asked when it is drawn
            values["not_now"] = refusal_words(no)
        return desk_page(
            asked,
            "desk/paper_round.html",
            status=200 if refused is None else 422,
            refused=asked.why_not(refused),
            may_draw=may(asked, "draw-round"),
            may_change=may(asked, "change-pairings"),
            **values,
        )


def _drawn(asked: Asked, draft: DayRound) -> dict[str, Any]:
    event = asked.view.event
    playing = [
        event.entrants[player]
        for game in draft.games.values()
        for player in game.players
        if not event.entrants[player].spare
    ]
    return {
        "title": heading(round_text(event, draft.id)),
        "changeable": draft.kind == "swiss" and not event.stale,
        "tables": sum(1 for game in draft.games.values() if game.kind == "game"),
        "players": sorted(playing, key=lambda one: one.number or 0),
    }
