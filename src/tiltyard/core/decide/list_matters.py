"""Deciding what belongs to lists: products, conversions, terrain, who begins a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import count
from typing import ClassVar

from tiltyard.core.chance import Urn
from tiltyard.core.decide.scene import Act, Acts, Scene, the_player, the_players_of_the_match
from tiltyard.core.errors import Phrase, Refused, Term
from tiltyard.core.facts import Fact, lists
from tiltyard.core.ids import MatchId, PersonId, PlayerId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.rosters.at_the_event import list_total
from tiltyard.core.rosters.initiative import chooser, coin
from tiltyard.core.rosters.legality import first_legal_day
from tiltyard.core.rosters.roster import Product
from tiltyard.core.rosters.terrain import capacity_of, keywords_and_values, require_keywords
from tiltyard.core.ruleset_lists import ExistingTerrain
from tiltyard.core.staff import tier_of
from tiltyard.core.state.event import DayRound, Event, Game

_LONGEST_SIDE = 40
_MOST_MATS = 1000
_MOST_PIECES = 20


@dataclass(frozen=True, slots=True)
class RuleOnProduct:
    """Say whether a product is legal at this event, and from which day on.

    `released` is its official release: from when on it is legal follows from the tier. The
    reason says where the date is from.
    """

    NAME: ClassVar[str] = "rule-on-product"
    product: str
    legal: bool
    reason: str
    since: date | None = None
    released: date | None = None


@dataclass(frozen=True, slots=True)
class RequestConversion:
    """Ask whether a converted miniature may be used."""

    NAME: ClassVar[str] = "request-conversion"
    player: PlayerId
    description: str


@dataclass(frozen=True, slots=True)
class DecideConversion:
    """Allow a converted miniature, or not."""

    NAME: ClassVar[str] = "decide-conversion"
    conversion: str
    approved: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class LabelTerrain:
    """Label an existing piece of terrain by its diameter in tenths of an inch.

    Without a capacity the chart of the document says it.
    """

    NAME: ClassVar[str] = "label-terrain"
    name: str
    diameter: int
    keywords: tuple[str, ...] = ()
    values: dict[str, int] = field(default_factory=dict)
    piece: str = ""
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class CountTerrain:
    """Note how many pieces of terrain a deployment card lists: defensive and dangerous ones."""

    NAME: ClassVar[str] = "count-terrain"
    card: str
    defensive: int
    dangerous: int


@dataclass(frozen=True, slots=True)
class DrawMats:
    """Lay borrowed mats on the tables by lot, from the first table on."""

    NAME: ClassVar[str] = "draw-mats"
    mats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TossCoin:
    """Let the lot say who decides when both lists cost the same."""

    NAME: ClassVar[str] = "toss-coin"
    match: MatchId


@dataclass(frozen=True, slots=True)
class RecordFirstPlayer:
    """Note who begins a game, and on which side.

    Where the second player chooses one of the document's deployment areas, the side is theirs;
    elsewhere it is the side of whoever begins.
    """

    NAME: ClassVar[str] = "record-first-player"
    match: MatchId
    player: PlayerId
    side: str = ""


def _product(scene: Scene, command: RuleOnProduct) -> Iterator[Fact]:
    since, released = command.since, command.released
    if not command.legal and (since or released) is not None:
        raise Refused(
            "product-not-legal-no-day",
            clause=scene.rules.legality.clause,
            field="since" if since is not None else "released",
        )
    if since is not None and released is not None:
        raise Refused(
            "release-says-from-which-day",
            clause=scene.rules.legality.release_clause or scene.rules.legality.clause,
            field="since",
        )
    name = require_name(command.product, "the-product")
    if released is not None:
        since = _legal_since(scene, Product(name, released))
    yield lists.ProductRuled(name, command.legal, since, tidy(command.reason))


def _legal_since(scene: Scene, product: Product) -> date | None:
    """Return the day from which on a released product is legal in the tier of the event."""
    try:
        return first_legal_day(product, scene.rules, tier_of(scene.event, scene.rules).id)
    except OverflowError:
        raise Refused(
            "no-such-day", clause=scene.rules.legality.release_clause or None, field="released"
        ) from None


def _request(scene: Scene, command: RequestConversion) -> Iterator[Fact]:
    clause = scene.rules.lists.conversions_clause
    scene.entrant(command.player)
    if not scene.rules.lists.conversions:
        raise Refused(
            "does-not-ask-about-conversions",
            clause=clause or scene.rules.components.ineligible_clause,
            game=scene.rules.game,
        )
    description = tidy(command.description)
    if not description:
        raise Refused("nobody-can-tell-which-miniature", clause=clause, field="description")
    name = f"k{len(scene.event.list_desk.conversions) + 1}"
    yield lists.ConversionRequested(name, command.player, description)


def _decide(scene: Scene, command: DecideConversion) -> Iterator[Fact]:
    asked = scene.event.list_desk.conversions.get(command.conversion)
    if asked is None or not scene.rules.lists.conversions:
        raise Refused(
            "nobody-asked-conversion",
            clause=scene.rules.lists.conversions_clause,
            conversion=command.conversion[:20],
        )
    yield lists.ConversionDecided(command.conversion, command.approved, tidy(command.note))


def _chart(scene: Scene) -> ExistingTerrain:
    """Return what the document says about existing terrain, or refuse what it does not know."""
    chart = scene.rules.lists.existing_terrain
    if chart is None:
        raise Refused("document-no-labels-existing-terrain", game=scene.rules.game)
    return chart


def _label(scene: Scene, command: LabelTerrain) -> Iterator[Fact]:
    chart = _chart(scene)
    keywords, values = keywords_and_values(chart, command.keywords, command.values)
    require_keywords(chart, keywords)
    capacity = capacity_of(chart, command.diameter, command.capacity)
    pieces = scene.event.list_desk.terrain
    if command.piece and command.piece not in pieces:
        raise Refused("no-piece-terrain", clause=chart.clause, piece=command.piece[:20])
    yield lists.TerrainLabelled(
        piece=command.piece or f"g{len(pieces) + 1}",
        name=require_name(command.name, "the-piece"),
        diameter=command.diameter,
        capacity=capacity,
        keywords=keywords,
        values=values,
    )


def _count(scene: Scene, command: CountTerrain) -> Iterator[Fact]:
    chart = _chart(scene)
    for field_name, number in (("defensive", command.defensive), ("dangerous", command.dangerous)):
        if not 0 <= number <= _MOST_PIECES:
            raise Refused(
                "no-deployment-card-lists-pieces",
                clause=chart.choose_clause,
                field=field_name,
                number=number,
                most_pieces=_MOST_PIECES,
            )
    card = require_name(command.card, "the-deployment-card")
    yield lists.TerrainCounted(card, command.defensive, command.dangerous)


def _mats(scene: Scene, command: DrawMats) -> Iterator[Fact]:
    event, clause = scene.event, scene.rules.components.mats_clause
    mats = tuple(sorted(require_name(mat, "the-mat") for mat in command.mats))
    if not 1 <= len(mats) <= _MOST_MATS:
        raise Refused(
            "no-mat-named" if not mats else "many-mats-no-table",
            clause=clause or None,
            field="mats",
            most_mats=_MOST_MATS,
        )
    attempt = event.list_desk.mats_drawn + 1
    lot = Urn(event.seed, "mats", 1, attempt).lot
    places = sorted(range(len(mats)), key=lambda place: lot(f"{place}/{mats[place]}"))
    free = (number for number in count(event.first_table) if number not in event.tables_out_of_use)
    tables = {str(table): mats[place] for table, place in zip(free, places, strict=False)}
    yield lists.MatsDrawn(tables, attempt)


# ---------------------------------------------------------------------------------- who begins


def _toss(scene: Scene, command: TossCoin) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    rules = scene.rules.lists
    if not rules.chooser:
        raise Refused("tosses-no-coin-who-begins", clause=rules.clause, game=scene.rules.game)
    _require_open(scene, game)
    if game.coin is not None:
        raise Refused("coin-fell", clause=rules.coin_clause, coin=scene.name(game.coin))
    first, second = game.players
    told = (_total(scene, first, round_), _total(scene, second, round_))
    decides = chooser(scene.rules, told)
    if None not in told and (decides is None or decides.index is not None):
        raise Refused("coin-tossed-only-when-both", clause=rules.chooser_clause or rules.clause)
    fallen = coin(scene.event.seed, command.match, (first, second))
    yield lists.CoinTossed(command.match, game.players[fallen])


def _total(scene: Scene, player: PlayerId, round_: DayRound) -> int | None:
    return list_total(scene.event, scene.rules, player, round_)


def _first_player(scene: Scene, command: RecordFirstPlayer) -> Iterator[Fact]:
    _, game = scene.game(command.match)
    _require_open(scene, game)
    if command.player not in game.players:
        raise Refused("first-player-player-not-match")
    yield lists.FirstPlayerRecorded(command.match, command.player, _side(scene, command.side))


def _side(scene: Scene, said: str) -> str:
    """Return the side as it is recorded: one of the document's, where it has a choice of them."""
    side, known = tidy(said, _LONGEST_SIDE), scene.rules.lists.sides
    if not known or not side:
        return side
    if side.casefold() not in known:
        choices = Phrase("phrases.either-or", {"first": Term(known[0]), "second": Term(known[-1])})
        raise Refused(
            "no-such-deployment-area",
            clause=scene.rules.lists.sides_clause,
            field="side",
            side=side,
            choices=choices,
        )
    return side.casefold()


def _require_open(scene: Scene, game: Game) -> None:
    if not game.is_open:
        raise Refused(
            "game-over-no-game", clause=scene.rules.lists.chooser_clause or scene.rules.lists.clause
        )


def _whoever_asked(event: Event, command: DecideConversion) -> Iterable[PersonId]:
    asked = event.list_desk.conversions.get(command.conversion)
    return (asked.player,) if asked is not None else ()


DECIDE_LIST_MATTERS: Acts = {
    RuleOnProduct: Act(_product),
    RequestConversion: Act(_request, the_player),
    DecideConversion: Act(_decide, _whoever_asked),
    LabelTerrain: Act(_label),
    CountTerrain: Act(_count),
    DrawMats: Act(_mats),
    TossCoin: Act(_toss, the_players_of_the_match),
    RecordFirstPlayer: Act(_first_player, the_players_of_the_match),
}
