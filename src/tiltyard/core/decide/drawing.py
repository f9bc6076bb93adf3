"""Deciding about draws: draw, change by hand, publish, withdraw, and the cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from tiltyard.core.components import require_nothing_missing
from tiltyard.core.decide.cards import as_spelled, require_cards, require_in_the_bag
from tiltyard.core.decide.confirmation import confirmed
from tiltyard.core.decide.cutting import (
    cut_is_due,
    places_stay_empty,
    qualified_now,
    require_cut_stands,
    require_lists_for_the_bracket,
    unseen_lists,
)
from tiltyard.core.decide.pairing_questions import questions_of_changes, questions_of_draw
from tiltyard.core.decide.planning import require_told
from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.decide.waiving_lists import require_lists
from tiltyard.core.drawing import draw_next
from tiltyard.core.errors import NothingToDraw, Refused
from tiltyard.core.facts import Fact, rounds
from tiltyard.core.facts.rounds import Pairing, Reason
from tiltyard.core.ids import PersonId, PlayerId, RoundId, StageKind
from tiltyard.core.pairing import Field, Pairings
from tiltyard.core.pairing.changes import Change, GiveBye, PairByHand, Swap, change_by_hand
from tiltyard.core.pairing.round import DrawnMatch, Why
from tiltyard.core.plain_text import tidy
from tiltyard.core.ruleset import Ruleset
from tiltyard.core.staff import notices, playing_leaders, ruling_leader
from tiltyard.core.state.as_tournament import as_tournament, next_round_id
from tiltyard.core.state.basis import why_stale
from tiltyard.core.state.event import DayRound, Event
from tiltyard.core.state.plan import PLAN


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Draw the next round; repeats only when nothing else is possible and it is allowed."""

    NAME: ClassVar[str] = "draw-round"
    allow_rematch: bool = False


@dataclass(frozen=True, slots=True)
class DiscardDraw:
    """Throw a drawn round away; it stays visible, and the next draw is another attempt."""

    NAME: ClassVar[str] = "discard-draw"
    reason: str
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """One change of a drawn round: swap two players, pair two, or let one rest."""

    first: PlayerId
    second: PlayerId | None = None
    pair: bool = False

    def change(self) -> Change:
        """Return the change as the engine knows it."""
        if self.second is None:
            return GiveBye(self.first)
        kind = PairByHand if self.pair else Swap
        return kind(self.first, self.second)


