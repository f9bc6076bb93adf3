"""Small events as other programs would write them; nobody in them ever lived."""

from __future__ import annotations

import copy
import json
from typing import Any

from tiltyard.formats.foreign.lenient import Entry
from tiltyard.formats.foreign.model import ForeignFile, Remarks

NAMES = ("Ana Bern", "Bo Carr", "Cem Dahl", "Dee Ek", "Eli Falk")


def game(first: str, second: str, one: Any, other: Any, **more: Any) -> dict[str, Any]:
    """A game as List Juggler has it."""
    entry = {"player1": first, "player2": second, "player1points": one, "player2points": other}
    return {**entry, "result": "draw" if one == other else "win", **more}


def bye(name: str) -> dict[str, Any]:
    """A bye as Cryodex exports it."""
    return {"player1": name, "player1points": 0, "result": "bye"}


def player(name: str, rank: int, score: int, mov: int, sos: int, **more: Any) -> dict[str, Any]:
    """A player with published numbers."""
    place = {"swiss": rank, **({"elimination": more.pop("place")} if "place" in more else {})}
    return {"name": name, "rank": place, "score": score, "mov": mov, "sos": sos, **more}


ANA, BO, CEM, DEE, ELI = NAMES
LIST_JUGGLER: dict[str, Any] = {
    "name": "Store Cup",
    "date": "2015-03-07",
    "players": [
        player(ANA, 1, 10, 360, 6, place=1, list={"faction": "rebel", "pilots": []}),
        player(ELI, 2, 5, 247, 4, dropped=2),
        player(DEE, 3, 5, 150, 10, place=2),
        player(CEM, 4, 4, 203, 6),
        player(BO, 5, 1, 140, 14),
    ],
    "rounds": [
        {
            "round-type": "swiss",
            "round-number": 1,
            "matches": [game(ANA, BO, 100, 40), game(CEM, ELI, 53, 50), bye(DEE)],
        },
        {
            "round-type": "swiss",
            "round-number": 2,
            "matches": [game(ANA, DEE, 100, 0), game(BO, CEM, 60, 60), bye(ELI)],
        },
        {"round-type": "elimination", "round-number": 2, "matches": [game(ANA, DEE, 90, 80)]},
    ],
}
"""Everything published in it is as we compute it."""

LIST_FORTRESS: dict[str, Any] = {
    "id": 7,
    "name": "Harbour Open",
    "date": "2019-03-09",
    "participants": [
        {"id": 11, "name": ANA, "score": 2, "swiss_rank": 1, "mov": 620, "sos": "0.5"},
        {"id": 12, "name": BO, "score": 1, "swiss_rank": 2, "mov": 400, "sos": "1.0"},
        {"id": 13, "name": CEM, "score": 1, "swiss_rank": 3, "mov": 380, "sos": "1"},
    ],
    "rounds": [
        {
            "round_number": 2,
            "roundtype_id": 1,
            "matches": [
                {"player1_id": 11, "player2_id": 13, "player1_points": 200, "player2_points": 80},
                {"player1_id": 12, "player2_id": None, "result": "bye"},
            ],
        },
        {
            "round_number": 1,
            "roundtype_id": 1,
            "matches": [
                {
                    "player1_id": 11,
                    "player2_id": 12,
                    "player1_points": 160,
                    "player2_points": 60,
                    "result": "win",
                    "winner_id": 11,
                },
                {"player1_id": 13, "player2_id": None, "result": "bye"},
            ],
        },
    ],
}


def _tome_entities() -> dict[str, list[dict[str, Any]]]:
    people = [
        {"pk": -10 - place, "first_name": name.split()[0], "last_name": name.split()[1],
         "is_active": True, "tournament_pk": -1}
        for place, name in enumerate(NAMES[:4])
    ]  # fmt: skip
    finalists = [
        {**people[0], "pk": -30, "tournament_pk": -2, "seed": 1},
        {**people[2], "pk": -31, "tournament_pk": -2, "seed": 2},
    ]
    games = [(-40, 1, -10, 100, -11, 20), (-41, 1, -12, 80, -13, 30), (-42, 2, -10, 100, -12, 60)]
    matches = [{"pk": pk, "round": n, "order_index": 0, "tournament_pk": -1} for pk, n, *_ in games]
    matches += [
        {"pk": -43, "round": 2, "order_index": -1, "tournament_pk": -1},
        {"pk": -44, "round": 1, "order_index": 0, "tournament_pk": -2},
        {"pk": -45, "round": 1, "order_index": 0},
    ]
    seats = []
    for pk, _, first, one, second, other in [*games, (-44, 1, -30, 100, -31, 10)]:
        for who, scored, opposed in ((first, one, other), (second, other, one)):
            seats.append(
                {"pk": -50 - len(seats), "match_pk": pk, "participant_pk": who,
                 "raw_score": scored, "points_earned": 5 if scored > opposed else 0,
                 "margin_of_victory": 100 + scored - opposed}
            )  # fmt: skip
    seats.append(
        {"pk": -99, "match_pk": -43, "participant_pk": -11, "raw_score": 0, "points_earned": 5,
         "margin_of_victory": 150}
    )  # fmt: skip
    return {
        "Tournament:#": [
            {"pk": -2, "name": "the cut", "parent_pk": -1, "settings_pk": -3},
            {"pk": -1, "name": "Castle Day", "cut_size": 2, "settings_pk": -3},
        ],
        "GameSettings:#": [{"pk": -3, "name": "Star Wars: X-wing Miniatures Game"}],
        "Participant:#": [*people, *finalists],
        "Match:#": matches,
        "MatchParticipant:#": seats,
    }


