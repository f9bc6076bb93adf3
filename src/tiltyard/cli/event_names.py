"""What a word means: ids, player numbers and names become ids, times of day become moments."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import DayRound, Event, Game
    from tiltyard.engine.tournament import MatchId, PersonId

_MATCH_ID = re.compile(r"\d+\.\d+\.\d+")
_MOST_NAMED = 8


_WHEN = ["%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M%z", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
_WHEN += ["%Y-%m-%d %H:%M"]
_TIME_OF_DAY = re.compile(r"\d{1,2}:\d{2}", re.ASCII)


def moment_said(said: str) -> datetime:
    """Return a moment; one without a time zone is meant as the clock on this wall shows it.

    A time of day alone is meant today.
    """
    text = said.strip()
    if _TIME_OF_DAY.fullmatch(text):
        text = f"{datetime.now().astimezone():%Y-%m-%d} {text}"
    for form in _WHEN:
        try:
            return datetime.strptime(text, form).astimezone()
        except (ValueError, OverflowError, OSError):
            continue
    raise Refused("no-time", said=said[:40])


def find_person(event: Event, said: str) -> PersonId:
    """Return the person with this id, player number ("#12") or name."""
    return _find(event.people, _numbers(event), said, say("terminal.at-the-event"))


def find_player(event: Event, said: str) -> PlayerId:
    """Return the player, or Spare Player, with this id, number or name."""
    names: dict[PersonId, str] = {entrant.id: entrant.name for entrant in event.entrants.values()}
    return PlayerId(_find(names, _numbers(event), said, say("terminal.among-the-players")))


def _numbers(event: Event) -> dict[str, PersonId]:
    entrants = event.entrants.values()
    return {f"#{entrant.number}": entrant.id for entrant in entrants if entrant.number is not None}


def _find(
    names: Mapping[PersonId, str], numbers: Mapping[str, PersonId], said: str, where: str
) -> PersonId:
    if said in names:
        return said
    if said in numbers:
        return numbers[said]
    wanted = " ".join(said.split()).casefold()
    same = [other for other, name in names.items() if name.casefold() == wanted]
    alike = same or [other for other, name in names.items() if wanted and _begins(name, wanted)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        listed = ", ".join(f"{names[name]} ({name})" for name in alike[:_MOST_NAMED])
        raise Refused("name-of-several-people", said=said[:40], count=len(alike), listed=listed)
    raise Refused("nobody-of-that-name", place=where, said=said[:40])


def _begins(name: str, wanted: str) -> bool:
    return name.casefold().startswith(wanted)


def find_round(event: Event, said: str | None) -> DayRound:
    """Return a published round by its id ("1.2") or its place in the day; none: the newest."""
    if not event.rounds:
        raise Refused("no-round-published-yet")
    if said is None:
        return event.rounds[-1]
    by_id = event.round(said)
    if by_id is not None:
        return by_id
    if said.isdecimal() and 1 <= int(said[:6]) <= len(event.rounds):
        return event.rounds[int(said) - 1]
    known = ", ".join(round_.id for round_ in event.rounds)
    raise Refused("no-round", said=said[:20], count=len(event.rounds), known=known)


def find_game(event: Event, said: str, round_said: str | None = None) -> Game:
    """Return the match of a table number, of a player, or with this match id."""
    if _MATCH_ID.fullmatch(said):
        game = event.game(said)
        if game is None:
            raise Refused("no-match-by-that-name", said=said[:20])
        return game
    round_ = find_round(event, round_said)
    if said.isdecimal():
        return _at_table(round_, int(said[:9]))
    player = find_player(event, said)
    for game in round_.games.values():
        if player in game.players:
            return game
    raise Refused("no-match-round", player=event.people.get(player, player), round=round_.id)


def find_match(event: Event, said: str, round_said: str | None = None) -> MatchId:
    """Return the id of such a match."""
    return find_game(event, said, round_said).id


def _at_table(round_: DayRound, number: int) -> Game:
    games = round_.games.values()
    by_table = [game for game in games if game.table == number]
    if not any(game.table is not None for game in games):
        by_table = [game for game in games if game.game == number]
    if len(by_table) == 1:
        return by_table[0]
    from tiltyard.views.round import game_number

    seats = map(game_number, games)
    known = ", ".join(str(seat) for seat in seats if seat is not None)
    raise Refused("round-no-table", round=round_.id, number=number, known=known)
