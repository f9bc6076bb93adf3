"""Random legal tournament files in every state, for comparing two implementations."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.pairing_oracle import NoLegalPairing, NothingToDraw, matching_size, pair
from tests.oracle.standings_oracle import (
    VERSIONS,
    XWING,
    Json,
    closed_rounds,
    field_ids,
    ruleset_of,
    seeds_of,
    spare_ids,
    statuses,
    wipe_out_value,
)

RULESETS = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
ID_STYLES = (
    [f"p{number}" for number in range(1, 100)],
    [f"{number:03d}" for number in range(1, 100)],
    [f"Zoë-{number}" for number in range(1, 100)],
    [f"選手{number}" for number in range(1, 100)],
    [f"игрок {number}|x" for number in range(1, 100)],
    [f"🎲{chr(97 + number % 26)}{number}" for number in range(1, 100)],
)
NAMES = ("Ana", "Björn", "Çelik", "Đorđe", "Éowyn", "Łucja", "Ñuño", "Søren", "李雷", "O'Hara", "")
SEEDS = ("", "0", "any text", "Käse & Brot", "2015-03-07", "骰子", "a|b", "x#2")
AFFILIATIONS = ("car-1", "car-2", "família", "club-3")


def random_event(
    ruleset: str,
    random: Random,
    *,
    players: int | None = None,
    rounds: int | None = None,
    hard: bool = False,
    elimination: bool | None = None,
    open_tables: float = 0.04,
) -> Json:
    """A random tournament of this ruleset, legal so far, in some state.

    `rounds` is the number of Swiss rounds to play (fewer if no legal pairing is left), `hard`
    plays a small field until few possibilities are left, `elimination` wants or forbids a bracket,
    `open_tables` is the chance that the last Swiss round is still being played.
    """
    sizes = range(4, 11) if hard else (2, 3, 4, *range(5, 17))
    count = players if players is not None else random.choice(sizes)
    most = count if count % 2 else count - 1
    if hard:
        played = rounds if rounds is not None else random.choice(range(max(1, most - 4), most + 1))
    else:
        played = rounds if rounds is not None else random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5))
    if elimination is None:
        elimination = ruleset != "middle-earth" and random.random() < 0.3
    without_swiss = elimination and rounds in (None, 0) and random.random() < 0.2
    event = new_event(ruleset, random, count)
    event["plan"] = random_plan(random, played, count, elimination, without_swiss)
    if ruleset == "middle-earth" and not elimination and event["plan"]:
        event["plan"]["cut"] = None
    event["options"] = random_options(ruleset, random, count, event["plan"])
    for name in ("plan", "options"):
        if not event[name]:
            del event[name]
    if without_swiss:
        event["stages"] = random.choice(([], [{"kind": "elimination", "rounds": []}]))
    else:
        play_swiss(event, random, played, hard)
    if elimination:
        play_elimination(event, random)
    elif event["stages"] and random.random() < open_tables:
        reopen(event, random)
    return event


# --- the sheet before the first round -----------------------------------------------------------


def new_event(ruleset: str, random: Random, count: int) -> Json:
    """Players, seed and head of the file."""
    ids = list(random.choice(ID_STYLES)[: count + 1])
    random.shuffle(ids)
    players: list[Json] = []
    tagged = random.random() < 0.5
    for number, id_ in enumerate(ids[:count], start=1):
        player: Json = {"id": id_, "name": f"{random.choice(NAMES)} {number}".strip()}
        if random.random() < 0.5:
            player["number"] = number
        if random.random() < 0.3:
            player["faction"] = random.choice(("rebel", "imperial", "Elfes"))
        if tagged and random.random() < 0.7:
            size = random.choice((1, 1, 1, 2))
            tags = random.sample(AFFILIATIONS, size)
            player["affiliations"] = [written(tag, random) for tag in tags]
        players.append(player)
    if ruleset == "middle-earth" and random.random() < 0.5:
        players.append({"id": ids[count], "name": "Sam", "role": "spare"})
    random.shuffle(players)
    event: Json = {
        "format": "tiltyard/1",
        "ruleset": ruleset_text(ruleset, random),
        "name": "Random",
        "players": players,
        "stages": [],
    }
    if random.random() < 0.9:
        event["seed"] = random.choice(SEEDS) + str(random.randrange(1000))
    return event


def written(tag: str, random: Random) -> str:
    """A tag as somebody may write it: case and outer spaces vary."""
    return random.choice((tag, tag, tag.upper(), tag.title(), f" {tag}", f"{tag.upper()} "))


def ruleset_text(ruleset: str, random: Random) -> str:
    """The ruleset's name, now and then with its version."""
    if VERSIONS[ruleset] and random.random() < 0.15:
        return f"{ruleset}@{VERSIONS[ruleset]}"
    return ruleset