@dataclass(frozen=True, slots=True)
class ChangePairings:
    """Change a drawn round by hand, in public."""

    NAME: ClassVar[str] = "change-pairings"
    changes: tuple[ByHand, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SetCards:
    """Enter cards that were drawn at the table."""

    NAME: ClassVar[str] = "set-cards"
    cards: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Make the drawn round public; `attempt` names the draw that was looked at."""

    NAME: ClassVar[str] = "publish-round"
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawRound:
    """Take the published round back before any of its games counts."""

    NAME: ClassVar[str] = "withdraw-round"
    reason: str
    round: RoundId = ""


@dataclass(frozen=True, slots=True)
class MakeCut:
    """Settle who goes on after the Swiss rounds."""

    NAME: ClassVar[str] = "make-cut"


def _draw(scene: Scene, command: DrawRound) -> Iterator[Fact]:
    event = scene.event
    if event.draft is not None:
        raise Refused("round-drawn-already", number=event.draft.number)
    _require_settled(scene)
    name = next_round_id(event)
    attempt = event.attempts.get(name, 0) + 1
    tournament = as_tournament(event, attempt=attempt)
    drawn = draw_next(
        tournament,
        scene.rules,
        allow_rematch=command.allow_rematch,
        sitting_out=_spares_gone(event),
    )
    yield from confirmed(scene, questions_of_draw(scene, drawn), name)
    yield rounds.RoundDrawn(
        round=f"{drawn.stage}.{drawn.round}",
        kind=_kind(event, drawn),
        attempt=attempt,
        position=event.version,
        engine=scene.engine,
        matches=tuple(_pairing(match) for match in drawn.matches),
        seeds=drawn.seeds if event.past_the_cut or drawn.seeds else _going_on(event),
        cards=dict(drawn.draws),
        warnings=(*_reasons(drawn.warnings), *_known_seed(scene)),
        allow_rematch=command.allow_rematch,
    )


def _known_seed(scene: Scene) -> tuple[Reason, ...]:
    """Warn everybody when the lots of a reopened event could be known beforehand."""
    return (
        (Reason("seed-is-public", scene.rules.pairing.clause),) if scene.event.seed_public else ()
    )


def _going_on(event: Event) -> tuple[PlayerId, ...] | None:
    """Return who is in a further Swiss stage, when its first round is drawn."""
    return event.qualification.seeds if event.qualification is not None else None


def _kind(event: Event, drawn: Pairings) -> StageKind:
    if drawn.seeds is not None:
        return "elimination"
    last = event.current
    return last.kind if last is not None and last.stage == drawn.stage else "swiss"


def _spares_gone(event: Event) -> frozenset[PlayerId]:
    return frozenset(
        one.id for one in event.entrants.values() if one.spare and one.state != "active"
    )


def _pairing(match: DrawnMatch) -> Pairing:
    return Pairing(match.players, match.kind, match.table, match.game, _reasons(match.why))


def _reasons(given: Iterable[Why]) -> tuple[Reason, ...]:
    return tuple(Reason(why.code, why.clause, dict(why.facts)) for why in given)


def _require_settled(scene: Scene) -> None:
    """Refuse a draw while something before it is open."""
    event, rules = scene.event, scene.rules
    if event.current is not None and not event.current.is_closed:
        raise Refused(
            "round-still-open-tables",
            clause=rules.pairing.clause,
            number=event.current.number,
            current=_open_tables(event.current),
        )
    require_nothing_missing(event, rules, scene.person)
    require_lists(scene)
    require_told(scene)
    _require_rounds_left(event, rules)
    if cut_is_due(event) and event.qualification is None:
        raise Refused("cut-due", clause=rules.cut.clause)
    require_cut_stands(scene)
    if event.qualification is not None and not event.past_the_cut:
        require_lists_for_the_bracket(scene, event.qualification.seeds)


def _require_rounds_left(event: Event, rules: Ruleset) -> None:
    """Refuse a Swiss round behind the last one planned after the cut."""
    last, planned = event.current, event.details.swiss_after_cut
    if last is not None and last.kind == "swiss" and last.stage > 1 and last.number >= planned:
        raise NothingToDraw(
            "all-planned-rounds-after-cut", clause=rules.cut.clause, planned=planned
        )


def _open_tables(round_: DayRound) -> str:
    return ", ".join(
        str(game.table) if game.table is not None else " v ".join(game.players)
        for game in round_.games.values()
        if game.is_open
    )


def _make_cut(scene: Scene, command: MakeCut) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    if not event.has_cut:
        raise Refused("no-cut-planned", clause=rules.cut.clause)
    if event.draft is not None or event.past_the_cut:
        raise Refused("rounds-after-cut-begun", clause=rules.cut.clause)
    if event.qualification is not None and event.qualification.offered is not None:
        raise Refused(
            "make-cut-not-answered-yet",
            clause=rules.cut.replace_clause,
            offered=scene.name(event.qualification.offered),
        )
    if not cut_is_due(event) or event.current is None or not event.current.is_closed:
        raise Refused("swiss-rounds-not-played-out", clause=rules.cut.clause)
    seeds = qualified_now(event, scene.rules)
    if len(seeds) < 2:
        raise Refused(
            "too-few-have-the-points" if event.cut_points else "too-few-are-left",
            clause=rules.cut.points_clause if event.cut_points else rules.cut.clause,
            points=event.cut_points,
        )
    made = event.qualification
    if made is not None and (made.seeds == seeds or places_stay_empty(event, scene.rules, made)):
        raise Refused("cut-made", clause=rules.cut.clause)
    require_lists_for_the_bracket(scene, seeds)
    yield from confirmed(scene, unseen_lists(scene, seeds), PLAN)
    yield rounds.CutMade(seeds, event.version)


def _draft(scene: Scene) -> DayRound:
    if scene.event.draft is None:
        raise Refused("no-drawn-round-waiting")
    return scene.event.draft


def _discard(scene: Scene, command: DiscardDraw) -> Iterator[Fact]:
    draft = _seen(_draft(scene), command.attempt)
    yield rounds.RoundDiscarded(draft.id, tidy(command.reason))


def _seen(draft: DayRound, attempt: int | None) -> DayRound:
    """Return the draft, unless it was drawn again since somebody looked at it."""
    if attempt not in {None, draft.attempt}:
        raise Refused("round-drawn-again-attempt", attempt=draft.attempt)
    return draft


def _change(scene: Scene, command: ChangePairings) -> Iterator[Fact]:
    draft = _draft(scene)
    if scene.event.stale:
        raise Refused(
            "draw-out-date", clause=scene.rules.pairing.clause, stale=why_stale(scene.event.stale)
        )
    if draft.kind == "elimination":
        raise Refused("bracket-not-changed-hand", clause=scene.rules.elimination.fold_clause)
    if not command.changes:
        raise Refused("nothing-would-change")
    tournament = as_tournament(scene.event, attempt=draft.attempt)
    gone = _spares_gone(scene.event)
    field_ = Field(tournament, scene.rules, draft.stage, draft.number, draft.attempt, gone)
    before = Pairings(draft.stage, draft.number, tuple(_drawn_match(draft)))
    changed = change_by_hand(field_, before, [one.change() for one in command.changes])
    if not changed.touched:
        raise Refused("change-nothing-would-change")
    asked = questions_of_changes(scene, changed.consequences)
    yield from confirmed(scene, asked, draft.id)
    already = [game.override is not None for game in draft.games.values()]
    matches = tuple(
        Pairing(
            match.players,
            match.kind,
            match.table,
            match.game,
            _reasons(match.why),
            by_hand=place in changed.touched or (place < len(already) and already[place]),
        )
        for place, match in enumerate(changed.matches)
    )
    yield rounds.PairingsChangedByHand(
        draft.id, matches, tidy(command.reason), _reasons(changed.consequences)
    )


def _drawn_match(draft: DayRound) -> Iterator[DrawnMatch]:
    for game in draft.games.values():
        why = tuple(Why(one.code, one.clause, one.facts) for one in game.why)
        kind = "bye" if game.kind == "bye" else "game"
        yield DrawnMatch(game.players, why, kind, game.table, game.game)  # type: ignore[arg-type]


def _set_cards(scene: Scene, command: SetCards) -> Iterator[Fact]:
    draft = _draft(scene)
    cards = as_spelled(scene, command.cards)
    require_cards(scene, draft, cards)
    if not cards:
        raise Refused("no-card-named")
    yield rounds.CardsSet(draft.id, cards, tidy(command.reason))


def _publish(scene: Scene, command: PublishRound) -> Iterator[Fact]:
    draft = _seen(_draft(scene), command.attempt)
    if scene.event.stale:
        raise Refused(
            "publish-draw-out-date",
            clause=scene.rules.pairing.clause,
            stale=why_stale(scene.event.stale),
        )
    require_in_the_bag(scene, draft, draft.cards)
    _require_rulings(scene, draft)
    yield rounds.RoundPublished(draft.id)


def _require_rulings(scene: Scene, draft: DayRound) -> None:
    """Refuse a round in which a leader plays and nobody is there to rule (AMB-031, AMB-040)."""
    playing = set(playing_leaders(scene.event, scene.rules))
    for game in draft.games.values():
        theirs: list[PersonId] = [player for player in game.players if player in playing]
        if game.kind != "game" or not theirs:
            continue
        if ruling_leader(scene.event, scene.rules, game) is None:
            raise Refused(
                "nobody-duty-could-rule-game",
                clause=scene.rules.staff.rules_on_leader_clause,
                theirs=scene.name(theirs[0]),
            )
    for notice in notices(scene.event, scene.rules):
        if notice.code == "second-leader-missing":
            raise Refused("leader-plays-without-second-leader", clause=notice.clause)


def _withdraw(scene: Scene, command: WithdrawRound) -> Iterator[Fact]:
    if scene.event.draft is not None:
        raise Refused("newer-round-drawn")
    round_ = scene.round()
    if command.round not in {"", round_.id}:
        raise Refused("newer-round-published")
    if round_.has_results or round_.after or round_.unpaired:
        raise Refused(
            "round-results-players-left-came",
            clause=scene.rules.pairing.clause,
            number=round_.number,
        )
    yield rounds.RoundWithdrawn(round_.id, tidy(command.reason))


DECIDE_DRAWING: Acts = {
    DrawRound: Act(_draw),
    DiscardDraw: Act(_discard),
    ChangePairings: Act(_change),
    SetCards: Act(_set_cards),
    PublishRound: Act(_publish),
    WithdrawRound: Act(_withdraw),
    MakeCut: Act(_make_cut),
}
