"""What calls a player, in words: on their page, and as a message to a phone that is locked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.views.own_page import alerts_of

if TYPE_CHECKING:
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.own_page import Alert, AlertKind
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class AlertLine:
    """An alert in words; its key is new whenever it happens again."""

    key: str
    kind: AlertKind
    text: str


def alert_lines(view: EventView, player: PlayerId) -> tuple[AlertLine, ...]:
    """Return what calls a player now, in the language that is spoken."""
    found = alerts_of(view.event, player, view.clock.now())
    return tuple(AlertLine(alert.key, alert.kind, _text(view, player, alert)) for alert in found)


def _text(view: EventView, player: PlayerId, alert: Alert) -> str:
    if alert.kind in {"ruling", "notice"}:
        return alert.text
    if alert.kind == "pairing":
        return _pairing(view, player)
    if alert.kind == "extension":
        return say("phone.minutes-more-for-your-table", num=int(alert.text))
    if alert.kind == "coming":
        return say("phone.on-the-way", name=view.name(alert.text))
    return say(f"phone.alert-{alert.kind.replace('_', '-')}")


def _pairing(view: EventView, player: PlayerId) -> str:
    event = view.event
    game, round_ = event.game_of(player), event.current
    assert game is not None  # there is an alert about it
    assert round_ is not None
    title = round_title(event, round_)
    others = [view.name(other) for other in game.players if other != player]
    if not others:
        return say("phone.alert-bye", round=title)
    if game.table is None:
        return say("phone.alert-opponent", round=title, name=others[0])
    return say("phone.alert-table", round=title, table=game.table, name=others[0])
