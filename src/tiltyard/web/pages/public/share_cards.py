"""Pictures to share: what an event or a player has to show now, drawn when somebody asks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.paper.share_card import ShareCard, draw_card
from tiltyard.text.language import speaking, spoken_by
from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.web.errors import NotFound
from tiltyard.web.pages.public.downloads import require_announced
from tiltyard.web.pages.public.game_page import game_page
from tiltyard.web.pages.public.overview import standing_sentence
from tiltyard.web.pages.public.pairings import lines_of
from tiltyard.web.pages.public.public_player import player_page
from tiltyard.web.pages.public.standings import ranked, ranking
from tiltyard.web.rendering import day_text
from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

PNG = "image/png"
MOST_ROWS = 4


def event_picture(asked: Asked) -> Reply:
    """Draw the card of an event."""
    require_announced(asked)
    with speaking(spoken_by(asked.view.event, asked.visitor.language)):
        return _drawn(asked, event_card(asked.view))


def pairings_picture(asked: Asked) -> Reply:
    """Draw the card that says that pairings are up."""
    require_announced(asked)
    with speaking(spoken_by(asked.view.event, asked.visitor.language)):
        return _drawn(asked, pairings_card(asked.view))


def standings_picture(asked: Asked) -> Reply:
    """Draw the card of the newest standings."""
    require_announced(asked)
    with speaking(spoken_by(asked.view.event, asked.visitor.language)):
        return _drawn(asked, standings_card(asked.view, asked.site.desk))


def game_picture(asked: Asked) -> Reply:
    """Draw the card of a result."""
    require_announced(asked)
    match = MatchId(asked.path["match"])
    if not any(match in round_.games for round_ in asked.view.event.rounds):
        raise NotFound("no-such-game-card")
    with speaking(spoken_by(asked.view.event, asked.visitor.language)):
        return _drawn(asked, game_card(asked, match))


def player_picture(asked: Asked) -> Reply:
    """Draw the card of a player."""
    require_announced(asked)
    player = PlayerId(asked.path["player"])
    if player not in asked.view.event.entrants:
        raise NotFound("no-such-player-card")
    with speaking(spoken_by(asked.view.event, asked.visitor.language)):
        return _drawn(asked, player_card(asked, player))


def _drawn(asked: Asked, card: ShareCard) -> Reply:
    """Answer with a card; one with the same words is drawn once."""
    made = asked.site.shelf.fetch(card, partial(draw_card, card))
    headers = {"cache-control": REVALIDATE}
    return asked.reply(made.body, media_type=PNG, headers=headers)


def event_card(view: EventView) -> ShareCard:
    """Return what an event has to show: who won, who leads, or that pairings are up."""
    event = view.event
    found = view.public_standings if event.rounds else None
    rows = ranked(found.rows[:MOST_ROWS]) if found is not None and found.after is not None else ()
    about = (view.rules.game, day_text(event.details.date), event.details.venue)
    return ShareCard(
        language=spoken_by(event),
        above=" · ".join(text for text in about if text),
        title=event.details.name,
        lead=_news(view),
        rows=tuple((row.rank, row.name, row.keys[0].text if row.keys else "") for row in rows),
        below="Tiltyard",
    )


def pairings_card(view: EventView) -> ShareCard:
    """Return the first tables of the round; the card of the event while there is none."""
    round_ = view.event.current
    if round_ is None:
        return event_card(view)
    title = round_title(view.event, round_)
    rows = (
        (line.place, _versus(side.name for side in line.sides), "")
        for line in lines_of(view, round_)
    )
    return replace(
        event_card(view),
        lead=say("public.pairings-are-up", round=title),
        rows=tuple(islice(rows, MOST_ROWS)),
    )


def standings_card(view: EventView, desk: Desk) -> ShareCard:
    """Return who leads after which round; the card of the event before there are standings."""
    after, card = ranking(view, desk)["after"], event_card(view)
    return replace(card, lead=say("common.up-to-and-with", round=after)) if after else card


def game_card(asked: Asked, match: MatchId) -> ShareCard:
    """Return a result to share: both players, their scores, and how it ended."""
    view = asked.view
    shown = game_page(view, asked.site.desk, match=match)
    rows = ((side.word, side.name, side.score) for side in shown["sides"])
    return ShareCard(
        language=spoken_by(view.event),
        above=f"{view.event.details.name} · {view.rules.game}",
        title=_versus(side.name for side in shown["sides"]),
        lead=" · ".join(text for text in (shown["round_title"], shown["ended"]) if text),
        rows=() if shown["is_open"] else tuple(rows),
        below="Tiltyard",
    )


def _versus(names: Iterable[str]) -> str:
    return f" {say('public.versus')} ".join(names)


def _news(view: EventView) -> str:
    event, found = view.event, view.public_standings
    if event.phase in {"finished", "archived"} and found is not None and found.first:
        names = ", ".join(row.name for row in found.first)
        return say("public.champion-is", num=len(found.first), name=names)
    return standing_sentence(view)


def player_card(asked: Asked, player: PlayerId) -> ShareCard:
    """Return a player's card: place, record and the last games."""
    view = asked.view
    shown = player_page(view, asked.site.desk, player=player)
    row = shown["row"]
    place = ""
    if row is not None and row.rank != "–":
        place = say("public.place-of", rank=row.rank, of=shown["of"], round=shown["after"])
    lead = " · ".join(text for text in (place, shown["record"]) if text)
    return ShareCard(
        language=spoken_by(view.event),
        above=f"{view.event.details.name} · {view.rules.game}",
        title=shown["name"],
        lead=lead or standing_sentence(view),
        rows=tuple(
            (line.title, line.opponent_name or line.word, f"{line.word} {line.score}".strip())
            for line in shown["lines"][-MOST_ROWS:]
        ),
        below="Tiltyard",
    )


ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/pairings/share.png", "everybody", pairings_picture, queue="made"),
    Route("GET", "/e/{event}/standings/share.png", "everybody", standings_picture, queue="made"),
    Route("GET", "/e/{event}/games/{match}/share.png", "everybody", game_picture, queue="made"),
    Route("GET", "/e/{event}/share.png", "everybody", event_picture, queue="made"),
    Route(
        "GET", "/e/{event}/players/{player}/share.png", "everybody", player_picture, queue="made"
    ),
)
