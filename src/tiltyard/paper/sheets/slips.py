"""Match slips: one for every game, with the fields the ruleset needs and no others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import shorten
from typing import TYPE_CHECKING, Literal

from tiltyard.day.event import DayRound, scenario_of
from tiltyard.day.plan import endings_of
from tiltyard.engine.errors import Refused
from tiltyard.engine.scoring import fields_of as asked_fields
from tiltyard.engine.scoring import own_numbers
from tiltyard.engine.slip import KINDS
from tiltyard.engine.tournament import PlayerId
from tiltyard.paper.next_round import games_of_next, tables_of_next, what_follows
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.badges import in_stack_order
from tiltyard.paper.sheets.games import (
    Card,
    at_table,
    cards_of,
    notes_of,
    place_of,
    place_title,
    played_games,
)
from tiltyard.paper.sheets.pairings import Player, player_number
from tiltyard.paper.sheets.scoring import ending_title
from tiltyard.text.language import ruleset_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.text.slip_titles import score_title
from tiltyard.text.standings import key_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Event, Game
    from tiltyard.engine.ruleset import Outcome
    from tiltyard.engine.slip import End
    from tiltyard.engine.tournament import PersonId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.qr import Code
    from tiltyard.paper.view import PaperView

Kind = Literal["line", "rolls", "tick", "ticks"]
_NO_ROUND = DayRound("", 1, 1, "swiss", 1, 1, "", {}, ())
_NO_STAGE = 0
_ROWS_OF_A_SMALL_SLIP = 1
_LONGEST_NAME_IN_NOTES = 24
_LONGEST_RULES = 240


@dataclass(frozen=True, slots=True)
class Row:
    """Something both players write down: a number, the rolls of dice, or boxes to tick."""

    kind: Kind
    label: str
    ticks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """One game: where, who, and what is to be minded at this table."""

    place: str
    title: str
    players: tuple[Player, ...]
    notes: tuple[str, ...]
    code: Code | None


Pages = tuple[tuple[Slip | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips of a round, page by page, and what stands on every one of them.

    `own_endings` are ticked for one of the players, `endings` for both: no way a game ends is
    asked for twice, and none where all are worth the same. `witness` asks for the leader who was
    present; it is empty where no ending needs one.
    """

    per_page: int
    cards: tuple[Card, ...]
    rows: tuple[Row, ...]
    ended: str
    own_endings: tuple[str, ...]
    otherwise: str
    endings: tuple[str, ...]
    witness: str
    signature: str
    pages: Pages


