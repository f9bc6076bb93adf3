"""The shape of a ruleset: its game, its day, its people, its lists, its papers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from tiltyard.engine.rosters.list_findings import Severity
from tiltyard.engine.slip import End, SlipField

# ------------------------------------------------------------------------------
# The part of a ruleset about what is looked at by hand: decks, and what players bring.


@dataclass(frozen=True, slots=True)
class InspectionItem:
    """One thing that is looked at when the components of a player are inspected."""

    id: str
    text: str
    clause: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checks:
    """What is counted at a table and what is inspected at the door; both may be empty.

    `deck` is what players may have their opponent's deck called; they look through it before the
    round begins, leaders at any time.
    """

    deck: str = ""
    deck_clause: str = ""
    inspection: tuple[InspectionItem, ...] = ()
    inspection_clause: str = ""


NO_CHECKS = Checks()


# ------------------------------------------------------------------------------
# The part of a ruleset about one game: what is counted, who wins, what a result is worth.

Stage = Literal["swiss", "elimination"]
Amount = int | str
"""A number, or a share of the points available in the round such as "1.5*available"."""


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets without a table to look it up in."""

    clause: str
    tp: int
    mov: Amount = 0
    vp_for: int = 0
    vp_against: int = 0
    leaders: int = 0
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What is counted at the table. `wipe_out`: one value per round, the last one stays.

    `partial`: a unit that is only damaged may count in part; else units count whole. `best_of`: so
    many games are played in a match, and the slip counts those won. `objectives_most` is the most
    the second number of a side may be; `title` and `objectives_title` are what slips call both.
    """

    clause: str
    counts: Literal["destroyed_points", "victory_points", "games"]
    objectives: bool = False
    partial: bool = False
    wipe_out: tuple[int, ...] = ()
    wipe_out_clause: str = ""
    best_of: int = 0
    best_of_clause: str = ""
    objectives_most: int | None = None
    objectives_clause: str = ""
    title: str = ""
    objectives_title: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Margin:
    """How a margin of victory follows from two scores."""

    clause: str
    kind: Literal["winner_difference", "around_base", "none"]
    least: int | None = None
    most: int | None = None
    base: tuple[int, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarginRow:
    """One line of a points table: margins from `least` up to `most` (none: everything above)."""

    clause: str
    least: int
    win: int
    loss: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """Tournament points of a game: by its result, by the row of its margin, or as written down.

    `per_cent`: the rows are hundredths of what a whole enemy force is worth. `entered`: an ending
    won by `more_points` says both numbers of points on its slip, and they are one of the `pairs`
    (none: any numbers); other endings are worth what their result is.
    """

    clause: str
    by: Literal["result", "margin", "entered"]
    win: int = 0
    modified_win: int = 0
    draw: int = 0
    loss: int = 0
    rows: tuple[MarginRow, ...] = ()
    per_cent: bool = False
    per_cent_clause: str = ""
    pairs: tuple[tuple[int, ...], ...] = ()
    pairs_clause: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """Who wins when the scores are level."""

    clause: str
    winner: Literal["flurry", "without_initiative", "with_initiative", "nobody"]


@dataclass(frozen=True, slots=True)
class Counted:
    """Scores an ending puts in the place of those on the slip."""

    clause: str
    rule: Literal["survivor_destroyed_all", "both_destroyed_all", "conceder_destroyed", "fixed"]
    winner: int = 0
    loser: int = 0
    winner_leaders: int = 0


@dataclass(frozen=True, slots=True)
class FullWin:
    """The lead from which a win on points is a full one, per round; below it is a modified win."""

    clause: str
    margin: tuple[int, ...]
    below: str


@dataclass(frozen=True, slots=True)
class Floor:
    """The least a winner gets, whatever the table says (`mov` is also the threshold)."""

    clause: str
    tp: int
    mov: int
    above: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a game ends: what the slip needs, who wins, and what is counted."""

    clause: str
    needs: tuple[SlipField, ...]
    winner: Literal[
        "survivor",
        "higher_score",
        "more_points",
        "opponent_of_conceder",
        "without_initiative",
        "nobody",
    ]
    result: Literal["win", "modified_win"] = "win"
    level: Level | None = None
    counted: Counted | None = None
    full_win: FullWin | None = None
    margin: Literal["by_rule", "zero"] = "by_rule"
    margin_clause: str = ""
    snapshot: Literal["before_destroy", "after_destroy", ""] = ""
    keep_loser_leader_kill: bool = False
    loser: Award | None = None
    floor: Floor | None = None
    stages: tuple[Stage, ...] = ("swiss", "elimination")
    stages_clause: str = ""
    need_clauses: dict[SlipField, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()


# ------------------------------------------------------------------------------
# The part of a ruleset about the day: structure, clock, draw of rounds, cut and bracket.


@dataclass(frozen=True, slots=True)
class StructureRow:
    """Players from `least` to `most` play this many Swiss rounds and cut to this many."""

    clause: str
    least: int
    rounds: int
    cut: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class FormatRow:
    """A line of a format table: a points limit gives games, minutes and board."""

    clause: str
    points: int
    games: tuple[int, ...]
    minutes: int
    board: str


@dataclass(frozen=True, slots=True)
class SuggestedCut:
    """From this many players on a cut of this size is suggested."""

    least: int
    cut: int


@dataclass(frozen=True, slots=True)
class Structure:
    """How many rounds, and which cut: by table, fixed, by format or as the organizer decides.

    `everybody`: as many rounds as everybody needs to meet everybody.
    """

    clause: str
    kind: Literal["tables", "fixed", "formats", "everybody", "organizer"]
    basic: tuple[StructureRow, ...] = ()
    advanced: tuple[StructureRow, ...] = ()
    rounds: int | None = None
    formats: tuple[FormatRow, ...] = ()
    suggested_cuts: tuple[SuggestedCut, ...] = ()
    outside_clause: str = ""
    outside_rounds: int | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundLength:
    """Minutes per round (the last one stays; none: untimed) and how far they may be moved.

    A final that the document does not set apart is as long as the elimination round it is.
    """

    clause: str
    minutes: tuple[int, ...] = ()
    same_as_swiss: bool = False
    same_as_elimination: bool = False
    adjustable: int = 0
    adjustable_clause: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """The lengths of rounds and what happens when time is called."""

    swiss: RoundLength
    elimination: RoundLength
    final: RoundLength
    time_called: str
    time_called_clause: str
    game_rounds: int | None = None
    game_rounds_clause: str = ""
    extension_minutes: int = 5
    extension_clause: str = "AMB-033"


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on after the Swiss rounds: the top of the standings, or all with enough points."""

    clause: str
    sizes: tuple[int, ...]
    replace: Literal["next_rank", "bye_for_opponent"]
    replace_clause: str
    points: int = 0
    points_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Elimination:
    """Who loses is out: the fold of the games and who goes on after a draw.

    With two `losses` a second bracket goes on beside the first; `final_again`: whoever comes
    through it has to win the final twice.
    `initiative_clause` wants every slip of the bracket to say who has initiative.
    """

    clause: str
    allowed: bool
    first_clause: str = ""
    bye_clause: str = ""
    fold_clause: str = ""
    start_clause: str = ""
    draw: Literal["impossible", "initiative", "higher_seed"] = "impossible"
    draw_clause: str = ""
    initiative_clause: str = ""
    drop_clause: str = ""
    reseed: bool = False
    losses: int = 1
    second_clause: str = ""
    cross_clause: str = ""
    final_again: bool = True
    final_clause: str = ""
    also: tuple[str, ...] = ()


Method = Literal["brackets", "round_robin", "groups"]
Group = Literal["tp", "none"]
Inside = Literal["random", "standings", "sos"]
Partners = Literal["neighbours", "fold", "slide"]
"""Whom players of a group meet: the next in order; of the lower half the last, or the first."""


@dataclass(frozen=True, slots=True)
class Acceleration:
    """For so many rounds the upper half of the field is paired as if it had so many points more."""

    clause: str
    rounds: int
    points: int


@dataclass(frozen=True, slots=True)
class PairingSystem:
    """Another pairing system that the organizer may choose by its name."""

    clause: str
    method: Method = "brackets"
    group: Group = "none"
    inside: Inside = "random"


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a Swiss round is drawn: groups, order inside them, and whom to keep apart.

    `system` is the name of what is described here; `systems` are the others by their names.
    `sides`: who has the first side in a game is balanced, and the first player named has it.
    Everybody meets everybody `legs` times in a round robin; in groups of at most `group_size`,
    from each of which so many `group_winners` go on, once. `seeded_by` is a number of players
    that orders round 1 instead of a lot.
    `lots_clause` says that every lot comes from the seed. Where the document only recommends its
    way of pairing, `deviation_clause` is what another pairing than the declared one is measured by.
    """

    clause: str
    first_round_clause: str
    group: Group
    group_clause: str
    inside: Inside
    inside_clause: str
    float_clause: str
    avoid_affiliation: bool
    affiliation_clause: str
    plan_safe: bool
    conflict_clause: str
    lots_clause: str
    deviation_clause: str = ""
    method: Method = "brackets"
    partners: Partners = "neighbours"
    partners_clause: str = ""
    sides: bool = False
    sides_clause: str = ""
    group_size: int = 4
    group_winners: int = 2
    legs: int = 1
    legs_clause: str = ""
    seeded_by: str = ""
    seeded_clause: str = ""
    accelerate: Acceleration | None = None
    system: str = ""
    systems: dict[str, PairingSystem] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def as_chosen(self) -> Pairing:
        """Return the pairing with the values of the system that was chosen by its name."""
        chosen = self.systems.get(self.system)
        if chosen is None:
            return self
        return replace(
            self,
            method=chosen.method,
            group=chosen.group,
            inside=chosen.inside,
            group_clause=chosen.clause,
            inside_clause=chosen.clause,
            float_clause=chosen.clause,
        )


@dataclass(frozen=True, slots=True)
class Rematch:
    """Within what scope two players meet only once."""

    clause: str
    scope: Literal["stage", "swiss", "event"]
    except_final: bool
    except_final_clause: str
    on_impossible: Literal["warn_min", "block"]
    impossible_clause: str


@dataclass(frozen=True, slots=True)
class Pool:
    """The cards of a season: those legal from a date on."""

    clause: str
    since: date
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards drawn from a bag for every round of a stage.

    `locked_clause` says that no other cards are used, `again_clause` that none comes back before
    all were drawn.
    """

    clause: str
    pools: tuple[Pool, ...]
    refill_clause: str
    season_clause: str
    locked_clause: str
    again_clause: str
    avoid_back_to_back: bool = False
    own: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """How tables are numbered."""

    clause: str
    order: Literal["rank", "random"]


@dataclass(frozen=True, slots=True)
class Leaving:
    """Clauses for those who drop, come back or are disqualified."""

    drop_clause: str
    rejoin_clause: str
    disqualified_clause: str


@dataclass(frozen=True, slots=True)
class NoShow:
    """When an absent player is warned about."""

    clause: str
    minutes: int


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Whether players may enter after the first round is published."""

    clause: str
    policy: Literal["ask", "allow", "refuse"]


@dataclass(frozen=True, slots=True)
class CarryOver:
    """What a second Swiss stage keeps of the first."""

    clause: str
    carry_points: bool


# ------------------------------------------------------------------------------
# The part of a ruleset about army lists: what is in one, its checks, and what is legal when.

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


# ------------------------------------------------------------------------------
# The part of a ruleset that is printed: checklists, and how a game is set up step by step.

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


# ------------------------------------------------------------------------------
# The part of a ruleset about people: staff, tiers, announcements, conduct, components.

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


# ------------------------------------------------------------------------------
# The shape of a ruleset; its values live in `tiltyard/rulesets/*.toml`, each beside its clause.

__all__ = [
    "ENTERED_POINTS",
    "FAVOURITE_OPPONENT",
    "Amount",
    "Award",
    "Ban",
    "Bye",
    "CarryOver",
    "Check",
    "Clock",
    "Counted",
    "Cut",
    "Draw",
    "Elimination",
    "Floor",
    "Forfeit",
    "FormatRow",
    "FullWin",
    "HeadToHead",
    "HouseChange",
    "LateEntry",
    "Leaving",
    "LeftTo",
    "Legality",
    "Level",
    "Lists",
    "Margin",
    "MarginRow",
    "NoShow",
    "Option",
    "OptionType",
    "OrderKey",
    "Outcome",
    "Pairing",
    "Papers",
    "Points",
    "Pool",
    "Rates",
    "Rematch",
    "RoundLength",
    "Ruleset",
    "Score",
    "ScoreShown",
    "Section",
    "SoftScore",
    "Spare",
    "Stage",
    "Standings",
    "StrengthOfSchedule",
    "Structure",
    "StructureRow",
    "SuggestedCut",
    "Tables",
    "TieBreak",
    "own_names",
    "ranked_by",
    "value_of_round",
]

FAVOURITE_OPPONENT = "favourite_opponent"
"""The organizer's own tie-break that counts votes."""

ENTERED_POINTS = "points"
"""The numbers on a slip that are tournament points, where they are written down."""

TieBreak = Literal[
    "tp",
    "mov",
    "sos",
    "vpd",
    "vp",
    "leaders",
    "h2h",
    "extra",
    "lot",
    "wins",
    "games_won",
    "vp_against",
    "progressive",
    "first_loss",
    "sonneborn_berger",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "median_buchholz",
    "extended_sos",
    "opponents_win_rate",
    "game_win_rate",
    "opponents_game_win_rate",
    "opponents_opponents_win_rate",
    "mixed_win_rate",
    "draws",
    "mean_buchholz",
    "median_buchholz2",
    "average_of_buchholz",
    "koya",
]
"""What may decide between players; those of the library are computed in `tiebreaks`."""


@dataclass(frozen=True, slots=True)
class Bye:
    """Who rests in an odd field, and what a rest is worth."""

    clause: str
    first_round: Literal["lot"]
    first_round_clause: str
    pick: Literal["lowest_standing", "random_in_lowest_group"]
    pick_clause: str
    max_per_player: int | Literal["unlimited"]
    max_clause: str
    second_clause: str
    award: Award
    repeat_in_final: bool = False


@dataclass(frozen=True, slots=True)
class Spare:
    """A stand-in opponent for an odd field who is never ranked."""

    clause: str
    allowed: bool
    preferred: bool
    unranked_clause: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game whose opponent did not come."""

    clause: str
    award: Literal["bye", "concession"]
    counts_as_met: bool


@dataclass(frozen=True, slots=True)
class OrderKey:
    """One line of the tie-break list; `name` is the one number that "extra" stands for here."""

    key: TieBreak
    clause: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class StrengthOfSchedule:
    """Which formula, and who counts in it."""

    clause: str
    formula: Literal["mean", "sum", "none"]
    include_disqualified: bool
    bye_counts_as_round: bool
    unpaired_counts_as_round: bool
    virtual_opponents: bool = False


@dataclass(frozen=True, slots=True)
class Rates:
    """How shares of games won are counted, wherever a tie-breaker asks for them.

    A share below `least` (a fraction as two numbers) counts as this much. A draw is half a win, or
    with `draws` "nothing" none. `own_games` false leaves the games against a player out of the
    opponents' shares. `mix` are the parts of the opponents' share and of their opponents' in the
    mixed one.
    """

    clause: str = ""
    least: tuple[int, ...] = (1, 3)
    draws: Literal["half", "nothing"] = "half"
    own_games: bool = True
    mix: tuple[int, ...] = (2, 1)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Whether the test is made again: for the rest of a tied group, or before a lot decides."""

    clause: str
    repeat: bool
    before_lot: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The order of the field: keys one after another, larger first, lots last.

    `extra` are the organizer's own keys; those in `once` are scored once a player, not in games.
    """

    clause: str
    order: tuple[OrderKey, ...]
    final_ties: Literal["random", "shared"]
    final_ties_clause: str
    extra: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    extra_clause: str = ""
    extra_needed_clause: str = ""
    also: tuple[str, ...] = ()


ScoreGiver = Literal["leader", "opponent", "player", "vote"]
ScoreShown = Literal["at_once", "after_last_round", "at_end"]


@dataclass(frozen=True, slots=True)
class SoftScore:
    """Points beside the games: painting, sportsmanship, a quiz, penalties, or votes for somebody.

    `by` says who gives them; a vote is for one of `choices`, never for oneself. Before they are
    `shown` nobody but the staff reads them, and they count for nothing. `prize` is for the most.
    """

    id: str
    title: str
    clause: str = ""
    per: Literal["event", "round"] = "event"
    least: int = 0
    most: int = 100
    by: ScoreGiver = "leader"
    choices: Literal["players", "opponents"] = "players"
    shown: ScoreShown = "at_once"
    counts: Literal["points", "tie_break", "awards"] = "awards"
    prize: str = ""

    @property
    def ranks(self) -> bool:
        """Whether it counts for the ranking."""
        return self.counts != "awards"


OptionType = Literal[
    "flag",
    "whole number",
    "per round",
    "amount",
    "choice",
    "limit",
    "names",
    "cards",
    "minutes",
    "tie-breaks",
]


LeftTo = Literal["organizer", "event_outline", "custom_structure", "nobody"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something an organizer can set: one value of the ruleset.

    `bends` is the clause another value departs from (a decision where the document is silent).
    `left_to` says who may: the organizer; an Event Outline, and the organizer of a tier that does
    not fix the cards; the organizer of a custom structure, as a house rule; or
    nobody, because the document settles it: then it is a house rule, and no official event of a
    tier that keeps the document may have it. `readings` are values the document bears as well.
    `custom_only`: even as a house rule only in a custom structure.
    """

    sets: str
    type: OptionType
    clause: str
    help: str
    bends: str
    left_to: LeftTo
    readings: tuple[bool | int | str | tuple[str, ...], ...] = ()
    custom_only: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


_BY_LOADER = {"by": "loader"}
"""Marks what no ruleset file says of itself."""


@dataclass(frozen=True, slots=True)
class HouseChange:
    """A part in which a ruleset departs from the document it was made from, with its clause."""

    path: str
    clause: str
    usual: bool | int | str | tuple[str, ...]
    here: bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A tournament document in one version.

    `known_to` are the formats of other programs whose readers know its game and its endings.
    What only the loader knows: `files` are those of a ruleset that does not come with the program,
    by their names, and events keep them; `based_on` is the document it was made from, `departures`
    are where it differs.
    """

    id: str
    version: str
    title: str
    game: str
    prefix: str
    clause: str
    terms: dict[str, str]
    score: Score
    margin: Margin
    points: Points
    outcomes: dict[End, Outcome]
    bye: Bye
    spare: Spare
    forfeit: Forfeit
    unpaired_loss: Award
    standings: Standings
    sos: StrengthOfSchedule
    h2h: HeadToHead
    structure: Structure
    clock: Clock
    cut: Cut
    elimination: Elimination
    pairing: Pairing
    rematch: Rematch
    tables: Tables
    leaving: Leaving
    no_show: NoShow
    late_entry: LateEntry
    stage: CarryOver
    lists: Lists
    legality: Legality
    staff: Staff
    tiers: tuple[Tier, ...]
    announcements: tuple[Announcement, ...]
    components: Components
    conduct: Conduct
    options: dict[str, Option]
    rates: Rates = Rates()
    restrictions: tuple[Restriction, ...] = ()
    draws: dict[str, Draw] = field(default_factory=dict)
    papers: Papers = NO_PAPERS
    checks: Checks = NO_CHECKS
    soft_scores: tuple[SoftScore, ...] = ()
    effective: date | None = None
    notes: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict, metadata=_BY_LOADER)
    based_on: str = field(default="", metadata=_BY_LOADER)
    departures: tuple[HouseChange, ...] = field(default=(), metadata=_BY_LOADER)

    @property
    def name(self) -> str:
        """The id with its version, as events pin it."""
        return f"{self.id}@{self.version}"


def value_of_round(values: tuple[int, ...], number: int) -> int:
    """Return the value of a round counted from 1; the last one stays for all later rounds."""
    return values[min(number, len(values)) - 1]


def own_names(rules: Ruleset, entry: OrderKey) -> tuple[str, ...]:
    """Return the organizer's own numbers that a line "extra" of the tie-break list stands for."""
    if entry.name:
        return (entry.name,)
    placed = {other.name for other in rules.standings.order if other.name}
    soft = (score.id for score in rules.soft_scores if score.counts == "tie_break")
    names = dict.fromkeys((*rules.standings.extra, *soft))
    return tuple(name for name in names if name not in placed)


def ranked_by(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return what decides the ranking, one name after another, each with its clause."""
    found: list[tuple[str, str]] = []
    for entry in rules.standings.order:
        if entry.key == "extra":
            found += [(name, entry.clause) for name in own_names(rules, entry)]
        elif entry.key != "lot":
            found.append((entry.key, entry.clause))
    if rules.h2h.before_lot and any(name == "h2h" for name, _ in found):
        found.append(("h2h", rules.h2h.clause))
    if rules.standings.final_ties == "random":
        found += [(entry.key, entry.clause) for entry in rules.standings.order[-1:]]
    return tuple(found)
