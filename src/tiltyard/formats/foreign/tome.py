"""Files of the publisher's own organizer program (TOME): tables of entities that name each other.

The cut is a tournament of its own whose parent is the Swiss one. What names no tournament was
deleted there and is left out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.formats.foreign.foreign_names import Gathering, identity_text, settled
from tiltyard.formats.foreign.game_words import FIRST_EDITION, rulesets_for
from tiltyard.formats.foreign.lenient import Entry, count, day, listed, name_in, whole, yes
from tiltyard.formats.foreign.model import (
    ForeignMatch,
    ForeignPlayer,
    ForeignRound,
    ForeignTournament,
    Published,
)

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignFile, Key, Remarks

Rows = dict[str, Entry]


def is_tome(file: ForeignFile) -> bool:
    """Whether TOME wrote a file."""
    return file.top.has("entityGroupMap")


def read_tome(written: ForeignFile) -> ForeignTournament:
    """Return the tournament of a TOME file, or refuse what holds none."""
    remarks = written.remarks
    groups = Entry(written.value).entry("entityGroupMap")
    file = _File(groups, remarks)
    main, top = file.main_tournament()
    hall = Gathering(remarks)
    file.enter_players(main, hall)
    rounds = file.rounds_of(main, hall, elimination=False)
    cut = file.cut_of(main)
    file.remark_others((main, cut))
    if cut is not None:
        rounds += file.rounds_of(cut, hall, elimination=True)
    in_order = settled(rounds, hall)
    if not hall.players:
        raise TournamentUnreadable("tome-without-players")
    settings = file.settings.get(identity_text(top.get("settings_pk")), Entry({}))
    game = name_in(settings.get("original_name", "name"))
    return ForeignTournament(
        kind="tome",
        name=name_in(top.get("name")),
        players=tuple(hall.players.values()),
        rounds=in_order,
        date=day(top.get("date", "start_date"), remarks),
        rulesets=rulesets_for(game, FIRST_EDITION, remarks, names_game=True),
        remarks=tuple(remarks),
    )


class _File:
    """The entities of a file by their kind."""

    def __init__(self, groups: Entry, remarks: Remarks) -> None:
        self.remarks = remarks
        self.tournaments = _rows(groups, "Tournament")
        self.settings = _rows(groups, "GameSettings")
        self.participants = _rows(groups, "Participant")
        self.matches = _rows(groups, "Match")
        self.seats: dict[str, list[Entry]] = {}
        for seat in _rows(groups, "MatchParticipant").values():
            self.seats.setdefault(identity_text(seat.get("match_pk")), []).append(seat)

    def main_tournament(self) -> tuple[str, Entry]:
        """Return the Swiss tournament with the most games."""
        heads = {
            pk: entry for pk, entry in self.tournaments.items() if entry.get("parent_pk") is None
        }
        if not heads:
            raise TournamentUnreadable("file-holds-no-tournament", field="entityGroupMap")
        games = Counter(
            identity_text(entry.get("tournament_pk")) for entry in self.matches.values()
        )
        chosen = max(heads, key=lambda pk: games[pk])
        orphans = sum(1 for entry in self.matches.values() if entry.get("tournament_pk") is None)
        if orphans:
            self.remarks.add("games-of-no-tournament", count=orphans)
        return chosen, heads[chosen]

    def remark_others(self, taken: tuple[str | None, ...]) -> None:
        """Say which tournaments of the file are left out."""
        for pk, tournament in self.tournaments.items():
            if pk not in taken:
                self.remarks.add("another-tournament", name=name_in(tournament.get("name")) or pk)

    def cut_of(self, main: str) -> str | None:
        """Return the tournament that is the cut of another; of several, that with most games."""
        cuts = [
            pk
            for pk, entry in self.tournaments.items()
            if pk != main and identity_text(entry.get("parent_pk")) == main
        ]
        if not cuts:
            return None
        games = Counter(
            identity_text(entry.get("tournament_pk")) for entry in self.matches.values()
        )
        return max(cuts, key=lambda pk: games[pk])

    def enter_players(self, main: str, hall: Gathering) -> None:
        """Take in everybody of the Swiss rounds; those of the cut are found by their names."""
        points, margins = self._earned()
        seeds = {
            _name(entry): whole(entry.get("seed"), "seed", self.remarks)
            for entry in self.participants.values()
            if identity_text(entry.get("tournament_pk")) == self.cut_of(main) is not None
        }
        for pk, participant in self.participants.items():
            if identity_text(participant.get("tournament_pk")) != main:
                continue
            name = _name(participant)
            published = Published(
                rank=seeds.get(name) or None,
                points=points.get(pk, 0) if points else None,
                margin=margins.get(pk, 0) if margins else None,
            )
            left = participant.has("is_active") and not yes(participant.get("is_active"))
            hall.enter(ForeignPlayer("", name, published, dropped=left), pk)

    def _earned(self) -> tuple[Counter[str], Counter[str]]:
        """Return points and margins by participant, as the program kept them for each game."""
        points: Counter[str] = Counter()
        margins: Counter[str] = Counter()
        for match, seats in self.seats.items():
            if match not in self.matches:
                continue
            for seat in seats:
                who = identity_text(seat.get("participant_pk"))
                points[who] += whole(seat.get("points_earned"), "points_earned", self.remarks) or 0
                margins[who] += (
                    whole(seat.get("margin_of_victory"), "margin_of_victory", self.remarks) or 0
                )
        return points, margins

    def rounds_of(self, pk: str, hall: Gathering, *, elimination: bool) -> list[ForeignRound]:
        """Return the rounds of one tournament of the file."""
        rounds: dict[int, list[tuple[int, ForeignMatch]]] = {}
        for match_pk, entry in self.matches.items():
            if identity_text(entry.get("tournament_pk")) != pk:
                continue
            number = whole(entry.get("round"), "round", self.remarks) or 0
            order = whole(entry.get("order_index"), "order_index", self.remarks) or 0
            match = self._match(match_pk, order, hall)
            if match is not None:
                rounds.setdefault(number, []).append((order, match))
        return [
            ForeignRound(
                tuple(match for _, match in sorted(found, key=lambda pair: pair[0])),
                elimination,
                number,
            )
            for number, found in sorted(rounds.items())
        ]

    def _match(self, pk: str, order: int, hall: Gathering) -> ForeignMatch | None:
        taken: list[tuple[Key, int | None]] = []
        for seat in self.seats.get(pk, ()):
            who = self.participants.get(identity_text(seat.get("participant_pk")))
            key = None if who is None else hall.find(seat.get("participant_pk"), _name(who))
            if key is not None:
                taken.append((key, count(seat.get("raw_score"), "raw_score", self.remarks)))
        if not taken or len(taken) > 2:
            self.remarks.add("match-of-nobody", f"match {pk}")
            return None
        if len(taken) == 1:
            return ForeignMatch((taken[0][0],))
        (first, one), (second, other) = taken
        return ForeignMatch((first, second), (one, other), table=order + 1 if order >= 0 else None)


def _rows(groups: Entry, kind: str) -> Rows:
    """Return the entities of a kind by their key."""
    rows: Rows = {}
    found = (group for name, group in groups.raw.items() if name.partition(":")[0] == kind)
    for other in listed(Entry(next(found, None)).get("entities")):
        entry = Entry(other)
        pk = identity_text(entry.get("pk"))
        if pk:
            rows[pk] = entry
    return rows


def _name(participant: Entry) -> str:
    parts = (participant.get("first_name"), participant.get("last_name"))
    return " ".join(part for part in map(name_in, parts) if part)
