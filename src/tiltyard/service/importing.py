"""A tournament file becomes an event: all of it in one act, or nothing."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.event import PLAN
from tiltyard.day.facts import (
    CheckInOpened,
    CutMade,
    Details,
    DeviationExplained,
    EventAnnounced,
    EventCreated,
    EventStarted,
    ExtraScored,
    FavouriteVoted,
    GameForfeited,
    ListsLocked,
    ListSubmitted,
    LossesWithoutGame,
    Pairing,
    PlanChanged,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerRejoined,
    Recorded,
    RegistrationOpened,
    ResultEntered,
    RoundDrawn,
    RoundPublished,
    RoundSalted,
    RulesetKept,
    Seal,
    SoftScoreClosed,
    SoftScoreDeclared,
    SoftScoresGiven,
    SpareJoined,
    TablesArranged,
)
from tiltyard.day.fold import fold
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.setup import commitment
from tiltyard.engine.audit.presence import check_ranking
from tiltyard.engine.audit.slips import check_scores, check_slips
from tiltyard.engine.cut import with_replacements
from tiltyard.engine.errors import Refused, TiltyardError, TournamentUnreadable
from tiltyard.engine.flow import standings
from tiltyard.engine.options import require_lengths, with_options
from tiltyard.engine.plain_text import LONGEST_NAME, require_name, slug, tidy
from tiltyard.engine.rosters.list_reading import seal
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.soft_scores import kinds_of
from tiltyard.engine.tournament import Override, Place, Plan, PlayerId, TableRules
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.to_tiltyard1 import ids_of
from tiltyard.formats.lists.list_limits import ListUnreadable, checked_text, list_json
from tiltyard.formats.tiltyard1 import place_in_file
from tiltyard.formats.tiltyard1_write import tournament_line, write_tournament
from tiltyard.service.desk import LONGEST_EVENT_ID, require_event_id
from tiltyard.service.several_acts import after_each
from tiltyard.store import codec
from tiltyard.store.person_keys import naming
from tiltyard.store.port import Act

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from tiltyard.day.context import Scene
    from tiltyard.day.event import Event
    from tiltyard.day.facts import ContactNoted, Fact, NotesKept, NumbersPublished
    from tiltyard.engine.rosters.list_reading import ReadList
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import (
        Match,
        PersonId,
        Player,
        Round,
        RoundId,
        SoftEntry,
        Stage,
        StageKind,
        Tournament,
    )
    from tiltyard.formats.foreign.foreign_tables import PlayerLine
    from tiltyard.formats.foreign.model import ForeignTournament, Remark
    from tiltyard.service.desk import Desk
    from tiltyard.service.foreign_importing import PlayersPreview
    from tiltyard.store.port import Draft


# ------------------------------------------------------------------------------
# Scores in a tournament file that the totals in it cannot give: said when it is imported.


def remark_scores(tournament: Tournament, document: Ruleset, remarks: Remarks) -> None:
    """Name every score that the opponent's total cannot give; it is taken over all the same."""
    names = {player.id: player.name for player in tournament.players}
    for finding in check_scores(tournament, with_options(document, tournament.options)):
        assert finding.where is not None
        score, total = (int(str(finding.facts[key])) for key in ("score", "total"))
        name, where = names[finding.players[0]], place_in_file(finding.where)
        remarks.add("score-impossible", where, name=name, score=score, total=total)


# ------------------------------------------------------------------------------
# The seed of an event that comes from a file: its own, or one drawn here for what follows.

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
    return len(rounds) >= (planned.swiss_rounds or 0) and all(round_.is_closed for round_ in rounds)


def _explained(stage: Stage) -> Stage:
    """Say of every round that its lots were others, unless it is explained already."""
    rounds = tuple(
        round_
        if round_.override is not None or not round_.matches
        else replace(round_, override=_ELSEWHERE)
        for round_ in stage.rounds
    )
    if stage.seeds is None:
        return replace(stage, rounds=rounds)
    first = rounds[0].override if rounds else None
    return replace(stage, rounds=rounds, override=first or stage.override or _ELSEWHERE)


# ------------------------------------------------------------------------------
# The army lists in a file of another program: read as if handed in, kept whole if unreadable.


