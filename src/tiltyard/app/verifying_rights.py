"""Whether whoever did an act had the right to: asked again of the one table of rights."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, cast

from tiltyard.core.decide import ALL_ACTS
from tiltyard.core.decide.scene import Act, Command
from tiltyard.core.errors import Refused
from tiltyard.core.facts import checks, judging, lists, people, results, rounds, setup
from tiltyard.core.policy import require_right

if TYPE_CHECKING:
    from tiltyard.core.facts import Recorded
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state import Event

_LEAVING: tuple[type, ...] = (
    results.GameForfeited,
    results.ResultEntered,
    people.PlayerDropped,
    people.PlayerDisqualified,
    rounds.PlaceOffered,
)

FOLLOWS: dict[str, tuple[type, ...]] = {
    "describe-event": (setup.EventDescribed,),
    "announce-event": (setup.EventAnnounced,),
    "announce-item": (setup.ItemAnnounced, setup.PlanAnnounced),
    "open-registration": (setup.RegistrationOpened,),
    "open-check-in": (setup.CheckInOpened,),
    "start-event": (setup.EventStarted, lists.ListsLocked),
    "change-plan": (setup.PlanChanged,),
    "arrange-tables": (setup.TablesArranged,),
    "choose-language": (setup.LanguageChosen,),
    "award-prize": (setup.PrizeAwarded,),
    "finish-event": (setup.EventFinished,),
    "reopen-event": (setup.EventReopened,),
    "archive-event": (setup.EventArchived,),
    "undo": (setup.ActUndone,),
    "appoint-staff": (people.StaffAppointed,),
    "release-staff": (people.StaffReleased,),
    "change-duty": (people.DutyChanged,),
    "name-head-marshal": (people.HeadMarshalNamed,),
    "hand-over": (people.StaffReleased, people.StaffAppointed),
    "register-player": (people.PlayerRegistered, people.NotesKept),
    "change-player": (people.PlayerChanged,),
    "withdraw-registration": (people.RegistrationWithdrawn,),
    "check-in": (people.PlayerCheckedIn,),
    "take-back-check-in": (people.CheckInTakenBack,),
    "join-as-spare": (people.SpareJoined,),
    "release-spare": (people.SpareLeft,),
    "drop-player": _LEAVING,
    "rejoin": (people.PlayerRejoined,),
    "recommend-disqualification": (people.DisqualificationRecommended,),
    "decline-disqualification": (people.RecommendationDeclined,),
    "disqualify": _LEAVING,
    "vote-favourite": (people.FavouriteVoted,),
    "score-extra": (people.ExtraScored,),
    "choose-shown-name": (people.ShownNameChosen,),
    "save-list": (lists.ListSaved,),
    "submit-list": (lists.ListSubmitted, lists.ListsLocked),
    "receive-lists-on-paper": (lists.ListReceivedOnPaper,),
    "waive-list": (lists.ListWaived,),
    "return-list": (lists.ListReturned,),
    "approve-list": (lists.ListApproved, lists.ListsLocked),
    "approve-clean-lists": (lists.ListApproved, lists.ListsLocked),
    "amend-list": (
        lists.ListAmended,
        lists.ListsLocked,
        judging.IncidentRecorded,
        judging.IncidentObserved,
    ),
    "set-list-deadline": (lists.ListDeadlineSet,),
    "rule-on-product": (lists.ProductRuled,),
    "request-conversion": (lists.ConversionRequested,),
    "decide-conversion": (lists.ConversionDecided,),
    "label-terrain": (lists.TerrainLabelled,),
    "count-terrain": (lists.TerrainCounted,),
    "draw-mats": (lists.MatsDrawn,),
    "toss-coin": (lists.CoinTossed,),
    "record-first-player": (lists.FirstPlayerRecorded,),
    "draw-round": (rounds.RoundDrawn,),
    "discard-draw": (rounds.RoundDiscarded,),
    "change-pairings": (rounds.PairingsChangedByHand,),
    "set-scenario": (rounds.ScenarioSet,),
    "set-cards": (rounds.CardsSet,),
    "publish-round": (rounds.RoundPublished,),
    "withdraw-round": (rounds.RoundWithdrawn,),
    "call-seating": (rounds.SeatingCalled,),
    "start-clock": (rounds.ClockStarted,),
    "pause-clock": (rounds.ClockPaused,),
    "resume-clock": (rounds.ClockResumed,),
    "call-time": (rounds.TimeCalled,),
    "grant-extension": (rounds.ExtensionGranted,),
    "change-table": (rounds.TableChanged,),
    "assign-ruling-leader": (rounds.RulingLeaderAssigned,),
    "make-cut": (rounds.CutMade,),
    "take-place": (rounds.PlaceTaken, rounds.PlaceOffered),
    "decline-place": (people.PlayerDropped, rounds.PlaceOffered),
    "report-result": (
        results.ResultReported,
        results.ResultConfirmed,
        results.EntryContradicted,
    ),
    "confirm-result": (results.ResultConfirmed,),
    "enter-result": (results.ResultEntered, results.EntryContradicted),
    "resolve-dispute": (results.DisputeResolved,),
    "correct-result": (results.ResultCorrected,),
    "forfeit-game": (results.GameForfeited, people.PlayerDropped, people.SpareLeft),
    "verify-totals": (results.TotalsVerified,),
    "check-deck": (checks.DeckChecked,),
    "inspect-components": (checks.ComponentsInspected,),
    "call-judge": (judging.JudgeCalled, judging.CallKindSaid),
    "say-call-kind": (judging.CallKindSaid,),
    "rule-on-call": (judging.CallRuled,),
    "appeal-ruling": (judging.CallAppealed,),
    "record-incident": (
        judging.IncidentRecorded,
        judging.IncidentObserved,
        people.DisqualificationRecommended,
    ),
    "set-aside-incident": (judging.IncidentSetAside,),
    "report-incident": (judging.IncidentReported,),
    "request-watch": (judging.WatchRequested,),
    "end-watch": (judging.WatchEnded,),
    "note-component-trouble": (
        judging.ComponentTroubleNoted,
        judging.ComponentPieceTold,
        rounds.ExtensionGranted,
    ),
    "grant-component-time": (judging.ComponentTimeGranted, rounds.ExtensionGranted),
    "end-component-trouble": (
        judging.ComponentTroubleEnded,
        judging.ComponentPieceTold,
        results.EntryContradicted,
        *_LEAVING,
    ),
    "make-proxy": (judging.ProxyMade,),
    "agree-sharing": (judging.SharingAgreed, judging.RulerSideAgreed),
    "order-sharing": (judging.SharingAgreed, judging.RulerSideAgreed),
    "ask-about-component": (judging.ComponentRulingAsked,),
    "rule-on-component": (judging.ComponentRulingGiven,),
}
"""Which facts can follow from which act."""

Found = tuple[str, str, dict[str, object]]
"""The sort of what is wrong, the code of its sentence, and what that names."""


def follows(act: tuple[Recorded, ...]) -> Iterator[Found]:
    """Yield what is wrong with an act nobody knows and for facts it cannot lead to."""
    known = FOLLOWS.get(act[0].cause)
    if known is None:
        yield "unknown-act", "unknown-act", {"act": act[0].cause}
        return
    asked_back = takewhile(lambda one: isinstance(one.fact, setup.ConcernsConfirmed), act)
    begins = sum(1 for _ in asked_back)
    for one in act[begins:] if begins < len(act) else act:  # every act may have been asked back
        if not isinstance(one.fact, known):
            yield "foreign-fact", "foreign-fact", {"fact": one.fact.NAME, "act": one.cause}


def check_rights(
    event: Event, rules: Ruleset, act: tuple[Recorded, ...], command: Command
) -> Iterator[Found]:
    """Yield what is wrong for everything the actor had no right to."""
    first = act[0]
    who = event.people.get(first.actor, first.actor)
    kind = cast("Act[Command]", ALL_ACTS[type(command)])
    concerned = kind.concerns(event, command)
    try:
        role = require_right(event, rules, first.actor, first.cause, concerned)
    except Refused as no:
        yield "no-right", "no-right", {"person": who, "error": no}
    else:
        for other in dict.fromkeys(one.role for one in act if one.role != role):
            yield "other-role", "other-role", {"person": who, "role": role, "other": other}
    for one in act:
        yield from _own_word(event, one)


def _own_word(event: Event, one: Recorded) -> Iterator[Found]:
    """Players speak for themselves, and nobody confirms their own report."""
    fact = one.fact
    if isinstance(fact, (results.ResultReported, results.ResultConfirmed)):
        if fact.player != one.actor:
            yield "not-their-word", "not-their-word", {"actor": one.actor, "player": fact.player}
        if isinstance(fact, results.ResultConfirmed):
            game = event.game(fact.match)
            others = (
                [] if game is None else [filed for filed in game.filed if filed.by != one.actor]
            )
            if all(filed.slip.digest != fact.slip.digest for filed in others):
                yield "own-report", "own-report", {"actor": one.actor}
