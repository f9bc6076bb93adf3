"""Army lists: handed in, checked, approved, amended, waived; products, terrain, who begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Scene,
    the_player,
    the_players_of_the_match,
)
from tiltyard.day.event import (
    Amendment,
    ArmyList,
    Conversion,
    DayRound,
    DeploymentTerrain,
    Event,
    Game,
    ListState,
    TerrainPiece,
    with_match,
)
from tiltyard.day.facts import (
    CoinTossed,
    ConversionDecided,
    ConversionRequested,
    Fact,
    FirstPlayerRecorded,
    IncidentObserved,
    IncidentRecorded,
    ListAmended,
    ListApproved,
    ListDeadlineSet,
    ListReceivedOnPaper,
    ListReturned,
    ListSaved,
    ListsLocked,
    ListSubmitted,
    ListWaived,
    MatsDrawn,
    ProductRuled,
    Recorded,
    Seal,
    TerrainCounted,
    TerrainLabelled,
)
from tiltyard.day.judging import left_to_decider
from tiltyard.day.list_access import (
    errors_of,
    list_of,
    list_total,
    lists_here,
    missing_lists,
    reads_lists,
)
from tiltyard.day.rights import (
    BEFORE,
    ENTRY,
    FLOOR,
    LEADERS,
    OPEN,
    ORGANIZERS,
    RUNNING,
    SCORERS,
    Right,
)
from tiltyard.day.roles import tier_of
from tiltyard.day.start import list_blockers
from tiltyard.engine.chance import Urn, round_seed
from tiltyard.engine.errors import Phrase, Refused, Term
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.circumstances import ProductRuling
from tiltyard.engine.rosters.legality import first_legal_day
from tiltyard.engine.rosters.list_reading import digest, seal
from tiltyard.engine.rosters.roster import Product, Roster
from tiltyard.engine.rosters.setup import (
    capacity_of,
    chooser,
    coin,
    keywords_and_values,
    require_keywords,
)
from tiltyard.engine.ruleset import ExistingTerrain
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId

if TYPE_CHECKING:
    from tiltyard.engine.rosters.list_findings import Finding


# ------------------------------------------------------------------------------
# What an amendment may make of a list: never an illegal one.


def errors_amended(scene: Scene, army: ArmyList, text: str, roster: Roster) -> tuple[Finding, ...]:
    """Return the errors of an amended list; one that nobody may waive and that is new is refused.

    An error that the list had before may stay: an amendment can put right one thing at a time.
    """
    event, rules = scene.event, scene.rules
    changed = replace(army, state="submitted", text=text, roster=roster, waived=())
    errors = errors_of(event, rules, changed)
    before = {_which(error): error for error in errors_of(event, rules, replace(army, waived=()))}
    for error in errors:
        if not error.waivable and _is_worse(error, before.get(_which(error))):
            raise _illegal(scene.name(army.player), error)
    return errors


def _which(error: Finding) -> tuple[str, str, int | None]:
    return error.code, error.where, error.muster


def _is_worse(error: Finding, before: Finding | None) -> bool:
    """Whether a list did not have this error, or costs even more points than it may."""
    return before is None or _over(error) > _over(before)


def _over(error: Finding) -> int:
    return int(error.facts.get("over", 0))


def _illegal(name: str, error: Finding) -> Refused:
    """Return the refusal of an amendment; a list over its limit says by how much."""
    code = "amendment-over-the-limit" if "limit" in error.facts else "amendment-makes-list-illegal"
    total, limit = error.facts.get("total"), error.facts.get("limit")
    return Refused(code, clause=error.clause, field="text", player=name, total=total, limit=limit)


# ------------------------------------------------------------------------------
# Deciding about army lists: drafted, handed in, given back, approved, put right, locked.

_OFFENCES = ("cheating", "list", "other")


@dataclass(frozen=True, slots=True)
class SaveList:
    """Keep a list to go on with later; only its player sees it."""

    NAME: ClassVar[str] = "save-list"
    player: PlayerId
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class SubmitList:
    """Hand in a list; without a text, the one that was kept."""

    NAME: ClassVar[str] = "submit-list"
    player: PlayerId
    text: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class ReceiveListsOnPaper:
    """Note that lists were handed in on paper; without players: all that are missing."""

    NAME: ClassVar[str] = "receive-lists-on-paper"
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ReturnList:
    """Give a list back to be put right."""

    NAME: ClassVar[str] = "return-list"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ApproveList:
    """Approve the list one has looked at; errors that may be waived need a reason."""

    NAME: ClassVar[str] = "approve-list"
    player: PlayerId
    digest: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ApproveCleanLists:
    """Approve every list that was handed in and has no error."""

    NAME: ClassVar[str] = "approve-clean-lists"


@dataclass(frozen=True, slots=True)
class AmendList:
    """Complete or put right a list that was handed in, from the components in use."""

    NAME: ClassVar[str] = "amend-list"
    player: PlayerId
    text: str
    reason: str
    form: str = ""
    significant: bool = False


@dataclass(frozen=True, slots=True)
class SetListDeadline:
    """Say until when players hand in their lists themselves; none: until the start."""

    NAME: ClassVar[str] = "set-list-deadline"
    until: datetime | None = None


# ------------------------------------------------------------------------------------ handing in


def _save(scene: Scene, command: SaveList) -> Iterator[Fact]:
    army = _own_list(scene, command.player)
    if army is not None and army.is_handed_in:
        raise Refused("list-handed-already", clause=scene.rules.lists.clause)
    if army is not None and army.text == command.text:
        raise Refused("draft-kept-already")
    form, roster = _read(scene, command.text, command.form)
    yield ListSaved(command.player, command.text, form, roster)


def _submit(scene: Scene, command: SubmitList) -> Iterator[Fact]:
    army = _own_list(scene, command.player)
    text, form = command.text, command.form
    if not text.strip():
        if army is None or army.state != "draft":
            raise Refused(
                "no-list-hand",
                clause=scene.rules.lists.content_clause or scene.rules.lists.clause,
                field="text",
            )
        text, form = army.text, army.form
    read_as, roster = _read(scene, text, form)
    yield ListSubmitted(command.player, text, read_as, roster)
    if scene.event.phase == "running":
        yield ListsLocked((_seal(scene.event, command.player, text),))


def _own_list(scene: Scene, player: PlayerId) -> ArmyList | None:
    """Return the list as it stands, if it may still be replaced by whoever acts."""
    event, rules = scene.event, scene.rules
    entrant = scene.entrant(player)
    if entrant.spare:
        raise Refused("spare-player-hands-no-list", clause=rules.spare.clause)
    army = list_of(event, player)
    played = event.phase == "running" and army is not None and army.state == "on_paper"
    if army is not None and (army.is_locked or played):
        raise Refused("list-locked", clause=rules.lists.same_clause or rules.lists.clause)
    leader = scene.person != player
    late = event.list_desk.deadline is not None and scene.at > event.list_desk.deadline
    if leader:
        _require_open_to_leaders(scene, army)
    if leader and not late and army is not None and army.state == "draft":
        raise Refused("draft-players-own", clause=rules.lists.clause)
    asked = army is not None and army.asked
    if late and not leader and not asked:
        raise Refused("time-handing-lists-over", clause=rules.lists.clause)
    return army


def _require_open_to_leaders(scene: Scene, army: ArmyList | None) -> None:
    """Refuse a leader who plays, and another list over one that was handed in."""
    _require_reader(scene)
    if army is not None and army.is_handed_in and army.state != "on_paper":
        raise Refused("list-handed-player", clause=scene.rules.lists.amend_clause)


def _require_reader(scene: Scene) -> None:
    if not reads_lists(scene.event, scene.rules, scene.person):
        raise Refused(
            "players-read-own-list-only",
            clause=scene.rules.staff.rules_on_leader_clause or scene.rules.staff.clause,
        )


def _read(scene: Scene, text: str, form: str) -> tuple[str, Roster]:
    return scene.read_list(scene.rules, text, form)


def _on_paper(scene: Scene, command: ReceiveListsOnPaper) -> Iterator[Fact]:
    players = command.players or tuple(
        player
        for player in missing_lists(scene.event, scene.rules)
        if list_of(scene.event, player) is None
    )
    if not players:
        raise Refused("no-list-missing", clause=scene.rules.lists.clause)
    for player in dict.fromkeys(players):
        entrant = scene.entrant(player)
        army = list_of(scene.event, player)
        if entrant.spare or (army is not None and army.is_handed_in):
            raise Refused("list-not-missing", clause=scene.rules.lists.clause, entrant=entrant.name)
        yield ListReceivedOnPaper(player)


# -------------------------------------------------------------------------------------- checking


def _handed_in(scene: Scene, player: PlayerId) -> ArmyList:
    entrant = scene.entrant(player)
    _require_reader(scene)
    army = list_of(scene.event, player)
    if army is None or not army.is_handed_in:
        raise Refused("handed-no-list", clause=scene.rules.lists.clause, entrant=entrant.name)
    return army


def _return(scene: Scene, command: ReturnList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    if army.is_locked:
        raise Refused(
            "list-locked-for-leaders",
            clause=scene.rules.lists.same_clause or scene.rules.lists.clause,
        )
    if army.state == "on_paper":
        raise Refused("list-is-on-paper")
    yield ListReturned(command.player, tidy(command.reason))


def _approve(scene: Scene, command: ApproveList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    errors = errors_of(scene.event, scene.rules, army)
    if army.state == "approved" and not errors:
        raise Refused("list-approved-already")
    if army.state == "on_paper":
        raise Refused("approve-list-paper")
    if command.digest != digest(army.text):
        raise Refused("list-changed-since-you-looked")
    reason = tidy(command.reason)
    for error in errors:
        if not error.waivable:
            raise Refused("list-errors-which-cannot-approved", clause=error.clause)
        if not reason:
            raise Refused("list-error-only-allowed-reason", clause=error.clause, field="reason")
    waived = tuple(dict.fromkeys((*army.waived, *(error.code for error in errors))))
    yield ListApproved(command.player, command.digest, reason, waived)
    if scene.event.phase == "running" and not army.is_locked:
        yield ListsLocked((_seal(scene.event, command.player, army.text),))


def _approve_clean(scene: Scene, command: ApproveCleanLists) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    clean = [
        army
        for army in lists_here(event)
        if army.state == "submitted" and not errors_of(event, rules, army)
    ]
    mine = [army for army in clean if army.player != scene.person]
    if not mine:
        raise Refused("no-list-waiting-no-errors", clause=rules.lists.clause)
    for army in mine:
        _handed_in(scene, army.player)
        yield ListApproved(army.player, digest(army.text))
    seals = tuple(_seal(event, army.player, army.text) for army in mine if not army.is_locked)
    if event.phase == "running" and seals:
        yield ListsLocked(seals)


def _amend(scene: Scene, command: AmendList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    form, roster = _read(scene, command.text, command.form)
    if command.text == army.text:
        raise Refused("amend-nothing-would-change", clause=scene.rules.lists.amend_clause)
    errors = errors_amended(scene, army, command.text, roster)
    yield ListAmended(
        player=command.player,
        before=army.text,
        text=command.text,
        form=form,
        roster=roster,
        reason=tidy(command.reason),
        significant=command.significant,
        approved=all(error.waivable for error in errors),
        waived=tuple(dict.fromkeys(error.code for error in errors if error.waivable)),
    )
    if scene.event.phase in {"running", "finished"}:
        yield ListsLocked((_seal(scene.event, command.player, command.text),))
    if command.significant:
        name, category = f"i{len(scene.event.incidents) + 1}", _offence(scene)
        yield IncidentRecorded(
            incident=name,
            category=category,
            people=(command.player,),
            finding="the list was changed in a way that may have been an advantage",
        )
        yield from left_to_decider(scene, name, category, (command.player,))


def _offence(scene: Scene) -> str:
    """Return the category of a list that hides an advantage."""
    known = [category.id for category in scene.rules.conduct.categories]
    return next((offence for offence in _OFFENCES if offence in known), known[0])


# --------------------------------------------------------------------------------------- locking


def locked_at_start(event: Event) -> Iterator[Fact]:
    """Yield the lock of every list of those who are here, if there is one."""
    seals = tuple(
        _seal(event, army.player, army.text)
        for army in lists_here(event)
        if army.is_handed_in and army.text and event.entrants[army.player].state == "checked_in"
    )
    if seals:
        yield ListsLocked(seals)


def _seal(event: Event, player: PlayerId, text: str) -> Seal:
    return Seal(player, seal(event.seed, event.id, player, text))


def _deadline(scene: Scene, command: SetListDeadline) -> Iterator[Fact]:
    until = command.until
    if until is not None and until.tzinfo is None:
        raise Refused("deadline-needs-time-zone", clause=scene.rules.lists.clause, field="until")
    try:
        yield ListDeadlineSet(until.astimezone(UTC) if until is not None else None)
    except OverflowError:
        raise Refused("no-such-time", clause=scene.rules.lists.clause, field="until") from None


# ------------------------------------------------------------------------------
# Deciding about players without a list: a late one is not paired, unless the list is waived.


@dataclass(frozen=True, slots=True)
class WaiveList:
    """Let a player take part without a list, although lists are required here."""

    NAME: ClassVar[str] = "waive-list"
    player: PlayerId
    reason: str


def _waive(scene: Scene, command: WaiveList) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if command.player not in set(missing_lists(scene.event, scene.rules)):
        raise Refused(
            "needs-no-list-handed-one", clause=scene.rules.lists.clause, entrant=entrant.name
        )
    yield ListWaived(command.player, tidy(command.reason))


def require_lists(scene: Scene) -> None:
    """Refuse a draw while somebody in it has no list, or came late with one that is wrong."""
    event, rules = scene.event, scene.rules
    for player in event.playing():
        entrant = event.entrants[player]
        for blocker in list_blockers(event, rules, entrant):
            if blocker.code == "list-missing" or entrant.late:
                code = f"{blocker.sentence}-for-the-draw"
                raise Refused(code, clause=blocker.clause).naming(blocker.facts)


# ------------------------------------------------------------------------------
# Deciding what belongs to lists: products, conversions, terrain, who begins a game.

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
    yield ProductRuled(name, command.legal, since, tidy(command.reason))


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
    yield ConversionRequested(name, command.player, description)


def _decide(scene: Scene, command: DecideConversion) -> Iterator[Fact]:
    asked = scene.event.list_desk.conversions.get(command.conversion)
    if asked is None or not scene.rules.lists.conversions:
        raise Refused(
            "nobody-asked-conversion",
            clause=scene.rules.lists.conversions_clause,
            conversion=command.conversion[:20],
        )
    yield ConversionDecided(command.conversion, command.approved, tidy(command.note))


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
    yield TerrainLabelled(
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
    yield TerrainCounted(card, command.defensive, command.dangerous)


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
    yield MatsDrawn(tables, attempt)


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
    seed = round_seed(scene.event.seed, salt=round_.salt)
    fallen = coin(seed, command.match, (first, second))
    yield CoinTossed(command.match, game.players[fallen])


def _total(scene: Scene, player: PlayerId, round_: DayRound) -> int | None:
    return list_total(scene.event, scene.rules, player, round_)


def _first_player(scene: Scene, command: RecordFirstPlayer) -> Iterator[Fact]:
    _, game = scene.game(command.match)
    _require_open(scene, game)
    if command.player not in game.players:
        raise Refused("first-player-player-not-match")
    yield FirstPlayerRecorded(command.match, command.player, _side(scene, command.side))


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


# ------------------------------------------------------------------------------
# How facts about lists change the state.


def _put(event: Event, army: ArmyList) -> Event:
    desk = replace(event.list_desk, lists=event.list_desk.lists | {army.player: army})
    return replace(event, list_desk=desk)


def _with_list(
    event: Event, recorded: Recorded, fact: ListSaved | ListSubmitted, state: ListState
) -> Event:
    before = event.list_desk.lists.get(fact.player)
    army = ArmyList(
        player=fact.player,
        state=state,
        by=recorded.actor,
        at=recorded.at,
        text=fact.text,
        form=fact.form,
        roster=fact.roster,
        note=before.note if before is not None and state == "draft" else "",
        asked=before.asked if before is not None and state == "draft" else False,
        amendments=before.amendments if before is not None else (),
    )
    return _put(event, army)


def _fold_list_saved(event: Event, recorded: Recorded) -> Event:
    assert isinstance(recorded.fact, ListSaved)
    return _with_list(event, recorded, recorded.fact, "draft")


def _fold_list_submitted(event: Event, recorded: Recorded) -> Event:
    assert isinstance(recorded.fact, ListSubmitted)
    return _with_list(event, recorded, recorded.fact, "submitted")


def _fold_list_received_on_paper(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListReceivedOnPaper)
    return _put(event, ArmyList(fact.player, "on_paper", recorded.actor, recorded.at))


def _fold_list_waived(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListWaived)
    waived = event.list_desk.waived | {fact.player: fact.reason}
    return replace(event, list_desk=replace(event.list_desk, waived=waived))


def _fold_list_returned(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListReturned)
    army = event.list_desk.lists[fact.player]
    return _put(event, replace(_checked(army, recorded, "returned", fact.reason), asked=True))


def _fold_list_approved(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListApproved)
    army = event.list_desk.lists[fact.player]
    approved = _checked(army, recorded, "approved", fact.reason)
    return _put(event, replace(approved, waived=fact.waived))


def _checked(army: ArmyList, recorded: Recorded, state: ListState, note: str) -> ArmyList:
    return replace(army, state=state, checked_by=recorded.actor, checked_at=recorded.at, note=note)


def _fold_list_amended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListAmended)
    army = event.list_desk.lists[fact.player]
    amendment = Amendment(
        recorded.actor, recorded.at, fact.before, fact.reason, fact.significant, army.seal
    )
    changed = replace(
        _checked(army, recorded, "approved" if fact.approved else "submitted", fact.reason),
        text=fact.text,
        form=fact.form,
        roster=fact.roster,
        waived=fact.waived,
        amendments=(*army.amendments, amendment),
    )
    return _put(event, changed)


def _fold_lists_locked(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListsLocked)
    held = event.list_desk.lists
    sealed = {seal.player: replace(held[seal.player], seal=seal.hash) for seal in fact.seals}
    return replace(event, list_desk=replace(event.list_desk, lists=held | sealed))


def _fold_list_deadline_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ListDeadlineSet)
    return replace(event, list_desk=replace(event.list_desk, deadline=fact.until))


def _fold_product_ruled(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ProductRuled)
    ruling = ProductRuling(fact.legal, fact.since, fact.reason)
    rulings = event.list_desk.rulings | {fact.product: ruling}
    return replace(event, list_desk=replace(event.list_desk, rulings=rulings))


def _fold_conversion_requested(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ConversionRequested)
    return put_conversion(event, Conversion(fact.conversion, fact.player, fact.description))


def _fold_conversion_decided(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ConversionDecided)
    asked = event.list_desk.conversions[fact.conversion]
    answered = replace(asked, approved=fact.approved, note=fact.note, decided_by=recorded.actor)
    return put_conversion(event, answered)


def put_conversion(event: Event, conversion: Conversion) -> Event:
    """Return the event with a question about a component, or its answer."""
    conversions = event.list_desk.conversions | {conversion.id: conversion}
    return replace(event, list_desk=replace(event.list_desk, conversions=conversions))


def _fold_terrain_labelled(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TerrainLabelled)
    piece = TerrainPiece(
        fact.piece, fact.name, fact.diameter, fact.capacity, fact.keywords, fact.values
    )
    terrain = event.list_desk.terrain | {piece.id: piece}
    return replace(event, list_desk=replace(event.list_desk, terrain=terrain))


def _fold_terrain_counted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TerrainCounted)
    counted = DeploymentTerrain(fact.card, fact.defensive, fact.dangerous)
    deployments = event.list_desk.deployments | {plain(fact.card): counted}
    return replace(event, list_desk=replace(event.list_desk, deployments=deployments))


def _fold_mats_drawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, MatsDrawn)
    desk = replace(event.list_desk, mats=fact.tables, mats_drawn=fact.attempt)
    return replace(event, list_desk=desk)


def _fold_coin_tossed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CoinTossed)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, coin=fact.winner))


def _fold_first_player_recorded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, FirstPlayerRecorded)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, first_player=fact.player, side=fact.side))


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _tell_on_paper(told: ActFacts) -> Command:
    received = [fact for fact in told.facts if isinstance(fact, ListReceivedOnPaper)]
    return ReceiveListsOnPaper(tuple(fact.player for fact in received))


def _tell_approve_clean(told: ActFacts) -> Command:
    return ApproveCleanLists()


def _tell_label_terrain(told: ActFacts) -> Command:
    fact = told.the(TerrainLabelled)
    known = fact.piece if fact.piece in told.event.list_desk.terrain else ""
    return LabelTerrain(fact.name, fact.diameter, fact.keywords, fact.values, known, fact.capacity)


def _tell_draw_mats(told: ActFacts) -> Command:
    """Tell mats in the order of their names: by which order they were named is no matter."""
    return DrawMats(tuple(sorted(told.the(MatsDrawn).tables.values())))


ACTS: tuple[AnyAct, ...] = (
    Act(
        SaveList,
        _save,
        facts=(ListSaved,),
        rights=(Right(("player",), ENTRY, "own"),),
        concerns=the_player,
    ),
    Act(
        SubmitList,
        _submit,
        facts=(ListSubmitted, ListsLocked),
        rights=(
            Right(("player",), ENTRY, "own"),
            Right(LEADERS, ENTRY, "not_own"),
        ),
        concerns=the_player,
    ),
    Act(
        ReceiveListsOnPaper,
        _on_paper,
        facts=(ListReceivedOnPaper,),
        rights=(Right(FLOOR, ENTRY),),
        tell=_tell_on_paper,
    ),
    Act(
        ReturnList,
        _return,
        facts=(ListReturned,),
        rights=(Right(LEADERS, ENTRY, "not_own", reason=True),),
        concerns=the_player,
        reason="staff",
    ),
    Act(
        ApproveList,
        _approve,
        facts=(ListApproved, ListsLocked),
        rights=(Right(LEADERS, ENTRY, "not_own"),),
        concerns=the_player,
    ),
    Act(
        ApproveCleanLists,
        _approve_clean,
        facts=(ListApproved, ListsLocked),
        rights=(Right(LEADERS, ENTRY),),
        tell=_tell_approve_clean,
    ),
    Act(
        AmendList,
        _amend,
        facts=(
            ListAmended,
            ListsLocked,
            IncidentRecorded,
            IncidentObserved,
        ),
        rights=(Right(LEADERS, (*ENTRY, "finished"), "not_own", reason=True),),
        concerns=the_player,
        reason="staff",
    ),
    Act(
        SetListDeadline,
        _deadline,
        facts=(ListDeadlineSet,),
        rights=(Right(ORGANIZERS, BEFORE),),
    ),
    Act(
        WaiveList,
        _waive,
        facts=(ListWaived,),
        rights=(Right(ORGANIZERS, ENTRY, "not_own", reason=True),),
        concerns=the_player,
    ),
    Act(
        RuleOnProduct,
        _product,
        facts=(ProductRuled,),
        rights=(Right(ORGANIZERS, OPEN, reason=True),),
    ),
    Act(
        RequestConversion,
        _request,
        facts=(ConversionRequested,),
        rights=(
            Right(("player",), ENTRY, "own"),
            Right(FLOOR, ENTRY),
        ),
        concerns=the_player,
    ),
    Act(
        DecideConversion,
        _decide,
        facts=(ConversionDecided,),
        rights=(Right(ORGANIZERS, ENTRY, "not_own"),),
        concerns=_whoever_asked,
    ),
    Act(
        LabelTerrain,
        _label,
        facts=(TerrainLabelled,),
        rights=(Right(FLOOR, OPEN),),
        tell=_tell_label_terrain,
    ),
    Act(
        CountTerrain,
        _count,
        facts=(TerrainCounted,),
        rights=(Right(FLOOR, OPEN),),
    ),
    Act(
        DrawMats,
        _mats,
        facts=(MatsDrawn,),
        rights=(Right(FLOOR, OPEN),),
        tell=_tell_draw_mats,
        by_lot=True,
    ),
    Act(
        TossCoin,
        _toss,
        facts=(CoinTossed,),
        rights=(
            Right(("player", "spare"), RUNNING, "own"),
            Right(LEADERS, RUNNING, "not_own"),
        ),
        concerns=the_players_of_the_match,
        by_lot=True,
    ),
    Act(
        RecordFirstPlayer,
        _first_player,
        facts=(FirstPlayerRecorded,),
        rights=(
            Right(("player", "spare"), RUNNING, "own"),
            Right(SCORERS, RUNNING, "not_own"),
        ),
        concerns=the_players_of_the_match,
    ),
)


FOLDS: Folds = {
    ListSaved: _fold_list_saved,
    ListSubmitted: _fold_list_submitted,
    ListReceivedOnPaper: _fold_list_received_on_paper,
    ListWaived: _fold_list_waived,
    ListReturned: _fold_list_returned,
    ListApproved: _fold_list_approved,
    ListAmended: _fold_list_amended,
    ListsLocked: _fold_lists_locked,
    ListDeadlineSet: _fold_list_deadline_set,
    ProductRuled: _fold_product_ruled,
    ConversionRequested: _fold_conversion_requested,
    ConversionDecided: _fold_conversion_decided,
    TerrainLabelled: _fold_terrain_labelled,
    TerrainCounted: _fold_terrain_counted,
    MatsDrawn: _fold_mats_drawn,
    CoinTossed: _fold_coin_tossed,
    FirstPlayerRecorded: _fold_first_player_recorded,
}