def lists_in(
    foreign: ForeignTournament, rules: Ruleset, read_list: ReadList
) -> tuple[tuple[ListSubmitted, ...], tuple[Remark, ...]]:
    """Return every list of a file as it would have been handed in, and what is to be said.

    A list nobody can read is kept as its text, without cards; what is no text is left out.
    """
    remarks = Remarks()
    ids = ids_of(foreign.players)
    found = []
    for player in foreign.players:
        if not player.army:
            continue
        try:
            text = checked_text(player.army)
        except TiltyardError as no:
            remarks.add("list-left-out", name=player.name, reason=no)
            continue
        try:
            form, roster = read_list(rules, text, "")
        except TiltyardError as no:
            remarks.add("list-unreadable", name=player.name, reason=no)
            form, roster = "xws" if _is_object(text) else "plain", Roster()
        found.append(ListSubmitted(PlayerId(ids[player.key]), text, form, roster))
    return tuple(found), tuple(remarks)


def _is_object(text: str) -> bool:
    try:
        return isinstance(list_json(text), dict)
    except ListUnreadable:
        return False


def handed_in(
    lists: tuple[ListSubmitted, ...], event: str, seed: str, *, started: bool
) -> Iterator[Fact]:
    """Yield the lists as facts; once an event has started they are locked."""
    yield from lists
    if lists and started:
        seals = (Seal(fact.player, seal(seed, event, fact.player, fact.text)) for fact in lists)
        yield ListsLocked(tuple(seals))


# ------------------------------------------------------------------------------
# The facts that say what a tournament file says.

IMPORT = "import"
"""The cause of every fact that came from a file."""

ENGINE = "imported"
"""What stands for the engine of a round that was drawn elsewhere."""

ORGANIZER_NAME = "Organizer"
_NO_REASON = "the file gives no reason"
_MOST_NUMBER = 1_000_000


# ------------------------------------------------------------------------- what is kept of a file


def file_as_kept(tournament: Tournament, document: Ruleset) -> Tournament:
    """Return a file in the one form in which the log says it, or refuse what it cannot say.

    The ruleset has its version, everybody has a number, losses without a game stand behind the
    games, and numbers that follow from the slips are left out.
    """
    _require_plain(tournament)
    return replace(
        tournament,
        ruleset=document.name,
        ruleset_files=document.files,
        players=_numbered(tournament.players),
        plan=_kept_plan(tournament.plan),
        stages=_kept_stages(tournament),
        ranking=None,
        soft_scores=_kept_scores(tournament),
    )


def _kept_scores(tournament: Tournament) -> tuple[SoftEntry, ...]:
    """Return the points beside the games in order."""
    for index, entry in enumerate(tournament.soft_scores):
        _require_tidy(entry.reason, f"soft_scores[{index}].reason")
    return tuple(sorted(tournament.soft_scores))


def _shown_alike(tournament: Tournament) -> Tournament:
    """Leave out what is hidden: an event that goes on hides again what is shown at its end."""
    entries = (entry._replace(hidden=False) for entry in tournament.soft_scores)
    return replace(tournament, soft_scores=tuple(sorted(entries)))


def _require_plain(tournament: Tournament) -> None:
    """Refuse names and ids with hidden characters, or longer than the desk can show."""
    _require_tidy(tournament.name, "name")
    for index, player in enumerate(tournament.players):
        place = f"players[{index}]"
        _require_tidy(player.id, f"{place}.id")
        _require_tidy(player.name, f"{place}.name")
        _require_tidy(player.faction or "", f"{place}.faction")
        for number, tag in enumerate(player.affiliations):
            _require_tidy(tag, f"{place}.affiliations[{number}]")


def _require_tidy(text: str, place: str) -> None:
    if tidy(text, LONGEST_NAME) != text:
        raise TournamentUnreadable("text-not-tidy", field=place, most=LONGEST_NAME)


