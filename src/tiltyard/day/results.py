"""Results: slips reported, confirmed, entered, disputed, corrected; scores that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.as_tournament import as_played, as_settled, seeds_of
from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Question,
    Scene,
    confirmed,
    the_players_of_the_match,
)
from tiltyard.day.event import (
    DayRound,
    Event,
    Filed,
    Game,
    remaining_seconds,
    setting_of,
    the_game,
    with_changed_basis,
    with_changed_game,
    with_match,
)
from tiltyard.day.facts import (
    DisputeResolved,
    EntryContradicted,
    Fact,
    GameForfeited,
    PlayerDropped,
    Recorded,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    SpareLeft,
    TotalsVerified,
)
from tiltyard.day.list_access import list_of, may_read_list
from tiltyard.day.plan import endings_of, length_of
from tiltyard.day.rights import DECIDERS, FLOOR, LATE, LEADERS, RUNNING, SCORERS, Right
from tiltyard.day.roles import holders, leaders
from tiltyard.day.visibility import may_read_told
from tiltyard.engine.errors import Phrase, Refused, RulesetText, SlipRefused
from tiltyard.engine.ledger import winner_of
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.rosters.checks import muster_for
from tiltyard.engine.rosters.reachable import below_total, doubts, reach_of_muster
from tiltyard.engine.scoring import (
    Fields,
    available_points,
    clause_of_field,
    counts_objectives,
    fields_of,
    numbers_of_slips,
    own_numbers,
    require_last_roll_decides,
    score_game,
)
from tiltyard.engine.slip import Slip, pairs_of, players_of
from tiltyard.engine.tournament import Match, MatchId, MatchKind, PersonId, PlayerId

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.engine.rosters.reachable import Doubt, Reach
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Outcome, Ruleset


# ------------------------------------------------------------------------------
# What a slip is asked back about before it is taken: it may be right, but it looks wrong.


def confirmed_slip(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Iterator[Fact]:
    """Yield that everything odd about a slip was meant, as the first fact of its act; or ask.

    What was meant about a game once is not asked again; scores are asked about each time.
    """
    asked = (*_not_begun(scene, round_, game), *_other_initiative(scene, round_, game, slip))
    known = scene.event.confirmed_about(game.id)
    questions = [question for question in asked if question.code not in known]
    questions += score_questions(scene, round_, game, slip)
    yield from confirmed(scene, questions, about=game.id)


def _not_begun(scene: Scene, round_: DayRound, game: Game) -> Iterator[Question]:
    """Ask about the first result of a game whose round nobody has started."""
    if round_.began or game.slip is not None:
        return
    yield Question(
        "round-not-begun",
        scene.rules.papers.begin_clause or scene.rules.clock.swiss.clause,
        {"round": round_.number},
        "result-before-the-start",
    )


LONG_BEFORE = 10 * 60
"""Seconds left on the clock from which on hardly a game was stopped by time."""


def minutes_before_time(round_: DayRound, game: Game, slip: Slip, now: datetime) -> int | None:
    """Return how many minutes are left where a slip says that time ended the game; none: it may."""
    if slip.end != "time" or not round_.began or round_.timer.called is not None:
        return None
    left = remaining_seconds(round_.timer, now, game.extension)
    return left // 60 if left is not None and left > LONG_BEFORE else None


def _other_initiative(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Iterator[Question]:
    """Ask about a slip that gives the initiative to the other player than was noted."""
    noted = game.first_player
    if slip.initiative is None or noted is None or game.players[slip.initiative] == noted:
        return
    outcome = scene.rules.outcomes[slip.end]
    if not any("initiative" in some for some in fields_of(scene.rules, round_.kind, outcome)):
        return  # it decides nothing here
    yield Question(
        "initiative-differs",
        clause_of_field(scene.rules, round_.kind, outcome, "initiative"),
        {"noted": scene.name(noted), "named": scene.name(game.players[slip.initiative])},
    )


# ------------------------------------------------------------------------------
# Which slips can be taken: complete, possible, and naming people who were there.

_MOST = 1_000_000
_NOTHING = Slip("time")


def require_slip(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Return a slip as it is recorded, or refuse one that is incomplete or impossible.

    What its ending has no use for is left out, and so is what only level scores ask for where the
    slip is complete without it: two people who fill in different needless fields say the same.
    """
    outcome = scene.rules.outcomes.get(slip.end)
    if outcome is None:
        return _checked(scene, round_, game, slip)
    asked = fields_of(scene.rules, round_.kind, outcome)
    slip = _useful(scene.rules, outcome, asked, slip)
    bare = _without(slip, set(asked.if_level))
    if bare == slip:
        return _checked(scene, round_, game, slip)
    try:
        taken = _checked(scene, round_, game, bare)
    except SlipRefused as no:
        if no.field not in asked.if_level:
            raise
    else:
        if _without(taken, set(asked.if_level)) == taken:
            return taken
    return _checked(scene, round_, game, slip)


