"""Deciding about results: reports, confirmations, disputes, entries, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene, the_players_of_the_match
from tiltyard.core.decide.slip_questions import confirmed_slip
from tiltyard.core.decide.slips import require_slip
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, people, results
from tiltyard.core.facts.results import Slip
from tiltyard.core.ids import MatchId, PlayerId
from tiltyard.core.ledger import winner_of
from tiltyard.core.plain_text import tidy
from tiltyard.core.staff import holders
from tiltyard.core.state.event import DayRound, Event, Game
from tiltyard.core.state.played import as_played, seeds_of
from tiltyard.core.tournament import Match


@dataclass(frozen=True, slots=True)
class ReportResult:
    """A player hands in the slip of their own game."""

    NAME: ClassVar[str] = "report-result"
    match: MatchId
    slip: Slip


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """A player agrees with the slip of the opponent, named by its digest."""

    NAME: ClassVar[str] = "confirm-result"
    match: MatchId
    digest: str


@dataclass(frozen=True, slots=True)
class EnterResult:
    """A member of staff enters the slip of a game."""

    NAME: ClassVar[str] = "enter-result"
    match: MatchId
    slip: Slip
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResolveDispute:
    """A leader decides which result counts."""

    NAME: ClassVar[str] = "resolve-dispute"
    match: MatchId
    slip: Slip
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Put right a result that counted; `instead_of` is the digest of the slip it replaces.

    Without a slip, the absent player forfeited the game after all.
    """

    NAME: ClassVar[str] = "correct-result"
    match: MatchId
    slip: Slip | None
    instead_of: str
    reason: str
    absent: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ForfeitGame:
    """Say that one of the two did not come; usually they are dropped as well."""

    NAME: ClassVar[str] = "forfeit-game"
    match: MatchId
    absent: PlayerId
    drop: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VerifyTotals:
    """Note that the players of a game compared their lists as ordered."""

    NAME: ClassVar[str] = "verify-totals"
    match: MatchId


def _open_game(scene: Scene, match: MatchId) -> tuple[DayRound, Game]:
    """Return a match of the newest round that was really played, or refuse."""
    round_, game = scene.game(match)
    if game.kind == "bye":
        raise Refused("bye-no-slip", clause=scene.rules.bye.clause)
    if game.kind == "forfeit":
        raise Refused("game-forfeited", clause=scene.rules.forfeit.clause)
    if round_ is not scene.event.current or scene.event.draft is not None:
        raise Refused("round-over", clause=scene.rules.pairing.clause, number=round_.number)
    if _was_cut_from(scene.event, round_) and not game.is_open:
        raise Refused(
            "round-over-cut-made-from",
            clause=scene.rules.cut.clause,
            both=(game.slip, None),
            number=round_.number,
        )
    return round_, game


def takes_entries(event: Event, round_: DayRound) -> bool:
    """Whether slips of a round are still entered; afterwards its results are corrected."""
    newest = round_ is event.current and event.draft is None
    return newest and not (_was_cut_from(event, round_) and round_.is_closed)


def _was_cut_from(event: Event, round_: DayRound) -> bool:
    """Whether the cut was made from a round: nothing said about it opens it again."""
    return event.qualification is not None and round_.stage == 1 and round_.kind == "swiss"


def _report(scene: Scene, command: ReportResult) -> Iterator[Fact]:
    round_, game = _open_game(scene, command.match)
    slip = require_slip(scene, round_, game, command.slip)
    player = PlayerId(scene.person)
    if game.slip is not None or game.contradicted:
        _require_late_report(scene, game, player, slip)
        yield from confirmed_slip(scene, round_, game, slip)
        yield results.EntryContradicted(game.id, slip)
        return
    if any(one.by == player and one.slip == slip for one in game.filed):
        raise Refused("what-you-reported-already")
    yield from confirmed_slip(scene, round_, game, slip)
    other = [one for one in game.filed if one.by != player]
    if other and other[0].slip.digest == slip.digest:
        yield results.ResultConfirmed(command.match, player, slip)
        return
    yield results.ResultReported(command.match, player, slip)


def _require_late_report(scene: Scene, game: Game, player: PlayerId, slip: Slip) -> None:
    """A report after a result counts: the same is nothing new, another one is a dispute."""
    counted = game.slip
    if counted is not None and counted.digest == slip.digest:
        raise Refused("result-counts-already", both=(counted, slip))
    _require_undecided(scene, game, slip)
    if game.contradicted or any(one.by == player for one in game.filed):
        raise Refused(
            "result-entered-you-had-your", clause=scene.rules.staff.clause, both=(counted, slip)
        )


def _confirm(scene: Scene, command: ConfirmResult) -> Iterator[Fact]:
    round_, game = _open_game(scene, command.match)
    player = PlayerId(scene.person)
    if game.contradicted:
        raise Refused(
            "result-disputed",
            clause=scene.rules.staff.clause,
            both=tuple(one.slip for one in game.filed),
        )
    if game.slip is not None:
        raise Refused("confirm-result-counts-already", both=(game.slip, None))
    theirs = [one for one in game.filed if one.by != player]
    if not theirs:
        raise Refused("confirm-opponent-not-reported-yet")
    if theirs[0].slip.digest != command.digest:
        raise Refused("report-changed-since-you-saw", both=(theirs[0].slip, None))
    yield from confirmed_slip(scene, round_, game, theirs[0].slip)
    yield results.ResultConfirmed(command.match, player, theirs[0].slip)


