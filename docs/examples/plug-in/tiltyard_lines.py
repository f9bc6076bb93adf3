"""A plug-in: tournaments as lines of text, read and written.

    #tournament Club Night, xwing-dogfight
    Ana Costa 100 - 40 Bo Lind
    Cem Can 25 - 60 Di Dorn
    ---
    Ana Costa 80 - 70 Di Dorn

A line is a game, three dashes end a round. Install it beside Tiltyard: `pip install .`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tiltyard.service.plug_ins import Exporter, Importer

HEAD = "#tournament "
GAME = re.compile(r"(.+?) (\d+) - (\d+) (.+)")
WIPED_OUT = 100


def recognise(text: str) -> bool:
    """Whether a text is one of ours."""
    return text.startswith(HEAD)


def read(text: str) -> dict[str, Any]:
    """Return the tiltyard/1 document of a text."""
    head, *lines = text.splitlines()
    name, _, ruleset = head.removeprefix(HEAD).rpartition(", ")
    players: dict[str, str] = {}
    rounds: list[list[dict[str, Any]]] = [[]]
    for number, line in enumerate(lines, 2):
        if line == "---":
            rounds.append([])
        elif line:
            rounds[-1].append(game(line, number, len(rounds[-1]) + 1, players))
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": name,
        "plan": {"swiss_rounds": len(rounds), "cut": None},
        "players": [{"id": key, "name": name} for name, key in players.items()],
        "stages": [{"kind": "swiss", "rounds": [{"matches": games} for games in rounds]}],
    }


def game(line: str, number: int, table: int, players: dict[str, str]) -> dict[str, Any]:
    """Return a game; players are numbered as they first appear."""
    found = GAME.fullmatch(line)
    if found is None:
        raise ValueError(f"line {number}: expected 'Name 80 - 60 Name', found {line!r}")
    names, score = (found[1], found[4]), [int(found[2]), int(found[3])]
    ids = [players.setdefault(name, f"p{len(players) + 1}") for name in names]
    if WIPED_OUT in score:
        report = {"end": "destroyed", "survivor": score.index(WIPED_OUT), "score": score}
    else:
        report = {"end": "time", "score": score}
    return {"table": table, "players": ids, "report": report}


def write(tournament: Mapping[str, Any], standings: Mapping[str, Any]) -> bytes:
    """Write the standings, and nothing else, as lines."""
    title = f"{tournament['name']}, after round {standings['after_round']}"
    rows = [f"{row['rank'] or '-'}. {row['name']} {row['keys']['tp']}" for row in standings["rows"]]
    return "\n".join([title, *rows, ""]).encode()


IMPORTER = Importer(recognise, read)
EXPORTER = Exporter("standings.txt", "text/plain; charset=utf-8", "Standings as lines", write)
