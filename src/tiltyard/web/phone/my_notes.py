"""What a player minds at their table before a game: who begins, who looks alike, who deploys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.at_the_event import list_of
from tiltyard.core.rosters.checks import muster_for
from tiltyard.core.rosters.setup_hints import surplus
from tiltyard.core.state.rounds import setting_of
from tiltyard.web.desk.frame import may
from tiltyard.web.game_notes import game_notes
from tiltyard.web.phone.my_game import my_game
from tiltyard.words.game_notes import NOTHING, Note
from tiltyard.words.language import speaking
from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.rosters.roster import Muster
    from tiltyard.core.rosters.setup_hints import Surplus
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.event_view import EventView
    from tiltyard.web.phone.my_game import MyGame
    from tiltyard.words.game_notes import GameNotes


def table_page(asked: Asked) -> Reply:
    """Show what a player minds before their game, with the coin and who begins."""
    view = asked.view
    with speaking(asked.visitor.language):
        mine = my_game(view, PlayerId(asked.me))
        notes = my_notes(view, mine)
    players = mine.game.players if mine is not None else ()
    acts = ("toss-coin", "record-first-player", "check-deck")
    can = {act: may(asked, act, *players) for act in acts}
    decks = _countable(mine, asked.me)
    return asked.event_page(
        "phone/table_list_notes.html", mine=mine, notes=notes, can=can, decks=decks
    )


def _countable(mine: MyGame | None, me: PersonId) -> tuple[PlayerId, ...]:
    """Return whose deck a player may count now: the opponent's, until the round begins."""
    if mine is None or mine.round.began or not mine.game.is_open:
        return ()
    return tuple(player for player in mine.game.players if player != me)


def my_notes(view: EventView, mine: MyGame | None) -> GameNotes:
    """Return what both players of a table read; nothing once one of them has reported."""
    if mine is None or not mine.game.is_open or mine.game.filed:
        return NOTHING
    found = game_notes(view, mine.round, mine.game)
    deploying = _deploying(view, mine)
    return replace(found, notes=(*found.notes, deploying)) if deploying is not None else found


def _deploying(view: EventView, mine: MyGame) -> Note | None:
    """Return who has units to deploy before the other; only when both armies are on the table."""
    if not mine.is_running or len(mine.game.players) != 2:
        return None
    first, second = (_muster(view, mine, player) for player in mine.game.players)
    if first is None or second is None:
        return None
    found = surplus(view.rules, first, second)
    if found is None:
        return None
    text = _deploying_text(view, mine, found)
    if not found.certain:
        rest = say("phone.not-all-cards-are-known")
        text = f"{text} {rest}"
    return Note("deploying", text, found.clause)


def _deploying_text(view: EventView, mine: MyGame, found: Surplus) -> str:
    if found.index is None:
        return say("phone.both-deploy-equally-many-units")
    text = wording("phone.deploys-units-first-then-you", found.units)
    return text.format(name=view.name(mine.game.players[found.index]), num=found.units)


def _muster(view: EventView, mine: MyGame, player: PlayerId) -> Muster | None:
    """Return what a player fields in this round, if their list is here."""
    army = list_of(view.event, player)
    if army is None or not army.is_locked:
        return None
    stage, number = setting_of(view.event, mine.round)
    place = muster_for(view.rules, stage, number)
    musters = army.roster.musters
    return musters[place] if place < len(musters) else None
