"""A player's game of the newest round: opponent, clock, notes, components, its result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.day.components import AgreeSharing
from tiltyard.day.event import setting_of
from tiltyard.day.list_access import list_of
from tiltyard.day.results import contests
from tiltyard.engine.pairing.round import Why
from tiltyard.engine.rosters.checks import muster_for
from tiltyard.engine.rosters.setup import surplus
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.facts import earlier_round
from tiltyard.text.game_notes import NOTHING, Note
from tiltyard.text.language import speaking
from tiltyard.text.reasons import why_text
from tiltyard.text.say import say, wording
from tiltyard.views.round import state_of_table
from tiltyard.views.who_rules import alone, may_answer, may_rule
from tiltyard.web.components import rulings, searches
from tiltyard.web.forms.slips import in_words, said_text, slip_form
from tiltyard.web.pages.desk.frame import may
from tiltyard.web.pages.judge.bench import Bench

if TYPE_CHECKING:
    from tiltyard.day.event import Call, DayRound, Entrant, Filed, Game, Watch
    from tiltyard.engine.rosters.roster import Muster
    from tiltyard.engine.rosters.setup import Surplus
    from tiltyard.engine.slip import Slip
    from tiltyard.engine.tournament import PersonId
    from tiltyard.text.game_notes import GameNotes
    from tiltyard.web.components import Ruled, Search
    from tiltyard.web.event_view import EventView
    from tiltyard.web.forms.slips import SlipForm
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# A player's components: what is missing and how long, what is ruled, what may be shared.


@dataclass(frozen=True, slots=True)
class MyComponents:
    """What both players of a table see."""

    searches: tuple[Search, ...]
    rulings: tuple[Ruled, ...]
    sharing: tuple[Note, ...]


def my_components(view: EventView, me: PlayerId, mine: MyGame | None) -> MyComponents:
    """Return the components of a player's table, or of the player alone between rounds."""
    game = mine.game if mine is not None and mine.game.is_open else None
    players = game.players if game is not None else (me,)
    return MyComponents(
        searches(view, me, players),
        rulings(view, me, game),
        view.game_notes(mine.round, game).sharing if mine is not None and game else (),
    )


def may_share(view: EventView, me: PlayerId, mine: MyGame | None) -> bool:
    """Whether a player may agree now to share anything at their table."""
    if mine is None or not mine.game.is_open:
        return False
    components = view.rules.components
    items = (*components.sharing, *(agreement.item for agreement in components.agreements))
    bench = Bench(view, me)
    return any(bench.may(AgreeSharing(mine.game.id, (item,))) for item in items)


# ------------------------------------------------------------------------------
# What a player minds at their table before a game: who begins, who looks alike, who deploys.


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
    found = view.game_notes(mine.round, mine.game)
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


# ------------------------------------------------------------------------------
# A player's game of the newest round: opponent, clock, who rules, and how far its result is.


@dataclass(frozen=True, slots=True)
class Version:
    """What somebody said about the result: their name, what it means, and the slip in words.

    What the player of this page said has no name.
    """

    who: str
    lines: tuple[str, ...]
    slip: str
    digest: str


