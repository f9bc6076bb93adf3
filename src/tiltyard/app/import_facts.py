"""The facts that say what a tournament file says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.decide.setup import commitment
from tiltyard.core.errors import TournamentUnreadable
from tiltyard.core.facts import imported, people, results, rounds, setup
from tiltyard.core.facts.results import Slip
from tiltyard.core.facts.rounds import Pairing
from tiltyard.core.facts.setup import Details
from tiltyard.core.ids import Place
from tiltyard.core.plain_text import LONGEST_NAME, tidy
from tiltyard.core.state.plan import PLAN
from tiltyard.core.tournament import Override, Plan, TableRules
from tiltyard.formats.tiltyard1 import place_in_file

if TYPE_CHECKING:
    from tiltyard.core.facts import Fact
    from tiltyard.core.ids import PersonId, PlayerId, RoundId, StageKind
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Player, Round, Stage, Tournament

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
        players=_numbered(tournament.players),
        plan=_kept_plan(tournament.plan),
        stages=_kept_stages(tournament),
        ranking=None,
    )


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
    created = setup.EventCreated(
        event=name,
        details=_details(tournament, document),
        organizer=organizer_of(tournament),
        organizer_name=organizer_name,
        seed=tournament.seed,
        commitment=commitment(tournament.seed),
        imported=not seed_is_secret,
    )
    return (created, *_before_the_start(tournament, document), *_the_day(tournament, document))


def organizer_of(tournament: Tournament) -> PersonId:
    """Return an id for the organizer that no player has."""
    taken = {player.id for player in tournament.players}
    numbered = (f"organizer-{number}" for number in range(2, len(taken) + 3))
    return next(one for one in ("p1", "organizer", *numbered) if one not in taken)


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
    yield setup.EventAnnounced(document.name)
    yield setup.RegistrationOpened()
    tables = tournament.tables
    if tables != TableRules():
        out_of_use = tuple(sorted(tables.out_of_use))
        yield setup.TablesArranged(tables.first, out_of_use, tables.avoid_repeats)
    for player in tournament.players:
        yield _registered(player)


def _registered(player: Player) -> Fact:
    if player.spare:
        return people.SpareJoined(player.id, player.name)
    return people.PlayerRegistered(
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
        yield setup.CheckInOpened()
        for player in tournament.players:
            if not player.spare:
                yield people.PlayerCheckedIn(player.id)
        yield from _started(plan, document)
    elif plan != Plan():
        raise TournamentUnreadable("cut-planned-without-rounds", field="plan.swiss_rounds")
    for player in tournament.players:
        if player.favourite is not None:
            yield people.FavouriteVoted(player.id, player.favourite)
        for name, value in player.extra.items():
            yield people.ExtraScored(player.id, name, value)
    for number, stage in enumerate(tournament.stages, 1):
        yield from _stage(stage, number)


def _started(plan: Plan, document: Ruleset) -> Iterator[Fact]:
    """Yield the start with the plan that was announced, and how it was changed afterwards."""
    rounds, cut = plan.swiss_rounds or 0, plan.cut
    if plan.announced is None or plan.override is None:
        yield setup.EventStarted(rounds, cut, document.structure.clause)
        return
    announced, announced_cut = plan.announced
    yield setup.EventStarted(announced or 0, announced_cut, document.structure.clause)
    yield setup.PlanChanged(rounds, cut, plan.override.reason)
    yield imported.DeviationExplained(PLAN, plan.override.by, plan.override.reason)


def _stage(stage: Stage, number: int) -> Iterator[Fact]:
    if stage.seeds is not None and number > 1:
        yield rounds.CutMade(stage.seeds, 0)
    if stage.override is not None and not stage.rounds:
        by, reason = stage.override
        yield imported.DeviationExplained(str(number), by, reason)
    for place, round_ in enumerate(stage.rounds, 1):
        seeds = stage.seeds if place == 1 else None
        yield from _round(round_, f"{number}.{place}", stage.kind, seeds)


def _round(
    round_: Round, name: RoundId, kind: StageKind, seeds: tuple[PlayerId, ...] | None
) -> Iterator[Fact]:
    games = [match for match in round_.matches if match.kind != "unpaired_loss"]
    yield rounds.RoundDrawn(
        round=name,
        kind=kind,
        attempt=round_.attempt,
        position=0,
        engine=ENGINE,
        matches=tuple(_pairing(match) for match in games),
        seeds=seeds,
        cards=dict(round_.draws),
    )
    yield rounds.RoundPublished(name)
    for place, match in enumerate(games, 1):
        yield from _result(match, f"{name}.{place}")
    losses = tuple(match.players[0] for match in round_.matches if match.kind == "unpaired_loss")
    if losses:
        yield imported.LossesWithoutGame(name, losses)
    if round_.override is not None:
        yield imported.DeviationExplained(name, round_.override.by, round_.override.reason)
    yield from _changes(round_, name)


def _pairing(match: Match) -> Pairing:
    kind = "bye" if match.kind == "bye" else "game"
    by_hand = match.override is not None
    return Pairing(match.players, kind, match.table, match.game, by_hand=by_hand)  # type: ignore[arg-type]


def _result(match: Match, name: str) -> Iterator[Fact]:
    if match.report is not None:
        yield results.ResultEntered(name, Slip.of(match.report))
    elif match.absent is not None:
        yield results.GameForfeited(name, match.absent)
    if match.override is not None:
        yield imported.DeviationExplained(name, match.override.by, match.override.reason)


def _changes(round_: Round, name: RoundId) -> Iterator[Fact]:
    absent = {match.absent for match in round_.matches}
    for player, change in round_.after:
        if change == "rejoin":
            yield people.PlayerRejoined(player, name, ())
        elif change == "disqualify":
            yield people.PlayerDisqualified(player, IMPORT, name)
        else:
            yield people.PlayerDropped(player, "no_show" if player in absent else "other", name)