def _useful(rules: Ruleset, outcome: Outcome, asked: Fields, slip: Slip) -> Slip:
    """Return a slip without what its ending has no use for."""
    keep: set[str] = {"end", *asked.needs, *asked.if_level}
    if counts_objectives(rules, outcome):
        keep.add("objectives")
    if own_numbers(rules, outcome) or not numbers_of_slips(rules):
        keep.add("extra")
    return _without(slip, {field.name for field in fields(Slip)} - keep)


def _without(slip: Slip, names: set[str]) -> Slip:
    return replace(slip, **{name: getattr(_NOTHING, name) for name in names})


def _checked(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Return a slip with its witness by id; refuse one that is incomplete or impossible."""
    _require_numbers(slip)
    _require_known_numbers(scene, slip)
    _require_clock(scene, round_, slip)
    if slip.witness is not None:
        slip = replace(slip, witness=_witness(scene, game, slip))
    slip = _with_noted_initiative(scene, round_, game, slip)
    _require_all_of_the_day(scene, round_, slip)
    require_last_roll_decides(scene.rules, slip)
    return slip


def _require_known_numbers(scene: Scene, slip: Slip) -> None:
    """Refuse numbers for a tie-break that was not announced."""
    for name in slip.extra:
        if name not in {*scene.rules.standings.extra, *numbers_of_slips(scene.rules)}:
            raise SlipRefused(
                "number-no-tie-break",
                clause=scene.rules.standings.extra_clause,
                field="extra",
                name=name[:40],
                extra=tuple(scene.rules.standings.extra) or (Phrase("things.none"),),
            )


def _require_clock(scene: Scene, round_: DayRound, slip: Slip) -> None:
    """Refuse an end by time in a round that is played without a clock."""
    length = length_of(scene.event, scene.rules, round_)
    if slip.end == "time" and length.minutes is None:
        others = ", ".join(endings_of(scene.event, scene.rules, round_))
        raise SlipRefused(
            "round-untimed-time-cant-end", clause=length.clause, field="end", others=others
        )


def _with_noted_initiative(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Slip:
    """Score a slip; who has initiative is taken from what was noted before the game."""
    noted = game.first_player
    if slip.initiative is None and noted is not None and _asks_for_initiative(scene, round_, slip):
        slip = replace(slip, initiative=game.players.index(noted))
    try:
        _require_scored(scene, round_, game, slip)
    except SlipRefused as no:
        if no.field != "initiative" or slip.initiative is not None or noted is None:
            raise
        slip = replace(slip, initiative=game.players.index(noted))
        _require_scored(scene, round_, game, slip)
    return slip


def _asks_for_initiative(scene: Scene, round_: DayRound, slip: Slip) -> bool:
    outcome = scene.rules.outcomes.get(slip.end)
    if outcome is None:
        return False
    return "initiative" in fields_of(scene.rules, round_.kind, outcome).needs


def _require_scored(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> None:
    """Refuse a slip from which no result follows."""
    if round_.kind == "elimination":
        winner_of(scene.rules, seeds_of(scene.event, round_), as_played(game, slip), round_.number)
    else:
        score_game(scene.rules, setting_of(scene.event, round_), slip)


def _require_all_of_the_day(scene: Scene, round_: DayRound, slip: Slip) -> None:
    """Refuse a slip without what only the day asks for: initiative, leaders, own tie-breaks."""
    rules, outcome = scene.rules, scene.rules.outcomes[slip.end]
    for name in fields_of(rules, round_.kind, outcome).needs:
        if getattr(slip, name) is None:
            raise SlipRefused(
                f"slip-lacks-{name}",
                clause=clause_of_field(rules, round_.kind, outcome, name),
                field=name,
            )
    for own in own_numbers(rules, outcome):
        if own not in slip.extra:
            said = own.replace("_", " ")
            raise SlipRefused(
                "slip-lacks-announced-tie-break",
                clause=rules.standings.extra_needed_clause or rules.standings.extra_clause,
                field=f"extra.{own}",
                said=said,
            )


def _require_numbers(slip: Slip) -> None:
    for name, pair in pairs_of(slip):
        if any(not 0 <= number <= _MOST for number in pair):
            raise SlipRefused("slip-pair-impossible", field=name, name=name, pair=list(pair))
    for name, player in players_of(slip):
        if player not in {None, 0, 1}:
            raise SlipRefused("names-one-two-players", field=name, name=name)


def _witness(scene: Scene, game: Game, slip: Slip) -> PersonId:
    """Return the leader who was present, named by id or by name."""
    witness, outcome = slip.witness or "", scene.rules.outcomes.get(slip.end)
    able = [leader for leader in leaders(scene.event, scene.rules) if leader not in game.players]
    for person in able:
        if witness in {person, scene.name(person)}:
            return person
    raise SlipRefused(
        "no-leader-who-could-been",
        clause=outcome.need_clauses.get("witness", outcome.clause) if outcome else None,
        field="witness",
        witness=witness[:80],
        able=tuple(scene.name(person) for person in able) or (Phrase("things.nobody"),),
    )


# ------------------------------------------------------------------------------
# Scores at an event that a list cannot give, and who hears of it.


def roster_here(event: Event, player: PlayerId) -> Roster | None:
    """Return the list a player handed in; none: there is none, or it is on paper."""
    army = list_of(event, player)
    if army is None or not army.is_handed_in or army.state == "on_paper":
        return None
    return army.roster


def reach_of(event: Event, rules: Ruleset, round_: DayRound, player: PlayerId) -> Reach | None:
    """Return what can be destroyed from the list a player plays in a round; none: not known."""
    roster = roster_here(event, player)
    if roster is not None:
        return reach_of_muster(rules, roster, muster_for(rules, *setting_of(event, round_)))
    entrant = event.entrants.get(player)
    if entrant is None or len(rules.score.wipe_out) != 1:
        return None
    return below_total(rules, entrant.total)


def hears_about(event: Event, rules: Ruleset, person: PersonId, player: PlayerId) -> bool:
    """Whether somebody may be told what can be destroyed from a player's list, or their total."""
    if roster_here(event, player) is not None:
        return may_read_list(event, rules, person, player)
    return may_read_told(event, rules, person, player)


def doubts_about(
    event: Event, rules: Ruleset, round_: DayRound, game: Game, slip: Slip
) -> tuple[Doubt, ...]:
    """Return the scores of a slip that the lists of its players do not allow."""
    if len(game.players) != 2:
        return ()
    first, second = (reach_of(event, rules, round_, player) for player in game.players)
    whole = available_points(rules, setting_of(event, round_))
    return doubts(rules, slip, (first, second), whole)


def doubts_heard(
    event: Event, rules: Ruleset, person: PersonId, round_: DayRound, game: Game, slip: Slip
) -> tuple[Doubt, ...]:
    """Return the doubts about a slip that this person may hear."""
    heard = [hears_about(event, rules, person, player) for player in game.players]
    if not any(heard):
        return ()
    found = doubts_about(event, rules, round_, game, slip)
    return tuple(doubt for doubt in found if heard[1 - doubt.index])


# ------------------------------------------------------------------------------
# Asking back about scores that the opponent's list cannot give.

IMPOSSIBLE = "score-impossible"
"""The code under which an impossible score is asked back, and marked once it was insisted on."""


def score_questions(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> list[Question]:
    """Return what is asked back about the scores of a slip, as far as this person may hear it."""
    found = doubts_heard(scene.event, scene.rules, scene.person, round_, game, slip)
    return [_question(scene, game, slip, doubt) for doubt in found]


@dataclass(frozen=True, slots=True)
class DoubtedGame:
    """A result that counts although a list cannot give it: why, and who insisted on it."""

    game: Game
    questions: tuple[Question, ...]
    insisted: tuple[PersonId, ...]


def doubted_games(scene: Scene, round_: DayRound) -> Iterator[DoubtedGame]:
    """Yield the games of a round whose score cannot be, as far as this person may hear it."""
    for game in round_.games.values():
        if game.slip is None or game.kind != "game" or game.is_open:
            continue
        questions = tuple(score_questions(scene, round_, game, game.slip))
        if questions:
            said = (
                confirmation
                for confirmation in scene.event.confirmations
                if confirmation.about == game.id
            )
            insisted = tuple(
                dict.fromkeys(
                    confirmation.by for confirmation in said if IMPOSSIBLE in confirmation.codes
                )
            )
            yield DoubtedGame(game, questions, insisted)


def total_questions(scene: Scene, player: PlayerId, total: int | None) -> list[Question]:
    """Return which scores that count a new total of a player would make impossible."""
    found = []
    known = below_total(scene.rules, total) if len(scene.rules.score.wipe_out) == 1 else None
    for round_ in scene.event.rounds if known is not None else ():
        for game in round_.games.values():
            if player in game.players and game.slip is not None and len(game.players) == 2:
                mine = game.players.index(player)
                reaches = (known, None) if mine == 0 else (None, known)
                whole = available_points(scene.rules, setting_of(scene.event, round_))
                doubted = doubts(scene.rules, game.slip, reaches, whole)
                found += [_question(scene, game, game.slip, doubt) for doubt in doubted]
    return found


def _question(scene: Scene, game: Game, slip: Slip, doubt: Doubt) -> Question:
    first, second = (scene.name(player) for player in game.players)
    name, enemy = (first, second) if doubt.index == 0 else (second, first)
    kind = RulesetText(scene.rules.terms["list"])
    mine = game.players[1 - doubt.index] == scene.person
    whose = Phrase(
        "phrases.your-list" if mine else "phrases.list-of", {"kind": kind, "name": enemy}
    )
    facts = {
        "player": name,
        "enemy": enemy,
        "whose": whose,
        "score": doubt.score,
        "total": doubt.total,
        "whole": doubt.whole,
        "below": doubt.below,
        "above": doubt.above,
    }
    return Question(IMPOSSIBLE, doubt.clause, facts, _wording(slip, doubt))


def _wording(slip: Slip, doubt: Doubt) -> str:
    """Return the code of the sentence: why the score cannot be, and what may be meant."""
    if doubt.code == "nothing-left":
        survived = slip.end == "destroyed"
        return "score-is-all-but-somebody-survived" if survived else "score-is-all-of-the-list"
    if doubt.code == "not-all":
        return "score-is-not-all-of-the-list"
    apart = "-with-objectives-apart" if doubt.objectives else ""
    if doubt.score > doubt.total:
        guess = "" if not doubt.exact or doubt.below is None else "-guessed"
        return f"score-above-total{guess}{apart}"
    return ("score-is-no-sum" if doubt.above is not None else "score-is-no-sum-below") + apart


# ------------------------------------------------------------------------------
# Deciding about results: reports, confirmations, disputes, entries, corrections.


@dataclass(frozen=True, slots=True)
class ReportResult:
    """A player hands in the slip of their own game.

    `instead_of` is the digest of the result they saw and contradict, `none` where they saw none;
    left out, a result that counts is contradicted whether they saw it or not.
    """

    NAME: ClassVar[str] = "report-result"
    match: MatchId
    slip: Slip
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """A player agrees with the slip of the opponent or the desk, named by its digest."""

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
        _require_seen(game, command)
        yield from confirmed_slip(scene, round_, game, slip)
        yield EntryContradicted(game.id, slip)
        return
    if any(filed.by == player and filed.slip == slip for filed in game.filed):
        raise Refused("what-you-reported-already")
    yield from confirmed_slip(scene, round_, game, slip)
    other = [filed for filed in game.filed if filed.by != player]
    if other and other[0].slip.digest == slip.digest:
        yield ResultConfirmed(command.match, player, slip)
        return
    yield ResultReported(command.match, player, slip)


def _require_late_report(scene: Scene, game: Game, player: PlayerId, slip: Slip) -> None:
    """A report after a result counts: the same is nothing new, another one is a dispute."""
    counted = game.slip
    if counted is not None and counted.digest == slip.digest:
        raise Refused("result-counts-already", both=(counted, slip))
    _require_undecided(scene, game, slip)
    if game.contradicted or any(filed.by == player for filed in game.filed):
        raise Refused(
            "result-entered-you-had-your", clause=scene.rules.staff.clause, both=(counted, slip)
        )


def _require_seen(game: Game, command: ReportResult) -> None:
    """Refuse to contradict a result that the player had not seen when they wrote theirs."""
    counted = game.slip
    if counted is None or command.instead_of in {None, counted.digest}:
        return
    raise Refused("result-entered-meanwhile", both=(counted, command.slip))


def _confirm(scene: Scene, command: ConfirmResult) -> Iterator[Fact]:
    round_, game = _open_game(scene, command.match)
    player = PlayerId(scene.person)
    if game.contradicted:
        raise Refused(
            "result-disputed",
            clause=scene.rules.staff.clause,
            both=tuple(filed.slip for filed in game.filed),
        )
    slip = _unconfirmed_entry(game, player) if game.slip is not None else _theirs(game, player)
    if slip.digest != command.digest:
        raise Refused("report-changed-since-you-saw", both=(slip, None))
    yield from confirmed_slip(scene, round_, game, slip)
    yield ResultConfirmed(command.match, player, slip)


def _theirs(game: Game, player: PlayerId) -> Slip:
    """Return the slip of the opponent, or refuse."""
    theirs = next((report.slip for report in game.filed if report.by != player), None)
    if theirs is None:
        raise Refused("confirm-opponent-not-reported-yet")
    return theirs


def _unconfirmed_entry(game: Game, player: PlayerId) -> Slip:
    """Return the result the desk entered, or refuse where this player may not say more to it."""
    assert game.slip is not None
    if not can_contest(game, player):
        raise Refused("confirm-result-counts-already", both=(game.slip, None))
    return game.slip


def contests(event: Event, player: PlayerId) -> bool:
    """Whether a player may still say that the result the desk entered for them is wrong.

    Told as players know the event: a round that is drawn but not published is no news for them.
    """
    game, round_ = event.game_of(player), event.current
    if game is None or round_ is None or not can_contest(game, player):
        return False
    return takes_entries(replace(event, draft=None), round_)


def can_contest(game: Game, player: PlayerId) -> bool:
    """Whether the desk entered the result of a game and this player has not had their say."""
    entered = game.slip is not None and game.entered_by is not None
    spoke = any(report.by == player for report in game.filed)
    return entered and not (game.decided or game.contradicted or spoke)


def decide_entry(scene: Scene, command: EnterResult) -> Iterator[Fact]:
    """Count an entry of the staff, unless it contradicts what was said before: then a dispute."""
    round_, game = _open_game(scene, command.match)
    slip = require_slip(scene, round_, game, command.slip)
    if game.is_disputed:
        raise Refused(
            "decide-entry-result-disputed",
            clause=scene.rules.staff.clause,
            both=tuple(filed.slip for filed in game.filed),
        )
    if game.slip is not None and game.slip.digest == slip.digest:
        raise Refused("decide-entry-result-counts-already", both=(game.slip, None))
    _require_undecided(scene, game, slip)
    yield from confirmed_slip(scene, round_, game, slip)
    differs = [filed for filed in game.filed if filed.slip.digest != slip.digest]
    if game.slip is not None or differs:
        yield EntryContradicted(command.match, slip)
        return
    yield ResultEntered(command.match, slip, tidy(command.note))


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
    yield DisputeResolved(command.match, slip, tidy(command.reason))


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
    yield ResultCorrected(command.match, before, slip, tidy(command.reason), absent)


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
        winner_of(rules, seeds, _with_result(game, other, who), round_.number)
        for other, who in ((game.slip, game.absent), (slip, absent))
    }
    if len(winners) > 1:
        raise Refused("bracket-winner-would-change", clause=rules.elimination.fold_clause)


def _with_result(game: Game, slip: Slip | None, absent: PlayerId | None) -> Match:
    kind: MatchKind = "game" if slip is not None else "forfeit"
    return as_settled(replace(game, kind=kind, slip=slip, absent=absent))


def _forfeit(scene: Scene, command: ForfeitGame) -> Iterator[Fact]:
    _, game = _open_game(scene, command.match)
    if command.absent not in game.players:
        raise Refused("forfeit-player-not-match")
    if game.slip is not None or game.filed:
        raise Refused("forfeit-result-handed-game", clause=scene.rules.forfeit.clause)
    entrant = scene.entrant(command.absent)
    yield GameForfeited(command.match, command.absent, tidy(command.reason))
    if entrant.spare:
        yield SpareLeft(command.absent)
    elif command.drop:
        after = scene.round().id
        yield PlayerDropped(command.absent, "no_show", after, tidy(command.reason))


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
    yield TotalsVerified(command.match)


# ------------------------------------------------------------------------------
# How results change the state.


def _fold_result_reported(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ResultReported)
    game = the_game(event, fact.match)
    others = tuple(other for other in game.filed if other.by != fact.player)
    filed = (*others, Filed(fact.player, recorded.role, fact.slip))
    return with_changed_game(event, replace(game, filed=filed))


def _fold_result_confirmed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ResultConfirmed)
    game = the_game(event, fact.match)
    others = tuple(other for other in game.filed if other.by != fact.player)
    filed = (*others, Filed(fact.player, recorded.role, fact.slip))
    return with_changed_game(event, replace(game, filed=filed, slip=fact.slip))


