"""The standings: one row per player, in order, with the cut line and the distance to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.engine.cut import inside_the_cut, qualified_by_plan
from tiltyard.engine.flow import standings
from tiltyard.engine.pairing.groups import letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Group, Number, Row, Standings, Status
    from tiltyard.engine.tournament import PersonId, PlayerId, RoundId, Tournament
    from tiltyard.views.event import EventVersion

CutState = Literal["none", "planned", "made", "begun"]
"""No cut; one to come; the cut is made; its stage has begun."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One place: exact keys, and the key that separates it from the row above.

    `goes_on`: is in the cut and still in the event. `last_in`: the cut line is below this row.
    """

    rank: int | None
    player: PlayerId
    name: str
    status: Status
    keys: Mapping[str, Number]
    decided_by: str | None
    number: int | None = None
    goes_on: bool = False
    last_in: bool = False


@dataclass(frozen=True, slots=True)
class StandingsGroup:
    """One group by its letter, in order; the cut line is below who goes on from it."""

    name: str
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The field in order after a round: `after` is its id, none before the first is closed.

    `going_on` is who goes on, or would by the standings as they are, in the order of the seeds.
    `stage` and `after_round` count from 1 as the engine does.
    """

    ruleset: str
    stage: int
    after_round: int
    after: RoundId | None
    cut: CutState
    going_on: tuple[PlayerId, ...]
    rows: tuple[StandingsRow, ...]
    groups: tuple[StandingsGroup, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the keys in their order."""
        return tuple(self.rows[0].keys) if self.rows else ()

    @property
    def first(self) -> tuple[StandingsRow, ...]:
        """Everybody on the first place: more than one where it is shared."""
        return tuple(row for row in self.rows if row.rank == 1)


# ------------------------------------------------------------------------------
# Making the table: for an event now, after an earlier round, and for a file.


def standings_table(version: EventVersion, names: Mapping[PersonId, str]) -> StandingsTable | None:
    """Return the standings now, with names for an audience; none while there is nothing to rank."""
    return _table_now(version, version.ranked, names) if version.ranked is not None else None


def standings_after(
    version: EventVersion, names: Mapping[PersonId, str], closed: int | None
) -> StandingsTable:
    """Return the standings after so many closed rounds, or now; refuse what cannot be ranked.

    Who would have gone on then is not said: the line is shown only where the cut was made.
    """
    if closed is None and version.ranked is not None:
        return _table_now(version, version.ranked, names)
    found = standings(version.tournament, version.document, closed)
    return _table(version, found, names, (), _last_before_who_missed_it(found.rows), closed)


def order_before_the_cut(
    version: EventVersion, names: Mapping[PersonId, str]
) -> tuple[StandingsRow, ...]:
    """Return the order of the first Swiss rounds alone: it says who comes next into the cut."""
    found = version.ranked_first_stages(1)
    return _table(version, found, names, (), None).rows


def standings_of_file(
    tournament: Tournament, document: Ruleset, after: int | None
) -> StandingsTable:
    """Return the standings of a tournament that was read from a file; nobody's name is hidden."""
    found = standings(tournament, document, after)
    numbers = {player.id: player.number for player in tournament.players}
    last = _last_before_who_missed_it(found.rows)
    rows = tuple(
        _row(row, row.name, numbers.get(row.player), frozenset(), last) for row in found.rows
    )
    return StandingsTable(
        found.ruleset, found.stage, found.after_round, None, _cut_of_file(tournament), (), rows
    )


def _table_now(
    version: EventVersion, found: Standings, names: Mapping[PersonId, str]
) -> StandingsTable:
    going_on = who_goes_on(version)
    return _table(version, found, names, going_on, last_in_the_cut(version, found.rows, going_on))


def _table(
    version: EventVersion,
    found: Standings,
    names: Mapping[PersonId, str],
    going_on: tuple[PlayerId, ...],
    last: PlayerId | None,
    closed: int | None = None,
) -> StandingsTable:
    event = version.event
    numbers = {player: entrant.number for player, entrant in event.entrants.items()}
    inside = frozenset(going_on)

    def told(rows: Sequence[Row], last: PlayerId | None) -> tuple[StandingsRow, ...]:
        return tuple(
            _row(row, names.get(row.player, row.player), numbers.get(row.player), inside, last)
            for row in rows
        )

    return StandingsTable(
        found.ruleset,
        found.stage,
        found.after_round,
        last_counted(event, closed),
        cut_state(event),
        going_on,
        told(found.rows, last),
        tuple(
            StandingsGroup(letter(group.number), told(group.rows, _last_of(group, inside)))
            for group in found.groups
        ),
    )


def _last_of(group: Group, going_on: frozenset[PlayerId]) -> PlayerId | None:
    """Return below whom the line of a group is; none where everybody or nobody goes on."""
    inside = [row.player for row in group.rows if row.player in going_on]
    return inside[-1] if 0 < len(inside) < len(group.rows) else None


def _row(
    row: Row,
    name: str,
    number: int | None,
    going_on: frozenset[PlayerId],
    last: PlayerId | None,
) -> StandingsRow:
    return StandingsRow(
        row.rank,
        row.player,
        name,
        row.status,
        row.keys,
        row.decided_by,
        number,
        goes_on=row.status == "active" and row.player in going_on,
        last_in=row.player == last,
    )


def last_counted(event: Event, closed: int | None = None) -> RoundId | None:
    """Return the last round the standings count: of all closed rounds, or of the first of them."""
    counted = [round_.id for round_ in event.rounds if round_.is_closed][:closed]
    return counted[-1] if counted else None


# ------------------------------------------------------------------------------
# The cut: who goes on, where the line is, and how far it is away.


def cut_state(event: Event) -> CutState:
    """Return how far the cut of an event is."""
    if event.past_the_cut and (event.qualification is not None or event.has_cut):
        return "begun"
    if event.qualification is not None:
        return "made"
    return "planned" if event.has_cut else "none"


def _cut_of_file(tournament: Tournament) -> CutState:
    if len(tournament.stages) > 1:
        return "begun" if tournament.stages[1].rounds else "made"
    return "planned" if tournament.plan.cut is not None else "none"


def who_goes_on(version: EventVersion) -> tuple[PlayerId, ...]:
    """Return who goes on, or would by the standings as they are; nobody before a round is closed.

    Whoever left in a round that is still played does not count any more.
    """
    event, found = version.event, version.ranked
    if event.qualification is not None:
        return event.qualification.seeds
    if not event.has_cut or found is None or last_counted(event) is None:
        return ()
    if event.past_the_cut:
        return qualified_by_plan(version.tournament, version.rules, 1)
    return inside_the_cut(_in_the_running(event, found.rows), version.tournament, version.rules)


def last_in_the_cut(
    version: EventVersion, rows: Sequence[Row], going_on: tuple[PlayerId, ...]
) -> PlayerId | None:
    """Return below whom the cut line is; none where nobody is left out."""
    event = version.event
    if event.qualification is not None or event.past_the_cut:
        return _last_before_who_missed_it(rows)
    if version.rules.pairing.method == "groups":
        return None  # the line is in each group
    running = [row.player for row in _in_the_running(event, rows)]
    return going_on[-1] if 0 < len(going_on) < len(running) else None


def _last_before_who_missed_it(rows: Sequence[Row]) -> PlayerId | None:
    """Return the last row above those whom the cut that was made left out."""
    first_out = next((place for place, row in enumerate(rows) if row.decided_by == "cut"), 0)
    return rows[first_out - 1].player if first_out else None


def _in_the_running(event: Event, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return who could still go on: neither out nor gone since the last round was closed."""
    return tuple(row for row in rows if row.status == "active" and _is_here(event, row.player))


def _is_here(event: Event, player: PlayerId) -> bool:
    entrant = event.entrants.get(player)
    return entrant is None or entrant.state not in {"dropped", "disqualified"}


Distance = Literal["ahead", "behind", "level"]


@dataclass(frozen=True, slots=True)
class ToTheCut:
    """How far a player is from the cut: by which key, and by how much of it.

    `size` is to how many players the field is cut, `points` what a cut by performance asks for;
    one of them is 0. Level: no number separates the two, `key` says what does.
    """

    distance: Distance
    key: str
    gap: Number
    size: int
    points: int


def to_the_cut(version: EventVersion, player: PlayerId) -> ToTheCut | None:
    """Return how far the cut is from a player; none where it is no question."""
    event, found = version.event, version.ranked
    if found is None or cut_state(event) != "planned":
        return None
    if event.cut_points:
        return _to_the_points(event, found.rows, player)
    if found.groups:
        return None  # `last_in` of the group says it
    running, size = _in_the_running(event, found.rows), event.cut or 0
    place = next((place for place, row in enumerate(running) if row.player == player), None)
    if place is None or not 0 < size < len(running):
        return None
    inside = place < size
    mine, other = running[place], running[size if inside else size - 1]
    key, gap = _gap(mine, other) if inside else _gap(other, mine)
    if gap is None:
        return ToTheCut("level", key, 0, size, 0)
    return ToTheCut("ahead" if inside else "behind", key, gap, size, 0)


def _to_the_points(event: Event, rows: Sequence[Row], player: PlayerId) -> ToTheCut | None:
    row = next((row for row in rows if row.player == player), None)
    if row is None or row.status != "active":
        return None
    gap = row.keys["tp"] - event.cut_points
    distance: Distance = "ahead" if gap >= 0 else "behind"
    return ToTheCut(distance, "tp", max(gap, -gap), 0, event.cut_points)


def _gap(better: Row, worse: Row) -> tuple[str, Number | None]:
    """Return the first key in which two rows differ and by how much; none where no number does."""
    if worse.decided_by == "h2h" and (worse.rank or 0) - (better.rank or 0) == 1:
        return "h2h", None
    for key, value in better.keys.items():
        if value != worse.keys[key]:
            return key, value - worse.keys[key]
    return "lot", None
