"""The part of a ruleset about people: staff, tiers, announcements, conduct, components."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

RoleId = Literal[
    "organizer",
    "second_organizer",
    "marshal",
    "judge",
    "referee",
    "scorekeeper",
    "player",
    "spare",
    "spectator",
]
LeaderPlay = Literal["forbidden", "with_second_leader", "discouraged", "free"]
Moment = Literal[
    "planning",
    "before_start",
    "round_start",
    "running",
    "time_called",
    "result",
    "between_rounds",
    "cut",
    "end",
]
Audience = Literal["organizer", "leaders", "players", "spectators", "everybody"]
Occasion = Literal[
    "always",
    "clock_changed",
    "area_changed",
    "leader_plays",
    "cut_possible",
    "own_tie_breaks",
    "special_scenario",
    "elimination_clock_changed",
    "house_rules",
]


ToldOf = Literal[
    "rounds",
    "cut",
    "minutes",
    "elimination_minutes",
    "days",
    "points_limit",
    "tie_breaks",
    "bye_margin",
    "options",
    "house_rules",
    "scenarios",
]
"""What an announcement has values of."""

Detail = Literal[
    "name",
    "date",
    "days",
    "tier",
    "structure",
    "swiss_rounds",
    "cut",
    "swiss_after_cut",
    "points_limit",
    "region",
    "official",
    "play_area",
    "special_scenario",
    "options",
]
"""What an organizer decides about an event, by its name in `facts.setup.Details`."""


@dataclass(frozen=True, slots=True)
class Role:
    """A task somebody may hold; `most` is none where the document sets no limit.

    `ruling` orders who rules: 0 makes no rulings, the highest number on duty has the last word.
    `acts_when_none` names the role that carries these duties while nobody holds this one: then
    `least` is met, with a warning. `discouraged_to_play` is the clause that advises whoever holds
    the role not to play; for the Spare Player, that advises the staff not to be the one.
    """

    id: RoleId
    title: str
    clause: str
    least: int = 0
    most: int | None = None
    ruling: int = 0
    leader: bool = True
    acts_when_none: RoleId | None = None
    acts_clause: str = ""
    toggles_duty: bool = False
    duty_clause: str = ""
    discouraged_to_play: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that is decided at a table, and who decides it; players call a judge about it.

    `role` names whose it is, and nobody else's while somebody in that role is there; without one
    every leader who rules decides it. `call`: players choose it as the kind of a judge call.
    """

    id: str
    title: str
    clause: str
    role: RoleId | None = None
    call: bool = True
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Staff:
    """Who runs the event, who decides what, and what follows when a leader plays in it."""

    clause: str
    roles: tuple[Role, ...]
    removes_clause: str
    second_leader_clause: str
    rules_on_leader_clause: str
    leaders_meet_clause: str
    appeal: bool
    appeal_clause: str
    overrules: tuple[str, ...] = ()
    overrules_clause: str = ""
    matters: tuple[Matter, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tier:
    """How formal the event is, and what that allows.

    The first tier of a ruleset is its default. `structures` binds the events the document names
    in `events` and no others; both are empty where the tier leaves the choice free. `judge_play`
    is for judges where other leaders are treated differently. `cards_fixed`: only the cards of
    the season are drawn. `no_house_rules`: its official events are played by the document alone.
    """

    id: str
    title: str
    text: str
    clause: str
    leader_play: LeaderPlay
    leader_play_clause: str
    judge_play: LeaderPlay | None = None
    judge_play_clause: str = ""
    structures: tuple[str, ...] = ()
    structures_clause: str = ""
    events: tuple[str, ...] = ()
    cards_fixed: bool = False
    cards_clause: str = ""
    special_scenarios: bool = False
    special_scenarios_clause: str = ""
    lists_required: bool = False
    no_house_rules: bool = False
    no_house_rules_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restriction:
    """Events of these tiers and this year that the document does not allow when official.

    Any other event of these tiers and this year is only warned about.
    """

    clause: str
    text: str
    tiers: tuple[str, ...]
    year: int | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something all players must have been told before the first round (the start gate).

    `about` names what it tells of the event: when that changes, players must be told again.
    What it `tells` has values, which the program computes and compares. `stands_clause` is the
    rule by which they are announced before the start, and stand from then on.
    """

    id: str
    text: str
    clause: str
    when: Occasion = "always"
    about: tuple[Detail, ...] = ()
    tells: tuple[ToldOf, ...] = ()
    stands_clause: str = ""
    also: tuple[str, ...] = ()

    @property
    def stands_by(self) -> str:
        """The rule by which what was announced stands from the start on."""
        return self.stands_clause or self.clause


@dataclass(frozen=True, slots=True)
class Guidance:
    """A sentence for people at a moment of the day: conduct, the table top, what to bring."""

    id: str
    moment: Moment
    audience: Audience
    text: str
    clause: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of incident a leader notes.

    `matter` says who decides it: what another leader notes is left to them as an observation. None:
    nothing is to be decided.
    """

    id: str
    title: str
    clause: str
    matter: str = "conduct"
    also: tuple[str, ...] = ()


PieceEnd = Literal["proxy", "shared", "still_usable", "set_aside"]
"""How trouble with a component may end where the document says so of this sort of component."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A sort of component, the words people call it by, and how trouble with it may end."""

    id: str
    words: tuple[str, ...]
    clause: str
    ends: tuple[PieceEnd, ...] = ()
    plural: str = ""

    @property
    def several(self) -> str:
        """What several of them are called."""
        return self.plural or self.id


@dataclass(frozen=True, slots=True)
class Agreement:
    """Something both players agree to use in their game, such as tokens of a third party."""

    item: str
    clause: str
    until: Literal["round_start", "round_end"] = "round_start"


@dataclass(frozen=True, slots=True)
class ComponentQuestion:
    """A kind of question about a component; whose matter it is, rules on it for the whole event."""

    kind: str
    title: str
    clause: str
    matter: str = "component"
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatPolicy:
    """What players are told about playmats when the event has this policy."""

    text: str
    clause: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Components:
    """What becomes of a player whose component is lost, damaged or not allowed.

    `proxies`: a leader may make one for a damaged card. `missing_kit` is what the organizer is
    offered, never what happens by itself. `sharing_until`: until when players may agree to share;
    `sharing_names` are other names of what is shared. `other_ends` is how trouble may end with a
    piece that none of `pieces` knows by its words. `mats` is one of the `mat_policies`: empty where
    the document leaves no choice.
    """

    ineligible: Literal["drop", "disqualify", "discretion"]
    ineligible_clause: str
    lost_extension_clause: str
    lost_concession_clause: str
    lost_next_round_clause: str
    proxies: bool
    proxies_clause: str
    sharing: tuple[str, ...]
    sharing_clause: str
    sharing_until: Literal["round_start", "round_end"] = "round_end"
    sharing_orders: bool = True
    sharing_orders_clause: str = ""
    sharing_names: dict[str, str] = field(default_factory=dict)
    agreements: tuple[Agreement, ...] = ()
    ruler_side_clause: str = ""
    pieces: tuple[Piece, ...] = ()
    other_ends: tuple[PieceEnd, ...] = ()
    damaged_clause: str = ""
    questions: tuple[ComponentQuestion, ...] = ()
    mats_clause: str = ""
    mats: str = ""
    mat_policies: dict[str, MatPolicy] = field(default_factory=dict)
    missing_kit: Literal["none", "disqualify"] = "none"
    missing_kit_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conduct:
    """What leaders note and what people are told, by moment.

    `more` is what a ruleset adds to the guidance it inherits; it is joined to it on loading.
    """

    clause: str
    categories: tuple[Category, ...]
    guidance: tuple[Guidance, ...]
    missed_opportunity_clause: str = ""
    watch_clause: str = ""
    manipulative_concession: bool = False
    manipulative_concession_clause: str = ""
    verify_totals_clause: str = ""
    more: tuple[Guidance, ...] = ()
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Join what a ruleset adds to what it inherits."""
        object.__setattr__(self, "guidance", (*self.guidance, *self.more))
        object.__setattr__(self, "more", ())
