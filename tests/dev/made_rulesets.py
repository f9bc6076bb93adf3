"""Random rulesets made from the house families: any mechanism beside any other, always sound.

Every number gives the same ruleset everywhere. It is a file of a few sections that inherits a
family, as a rules page or a person would write it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tiltyard.engine.tiebreaks import TIE_BREAKS
from tiltyard.rulesets.loader import families, load_files
from tiltyard.rulesets.writing import write_toml

Table = dict[str, Any]


def made_file(number: int) -> tuple[str, Table]:
    """Return the name and the content of the made ruleset of this number."""
    chance = Random(f"ruleset {number}")
    family = chance.choice(families())
    name = f"made-{number}"
    table: Table = {"inherits": family.name, "id": name, "version": "1", "title": f"Made {number}"}
    games = family.score.counts == "games"
    if games:
        table["score"] = {"best_of": chance.choice((1, 3, 5, 7))}
    elif chance.randrange(2):
        table |= _scores(chance, objectives=family.score.objectives)
    by_margin = table.get("points", {}).get("by", family.points.by) == "margin"
    kind = table.get("margin", {}).get("kind", family.margin.kind)
    if not by_margin and chance.randrange(2):
        table["points"] = _by_result(chance)
    table["standings"] = _standings(chance, kind)
    table["sos"] = {
        "clause": "HF-021",
        "formula": chance.choice(("mean", "sum")),
        "include_disqualified": bool(chance.randrange(2)),
        "bye_counts_as_round": bool(chance.randrange(2)),
        "virtual_opponents": bool(chance.randrange(2)),
    }
    if chance.randrange(2):
        table["rates"] = _rates(chance)
    table["pairing"] = _pairing(chance, family.pairing.method)
    table["elimination"] = {
        "losses": chance.choice((1, 1, 2)),
        "final_again": bool(chance.randrange(2)),
    }
    table["bye"] = {
        "pick": chance.choice(("lowest_standing", "random_in_lowest_group")),
        "max_per_player": chance.choice((1, 1, 2, "unlimited")),
        "award": {"tp": chance.randrange(4), "mov": chance.randrange(20), "clause": "HF-018"},
    }
    table["rematch"] = {
        "scope": chance.choice(("stage", "swiss", "event")),
        "except_final": not chance.randrange(4),
    }
    return f"{name}@1", table


def made_ruleset(number: int):
    """Return the made ruleset of this number, read from its file."""
    name, table = made_file(number)
    return load_files(name, {name: write_toml(table)})


def _scores(chance: Random, *, objectives: bool) -> Table:
    """Return what is counted, its margin and a points table that fit one another."""
    worth = chance.choice((20, 100, 150, 2000))
    per_cent = bool(chance.randrange(2))
    kind = chance.choice(("winner_difference", "around_base"))
    margin: Table = {"kind": kind, "clause": "HF-010"}
    if kind == "around_base":
        margin["base"] = [worth]
    else:
        margin |= {"least": chance.randrange(3), "most": worth}
    found: Table = {
        "score": {
            "wipe_out": [worth],
            "wipe_out_clause": "HF-005",
            "objectives": objectives or bool(chance.randrange(2)),
            "title": chance.choice(("", "Primary points")),
        },
        "margin": margin,
    }
    if found["score"]["objectives"]:
        found["score"] |= {"objectives_most": chance.choice((5, 40)), "objectives_clause": "HF-012"}
    if kind == "winner_difference" and chance.randrange(2):
        ends = sorted(chance.sample(range(1, 100 if per_cent else worth), chance.randrange(1, 8)))
        found["points"] = _table_of(ends, per_cent=per_cent)
    else:
        found["points"] = _by_result(chance)
    return found


def _table_of(ends: list[int], *, per_cent: bool) -> Table:
    """Return a points table whose rows end there, the last one open: from level to everything."""
    rows = len(ends)
    starts = [0, *(end + 1 for end in ends)]
    lines: list[Table] = [
        {"least": start, "win": rows + at, "loss": rows - at, "clause": "HF-007"}
        for at, start in enumerate(starts)
    ]
    for line, end in zip(lines, ends, strict=False):
        line["most"] = end
    return {"by": "margin", "per_cent": per_cent, "per_cent_clause": "HF-009", "rows": lines}


def _by_result(chance: Random) -> Table:
    loss = chance.randrange(2)
    draw = loss + chance.randrange(3)
    win = draw + chance.randrange(1, 4)
    return {
        "by": "result",
        "rows": [],
        "per_cent": False,
        "win": win,
        "modified_win": win,
        "draw": draw,
        "loss": loss,
    }


def _standings(chance: Random, margin: str) -> Table:
    """Return tie-breakers in any order, with a lot or shared places at the end."""
    known = sorted({*TIE_BREAKS, "sos", "vpd", "vp", "leaders", "h2h", "extra"})
    known += ["mov"] if margin != "none" else []
    keys = chance.sample(known, chance.randrange(0, 6))
    return {
        "order": [{"key": key, "clause": "HF-021"} for key in ("tp", *keys, "lot")],
        "final_ties": chance.choice(("random", "shared")),
    }


def _rates(chance: Random) -> Table:
    return {
        "clause": "HF-021",
        "least": chance.choice(([0, 1], [1, 3], [1, 4])),
        "draws": chance.choice(("half", "nothing")),
        "own_games": bool(chance.randrange(2)),
        "mix": chance.choice(([2, 1], [1, 1])),
    }


def _pairing(chance: Random, method: str) -> Table:
    found: Table = {
        "partners": chance.choice(("neighbours", "fold", "slide")),
        "partners_clause": "HF-040",
        "sides": bool(chance.randrange(2)),
        "sides_clause": "HF-028",
        "plan_safe": not chance.randrange(4),
        "avoid_affiliation": not chance.randrange(3),
    }
    if method != "brackets":
        return found
    found |= {
        "group": chance.choice(("tp", "tp", "none")),
        "inside": chance.choice(("random", "standings")),
    }
    if not chance.randrange(3):
        found |= {"seeded_by": "rating", "seeded_clause": "HF-038"}
    if not chance.randrange(3):
        found["accelerate"] = {
            "rounds": chance.randrange(1, 4),
            "points": chance.randrange(1, 4),
            "clause": "HF-043",
        }
    return found
