"""Acts told again: from its facts, and the event before them, back to what somebody asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, cast

from tiltyard.app.retold_pairings import changes_between
from tiltyard.core.decide import (
    checks,
    component_rulings,
    components,
    drawing,
    judging,
    language,
    leaving,
    list_matters,
    lists,
    players,
    results,
    routing,
    scenarios,
    setup,
    sharing,
    shown_names,
    staff,
    timing,
    waiving_lists,
)
from tiltyard.core.decide.scene import Command
from tiltyard.core.deciders import QUESTION
from tiltyard.core.facts import Fact
from tiltyard.core.facts import checks as of_checks
from tiltyard.core.facts import judging as of_judging
from tiltyard.core.facts import lists as of_lists
from tiltyard.core.facts import people as of_people
from tiltyard.core.facts import results as of_results
from tiltyard.core.facts import rounds as of_rounds
from tiltyard.core.facts import setup as of_setup
from tiltyard.core.facts.results import Slip
from tiltyard.core.ids import PersonId
from tiltyard.core.rosters.reading import ReadList, no_reader
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.ruleset import Ruleset
from tiltyard.core.state import Event

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
        entered = self.maybe(of_results.ResultEntered)
        contradicted = self.maybe(of_results.EntryContradicted)
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
    said = told.maybe(of_setup.PlanAnnounced) or told.the(of_setup.ItemAnnounced)
    return setup.AnnounceItem(said.item, said.text)


# ---------------------------------------------------------------------------------------- lists


def as_recorded(fact: Fact) -> ReadList:
    """Return a reader that has read a list as the fact says: card data may have changed since."""
    if not isinstance(fact, of_lists.ListSaved | of_lists.ListSubmitted | of_lists.ListAmended):
        return no_reader
    read = (fact.form, fact.roster)

    def reads(rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
        return read

    return reads


def _on_paper(told: Told) -> Command:
    received = [one for one in told.facts if isinstance(one, of_lists.ListReceivedOnPaper)]
    return lists.ReceiveListsOnPaper(tuple(one.player for one in received))


def _label_terrain(told: Told) -> Command:
    fact = told.the(of_lists.TerrainLabelled)
    known = fact.piece if fact.piece in told.event.list_desk.terrain else ""
    return list_matters.LabelTerrain(
        fact.name, fact.diameter, fact.keywords, fact.values, known, fact.capacity
    )


def _draw_mats(told: Told) -> Command:
    """Tell mats in the order of their names: by which order they were named is no matter."""
    return list_matters.DrawMats(tuple(sorted(told.the(of_lists.MatsDrawn).tables.values())))


def _approve_clean(told: Told) -> Command:
    return lists.ApproveCleanLists()


# --------------------------------------------------------------------------------------- people


def _appoint(told: Told) -> Command:
    said = told.the(of_people.StaffAppointed)
    return staff.AppointStaff(said.role, said.name, told.known(said.person))


def _hand_over(told: Told) -> Command:
    said = told.the(of_people.StaffAppointed)
    reason = told.the(of_people.StaffReleased).reason
    return staff.HandOver(reason, told.known(said.person), said.name)


def _register(told: Told) -> Command:
    said = told.the(of_people.PlayerRegistered)
    noted = told.maybe(of_people.NotesKept)
    return players.RegisterPlayer(
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
    said = told.the(of_people.SpareJoined)
    return players.JoinAsSpare(said.name, said.player)


def _drop(told: Told) -> Command:
    said = told.the(of_people.PlayerDropped)
    return leaving.DropPlayer(said.player, said.why, said.note, told.slip())


def _disqualify(told: Told) -> Command:
    said = told.the(of_people.PlayerDisqualified)
    return leaving.Disqualify(said.player, said.reason, told.slip())


# --------------------------------------------------------------------------------------- rounds


def _change_pairings(told: Told) -> Command:
    said = told.the(of_rounds.PairingsChangedByHand)
    draft = told.event.draft
    drawn = [game.players for game in draft.games.values()] if draft is not None else []
    changes = changes_between(drawn, [match.players for match in said.matches])
    return drawing.ChangePairings(changes, said.reason)


# -------------------------------------------------------------------------------------- results


def _report(told: Told) -> Command:
    said = told.maybe(of_results.ResultReported) or told.maybe(of_results.ResultConfirmed)
    if said is not None:
        return results.ReportResult(said.match, said.slip)
    contradicted = told.the(of_results.EntryContradicted)
    return results.ReportResult(contradicted.match, contradicted.slip)


def _confirm(told: Told) -> Command:
    said = told.the(of_results.ResultConfirmed)
    return results.ConfirmResult(said.match, said.slip.digest)


def _enter(told: Told) -> Command:
    entered = told.maybe(of_results.ResultEntered)
    if entered is not None:
        return results.EnterResult(entered.match, entered.slip, entered.note)
    contradicted = told.the(of_results.EntryContradicted)
    return results.EnterResult(contradicted.match, contradicted.slip)


def _correct(told: Told) -> Command:
    said = told.the(of_results.ResultCorrected)
    instead_of = said.before.digest if said.before is not None else ""
    return results.CorrectResult(said.match, said.slip, instead_of, said.reason, said.absent)


def _forfeit(told: Told) -> Command:
    said = told.the(of_results.GameForfeited)
    drop = told.maybe(of_people.PlayerDropped) is not None
    return results.ForfeitGame(said.match, said.absent, drop, said.reason)


# -------------------------------------------------------------------------------------- judging


def _call_judge(told: Told) -> Command:
    said = told.the(of_judging.JudgeCalled)
    of_kind = told.maybe(of_judging.CallKindSaid)
    kind = of_kind.kind if of_kind is not None else QUESTION
    return judging.CallJudge(said.match, said.topic, said.direct, kind)


def _end_trouble(told: Told) -> Command:
    said = told.the(of_judging.ComponentTroubleEnded)
    return components.EndComponentTrouble(
        said.trouble, said.end, said.note, told.slip(), _piece(told)
    )


def _note_trouble(told: Told) -> Command:
    said = told.the(of_judging.ComponentTroubleNoted)
    return components.NoteComponentTrouble(
        said.player, said.component, said.kind, said.minutes, _piece(told)
    )


def _piece(told: Told) -> str:
    said = told.maybe(of_judging.ComponentPieceTold)
    return said.piece if said is not None else ""


def _share(command: type[sharing.AgreeSharing | sharing.OrderSharing]) -> Tell:
    def tell(told: Told) -> Command:
        said, side = told.the(of_judging.SharingAgreed), told.maybe(of_judging.RulerSideAgreed)
        return command(said.match, said.items, side.side if side is not None else "")

    return tell


RETOLD: dict[str, Tell] = {
    "describe-event": _as(setup.DescribeEvent, of_setup.EventDescribed),
    "announce-event": _as(setup.AnnounceEvent, of_setup.EventAnnounced),
    "announce-item": _announce_item,
    "open-registration": _as(setup.OpenRegistration, of_setup.RegistrationOpened),
    "open-check-in": _as(setup.OpenCheckIn, of_setup.CheckInOpened),
    "start-event": _as(setup.StartEvent, of_setup.EventStarted),
    "change-plan": _as(setup.ChangePlan, of_setup.PlanChanged),
    "arrange-tables": _as(setup.ArrangeTables, of_setup.TablesArranged),
    "choose-language": _as(language.ChooseLanguage, of_setup.LanguageChosen),
    "award-prize": _as(setup.AwardPrize, of_setup.PrizeAwarded),
    "finish-event": _as(setup.FinishEvent, of_setup.EventFinished),
    "reopen-event": _as(setup.ReopenEvent, of_setup.EventReopened),
    "archive-event": _as(setup.ArchiveEvent, of_setup.EventArchived),
    "undo": _as(setup.Undo, of_setup.ActUndone),
    "appoint-staff": _appoint,
    "release-staff": _as(staff.ReleaseStaff, of_people.StaffReleased),
    "change-duty": _as(staff.ChangeDuty, of_people.DutyChanged),
    "name-head-marshal": _as(staff.NameHeadMarshal, of_people.HeadMarshalNamed),
    "hand-over": _hand_over,
    "register-player": _register,
    "change-player": _as(players.ChangePlayer, of_people.PlayerChanged),
    "withdraw-registration": _as(players.WithdrawRegistration, of_people.RegistrationWithdrawn),
    "check-in": _as(players.CheckIn, of_people.PlayerCheckedIn),
    "take-back-check-in": _as(players.TakeBackCheckIn, of_people.CheckInTakenBack),
    "join-as-spare": _join_as_spare,
    "release-spare": _as(players.ReleaseSpare, of_people.SpareLeft),
    "drop-player": _drop,
    "rejoin": _as(leaving.Rejoin, of_people.PlayerRejoined),
    "recommend-disqualification": _as(
        leaving.RecommendDisqualification, of_people.DisqualificationRecommended
    ),
    "decline-disqualification": _as(
        leaving.DeclineDisqualification, of_people.RecommendationDeclined
    ),
    "disqualify": _disqualify,
    "vote-favourite": _as(players.VoteFavourite, of_people.FavouriteVoted),
    "score-extra": _as(players.ScoreExtra, of_people.ExtraScored),
    "choose-shown-name": _as(shown_names.ChooseShownName, of_people.ShownNameChosen),
    "save-list": _as(lists.SaveList, of_lists.ListSaved),
    "submit-list": _as(lists.SubmitList, of_lists.ListSubmitted),
    "receive-lists-on-paper": _on_paper,
    "waive-list": _as(waiving_lists.WaiveList, of_lists.ListWaived),
    "return-list": _as(lists.ReturnList, of_lists.ListReturned),
    "approve-list": _as(lists.ApproveList, of_lists.ListApproved),
    "approve-clean-lists": _approve_clean,
    "amend-list": _as(lists.AmendList, of_lists.ListAmended),
    "set-list-deadline": _as(lists.SetListDeadline, of_lists.ListDeadlineSet),
    "rule-on-product": _as(list_matters.RuleOnProduct, of_lists.ProductRuled),
    "request-conversion": _as(list_matters.RequestConversion, of_lists.ConversionRequested),
    "decide-conversion": _as(list_matters.DecideConversion, of_lists.ConversionDecided),
    "label-terrain": _label_terrain,
    "count-terrain": _as(list_matters.CountTerrain, of_lists.TerrainCounted),
    "draw-mats": _draw_mats,
    "toss-coin": _as(list_matters.TossCoin, of_lists.CoinTossed),
    "record-first-player": _as(list_matters.RecordFirstPlayer, of_lists.FirstPlayerRecorded),
    "draw-round": _as(drawing.DrawRound, of_rounds.RoundDrawn),
    "discard-draw": _as(drawing.DiscardDraw, of_rounds.RoundDiscarded),
    "change-pairings": _change_pairings,
    "set-scenario": _as(scenarios.SetScenario, of_rounds.ScenarioSet),
    "set-cards": _as(drawing.SetCards, of_rounds.CardsSet),
    "publish-round": _as(drawing.PublishRound, of_rounds.RoundPublished),
    "withdraw-round": _as(drawing.WithdrawRound, of_rounds.RoundWithdrawn),
    "call-seating": _as(timing.CallSeating, of_rounds.SeatingCalled),
    "start-clock": _as(timing.StartClock, of_rounds.ClockStarted),
    "pause-clock": _as(timing.PauseClock, of_rounds.ClockPaused),
    "resume-clock": _as(timing.ResumeClock, of_rounds.ClockResumed),
    "call-time": _as(timing.CallTime, of_rounds.TimeCalled),
    "grant-extension": _as(timing.GrantExtension, of_rounds.ExtensionGranted),
    "change-table": _as(timing.ChangeTable, of_rounds.TableChanged),
    "assign-ruling-leader": _as(timing.AssignRulingLeader, of_rounds.RulingLeaderAssigned),
    "make-cut": _as(drawing.MakeCut, of_rounds.CutMade),
    "take-place": _as(leaving.TakePlace, of_rounds.PlaceTaken),
    "decline-place": _as(leaving.DeclinePlace, of_people.PlayerDropped),
    "report-result": _report,
    "confirm-result": _confirm,
    "enter-result": _enter,
    "resolve-dispute": _as(results.ResolveDispute, of_results.DisputeResolved),
    "correct-result": _correct,
    "forfeit-game": _forfeit,
    "verify-totals": _as(results.VerifyTotals, of_results.TotalsVerified),
    "check-deck": _as(checks.CheckDeck, of_checks.DeckChecked),
    "inspect-components": _as(checks.InspectComponents, of_checks.ComponentsInspected),
    "call-judge": _call_judge,
    "say-call-kind": _as(routing.SayCallKind, of_judging.CallKindSaid),
    "rule-on-call": _as(judging.RuleOnCall, of_judging.CallRuled),
    "appeal-ruling": _as(judging.AppealRuling, of_judging.CallAppealed),
    "record-incident": _as(judging.RecordIncident, of_judging.IncidentRecorded),
    "set-aside-incident": _as(routing.SetAsideIncident, of_judging.IncidentSetAside),
    "report-incident": _as(judging.ReportIncident, of_judging.IncidentReported),
    "request-watch": _as(judging.RequestWatch, of_judging.WatchRequested),
    "end-watch": _as(judging.EndWatch, of_judging.WatchEnded),
    "note-component-trouble": _note_trouble,
    "grant-component-time": _as(components.GrantComponentTime, of_judging.ComponentTimeGranted),
    "end-component-trouble": _end_trouble,
    "make-proxy": _as(components.MakeProxy, of_judging.ProxyMade),
    "agree-sharing": _share(sharing.AgreeSharing),
    "order-sharing": _share(sharing.OrderSharing),
    "ask-about-component": _as(
        component_rulings.AskAboutComponent, of_judging.ComponentRulingAsked
    ),
    "rule-on-component": _as(component_rulings.RuleOnComponent, of_judging.ComponentRulingGiven),
}
"""For every act of the table of rights: how its facts tell what was asked for."""
