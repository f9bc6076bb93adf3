"""The part of a ruleset that is printed: checklists, and how a game is set up step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Needed = Literal[
    "always",
    "lists_required",
    "odd_field",
    "cut_planned",
    "existing_terrain",
    "no_existing_terrain",
    "swiss",
    "elimination",
    "special_scenario",
]
"""When a line is printed; a round that is not known could be of either kind."""

Beside = Literal["nothing", "tables", "players", "season_cards", "board"]
"""What stands beside a line: how many are needed, the cards of the season, the size of boards."""


@dataclass(frozen=True, slots=True)
class Material:
    """One line of a checklist: what to have, when it is needed, and what stands beside it."""

    text: str
    clause: str
    when: Needed = "always"
    beside: Beside = "nothing"
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Instruction:
    """A sentence of a step; `fill_in` are numbers players read from a card and write down."""

    text: str
    clause: str
    when: Needed = "always"
    fill_in: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the setup; `cards`: the cards of the round are shown in it."""

    title: str
    lines: tuple[Instruction, ...]
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Papers:
    """What the organizer prepares, what players bring, and what they do before a game begins.

    `begin` is said below the last step. `survivor` are the words of the game for the side that
    alone has something left; a slip asks for it. `result_clause` has who won, drew or lost written
    down besides the scores. Everything may be empty: then there is no such paper.
    """

    organizer: tuple[Material, ...] = ()
    documents: tuple[Material, ...] = ()
    player: tuple[Material, ...] = ()
    player_note: str = ""
    player_note_clause: str = ""
    setup: tuple[Step, ...] = ()
    begin: str = ""
    begin_clause: str = ""
    survivor: str = ""
    result_clause: str = ""


NO_PAPERS = Papers()
