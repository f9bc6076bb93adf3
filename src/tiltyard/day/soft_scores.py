"""Points beside the games: painting, sportsmanship, a quiz, bonuses, penalties, and votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from tiltyard.day.context import Act, AnyAct, Folds, Scene, the_player
from tiltyard.day.event import (
    Event,
    SoftPoints,
    counts_as_vote,
    have_met,
    is_shown,
    with_later_tie_break,
)
from tiltyard.day.facts import (
    Fact,
    Recorded,
    SoftScoreClosed,
    SoftScoreDeclared,
    SoftScoreHandedIn,
    SoftScoreRemoved,
    SoftScoresGiven,
)
from tiltyard.day.rights import OPEN, ORGANIZERS, RUNNING, SCORERS, SEEN, Right
from tiltyard.engine.errors import Phrase, Refused
from tiltyard.engine.plain_text import LONGEST_NAME, require_name, slug, tidy
from tiltyard.engine.ruleset import Ruleset, ScoreGiver, ScoreShown, SoftScore
from tiltyard.engine.soft_scores import kinds_of, require_value, score_flaws
from tiltyard.engine.tournament import PersonId, PlayerId, RoundId

LONGEST_REASON = 200
MOST_DECLARED = 20


@dataclass(frozen=True, slots=True)
class DeclareSoftScore:
    """Say for what else there are points, for awards and prizes; the ranking knows nothing of them.

    `score` is its short name in files and programs; without one it follows from the title.
    """

    NAME: ClassVar[str] = "declare-soft-score"
    title: str
    per: Literal["event", "round"] = "event"
    least: int = 0
    most: int = 20
    by: ScoreGiver = "leader"
    choices: Literal["players", "opponents"] = "players"
    shown: ScoreShown = "at_end"
    prize: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class RemoveSoftScore:
    """Give up points that were declared, while nobody has any."""

    NAME: ClassVar[str] = "remove-soft-score"
    score: str


@dataclass(frozen=True, slots=True)
class GiveScores:
    """Give players points beside the games; who is in `clear` has none any more.

    Points of a round are about the newest one unless it is named. Less than nothing needs a reason.
    """

    NAME: ClassVar[str] = "give-scores"
    score: str
    values: dict[PlayerId, int] = field(default_factory=dict)
    round: RoundId = ""
    reason: str = ""
    clear: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class HandInScore:
    """Give the opponent of a round, or oneself, points; or vote for somebody (`about`)."""

    NAME: ClassVar[str] = "hand-in-score"
    player: PlayerId
    score: str
    value: int = 1
    about: str = ""
    round: RoundId = ""


@dataclass(frozen=True, slots=True)
class CloseScore:
    """End the handing in of points or votes by players, or open it again."""

    NAME: ClassVar[str] = "close-score"
    score: str
    closed: bool = True


# ------------------------------------------------------------------------------
# What there is: the scores of an event, who has what, who may still hand in.


def soft_kinds(event: Event, rules: Ruleset) -> dict[str, SoftScore]:
    """Return every soft score of an event by its id, those of the ruleset first."""
    return kinds_of(rules, event.declared)


def may_be_chosen(event: Event, player: PlayerId) -> bool:
    """Whether somebody can have votes and points: a player who takes part."""
    entrant = event.entrants.get(player)
    return entrant is not None and not entrant.spare and entrant.state in {"active", "dropped"}


def choices_for(event: Event, kind: SoftScore, voter: PlayerId) -> tuple[PlayerId, ...]:
    """Return whom somebody may vote for: never themselves, of opponents only those they met."""
    return tuple(
        player
        for player in event.entrants
        if player != voter
        and may_be_chosen(event, player)
        and (kind.choices == "players" or have_met(event, voter, player))
    )


def is_open(event: Event, kind: SoftScore) -> bool:
    """Whether players may hand in points or votes: until the desk closes it."""
    return kind.by != "leader" and kind.id not in event.soft_closed and event.phase == "running"


def is_known(event: Event, kind: SoftScore) -> bool:
    """Whether everybody may read the points of a score by now."""
    return is_shown(event, kind.id, kind.shown, waits=kind.by != "leader")


def totals_of(event: Event, kind: SoftScore) -> dict[PlayerId, int]:
    """Return the points, or the number of votes, of everybody who has any and can win a prize."""
    total: Counter[PlayerId] = Counter()
    for given in event.soft.get(kind.id, ()):
        if not may_be_chosen(event, given.player):
            continue
        if given.voter is None:
            total[given.player] += given.value
        elif counts_as_vote(event, given):
            total[given.player] += 1
    return dict(total)


def entry_of(
    event: Event, score: str, player: PlayerId, round_: RoundId | None = None
) -> SoftPoints | None:
    """Return the points somebody has, of one round if it is named; a vote is none."""
    return next(
        (
            given
            for given in event.soft.get(score, ())
            if given.player == player and given.voter is None and round_ in {None, given.round}
        ),
        None,
    )


def vote_of(event: Event, score: str, voter: PlayerId) -> SoftPoints | None:
    """Return the vote somebody cast."""
    return next((given for given in event.soft.get(score, ()) if given.voter == voter), None)


# ------------------------------------------------------------------------------
# Deciding.


def _declare(scene: Scene, command: DeclareSoftScore) -> Iterator[Fact]:
    title = require_name(command.title, "the-soft-score")
    score = command.score or slug(title, 40).replace("-", "_")
    known = soft_kinds(scene.event, scene.rules)
    if score in {*known, *scene.rules.standings.extra}:
        raise Refused("soft-score-id-taken", field="score", id=score)
    if len(scene.event.declared) >= MOST_DECLARED:
        raise Refused("too-many-soft-scores", most=MOST_DECLARED)
    least, most = (1, 1) if command.by == "vote" else (command.least, command.most)
    fact = SoftScoreDeclared(
        score,
        title,
        command.per,
        least,
        most,
        command.by,
        command.choices,
        command.shown,
        tidy(command.prize, LONGEST_NAME),
    )
    for code, facts in score_flaws(_declared(fact)):
        raise Refused(code).naming(facts)
    yield fact


def _remove(scene: Scene, command: RemoveSoftScore) -> Iterator[Fact]:
    kind = _kind(scene, command.score)
    if all(kind.id != declared.id for declared in scene.event.declared):
        raise Refused("soft-score-of-the-ruleset", clause=kind.clause, title=kind.title)
    if scene.event.soft.get(kind.id):
        raise Refused("soft-score-in-use", title=kind.title)
    yield SoftScoreRemoved(kind.id)


def _kind(scene: Scene, score: str) -> SoftScore:
    known = soft_kinds(scene.event, scene.rules)
    if score not in known:
        none: tuple[str | Phrase, ...] = tuple(known) or (Phrase("things.none"),)
        raise Refused("no-soft-score", field="score", score=score[:40], known=none)
    return known[score]


def _give(scene: Scene, command: GiveScores) -> Iterator[Fact]:
    kind = _kind(scene, command.score)
    if kind.by == "vote":
        raise Refused("soft-score-by-vote", clause=kind.clause or None, title=kind.title)
    round_ = _round(scene, kind, command.round)
    about = round_ if kind.per == "round" else None
    had = {
        player: entry_of(scene.event, kind.id, player, about)
        for player in (*command.values, *command.clear)
    }
    values = {
        player: value
        for player, value in command.values.items()
        if (old := had[player]) is None or old.value != value
    }
    clear = tuple(player for player in command.clear if had[player] is not None)
    for player, value in values.items():
        _require_player(scene, player)
        require_value(kind, value, field=f"values.{player}")
    if not values and not clear:
        raise Refused("soft-scores-unchanged")
    reason = tidy(command.reason, LONGEST_REASON)
    if not reason and any(value < 0 for value in values.values()):
        raise Refused("penalty-without-reason", clause=kind.clause or None, field="reason")
    changed = [had[player] for player in (*values, *clear)]
    before = [old.round for old in changed if old is not None]
    revises = _revises(scene, kind, [round_, *before])
    yield SoftScoresGiven(
        kind.id,
        values,
        round_,
        reason,
        clear,
        kind.shown,
        kind.per == "round",
        kind.by != "leader",
        revises,
    )


def _require_player(scene: Scene, player: PlayerId) -> None:
    entrant = scene.entrant(player)
    if entrant.spare:
        raise Refused("soft-score-of-spare", clause=scene.rules.spare.clause, name=entrant.name)


def _round(scene: Scene, kind: SoftScore, said: RoundId) -> RoundId:
    """Return the round that points are about; once an event, from which they count."""
    if said and scene.event.round(said) is None:
        raise Refused("soft-score-of-no-round", field="round", round=said[:20])
    current = scene.event.current
    if kind.per == "event" and kind.shown != "at_once":
        return ""
    if said or current is None:
        if kind.per == "round" and not said:
            raise Refused("soft-score-before-round", clause=kind.clause or None)
        return said
    return current.id


def _revises(scene: Scene, kind: SoftScore, rounds: Iterable[RoundId]) -> RoundId | None:
    """Return behind which round others were drawn that did not know these points."""
    event = scene.event
    if not kind.ranks or not is_known(event, kind) or not event.rounds:
        return None
    places = {round_.id: place for place, round_ in enumerate(event.rounds)}
    if kind.shown == "at_once":
        first = min(places.get(round_, 0) for round_ in rounds)
    else:
        first = _last_swiss(event)
    return _drawn_behind(event, first)


def _last_swiss(event: Event) -> int:
    return max(event.swiss_played - 1, 0)


def _drawn_behind(event: Event, place: int) -> RoundId | None:
    """Return the round at a place if anything was drawn behind it."""
    later = place + 1 < len(event.rounds) or event.draft is not None
    return event.rounds[place].id if later or event.qualification is not None else None


def _hand_in(scene: Scene, command: HandInScore) -> Iterator[Fact]:
    kind = _kind(scene, command.score)
    clause = kind.clause or None
    if kind.by == "leader":
        raise Refused("soft-score-by-leader", clause=clause, title=kind.title)
    if not is_open(scene.event, kind):
        raise Refused("soft-score-closed", clause=clause, title=kind.title)
    giver = scene.entrant(command.player)
    if not may_be_chosen(scene.event, giver.id):
        raise Refused("soft-score-giver-not-playing", clause=clause, name=giver.name)
    if kind.by == "vote":
        yield _ballot(scene, kind, command)
        return
    require_value(kind, command.value, field="value")
    if command.value < 0:
        raise Refused("penalty-by-player", clause=clause, field="value")
    round_ = _round(scene, kind, command.round)
    about = giver.id if kind.by == "player" else _opponent(scene, kind, command, round_)
    same = entry_of(scene.event, kind.id, about, round_ if kind.per == "round" else None)
    if same is not None and same.value == command.value:
        raise Refused("soft-score-same")
    before = (same.round,) if same is not None else ()
    yield SoftScoreHandedIn(
        kind.id,
        giver.id,
        about,
        command.value,
        round_,
        shown=kind.shown,
        per_round=kind.per == "round",
        revises=_revises(scene, kind, [round_, *before]),
    )


def _opponent(scene: Scene, kind: SoftScore, command: HandInScore, round_: RoundId) -> PlayerId:
    """Return whom somebody played in a round, once the game is over."""
    home = scene.event.round(round_)
    games = home.games.values() if home is not None else ()
    for game in games:
        if game.kind != "game" or command.player not in game.players or game.is_open:
            continue
        other = next(player for player in game.players if player != command.player)
        if may_be_chosen(scene.event, other) and command.about in {"", other}:
            return other
    raise Refused("soft-score-of-no-opponent", clause=kind.clause or None, field="about")


def _ballot(scene: Scene, kind: SoftScore, command: HandInScore) -> SoftScoreHandedIn:
    about = PlayerId(command.about)
    clause = kind.clause or None
    if about in {command.player, scene.person}:
        raise Refused("vote-for-oneself", clause=clause, field="about")
    if about not in choices_for(scene.event, kind, command.player):
        code = "vote-for-nobody-met" if kind.choices == "opponents" else "vote-for-no-player"
        raise Refused(code, clause=clause, field="about")
    cast = vote_of(scene.event, kind.id, command.player)
    if cast is not None and cast.player == about:
        raise Refused("vote-unchanged")
    return SoftScoreHandedIn(
        kind.id,
        command.player,
        about,
        1,
        vote=True,
        met=kind.choices == "opponents",
        shown=kind.shown,
        revises=_revises(scene, kind, [""]),
    )


def _close(scene: Scene, command: CloseScore) -> Iterator[Fact]:
    kind = _kind(scene, command.score)
    if kind.by == "leader":
        raise Refused("soft-score-never-open", clause=kind.clause or None, title=kind.title)
    if (kind.id in scene.event.soft_closed) == command.closed:
        raise Refused("soft-score-closed-already", title=kind.title)
    after = replace(scene.event, soft_closed=_closed(scene.event, kind.id, closed=command.closed))
    known = is_known(scene.event, kind) or is_known(after, kind)
    revises = _drawn_behind(scene.event, _last_swiss(scene.event)) if known and kind.ranks else None
    changes = kind.shown == "after_last_round" and bool(scene.event.soft.get(kind.id))
    yield SoftScoreClosed(kind.id, command.closed, revises if changes else None)


def _closed(event: Event, score: str, *, closed: bool) -> tuple[str, ...]:
    others = tuple(other for other in event.soft_closed if other != score)
    return (*others, score) if closed else others


# ------------------------------------------------------------------------------
# Folding.


def _declared(fact: SoftScoreDeclared) -> SoftScore:
    return SoftScore(
        fact.score,
        fact.title,
        per=fact.per,
        least=fact.least,
        most=fact.most,
        by=fact.by,
        choices=fact.choices,
        shown=fact.shown,
        prize=fact.prize,
    )


def _fold_declared(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SoftScoreDeclared)
    return replace(event, declared=(*event.declared, _declared(fact)))


def _fold_removed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SoftScoreRemoved)
    return replace(event, declared=tuple(kind for kind in event.declared if kind.id != fact.score))


def _fold_given(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SoftScoresGiven)
    given = tuple(
        SoftPoints(
            player,
            value,
            recorded.actor,
            recorded.at,
            fact.round,
            fact.reason,
            shown=fact.shown,
            waits=fact.waits,
        )
        for player, value in fact.values.items()
    )
    gone = {*fact.values, *fact.clear}
    return _with_points(event, recorded, gone, given)


def _fold_handed_in(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SoftScoreHandedIn)
    given = SoftPoints(
        fact.about,
        fact.value,
        recorded.actor,
        recorded.at,
        fact.round,
        voter=fact.player if fact.vote else None,
        met=fact.met,
        shown=fact.shown,
        waits=True,
    )
    return _with_points(event, recorded, {fact.about}, (given,))


def _with_points(
    event: Event, recorded: Recorded, players: set[PlayerId], given: tuple[SoftPoints, ...]
) -> Event:
    """Put new points in the place of those that the same players had, or a new vote of the old."""
    fact = recorded.fact
    assert isinstance(fact, SoftScoresGiven | SoftScoreHandedIn)
    voter = fact.player if isinstance(fact, SoftScoreHandedIn) and fact.vote else None
    kept = tuple(
        old
        for old in event.soft.get(fact.score, ())
        if old.voter != voter
        or (voter is None and old.player not in players)
        or (voter is None and fact.per_round and old.round != fact.round)
    )
    event = replace(event, soft=event.soft | {fact.score: (*kept, *given)})
    return _revised(event, recorded)


def _revised(event: Event, recorded: Recorded) -> Event:
    """Mark the rounds that were drawn before these points were known."""
    fact = recorded.fact
    assert isinstance(fact, SoftScoresGiven | SoftScoreHandedIn | SoftScoreClosed)
    if fact.revises is None:
        return event
    said = f"drawn before {fact.score} was scored"
    return with_later_tie_break(event, recorded.actor, said, fact.revises)


def _fold_closed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SoftScoreClosed)
    closed = _closed(event, fact.score, closed=fact.closed)
    return _revised(replace(event, soft_closed=closed), recorded)


def _those_given(event: Event, command: GiveScores) -> Iterable[PersonId]:
    return (*command.values, *command.clear)


ACTS: tuple[AnyAct, ...] = (
    Act(
        DeclareSoftScore,
        _declare,
        facts=(SoftScoreDeclared,),
        rights=(Right(ORGANIZERS, OPEN),),
    ),
    Act(
        RemoveSoftScore,
        _remove,
        facts=(SoftScoreRemoved,),
        rights=(Right(ORGANIZERS, OPEN),),
    ),
    Act(
        GiveScores,
        _give,
        facts=(SoftScoresGiven,),
        rights=(Right(SCORERS, SEEN, "not_own"),),
        concerns=_those_given,
        reason="staff",
    ),
    Act(
        HandInScore,
        _hand_in,
        facts=(SoftScoreHandedIn,),
        rights=(
            Right(("player",), RUNNING, "own"),
            Right(SCORERS, RUNNING, "not_own"),
        ),
        concerns=the_player,
    ),
    Act(
        CloseScore,
        _close,
        facts=(SoftScoreClosed,),
        rights=(Right(SCORERS, RUNNING),),
    ),
)
FOLDS: Folds = {
    SoftScoreDeclared: _fold_declared,
    SoftScoreRemoved: _fold_removed,
    SoftScoresGiven: _fold_given,
    SoftScoreHandedIn: _fold_handed_in,
    SoftScoreClosed: _fold_closed,
}
