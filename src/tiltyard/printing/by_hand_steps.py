"""How the book of a ruleset pairs the next round, in steps a person can follow with a pen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.bracket import next_power_of_two
from tiltyard.core.draws import pool_on
from tiltyard.printing.games import card_kind
from tiltyard.printing.next_round import (
    field,
    goes_over_the_cut,
    going_on,
    spare_of,
    what_follows,
)
from tiltyard.printing.told import Fact
from tiltyard.words.round_titles import round_title
from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.state import Event
    from tiltyard.printing.view import PaperView


def steps_of(view: PaperView) -> tuple[Fact, ...]:
    """Return what is done for the next round, one step after the other."""
    follows = what_follows(view.event)
    steps = {"swiss": _swiss, "lots": _lots, "bracket": _bracket}[follows]
    return tuple(_said(one) for one in (*_before(view), *steps(view), *_after(view)))


def _said(step: tuple[str, str]) -> Fact:
    text, clause = step
    return Fact("", text, clause=clause)


def _before(view: PaperView) -> Iterator[tuple[str, str]]:
    event = view.event
    played = going_on(event)
    if played is not None:
        text = wording("paper.is-being-played-collect-its")
        if played.kind == "elimination":
            text = wording("paper.is-being-played-collect-its-slips")
        yield text.format(round=round_title(event, played)), ""
    if not event.rounds:
        yield say("paper.strike-out-who-is-not"), ""
    elif what_follows(event) != "bracket":
        yield say("paper.strike-out-who-has-left"), ""
    if goes_over_the_cut(event) and event.qualification is None:
        text = wording("paper.make-the-cut-the-first")
        yield text.format(count=event.cut or 0), view.rules.cut.clause
    if goes_over_the_cut(event) and view.rules.cut.replace == "next_rank":
        text = say("paper.who-leaves-before-the-first")
        yield text, view.rules.cut.replace_clause


# ---------------------------------------------------------------------------- a Swiss round


def _swiss(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.method == "round_robin":
        yield from _round_robin(view)
        return
    yield from _resting(view)
    if not view.event.rounds:
        yield say("paper.draw-all-pairs-by-lot"), pairing.first_round_clause
        if pairing.avoid_affiliation:
            text = say("paper.family-and-people-who-came")
            yield text, pairing.affiliation_clause
        return
    yield from _groups(view)
    yield _not_again(view)


def _round_robin(view: PaperView) -> Iterator[tuple[str, str]]:
    clause = view.rules.pairing.group_clause
    if not view.event.rounds:
        yield say("paper.seat-the-players-in-a"), clause
        text = say("paper.if-their-number-is-odd")
        yield text, clause
        yield (
            say("paper.fold-the-circle-the-first"),
            clause,
        )
        return
    text = say("paper.one-seat-stays-everybody-else")
    yield text, clause
    yield _not_again(view)


def _groups(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.group == "none" and pairing.inside == "random":
        text = say("paper.pair-in-order-of-points")
        yield text, pairing.inside_clause
        return
    if pairing.group == "none":
        text = say("paper.pair-by-rank-the-first")
        yield text, pairing.group_clause
        return
    text = say("paper.from-the-top-down-pair")
    yield text, pairing.group_clause
    if pairing.inside == "random":
        yield say("paper.among-them-draw-by-lot"), pairing.inside_clause
        text = say("paper.who-is-left-over-meets")
    else:
        text = say("paper.among-them-the-first-in")
        if pairing.inside == "sos":
            text = say("paper.among-them-by-their-strength")
        yield text, pairing.inside_clause
        text = say("paper.who-is-left-over-meets-the")
    yield text, pairing.float_clause


def _not_again(view: PaperView) -> tuple[str, str]:
    rules = view.rules
    last = (view.event.swiss_rounds or 0) == view.event.swiss_played + 1
    round_robin = rules.pairing.method == "round_robin"
    if rules.rematch.except_final and last and not round_robin:
        text = say("paper.in-this-last-round-two")
        return text, rules.rematch.except_final_clause
    if rules.pairing.group == "none" and not round_robin:
        text = say("paper.two-who-met-already-do")
        return text, rules.pairing.float_clause
    text = say("paper.two-who-met-already-do-not")
    return text, rules.rematch.clause


def _resting(view: PaperView) -> Iterator[tuple[str, str]]:
    """Yield who rests in an odd field, or meets the Spare Player; how it counts stands below."""
    bye = view.rules.bye
    spare = spare_of(view.event) is not None
    if not view.event.rounds:
        text = say("paper.if-the-number-of-players")
        if spare:
            text = say("paper.if-the-number-of-players-is")
        yield text, bye.first_round_clause
    else:
        yield _who_rests(view, spare=spare), bye.pick_clause


def _who_rests(view: PaperView, *, spare: bool) -> str:
    if spare:
        return say("paper.if-the-number-is-odd")
    if view.rules.bye.pick == "random_in_lowest_group":
        return say("paper.if-the-number-is-odd-draw")
    return say("paper.if-the-number-is-odd-the")


# ------------------------------------------------------------------------------- a bracket


def _lots(view: PaperView) -> Iterator[tuple[str, str]]:
    rules, count = view.rules.elimination, len(field(view.event))
    byes = next_power_of_two(count) - count
    text = wording("paper.draw-by-lot-who-has", byes)
    if byes:
        yield text.format(num=byes), rules.bye_clause
    yield say("paper.draw-all-pairs-by-lot-and"), rules.start_clause


def _bracket(view: PaperView) -> Iterator[tuple[str, str]]:
    rules = view.rules.elimination
    last = view.event.current
    if last is None or last.kind != "elimination":
        text = say("paper.first-against-last-second-against")
        yield text, rules.first_clause or rules.clause
    elif rules.reseed:
        text = say("paper.the-highest-seed-that-is")
        yield text, rules.fold_clause or rules.clause
    else:
        text = say("paper.the-winner-of-the-first")
        yield text, rules.fold_clause or rules.clause


# --------------------------------------------------------------------------- and then


def _after(view: PaperView) -> Iterator[tuple[str, str]]:
    for kind, draw in view.rules.draws.items():
        pool, _ = pool_on(draw, view.event.details.date)
        used = _since_the_bag_was_filled(view.event, kind, len(pool.cards))
        cards = ", ".join(one for one in pool.cards if one not in used)
        text = wording("paper.draw-one-for-all-tables")
        yield text.format(kind=card_kind(kind), cards=cards), draw.clause
    if what_follows(view.event) != "bracket":
        text = say("paper.write-the-pairs-on-the")
        yield text, ""
    text = say("paper.keep-all-slips-the-desk")
    yield text, ""


def _since_the_bag_was_filled(event: Event, kind: str, size: int) -> frozenset[str]:
    """Return the cards that are not in the bag any more: it is filled when it is empty (RW-109)."""
    last = event.current
    if last is None or goes_over_the_cut(event):
        return frozenset()
    filled = last.number // size * size + 1
    drawn = [one for one in event.rounds if one.stage == last.stage and one.number >= filled]
    return frozenset(one.cards[kind] for one in drawn if kind in one.cards)
