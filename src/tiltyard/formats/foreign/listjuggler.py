"""List Juggler and ListFortress JSON, and what Cryodex exports for them: one shape, many hands.

Players are known by name, in newer files by id. Nothing says whether a win was a modified one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.engine.rosters.list_reading import LONGEST_LIST
from tiltyard.formats.foreign.foreign_names import Gathering, settled
from tiltyard.formats.foreign.game_words import FIRST_EDITION, SECOND_EDITION, rulesets_for
from tiltyard.formats.foreign.lenient import (
    Entry,
    count,
    day,
    first_of,
    listed,
    name_in,
    number_text,
    whole,
    yes,
)
from tiltyard.formats.foreign.model import (
    Ended,
    ForeignMatch,
    ForeignPlayer,
    ForeignRound,
    ForeignTournament,
    Published,
)
from tiltyard.formats.strict_json import encode
from tiltyard.formats.values import shown

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignFile, Key, Remarks

_SWISS = ("swiss", "schweiz", "suiss", "suiz", "svizzer", "szwajc", "prelim", "vorrunde", "group")
_ELIMINATION = (
    "elim",
    "single",
    "top",
    "cut",
    "final",
    "bracket",
    "knock",
    "playoff",
    "roundof",
    "champion",
)
_SHORT = frozenset({"se", "de", "ko", "sf", "qf"})
_TYPES = {"1": False, "2": True}
"""List Fortress' numbers for the types of a round."""


def is_listfortress(file: ForeignFile) -> bool:
    """Whether List Fortress wrote a file."""
    return Entry(file.value).has("participants")


def is_listjuggler(file: ForeignFile) -> bool:
    """Whether a file is for List Juggler, whoever wrote it."""
    return Entry(file.value).has("players", "rounds")


def read_listjuggler(file: ForeignFile) -> ForeignTournament:
    """Return the tournament of an export, or refuse what holds nobody."""
    top, remarks = Entry(file.value), file.remarks
    fortress = is_listfortress(file)
    kind = "listfortress" if fortress else "listjuggler"
    hall = Gathering(remarks)
    _enter_players(top, hall)
    rounds = [
        _round(entry, index, hall, remarks)
        for index, entry in enumerate(_rounds_in(top, remarks), 1)
    ]
    in_order = settled(rounds, hall)
    if not hall.players:
        raise TournamentUnreadable("file-names-no-player", field="players")
    return ForeignTournament(
        kind=kind,
        name=first_of(name_in(top.get(name)) for name in ("name", "title", "event_name")),
        players=tuple(hall.players.values()),
        rounds=in_order,
        date=day(top.get("date", "event_date", "start_date"), remarks),
        rulesets=_rulesets(top, remarks, fortress=fortress),
        remarks=tuple(remarks),
    )


def _rulesets(top: Entry, remarks: Remarks, *, fortress: bool) -> tuple[str, ...]:
    """Return which game it may have been, the likeliest first."""
    said = [name_in(top.get(key)) for key in ("game", "game_name", "format")]
    game = first_of(name for name in said if not name.isdigit())
    likely = SECOND_EDITION if fortress else FIRST_EDITION
    return rulesets_for(game, likely, remarks)


# --------------------------------------------------------------------------------------- players


def _enter_players(top: Entry, hall: Gathering) -> None:
    raw = top.get("players", "participants")
    if raw is not None and not isinstance(raw, list | Mapping):
        hall.remarks.add("players-unreadable", "players", found=shown(raw))
        return
    named: list[tuple[str, object]] = [("", other) for other in listed(raw)]
    if isinstance(raw, Mapping):
        named = list(raw.items())
    for index, (name, given) in enumerate(named):
        where = f"players[{index}]"
        if isinstance(given, str):
            hall.enter(ForeignPlayer("", name_in(given)))
            continue
        if not isinstance(given, Mapping):
            hall.remarks.add("player-unreadable", where, found=shown(given))
            continue
        entry = Entry(given)
        player = _player(entry, name, where, hall.remarks)
        hall.enter(player, entry.get("player_id", "id"))


def _player(entry: Entry, name: str, where: str, remarks: Remarks) -> ForeignPlayer:
    rank = entry.entry("rank")
    swiss = rank.get("swiss") if rank.raw else entry.get("swiss_rank", "rank", "place")
    elimination = rank.get("elimination") or entry.get("elim_rank", "top_cut_rank")
    place = whole(swiss, f"{where}.rank", remarks)
    lists = [entry.get(other) for other in ("list_json", "list", "xws", "squad")]
    army = next((army_list for army_list in lists if _army_text(army_list) is not None), None)
    squad = _squad(army)
    return ForeignPlayer(
        key="",
        name=first_of((_full_name(entry), name_in(name))),
        published=Published(
            rank=place if place and place > 0 else None,
            points=whole(entry.get("score", "points"), f"{where}.score", remarks),
            margin=whole(entry.get("mov", "margin"), f"{where}.mov", remarks),
            sos=number_text(entry.get("sos")),
            elimination=whole(elimination, f"{where}.elimination", remarks) or None,
        ),
        dropped=yes(entry.get("dropped", "drop")) or place == 0,
        faction=first_of((name_in(entry.get("faction")), name_in(Entry(squad).get("faction"))))
        or None,
        club=first_of(name_in(entry.get(other)) for other in ("group", "team", "club")) or None,
        army=_army_text(army),
    )


def _full_name(entry: Entry) -> str:
    name = name_in(entry.get("name", "player_name", "player"))
    if name:
        return name
    parts = (entry.get("first_name", "firstname"), entry.get("last_name", "lastname"))
    return " ".join(part for part in map(name_in, parts) if part)


