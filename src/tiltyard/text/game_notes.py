"""What is to be minded at a table: who begins, what looks alike, what is shared, who rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.day.components import question_clause, shared_after_trouble
from tiltyard.day.event import setting_of
from tiltyard.day.list_access import faction_of, list_of, list_total, terrain_to_choose
from tiltyard.day.roles import clause_on_leaders, leaders_in, ruling_leader
from tiltyard.engine.rosters.checks import muster_for
from tiltyard.engine.rosters.setup import Side, chooser, mirror, side
from tiltyard.text.facts import deck_text
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tiltyard.day.counting import Count
    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.rosters.setup import Chooser, Mirror
    from tiltyard.engine.ruleset import Components, Ruleset
    from tiltyard.engine.tournament import PersonId, PlayerId

    Name = Callable[[PersonId], str]


# ------------------------------------------------------------------------------
# A score counted from what is left of a list, in words.


def count_text(counted: Count, name: str, owner: str, rules: Ruleset) -> str:
    """Return what somebody scores against the list of another player; without owner: your own."""
    facts = {
        "name": name,
        "owner": owner,
        "score": counted.score,
        "left": counted.left,
        "lost": counted.gone,
        "list": ruleset_text(rules.terms["list"]),
    }
    if counted.wiped_out and owner:
        text = wording("phrases.destroyed-the-whole-of-points")
    elif counted.wiped_out:
        text = wording("phrases.destroyed-your-whole-points")
    elif owner:
        text = wording("phrases.destroyed-points-are-left-of")
    else:
        text = wording("phrases.destroyed-points-are-left-of-your")
    return text.format(**facts)


# ------------------------------------------------------------------------------
# What is to be minded at a table: who begins, who looks alike, what is shared, who rules there.

RULED_BY = "ruled-by"
"""The code of the note on who rules where a leader plays."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to mind at a table, with its clause."""

    code: str
    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class GameNotes:
    """What is to be minded at a table before its game begins.

    `decides` is who says who begins, where that is known; `coin`: a coin may still be tossed;
    `first` is who begins, once that is recorded.
    """

    notes: tuple[Note, ...]
    decides: PlayerId | None = None
    coin: bool = False
    first: PlayerId | None = None

    @property
    def chooser(self) -> Note | None:
        """The note on who decides, or who begins."""
        return next((note for note in self.notes if note.code in _BEGINNING), None)

    @property
    def mirror(self) -> Note | None:
        """The note on two lists that look alike."""
        return next((note for note in self.notes if note.code == "mirror"), None)

    @property
    def sharing(self) -> tuple[Note, ...]:
        """What the players share, and what else they agreed to use."""
        return tuple(note for note in self.notes if note.code in SHARING)


NOTHING = GameNotes(())
_BEGINNING = frozenset({"first", "order", "coin", "compare", "equal", "chooser"})
SHARING = frozenset({"shared", "shared-for-good", "agreed", "ruler-side"})


def notes_of_game(
    event: Event, rules: Ruleset, round_: DayRound, game: Game, name: Name
) -> GameNotes:
    """Return what is to be minded at a table; nothing for a bye or a game that is no game."""
    if game.kind != "game" or len(game.players) != 2:
        return NOTHING
    found = chooser_of(event, rules, round_, game)
    decides = game.coin
    if decides is None and found is not None and found.index is not None:
        decides = game.players[found.index]
    open_coin = rules.lists.chooser and decides is None and game.first_player is None
    notes = (
        _beginning(rules, game, found, name),
        _mirror(event, rules, round_, game),
        _terrain(event, rules, round_),
        *sharing_notes(event, rules, round_, game, name),
        *(
            Note("deck", deck_text(rules, check, name), rules.checks.deck_clause)
            for check in game.deck_checks
        ),
        _ruled_by(event, rules, game, name),
    )
    return GameNotes(
        tuple(note for note in notes if note is not None),
        decides,
        open_coin and game.is_open,
        game.first_player,
    )


# -------------------------------------------------------------------------------------- who rules


def _ruled_by(event: Event, rules: Ruleset, game: Game, name: Name) -> Note | None:
    """Return who rules on a game in which a leader plays."""
    playing = leaders_in(event, rules, game)
    if not playing or not game.is_open:
        return None
    leader = ruling_leader(event, rules, game)
    who = name(leader) if leader is not None else say("game-notes.nobody-on-duty")
    if len(playing) > 1:
        text = wording("game-notes.rules-on-this-game-two")
    else:
        text = wording("game-notes.rules-on-this-game-a")
    return Note(RULED_BY, text.format(name=who), clause_on_leaders(rules, playing))


# ------------------------------------------------------------------------------------ who begins


