"""The file in which Cryodex keeps its work: lines of tags that only look like XML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.formats.foreign.foreign_names import Gathering, settled
from tiltyard.formats.foreign.game_words import FIRST_EDITION, rulesets_for
from tiltyard.formats.foreign.lenient import count, day, first_of, name_in, whole, yes
from tiltyard.formats.foreign.model import (
    Ended,
    ForeignMatch,
    ForeignPlayer,
    ForeignRound,
    ForeignTournament,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.formats.foreign.model import ForeignFile, Remarks

_TAG = re.compile(r"<(/?)([A-Z][A-Z0-9_-]{0,40})>")
_DEEPEST = 40


@dataclass(slots=True)
class _Node:
    """A tag with what stands in it: text, or tags."""

    tag: str
    text: str = ""
    inside: list[_Node] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[_Node]:
        """Yield the tags of a name that stand directly in this one."""
        return (node for node in self.inside if node.tag == tag)

    def first(self, *tags: str) -> _Node:
        """Return the first tag of one of these names, empty where there is none."""
        for tag in tags:
            for node in self.all(tag):
                return node
        return _Node(tags[0])

    def said(self, *tags: str) -> str:
        """Return the text in the first of these tags that has one."""
        return first_of(self.first(tag).text for tag in tags)


def is_cryodex_save(file: ForeignFile) -> bool:
    """Whether a file is a save of Cryodex."""
    tagged = "<CRYODEXDATA>" in file.text or "<TOURNAMENTS>" in file.text
    return file.shape != "json" and tagged


def read_cryodex_save(file: ForeignFile) -> ForeignTournament:
    """Return the tournament in a Cryodex save; of several, the one with the most games."""
    remarks = file.remarks
    top = _tree(file.text)
    save = top.first("CRYODEXDATA") if any(top.all("CRYODEXDATA")) else top
    hall = Gathering(remarks)
    people = list(save.first("PLAYERS").all("PLAYER"))
    tournament = _chosen(list(save.first("TOURNAMENTS").all("TOURNAMENT")), remarks)
    wanted = _members(tournament)
    for person in people:
        if not wanted or wanted & {person.said("SAVEID"), person.said("NAME")}:
            hall.enter(_player(person), person.said("SAVEID"))
    rounds = [
        _round(node, number, hall, remarks)
        for number, node in enumerate(tournament.first("ROUNDS").all("ROUND"), 1)
    ]
    in_order = settled(rounds, hall)
    if not hall.players:
        raise TournamentUnreadable("save-names-no-player")
    return ForeignTournament(
        kind="cryodex-save",
        name=name_in(tournament.said("NAME")),
        players=tuple(hall.players.values()),
        rounds=in_order,
        date=day(tournament.said("DATE"), remarks),
        rulesets=_rulesets(tournament, people, remarks),
        remarks=tuple(remarks),
    )


def _tree(text: str) -> _Node:
    """Read tags leniently: a tag that nobody opened closes nothing, one left open ends below."""
    path = [_Node("")]
    end = 0
    for found in _TAG.finditer(text):
        path[-1].text += text[end : found.start()].strip()
        end = found.end()
        closing, tag = found.groups()
        if not closing:
            node = _Node(tag)
            path[-1].inside.append(node)
            path.append(node)
            if len(path) > _DEEPEST:
                raise TournamentUnreadable("save-nested-too-deeply", tag=tag)
        elif any(node.tag == tag for node in path[1:]):
            while path.pop().tag != tag:
                pass
    if len(path) > 1:
        raise TournamentUnreadable("save-ends-inside", tag=path[-1].tag)
    return path[0]


def _chosen(tournaments: list[_Node], remarks: Remarks) -> _Node:
    if not tournaments:
        remarks.add("no-rounds", "TOURNAMENTS")
        return _Node("TOURNAMENT")
    chosen = max(tournaments, key=_games)
    for node in tournaments:
        if node is not chosen:
            remarks.add("another-tournament", name=name_in(node.said("NAME")) or "?")
    return chosen


def _games(tournament: _Node) -> int:
    rounds = tournament.first("ROUNDS").all("ROUND")
    return sum(len(list(node.first("MATCHES").all("MATCH"))) for node in rounds)


def _members(tournament: _Node) -> set[str]:
    """Return the ids of those who play in a tournament, which stand in one line."""
    return {word.strip() for word in tournament.said("PLAYERS").split(",") if word.strip()}


def _player(person: _Node) -> ForeignPlayer:
    module = person.first("MODULE-INFO").first("MODULE-PLAYER")
    active = module.said("ISACTIVE") or person.said("ISACTIVE")
    return ForeignPlayer(
        key="",
        name=name_in(person.said("NAME")),
        dropped=bool(active) and not yes(active),
        faction=name_in(module.said("FACTION") or person.said("FACTION")) or None,
        club=name_in(person.said("GROUPNAME")) or None,
    )


def _rulesets(tournament: _Node, people: list[_Node], remarks: Remarks) -> tuple[str, ...]:
    modules = [node.first("MODULE-INFO").first("MODULE-PLAYER").said("MODULE") for node in people]
    game = name_in(first_of((tournament.said("MODULE"), *modules)))
    found = rulesets_for(game, FIRST_EDITION, remarks, names_game=True)
    grows = "," in tournament.said("POINTS").strip(",")
    escalates = grows or "escalation" in tournament.said("TYPE", "NAME").casefold()
    return ("xwing-escalation",) if len(found) > 1 and escalates else found


def _round(node: _Node, number: int, hall: Gathering, remarks: Remarks) -> ForeignRound:
    kept = []
    for place, element in enumerate(node.first("MATCHES").all("MATCH"), 1):
        match = _match(element, f"round {number}, match {place}", hall, remarks)
        if match is not None:
            kept.append(match)
    elimination = yes(node.said("ISSINGLEELIMINATION"))
    return ForeignRound(tuple(kept), elimination, None if elimination else number)


def _match(node: _Node, where: str, hall: Gathering, remarks: Remarks) -> ForeignMatch | None:
    first, second = (
        hall.find(node.said(tag), node.said(tag)) if node.said(tag) else None
        for tag in ("PLAYER1", "PLAYER2")
    )
    table = whole(node.said("TABLENUMBER", "TABLE"), f"{where}.TABLENUMBER", remarks)
    table = table if table and table > 0 else None
    if first is None or second is None or yes(node.said("ISBYE")):
        resting = first or second
        if resting is None:
            remarks.add("match-of-nobody", where)
            return None
        return ForeignMatch((resting,), table=table)
    score = (
        count(node.said("PLAYER1POINTS"), f"{where}.PLAYER1POINTS", remarks),
        count(node.said("PLAYER2POINTS"), f"{where}.PLAYER2POINTS", remarks),
    )
    result = node.said("GAME1RESULT", "MATCHRESULT", "RESULT").upper()
    winner = _winner(node, result, (first, second), hall)
    finished = bool(result) or score != (None, None) or winner is not None
    return ForeignMatch((first, second), score, winner, _ended(node, result), table, finished)


def _winner(node: _Node, result: str, players: tuple[str, str], hall: Gathering) -> int | None:
    if "PLAYER_1" in result and "WIN" in result:
        return 0
    if "PLAYER_2" in result and "WIN" in result:
        return 1
    found = hall.known(node.said("WINNER"), node.said("WINNER")) if node.said("WINNER") else None
    return players.index(found) if found in players else None


def _ended(node: _Node, result: str) -> Ended:
    if yes(node.said("ISCONCEDE")):
        return "concession"
    if "DRAW" in result:
        return "draw"
    return "time" if "MOD_WIN" in result else ""