def slips(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the slips of a round, or of one table."""
    round_ = view.round(wanted.round)
    games = at_table(played_games(round_), wanted.table)
    if not games:
        raise Refused("nobody-plays-game-round")
    made = [_slip(view, round_, game) for game in games]
    pages = in_stack_order(made, _per_page(tuple(rows_of(view, round_))))
    body = _body(view, round_, cards_of(view, round_), pages)
    return Sheet(say("paper.match-slips"), body, round_title(view.event, round_))


def _per_page(rows: tuple[Row, ...]) -> int:
    return 4 if len(rows) <= _ROWS_OF_A_SMALL_SLIP else 3


def _body(view: PaperView, round_: DayRound, cards: tuple[Card, ...], pages: Pages) -> Slips:
    rows = tuple(rows_of(view, round_))
    needs_witness = "witness" in fields_of(view, round_)
    return Slips(
        per_page=_per_page(rows),
        cards=cards,
        rows=rows,
        ended=say("paper.how-did-it-end"),
        own_endings=own_endings(view, round_),
        otherwise=say("paper.or"),
        endings=_endings(view, round_),
        witness=say("paper.leader-present-at-the-agreed") if needs_witness else "",
        signature=say("paper.signature"),
        pages=pages,
    )


def blank_slips(view: PaperView, wanted: Wanted) -> Sheet:
    """Return slips without names, one for every table the next round needs, to go on by hand."""
    bracket = what_follows(view.event) in {"bracket", "lots"}
    round_ = _coming_bracket_round(view.event) if bracket else _NO_ROUND
    rows = tuple(rows_of(view, round_))
    per_page = _per_page(rows)
    count = tables_of_next(view.event)
    nobody = Slip("", say("common.table"), (Player(""), Player("")), (), None)
    body = _body(view, round_, (), in_stack_order([nobody] * max(1, count), per_page))
    return Sheet(say("paper.blank-match-slips"), body, say("common.round"))


def _coming_bracket_round(event: Event) -> DayRound:
    """Return a round of a bracket nobody has drawn, as long as the next one will be."""
    nobody = (PlayerId(""),) * (2 * games_of_next(event))
    return replace(_NO_ROUND, stage=_NO_STAGE, kind="elimination", seeds=nobody)


def _slip(view: PaperView, round_: DayRound, game: Game) -> Slip:
    names = view.names
    return Slip(
        place_of(game),
        place_title(game),
        tuple(
            Player(names.get(player, player), player_number(view, player))
            for player in game.players
        ),
        (*notes_of(view, round_, game, {**names, **_by_number(view, game)}), *_extra(view, round_)),
        view.table_code(game.table),
    )


def _extra(view: PaperView, round_: DayRound) -> tuple[str, ...]:
    """Return the extra rules of the special scenario, as much of them as a slip has room for."""
    scenario = scenario_of(view.event, round_)
    if scenario is None or not scenario.text:
        return ()
    return (shorten(scenario.text, _LONGEST_RULES, placeholder=" …"),)


def _by_number(view: PaperView, game: Game) -> dict[PersonId, str]:
    """Return the numbers by which notes call players with long names: both stand on the slip."""
    return {
        player: f"#{number}"
        for player in game.players
        if len(view.event.people.get(player, player)) > _LONGEST_NAME_IN_NOTES
        if (number := player_number(view, player))
    }


# ----------------------------------------------------------------------------- what is filled in


def fields_of(view: PaperView, round_: DayRound) -> frozenset[str]:
    """Return what any ending of a game in this round needs, or asks for if the scores are level."""
    return frozenset(
        field
        for outcome in _outcomes(view, round_).values()
        for several in asked_fields(view.rules, round_.kind, outcome)
        for field in several
    )


def _outcomes(view: PaperView, round_: DayRound) -> dict[End, Outcome]:
    return endings_of(view.event, view.rules, round_)


def rows_of(view: PaperView, round_: DayRound) -> Iterator[Row]:
    """Yield what both players write down, as a slip is read from top to bottom."""
    rules, fields = view.rules, fields_of(view, round_)
    if "score" in fields:
        yield Row("line", score_title(rules.score))
        if rules.score.objectives:
            own = rules.score.objectives_title
            yield Row("line", ruleset_text(own) or say("paper.points-for-objectives"))
    outcomes = _outcomes(view, round_).values()
    for name in dict.fromkeys(name for outcome in outcomes for name in own_numbers(rules, outcome)):
        yield Row("line", key_title(name))
    for name in fields:
        if KINDS[name] == "rolls":
            yield Row("rolls", say(f"slip-fields.paper-{name}"))
    if rules.papers.result_clause:
        yield Row("ticks", say("common.result"), tuple(_results(view, round_)))
    if "leaders" in fields:
        yield Row("tick", say("paper.killed-the-enemy-leader"))
    if "initiative" in fields:
        yield Row("tick", say("paper.has-the-initiative"))


def own_endings(view: PaperView, round_: DayRound) -> tuple[str, ...]:
    """Return how a game ends for one of the players; who it was is ticked below the name."""
    fields = fields_of(view, round_)
    survivor = ruleset_text(view.rules.papers.survivor) or say("paper.alone-has-something-left")
    ticks = {"survivor": survivor, "conceded": say("paper.conceded")}
    return tuple(label for field, label in ticks.items() if field in fields)


def _results(view: PaperView, round_: DayRound) -> Iterator[str]:
    """Yield what a game is for a player, where the document has it recorded besides the scores."""
    outcomes = _outcomes(view, round_).values()
    levels = [outcome.level.winner for outcome in outcomes if outcome.level is not None]
    yield say("common.won-2")
    if "nobody" in {*levels, *(outcome.winner for outcome in outcomes)}:
        yield say("paper.drew")
    yield say("common.lost-2")


def _endings(view: PaperView, round_: DayRound) -> tuple[str, ...]:
    """Return how a game ends for both; nothing where every one of these endings is the same."""
    ends = {
        end: outcome
        for end, outcome in _outcomes(view, round_).items()
        if not {"survivor", "conceded"} & set(outcome.needs)
    }
    if len(ends) > 1 and len({_worth(outcome) for outcome in ends.values()}) == 1:
        return ()
    return tuple(ending_title(end) for end in ends)


def _worth(outcome: Outcome) -> str:
    """Return all that an ending decides, whatever clause says so."""
    level = outcome.level and outcome.level.winner
    counted = outcome.counted and replace(outcome.counted, clause="")
    floors = (outcome.full_win, outcome.loser, outcome.floor)
    decides = (outcome.needs, outcome.winner, outcome.result, level, counted, outcome.margin)
    return repr((*decides, outcome.keep_loser_leader_kill, *floors))
