"""Who is meant by the names in a foreign file, and who sits where: nobody twice in a round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.engine.plain_text import LONGEST_NAME
from tiltyard.formats.foreign.elimination import knockout
from tiltyard.formats.foreign.lenient import name_in
from tiltyard.formats.foreign.model import ForeignMatch, ForeignPlayer, ForeignRound, Key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.formats.foreign.model import Remarks

_NOBODY = frozenset(
    {"bye", "(bye)", "*bye*", "-bye-", "- bye -", "<bye>", "[bye]", "freilos", "none", "null", "-"}
)
_NO_ID = frozenset({"0", "-1"})
"""What programs write as the id of an empty seat."""
MOST_PLAYERS = 5000


def is_nobody(name: str) -> bool:
    """Whether a name stands for an empty seat."""
    return not name or name.casefold() in _NOBODY


class Gathering:
    """The players of a foreign file, found by their id there or by their name.

    Two people of one name are kept apart: the second is called `Ana (2)`. Whoever sits at a table
    without being listed takes part all the same.
    """

    def __init__(self, remarks: Remarks) -> None:
        self.remarks = remarks
        self.players: dict[Key, ForeignPlayer] = {}
        self._by_id: dict[str, Key] = {}
        self._by_name: dict[str, list[Key]] = {}
        self._folded: dict[str, str] = {}
        self._likeness: dict[Key, list[Key]] = {}
        self._shown: set[str] = set()
        self._times: Counter[str] = Counter()
        self._listed = False

    def enter(self, player: ForeignPlayer, identity: object = None) -> Key | None:
        """Take somebody in; an empty seat among the players is left out."""
        marked = identity_text(identity)
        name = player.name or _name_by(marked)
        if is_nobody(name):
            self.remarks.add("nobody-listed", name=name or "?")
            return None
        self._listed = True
        namesakes = self._by_name.setdefault(name, [])
        key = self._new(replace(player, name=name), name)
        if namesakes:
            self.remarks.add("two-of-one-name", name=name, second=self.players[key].name)
            self._likeness[namesakes[0]].append(key)
        namesakes.append(key)
        self._folded.setdefault(name.casefold(), name)
        if marked and marked not in self._by_id:
            self._by_id[marked] = key
        return key

    def find(self, identity: object, name: object) -> Key | None:
        """Return whom an id or a name means; none is an empty seat."""
        marked = identity_text(identity)
        if marked in self._by_id:
            return self._by_id[marked]
        shown = name_in(name)
        if is_nobody(shown) and marked not in _NO_ID:
            shown = _name_by(marked)
        if is_nobody(shown):
            return None
        if shown not in self._by_name:
            if identity_text(name) in self._by_id:
                return self._by_id[identity_text(name)]
            shown = self._folded.get(shown.casefold(), shown)
        if shown not in self._by_name:
            if self._listed:
                self.remarks.add("player-not-listed", name=shown)
            key = self._new(ForeignPlayer("", shown), shown)
            self._by_name[shown] = [key]
            self._folded.setdefault(shown.casefold(), shown)
            if marked:
                self._by_id[marked] = key
        return self._by_name[shown][0]

    def known(self, identity: object, name: object) -> Key | None:
        """Return whom an id or a name means, if that is somebody who is here."""
        marked, shown = identity_text(identity), name_in(name)
        if shown not in self._by_name:
            shown = self._folded.get(shown.casefold(), shown)
        return self._by_id.get(marked) or next(iter(self._by_name.get(shown, ())), None)

    def once_more(self, key: Key, times: int) -> Key:
        """Return the player who is meant when one is named for the nth time in a round."""
        if times == 1:
            return key
        likeness = self._likeness[key]
        while len(likeness) < times - 1:
            first = self.players[key]
            likeness.append(self._new(ForeignPlayer("", first.name), first.name))
            self.remarks.add(
                "two-of-one-name", name=first.name, second=self.players[likeness[-1]].name
            )
        return likeness[times - 2]

    def _new(self, player: ForeignPlayer, name: str) -> Key:
        if len(self.players) >= MOST_PLAYERS:
            raise TournamentUnreadable("file-names-more-than-players", most_players=MOST_PLAYERS)
        key = f"k{len(self.players)}"
        stem = player.name[: LONGEST_NAME - 8].strip()
        while name in self._shown:
            self._times[stem] += 1
            name = f"{stem} ({self._times[stem] + 1})"
        self._shown.add(name)
        self.players[key] = replace(player, key=key, name=name)
        self._likeness[key] = []
        return key


def _name_by(identity: str) -> str:
    """Return a name for somebody of whom only the id is known."""
    return name_in(f"Player {identity}") if identity else ""


def identity_text(raw: object) -> str:
    """Return an id as text; ids are numbers in some files and text in others."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        return ""
    return str(raw).strip()


# ------------------------------------------------------------------------------------- seating


def settled(rounds: Iterable[ForeignRound], hall: Gathering) -> tuple[ForeignRound, ...]:
    """Return the rounds in order, each with everybody at one table; empty ones are left out."""
    swiss: list[ForeignRound] = []
    elimination: list[ForeignRound] = []
    for round_ in rounds:
        if not round_.matches:
            hall.remarks.add("round-empty", number=round_.number or 0)
        elif round_.elimination:
            elimination.append(round_)
        else:
            swiss.append(round_)
    return (
        *(_swiss(round_, hall) for round_ in _without_copies(_by_number(swiss), hall)),
        *knockout(elimination, hall),
    )


def _by_number(rounds: list[ForeignRound]) -> list[ForeignRound]:
    """Order rounds by their numbers, unless some have none: then they stand as in the file."""
    if any(round_.number is None for round_ in rounds):
        return rounds
    return sorted(rounds, key=lambda round_: round_.number or 0)


def _without_copies(rounds: list[ForeignRound], hall: Gathering) -> list[ForeignRound]:
    kept: list[ForeignRound] = []
    for round_ in rounds:
        same = [other for other in kept if other.number == round_.number]
        if round_ in same:
            hall.remarks.add("round-twice", number=round_.number or 0)
            continue
        if same and round_.number is not None:
            hall.remarks.add("round-number-again", number=round_.number)
        kept.append(round_)
    return kept


def _swiss(round_: ForeignRound, hall: Gathering) -> ForeignRound:
    """Seat a Swiss round: a bye of somebody who plays is left out, a second seat is a namesake."""
    playing = {key for match in round_.matches if not match.is_bye for key in match.players}
    seated: Counter[Key] = Counter()
    seen: set[ForeignMatch] = set()
    kept: list[ForeignMatch] = []
    for match in round_.matches:
        where = f"round {round_.number or '?'}"
        if match.is_bye and (match.players[0] in playing or seated[match.players[0]]):
            name = hall.players[match.players[0]].name
            hall.remarks.add("bye-of-somebody-who-plays", where, name=name)
            continue
        if not match.is_bye and match in seen:
            hall.remarks.add("match-twice", where, name=hall.players[match.players[0]].name)
            continue
        seen.add(match)
        keys = []
        for key in match.players:
            seated[key] += 1
            keys.append(hall.once_more(key, seated[key]))
        kept.append(replace(match, players=tuple(keys)))
    return replace(round_, matches=tuple(kept))
