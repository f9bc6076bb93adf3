"""What the API answers: named fields only, so that nothing private slips in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec


class AskedBack(msgspec.Struct, frozen=True):
    """A question that has to be confirmed by its code before an act is done."""

    code: str
    text: str
    clause: str | None = None


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done: a code with facts, its kind and clause, in words, the way out.

    `facts` are what the sentence names, `field` is the part of the body that is meant.
    """

    code: str
    kind: str
    message: str
    clause: str | None = None
    facts: dict[str, Any] = {}
    fix: str | None = None
    field: str | None = None
    questions: list[AskedBack] = []


class EventLine(msgspec.Struct, frozen=True):
    """An event in one line."""

    event: str
    name: str
    ruleset: str
    date: str | None
    phase: str
    players: int
    version: int


class Events(msgspec.Struct, frozen=True):
    """All events everybody may see."""

    events: list[EventLine]


class Player(msgspec.Struct, frozen=True):
    """A player as everybody may read of them."""

    player: str
    name: str
    number: int | None
    state: str
    spare: bool


class HouseRuleLine(msgspec.Struct, frozen=True):
    """Where the event departs from its document: option, clause it bends, both values, in words."""

    option: str
    clause: str
    document: str
    event: str
    text: str


class RulesetLine(msgspec.Struct, frozen=True):
    """A ruleset of this server; `based_on` is the document it was made from, else empty."""

    ruleset: str
    title: str
    game: str
    made_here: bool
    based_on: str
    fingerprint: str


class Rulesets(msgspec.Struct, frozen=True):
    """The rulesets new events may have."""

    rulesets: list[RulesetLine]


class RulesetBody(msgspec.Struct, frozen=True):
    """The ruleset of an event: as players read it, and its files if it does not come with Tiltyard.

    `differences` are its house rules where it is based on an official document.
    """

    ruleset: str
    title: str
    game: str
    based_on: str
    differences: list[str]
    notes: list[str]
    ranking: list[str]
    files: dict[str, str]


class EventBody(msgspec.Struct, frozen=True):
    """What an event is, and who plays. The seed is there once it is public."""

    event: str
    name: str
    ruleset: str
    date: str | None
    venue: str
    phase: str
    version: int
    swiss_rounds: int | None
    cut: int | None
    commitment: str
    seed: str | None
    announced: dict[str, str]
    players: list[Player]
    language: str
    house_rules: list[HouseRuleLine]
    cut_points: int = 0
    starts: str = ""
    price: str = ""


class NoticeLine(msgspec.Struct, frozen=True):
    """An announcement in the organizer's own words; `until` is when it ends by itself."""

    notice: str
    text: str
    table: int | None
    until: str | None
    importance: Literal["normal", "urgent"]


class Notices(msgspec.Struct, frozen=True):
    """The announcements that show now: urgent ones first, then the newest."""

    notices: list[NoticeLine]


class Reason(msgspec.Struct, frozen=True):
    """Why a match is as it is."""

    code: str
    clause: str | None
    text: str


class Report(msgspec.Struct, frozen=True):
    """A slip that was handed in; `digest` is what a confirmation names."""

    by: str
    digest: str
    text: str


class DeckCount(msgspec.Struct, frozen=True):
    """A deck that was counted at the table, and by whom."""

    player: str
    complete: bool
    by: str
    note: str


class MatchNote(msgspec.Struct, frozen=True):
    """Something to mind at a table: who begins, what is shared, who rules on a leader."""

    code: str
    text: str
    clause: str


class ComponentSearch(msgspec.Struct, frozen=True):
    """A component somebody misses. `component` is empty for the opponent."""

    trouble: str
    player: str
    component: str
    state: str
    minutes_granted: int
    seconds_left: int | None
    clause: str