TOME: dict[str, Any] = {
    "tempKeys": [],
    "entityGroupMap": {kind: {"entities": rows} for kind, rows in _tome_entities().items()},
}

CRYODEX_SAVE = """<CRYODEXDATA>
<PLAYERS>
<PLAYER><NAME>Ana Bern</NAME><GROUPNAME>Harbour Club</GROUPNAME><SAVEID>1</SAVEID>
<MODULE-INFO><MODULE-PLAYER><SEEDVALUE>0.4</SEEDVALUE><MODULE>X-Wing TMG</MODULE>
<FACTION>REBEL</FACTION><ISACTIVE>true</ISACTIVE></MODULE-PLAYER></MODULE-INFO></PLAYER>
<PLAYER><NAME>Bo &amp; Carr</NAME><SAVEID>2</SAVEID></PLAYER>
<PLAYER><NAME>Cem Dahl</NAME><SAVEID>3</SAVEID></PLAYER>
<PLAYER><NAME>Not Here</NAME><SAVEID>4</SAVEID></PLAYER>
</PLAYERS>
<TOURNAMENTS>
<TOURNAMENT><NAME>Small One</NAME><PLAYERS>1,2</PLAYERS><ROUNDS></ROUNDS></TOURNAMENT>
<TOURNAMENT>
<PLAYERS>1,2,3</PLAYERS>
<ROUNDS>
<ROUND><ISSINGLEELIMINATION>false</ISSINGLEELIMINATION><MATCHES>
<MATCH><PLAYER1>1</PLAYER1><PLAYER2>2</PLAYER2><PLAYER1POINTS>60</PLAYER1POINTS>
<PLAYER2POINTS>55</PLAYER2POINTS><ISBYE>false</ISBYE><ISCONCEDE>false</ISCONCEDE>
<GAME1RESULT>PLAYER_1_MOD_WINS</GAME1RESULT></MATCH>
<MATCH><PLAYER1>3</PLAYER1><ISBYE>true</ISBYE></MATCH>
</MATCHES></ROUND>
<ROUND><MATCHES>
<MATCH><PLAYER1>1</PLAYER1><PLAYER2>3</PLAYER2><PLAYER1POINTS>20</PLAYER1POINTS>
<PLAYER2POINTS>10</PLAYER2POINTS><ISCONCEDE>true</ISCONCEDE>
<GAME1RESULT>PLAYER_2_WINS</GAME1RESULT></MATCH>
<MATCH><PLAYER1>2</PLAYER1><ISBYE>true</ISBYE></MATCH>
</MATCHES></ROUND>
</ROUNDS>
<NAME>Club Night</NAME><MODULE>X-Wing TMG</MODULE><POINTS>100</POINTS>
</TOURNAMENT>
</TOURNAMENTS>
</CRYODEXDATA>
"""

GAMES = "round,table,p1,p1_vp,p2,p2_vp\n1,1,Ana,12,Bo,4\n1,2,Cem,13,,\n2,1,Bo,7,Cem,7\n"
PLAYERS = """First Name,Last Name,Email Address,Group,Squad,Faction
Ana,Bern,a@x.example,Harbour,17,Rebel
Bo,Carr,,,,
"""


def written(value: Any) -> bytes:
    """A decoded file as bytes."""
    return json.dumps(value).encode()


def changed(**changes: Any) -> bytes:
    """The List Juggler event with other keys at its top."""
    return written({**copy.deepcopy(LIST_JUGGLER), **changes})


SAMPLES = {
    "listjuggler": written(LIST_JUGGLER),
    "listfortress": written(LIST_FORTRESS),
    "tome": written(TOME),
    "cryodex-save": CRYODEX_SAVE.encode(),
    "games": GAMES.encode(),
}


def opened(value, remarks=None):
    """Return a decoded file as its reader gets it."""
    remarks = Remarks() if remarks is None else remarks
    return ForeignFile("json", "", remarks, Entry(value), value)
