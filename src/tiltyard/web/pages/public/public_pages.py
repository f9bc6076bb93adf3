"""The public pages of an event: a template and what it shows, by the end of the address.

Every page is the same for everybody, so nothing here knows who reads; names are public names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.text.announcements import told_so_far
from tiltyard.web.pages.public.audit_log import record
from tiltyard.web.pages.public.bracket import bracket
from tiltyard.web.pages.public.clinch import scenarios_page
from tiltyard.web.pages.public.downloads import offered
from tiltyard.web.pages.public.draw_check import draws_page
from tiltyard.web.pages.public.embed import embedded
from tiltyard.web.pages.public.fairness_page import fairness_report
from tiltyard.web.pages.public.game_page import game_page
from tiltyard.web.pages.public.overview import overview
from tiltyard.web.pages.public.pairings import missing, pairings, round_results, tables
from tiltyard.web.pages.public.public_player import player_page, players_page
from tiltyard.web.pages.public.rules import rules_of_the_event
from tiltyard.web.pages.public.standings import ranking
from tiltyard.web.pages.screen.screen import overlay, screen

if TYPE_CHECKING:
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView

Context = Callable[["EventView", "Desk"], dict[str, Any]]
ROUNDS, PLAYERS, GAMES = "/rounds/", "/players/", "/games/"


@dataclass(frozen=True, slots=True)
class PublicPage:
    """One page: its template and the values for it, which hold nothing private.

    `always`: once somebody has asked for it, it is kept ready through every change.
    `on_demand`: there are many of its kind, and one is made anew when somebody asks for it again.
    `nobody_chooses`: it hangs in the hall or stands in another site, in the event's language.
    """

    template: str
    context: Context
    always: bool = False
    nobody_chooses: bool = False
    on_demand: bool = False


PAGES: dict[str, PublicPage] = {
    "": PublicPage("public/event.html", overview, always=True),
    "/pairings": PublicPage("public/pairings.html", pairings, always=True),
    "/tables": PublicPage("public/tables.html", tables, always=True),
    "/standings": PublicPage("public/standings.html", ranking, always=True),
    "/fairness": PublicPage("public/fairness.html", fairness_report),
    "/clinch": PublicPage("public/clinch.html", scenarios_page),
    "/players": PublicPage("public/players.html", players_page),
    "/bracket": PublicPage("public/bracket.html", bracket),
    "/missing": PublicPage("public/missing.html", missing),
    "/embed": PublicPage("public/embed.html", embedded, nobody_chooses=True),
    "/files": PublicPage("public/files.html", offered),
    "/record": PublicPage("public/record.html", record),
    "/draws": PublicPage("public/draws.html", draws_page),
    "/rules": PublicPage("public/rules.html", rules_of_the_event),
    "/overlay": PublicPage("display/overlay.html", overlay, nobody_chooses=True),
    "/screen": PublicPage("display/screen.html", screen, nobody_chooses=True),
}


def find_page(view: EventView, suffix: str) -> PublicPage | None:
    """Return the page with this end of its address, if this event has it."""
    if suffix.startswith(ROUNDS):
        round_ = view.event.round(suffix.removeprefix(ROUNDS))
        if round_ is None:
            return None
        return PublicPage("public/round.html", partial(round_results, round_=round_.id))
    if suffix.startswith(PLAYERS):
        player = PlayerId(suffix.removeprefix(PLAYERS))
        if player not in view.event.entrants:
            return None
        return PublicPage("public/player.html", partial(player_page, player=player), on_demand=True)
    if suffix.startswith(GAMES):
        match = MatchId(suffix.removeprefix(GAMES))
        if not any(match in round_.games for round_ in view.event.rounds):
            return None
        return PublicPage("public/game.html", partial(game_page, match=match), on_demand=True)
    return PAGES.get(suffix)


def tags_of(view: EventView) -> dict[str, str]:
    """Return tags of what concerns every phone: the round, its tables' clock, what was told."""
    event, round_ = view.event, view.event.current
    of_round: tuple[object, ...] = ()
    if round_ is not None:
        of_round = (round_.id, round_.attempt, round_.seating, round_.timer, round_.is_closed)
    told = (
        event.phase,
        told_so_far(event, view.rules, view.document),
        event.qualification,
        event.swiss_rounds,
        event.cut,
        event.scenarios,
        event.notices,
    )
    return {"me": sha256(repr((of_round, told)).encode()).hexdigest()[:10]}