def _squad(raw: object) -> object:
    """Return a list of the format XWS, which some files hold as text."""
    if not isinstance(raw, str) or not raw.lstrip().startswith("{") or len(raw) > LONGEST_LIST:
        return raw
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _army_text(raw: object) -> str | None:
    """Return a list as text: as it stands there, or an object as JSON; a bare number is none."""
    if isinstance(raw, str):
        text = raw.strip()
        return text if text and not text.isdigit() else None
    if isinstance(raw, Mapping) and raw:
        try:
            return encode(raw, default=_as_number)
        except RecursionError:
            return None
    return None


def _as_number(exact: object) -> float | None:
    """Return a number of a list as JSON has it; one that is too large for it is none."""
    assert isinstance(exact, Decimal)  # the only thing that is read and that JSON does not know
    number = float(exact)
    return number if isfinite(number) else None


# ---------------------------------------------------------------------------------------- rounds


def _rounds_in(top: Entry, remarks: Remarks) -> list[object]:
    raw = top.get("rounds")
    if raw is None:
        remarks.add("no-rounds", "rounds")
        return []
    if not isinstance(raw, list | Mapping):
        remarks.add("rounds-unreadable", "rounds", found=shown(raw))
        return []
    return listed(raw)


def _round(raw: object, index: int, hall: Gathering, remarks: Remarks) -> ForeignRound:
    where = f"rounds[{index - 1}]"
    entry = Entry(raw)
    matches = listed(raw if isinstance(raw, list) else entry.get("matches", "games", "pairings"))
    if not isinstance(raw, list | Mapping):
        remarks.add("round-unreadable", where, found=shown(raw))
    number = whole(entry.get("round-number", "number", "round"), f"{where}.round-number", remarks)
    kept = [
        match
        for place, other in enumerate(matches)
        if (match := _match(other, f"{where}.matches[{place}]", hall, remarks)) is not None
    ]
    return ForeignRound(tuple(kept), _is_elimination(entry, where, remarks), number)


def _is_elimination(entry: Entry, where: str, remarks: Remarks) -> bool:
    """Whether a round is of the bracket: its type is a word, a number or an object with both."""
    said = entry.get("round-type", "type", "stage", "kind", "roundtype_id")
    if isinstance(said, Mapping):
        inner = Entry(said)
        said = first_of((name_in(inner.get("name", "type")), name_in(inner.get("id"))))
    word = "".join(char for char in name_in(said).casefold() if char.isalnum())
    if not word or any(name in word for name in _SWISS):
        return False
    if word in _SHORT or any(name in word for name in _ELIMINATION):
        return True
    if word not in _TYPES:
        remarks.add("round-type-unknown", where, found=shown(said))
    return _TYPES.get(word, False)


def _match(raw: object, where: str, hall: Gathering, remarks: Remarks) -> ForeignMatch | None:
    if not isinstance(raw, Mapping):
        remarks.add("match-unreadable", where, found=shown(raw))
        return None
    entry = Entry(raw)
    result = str(entry.get("result") or "").strip().casefold()
    first, second = (_seat(entry, side, hall) for side in ("player1", "player2"))
    if result == "bye" and first is not None and second is not None:
        remarks.add("bye-with-opponent", where, name=hall.players[second].name)
        second = None
    table = whole(entry.get("table", "table_number"), f"{where}.table", remarks)
    table = table if table and table > 0 else None
    if first is None or second is None:
        resting = first or second
        if resting is None:
            remarks.add("match-of-nobody", where)
            return None
        if result not in {"bye", ""}:
            remarks.add("game-without-opponent", where, name=hall.players[resting].name)
        return ForeignMatch((resting,), table=table)
    score = (
        count(_points(entry, "player1"), f"{where}.player1points", remarks),
        count(_points(entry, "player2"), f"{where}.player2points", remarks),
    )
    finished = bool(result) or score != (None, None)
    ended: Ended = "time" if yes(entry.get("went_to_time")) else ""
    ended = "draw" if result == "draw" else ended
    winner = _winner(entry, (first, second), where, hall)
    if result == "win" and winner is None and score[0] == score[1] is not None:
        remarks.add("win-of-nobody", where, score=f"{score[0]}-{score[1]}")
    return ForeignMatch((first, second), score, winner, ended, table, finished)


def _seat(entry: Entry, side: str, hall: Gathering) -> Key | None:
    said = entry.get(side)
    if isinstance(said, Mapping):
        inner = Entry(said)
        return hall.find(inner.get("id", "player_id"), _full_name(inner))
    return hall.find(
        entry.get(f"{side}_id"), said if said is not None else entry.get(f"{side}name")
    )


def _points(entry: Entry, side: str) -> object:
    said = entry.get(f"{side}points", f"{side}score")
    if said is None and isinstance(entry.get(side), Mapping):
        return entry.entry(side).get("points", "score")
    return said


def _winner(entry: Entry, players: tuple[Key, Key], where: str, hall: Gathering) -> int | None:
    """Return the side that was entered as the winner, also by a final salvo."""
    for names in (("winner_id", "winner"), ("final_salvo", "final_salvo")):
        identity, name = entry.get(names[0]), entry.get(names[1])
        if (name is None and identity is None) or isinstance(name, bool):
            continue
        if isinstance(name, str) and name.strip().casefold() in {"player1", "player2"}:
            return 0 if name.strip().casefold() == "player1" else 1
        found = hall.known(identity, name) or hall.known(name, name)
        if found in players:
            return players.index(found)
        said = name_in(name) or name_in(identity)
        if said:
            hall.remarks.add("winner-not-at-the-table", where, name=said)
    return None