def decide_entry(scene: Scene, command: EnterResult) -> Iterator[Fact]:
    """Count an entry of the staff, unless it contradicts what was said before: then a dispute."""
    round_, game = _open_game(scene, command.match)
    slip = require_slip(scene, round_, game, command.slip)
    if game.is_disputed:
        raise Refused(
            "decide-entry-result-disputed",
            clause=scene.rules.staff.clause,
            both=tuple(one.slip for one in game.filed),
        )
    if game.slip is not None and game.slip.digest == slip.digest:
        raise Refused("decide-entry-result-counts-already", both=(game.slip, None))
    _require_undecided(scene, game, slip)
    yield from confirmed_slip(scene, round_, game, slip)
    differs = [one for one in game.filed if one.slip.digest != slip.digest]
    if game.slip is not None or differs:
        yield results.EntryContradicted(command.match, slip)
        return
    yield results.ResultEntered(command.match, slip, tidy(command.note))


def _require_undecided(scene: Scene, game: Game, slip: Slip) -> None:
    """Refuse to contradict what a leader has decided: it can only be corrected."""
    if game.decided:
        raise Refused(
            "leader-decided-result", clause=scene.rules.staff.clause, both=(game.slip, slip)
        )


def _resolve(scene: Scene, command: ResolveDispute) -> Iterator[Fact]:
    round_, game = _open_game(scene, command.match)
    if not game.is_disputed:
        raise Refused("result-not-disputed", clause=scene.rules.staff.clause)
    slip = require_slip(scene, round_, game, command.slip)
    yield from confirmed_slip(scene, round_, game, slip)
    yield results.DisputeResolved(command.match, slip, tidy(command.reason))


def _correct(scene: Scene, command: CorrectResult) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    _require_may_correct(scene, game)
    before = game.slip
    if game.kind == "bye" or (before is None and game.kind != "forfeit"):
        raise Refused("no-result-correct", clause=scene.rules.pairing.clause)
    if game.contradicted:
        raise Refused("correct-result-disputed")
    if before is not None and before.digest != command.instead_of:
        raise Refused("result-changed-since-you-saw", both=(before, command.slip))
    slip = _right_slip(scene, round_, game, command)
    absent = None if slip is not None else command.absent
    if (before and before.digest, game.absent) == (slip and slip.digest, absent):
        raise Refused("correct-result-counts-already")
    _require_bracket_stands(scene, round_, game, slip, absent)
    if slip is not None:
        yield from confirmed_slip(scene, round_, game, slip)
    yield results.ResultCorrected(command.match, before, slip, tidy(command.reason), absent)


def _require_may_correct(scene: Scene, game: Game) -> None:
    """Leave corrections to the organizer, unless the organizer plays in that game."""
    organizers = {*holders(scene.event, "organizer"), *holders(scene.event, "second_organizer")}
    if scene.person not in organizers and organizers.isdisjoint(game.players):
        raise Refused("organizer-corrects-results-counted", clause=scene.rules.staff.clause)


def _right_slip(scene: Scene, round_: DayRound, game: Game, command: CorrectResult) -> Slip | None:
    """Return the slip a correction names, or none where somebody was absent instead."""
    if (command.slip is None) == (command.absent is None):
        raise Refused("correction-names-slip-who-absent")
    if command.slip is not None:
        return require_slip(scene, round_, game, command.slip)
    if command.absent not in game.players:
        raise Refused("right-slip-player-not-match")
    return None


def _require_bracket_stands(
    scene: Scene, round_: DayRound, game: Game, slip: Slip | None, absent: PlayerId | None
) -> None:
    """Refuse a new winner of a bracket game whose next round is published already."""
    if round_.kind != "elimination" or round_ is scene.event.current:
        return
    rules, seeds = scene.rules, seeds_of(scene.event, round_)
    winners = {
        winner_of(rules, seeds, _as_settled(game, one, who), round_.number)
        for one, who in ((game.slip, game.absent), (slip, absent))
    }
    if len(winners) > 1:
        raise Refused("bracket-winner-would-change", clause=rules.elimination.fold_clause)


def _as_settled(game: Game, slip: Slip | None, absent: PlayerId | None) -> Match:
    if slip is not None:
        return as_played(game, slip)
    return Match(game.players, kind="forfeit", absent=absent, game=game.game)


def _forfeit(scene: Scene, command: ForfeitGame) -> Iterator[Fact]:
    _, game = _open_game(scene, command.match)
    if command.absent not in game.players:
        raise Refused("forfeit-player-not-match")
    if game.slip is not None or game.filed:
        raise Refused("forfeit-result-handed-game", clause=scene.rules.forfeit.clause)
    entrant = scene.entrant(command.absent)
    yield results.GameForfeited(command.match, command.absent, tidy(command.reason))
    if entrant.spare:
        yield people.SpareLeft(command.absent)
    elif command.drop:
        after = scene.round().id
        yield people.PlayerDropped(command.absent, "no_show", after, tidy(command.reason))


def _verify_totals(scene: Scene, command: VerifyTotals) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    if not scene.rules.conduct.verify_totals_clause:
        raise Refused("no-such-check", clause=scene.rules.clause, game=scene.rules.game)
    if not round_.opens_the_event:
        raise Refused(
            "totals-verified-before-round-1", clause=scene.rules.conduct.verify_totals_clause
        )
    if game.kind != "game" or game.totals_verified:
        raise Refused("nothing-verify-here")
    yield results.TotalsVerified(command.match)


DECIDE_RESULTS: Acts = {
    ReportResult: Act(_report, the_players_of_the_match),
    ConfirmResult: Act(_confirm, the_players_of_the_match),
    EnterResult: Act(decide_entry, the_players_of_the_match),
    ResolveDispute: Act(_resolve, the_players_of_the_match),
    CorrectResult: Act(_correct, the_players_of_the_match),
    ForfeitGame: Act(_forfeit, the_players_of_the_match),
    VerifyTotals: Act(_verify_totals, the_players_of_the_match),
}
