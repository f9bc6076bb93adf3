"""From the facts of an act, and the event before them, back to its command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tiltyard.day.clock import (
    AssignRulingLeader,
    CallSeating,
    CallTime,
    ChangeTable,
    GrantExtension,
    PauseClock,
    ResumeClock,
    StartClock,
)
from tiltyard.day.components import (
    AgreeSharing,
    AskAboutComponent,
    CheckDeck,
    EndComponentTrouble,
    GrantComponentTime,
    InspectComponents,
    MakeProxy,
    NoteComponentTrouble,
    OrderSharing,
    RuleOnComponent,
)
from tiltyard.day.context import Command
from tiltyard.day.event import Event
from tiltyard.day.facts import (
    ActUndone,
    CallAppealed,
    CallKindSaid,
    CallRuled,
    CardsSet,
    CheckInOpened,
    CheckInTakenBack,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    CoinTossed,
    ComponentPieceTold,
    ComponentRulingAsked,
    ComponentRulingGiven,
    ComponentsInspected,
    ComponentTimeGranted,
    ComponentTroubleEnded,
    ComponentTroubleNoted,
    ConversionDecided,
    ConversionRequested,
    CutMade,
    DeckChecked,
    DisputeResolved,
    DisqualificationRecommended,
    DutyChanged,
    EntryContradicted,
    EventAnnounced,
    EventArchived,
    EventDescribed,
    EventFinished,
    EventReopened,
    EventStarted,
    ExtensionGranted,
    ExtraScored,
    Fact,
    FavouriteVoted,
    FirstPlayerRecorded,
    GameForfeited,
    HeadMarshalNamed,
    IncidentRecorded,
    IncidentReported,
    IncidentSetAside,
    ItemAnnounced,
    JudgeCalled,
    LanguageChosen,
    ListAmended,
    ListApproved,
    ListDeadlineSet,
    ListReceivedOnPaper,
    ListReturned,
    ListSaved,
    ListSubmitted,
    ListWaived,
    MatsDrawn,
    NotesKept,
    PairingsChangedByHand,
    PlaceTaken,
    PlanAnnounced,
    PlanChanged,
    PlayerChanged,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerRejoined,
    PrizeAwarded,
    ProductRuled,
    ProxyMade,
    RecommendationDeclined,
    RegistrationOpened,
    RegistrationWithdrawn,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    RoundDiscarded,
    RoundDrawn,
    RoundPublished,
    RoundWithdrawn,
    RulerSideAgreed,
    RulingLeaderAssigned,
    ScenarioSet,
    SeatingCalled,
    SharingAgreed,
    ShownNameChosen,
    Slip,
    SpareJoined,
    SpareLeft,
    StaffAppointed,
    StaffReleased,
    TableChanged,
    TablesArranged,
    TerrainCounted,
    TerrainLabelled,
    TimeCalled,
    TotalsVerified,
    WatchEnded,
    WatchRequested,
)
from tiltyard.day.judging import (
    AppealRuling,
    CallJudge,
    EndWatch,
    RecordIncident,
    ReportIncident,
    RequestWatch,
    RuleOnCall,
    SayCallKind,
    SetAsideIncident,
)
from tiltyard.day.lists import (
    AmendList,
    ApproveCleanLists,
    ApproveList,
    CountTerrain,
    DecideConversion,
    DrawMats,
    LabelTerrain,
    ReceiveListsOnPaper,
    RecordFirstPlayer,
    RequestConversion,
    ReturnList,
    RuleOnProduct,
    SaveList,
    SetListDeadline,
    SubmitList,
    TossCoin,
    WaiveList,
)
from tiltyard.day.people import (
    AppointStaff,
    ChangeDuty,
    ChangePlayer,
    CheckIn,
    ChooseShownName,
    DeclineDisqualification,
    DeclinePlace,
    Disqualify,
    DropPlayer,
    HandOver,
    JoinAsSpare,
    NameHeadMarshal,
    RecommendDisqualification,
    RegisterPlayer,
    Rejoin,
    ReleaseSpare,
    ReleaseStaff,
    ScoreExtra,
    TakeBackCheckIn,
    TakePlace,
    VoteFavourite,
    WithdrawRegistration,
)
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    ResolveDispute,
    VerifyTotals,
)
from tiltyard.day.roles import QUESTION
from tiltyard.day.rounds import (
    ByHand,
    ChangePairings,
    DiscardDraw,
    DrawRound,
    MakeCut,
    PublishRound,
    SetCards,
    SetScenario,
    WithdrawRound,
)
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    ArchiveEvent,
    ArrangeTables,
    AwardPrize,
    ChangePlan,
    ChooseLanguage,
    DescribeEvent,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    ReopenEvent,
    StartEvent,
    Undo,
)
from tiltyard.engine.rosters.list_reading import ReadList, no_reader
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import PersonId

# ------------------------------------------------------------------------------
# Pairings changed by hand, told again: changes that lead from one round to another.

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.tournament import PlayerId

    Seats = Sequence[Sequence[PlayerId]]


def changes_between(drawn: Seats, wanted: Seats) -> tuple[ByHand, ...]:
    """Return changes that lead from one round to the other, as far as there are any.

    Which ones somebody chose is not recorded; what follows depends on where they lead only.
    Deciding them shows whether they lead there.
    """
    seats = [list(players) for players in drawn]
    return (*_resting(seats, wanted), *_swaps(seats, wanted))


def _resting(seats: list[list[PlayerId]], wanted: Seats) -> Iterator[ByHand]:
    """Where nobody rested, a player rests at a new place and leaves the opponent alone."""
    if len(wanted) != len(seats) + 1:
        return
    for players, after in zip(seats, wanted, strict=False):
        if len(players) == 2 and len(after) == 1:
            player = next((one for one in players if one not in after), players[0])
            players.remove(player)
            seats.append([player])
            yield ByHand(player)
            return


def _swaps(seats: list[list[PlayerId]], wanted: Seats) -> Iterator[ByHand]:
    """Bring whoever is missing at a place there, in exchange for somebody who leaves it."""
    where = {player: place for place, players in enumerate(seats) for player in players}
    for place, after in enumerate(wanted[: len(seats)]):
        for player in after:
            leaving = [one for one in seats[place] if one not in after]
            origin = where.get(player)
            if origin is None or origin == place or not leaving:
                continue
            other = leaving[0]
            seats[place][seats[place].index(other)] = player
            seats[origin][seats[origin].index(player)] = other
            where[player], where[other] = place, origin
            yield ByHand(player, other)


# ------------------------------------------------------------------------------
# Acts told again: from its facts, and the event before them, back to what somebody asked for.

Kind = TypeVar("Kind")


class Untold(Exception):
    """An act lacks the fact that would say what was asked for."""


@dataclass(frozen=True, slots=True)
class Told:
    """The facts of one act, and the event as it stood before them."""

    event: Event
    facts: tuple[Fact, ...]

    def the(self, kind: type[Kind]) -> Kind:
        """Return the fact of this kind; without it nobody can tell the act."""
        fact = self.maybe(kind)
        if fact is None:
            raise Untold
        return fact

    def maybe(self, kind: type[Kind]) -> Kind | None:
        """Return the first fact of this kind, or none."""
        return next((fact for fact in self.facts if isinstance(fact, kind)), None)

    def slip(self) -> Slip | None:
        """Return the slip of the game that was settled by the way, if one was."""
        entered = self.maybe(ResultEntered)
        contradicted = self.maybe(EntryContradicted)
        settled = entered or contradicted
        return settled.slip if settled is not None else None

    def known(self, person: PersonId) -> PersonId:
        """Return the id of somebody who was here already; new people are given by name only."""
        return person if person in self.event.people else ""


Tell = Callable[[Told], Command]


def retold(event: Event, act: str, facts: tuple[Fact, ...]) -> Command:
    """Return the command these facts of an act answer; `Untold` if they answer none."""
    return RETOLD[act](Told(event, facts))


def _as(command: type[Any], fact: type[Any]) -> Tell:
    """Tell a command whose values are in one fact, under the same names.

    What the fact does not tell, or tells as none, keeps the command's own default.
    """

    def tell(told: Told) -> Command:
        said = told.the(fact)
        values = {
            field.name: getattr(said, field.name)
            for field in fields(command)
            if field.default is MISSING or getattr(said, field.name, None) is not None
        }
        return cast("Command", command(**values))

    return tell


def _announce_item(told: Told) -> Command:
    said = told.maybe(PlanAnnounced) or told.the(ItemAnnounced)
    return AnnounceItem(said.item, said.text)


# ---------------------------------------------------------------------------------------- lists


def as_recorded(fact: Fact) -> ReadList:
    """Return a reader that has read a list as the fact says: card data may have changed since."""
    if not isinstance(fact, ListSaved | ListSubmitted | ListAmended):
        return no_reader
    read = (fact.form, fact.roster)

    def reads(rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
        return read

    return reads


def _on_paper(told: Told) -> Command:
    received = [one for one in told.facts if isinstance(one, ListReceivedOnPaper)]
    return ReceiveListsOnPaper(tuple(one.player for one in received))


def _label_terrain(told: Told) -> Command:
    fact = told.the(TerrainLabelled)
    known = fact.piece if fact.piece in told.event.list_desk.terrain else ""
    return LabelTerrain(fact.name, fact.diameter, fact.keywords, fact.values, known, fact.capacity)


def _draw_mats(told: Told) -> Command:
    """Tell mats in the order of their names: by which order they were named is no matter."""
    return DrawMats(tuple(sorted(told.the(MatsDrawn).tables.values())))


def _approve_clean(told: Told) -> Command:
    return ApproveCleanLists()


# --------------------------------------------------------------------------------------- people


def _appoint(told: Told) -> Command:
    said = told.the(StaffAppointed)
    return AppointStaff(said.role, said.name, told.known(said.person))


def _hand_over(told: Told) -> Command:
    said = told.the(StaffAppointed)
    reason = told.the(StaffReleased).reason
    return HandOver(reason, told.known(said.person), said.name)


def _register(told: Told) -> Command:
    said = told.the(PlayerRegistered)
    noted = told.maybe(NotesKept)
    return RegisterPlayer(
        name=said.name,
        person=said.player,
        number=said.number,
        faction=said.faction,
        affiliations=said.affiliations,
        total=said.total,
        table=said.table,
        notes=noted.notes if noted is not None else {},
    )


def _join_as_spare(told: Told) -> Command:
    said = told.the(SpareJoined)
    return JoinAsSpare(said.name, said.player)


def _drop(told: Told) -> Command:
    said = told.the(PlayerDropped)
    return DropPlayer(said.player, said.why, said.note, told.slip())


def _disqualify(told: Told) -> Command:
    said = told.the(PlayerDisqualified)
    return Disqualify(said.player, said.reason, told.slip())


# --------------------------------------------------------------------------------------- rounds


def _change_pairings(told: Told) -> Command:
    said = told.the(PairingsChangedByHand)
    draft = told.event.draft
    drawn = [game.players for game in draft.games.values()] if draft is not None else []
    changes = changes_between(drawn, [match.players for match in said.matches])
    return ChangePairings(changes, said.reason)


# -------------------------------------------------------------------------------------- results


def _report(told: Told) -> Command:
    said = told.maybe(ResultReported) or told.maybe(ResultConfirmed)
    if said is not None:
        return ReportResult(said.match, said.slip)
    contradicted = told.the(EntryContradicted)
    return ReportResult(contradicted.match, contradicted.slip)


def _confirm(told: Told) -> Command:
    said = told.the(ResultConfirmed)
    return ConfirmResult(said.match, said.slip.digest)


def _enter(told: Told) -> Command:
    entered = told.maybe(ResultEntered)
    if entered is not None:
        return EnterResult(entered.match, entered.slip, entered.note)
    contradicted = told.the(EntryContradicted)
    return EnterResult(contradicted.match, contradicted.slip)


def _correct(told: Told) -> Command:
    said = told.the(ResultCorrected)
    instead_of = said.before.digest if said.before is not None else ""
    return CorrectResult(said.match, said.slip, instead_of, said.reason, said.absent)


def _forfeit(told: Told) -> Command:
    said = told.the(GameForfeited)
    drop = told.maybe(PlayerDropped) is not None
    return ForfeitGame(said.match, said.absent, drop, said.reason)


# -------------------------------------------------------------------------------------- judging


def _call_judge(told: Told) -> Command:
    said = told.the(JudgeCalled)
    of_kind = told.maybe(CallKindSaid)
    kind = of_kind.kind if of_kind is not None else QUESTION
    return CallJudge(said.match, said.topic, said.direct, kind)


def _end_trouble(told: Told) -> Command:
    said = told.the(ComponentTroubleEnded)
    return EndComponentTrouble(said.trouble, said.end, said.note, told.slip(), _piece(told))


def _note_trouble(told: Told) -> Command:
    said = told.the(ComponentTroubleNoted)
    return NoteComponentTrouble(said.player, said.component, said.kind, said.minutes, _piece(told))


def _piece(told: Told) -> str:
    said = told.maybe(ComponentPieceTold)
    return said.piece if said is not None else ""


def _share(command: type[AgreeSharing | OrderSharing]) -> Tell:
    def tell(told: Told) -> Command:
        said, side = told.the(SharingAgreed), told.maybe(RulerSideAgreed)
        return command(said.match, said.items, side.side if side is not None else "")

    return tell


RETOLD: dict[str, Tell] = {
    "describe-event": _as(DescribeEvent, EventDescribed),
    "announce-event": _as(AnnounceEvent, EventAnnounced),
    "announce-item": _announce_item,
    "open-registration": _as(OpenRegistration, RegistrationOpened),
    "open-check-in": _as(OpenCheckIn, CheckInOpened),
    "start-event": _as(StartEvent, EventStarted),
    "change-plan": _as(ChangePlan, PlanChanged),
    "arrange-tables": _as(ArrangeTables, TablesArranged),
    "choose-language": _as(ChooseLanguage, LanguageChosen),
    "award-prize": _as(AwardPrize, PrizeAwarded),
    "finish-event": _as(FinishEvent, EventFinished),
    "reopen-event": _as(ReopenEvent, EventReopened),
    "archive-event": _as(ArchiveEvent, EventArchived),
    "undo": _as(Undo, ActUndone),
    "appoint-staff": _appoint,
    "release-staff": _as(ReleaseStaff, StaffReleased),
    "change-duty": _as(ChangeDuty, DutyChanged),
    "name-head-marshal": _as(NameHeadMarshal, HeadMarshalNamed),
    "hand-over": _hand_over,
    "register-player": _register,
    "change-player": _as(ChangePlayer, PlayerChanged),
    "withdraw-registration": _as(WithdrawRegistration, RegistrationWithdrawn),
    "check-in": _as(CheckIn, PlayerCheckedIn),
    "take-back-check-in": _as(TakeBackCheckIn, CheckInTakenBack),
    "join-as-spare": _join_as_spare,
    "release-spare": _as(ReleaseSpare, SpareLeft),
    "drop-player": _drop,
    "rejoin": _as(Rejoin, PlayerRejoined),
    "recommend-disqualification": _as(RecommendDisqualification, DisqualificationRecommended),
    "decline-disqualification": _as(DeclineDisqualification, RecommendationDeclined),
    "disqualify": _disqualify,
    "vote-favourite": _as(VoteFavourite, FavouriteVoted),
    "score-extra": _as(ScoreExtra, ExtraScored),
    "choose-shown-name": _as(ChooseShownName, ShownNameChosen),
    "save-list": _as(SaveList, ListSaved),
    "submit-list": _as(SubmitList, ListSubmitted),
    "receive-lists-on-paper": _on_paper,
    "waive-list": _as(WaiveList, ListWaived),
    "return-list": _as(ReturnList, ListReturned),
    "approve-list": _as(ApproveList, ListApproved),
    "approve-clean-lists": _approve_clean,
    "amend-list": _as(AmendList, ListAmended),
    "set-list-deadline": _as(SetListDeadline, ListDeadlineSet),
    "rule-on-product": _as(RuleOnProduct, ProductRuled),
    "request-conversion": _as(RequestConversion, ConversionRequested),
    "decide-conversion": _as(DecideConversion, ConversionDecided),
    "label-terrain": _label_terrain,
    "count-terrain": _as(CountTerrain, TerrainCounted),
    "draw-mats": _draw_mats,
    "toss-coin": _as(TossCoin, CoinTossed),
    "record-first-player": _as(RecordFirstPlayer, FirstPlayerRecorded),
    "draw-round": _as(DrawRound, RoundDrawn),
    "discard-draw": _as(DiscardDraw, RoundDiscarded),
    "change-pairings": _change_pairings,
    "set-scenario": _as(SetScenario, ScenarioSet),
    "set-cards": _as(SetCards, CardsSet),
    "publish-round": _as(PublishRound, RoundPublished),
    "withdraw-round": _as(WithdrawRound, RoundWithdrawn),
    "call-seating": _as(CallSeating, SeatingCalled),
    "start-clock": _as(StartClock, ClockStarted),
    "pause-clock": _as(PauseClock, ClockPaused),
    "resume-clock": _as(ResumeClock, ClockResumed),
    "call-time": _as(CallTime, TimeCalled),
    "grant-extension": _as(GrantExtension, ExtensionGranted),
    "change-table": _as(ChangeTable, TableChanged),
    "assign-ruling-leader": _as(AssignRulingLeader, RulingLeaderAssigned),
    "make-cut": _as(MakeCut, CutMade),
    "take-place": _as(TakePlace, PlaceTaken),
    "decline-place": _as(DeclinePlace, PlayerDropped),
    "report-result": _report,
    "confirm-result": _confirm,
    "enter-result": _enter,
    "resolve-dispute": _as(ResolveDispute, DisputeResolved),
    "correct-result": _correct,
    "forfeit-game": _forfeit,
    "verify-totals": _as(VerifyTotals, TotalsVerified),
    "check-deck": _as(CheckDeck, DeckChecked),
    "inspect-components": _as(InspectComponents, ComponentsInspected),
    "call-judge": _call_judge,
    "say-call-kind": _as(SayCallKind, CallKindSaid),
    "rule-on-call": _as(RuleOnCall, CallRuled),
    "appeal-ruling": _as(AppealRuling, CallAppealed),
    "record-incident": _as(RecordIncident, IncidentRecorded),
    "set-aside-incident": _as(SetAsideIncident, IncidentSetAside),
    "report-incident": _as(ReportIncident, IncidentReported),
    "request-watch": _as(RequestWatch, WatchRequested),
    "end-watch": _as(EndWatch, WatchEnded),
    "note-component-trouble": _note_trouble,
    "grant-component-time": _as(GrantComponentTime, ComponentTimeGranted),
    "end-component-trouble": _end_trouble,
    "make-proxy": _as(MakeProxy, ProxyMade),
    "agree-sharing": _share(AgreeSharing),
    "order-sharing": _share(OrderSharing),
    "ask-about-component": _as(AskAboutComponent, ComponentRulingAsked),
    "rule-on-component": _as(RuleOnComponent, ComponentRulingGiven),
}
"""For every act of the table of rights: how its facts tell what was asked for."""
