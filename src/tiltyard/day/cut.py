"""The cut: who goes on, and places that are offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.context import Folds, Question, Scene
from tiltyard.day.event import Event, Qualification
from tiltyard.day.facts import CutMade, PlaceOffered, PlaceTaken, Recorded
from tiltyard.day.list_access import errors_of, list_of, needs_list
from tiltyard.engine.cut import qualified_by_plan
from tiltyard.engine.errors import Refused
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import PlayerId

# ------------------------------------------------------------------------------
# Deciding who goes on: when the cut is due, whether it still stands.


def cut_is_due(event: Event) -> bool:
    """Whether the Swiss rounds before a planned cut are published."""
    played = event.swiss_played
    return bool(event.has_cut and played and played >= (event.swiss_rounds or 0))


def require_cut_stands(scene: Scene) -> None:
    """Refuse to go on from a cut that is no longer true, or while a place is offered."""
    event, cut = scene.event, scene.event.qualification
    if cut is None or event.past_the_cut:
        return
    if cut.offered is not None:
        raise Refused(
            "not-answered-yet",
            clause=scene.rules.cut.replace_clause,
            offered=scene.name(cut.offered),
        )
    if not cut_is_true(event, scene.rules, cut):
        raise Refused("standings-changed-since-cut-made", clause=scene.rules.cut.clause)


def cut_is_true(event: Event, rules: Ruleset, made: Qualification) -> bool:
    """Whether a cut is still what the standings say, but for places that stay empty."""
    return places_stay_empty(event, rules, made) or qualified_now(event, rules) == made.seeds


def qualified_now(event: Event, rules: Ruleset) -> tuple[PlayerId, ...]:
    """Return who would go on by the standings as they are now."""
    return qualified_by_plan(as_tournament(event), rules, 1)


def places_stay_empty(event: Event, rules: Ruleset, made: Qualification) -> bool:
    """Whether somebody left the bracket whom this event does not replace."""
    return rules.cut.replace != "next_rank" and any(
        event.entrants[seed].state != "active" for seed in made.seeds
    )


# ------------------------------------------------------------------------- lists of the bracket


def require_lists_for_the_bracket(scene: Scene, seeds: tuple[PlayerId, ...]) -> None:
    """Refuse elimination rounds while a list lacks what is played there only (DW-020, DW-046)."""
    wanted = _sections_of_the_bracket(scene)
    if not wanted:
        return
    event, rules = scene.event, scene.rules
    lacking: list[str] = []
    clause = ""
    for player in seeds:
        army = list_of(event, player)
        if army is not None and army.is_handed_in:
            found = errors_of(event, rules, army)
            missing = [
                finding.clause for finding in found if finding.facts.get("section") in wanted
            ]
        else:
            missing = [rules.lists.clause] if needs_list(event, rules, player) else []
        if missing:
            lacking.append(scene.name(player))
            clause = clause or missing[0]
    if lacking:
        raise Refused(
            "these-lists-lack-what-elimination",
            clause=clause,
            players=lacking,
            lacking=tuple(lacking),
        )


def unseen_lists(scene: Scene, seeds: tuple[PlayerId, ...]) -> Iterator[Question]:
    """Ask about lists nobody has looked at since there is to be a bracket: on paper, or none."""
    wanted = _sections_of_the_bracket(scene)
    if not scene.event.cut_was_added or not wanted:
        return
    clause = next(iter(wanted.values()))
    armies = {player: list_of(scene.event, player) for player in seeds}
    on_paper = [
        scene.name(player) for player, army in armies.items() if army and army.state == "on_paper"
    ]
    without = [
        scene.name(player) for player, army in armies.items() if not (army and army.is_handed_in)
    ]
    if on_paper:
        yield Question(
            "lists-on-paper",
            clause,
            {"players": tuple(on_paper)},
        )
    if without:
        yield Question(
            "no-lists",
            clause,
            {"players": tuple(without)},
        )


def _sections_of_the_bracket(scene: Scene) -> dict[str, str]:
    """Return the parts of a list that only elimination rounds need, each with its clause."""
    event, rules = scene.event, scene.rules
    if event.details.swiss_after_cut:
        return {}
    titles = {
        section.id: section.title
        for section in rules.lists.sections
        if section.when == "cut_planned"
    }
    return {
        titles[check.section]: check.clause
        for check in rules.lists.checks
        if check.check == "reserve" and check.section in titles
    }


# ------------------------------------------------------------------------------
# How the cut changes the state.


def _fold_cut_made(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CutMade)
    return replace(event, qualification=Qualification(fact.seeds))


def _fold_place_offered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlaceOffered)
    assert event.qualification is not None
    asked = replace(event.qualification, offered=fact.player, instead_of=fact.instead_of)
    return replace(event, qualification=asked)


def _fold_place_taken(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlaceTaken)
    assert event.qualification is not None
    settled = replace(event.qualification, seeds=fact.seeds, offered=None, instead_of=None)
    return replace(event, qualification=settled)


FOLDS: Folds = {
    CutMade: _fold_cut_made,
    PlaceOffered: _fold_place_offered,
    PlaceTaken: _fold_place_taken,
}
