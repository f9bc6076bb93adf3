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
from tiltyard.words.language import gettext, ngettext
from tiltyard.words.round_titles import round_title

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
        text = gettext("%(round)s is being played: collect its slips and add up its points first.")
        if played.kind == "elimination":
            text = gettext("%(round)s is being played: collect its slips first.")
        yield text % {"round": round_title(event, played)}, ""
    if not event.rounds:
        yield gettext("Strike out who is not here."), ""
    elif what_follows(event) != "bracket":
        yield gettext("Strike out who has left."), ""
    if goes_over_the_cut(event) and event.qualification is None:
        text = gettext("Make the cut: the first %(count)d of the standings go on.")
        yield text % {"count": event.cut or 0}, view.rules.cut.clause
    if goes_over_the_cut(event) and view.rules.cut.replace == "next_rank":
        text = gettext("Who leaves before the first game is replaced by the next in rank, as last.")
        yield text, view.rules.cut.replace_clause


# ---------------------------------------------------------------------------- a Swiss round


def _swiss(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.method == "round_robin":
        yield from _round_robin(view)
        return
    yield from _resting(view)
    if not view.event.rounds:
        yield gettext("Draw all pairs by lot."), pairing.first_round_clause
        if pairing.avoid_affiliation:
            text = gettext("Family and people who came together do not meet, if it can be had.")
            yield text, pairing.affiliation_clause
        return
    yield from _groups(view)
    yield _not_again(view)


def _round_robin(view: PaperView) -> Iterator[tuple[str, str]]:
    clause = view.rules.pairing.group_clause
    if not view.event.rounds:
        yield gettext("Seat the players in a circle, in an order drawn by lot."), clause
        text = gettext("If their number is odd, one seat stays empty: who faces it rests.")
        yield text, clause
        yield (
            gettext("Fold the circle: the first meets the last, the second the last but one."),
            clause,
        )
        return
    text = gettext("One seat stays; everybody else moves on by one seat. Fold the circle again.")
    yield text, clause
    yield _not_again(view)


def _groups(view: PaperView) -> Iterator[tuple[str, str]]:
    pairing = view.rules.pairing
    if pairing.group == "none" and pairing.inside == "random":
        text = gettext("Pair in order of points, equal points by lot: first with second.")
        yield text, pairing.inside_clause
        return
    if pairing.group == "none":
        text = gettext("Pair by rank: the first with the second, the third with the fourth.")
        yield text, pairing.group_clause
        return
    text = gettext("From the top down: pair players who have the same points with each other.")
    yield text, pairing.group_clause
    if pairing.inside == "random":
        yield gettext("Among them, draw by lot."), pairing.inside_clause
        text = gettext("Who is left over meets somebody of the next group, drawn by lot.")
    else:
        text = gettext("Among them, the first in rank meets the second, and so on.")
        if pairing.inside == "sos":
            text = gettext("Among them, by their strength of schedule: first with second.")
        yield text, pairing.inside_clause
        text = gettext("Who is left over meets the first in rank of the next group.")
    yield text, pairing.float_clause


def _not_again(view: PaperView) -> tuple[str, str]:
    rules = view.rules
    last = (view.event.swiss_rounds or 0) == view.event.swiss_played + 1
    round_robin = rules.pairing.method == "round_robin"
    if rules.rematch.except_final and last and not round_robin:
        text = gettext("In this last round two may meet again.")
        return text, rules.rematch.except_final_clause
    if rules.pairing.group == "none" and not round_robin:
        text = gettext(
            "Two who met already do not play again: the lower one changes places with the first "
            "of the next table."
        )
        return text, rules.pairing.float_clause
    text = gettext("Two who met already do not play again: change one with a neighbour.")
    return text, rules.rematch.clause


def _resting(view: PaperView) -> Iterator[tuple[str, str]]:
    """Yield who rests in an odd field, or meets the Spare Player; how it counts stands below."""
    bye = view.rules.bye
    spare = spare_of(view.event) is not None
    if not view.event.rounds:
        text = gettext("If the number of players is odd, draw by lot who has a bye.")
        if spare:
            text = gettext(
                "If the number of players is odd, draw by lot who meets the Spare Player."
            )
        yield text, bye.first_round_clause
    else:
        yield _who_rests(view, spare=spare), bye.pick_clause


def _who_rests(view: PaperView, *, spare: bool) -> str:
    if spare:
        return gettext(
            "If the number is odd, the last in rank who has not met the Spare Player yet plays "
            "against them."
        )
    if view.rules.bye.pick == "random_in_lowest_group":
        return gettext(
            "If the number is odd, draw by lot who has a bye, among those with the fewest points "
            "who had none yet."
        )
    return gettext("If the number is odd, the last in rank who had no bye yet has one.")


# ------------------------------------------------------------------------------- a bracket


def _lots(view: PaperView) -> Iterator[tuple[str, str]]:
    rules, count = view.rules.elimination, len(field(view.event))
    byes = next_power_of_two(count) - count
    text = ngettext(
        "Draw by lot who has a bye: %(num)d player, if nobody is struck out.",
        "Draw by lot who has a bye: %(num)d players, if nobody is struck out.",
        byes,
    )
    if byes:
        yield text % {"num": byes}, rules.bye_clause
    yield gettext("Draw all pairs by lot, and the numbers of the games."), rules.start_clause


def _bracket(view: PaperView) -> Iterator[tuple[str, str]]:
    rules = view.rules.elimination
    last = view.event.current
    if last is None or last.kind != "elimination":
        text = gettext("First against last, second against last but one: the games are below.")
        yield text, rules.first_clause or rules.clause
    elif rules.reseed:
        text = gettext("The highest seed that is still in meets the lowest, and so on.")
        yield text, rules.fold_clause or rules.clause
    else:
        text = gettext("The winner of the first game meets the winner of the last: see below.")
        yield text, rules.fold_clause or rules.clause


# --------------------------------------------------------------------------- and then


def _after(view: PaperView) -> Iterator[tuple[str, str]]:
    for kind, draw in view.rules.draws.items():
        pool, _ = pool_on(draw, view.event.details.date)
        used = _since_the_bag_was_filled(view.event, kind, len(pool.cards))
        cards = ", ".join(one for one in pool.cards if one not in used)
        text = gettext("Draw one for all tables, %(kind)s: %(cards)s.")
        yield text % {"kind": card_kind(kind), "cards": cards}, draw.clause
    if what_follows(view.event) != "bracket":
        text = gettext("Write the pairs on the sheet with the tables and put it up.")
        yield text, ""
    text = gettext("Keep all slips: the desk takes in later what was drawn and played on paper.")
    yield text, ""


def _since_the_bag_was_filled(event: Event, kind: str, size: int) -> frozenset[str]:
    """Return the cards that are not in the bag any more: it is filled when it is empty (RW-109)."""
    last = event.current
    if last is None or goes_over_the_cut(event):
        return frozenset()
    filled = last.number // size * size + 1
    drawn = [one for one in event.rounds if one.stage == last.stage and one.number >= filled]
    return frozenset(one.cards[kind] for one in drawn if kind in one.cards)