def random_plan(
    random: Random, played: int, count: int, elimination: bool, without_swiss: bool
) -> Json:
    """A plan that fits what is going to be played, or none."""
    if without_swiss:
        return {"swiss_rounds": 0, "cut": count}
    if elimination:
        sizes = [2, 4, 4, 8, random.randrange(2, count + 3)]
        return {"swiss_rounds": played, "cut": random.choice(sizes)}
    if random.random() < 0.25:
        return {}
    further = random.choice((0, 0, 1, 1, 2, 3))
    cut = random.choice((None, None, 2, 4, 8))
    return {"swiss_rounds": max(1, played + further), "cut": cut}


def random_options(ruleset: str, random: Random, count: int, plan: Json) -> Json:
    """Now and then another choice than the default."""
    options: Json = {}

    def sometimes(name: str, *values: Any) -> None:
        if random.random() < 0.15:
            options[name] = random.choice(values)

    if ruleset == "xwing-escalation":
        sometimes("bye.mov", 150, "1.5*available")
    if ruleset == "xwing-dogfight":
        sometimes("bye.mov", 150)
    if ruleset in XWING:
        sometimes("full_win_margin", 12, 1, 20)
    if ruleset != "middle-earth":
        sometimes("sos.include_disqualified", True, False)
    if ruleset in ("runewars", "armada"):
        sometimes("sos.bye_counts_as_round", True, False)
        sometimes("sos.unpaired_counts_as_round", True, False)
        sometimes("unpaired_loss.tp", 0, 1, 2)
    if ruleset == "runewars":
        sometimes("concession.snapshot", "before_destroy", "after_destroy")
    if ruleset in ("diskwars", "armada"):
        sometimes("h2h.repeat", True, False)
    if ruleset == "middle-earth":
        sometimes("concession.keep_loser_leader_kill", True, False)
    if ruleset in (*XWING, "diskwars"):
        sometimes("pairing.avoid_affiliation", True, False)
    if count <= 10 and plan.get("swiss_rounds"):
        sometimes("pairing.plan_safe", True, True, False)
    return options


# --- slips --------------------------------------------------------------------------------------


def random_slip(ruleset: str, random: Random, number: int, *, elimination: bool = False) -> Json:
    """A slip with any end this ruleset allows; boundaries and level scores are likely."""
    ends = ["destroyed", "mutual", "rounds", "time", "time", "concession"]
    if ruleset in XWING:
        ends = ["destroyed", "destroyed", "mutual", "time", "time", "time", "concession"]
    if ruleset == "armada" and not elimination:
        ends.append("intentional_draw")
    slip: Json = {"end": random.choice(ends)}
    end = slip["end"]
    wipe_out = wipe_out_value(ruleset, number, elimination)
    if ruleset in ("middle-earth", "diskwars"):
        slip["score"] = random_level(random, 12, (0, 0, 1, 2, 5))
    elif ruleset in XWING:
        slip["score"] = random_level(random, wipe_out, (0, 0, 1, 11, 12, 13, 30, wipe_out))
    else:
        slip["score"] = random_level(
            random,
            wipe_out,
            (0, 0, 1, 29, 30, 69, 70, 109, 110, 129, 130, 149, 150, 219, 220, 349, 350, wipe_out),
        )
    if ruleset in ("runewars", "armada") and random.random() < 0.5:
        slip["objectives"] = [random.choice((0, 0, 10, 15, 20, 45, 60, 75)) for _ in range(2)]
    if end == "destroyed" and ruleset != "middle-earth":
        slip["survivor"] = random.randrange(2)
    if end == "concession":
        slip["conceded"] = random.randrange(2)
    if end == "intentional_draw":
        slip["witness"] = random.choice(("Lena", "Marshal Åsa"))
    optional_score = ("destroyed", "mutual", "concession")
    if end == "intentional_draw" or (ruleset == "diskwars" and end in optional_score):
        if random.random() < 0.5:
            del slip["score"]
    add_deciders(ruleset, random, slip, elimination)
    return slip