def _fold_result_entered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ResultEntered)
    game = the_game(event, fact.match)
    return with_changed_game(event, replace(game, slip=fact.slip, entered_by=recorded.actor))


def _fold_entry_contradicted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EntryContradicted)
    game = the_game(event, fact.match)
    filed = (*game.filed, Filed(recorded.actor, recorded.role, fact.slip))
    event = _with_doubtful_cut(event, recorded, fact.match)
    return with_changed_game(event, replace(game, filed=filed, contradicted=True))


def _with_doubtful_cut(event: Event, recorded: Recorded, match: MatchId) -> Event:
    """Mark a cut that was made before the result of a match was put in doubt."""
    said = f"made before the result of match {match} was disputed"
    return with_changed_basis(event, recorded.actor, said, match.rpartition(".")[0])


def _fold_dispute_resolved(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DisputeResolved)
    game = the_game(event, fact.match)
    settled = replace(
        game,
        slip=fact.slip,
        contradicted=False,
        decided=True,
        entered_by=recorded.actor,
        coming=None,
    )
    return with_changed_game(_with_doubtful_cut(event, recorded, fact.match), settled)


def _fold_result_corrected(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ResultCorrected)
    game = the_game(event, fact.match)
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
    event = with_changed_game(with_changed_basis(event, recorded.actor, said, home), right)
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


