"""Rounds: drawn, changed by hand, published, withdrawn; their cards and scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, cast

from tiltyard.day.as_tournament import as_tournament, next_round_id
from tiltyard.day.components import require_nothing_missing
from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Question,
    Scene,
    confirmed,
)
from tiltyard.day.cut import (
    cut_is_due,
    places_stay_empty,
    qualified_now,
    require_cut_stands,
    require_lists_for_the_bracket,
    unseen_lists,
)
from tiltyard.day.event import (
    EVERY_ROUND,
    PLAN,
    DayRound,
    Discarded,
    Event,
    Game,
    Scenario,
    Timer,
    has_scenarios,
    the_game,
    why_stale,
    with_changed_game,
    with_match,
)
from tiltyard.day.facts import (
    CardsSet,
    CutMade,
    Fact,
    Pairing,
    PairingsChangedByHand,
    Reason,
    Recorded,
    RoundDiscarded,
    RoundDrawn,
    RoundPublished,
    RoundSalted,
    RoundWithdrawn,
    RulingLeaderAssigned,
    ScenarioSet,
    TableChanged,
)
from tiltyard.day.lists import require_lists
from tiltyard.day.rights import OPEN, ORGANIZERS, PAIRERS, RUNNING, Right
from tiltyard.day.roles import notices, playing_leaders, ruling_leader, tier_of
from tiltyard.day.setup import require_told
from tiltyard.engine.chance import salt_of
from tiltyard.engine.drawing import draw_next, pool_on
from tiltyard.engine.errors import NothingToDraw, Phrase, Refused, RulesetText, Term
from tiltyard.engine.pairing.changes import Change, GiveBye, PairByHand, Swap, change_by_hand
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.round import DrawnMatch, Pairings, Why
from tiltyard.engine.plain_text import LONGEST_NAME, tidy
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId, Round, RoundId, StageKind

# ------------------------------------------------------------------------------
# What a draw or a change by hand does to the rules of pairing, asked back before it is done.


def questions_of_draw(scene: Scene, drawn: Pairings) -> Iterator[Question]:
    """Ask before somebody has one bye more than the ruleset allows (DW-058, AMB-008).

    A second game against the Spare Player is a game, and only a warning (AMB-089).
    """
    if not any(match.kind == "bye" for match in drawn.matches):
        return
    for why in drawn.warnings:
        if why.code == "second-bye" and _is_too_many(scene, why):
            yield _second_bye(scene, why, "second-bye-drawn")


def questions_of_changes(scene: Scene, consequences: Iterable[Why]) -> Iterator[Question]:
    """Ask about everything a change by hand breaks or moves, the worst first.

    Whose bye moves is what the change says itself: it is shown, and not asked.
    """
    for why in sorted(consequences, key=lambda why: why.code not in _MUST):
        if why.code == "second-bye" and _is_too_many(scene, why):
            yield _second_bye(scene, why, "second-bye-by-hand")
        elif why.code in _ASK:
            yield _ASK[why.code](scene, why)


def _is_too_many(scene: Scene, why: Why) -> bool:
    most = scene.rules.bye.max_per_player
    return most != "unlimited" and cast("int", why.facts["times"]) >= most


def _second_bye(scene: Scene, why: Why, wording: str) -> Question:
    if "spare" in why.facts:
        wording += "-or-spare"
    elif why.facts["times"] != 1:
        wording += "-again"
    facts = {**why.facts, "player": _name(scene, why)}
    return Question(why.code, why.clause, facts, wording)


def _name(scene: Scene, why: Why) -> str:
    return scene.name(cast("PlayerId", why.facts["player"]))


def _pair(scene: Scene, why: Why) -> Question:
    first, second = cast("list[PlayerId]", why.facts["opponents"])
    facts = {**why.facts, "first": scene.name(first), "second": scene.name(second)}
    return Question(why.code, why.clause, facts)


def _player(scene: Scene, why: Why) -> Question:
    facts = {**why.facts, "player": _name(scene, why)}
    return Question(why.code, why.clause, facts)


_MUST = frozenset({"second-bye", "repeat-by-hand"})
_ASK = {
    "repeat-by-hand": _pair,
    "companions-by-hand": _pair,
    "floats-by-hand": _player,
    "left-alone": _player,
}


# ------------------------------------------------------------------------------
# Which cards may be entered by hand for a round instead of those drawn by lot.


def as_spelled(scene: Scene, cards: Mapping[str, str]) -> dict[str, str]:
    """Return cards with the names of their pool, however they were typed."""
    named: dict[str, str] = {}
    for kind, typed in cards.items():
        card, draw = tidy(typed, 80), scene.rules.draws.get(kind)
        pool = pool_on(draw, scene.event.details.date)[0].cards if draw is not None else ()
        named[kind] = next((name for name in pool if name.casefold() == card.casefold()), card)
    return named


def require_cards(scene: Scene, draft: DayRound, cards: Mapping[str, str]) -> None:
    """Refuse cards that game, season (RW-104) or the bag of the stage (RW-109) do not hold."""
    for kind, card in cards.items():
        if kind not in scene.rules.draws:
            raise Refused(
                "no-such-kind-of-card",
                clause=scene.rules.clause,
                game=scene.rules.game,
                kind=kind[:40],
                draws=tuple(scene.rules.draws) or (Phrase("things.none"),),
            )
        _require_of_the_season(scene, kind, card)
    require_in_the_bag(scene, draft, cards)


def require_in_the_bag(scene: Scene, draft: DayRound, cards: Mapping[str, str]) -> None:
    """Refuse a card that comes back before every other one of its kind was drawn (RW-109)."""
    for kind, card in cards.items():
        if kind in scene.rules.draws:
            _require_in_the_bag(scene, draft, kind, card)


def _require_of_the_season(scene: Scene, kind: str, card: str) -> None:
    tier = tier_of(scene.event, scene.rules)
    draw = scene.rules.draws[kind]
    known = pool_on(draw, scene.event.details.date)[0].cards
    if card in known or not tier.cards_fixed:
        return
    if draw.own or not scene.event.details.outline:
        raise Refused(
            "card-not-of-the-outline" if draw.own else "card-not-of-the-season",
            clause=tier.cards_clause,
            card=card[:60],
            kind=Term(kind),
            known=tuple(sorted(known)),
        )


def _require_in_the_bag(scene: Scene, draft: DayRound, kind: str, card: str) -> None:
    draw = scene.rules.draws[kind]
    size = len(pool_on(draw, scene.event.details.date)[0].cards)
    filled = (draft.number - 1) // size * size + 1
    used = [
        round_.cards[kind]
        for round_ in scene.event.rounds
        if round_.stage == draft.stage and round_.number >= filled and kind in round_.cards
    ]
    if card in used:
        raise Refused(
            "drawn-stage-already", clause=draw.again_clause or draw.refill_clause, card=card[:60]
        )


# ------------------------------------------------------------------------------
# Deciding which special scenario is played in which round.

MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class SetScenario:
    """Give a round its special scenario; without a number every round, without a name none.

    Rounds are counted from 1 over the whole day, elimination rounds behind the Swiss ones.
    """

    NAME: ClassVar[str] = "set-scenario"
    number: int | None = None
    name: str = ""
    text: str = ""


def _set(scene: Scene, command: SetScenario) -> Iterator[Fact]:
    tier = tier_of(scene.event, scene.rules)
    clause = tier.special_scenarios_clause or tier.clause
    if not tier.special_scenarios:
        raise Refused(
            "set-special-scenarios-not-played-event",
            clause=clause,
            field="name",
            tier=RulesetText(tier.title),
        )
    name, text = tidy(command.name, LONGEST_NAME + 1), tidy(command.text)
    if len(name) > LONGEST_NAME:
        raise Refused(
            "name-scenario-too-long", clause=clause, field="name", longest_name=LONGEST_NAME
        )
    if text and not name:
        raise Refused("scenario-no-name", clause=clause, field="name")
    _require_not_begun(scene, command.number, clause)
    if name and scene.event.phase == "running":
        yield from confirmed(scene, _not_told(scene, clause), about=scene.event.id)
    yield ScenarioSet(command.number, name, text)


def _require_not_begun(scene: Scene, number: int | None, clause: str) -> None:
    """Refuse a round that has begun; one number for every round only before any has."""
    begun = sum(1 for round_ in scene.event.rounds if round_.began or round_.has_results)
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        raise Refused(
            "no-round-of-number",
            clause=clause,
            field="number",
            number=number,
            most_rounds=MOST_ROUNDS,
        )
    if (number or EVERY_ROUND) <= begun and begun:
        code = "scenario-of-begun-round" if number else "scenarios-of-begun-event"
        raise Refused(code, clause=clause, field="number", number=number, next=begun + 1)


def _not_told(scene: Scene, clause: str) -> list[Question]:
    """Return the question whether an event that began without scenarios may have them."""
    if scene.event.details.special_scenario or has_scenarios(scene.event):
        return []
    return [
        Question(
            "scenario-not-announced",
            clause,
        )
    ]


# ------------------------------------------------------------------------------
# Deciding about draws: draw, change by hand, publish, withdraw, and the cut.


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
    salt = salt_of(scene.head, scene.nonce) if scene.nonce else None
    tournament = as_tournament(event, drawn_as=Round((), attempt=attempt, salt=salt))
    drawn = draw_next(
        tournament,
        scene.rules,
        allow_rematch=command.allow_rematch,
        sitting_out=spares_gone(event),
    )
    yield from confirmed(scene, questions_of_draw(scene, drawn), name)
    yield RoundDrawn(
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
    if salt is not None:
        yield RoundSalted(f"{drawn.stage}.{drawn.round}", salt, scene.head, scene.nonce)


def _known_seed(scene: Scene) -> tuple[Reason, ...]:
    """Warn everybody when the lots of a draw could be known beforehand."""
    if scene.nonce or not scene.event.seed_public:
        return ()
    return (Reason("seed-is-public", scene.rules.pairing.clause),)


def _going_on(event: Event) -> tuple[PlayerId, ...] | None:
    """Return who is in a further Swiss stage, when its first round is drawn."""
    return event.qualification.seeds if event.qualification is not None else None


def _kind(event: Event, drawn: Pairings) -> StageKind:
    if drawn.seeds is not None:
        return "elimination"
    last = event.current
    return last.kind if last is not None and last.stage == drawn.stage else "swiss"


def spares_gone(event: Event) -> frozenset[PlayerId]:
    """Return the Spare Players who are not here."""
    return frozenset(
        entrant.id
        for entrant in event.entrants.values()
        if entrant.spare and entrant.state != "active"
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
    yield CutMade(seeds, event.version)


def _draft(scene: Scene) -> DayRound:
    if scene.event.draft is None:
        raise Refused("no-drawn-round-waiting")
    return scene.event.draft


def _discard(scene: Scene, command: DiscardDraw) -> Iterator[Fact]:
    draft = _seen(_draft(scene), command.attempt)
    yield RoundDiscarded(draft.id, tidy(command.reason))


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
    tournament = as_tournament(
        scene.event, drawn_as=Round((), attempt=draft.attempt, salt=draft.salt)
    )
    gone = spares_gone(scene.event)
    field_ = Field(tournament, scene.rules, draft.stage, draft.number, draft.attempt, gone)
    before = Pairings(draft.stage, draft.number, tuple(_drawn_match(draft)))
    changed = change_by_hand(field_, before, [by_hand.change() for by_hand in command.changes])
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
    yield PairingsChangedByHand(
        draft.id, matches, tidy(command.reason), _reasons(changed.consequences)
    )


def _drawn_match(draft: DayRound) -> Iterator[DrawnMatch]:
    for game in draft.games.values():
        why = tuple(Why(reason.code, reason.clause, reason.facts) for reason in game.why)
        kind = "bye" if game.kind == "bye" else "game"
        yield DrawnMatch(game.players, why, kind, game.table, game.game)  # type: ignore[arg-type]


def _set_cards(scene: Scene, command: SetCards) -> Iterator[Fact]:
    draft = _draft(scene)
    cards = as_spelled(scene, command.cards)
    require_cards(scene, draft, cards)
    if not cards:
        raise Refused("no-card-named")
    yield CardsSet(draft.id, cards, tidy(command.reason))


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
    yield RoundPublished(draft.id)


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
    yield RoundWithdrawn(round_.id, tidy(command.reason))


# ------------------------------------------------------------------------------
# How facts about rounds and results change the state.


def _games(round_id: RoundId, matches: tuple[Pairing, ...]) -> dict[MatchId, Game]:
    games = {}
    for place, match in enumerate(matches, 1):
        name = f"{round_id}.{place}"
        games[name] = Game(name, match.players, match.kind, match.table, match.game, match.why)
    return games


def _fold_round_drawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RoundDrawn)
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


def _fold_round_salted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RoundSalted)
    assert event.draft is not None
    return replace(event, draft=replace(event.draft, salt=fact.salt))


def _without_spare(event: Event, recorded: Recorded) -> tuple[PersonId, str] | None:
    """Explain a bye in an event that had a Spare Player before."""
    gone = any(entrant.spare and entrant.state != "active" for entrant in event.entrants.values())
    return (recorded.actor, "drawn after the Spare Player had left") if gone else None


def _changed_since_the_cut(event: Event, fact: RoundDrawn) -> tuple[PersonId, str] | None:
    """Explain seeds that a later correction would have put into another order."""
    cut = event.qualification
    return cut.basis_changed if cut is not None and fact.seeds is not None else None


def _fold_round_discarded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RoundDiscarded)
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
            name: replace(call, state="final", ruling=call.ruling or said)
            if gone(call.match)
            else call
            for name, call in event.calls.items()
        },
        watches={
            name: replace(watch, ended=True, note=watch.note or said)
            if gone(watch.match)
            else watch
            for name, watch in event.watches.items()
        },
        troubles={
            name: replace(trouble, match=None) if gone(trouble.match) else trouble
            for name, trouble in event.troubles.items()
        },
    )


def _fold_pairings_changed_by_hand(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PairingsChangedByHand)
    draft = event.draft
    assert draft is not None
    games = _games(fact.round, fact.matches)
    for name, match in zip(games, fact.matches, strict=True):
        if match.by_hand:
            games[name] = replace(games[name], override=(recorded.actor, fact.reason))
    costs = (*_costs_that_stay(draft, fact), *fact.consequences)
    changed = replace(draft, games=games, by_hand=fact.reason, costs=costs)
    return replace(_without_calls(event, fact.round), draft=changed)


def _costs_that_stay(draft: DayRound, fact: PairingsChangedByHand) -> tuple[Reason, ...]:
    """Return what earlier changes cost at tables that this one leaves as they are."""
    now = {frozenset(match.players) for match in fact.matches}
    same = {
        player
        for game in draft.games.values()
        if frozenset(game.players) in now
        for player in game.players
    }
    return tuple(cost for cost in draft.costs if same.issuperset(_concerned(cost)))


def _concerned(cost: Reason) -> list[object]:
    """Return the players a cost is about: two who meet, or one."""
    both = cost.facts.get("opponents")
    return both if isinstance(both, list) else [cost.facts.get("player")]


def _fold_cards_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CardsSet)
    draft = event.draft
    assert draft is not None
    said = (recorded.actor, f"cards drawn at the table: {fact.reason}")
    changed = replace(draft, cards=draft.cards | fact.cards, basis_changed=said)
    return replace(event, draft=changed)


def _fold_round_published(event: Event, recorded: Recorded) -> Event:
    assert event.draft is not None
    return replace(event, rounds=(*event.rounds, event.draft), draft=None, stale="")


def _fold_round_withdrawn(event: Event, recorded: Recorded) -> Event:
    last = event.rounds[-1]
    draft = replace(last, seating=False, timer=Timer())
    return replace(event, rounds=event.rounds[:-1], draft=draft, stale=last.outdated)


def _fold_table_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TableChanged)
    moved = replace(
        the_game(event, fact.match),
        table=fact.table,
        override=(recorded.actor, fact.reason or "moved to another table"),
    )
    return with_changed_game(event, moved)


def _fold_ruling_leader_assigned(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RulingLeaderAssigned)
    return with_match(event, replace(the_game(event, fact.match), ruling_leader=fact.leader))


# ------------------------------------------------------------------------------
# How a scenario changes the state.


def _fold_scenario_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ScenarioSet)
    kept = event.scenarios if fact.number is not None else {}
    place = fact.number or EVERY_ROUND
    return replace(event, scenarios=kept | {place: Scenario(fact.name, fact.text)})


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


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
            player = next((other for other in players if other not in after), players[0])
            players.remove(player)
            seats.append([player])
            yield ByHand(player)
            return


def _swaps(seats: list[list[PlayerId]], wanted: Seats) -> Iterator[ByHand]:
    """Bring whoever is missing at a place there, in exchange for somebody who leaves it."""
    where = {player: place for place, players in enumerate(seats) for player in players}
    for place, after in enumerate(wanted[: len(seats)]):
        for player in after:
            leaving = [other_player for other_player in seats[place] if other_player not in after]
            origin = where.get(player)
            if origin is None or origin == place or not leaving:
                continue
            other = leaving[0]
            seats[place][seats[place].index(other)] = player
            seats[origin][seats[origin].index(player)] = other
            where[player], where[other] = place, origin
            yield ByHand(player, other)


def _tell_change_pairings(told: ActFacts) -> Command:
    said = told.the(PairingsChangedByHand)
    draft = told.event.draft
    drawn = [game.players for game in draft.games.values()] if draft is not None else []
    changes = changes_between(drawn, [match.players for match in said.matches])
    return ChangePairings(changes, said.reason)


ACTS: tuple[AnyAct, ...] = (
    Act(
        SetScenario,
        _set,
        facts=(ScenarioSet,),
        rights=(Right(ORGANIZERS, OPEN),),
    ),
    Act(
        DrawRound,
        _draw,
        facts=(RoundDrawn, RoundSalted),
        rights=(Right(PAIRERS, RUNNING),),
        undoable=False,
        by_lot=True,
        finding="draw",
        whole=True,
    ),
    Act(
        DiscardDraw,
        _discard,
        facts=(RoundDiscarded,),
        rights=(Right(PAIRERS, RUNNING, reason=True),),
        undoable=False,
        whole=True,
    ),
    Act(
        ChangePairings,
        _change,
        facts=(PairingsChangedByHand,),
        rights=(Right(ORGANIZERS, RUNNING, reason=True),),
        tell=_tell_change_pairings,
        by_lot=True,
    ),
    Act(
        SetCards,
        _set_cards,
        facts=(CardsSet,),
        rights=(Right(PAIRERS, RUNNING, reason=True),),
    ),
    Act(
        PublishRound,
        _publish,
        facts=(RoundPublished,),
        rights=(Right(PAIRERS, RUNNING),),
        undoable=False,
        finding="publication",
        whole=True,
    ),
    Act(
        WithdrawRound,
        _withdraw,
        facts=(RoundWithdrawn,),
        rights=(Right(ORGANIZERS, RUNNING, reason=True),),
        undoable=False,
        whole=True,
    ),
    Act(
        MakeCut,
        _make_cut,
        facts=(CutMade,),
        rights=(Right(PAIRERS, RUNNING),),
        by_lot=True,
        finding="cut",
        whole=True,
    ),
)


FOLDS: Folds = {
    RoundDrawn: _fold_round_drawn,
    RoundSalted: _fold_round_salted,
    RoundDiscarded: _fold_round_discarded,
    PairingsChangedByHand: _fold_pairings_changed_by_hand,
    CardsSet: _fold_cards_set,
    RoundPublished: _fold_round_published,
    RoundWithdrawn: _fold_round_withdrawn,
    TableChanged: _fold_table_changed,
    RulingLeaderAssigned: _fold_ruling_leader_assigned,
    ScenarioSet: _fold_scenario_set,
}
