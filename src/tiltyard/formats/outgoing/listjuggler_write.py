"""List Juggler's and List Fortress' JSON: players, rounds, games and their points."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiltyard.engine.scoring import has_scores, score_game
from tiltyard.formats.lists.list_limits import ListUnreadable, list_json
from tiltyard.formats.outgoing.handover import Remark
from tiltyard.formats.strict_json import encode

if TYPE_CHECKING:
    from tiltyard.engine.standings import Row
    from tiltyard.engine.tournament import Match, PlayerId
    from tiltyard.formats.outgoing.handover import Handover, Played


# ------------------------------------------------------------------------------
# List Juggler's JSON, as Cryodex exports it: players by name, rounds, games and their points.

Entry = dict[str, Any]
_KEYS = {"mov": "mov", "tp": "score", "sos": "sos"}
_OTHER_ENDINGS = frozenset({"concession", "mutual", "destroyed", "intentional_draw"})
"""How games end that the form only knows by their points."""


def write_listjuggler(handover: Handover) -> tuple[str, tuple[Remark, ...]]:
    """Return an event as List Juggler reads it, and what the form cannot hold."""
    juggling = Juggling(handover)
    document = {"tournament": juggling.document()}
    return as_text(document), juggling.remarks()


def as_text(document: Entry) -> str:
    """Return a document as text: the same event is the same text."""
    return encode(document, indent=1) + "\n"


class Juggling:
    """One event on its way into the form; every player has a name of their own."""

    def __init__(self, handover: Handover) -> None:
        self.handover = handover
        self._left_out: Counter[str] = Counter()
        self.names = _own_names(handover)
        self.another_game = "listjuggler" not in handover.rules.known_to
        if self.another_game:
            self._left_out["another-game"] = 1
        other = {key for row in self.rows() for key in row.keys} - set(_KEYS)
        if other:
            self._left_out["keys-left-out"] = len(other)

    def remarks(self) -> tuple[Remark, ...]:
        """Return what was left out, each thing once with its count."""
        return tuple(Remark(code, count) for code, count in self._left_out.items())

    def document(self) -> Entry:
        """Return the event."""
        event = self.handover.event
        document: Entry = {"name": event.details.name}
        if event.details.date is not None:
            document["date"] = event.details.date.isoformat()
        document["format"] = self.handover.rules.title
        document["players"] = [self.player(row) for row in self.rows()]
        document["rounds"] = [self.round(round_) for round_ in self.handover.rounds]
        return document

    # ---------------------------------------------------------------------------- players

    def rows(self) -> tuple[Row, ...]:
        """Return everybody in Swiss order; nobody is ranked before there are players."""
        ranked = self.handover.swiss_standings
        return ranked.rows if ranked is not None else ()

    def player(self, row: Row) -> Entry:
        """Return a player with the numbers the form knows."""
        entry: Entry = {"name": self.names[row.player]}
        for key, name in _KEYS.items():
            if key in row.keys:
                entry[name] = plain_number(row.keys[key])
        entry["dropped"] = self.has_left(row.player)
        entry["rank"] = self._rank(row)
        army = self.army(row.player)
        faction = self.handover.event.entrants[row.player].faction
        if army is not None:
            entry["list"] = army
        elif faction:
            entry["faction"] = faction
        return entry

    def has_left(self, player: PlayerId) -> bool:
        """Whether somebody did not play to the end; the form knows no disqualification."""
        entrant = self.handover.event.entrants[player]
        if entrant.state == "disqualified":
            self._left_out["disqualified"] += 1
        return entrant.state in {"dropped", "disqualified"}

    def _rank(self, row: Row) -> Entry:
        """Return the place in the Swiss order, and in the bracket once it is settled.

        The form knows no seeds: where another program had its own, the Swiss order stands for them.
        """
        rank: Entry = {"swiss": row.rank or 0}
        by_seed = self.handover.places_by_seed.get(row.player)
        by_swiss = self.handover.places_by_swiss.get(row.player)
        final = by_swiss if self.handover.is_from_elsewhere else by_seed
        if final is not None and row.player in self._placed_in_bracket:
            rank["elimination"] = final
            if final != by_swiss:
                self._left_out["seeds"] = 1
        return rank

    @cached_property
    def _seeds(self) -> tuple[PlayerId, ...]:
        found = [
            stage.seeds for stage in self.handover.tournament.stages if stage.kind == "elimination"
        ]
        return found[0] or () if found else ()

    @cached_property
    def _placed_in_bracket(self) -> frozenset[PlayerId]:
        """Who is out of the bracket, and the one who is left when all others are."""
        if not any(played.stage.kind == "elimination" for played in self.handover.closed):
            return frozenset()
        seeds, rows = set(self._seeds), self.handover.rows
        out = {player for player in seeds if player in rows and rows[player].status != "active"}
        return frozenset(seeds if len(seeds) - len(out) == 1 else out)

    def army(self, player: PlayerId) -> Any | None:
        """Return a list in the format XWS, the only one the form knows, if it may be read."""
        army = self.handover.lists.get(player)
        if army is None or not army.text:
            return None
        if army.form != "xws":
            self._left_out["list-not-xws"] += 1
            return None
        try:
            return list_json(army.text)
        except ListUnreadable:
            self._left_out["list-not-xws"] += 1
            return None

    # ----------------------------------------------------------------------------- rounds

    def round(self, played: Played) -> Entry:
        """Return a round; an elimination round is called by how many were left."""
        elimination = played.stage.kind == "elimination"
        matches = []
        for match in played.round.matches:
            if match.kind == "unpaired_loss":
                self._left_out["unpaired-loss"] += 1
            else:
                matches.append(self.match(played, match))
        left = 2 * len(matches) if elimination else played.swiss_number
        return {
            "round-type": "elimination" if elimination else "swiss",
            "round-number": left,
            "matches": matches,
        }

    def match(self, played: Played, match: Match) -> Entry:
        """Return a game or a bye."""
        if match.kind == "bye":
            return {**self.seat("player1", match.players[0]), "result": "bye"}
        first, second = match.players
        entry = self.seat("player1", first)
        points = self.points(played, match)
        if points is not None:
            entry["player1points"] = points[0]
        entry |= self.seat("player2", second)
        if points is not None:
            entry["player2points"] = points[1]
        return entry if match.is_open else entry | self.result(played, match)

    def seat(self, side: str, player: PlayerId) -> Entry:
        """Return who sits on a side of the table."""
        return {side: self.names[player]}

    def result(self, played: Played, match: Match) -> Entry:
        """Return how a game ended: a win whose winner is named, or a draw."""
        winner = self.handover.winner(played, match)
        if match.kind == "forfeit":
            self._left_out["forfeit"] += 1
        entry: Entry = {"result": "draw"}
        if winner is not None:
            entry = {"result": "win", "winner": self.names[winner]}
        if self.another_game and match.report is not None:
            entry["went_to_time"] = match.report.end == "time"
            if match.report.end in _OTHER_ENDINGS:
                self._left_out["ending"] += 1
        return entry

    def points(self, played: Played, match: Match) -> tuple[int, int] | None:
        """Return both scores as they count; whoever did not come was beaten by a whole force."""
        if match.is_open:
            return None
        if match.kind == "forfeit":
            return self._forfeited(played, match)
        assert match.report is not None  # open games have no points
        if not has_scores(self.handover.rules, match.report):
            self._left_out["no-score"] += 1
            return None
        one, other = score_game(self.handover.rules, played.setting, match.report).lines
        return one.vp_for, other.vp_for

    def _forfeited(self, played: Played, match: Match) -> tuple[int, int] | None:
        lines = self.handover.lines(played, match)
        first, second = (lines[player].vp_for for player in match.players)
        return (first, second) if first or second else None


def _own_names(handover: Handover) -> dict[PlayerId, str]:
    """Return a name for everybody; namesakes are told apart by their numbers."""
    players = handover.tournament.players
    often = Counter(player.name for player in players)
    names = {player.id: player.name for player in players if often[player.name] == 1}
    taken = set(names.values())
    for player in players:
        if player.id in names:
            continue
        mark = str(player.number if player.number is not None else player.id)
        name = f"{player.name} ({mark})"
        while name in taken:
            mark += "*"
            name = f"{player.name} ({mark})"
        names[player.id] = name
        taken.add(name)
    return names


def plain_number(value: int | Fraction) -> int | str:
    """Return a number as these files have it: whole, or as text with three decimals."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return int(exact)
    shown = Decimal(exact.numerator) / Decimal(exact.denominator)
    return str(shown.quantize(Decimal("0.001"), ROUND_HALF_UP))


