"""Events made by hand for the draw: wanted points, wanted meetings, and short ways to read rounds.

Points come from games against sparring partners, who drop before the round that is drawn; so any
points, margins and meetings can be had without playing a whole event.
"""

from hashlib import sha256

from tests.rules.events import bye, event, game, played, swiss

# Lots, computed here and not by the program (contract, section 4)


def lot(seed, purpose, stage, number, name):
    text = f"tiltyard/1|{seed}|{purpose}|{stage}|{number}|{name}"
    return sha256(text.encode()).hexdigest()


def by_lot(names, purpose, *, seed="", stage=1, number=1):
    """These names in the order in which they are drawn."""
    return sorted(names, key=lambda name: lot(seed, purpose, stage, number, name))


# States


def _around(values, margins, draw=None):
    slips = {}
    for (win, loss), margin in zip(values, margins, strict=True):
        slips[loss] = {"end": "time", "score": [0, margin]}
        slips[win] = {"end": "time", "score": [margin, 0]}
    return slips | ({draw: {"end": "time", "score": [0, 0]}} if draw is not None else {})


_XWING = _around([(3, 0), (5, 0)], (1, 12), draw=1)
SLIPS = {
    "runewars": _around([(6, 5), (7, 4), (8, 3), (9, 2), (10, 1)], (1, 30, 70, 110, 150)),
    "armada": _around(
        [(5, 5), (6, 4), (7, 3), (8, 2), (9, 1), (10, 0)], (1, 30, 70, 130, 220, 350)
    ),
    "xwing-dogfight": _XWING,
    "xwing-escalation": _XWING,
    "middle-earth": _around([(3, 0)], (1,), draw=1),
    "diskwars": {
        5: {"end": "destroyed", "survivor": 0},
        3: {"end": "time", "score": [1, 0]},
        1: {"end": "mutual"},
        0: {"end": "destroyed", "survivor": 1},
    },
}
"""What to write on a slip so that the first player gets so many tournament points."""

MEETING = {
    "runewars": (6, 5),
    "armada": (5, 5),
    "xwing-dogfight": (1, 1),
    "xwing-escalation": (1, 1),
    "middle-earth": (1, 1),
    "diskwars": (1, 1),
}
"""The points of two players who meet in a state."""

AWARD = {
    "runewars": 8,
    "armada": 8,
    "xwing-dogfight": 5,
    "xwing-escalation": 5,
    "middle-earth": 3,
    "diskwars": 5,
}
"""The points of a bye."""


def slip_for(ruleset, points):
    """A slip that gives the first player these points."""
    slip = dict(SLIPS[ruleset][points])
    return slip | {"leaders": [False, False]} if ruleset == "middle-earth" else slip


def slips_for(ruleset, points):
    """Slips that add up to these points, the most of a single game first."""
    possible = sorted((one for one in SLIPS[ruleset] if one), reverse=True)
    slips = []
    while points > 0:
        largest = next(one for one in possible if one <= points)
        slips.append(slip_for(ruleset, largest))
        points -= largest
    assert points == 0
    return slips


def scores(*pairs):
    """Slips at time with these scores."""
    return [{"end": "time", "score": list(pair)} for pair in pairs]


class State:
    """Rounds that leave a field with wanted points, meetings and byes."""

    def __init__(self, ruleset, meeting):
        self.ruleset = ruleset
        self.meeting = meeting or slip_for(ruleset, MEETING[ruleset][0])
        self.rounds = []
        self.busy = []
        self.sparring = 0

    def _enter(self, match, players, earliest):
        number = earliest
        while number < len(self.rounds) and not self.busy[number].isdisjoint(players):
            number += 1
        while number >= len(self.rounds):
            self.rounds.append([])
            self.busy.append(set())
        self.rounds[number].append(match)
        self.busy[number].update(players)

    def meet(self, first, second, earliest=0):
        match = {"players": [first, second], "report": self.meeting}
        self._enter(match, {first, second}, earliest)

    def rest(self, player):
        self._enter(bye(player), {player}, 0)

    def spar(self, player, slip):
        self.sparring += 1
        other = f"~{self.sparring}"
        self._enter({"players": [player, other], "report": slip}, {player, other}, 0)


