"""What the API answers: named fields only, so that nothing private slips in."""

from __future__ import annotations

from typing import Literal

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done: a code, a sentence, its clause, the way out, the field."""

    code: str
    message: str
    clause: str | None = None
    fix: str | None = None
    field: str | None = None


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


class Match(msgspec.Struct, frozen=True):
    """A match. `reports` are there for its own players and for staff, and empty for others."""

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


class Standings(msgspec.Struct, frozen=True):
    """The order of the field as tiltyard/standings/1."""

    format: Literal["tiltyard/standings/1"]
    ruleset: str
    stage: int
    after_round: int
    rows: list[StandingsRow]


class PlayerRecord(msgspec.Struct, frozen=True):
    """What a player has played, and where they stand."""

    player: Player
    standing: StandingsRow | None
    matches: list[Match]


class Myself(msgspec.Struct, frozen=True):
    """As whom a token acts, what it may do, and the matches of that person."""

    event: str
    person: str
    name: str
    scope: Literal["read", "results", "staff"]
    roles: list[str]
    version: int
    matches: list[Match]


class RecordedFact(msgspec.Struct, frozen=True):
    """A fact in the log."""

    number: int
    name: str
    text: str


class Done(msgspec.Struct, frozen=True):
    """An act that was recorded; `repeated` says that it was recorded before."""

    version: int
    repeated: bool
    facts: list[RecordedFact]


class Health(msgspec.Struct, frozen=True):
    """The server is well."""

    status: Literal["ok"]
    format: str