def chooser_of(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> Chooser | None:
    """Return what the totals say about who decides; nothing where one is not known."""
    first, second = (list_total(event, rules, player, round_) for player in game.players)
    return chooser(rules, (first, second))


def _beginning(rules: Ruleset, game: Game, found: Chooser | None, name: Name) -> Note | None:
    lists = rules.lists
    if game.first_player is not None:
        text = f"{first_player_text(rules, game, name)}."
        return Note("first", text, _first_clause(rules, game))
    if not game.is_open:
        return None
    if lists.supplies:
        text = wording("game-notes.find-the-initiative-order-the")
        return Note("order", text.format(what=ruleset_text(lists.supplies)), lists.supplies_clause)
    if not lists.chooser:
        return None
    if game.coin is not None:
        text = wording("game-notes.the-coin-fell-for-who")
        return Note("coin", text.format(name=name(game.coin)), lists.coin_clause)
    if found is None:
        text = say("game-notes.compare-your-totals-the-lower")
        return Note("compare", text, lists.chooser_clause)
    if found.index is None:
        text = say("game-notes.both-lists-cost-the-same")
        return Note("equal", text, found.clause)
    text = wording("game-notes.decides-who-begins-lower-total")
    return Note("chooser", text.format(name=name(game.players[found.index])), found.clause)


def _first_clause(rules: Ruleset, game: Game) -> str:
    lists = rules.lists
    if lists.supplies:
        return lists.supplies_clause
    return lists.sides_clause if game.side in lists.sides else lists.chooser_clause


def first_player_text(rules: Ruleset, game: Game, name: Name) -> str:
    """Return who begins a game, and who deploys where, without a full stop."""
    begins = name(game.first_player or "")
    second = next(player for player in game.players if player != game.first_player)
    if rules.lists.supplies:
        text = wording("game-notes.is-first-in-initiative-order")
        what = ruleset_text(rules.lists.supplies)
        return text.format(name=begins, second=name(second), what=what)
    if not game.side:
        return say("game-notes.begins", name=begins)
    if game.side not in rules.lists.sides:
        text = wording("game-notes.begins-on-this-side")
        return text.format(name=begins, side=game.side)
    text = wording("game-notes.begins-deploys-from-the-side")
    return text.format(name=begins, second=name(second), side=ruleset_text(game.side))


# ---------------------------------------------------------------------------------- who is alike


def mirror_of(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> Mirror | None:
    """Return that both players of a game look alike, as far as the staff knows."""
    first, second = (_side(event, rules, round_, player) for player in game.players)
    return mirror(rules, first, second)


def _mirror(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> Note | None:
    found = mirror_of(event, rules, round_, game)
    if found is None:
        return None
    if rules.lists.mirror == "race":
        text = say("game-notes.mirror-match-both-play-the")
    else:
        text = say("game-notes.mirror-match-both-play-the-same")
    return Note("mirror", text, found.clause)


def _terrain(event: Event, rules: Ruleset, round_: DayRound) -> Note | None:
    """Return how many pieces of existing terrain both players choose together."""
    chart, chosen = rules.lists.existing_terrain, terrain_to_choose(event, round_)
    if chart is None or chosen is None:
        return None
    text = wording("game-notes.choose-pieces-of-the-labelled", chosen.together)
    return Note("terrain", text.format(num=chosen.together), chart.choose_clause)


def _side(event: Event, rules: Ruleset, round_: DayRound, player: PlayerId) -> Side:
    """Return what a player fields in this round, as far as the staff knows."""
    army = list_of(event, player)
    faction = faction_of(event, player)
    if army is None or not army.is_handed_in or army.state == "on_paper":
        return Side(faction)
    setting = setting_of(event, round_)
    played = muster_for(rules, setting.stage, setting.round)
    fields = side(rules, army.roster, setting.stage, played)
    return fields if fields.faction else replace(fields, faction=faction)


# -------------------------------------------------------------------------------- what is shared


def sharing_notes(
    event: Event, rules: Ruleset, round_: DayRound, game: Game, name: Name
) -> Iterator[Note]:
    """Yield what the two share in this round, and what one shares for want of their own."""
    components = rules.components
    agreed = {agreement.item: agreement.clause for agreement in components.agreements}
    pieces = [item for item in game.shared if item not in agreed]
    asked = [ruleset_text(item) for item in pieces if item not in game.ordered]
    ordered = [ruleset_text(item) for item in pieces if item in game.ordered]
    if asked:
        text = wording("game-notes.shared-in-this-round")
        yield Note("shared", text.format(items=", ".join(asked)), components.sharing_clause)
    if ordered:
        text = wording("game-notes.ordered-to-share-in-this")
        clause = components.sharing_orders_clause or components.sharing_clause
        yield Note("shared", text.format(items=", ".join(ordered)), clause)
    yield from _ruler_side(components, game)
    for item in game.shared:
        if item in agreed:
            text = wording("game-notes.both-agreed-to-use")
            yield Note("agreed", text.format(item=ruleset_text(item)), agreed[item])
    for share in shared_after_trouble(event, rules, round_, game):
        text = wording("game-notes.shares-the-opponents-in-this")
        if share.lasts:
            text = wording("game-notes.shares-the-opponents-in-every")
        values = {"name": name(share.player), "item": ruleset_text(share.item)}
        code = "shared-for-good" if share.lasts else "shared"
        yield Note(code, text.format(**values), share.clause)


def _ruler_side(components: Components, game: Game) -> Iterator[Note]:
    clause = components.ruler_side_clause
    if not clause or not any("ruler" in item for item in game.shared):
        return
    if game.ruler_side:
        text = wording("game-notes.measure-with-this-side-of")
        yield Note("ruler-side", text.format(side=game.ruler_side), clause)
    elif game.is_open:
        yield Note("ruler-side", say("game-notes.agree-on-which-side-of"), clause)


def ruling_notes(event: Event, rules: Ruleset, game: Game, name: Name) -> Iterator[Note]:
    """Yield what was ruled on components of both players; for those who may hear of them."""
    for conversion in event.list_desk.conversions.values():
        if conversion.player not in game.players or conversion.approved is None:
            continue
        text = wording("game-notes.may-use" if conversion.approved else "game-notes.may-not-use")
        values = {"name": name(conversion.player), "component": conversion.description.rstrip(".")}
        yield Note("ruled", text.format(**values), question_clause(rules, conversion.kind))
