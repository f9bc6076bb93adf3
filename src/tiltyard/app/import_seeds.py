"""The seed of an event that comes from a file: its own, or one drawn here for what follows."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.core.tournament import Override

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.core.tournament import Stage, Tournament

_OF_A_FILE = re.compile(r"imported [0-9a-f]{64}")
_ELSEWHERE = Override("Tiltyard", "drawn elsewhere, with another seed")


def seed_of_file(data: bytes) -> str:
    """Return a seed for a file that has none: it settles ties of an event that is over."""
    return f"imported {sha256(data).hexdigest()}"


def seeded(tournament: Tournament, new_seed: Callable[[], str]) -> tuple[Tournament, bool]:
    """Return a file with the seed it goes on with, and whether that was drawn here and is secret.

    A seed that the file names stays: its rounds can be drawn again, and whoever brings it is told
    that it is known. One that is missing or follows from the file would let anybody compute the
    draws that follow, and nobody would have said so.
    """
    if not needs_seed(tournament):
        return tournament, False
    stages = tuple(_explained(stage) for stage in tournament.stages)
    return replace(tournament, seed=new_seed(), stages=stages), True


def needs_seed(tournament: Tournament) -> bool:
    """Whether something may be drawn here, and the seed of the file is none to draw it with."""
    if _is_decided(tournament):
        return False
    return not tournament.seed or _OF_A_FILE.fullmatch(tournament.seed) is not None


def goes_on_known(tournament: Tournament) -> bool:
    """Whether an event goes on with a seed that everybody knows who has its file."""
    return not needs_seed(tournament) and not _is_played(tournament)


def cannot_be_drawn_again(tournament: Tournament) -> bool:
    """Whether rounds of a file were drawn with a seed that it does not tell."""
    return not tournament.seed and _has_rounds(tournament) and needs_seed(tournament)


def _has_rounds(tournament: Tournament) -> bool:
    return any(stage.rounds or stage.seeds is not None for stage in tournament.stages)


def _is_decided(tournament: Tournament) -> bool:
    """Whether the last game of a bracket is played: nothing can follow, whatever is planned."""
    last = tournament.stages[-1] if tournament.stages else None
    if last is None or last.kind != "elimination" or not last.rounds:
        return False
    return len(last.rounds[-1].matches) == 1 and last.rounds[-1].is_closed


def _is_played(tournament: Tournament) -> bool:
    """Whether everything that was planned is played."""
    if _is_decided(tournament):
        return True
    planned, stages = tournament.plan, tournament.stages
    has_cut = planned.cut is not None or tournament.options.get("cut.points")
    if len(stages) != 1 or stages[0].kind != "swiss" or has_cut:
        return False
    rounds = stages[0].rounds
    return len(rounds) >= (planned.swiss_rounds or 0) and all(one.is_closed for one in rounds)


def _explained(stage: Stage) -> Stage:
    """Say of every round that its lots were others, unless it is explained already."""
    rounds = tuple(
        one if one.override is not None or not one.matches else replace(one, override=_ELSEWHERE)
        for one in stage.rounds
    )
    if stage.seeds is None:
        return replace(stage, rounds=rounds)
    first = rounds[0].override if rounds else None
    return replace(stage, rounds=rounds, override=first or stage.override or _ELSEWHERE)
