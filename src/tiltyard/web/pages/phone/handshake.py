"""The handshake of a slip: one phone shows its report as a QR code, the other confirms it.

The code holds the report itself, so the one who shows it needs no connection: what is confirmed and
what still waits in an outbox say the same, and count once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tiltyard.day.results import require_slip
from tiltyard.engine.slip import turned
from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.text.language import speaking
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.commands import fields_of_slip, slip_of
from tiltyard.web.forms.slips import bare_scene, home_of, outcome_text
from tiltyard.web.pages.desk.links_page import picture_of
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.day.event import Filed, Game
    from tiltyard.engine.slip import Slip
    from tiltyard.web.request import Asked, Reply


def slip_page(asked: Asked) -> Reply:
    """Show the own report as a QR code; with a report in the address, ask to confirm that one."""
    if "slip.end" in asked.query:
        return _scanned(asked)
    game, me = asked.view.event.game_of(PlayerId(asked.me)), PlayerId(asked.me)
    mine = _report_of(game, me) if game is not None and game.is_open else None
    if game is None or mine is None:
        return asked.event_page("phone/slip_shown.html", lines=(), picture="")
    with speaking(asked.visitor.language):
        lines = outcome_text(asked.view, home_of(asked.view, game), game, mine.slip, me)
    address = asked.site.settings.address + address_of(asked.view.event.id, game, me, mine.slip)
    return asked.event_page("phone/slip_shown.html", lines=lines, picture=picture_of(address))


def address_of(event: str, game: Game, reporter: PlayerId, slip: Slip) -> str:
    """Return the path of a report as its reporter tells it, for the phone of the opponent."""
    told = slip if game.players[0] == reporter else turned(slip)
    fields = [("match", game.id), ("slip.side", reporter), *fields_of_slip(told)]
    return f"/e/{event}/me/slip?{urlencode(fields)}"


def _scanned(asked: Asked) -> Reply:
    """Show the report of the opponent from the own side, with one button."""
    view, me = asked.view, PlayerId(asked.me)
    game = view.event.game(MatchId(asked.query.text("match")))
    if game is None or game is not view.event.game_of(me) or len(game.players) != 2:
        raise NotFound("scanned-slip-not-yours")
    round_ = home_of(view, game)
    slip = require_slip(bare_scene(view), round_, game, slip_of(asked.query, view.event))
    mine = _report_of(game, me)
    if not game.is_open or (mine is not None and mine.slip.digest == slip.digest):
        return asked.redirect(_home(asked))
    with speaking(asked.visitor.language):
        lines = outcome_text(view, round_, game, slip, me)
    theirs = next((report for report in game.filed if report.by != me), None)
    return asked.event_page(
        "phone/slip_scanned.html",
        game=game,
        lines=lines,
        digest=slip.digest if theirs is not None and theirs.slip.digest == slip.digest else "",
        fields=[("match", game.id), *fields_of_slip(slip)],
        opponent=next(view.name(player) for player in game.players if player != me),
    )


def _report_of(game: Game, player: PlayerId) -> Filed | None:
    return next((report for report in game.filed if report.by == player), None)


def _home(asked: Asked) -> str:
    return f"/e/{asked.view.event.id}/me"


ROUTES = (Route("GET", "/e/{event}/me/slip", "player", slip_page),)