def _numbered(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Give everybody but the Spare Player a number; those in the file stay."""
    taken: set[int] = set()
    for index, player in enumerate(players):
        number, place = player.number, f"players[{index}].number"
        if number is None:
            continue
        if player.spare:
            raise TournamentUnreadable("spare-with-number", field=place)
        if number in taken or not 1 <= number <= _MOST_NUMBER:
            raise TournamentUnreadable("number-taken", field=place, number=number)
        taken.add(number)
    free = (number for number in range(1, _MOST_NUMBER) if number not in taken)
    return tuple(
        player if player.number is not None or player.spare else replace(player, number=next(free))
        for player in players
    )


def _kept_plan(plan: Plan) -> Plan:
    """Return the plan with what was announced before it was changed, who did that, and why."""
    if plan.announced is None:
        return replace(plan, override=None)
    rounds, cut = plan.announced
    announced = (plan.swiss_rounds if rounds is None else rounds, cut)
    if announced == (plan.swiss_rounds, plan.cut):
        return Plan(plan.swiss_rounds, plan.cut)
    said = plan.override or Override(ORGANIZER_NAME, _NO_REASON)
    return replace(plan, announced=announced, override=said)


def _kept_stages(tournament: Tournament) -> tuple[Stage, ...]:
    stages = list(tournament.stages)
    if stages and not stages[-1].rounds and stages[-1].seeds is None:
        if len(stages) > 1 or stages[0].kind != "swiss":
            place = place_in_file(Place(len(stages) - 1))
            raise TournamentUnreadable("stage-not-begun", field=place)
        stages.pop()
    if any(stage.rounds for stage in stages) and tournament.plan.swiss_rounds is None:
        raise TournamentUnreadable("rounds-played-without-plan", field="plan.swiss_rounds")
    return tuple(_kept_stage(stages, number) for number in range(len(stages)))


def _kept_stage(stages: list[Stage], number: int) -> Stage:
    stage = stages[number]
    kept = []
    for index, round_ in enumerate(stage.rounds):
        last = number == len(stages) - 1 and index == len(stage.rounds) - 1
        if round_.matches:
            games = tuple(match for match in round_.matches if match.kind != "unpaired_loss")
            losses = tuple(match for match in round_.matches if match.kind == "unpaired_loss")
            plain = tuple(
                match._replace(stated=None, confirmed=None) for match in (*games, *losses)
            )
            kept.append(replace(round_, matches=plain))
        elif not last:
            place = place_in_file(Place(number, index), "matches")
            raise TournamentUnreadable("round-empty-before-another", field=place)
        elif round_.attempt > 1 or round_.salt is not None:
            place = place_in_file(Place(number, index), "matches")
            raise TournamentUnreadable("round-still-to-be-drawn", field=place)
    return replace(stage, rounds=tuple(kept))


# ------------------------------------------------------------------------------------- as facts


def facts_of_file(
    tournament: Tournament,
    document: Ruleset,
    name: str,
    organizer_name: str,
    *,
    seed_is_secret: bool = False,
) -> tuple[Fact, ...]:
    """Return the facts of a kept file in the order in which they would have happened."""
    created = EventCreated(
        event=name,
        details=_details(tournament, document),
        organizer=organizer_of(tournament),
        organizer_name=organizer_name,
        seed=tournament.seed,
        commitment=commitment(tournament.seed),
        imported=not seed_is_secret,
    )
    rules = (RulesetKept(document.name, document.files),) if document.files else ()
    before = _before_the_start(tournament, document)
    return (created, *rules, *before, *_the_day(tournament, document))


def organizer_of(tournament: Tournament) -> PersonId:
    """Return an id for the organizer that no player has."""
    taken = {player.id for player in tournament.players}
    numbered = (f"organizer-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in ("p1", "organizer", *numbered) if name not in taken)


def _details(tournament: Tournament, document: Ruleset) -> Details:
    return Details(
        name=tournament.name,
        ruleset=document.name,
        date=tournament.date,
        tier=document.tiers[0].id,
        structure="custom",
        swiss_rounds=tournament.plan.swiss_rounds,
        cut=tournament.plan.cut,
        swiss_after_cut=_swiss_after_cut(tournament),
        options=dict(tournament.options),
    )


def _swiss_after_cut(tournament: Tournament) -> int:
    """Return how many Swiss rounds follow the cut: those in the file, which knows no plan of it."""
    later = [stage for stage in tournament.stages[1:] if stage.kind == "swiss"]
    return max(1, len(later[0].rounds)) if later else 0


def _before_the_start(tournament: Tournament, document: Ruleset) -> Iterator[Fact]:
    yield EventAnnounced(document.name)
    yield RegistrationOpened()
    tables = tournament.tables
    if tables != TableRules():
        out_of_use = tuple(sorted(tables.out_of_use))
        yield TablesArranged(tables.first, out_of_use, tables.avoid_repeats)
    for player in tournament.players:
        yield _registered(player)


def _registered(player: Player) -> Fact:
    if player.spare:
        return SpareJoined(player.id, player.name)
    return PlayerRegistered(
        player=player.id,
        name=player.name,
        number=player.number or 0,
        faction=player.faction,
        affiliations=player.affiliations,
        total=player.total,
        table=player.table,
    )


def _the_day(tournament: Tournament, document: Ruleset) -> Iterator[Fact]:
    plan = tournament.plan
    if plan.swiss_rounds is not None:
        yield CheckInOpened()
        for player in tournament.players:
            if not player.spare:
                yield PlayerCheckedIn(player.id)
        yield from _started(plan, document)
    elif plan != Plan():
        raise TournamentUnreadable("cut-planned-without-rounds", field="plan.swiss_rounds")
    for player in tournament.players:
        if player.favourite is not None:
            yield FavouriteVoted(player.id, player.favourite)
        for name, value in player.extra.items():
            yield ExtraScored(player.id, name, value)
    yield from _soft_scores(tournament, document)
    for number, stage in enumerate(tournament.stages, 1):
        yield from _stage(stage, number)


def _soft_scores(tournament: Tournament, document: Ruleset) -> Iterator[Fact]:
    for kind in tournament.declared:
        yield SoftScoreDeclared(
            kind.id,
            kind.title,
            kind.per,
            kind.least,
            kind.most,
            kind.by,
            kind.choices,
            kind.shown,
            kind.prize,
        )
    kinds = kinds_of(document, tournament.declared)
    for entry in tournament.soft_scores:
        yield SoftScoresGiven(
            entry.score,
            {entry.player: entry.value},
            entry.round,
            entry.reason,
            shown=kinds[entry.score].shown,
            per_round=kinds[entry.score].per == "round",
            waits=kinds[entry.score].by != "leader",
        )
    for score, kind in kinds.items():
        entries = [entry for entry in tournament.soft_scores if entry.score == score]
        if kind.by != "leader" and any(not entry.hidden for entry in entries):
            yield SoftScoreClosed(score, closed=True)


def _started(plan: Plan, document: Ruleset) -> Iterator[Fact]:
    """Yield the start with the plan that was announced, and how it was changed afterwards."""
    rounds, cut = plan.swiss_rounds or 0, plan.cut
    if plan.announced is None or plan.override is None:
        yield EventStarted(rounds, cut, document.structure.clause)
        return
    announced, announced_cut = plan.announced
    yield EventStarted(announced or 0, announced_cut, document.structure.clause)
    yield PlanChanged(rounds, cut, plan.override.reason)
    yield DeviationExplained(PLAN, plan.override.by, plan.override.reason)


def _stage(stage: Stage, number: int) -> Iterator[Fact]:
    if stage.seeds is not None and number > 1:
        yield CutMade(stage.seeds, 0)
    if stage.override is not None and not stage.rounds:
        by, reason = stage.override
        yield DeviationExplained(str(number), by, reason)
    for place, round_ in enumerate(stage.rounds, 1):
        seeds = stage.seeds if place == 1 else None
        yield from _round(round_, f"{number}.{place}", stage.kind, seeds)


def _round(
    round_: Round, name: RoundId, kind: StageKind, seeds: tuple[PlayerId, ...] | None
) -> Iterator[Fact]:
    games = [match for match in round_.matches if match.kind != "unpaired_loss"]
    yield RoundDrawn(
        round=name,
        kind=kind,
        attempt=round_.attempt,
        position=0,
        engine=ENGINE,
        matches=tuple(_pairing(match) for match in games),
        seeds=seeds,
        cards=dict(round_.draws),
    )
    if round_.salt is not None:
        yield RoundSalted(name, round_.salt)
    yield RoundPublished(name)
    for place, match in enumerate(games, 1):
        yield from _result(match, f"{name}.{place}")
    losses = tuple(match.players[0] for match in round_.matches if match.kind == "unpaired_loss")
    if losses:
        yield LossesWithoutGame(name, losses)
    if round_.override is not None:
        yield DeviationExplained(name, round_.override.by, round_.override.reason)
    yield from _changes(round_, name)


def _pairing(match: Match) -> Pairing:
    kind = "bye" if match.kind == "bye" else "game"
    by_hand = match.override is not None
    return Pairing(match.players, kind, match.table, match.game, by_hand=by_hand)  # type: ignore[arg-type]


def _result(match: Match, name: str) -> Iterator[Fact]:
    if match.report is not None:
        yield ResultEntered(name, match.report)
    elif match.absent is not None:
        yield GameForfeited(name, match.absent)
    if match.override is not None:
        yield DeviationExplained(name, match.override.by, match.override.reason)


def _changes(round_: Round, name: RoundId) -> Iterator[Fact]:
    absent = {match.absent for match in round_.matches}
    for player, change in round_.after:
        if change == "rejoin":
            yield PlayerRejoined(player, name, ())
        elif change == "disqualify":
            yield PlayerDisqualified(player, IMPORT, name)
        else:
            yield PlayerDropped(player, "no_show" if player in absent else "other", name)


# ------------------------------------------------------------------------------
# A tournament file becomes an event: all of it in one act, or nothing.

_DERIVED = {"wrong-ranking", "wrong-number", "wrong-award"}


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file brings: a tournament by its document, and what is kept beside it.

    `published` is what another program published for its players: kept, never used. `lists` are
    their army lists, `notes` what a table says of them.
    """

    tournament: Tournament
    document: Ruleset
    published: tuple[NumbersPublished, ...] = ()
    lists: tuple[ListSubmitted, ...] = ()
    notes: tuple[NotesKept | ContactNoted, ...] = ()

    @property
    def beside(self) -> tuple[Fact, ...]:
        """All that is kept beside the tournament."""
        return (*self.published, *self.lists, *self.notes)


@dataclass(frozen=True, slots=True)
class Prepared:
    """An import that can be recorded: its act, and facts that say exactly what the file says."""

    act: Act
    drafts: tuple[Draft, ...]


def import_tournament(
    desk: Desk,
    name: str,
    brought: Brought,
    *,
    organizer_name: str = ORGANIZER_NAME,
    key: str | None = None,
) -> Event:
    """Record a file as a new event: all of it in one act, or nothing."""
    ready = prepared(name, brought, organizer_name, desk.clock.now(), desk.new_seed, key)
    act = ready.act
    if desk.store.answer(name, act.actor, act.key, act.fingerprint) is None:
        if desk.store.head(name).number:
            raise Refused("import-tournament-event-already", name=name)
        desk.store.append(name, 0, act, ready.drafts)
    return desk.event(name)


def prepared(
    name: str,
    brought: Brought,
    organizer_name: str,
    at: datetime,
    new_seed: Callable[[], str],
    key: str | None = None,
) -> Prepared:
    """Return a file as the act that records it; what the log cannot say is refused by its place.

    An event that goes on without a seed worth anything gets a new one.
    """
    require_event_id(name)
    organizer = require_name(organizer_name, "the-organizer")
    tournament, document = brought.tournament, brought.document
    _require_true_numbers(tournament, document)
    with_seed, secret = seeded(tournament, new_seed)
    kept = file_as_kept(with_seed, document)
    started = kept.plan.swiss_rounds is not None
    facts = (
        *facts_of_file(kept, document, name, organizer, seed_is_secret=secret),
        *brought.published,
        *brought.notes,
        *handed_in(brought.lists, name, kept.seed, started=started),
    )
    act = Act(
        actor=organizer_of(kept),
        role="organizer",
        at=at,
        cause=IMPORT,
        key=key or secrets.token_hex(8),
        fingerprint=_fingerprint(name, organizer, tournament, brought.beside),
    )
    drafts = tuple(codec.draft(fact) for fact in facts)
    event = _folded(act, drafts)
    _require_same(_shown_alike(as_tournament(event)), _shown_alike(kept))
    return Prepared(act, tuple(naming(draft, event.people) for draft in drafts))


def event_id_for(tournament: Tournament, file: str) -> str:
    """Return an id made from the name of the event, or of its file."""
    for text in (tournament.name, file):
        name = slug(text, LONGEST_EVENT_ID)
        if name:
            return name
    return "imported"


def _fingerprint(
    name: str, organizer: str, tournament: Tournament, beside: tuple[Fact, ...]
) -> str:
    asked = "\n".join((name, organizer, tournament_line(tournament), *map(repr, beside)))
    return sha256(asked.encode()).hexdigest()


def _require_true_numbers(tournament: Tournament, document: Ruleset) -> None:
    """Refuse published numbers that the slips do not give; the right ones need not be kept."""
    require_lengths(document, tournament.options)
    standings(tournament, document)
    rules = with_options(document, tournament.options)
    played = with_replacements(tournament, rules)
    for finding in (*check_slips(played, rules), *check_ranking(played, rules)):
        if finding.code in _DERIVED and finding.severity == "error":
            place = "ranking" if finding.where is None else place_in_file(finding.where, "stated")
            raise TournamentUnreadable(
                "says-something-else-than-slips", clause=finding.clause, field=place
            )


def _folded(act: Act, drafts: Sequence[Draft]) -> Event:
    """Return the event as it will be read back from the log."""
    return fold(
        Recorded(number, act.at, act.actor, act.role, act.cause, act.key, _read_back(draft))
        for number, draft in enumerate(drafts, 1)
    )


def _read_back(draft: Draft) -> Fact:
    return codec.fact(draft.name, draft.body)


def _require_same(read_back: Tournament, kept: Tournament) -> None:
    """Refuse a file of which the log would say anything else than the file itself."""
    if read_back == kept:
        return
    place = _difference(write_tournament(kept), write_tournament(read_back), "")
    raise TournamentUnreadable("cannot-kept-log-event", field=place)


def _difference(wanted: object, found: object, place: str) -> str:
    """Return the first place at which two decoded files differ."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*wanted, *found)):
            if wanted.get(key) != found.get(key):
                inner = f"{place}.{key}" if place else str(key)
                return _difference(wanted.get(key), found.get(key), inner)
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for index, (one, other) in enumerate(zip(wanted, found, strict=True)):
            if one != other:
                return _difference(one, other, f"{place}[{index}]")
    return place


# ------------------------------------------------------------------------------
# A table of players is registered at an event: tried whole first, so that none is left behind.


@dataclass(frozen=True, slots=True)
class Registered:
    """What became of a table: who is on the list now, and who was on it before."""

    names: tuple[str, ...]
    known: tuple[str, ...] = ()


def register_players(
    desk: Desk,
    name: str,
    person: PersonId,
    preview: PlayersPreview,
    confirmed: frozenset[str] = frozenset(),
) -> Registered:
    """Register everybody of a table, or refuse the table with the line that does not fit.

    Who has a name that is on the list already is left out, so that doing it twice registers
    nobody twice. `confirmed` are the codes of questions that were meant.
    """
    there = {entrant.name for entrant in desk.event(name).entrants.values()}
    taken = _taken_numbers(desk, name)
    new = [line for line in preview.table.players if line.name not in there]
    new.sort(key=lambda line: line.number is None or line.number in taken)
    commands = [(line, _command(line, taken)) for line in new]
    _try(desk.scene(name, person, confirmed), commands)
    digest = sha256(repr(preview.table).encode()).hexdigest()[:24]
    for line, command in commands:
        key = f"table-{digest}-{line.line}"
        desk.do(name, person, command, key=key, confirmed=confirmed)
    known = (line.name for line in preview.table.players if line.name in there)
    return Registered(tuple(line.name for line in new), tuple(known))


def _taken_numbers(desk: Desk, name: str) -> set[int]:
    return {
        entrant.number
        for entrant in desk.event(name).entrants.values()
        if entrant.number is not None
    }


def _command(line: PlayerLine, taken: set[int]) -> RegisterPlayer:
    """Return the registration of a line; a number that somebody has is given anew."""
    number = None if line.number in taken else line.number
    return RegisterPlayer(
        name=line.name,
        number=number,
        faction=line.faction,
        affiliations=line.clubs,
        total=line.total,
        table=line.table,
        notes=line.notes,
        contact=line.email or "",
    )


def _try(scene: Scene, commands: list[tuple[PlayerLine, RegisterPlayer]]) -> None:
    """Decide every registration in turn without recording any."""
    events = after_each(scene, (command for _, command in commands))
    for line, _ in commands:
        try:
            next(events)
        except Refused as refused:
            refused.field = f"line {line.line}"
            raise