def _fold_game_forfeited(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, GameForfeited)
    game = the_game(event, fact.match)
    over = replace(
        game, kind="forfeit", absent=fact.absent, slip=None, filed=(), contradicted=False
    )
    return with_changed_game(event, over)


def _fold_totals_verified(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TotalsVerified)
    return with_match(event, replace(the_game(event, fact.match), totals_verified=True))


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _tell_report(told: ActFacts) -> Command:
    said = told.maybe(ResultReported) or told.maybe(ResultConfirmed)
    if said is not None:
        return ReportResult(said.match, said.slip)
    contradicted = told.the(EntryContradicted)
    return ReportResult(contradicted.match, contradicted.slip)


def _tell_confirm(told: ActFacts) -> Command:
    said = told.the(ResultConfirmed)
    return ConfirmResult(said.match, said.slip.digest)


def _tell_enter(told: ActFacts) -> Command:
    entered = told.maybe(ResultEntered)
    if entered is not None:
        return EnterResult(entered.match, entered.slip, entered.note)
    contradicted = told.the(EntryContradicted)
    return EnterResult(contradicted.match, contradicted.slip)


def _tell_correct(told: ActFacts) -> Command:
    said = told.the(ResultCorrected)
    instead_of = said.before.digest if said.before is not None else ""
    return CorrectResult(said.match, said.slip, instead_of, said.reason, said.absent)