def add_deciders(ruleset: str, random: Random, slip: Json, elimination: bool) -> None:
    """Flurry, initiative and leaders where the outcome needs them, and sometimes elsewhere."""
    end = slip["end"]
    if ruleset == "middle-earth":
        if end != "concession" or random.random() < 0.5:
            slip["leaders"] = [random.random() < 0.5, random.random() < 0.5]
        if elimination and slip["score"][0] == slip["score"][1]:
            slip["score"][0] += 1
        return
    score = slip.get("score", [0, 0])
    objectives = slip.get("objectives", [0, 0])
    if end == "mutual":
        level = objectives[0] == objectives[1]
    else:
        level = score[0] + objectives[0] == score[1] + objectives[1]
    if ruleset == "runewars":
        if level and end in ("mutual", "rounds", "time"):
            ties = [[hits, hits] for hits in random.sample(range(8), random.randrange(3))]
            slip["flurry"] = [*ties, random.choice(([4, 6], [6, 4], [1, 0], [0, 9]))]
        return
    needed = {
        "armada": end == "mutual" or (level and end in ("rounds", "time")),
        "diskwars": level and end in ("rounds", "time"),
    }.get(ruleset, elimination and (end == "mutual" or (level and end == "time")))
    if needed or random.random() < 0.3:
        slip["initiative"] = random.randrange(2)


def random_level(random: Random, most: int, differences: tuple[int, ...]) -> list[int]:
    """Two numbers from 0 to `most` with a likely difference between them."""
    if random.random() < 0.2:
        return [random.randrange(most + 1), random.randrange(most + 1)]
    difference = min(most, random.choice(differences))
    low = random.choice((0, random.randrange(most - difference + 1), most - difference))
    both = [low, low + difference]
    random.shuffle(both)
    return both


# --- Swiss rounds -------------------------------------------------------------------------------


def play_swiss(event: Json, random: Random, played: int, hard: bool) -> None:
    """Play up to `played` Swiss rounds into the event."""
    stage: Json = {"kind": "swiss", "rounds": []}
    event["stages"] = [stage]
    mode = random.choice(("oracle", "random", "mixed"))
    restless = 0.0 if random.random() < (0.7 if hard else 0.4) else 0.06
    for number in range(1, played + 1):
        by_oracle = mode == "oracle" or (mode == "mixed" and random.random() < 0.5)
        try:
            if by_oracle and not hard:
                matches = pair(event)["matches"]
            else:
                matches = random_pairing(event, random, number)
        except NoLegalPairing:
            if random.random() < 0.5:
                break
            matches = pair(event, allow_rematch=True)["matches"]
        except NothingToDraw:
            break
        report_all(event, random, matches, number, forfeits=restless)
        stage["rounds"].append({"matches": matches})
        add_changes(event, random, stage["rounds"], restless)
    if not stage["rounds"] and random.random() < 0.3:
        event["stages"] = []


def random_pairing(event: Json, random: Random, number: int) -> list[Json]:
    """Any repeat-free pairing, with any bye among those with the fewest, in any order."""
    status = statuses(event, closed_rounds(event))
    field = [id_ for id_ in field_ids(event) if status[id_] == "active"]
    spares = [id_ for id_ in spare_ids(event) if status[id_] == "active"]
    if not field:
        raise NothingToDraw
    random.shuffle(field)
    met: set[frozenset[str]] = set()
    byes = dict.fromkeys(field, 0)
    for entry in closed_rounds(event):
        for match in entry.matches:
            ids = match["players"]
            if "kind" not in match:
                met.add(frozenset(ids))
            if match.get("kind") == "bye" or set(ids) & set(spare_ids(event)):
                for id_ in ids:
                    byes[id_] = byes.get(id_, 0) + 1
    plan = event.get("plan") or {}
    if ruleset_of(event) == "middle-earth" and number == plan.get("swiss_rounds"):
        met = set()
    if len(field) % 2 == 0:
        drawn = random_matching(field, met)
        rests = None
    else:
        fewest = min(byes[id_] for id_ in field)
        for rests in [id_ for id_ in field if byes[id_] == fewest]:
            drawn = random_matching([id_ for id_ in field if id_ != rests], met)
            if drawn is not None:
                break
    if drawn is None:
        raise NoLegalPairing
    matches: list[Json] = [
        {"table": table, "players": ids} for table, ids in enumerate(drawn, start=1)
    ]
    if rests is not None and spares:
        matches.append({"table": len(matches) + 1, "players": [rests, spares[0]]})
    elif rests is not None:
        matches.append({"kind": "bye", "players": [rests]})
    return matches


def random_matching(players: list[str], met: set[frozenset[str]]) -> list[list[str]] | None:
    """The (shuffled) players paired without a repeat, or None if that is impossible."""
    edges = [
        sum(
            1 << two
            for two in range(len(players))
            if two != one and frozenset((players[one], players[two])) not in met
        )
        for one in range(len(players))
    ]
    left = (1 << len(players)) - 1
    if matching_size(left, edges) * 2 < len(players):
        return None
    drawn = []
    for one in range(len(players)):
        if not left >> one & 1:
            continue
        for two in range(one + 1, len(players)):
            rest = left & ~(1 << one) & ~(1 << two)
            possible = (left & edges[one]) >> two & 1
            if possible and matching_size(rest, edges) * 2 == rest.bit_count():
                drawn.append([players[one], players[two]])
                left = rest
                break
    return drawn


