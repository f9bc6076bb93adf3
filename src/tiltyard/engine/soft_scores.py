"""Points beside the games: which scores an event has, and which entries count by some round."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import LONGEST_NAME, tidy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from tiltyard.engine.ledger import ClosedRound
    from tiltyard.engine.ruleset import Ruleset, SoftScore
    from tiltyard.engine.tournament import PlayerId, SoftEntry, Tournament


MOST_POINTS = 1_000_000


def counted_scores(
    tournament: Tournament,
    rules: Ruleset,
    rounds: Sequence[ClosedRound],
    kinds: Mapping[str, SoftScore],
) -> Iterator[SoftEntry]:
    """Yield the entries of these scores that count once these rounds are closed.

    What is shown at once counts with the round it belongs to. Everything else counts once all
    planned Swiss rounds are closed; what is shown at the end does not count for a cut.
    """
    closed = {f"{entry.stage + 1}.{entry.number}" for entry in rounds}
    since = 1 if rules.stage.carry_points else max([entry.stage + 1 for entry in rounds], default=1)
    complete = _all_played(tournament, rounds)
    for entry in tournament.soft_scores:
        kind = kinds.get(entry.score)
        if kind is None or entry.hidden:
            continue
        if kind.shown == "at_once":
            stage = int(entry.round.partition(".")[0]) if entry.round else 1
            if (not entry.round or entry.round in closed) and stage >= since:
                yield entry
        elif complete and (kind.shown == "after_last_round" or not _has_cut(tournament)):
            yield entry


def _all_played(tournament: Tournament, rounds: Sequence[ClosedRound]) -> bool:
    """Whether all planned Swiss rounds are among these; without a plan, all there are."""
    swiss = sum(tournament.stages[entry.stage].kind == "swiss" for entry in rounds)
    played = sum(len(stage.rounds) for stage in tournament.stages if stage.kind == "swiss")
    planned = tournament.plan.swiss_rounds
    return swiss >= (played if planned is None else planned)


def _has_cut(tournament: Tournament) -> bool:
    return bool(tournament.plan.cut or tournament.options.get("cut.points"))


def kinds_of(rules: Ruleset, declared: Collection[SoftScore] = ()) -> dict[str, SoftScore]:
    """Return every soft score of an event by its id: those of its ruleset, then its own."""
    return {score.id: score for score in (*declared, *rules.soft_scores)}


_WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")


def score_flaws(score: SoftScore) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the code and facts of whatever keeps a score from being given."""
    if not _WORD.fullmatch(score.id):
        yield "soft-score-id-no-word", {"id": score.id[:40]}
    if not score.title or tidy(score.title, LONGEST_NAME) != score.title:
        yield "soft-score-without-title", {"most": LONGEST_NAME}
    if not -MOST_POINTS <= score.least <= score.most <= MOST_POINTS:
        yield "soft-score-bounds-crossed", {"least": score.least, "most": score.most}
    if score.per == "round" and score.by == "vote":
        yield "soft-vote-per-round", {}
    if score.per == "event" and score.by == "opponent":
        yield "soft-opponents-per-round", {}


def require_fitting_scores(tournament: Tournament, rules: Ruleset) -> None:
    """Refuse entries of a score nobody declared, and values outside its bounds."""
    kinds = kinds_of(rules, tournament.declared)
    players = len(tournament.players)
    for number, entry in enumerate(tournament.soft_scores):
        field = f"soft_scores[{number}]"
        kind = kinds.get(entry.score)
        if kind is None:
            raise Refused(
                "file-names-no-soft-score",
                field=f"{field}.score",
                score=entry.score[:40],
                known=tuple(kinds),
            )
        votes = kind.by == "vote"
        require_value(kind, entry.value, players if votes else None, field=f"{field}.value")


def require_value(
    kind: SoftScore, value: int, voters: int | None = None, *, field: str | None = None
) -> None:
    """Refuse points outside the bounds of a score; of votes nobody has more than there are."""
    least, most = (kind.least, kind.most) if voters is None else (0, voters)
    if not least <= value <= most:
        raise Refused(
            "soft-score-out-of-bounds",
            clause=kind.clause or None,
            field=field,
            title=kind.title,
            value=value,
            least=least,
            most=most,
        )


class Placed(NamedTuple):
    """Somebody's place by a soft score; level players share it, and the next ones are left out."""

    rank: int
    player: PlayerId
    value: int


def ranked_scores(totals: Mapping[PlayerId, int]) -> tuple[Placed, ...]:
    """Return everybody with points, the most first; who is level shares a place."""
    order = sorted(totals, key=lambda player: (-totals[player], player))
    places: list[Placed] = []
    for number, player in enumerate(order, 1):
        level = places and places[-1].value == totals[player]
        rank = places[-1].rank if level else number
        places.append(Placed(rank, player, totals[player]))
    return tuple(places)
