"""The part of a ruleset about army lists: what is in one, its checks, and what is legal when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tiltyard.core.rosters.findings import Severity

CheckName = Literal[
    "musters",
    "points",
    "total",
    "ascending",
    "faction_named",
    "faction",
    "known_cards",
    "unique_names",
    "unique_once",
    "section_count",
    "copies",
    "traits_count",
    "capacity_pair",
    "growth",
    "per_type",
    "regiments",
    "reserve",
    "commander",
    "proxies",
    "duplicates",
]
Reveal = Literal["start", "cut", "finish", "never"]
Mirror = Literal["none", "faction", "race"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the list: its cards count points, may carry upgrades, and are played when.

    `words` are other names people write for it. It `keeps` its player in the game as long as
    one of its cards is left. Whoever has more of a section with a `surplus_clause` deploys first.
    """

    id: str
    title: str
    clause: str
    points: bool = True
    upgrades: bool = False
    grouped: bool = False
    stage: Literal["always", "elimination"] = "always"
    when: Literal["always", "cut_planned"] = "always"
    words: tuple[str, ...] = ()
    keeps: bool = True
    surplus_clause: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a list with its numbers: which function, how bad, by which clause.

    `section` and `trait` say what is counted; `least` and `most` are the bounds; `exceptions`
    gives single cards (by name) other numbers of copies. `by_tier` is how bad it is in some
    tiers instead. `absent` is how bad it is that nothing is there at all, where that is another
    matter than a wrong number. `names` are short names the document itself calls unclear, with
    the whole ones. `upgrade_clause` is for what is attached, `exceptions_clause` for the
    exceptions.
    """

    check: CheckName
    clause: str
    severity: Severity = "error"
    by_tier: dict[str, Severity] = field(default_factory=dict)
    section: str = ""
    trait: str = ""
    least: int | None = None
    most: int | None = None
    exceptions: dict[str, int] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    waivable: bool = False
    absent: Literal["error", "warning", "notice", "fine", "as_bad"] = "as_bad"
    upgrade_clause: str = ""
    exceptions_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Width:
    """Pieces up to this diameter, in tenths of an inch, have this capacity.

    A piece of exactly this diameter belongs to the next row; to the last one if there is none.
    """

    most: int
    capacity: int


@dataclass(frozen=True, slots=True)
class ExistingTerrain:
    """How terrain that was there before is labelled: its capacity by diameter, its keywords."""

    clause: str
    widths: tuple[Width, ...]
    bounds_clause: str
    keywords: int
    keywords_clause: str
    choose_clause: str

    @property
    def widest(self) -> int:
        """The largest diameter of the chart."""
        return self.widths[-1].most


@dataclass(frozen=True, slots=True)
class Lists:
    """Whether army lists must be handed in, what is in one, and what is done with them.

    `limits` are the most points of each muster, the last one for all later rounds; an empty one
    means the points limit of the event. `factions` are those allowed, none: all; `faction_words`
    gives every faction the other names people write for it. `reveal` is when everybody may read
    all lists. `chooser`: whoever has the lower total decides who begins. `sides` are the deployment
    areas the second player chooses from, in small letters. `supplies` is what whoever is last in
    initiative order supplies. `catalogue` names the card data.
    """

    clause: str
    required: Literal["always", "by_tier", "never"]
    one_clause: str = ""
    same_clause: str = ""
    content_clause: str = ""
    limits: tuple[int, ...] = ()
    limits_clause: str = ""
    factions: tuple[str, ...] = ()
    factions_clause: str = ""
    faction_words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    approval: Literal["by_hand", "clean"] = "clean"
    approval_clause: str = "AMB-034"
    reveal: Reveal = "never"
    reveal_clause: str = "AMB-034"
    amend_clause: str = "AMB-034"
    advantage_clause: str = ""
    chooser: bool = False
    chooser_clause: str = ""
    coin_clause: str = ""
    sides: tuple[str, ...] = ()
    sides_clause: str = ""
    supplies: str = ""
    supplies_clause: str = ""
    mirror: Mirror = "none"
    mirror_clause: str = ""
    duplicates_clause: str = ""
    existing_terrain: ExistingTerrain | None = None
    conversions: bool = False
    conversions_clause: str = ""
    catalogue: str = ""
    sections: tuple[Section, ...] = ()
    checks: tuple[Check, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ban:
    """Cards with a trait, or from these products, that are not legal; options may switch it."""

    clause: str
    trait: str = ""
    products: tuple[str, ...] = ()
    applies: bool = True


@dataclass(frozen=True, slots=True)
class Legality:
    """Which products are legal when: from their release on, later in some tiers, or by name.

    `delay` gives the days after release by tier; `only` is the whole list of legal products.
    `known` are others that the document names; `words` gives a product the other names people
    write for it, `around` are the words that stand around the names of many.
    """

    clause: str
    release: bool = True
    release_clause: str = ""
    delay: dict[str, int] = field(default_factory=dict)
    delay_clause: str = ""
    elsewhere_clause: str = ""
    only: tuple[str, ...] = ()
    only_clause: str = ""
    known: tuple[str, ...] = ()
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    around: tuple[str, ...] = ()
    bans: dict[str, Ban] = field(default_factory=dict)
    also: tuple[str, ...] = ()
