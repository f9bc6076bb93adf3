"""How facts about rounds and results change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, results, rounds
from tiltyard.core.facts.rounds import Pairing
from tiltyard.core.ids import MatchId, PersonId, RoundId
from tiltyard.core.state.basis import with_changed_basis
from tiltyard.core.state.event import (
    DayRound,
    Discarded,
    Event,
    Filed,
    Game,
    Qualification,
    Timer,
)
from tiltyard.core.state.rounds import round_of, with_match, with_round


def _games(round_id: RoundId, matches: tuple[Pairing, ...]) -> dict[MatchId, Game]:
    games = {}
    for place, match in enumerate(matches, 1):
        name = f"{round_id}.{place}"
        games[name] = Game(name, match.players, match.kind, match.table, match.game, match.why)
    return games


def _drawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.RoundDrawn)
    stage, number = (int(part) for part in fact.round.split("."))
    draft = DayRound(
        id=fact.round,
        stage=stage,
        number=number,
        kind=fact.kind,
        attempt=fact.attempt,
        position=fact.position,
        engine=fact.engine,
        games=_games(fact.round, fact.matches),
        drawn=fact.matches,
        seeds=fact.seeds,
        cards=fact.cards,
        warnings=fact.warnings,
        allow_rematch=fact.allow_rematch,
        basis_changed=_without_spare(event, recorded) or _changed_since_the_cut(event, fact),
    )
    attempts = event.attempts | {fact.round: fact.attempt}
    return replace(event, draft=draft, stale="", attempts=attempts)


def _without_spare(event: Event, recorded: Recorded) -> tuple[PersonId, str] | None:
    """Explain a bye in an event that had a Spare Player before."""
    gone = any(one.spare and one.state != "active" for one in event.entrants.values())
    return (recorded.actor, "drawn after the Spare Player had left") if gone else None


def _changed_since_the_cut(event: Event, fact: rounds.RoundDrawn) -> tuple[PersonId, str] | None:
    """Explain seeds that a later correction would have put into another order."""
    cut = event.qualification
    return cut.basis_changed if cut is not None and fact.seeds is not None else None


def _discarded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.RoundDiscarded)
    draft = event.draft
    assert draft is not None
    gone = Discarded(
        draft.id,
        draft.attempt,
        draft.kind,
        draft.position,
        draft.drawn,
        draft.cards,
        draft.allow_rematch,
        recorded.actor,
        fact.reason,
    )
    event = _without_calls(event, fact.round)
    return replace(event, draft=None, stale="", discarded=(*event.discarded, gone))


def _without_calls(event: Event, round_id: RoundId) -> Event:
    """Close what was asked at tables of a round that nobody plays: others will sit there."""
    said = "the round was drawn again"

    def gone(match: MatchId | None) -> bool:
        return match is not None and match.rpartition(".")[0] == round_id

    return replace(
        event,
        calls={
            name: replace(one, state="final", ruling=one.ruling or said) if gone(one.match) else one
            for name, one in event.calls.items()
        },
        watches={
            name: replace(one, ended=True, note=one.note or said) if gone(one.match) else one
            for name, one in event.watches.items()
        },
        troubles={
            name: replace(one, match=None) if gone(one.match) else one
            for name, one in event.troubles.items()
        },
    )


def _by_hand(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.PairingsChangedByHand)
    draft = event.draft
    assert draft is not None
    games = _games(fact.round, fact.matches)
    for name, match in zip(games, fact.matches, strict=True):
        if match.by_hand:
            games[name] = replace(games[name], override=(recorded.actor, fact.reason))
    costs = (*_costs_that_stay(draft, fact), *fact.consequences)
    changed = replace(draft, games=games, by_hand=fact.reason, costs=costs)
    return replace(_without_calls(event, fact.round), draft=changed)


def _costs_that_stay(
    draft: DayRound, fact: rounds.PairingsChangedByHand
) -> tuple[rounds.Reason, ...]:
    """Return what earlier changes cost at tables that this one leaves as they are."""
    now = {frozenset(match.players) for match in fact.matches}
    same = {
        player
        for game in draft.games.values()
        if frozenset(game.players) in now
        for player in game.players
    }
    return tuple(cost for cost in draft.costs if same.issuperset(_concerned(cost)))


def _concerned(cost: rounds.Reason) -> list[object]:
    """Return the players a cost is about: two who meet, or one."""
    both = cost.facts.get("opponents")
    return both if isinstance(both, list) else [cost.facts.get("player")]


def _cards(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.CardsSet)
    draft = event.draft
    assert draft is not None
    said = (recorded.actor, f"cards drawn at the table: {fact.reason}")
    changed = replace(draft, cards=draft.cards | fact.cards, basis_changed=said)
    return replace(event, draft=changed)


def _published(event: Event, recorded: Recorded) -> Event:
    assert event.draft is not None
    return replace(event, rounds=(*event.rounds, event.draft), draft=None, stale="")


def _withdrawn(event: Event, recorded: Recorded) -> Event:
    last = event.rounds[-1]
    draft = replace(last, seating=False, timer=Timer())
    return replace(event, rounds=event.rounds[:-1], draft=draft, stale=last.outdated)


def _seating(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.SeatingCalled)
    return with_round(event, replace(round_of(event, fact.round), seating=True))


def _clock_started(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.ClockStarted)
    timer = Timer(minutes=fact.minutes, started=recorded.at)
    return with_round(event, replace(round_of(event, fact.round), timer=timer, seating=True))


def _clock_paused(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.ClockPaused)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, timer=replace(home.timer, paused=recorded.at)))


def _clock_resumed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.ClockResumed)
    home = round_of(event, fact.round)
    timer = home.timer
    assert timer.paused is not None
    stood = max(0, int((recorded.at - timer.paused).total_seconds()))
    going = replace(timer, paused=None, paused_seconds=timer.paused_seconds + stood)
    return with_round(event, replace(home, timer=going))


def _time_called(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.TimeCalled)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, timer=replace(home.timer, called=recorded.at)))


def _with_game(event: Event, changed: Game) -> Event:
    event = with_match(event, changed)
    return replace(event, stale="result-changed") if event.draft else event


def _game(event: Event, match: MatchId) -> Game:
    found = event.game(match)
    assert found is not None
    return found


def _extension(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.ExtensionGranted)
    game = _game(event, fact.match)
    return with_match(event, replace(game, extension=game.extension + fact.minutes))


def _table(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.TableChanged)
    moved = replace(
        _game(event, fact.match),
        table=fact.table,
        override=(recorded.actor, fact.reason or "moved to another table"),
    )
    return _with_game(event, moved)


def _ruling_leader(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.RulingLeaderAssigned)
    return with_match(event, replace(_game(event, fact.match), ruling_leader=fact.leader))


def _cut_made(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.CutMade)
    return replace(event, qualification=Qualification(fact.seeds))


def _offered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.PlaceOffered)
    assert event.qualification is not None
    asked = replace(event.qualification, offered=fact.player, instead_of=fact.instead_of)
    return replace(event, qualification=asked)


def _taken(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.PlaceTaken)
    assert event.qualification is not None
    settled = replace(event.qualification, seeds=fact.seeds, offered=None, instead_of=None)
    return replace(event, qualification=settled)


def _reported(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.ResultReported)
    game = _game(event, fact.match)
    others = tuple(one for one in game.filed if one.by != fact.player)
    filed = (*others, Filed(fact.player, recorded.role, fact.slip))
    return _with_game(event, replace(game, filed=filed))


def _confirmed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.ResultConfirmed)
    game = _game(event, fact.match)
    others = tuple(one for one in game.filed if one.by != fact.player)
    filed = (*others, Filed(fact.player, recorded.role, fact.slip))
    return _with_game(event, replace(game, filed=filed, slip=fact.slip))


def _entered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.ResultEntered)
    game = _game(event, fact.match)
    return _with_game(event, replace(game, slip=fact.slip, entered_by=recorded.actor))


def _contradicted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.EntryContradicted)
    game = _game(event, fact.match)
    filed = (*game.filed, Filed(recorded.actor, recorded.role, fact.slip))
    event = _with_doubtful_cut(event, recorded, fact.match)
    return _with_game(event, replace(game, filed=filed, contradicted=True))


def _with_doubtful_cut(event: Event, recorded: Recorded, match: MatchId) -> Event:
    """Mark a cut that was made before the result of a match was put in doubt."""
    said = f"made before the result of match {match} was disputed"
    return with_changed_basis(event, recorded.actor, said, match.rpartition(".")[0])


def _resolved(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.DisputeResolved)
    game = _game(event, fact.match)
    settled = replace(
        game, slip=fact.slip, contradicted=False, decided=True, entered_by=recorded.actor
    )
    return _with_game(_with_doubtful_cut(event, recorded, fact.match), settled)


def _corrected(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.ResultCorrected)
    game = _game(event, fact.match)
    right = replace(
        game,
        kind="game" if fact.absent is None else "forfeit",
        absent=fact.absent,
        slip=fact.slip,
        contradicted=False,
        decided=True,
        entered_by=recorded.actor,
    )
    said = f"drawn before the result of match {fact.match} was corrected: {fact.reason}"
    home = fact.match.rpartition(".")[0]
    event = _with_game(with_changed_basis(event, recorded.actor, said, home), right)
    return _without_void_votes(event, right) if fact.absent is not None else event


def _without_void_votes(event: Event, forfeited: Game) -> Event:
    """Forget votes between two players who turn out never to have met (AMB-100)."""
    pair = set(forfeited.players)
    if any(
        set(game.players) == pair and game.kind == "game"
        for round_ in event.rounds
        for game in round_.games.values()
    ):
        return event
    void = {
        player: replace(event.entrants[player], favourite=None)
        for player in forfeited.players
        if event.entrants[player].favourite in pair
    }
    return replace(event, entrants=event.entrants | void)


def _forfeited(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.GameForfeited)
    game = _game(event, fact.match)
    over = replace(
        game, kind="forfeit", absent=fact.absent, slip=None, filed=(), contradicted=False
    )
    return _with_game(event, over)


def _totals(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, results.TotalsVerified)
    return with_match(event, replace(_game(event, fact.match), totals_verified=True))


EVOLVE_ROUNDS = {
    rounds.RoundDrawn: _drawn,
    rounds.RoundDiscarded: _discarded,
    rounds.PairingsChangedByHand: _by_hand,
    rounds.CardsSet: _cards,
    rounds.RoundPublished: _published,
    rounds.RoundWithdrawn: _withdrawn,
    rounds.SeatingCalled: _seating,
    rounds.ClockStarted: _clock_started,
    rounds.ClockPaused: _clock_paused,
    rounds.ClockResumed: _clock_resumed,
    rounds.TimeCalled: _time_called,
    rounds.ExtensionGranted: _extension,
    rounds.TableChanged: _table,
    rounds.RulingLeaderAssigned: _ruling_leader,
    rounds.CutMade: _cut_made,
    rounds.PlaceOffered: _offered,
    rounds.PlaceTaken: _taken,
    results.ResultReported: _reported,
    results.ResultConfirmed: _confirmed,
    results.ResultEntered: _entered,
    results.EntryContradicted: _contradicted,
    results.DisputeResolved: _resolved,
    results.ResultCorrected: _corrected,
    results.GameForfeited: _forfeited,
    results.TotalsVerified: _totals,
}
