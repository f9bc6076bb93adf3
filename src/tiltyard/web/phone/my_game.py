"""A player's game of the newest round: opponent, clock, who rules, and how far its result is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.deciders import call_leader
from tiltyard.core.pairing.round import Why
from tiltyard.core.staff import appeal_leader, ruling_leader
from tiltyard.core.state.event import match_state
from tiltyard.web.slips import in_words, said_text, slip_form
from tiltyard.words.facts import earlier_round
from tiltyard.words.reasons import why_text

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.state.event import DayRound, Entrant, Filed, Game
    from tiltyard.core.state.judging import Call, Watch
    from tiltyard.web.event_view import EventView
    from tiltyard.web.slips import SlipForm


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
    """A call at one of my tables: whose word it waits for, and its round if that is over."""

    call: Call
    decides: str
    earlier: str


@dataclass(frozen=True, slots=True)
class MyGame:
    """One player's side of a match; `versions` stand against each other in a dispute.

    `watches` are those this player asked for: the opponent is not told who asked for what.
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
    leader = ruling_leader(event, view.rules, game)
    filed = {one.by: one for one in game.filed}
    theirs = next((filed[one] for one in others if one in filed), None)
    return MyGame(
        round=round_,
        game=game,
        state=match_state(round_, game),
        opponent=view.as_told(me, event.entrants[others[0]]) if others else None,
        leader=view.name(leader) if leader is not None else "",
        why=tuple(
            Because(why_text(Why(one.code, one.clause, one.facts), event.people), one.clause)
            for one in game.why
        ),
        mine=_filed(view, game, filed.get(me), me),
        theirs=_filed(view, game, theirs, me),
        result=_version(view, game, me, game.slip, me) if game.slip and not game.is_open else None,
        versions=_versions(view, game, me) if game.is_disputed else (),
        form=_form(view, round_, game, me, filed.get(me)),
        watches=tuple(
            one for one in event.watches.values() if one.match == game.id and one.by == me
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
            who = _decides(view, call, game) if waits else None
            name = view.name(who) if who is not None else ""
            found.append(MyCall(call, name, earlier_round(event, game.id)))
    return tuple(found)


def _decides(view: EventView, call: Call, game: Game) -> PersonId | None:
    if call.state == "appealed":
        return appeal_leader(view.event, view.rules, game, call.ruled_by)
    return call_leader(view.event, view.rules, call, game)


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
    said = [_version(view, game, one.by, one.slip, me) for one in game.filed]
    if game.slip is not None and game.slip.digest not in {one.digest for one in said}:
        by = game.entered_by or ""
        said.insert(0, _version(view, game, by, game.slip, me))
    return tuple(said)


def _form(
    view: EventView, round_: DayRound, game: Game, me: PlayerId, mine: Filed | None
) -> SlipForm | None:
    """Return the form for a report where a report can be handed in."""
    if game.kind != "game" or not round_.began or not game.is_open or game.contradicted:
        return None
    return slip_form(view, game, me, mine.slip if mine is not None else None)
