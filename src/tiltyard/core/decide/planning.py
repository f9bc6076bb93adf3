"""Deciding about the plan: tell it to all players, and change it after the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.announcing import (
    is_of_the_plan,
    is_told,
    players_expected,
    tells_scenarios,
    values_now,
)
from tiltyard.core.decide.confirmation import Question, confirmed
from tiltyard.core.decide.gate import require_details, required_announcements, untold
from tiltyard.core.errors import Refused
from tiltyard.core.facts import setup
from tiltyard.core.plain_text import tidy
from tiltyard.core.state.plan import PLAN, PLAN_AFTER_START
from tiltyard.core.structure import require_opponents

if TYPE_CHECKING:
    from tiltyard.core.decide.gate import Blocker
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.decide.setup import AnnounceItem, ChangePlan
    from tiltyard.core.facts import Fact
    from tiltyard.core.facts.setup import Details
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Announcement
    from tiltyard.core.state.event import Event


def announce_item(scene: Scene, command: AnnounceItem) -> Iterator[Fact]:
    """Tell all players; what the program can compute is told with its values."""
    known = {item.id: item for item in scene.rules.announcements}
    if command.item not in known:
        raise Refused(
            "nothing-announced-here",
            clause=scene.rules.structure.clause,
            item=command.item[:40],
            known=tuple(known),
        )
    item = known[command.item]
    if item.tells:
        values = values_now(scene.event, scene.rules, item)
        players = players_expected(scene.event)
        yield setup.PlanAnnounced(item.id, values, players, tidy(command.text))
    else:
        yield setup.ItemAnnounced(
            item.id, tidy(command.text) or _written(scene.event.details, item)
        )


def _written(details: Details, item: Announcement) -> str:
    """Return what the details have to say about an announcement without values."""
    said = [getattr(details, name) for name in item.about]
    return said[0] if len(said) == 1 and isinstance(said[0], str) else ""


def lapsed(scene: Scene, details: Details) -> tuple[str, ...]:
    """Return what players were told and is no longer true."""
    before = scene.event.details
    return tuple(
        item.id
        for item in scene.rules.announcements
        if item.id in scene.event.announced
        and item.id not in scene.event.told  # its values are compared instead
        and any(getattr(before, name) != getattr(details, name) for name in item.about)
    )


def change_plan(scene: Scene, command: ChangePlan) -> Iterator[Fact]:
    """Change rounds and cut after the start, against what was announced, if that is meant."""
    event = scene.event
    details = replace(
        event.details, structure="custom", swiss_rounds=command.swiss_rounds, cut=command.cut
    )
    require_details(details, scene.document, scene.rules)
    if event.qualification is not None or event.past_the_cut:
        raise Refused("change-plan-cut-made", clause=scene.rules.cut.clause)
    played = len(event.rounds)
    if command.swiss_rounds < played:
        raise Refused(
            "rounds-published-already", clause=scene.rules.structure.clause, played=played
        )
    if (command.swiss_rounds, command.cut) == (event.swiss_rounds, event.cut):
        raise Refused("plan-already")
    playing = [one for one in event.entrants.values() if one.state == "active" and not one.spare]
    if playing and command.swiss_rounds > (event.swiss_rounds or 0):
        require_opponents(scene.rules, command.swiss_rounds, len(playing))
    yield from confirmed(scene, _against_the_announcement(scene, command), PLAN)
    yield setup.PlanChanged(command.swiss_rounds, command.cut, tidy(command.reason))


def _against_the_announcement(scene: Scene, command: ChangePlan) -> Iterator[Question]:
    """Yield by which rules rounds and cut stand as they were announced before the start."""
    event, rules = scene.event, scene.rules
    stands = {name: item.stands_by for item in rules.announcements for name in item.tells}
    if command.cut != event.cut:
        yield Question(
            PLAN_AFTER_START,
            stands.get("cut", rules.cut.clause),
            {"points": event.cut_points, "cut": event.cut},
            _cut_wording(event),
        )
    if command.swiss_rounds != event.swiss_rounds:
        yield Question(
            PLAN_AFTER_START,
            stands.get("rounds", rules.structure.clause),
            {"rounds": event.swiss_rounds},
            "rounds-were-announced",
        )


def _cut_wording(event: Event) -> str:
    if event.cut_points:
        return "cut-by-points-was-announced"
    return "cut-was-announced" if event.cut else "no-cut-was-announced"


def untold_since_the_start(event: Event, rules: Ruleset, document: Ruleset) -> tuple[Blocker, ...]:
    """Return what was changed after the start and has not been announced anew."""
    changed = any(one.asked for one in event.plan_changes)
    return tuple(
        replace(untold(event, rules, item), clause=item.stands_by)
        for item in required_announcements(event, rules, document)
        if (tells_scenarios(item) or (changed and is_of_the_plan(item)))
        and not is_told(event, rules, item)
    )


def require_told(scene: Scene) -> None:
    """Refuse to go on with a plan that was changed and not announced anew."""
    for blocker in untold_since_the_start(scene.event, scene.rules, scene.document):
        raise Refused(blocker.sentence, clause=blocker.clause).naming(blocker.facts)