class Match(msgspec.Struct, frozen=True):
    """A match. Its own players and staff alone read `reports`, `decks`, `notes` and `searches`.

    `end` and `score` are those of the slip, in the order of `players`, once `result` is there.
    `side` is the deployment area the second player chose, where the document has such areas.
    """

    match: str
    table: int | None
    game: int | None
    kind: str
    players: list[str]
    names: list[str]
    state: str
    result: str | None
    override: str | None
    why: list[Reason]
    reports: list[Report]
    first_player: str | None
    side: str
    decks: list[DeckCount]
    notes: list[MatchNote]
    searches: list[ComponentSearch]
    end: str | None = None
    score: list[int] | None = None


class DiscardedDraw(msgspec.Struct, frozen=True):
    """A draw that was thrown away, and why."""

    attempt: int
    by: str
    reason: str


class RoundLine(msgspec.Struct, frozen=True):
    """A round in one line."""

    round: str
    stage: int
    number: int
    kind: Literal["swiss", "elimination"]
    state: str


class Rounds(msgspec.Struct, frozen=True):
    """All published rounds."""

    rounds: list[RoundLine]


class SpecialScenario(msgspec.Struct, frozen=True):
    """The special scenario of a round, with its extra rules."""

    name: str
    text: str


class RoundBody(msgspec.Struct, frozen=True):
    """A round with its matches."""

    round: str
    stage: int
    number: int
    kind: Literal["swiss", "elimination"]
    state: str
    attempt: int
    cards: dict[str, str]
    seconds_left: int | None
    matches: list[Match]
    unpaired: list[str]
    discarded: list[DiscardedDraw]
    scenario: SpecialScenario | None
    salt: str | None


class Bracket(msgspec.Struct, frozen=True):
    """The elimination rounds, and who was seeded how."""

    seeds: list[str]
    rounds: list[RoundBody]


class StandingsRow(msgspec.Struct, frozen=True):
    """A row: every key exact and as text, and the key that decided the place."""

    rank: int | None
    player: str
    name: str
    status: str
    keys: dict[str, str]
    decided_by: str | None


class StandingsGroup(msgspec.Struct, frozen=True):
    """One group by its letter: its own order, places counted from 1."""

    name: str
    rows: list[StandingsRow]


class Standings(msgspec.Struct, frozen=True):
    """The order of the field as tiltyard/standings/1, and of each group where there are groups."""

    format: Literal["tiltyard/standings/1"]
    ruleset: str
    stage: int
    after_round: int
    rows: list[StandingsRow]
    groups: list[StandingsGroup]


class ClinchLine(msgspec.Struct, frozen=True):
    """Something to reach: so many places, in the cut or in the order; or so many points."""

    kind: Literal["cut", "place"]
    places: int
    points: int


class OwnResult(msgspec.Struct, frozen=True):
    """A result of the own game; `weakest` and `strongest` of its kind."""

    kind: str
    lead: int
    tp: int
    weakest: bool
    strongest: bool


class ClinchVerdict(msgspec.Struct, frozen=True):
    """Where a player stands with a line, and the own results that change it."""

    player: str
    line: ClinchLine
    state: Literal["safe", "out", "open"]
    plays: bool
    safe_from: OwnResult | None
    open_up_to: OwnResult | None
    out_up_to: OwnResult | None
    after_draw: Literal["safe", "out", "open"] | None


class Clinch(msgspec.Struct, frozen=True):
    """Who is safe and who is out, as tiltyard/clinch/1."""

    format: Literal["tiltyard/clinch/1"]
    ruleset: str
    verdicts: list[ClinchVerdict]


class Removal(msgspec.Struct, frozen=True):
    """A disqualification: the text everybody reads, and the reason for leaders."""

    public: str
    private: str | None


class PlayerRecord(msgspec.Struct, frozen=True):
    """What a player has played, and where they stand.

    Organizers and the player read the `contact`, leaders the private reason of a `removal`.
    """

    player: Player
    standing: StandingsRow | None
    matches: list[Match]
    removal: Removal | None
    contact: str | None