# ------------------------------------------------------------------------------
# List Fortress' JSON: the form of List Juggler with ids, winners and how a game ended.


def write_listfortress(handover: Handover) -> tuple[str, tuple[Remark, ...]]:
    """Return an event as List Fortress takes it, and what the form cannot hold."""
    fortress = _Fortress(handover)
    return as_text(fortress.document()), fortress.remarks()


class _Fortress(Juggling):
    """Everybody has an id beside the name: their place in the file, from 1."""

    def __init__(self, handover: Handover) -> None:
        super().__init__(handover)
        ranked = [row.player for row in self.rows()]
        others = [
            player.id for player in handover.tournament.players if player.id not in set(ranked)
        ]
        self._ids = {player: str(place) for place, player in enumerate((*ranked, *others), 1)}

    def player(self, row: Row) -> Entry:
        """Return a player with their id."""
        entry = super().player(row)
        return {"id": self._ids[row.player], **entry}

    def seat(self, side: str, player: PlayerId) -> Entry:
        """Return who sits on a side, by name and by id."""
        return {side: self.names[player], f"{side}_id": self._ids[player]}

    def result(self, played: Played, match: Match) -> Entry:
        """Return how a game ended, who won by id, and whether its time ran out."""
        entry = super().result(played, match)
        winner = self.handover.winner(played, match)
        if winner is not None:
            entry["winner_id"] = self._ids[winner]
        if match.report is not None:
            entry["went_to_time"] = match.report.end == "time"
        return entry