@dataclass(frozen=True, slots=True)
class Because:
    """A reason for this opponent, and its clause."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class MyCall:
    """A call at one of my tables: who decides it, its round if that is over, who is on the way."""

    call: Call
    decides: str
    earlier: str
    coming: str = ""


@dataclass(frozen=True, slots=True)
class MyGame:
    """One player's side of a match; `versions` stand against each other in a dispute.

    `leader` is who alone rules on it, empty where several may. `contestable` says that the desk
    entered the result and this player may still say that it is wrong. `acceptable` is the digest of
    the version this player may accept in a dispute. `watches` are those this player asked for: the
    opponent is not told who asked for what.
    """

    round: DayRound
    game: Game
    state: str
    opponent: Entrant | None
    leader: str
    why: tuple[Because, ...]
    mine: Version | None
    theirs: Version | None
    result: Version | None
    versions: tuple[Version, ...]
    form: SlipForm | None
    watches: tuple[Watch, ...]
    contestable: bool = False
    acceptable: str = ""

    @property
    def seen(self) -> str:
        """The digest of the result this page shows, as a report names it."""
        return self.game.slip.digest if self.game.slip is not None else "none"

    @property
    def is_running(self) -> bool:
        """Whether it is being played, or its result is still open."""
        return self.round.began and self.game.is_open


def my_game(view: EventView, me: PlayerId) -> MyGame | None:
    """Return the match a player has in the newest round, told from their side."""
    event, round_ = view.event, view.event.current
    game = event.game_of(me)
    if round_ is None or game is None:
        return None
    others = [player for player in game.players if player != me]
    leader = alone(may_rule(event, view.rules, game))
    filed = {other.by: other for other in game.filed}
    theirs = next((filed[player] for player in others if player in filed), None)
    return MyGame(
        round=round_,
        game=game,
        state=state_of_table(round_, game),
        opponent=view.as_told(me, event.entrants[others[0]]) if others else None,
        leader=view.name(game.coming or leader or "") if game.coming or leader else "",
        why=tuple(
            Because(
                why_text(Why(reason.code, reason.clause, reason.facts), event.people), reason.clause
            )
            for reason in game.why
        ),
        mine=_filed(view, game, filed.get(me), me),
        theirs=_filed(view, game, theirs, me),
        result=_version(view, game, me, game.slip, me) if game.slip and not game.is_open else None,
        versions=_versions(view, game, me) if game.is_disputed else (),
        form=_form(view, round_, game, me, filed.get(me)),
        contestable=contests(event, me),
        acceptable=theirs.slip.digest
        if theirs is not None and game.is_disputed and not game.contradicted
        else "",
        watches=tuple(
            watch for watch in event.watches.values() if watch.match == game.id and watch.by == me
        ),
    )


def my_calls(view: EventView, me: PlayerId, mine: MyGame | None) -> tuple[MyCall, ...]:
    """Return the calls of a player's games: those that still wait outlive their game."""
    event = view.event
    found = []
    for call in event.calls.values():
        game = event.game(call.match)
        if game is None or me not in game.players:
            continue
        waits = call.state in {"open", "appealed"}
        here = mine if mine is not None and mine.game.id == game.id else None
        if waits or (here is not None and (here.is_running or call.state == "ruled")):
            who = alone(may_answer(event, view.rules, call, game)) if waits else None
            name = view.name(who) if who is not None else ""
            coming = view.name(game.coming) if waits and game.coming is not None else ""
            found.append(MyCall(call, name, earlier_round(event, game.id), coming))
    return tuple(found)


def _filed(view: EventView, game: Game, filed: Filed | None, me: PlayerId) -> Version | None:
    return _version(view, game, filed.by, filed.slip, me) if filed is not None else None


def _version(view: EventView, game: Game, by: PersonId, slip: Slip, me: PlayerId) -> Version:
    """Return a slip in words, told to one of its players."""
    round_ = view.event.current
    assert round_ is not None  # the game is one of its games
    lines = tuple(in_words(view, round_, game, slip, me))
    text = said_text(view, game, slip)
    return Version("" if by == me else view.name(by), lines, text, slip.digest)


def _versions(view: EventView, game: Game, me: PlayerId) -> tuple[Version, ...]:
    """Return everything that was said about a disputed game, what counted so far first."""
    said = [_version(view, game, filed.by, filed.slip, me) for filed in game.filed]
    if game.slip is not None and game.slip.digest not in {version.digest for version in said}:
        by = game.entered_by or ""
        said.insert(0, _version(view, game, by, game.slip, me))
    return tuple(said)


def _form(
    view: EventView, round_: DayRound, game: Game, me: PlayerId, mine: Filed | None
) -> SlipForm | None:
    """Return the form for a report where one can be handed in, filled with what was said last."""
    if contests(view.event, me):
        return slip_form(view, game, me, game.slip)
    if game.kind != "game" or not round_.began or not game.is_open or game.contradicted:
        return None
    return slip_form(view, game, me, mine.slip if mine is not None else None)