class Myself(msgspec.Struct, frozen=True):
    """As whom a token acts, what it may do, and the matches of that person."""

    event: str
    person: str
    name: str
    scope: Literal["read", "results", "staff"]
    roles: list[str]
    version: int
    matches: list[Match]


class ListFinding(msgspec.Struct, frozen=True):
    """What a check found in a list; `muster` is which of several lists it is about."""

    code: str
    severity: Literal["error", "warning", "notice"]
    clause: str
    where: str
    muster: int | None
    waivable: bool
    text: str
    fix: str


class ArmyList(msgspec.Struct, frozen=True):
    """An army list. `digest` is what an approval names.

    `note` is there for its player and for leaders who check lists, `seal` for its player only.
    """

    player: str
    name: str
    state: Literal["draft", "submitted", "returned", "approved", "on_paper"]
    locked: bool
    form: str
    text: str
    faction: str
    totals: list[int | None]
    findings: list[ListFinding]
    digest: str
    note: str | None
    seal: str | None


class ArmyLists(msgspec.Struct, frozen=True):
    """All lists the caller may read, and until when they are handed in.

    `missing` is there for those who check lists.
    """

    required: bool
    deadline: str | None
    lists: list[ArmyList]
    missing: list[str] | None


class ListPiece(msgspec.Struct, frozen=True):
    """One unit, ship or squadron of a list with everything attached; `number` counts from 1."""

    number: int
    name: str
    upgrades: list[str]
    points: int | None
    left: bool


class CountQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is still in play: numbers with commas between, nothing at all if all was destroyed."""

    left: Annotated[str, msgspec.Meta(pattern="^([0-9]{1,3}(,[0-9]{1,3}){0,199})?$")] | None = None


class ListCount(msgspec.Struct, frozen=True):
    """What the opponent of a player scores in the newest round, and the pieces to count from.

    Without `left` in the query nothing was destroyed. `wiped_out`: all of the list counts.
    """

    player: str
    round: str
    pieces: list[ListPiece]
    score: int
    left: int
    lost: int
    wiped_out: bool
    clause: str


class PaperLine(msgspec.Struct, frozen=True):
    """A paper that can be printed, and what it may be asked for: a round, a player, a table."""

    paper: str
    title: str
    options: list[str]


class Papers(msgspec.Struct, frozen=True):
    """Every paper the caller may print; `pack` is all that is needed to go on without power."""

    papers: list[PaperLine]


class PaperQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a paper is to be printed, and of what."""

    size: Literal["a4", "letter"] = "a4"
    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2}$")] | None = None
    round: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,3}([.][0-9]{1,3})?$")] | None = None
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    table: Annotated[int, msgspec.Meta(ge=1, le=99_999)] | None = None


class FileLine(msgspec.Struct, frozen=True):
    """A file of an event and what it is for."""

    file: str
    text: str


class Files(msgspec.Struct, frozen=True):
    """The files everybody may take along."""

    files: list[FileLine]


class RecordedFact(msgspec.Struct, frozen=True):
    """A fact in the log."""

    number: int
    name: str
    text: str


class MovedRow(msgspec.Struct, frozen=True):
    """A player whose row of the standings changed, with the place before and after."""

    player: str
    before: int | None
    after: int | None


class Consequences(msgspec.Struct, frozen=True):
    """What a correction changed for people.

    A cut that was made stays: `would_be_in` and `would_be_out` name who would have been in it, and
    who would not. Published rounds stay as well.
    """

    moved: list[MovedRow]
    into_the_cut: list[str]
    out_of_the_cut: list[str]
    would_be_in: list[str]
    would_be_out: list[str]
    rounds_that_stay: list[str]


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act that was recorded; `repeated` says that it was recorded before.

    A correction says what it changed for people.
    """

    version: int
    repeated: bool
    facts: list[RecordedFact]
    consequences: Consequences | None = None


class Health(msgspec.Struct, frozen=True):
    """The server is well."""

    status: Literal["ok"]
    format: str
