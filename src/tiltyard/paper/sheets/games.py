"""Games of a round as papers tell them: where, who, and what is to be minded at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.components import shared_after_trouble
from tiltyard.day.event import scenario_of
from tiltyard.day.roles import ruling_leader, ruling_order
from tiltyard.engine.errors import Refused
from tiltyard.text.game_notes import chooser_of, first_player_text, mirror_of
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, wording
from tiltyard.views.round import game_number, games_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import PersonId
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class Card:
    """A card drawn for all tables of a round: what it decides, and its name."""

    kind: str
    name: str


def cards_of(view: PaperView, round_: DayRound) -> tuple[Card, ...]:
    """Return the cards of a round, its special scenario among them."""
    drawn = tuple(Card(card_kind(kind), name) for kind, name in round_.cards.items())
    scenario = scenario_of(view.event, round_)
    if scenario is None:
        return drawn
    return (*drawn, Card(say("common.special-scenario"), scenario.name))


def card_kind(kind: str) -> str:
    """Return what a card decides."""
    known = {"deployment": say("common.deployment"), "objective": say("paper.objective")}
    return known.get(kind) or kind.replace("_", " ").capitalize()


def place_of(game: Game) -> str:
    """Return the table or number of a game for a column."""
    return place_text(game_number(game))


def place_text(number: int | None) -> str:
    """Return the number of a table for a column."""
    return "–" if number is None else str(number)


def place_title(game: Game) -> str:
    """Return where a game is played, as a heading."""
    return say("common.table") if game.table is not None else say("common.game")


def played_games(round_: DayRound) -> list[Game]:
    """Return the games two players sit down for."""
    return [game for game in games_in_order(round_) if _is_played(game)]


def at_table(games: Sequence[Game], table: int | None) -> list[Game]:
    """Return all of some games, or the one at a table: a table that is not there is refused."""
    if table is None:
        return list(games)
    found = [game for game in games if game_number(game) == table]
    if not found:
        raise no_table(
            table, [number for game in games if (number := game_number(game)) is not None]
        )
    return found


def no_table(table: int, known: Sequence[int]) -> Refused:
    """Return why nothing is printed for a table, with the tables there are."""
    if not known:
        return Refused("nobody-plays-at-any-table", field="table", table=table)
    return Refused("nobody-plays-at-table", field="table", table=table, tables=in_ranges(known))


def in_ranges(numbers: Sequence[int]) -> str:
    """Return numbers as people write them: 1–12, 14."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _is_played(game: Game) -> bool:
    return len(game.players) == 2 and game.kind in {"game", "forfeit"}


# ------------------------------------------------------------------------ what is to be minded


def notes_of(
    view: PaperView, round_: DayRound, game: Game, names: Mapping[PersonId, str]
) -> tuple[str, ...]:
    """Return what is to be minded at a table, each in one short sentence."""
    if not _is_played(game):
        return ()
    return tuple(
        name
        for name in (
            _extension(game),
            _beginning(view, round_, game, names),
            _mirror(view, round_, game),
            _ruling(view, game, names),
            *_sharing(view, round_, game, names),
        )
        if name
    )


def _beginning(view: PaperView, round_: DayRound, game: Game, names: Mapping[PersonId, str]) -> str:
    """Return who decides who begins, as far as lists, coin or the desk say it."""
    if game.first_player is not None:
        return first_player_text(view.rules, game, lambda name: names.get(name, name))
    if not view.rules.lists.chooser:
        return ""
    decides = game.coin
    if decides is None:
        found = chooser_of(view.event, view.rules, round_, game)
        if found is None:
            return ""
        if found.index is None:
            return say("paper.equal-totals-a-coin-says")
        decides = game.players[found.index]
    return say("paper.decides-who-begins", name=names.get(decides, decides))


def _mirror(view: PaperView, round_: DayRound, game: Game) -> str:
    if mirror_of(view.event, view.rules, round_, game) is None:
        return ""
    if view.rules.lists.mirror == "race":
        return say("paper.mirror-match-mark-the-edges")
    return say("paper.mirror-match-id-tokens-one")


def _ruling(view: PaperView, game: Game, names: Mapping[PersonId, str]) -> str:
    """Return who rules at this table, where it is not who rules at the others."""
    leader = ruling_leader(view.event, view.rules, game)
    usual = next(iter(ruling_order(view.event, view.rules)), None)
    if leader is None or leader == usual:
        return ""
    return say("paper.rules-at-this-table", name=names.get(leader, leader))


def _sharing(
    view: PaperView, round_: DayRound, game: Game, names: Mapping[PersonId, str]
) -> Iterator[str]:
    """Yield what the two share or agreed to use, and what one shares for want of their own."""
    if game.shared:
        what = ", ".join(map(ruleset_text, game.shared))
        if game.ruler_side:
            what = f"{what} ({game.ruler_side})"
        yield say("paper.share", what=what)
    for share in shared_after_trouble(view.event, view.rules, round_, game):
        text = wording("paper.shares-the-opponents")
        name = names.get(share.player, share.player)
        yield text.format(name=name, what=ruleset_text(share.item))


def _extension(game: Game) -> str:
    if not game.extension:
        return ""
    return say("paper.minutes-more", minutes=game.extension)