def state(ruleset, points, met="", byes="", spare=None, meeting=None, **fields):
    """An event before its next round.

    `points` is {"A": 15} or, for exact margins, {"A": [slip, slip]}; `met` lists pairs as
    "A-B C-D", with "A-B@3" for a meeting not before round 3; `byes` lists players. `meeting` is
    the slip of those who met, where points are given as slips.
    """
    made = State(ruleset, meeting)
    had = dict.fromkeys(points, 0)
    for text in met.split():
        pair, _, earliest = text.partition("@")
        first, second = pair.split("-")
        made.meet(first, second, int(earliest or 1) - 1)
        had[first] += MEETING[ruleset][0]
        had[second] += MEETING[ruleset][1]
    for player in byes.split():
        made.rest(player)
        had[player] += AWARD[ruleset]
    for player, wanted in points.items():
        slips = (
            slips_for(ruleset, wanted - had[player]) if isinstance(wanted, int) else list(wanted)
        )
        for slip in slips:
            made.spar(player, slip)
    sparring = [f"~{number}" for number in range(1, made.sparring + 1)]
    rounds = [played(*matches) for matches in made.rounds]
    if rounds and sparring:
        rounds[-1]["after"] = [{"player": one, "change": "drop"} for one in sparring]
    players = [{"id": one} for one in (*points, *sparring)]
    if spare is not None:
        players.append({"id": spare, "role": "spare"})
    return event(ruleset, players, swiss(*rounds), **fields)


def ranks(names, top=30):
    """Points by which these players stand in this order."""
    return {name: top - 3 * place for place, name in enumerate(names.split())}


def rounds_of(document):
    return document["stages"][-1]["rounds"]


def next_number(document):
    return len(rounds_of(document)) + 1


def with_round(document, *matches, **fields):
    """The same event with one more round."""
    stages = [dict(stage) for stage in document["stages"]] or [{"kind": "swiss", "rounds": []}]
    stages[-1]["rounds"] = [*stages[-1]["rounds"], {"matches": list(matches), **fields}]
    return document | {"stages": stages}


def reported(ruleset, matches, number=0, *, winner=0):
    """Drawn matches with a result: everywhere the first (or second) player wins."""
    most = max(SLIPS[ruleset])
    first = dict(slip_for(ruleset, most))
    if winner:
        first = {**first, "score": first["score"][::-1]}
    return [
        match if "kind" in match else {"players": match["players"], "report": first}
        for match in ({key: match[key] for key in match if key != "why"} for match in matches)
    ]


# What comes out


def drawn(document):
    """The round as "A-B C-D E": tables in their order, the bye as a single name."""
    return " ".join("-".join(match["players"]) for match in document["matches"])


def pairs(document):
    """The pairs as a set, whoever is listed first."""
    return {frozenset(match["players"]) for match in document["matches"]}


def whys(document):
    """The codes and clauses of every match: {"A-B": [("same-points", "AR-087")]}."""
    return {
        "-".join(match["players"]): [(why["code"], why["clause"]) for why in match["why"]]
        for match in document["matches"]
    }


def facts(document, players, code):
    """The facts of one reason of one match."""
    for match in document["matches"]:
        if match["players"] == players.split("-"):
            return next(why["facts"] for why in match["why"] if why["code"] == code)
    raise AssertionError(f"{players} do not meet")


def warnings(document):
    return [warning["code"] for warning in document["warnings"]]


def resting(document):
    """Who rests, or meets the Spare Player: the first player of the last match."""
    return document["matches"][-1]["players"][0]


__all__ = ["bye", "event", "game", "played", "swiss"]
