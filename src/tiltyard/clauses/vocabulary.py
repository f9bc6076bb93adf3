"""The words the clause table is written in, light enough for the start of every command."""

from __future__ import annotations

from typing import Final, Literal, get_args

Kind = Literal["compute", "enforce", "workflow", "remind", "print", "record", "judge note"]
State = Literal["done", "planned", "words"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
STATES: Final[tuple[State, ...]] = get_args(State)

DOCUMENTS: Final = (
    "runewars",
    "xwing",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
    "house",
)
"""One file of clauses each; a document of two formats is split as its text is."""

DOCUMENTS_OF_RULESET: Final[dict[str, tuple[str, ...]]] = {
    "runewars": ("runewars",),
    "xwing-dogfight": ("xwing",),
    "xwing-escalation": ("xwing", "xwing-escalation"),
    "middle-earth": ("middle-earth",),
    "diskwars": ("diskwars",),
    "armada": ("armada",),
    "house": ("house",),
}
"""What a ruleset rests on, inherited documents first, its own last; `house` is every other."""

PREFIXES: Final = ("RW", "XW", "XE", "ME", "DW", "AR", "HF")
CLAUSE_ID: Final = r"\b(?:RW|XW|XE|ME|DW|AR|HF)-\d{3}\b"
DECISION_ID: Final = r"\bAMB-\d{3}\b"
