"""Every fact: what happened on the day, in words that stay readable for ever.

A fact has a stable name with a version (`result-reported/1`). A shipped fact never changes its
shape: it gets a successor and an upcaster (`tiltyard.store.upcast`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tiltyard.core.facts import checks, imported, judging, lists, people, results, rounds, setup

Fact = (
    setup.EventCreated
    | setup.EventDescribed
    | setup.EventAnnounced
    | setup.ItemAnnounced
    | setup.PlanAnnounced
    | setup.RegistrationOpened
    | setup.CheckInOpened
    | setup.EventStarted
    | setup.PlanChanged
    | setup.TablesArranged
    | setup.LanguageChosen
    | setup.PrizeAwarded
    | setup.EventFinished
    | setup.EventReopened
    | setup.EventArchived
    | setup.ConcernsConfirmed
    | setup.ActUndone
    | people.StaffAppointed
    | people.StaffReleased
    | people.DutyChanged
    | people.HeadMarshalNamed
    | people.PlayerRegistered
    | people.NotesKept
    | people.PlayerChanged
    | people.RegistrationWithdrawn
    | people.PlayerCheckedIn
    | people.CheckInTakenBack
    | people.SpareJoined
    | people.SpareLeft
    | people.PlayerDropped
    | people.PlayerRejoined
    | people.DisqualificationRecommended
    | people.RecommendationDeclined
    | people.PlayerDisqualified
    | people.FavouriteVoted
    | people.ExtraScored
    | people.ShownNameChosen
    | rounds.RoundDrawn
    | rounds.RoundDiscarded
    | rounds.PairingsChangedByHand
    | rounds.CardsSet
    | rounds.RoundPublished
    | rounds.RoundWithdrawn
    | rounds.SeatingCalled
    | rounds.ClockStarted
    | rounds.ClockPaused
    | rounds.ClockResumed
    | rounds.TimeCalled
    | rounds.ExtensionGranted
    | rounds.TableChanged
    | rounds.RulingLeaderAssigned
    | rounds.CutMade
    | rounds.PlaceOffered
    | rounds.PlaceTaken
    | rounds.ScenarioSet
    | results.ResultReported
    | results.ResultConfirmed
    | results.ResultEntered
    | results.EntryContradicted
    | results.DisputeResolved
    | results.ResultCorrected
    | results.GameForfeited
    | results.TotalsVerified
    | judging.JudgeCalled
    | judging.CallKindSaid
    | judging.CallRuled
    | judging.CallAppealed
    | judging.IncidentRecorded
    | judging.IncidentObserved
    | judging.IncidentSetAside
    | judging.IncidentReported
    | judging.WatchRequested
    | judging.WatchEnded
    | judging.ComponentTroubleNoted
    | judging.ComponentPieceTold
    | judging.ComponentTimeGranted
    | judging.ComponentTroubleEnded
    | judging.ProxyMade
    | judging.SharingAgreed
    | judging.RulerSideAgreed
    | judging.ComponentRulingAsked
    | judging.ComponentRulingGiven
    | lists.ListSaved
    | lists.ListSubmitted
    | lists.ListReceivedOnPaper
    | lists.ListWaived
    | lists.ListReturned
    | lists.ListApproved
    | lists.ListAmended
    | lists.ListsLocked
    | lists.ListDeadlineSet
    | lists.ProductRuled
    | lists.ConversionRequested
    | lists.ConversionDecided
    | lists.TerrainLabelled
    | lists.TerrainCounted
    | lists.MatsDrawn
    | lists.CoinTossed
    | lists.FirstPlayerRecorded
    | checks.DeckChecked
    | checks.ComponentsInspected
    | imported.LossesWithoutGame
    | imported.DeviationExplained
    | imported.NumbersPublished
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fact in its place: its number, who did it in which role, when (UTC), by which act."""

    number: int
    at: datetime
    actor: str
    role: str
    cause: str
    key: str
    fact: Fact