def report_all(
    event: Json, random: Random, matches: list[Json], number: int, *, forfeits: float
) -> None:
    """Give every drawn match a slip, or now and then a forfeit."""
    spares = spare_ids(event)
    for match in matches:
        if "kind" in match:
            continue
        if random.random() < forfeits and not set(match["players"]) & set(spares):
            match["kind"] = "forfeit"
            match["absent"] = random.choice(match["players"])
        else:
            match["report"] = random_slip(ruleset_of(event), random, number)


def add_changes(event: Json, random: Random, rounds: list[Json], restless: float) -> None:
    """Drops, disqualifications and rejoins after the last round."""
    status = statuses(event, closed_rounds(event))
    changes: list[Json] = []
    active = [id_ for id_ in field_ids(event) if status[id_] == "active"]
    absent = {m["absent"] for m in rounds[-1]["matches"] if m.get("kind") == "forfeit"}
    for id_ in list(active):
        if len(active) <= 2:
            break
        if random.random() < (0.6 if id_ in absent else restless):
            change = random.choice(("drop", "drop", "disqualify"))
            changes.append({"player": id_, "change": change})
            active.remove(id_)
    for id_ in field_ids(event):
        if status[id_] == "dropped" and restless and random.random() < 0.3:
            for entry in rounds[dropped_after(rounds, id_) :]:
                entry["matches"].append({"kind": "unpaired_loss", "players": [id_]})
            changes.append({"player": id_, "change": "rejoin"})
    if changes:
        random.shuffle(changes)
        rounds[-1]["after"] = changes


def dropped_after(rounds: list[Json], id_: str) -> int:
    """The number of the round after which this player dropped last."""
    last = 0
    for number, entry in enumerate(rounds, start=1):
        for change in entry.get("after", []):
            if change == {"player": id_, "change": "drop"}:
                last = number
    return last


def reopen(event: Json, random: Random) -> None:
    """Take some slips of the last round away."""
    rounds = event["stages"][-1]["rounds"]
    if rounds:
        rounds[-1].pop("after", None)
        for match in rounds[-1]["matches"]:
            if "kind" not in match and random.random() < 0.6:
                match.pop("report", None)


# --- the bracket --------------------------------------------------------------------------------


def play_elimination(event: Json, random: Random) -> None:
    """Play none, some or all of the elimination rounds, if the Swiss part got that far."""
    if random.random() < 0.2:
        return
    try:
        drawn = pair(event)
    except (NoLegalPairing, NothingToDraw):
        return
    if drawn["matches"] and "game" not in drawn["matches"][0]:
        return
    if not event["stages"] or event["stages"][-1]["kind"] != "elimination":
        event["stages"].append({"kind": "elimination", "rounds": []})
    stage = event["stages"][-1]
    swiss_rounds = event["stages"][0]["rounds"] if len(event["stages"]) > 1 else []
    if swiss_rounds:
        stage["seeds"] = seeds_of(event, len(event["stages"]))
        if random.random() < 0.25:
            who = random.choice(stage["seeds"])
            change = random.choice(("drop", "drop", "disqualify"))
            swiss_rounds[-1].setdefault("after", []).append({"player": who, "change": change})
    for _ in range(random.randrange(6)):
        try:
            matches = pair(event)["matches"]
        except NothingToDraw:
            break
        number = len(stage["rounds"]) + 1
        if swiss_rounds:
            stage["seeds"] = seeds_of(event, len(event["stages"]))
        elif number == 1:
            stage["seeds"] = [id_ for match in matches for id_ in match["players"]]
        for match in matches:
            if "kind" in match:
                continue
            if random.random() < 0.05:
                match["kind"] = "forfeit"
                match["absent"] = random.choice(match["players"])
            else:
                slip = random_slip(ruleset_of(event), random, number, elimination=True)
                match["report"] = slip
        stage["rounds"].append({"matches": matches})
        after = []
        for match in matches:
            for id_ in match["players"]:
                if random.random() < 0.06:
                    change = random.choice(("drop", "drop", "disqualify"))
                    after.append({"player": id_, "change": change})
        status = statuses(event, closed_rounds(event))
        gone = {change["player"] for change in after}
        for id_ in field_ids(event):
            if status[id_] == "active" and id_ not in gone and random.random() < 0.01:
                after.append({"player": id_, "change": "disqualify"})
        if after:
            stage["rounds"][-1]["after"] = after