def _tell_forfeit(told: ActFacts) -> Command:
    said = told.the(GameForfeited)
    drop = told.maybe(PlayerDropped) is not None
    return ForfeitGame(said.match, said.absent, drop, said.reason)


ACTS: tuple[AnyAct, ...] = (
    Act(
        ReportResult,
        _report,
        facts=(
            ResultReported,
            ResultConfirmed,
            EntryContradicted,
        ),
        rights=(Right(("player", "spare"), RUNNING, "own"),),
        concerns=the_players_of_the_match,
        tell=_tell_report,
        about_results=True,
    ),
    Act(
        ConfirmResult,
        _confirm,
        facts=(ResultConfirmed,),
        rights=(Right(("player", "spare"), RUNNING, "own"),),
        concerns=the_players_of_the_match,
        tell=_tell_confirm,
        about_results=True,
    ),
    Act(
        EnterResult,
        decide_entry,
        facts=(ResultEntered, EntryContradicted),
        rights=(Right(SCORERS, RUNNING, "not_own"),),
        concerns=the_players_of_the_match,
        tell=_tell_enter,
        about_results=True,
    ),
    Act(
        ResolveDispute,
        _resolve,
        facts=(DisputeResolved,),
        rights=(Right(LEADERS, RUNNING, "not_own", reason=True),),
        concerns=the_players_of_the_match,
        about_results=True,
    ),
    Act(
        CorrectResult,
        _correct,
        facts=(ResultCorrected,),
        rights=(Right(DECIDERS, LATE, "not_own", reason=True),),
        concerns=the_players_of_the_match,
        tell=_tell_correct,
        about_results=True,
    ),
    Act(
        ForfeitGame,
        _forfeit,
        facts=(GameForfeited, PlayerDropped, SpareLeft),
        rights=(Right(FLOOR, RUNNING, "not_own"),),
        concerns=the_players_of_the_match,
        tell=_tell_forfeit,
        about_results=True,
    ),
    Act(
        VerifyTotals,
        _verify_totals,
        facts=(TotalsVerified,),
        rights=(
            Right(LEADERS, RUNNING, "not_own"),
            Right(("player", "spare"), RUNNING, "own"),
        ),
        concerns=the_players_of_the_match,
        about_results=True,
    ),
)


FOLDS: Folds = {
    ResultReported: _fold_result_reported,
    ResultConfirmed: _fold_result_confirmed,
    ResultEntered: _fold_result_entered,
    EntryContradicted: _fold_entry_contradicted,
    DisputeResolved: _fold_dispute_resolved,
    ResultCorrected: _fold_result_corrected,
    GameForfeited: _fold_game_forfeited,
    TotalsVerified: _fold_totals_verified,
}
