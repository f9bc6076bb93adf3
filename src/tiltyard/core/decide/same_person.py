"""Asking whether a player and a leader of the same name are the same person.

A leader who plays keeps one id, so that nobody rules on their own game, and so that a tier in which
leaders may not play is kept (RW-031, AR-020, XW-012, DW-014). Two people may share a name: then
whoever enters the second one says so, and it is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

from tiltyard.core.decide.confirmation import Question
from tiltyard.core.decide.scene import Scene
from tiltyard.core.errors import RulesetText
from tiltyard.core.ids import PersonId
from tiltyard.core.plain_text import tidy
from tiltyard.core.ruleset_people import LeaderPlay, RoleId
from tiltyard.core.staff import leader_play, leaders, role_of, tier_of

ANOTHER_PERSON = "another-person"


def same_name(first: str, second: str) -> bool:
    """Whether two names are the same but for case and spaces."""
    return _compared(first) == _compared(second)


def _compared(name: str) -> str:
    return "".join(tidy(name).casefold().split())


def about_a_player(scene: Scene, person: PersonId, name: str) -> Iterator[Question]:
    """Yield whether a new player is the leader who has this name."""
    event, rules = scene.event, scene.rules
    known = leaders(event, rules)
    if person in known:
        return
    for leader in known:
        if same_name(scene.name(leader), name):
            allowed, clause = leader_play(event, rules, leader)
            wording = f"named-like-a-leader-{_may_play(allowed)}"
            facts: dict[str, object] = {"person": scene.name(leader), "tier": _tier(scene)}
            yield Question(ANOTHER_PERSON, clause, facts, wording)
            return


def _may_play(allowed: LeaderPlay | None) -> str:
    return "who-may-not-play" if allowed == "forbidden" else "who-may-play"


def _tier(scene: Scene) -> RulesetText:
    return RulesetText(tier_of(scene.event, scene.rules).title)


def about_a_leader(scene: Scene, role: RoleId, name: str) -> Iterator[Question]:
    """Yield whether somebody new on the staff is the player who has this name."""
    known = role_of(scene.rules, role)
    if known is None or not known.leader:
        return
    for entrant in scene.event.entrants.values():
        left = entrant.state in {"dropped", "disqualified"}
        if not entrant.spare and not left and same_name(entrant.name, name):
            tier = tier_of(scene.event, scene.rules)
            judges = role == "judge" and tier.judge_play is not None
            allowed = tier.judge_play if judges else tier.leader_play
            clause = tier.judge_play_clause if judges else tier.leader_play_clause
            wording = f"named-like-a-player-{_may_play(allowed)}"
            facts: dict[str, object] = {"person": entrant.name, "tier": _tier(scene)}
            yield Question(ANOTHER_PERSON, clause, facts, wording)
            return
