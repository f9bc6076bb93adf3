"""Short ways to write slips, rounds and whole tournament files, and to read what comes out."""

from dataclasses import replace
from fractions import Fraction

from tiltyard.engine.ledger import Ledger, Record
from tiltyard.engine.scoring import Setting, score_alone, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.standings import rank
from tiltyard.engine.tournament import Match, Player, Tournament
from tiltyard.formats.tiltyard1 import read_match, read_tournament

SIX = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
SWISS = Setting("swiss", 1)
BRACKET = Setting("elimination", 1)


# One slip


def slip(end, score=None, **fields):
    """A slip as the core holds it, read from what the file would say."""
    written = {"end": end, **fields}
    if score is not None:
        written["score"] = list(score)
    match = read_match({"players": ["a", "b"], "report": written}, {"a", "b"})
    assert isinstance(match.report, Slip)
    return match.report


def verdict(rules, end, score=None, *, setting=SWISS, **fields):
    return score_game(rules, setting, slip(end, score, **fields))


def points(scored):
    return tuple(line.tp for line in scored.lines)


def margins(scored):
    return tuple(line.mov for line in scored.lines)


def reasons(scored, index):
    """The clauses the line of one side rests on."""
    return tuple(because.clause for because in scored.lines[index].because)


def alone(rules, kind, *, number=1, absent=None, index=0):
    """The line of somebody without an opponent at the table."""
    players = ("a", "b") if kind == "forfeit" else ("a",)
    setting = Setting("swiss", number)
    return score_alone(rules, setting, Match(players, kind, absent=absent), index)


# A whole file


def game(first, second, end, score=None, **fields):
    report = {"end": end, **fields}
    if score is not None:
        report["score"] = list(score)
    return {"players": [first, second], "report": report}


def still_playing(first, second):
    return {"players": [first, second]}


def bye(player):
    return {"kind": "bye", "players": [player]}


def forfeit(present, absent):
    return {"kind": "forfeit", "players": [present, absent], "absent": absent}


def unpaired_loss(player):
    return {"kind": "unpaired_loss", "players": [player]}


def played(*matches, drop=(), disqualify=(), rejoin=()):
    """A round; the changes take effect once it is closed."""
    after = [
        {"player": player, "change": change}
        for change, names in (("drop", drop), ("disqualify", disqualify), ("rejoin", rejoin))
        for player in names
    ]
    return {"matches": list(matches), **({"after": after} if after else {})}


def swiss(*rounds, **fields):
    return {"kind": "swiss", "rounds": list(rounds), **fields}


def bracket(seeds, *rounds):
    return {"kind": "elimination", "seeds": list(seeds), "rounds": list(rounds)}


def event(ruleset, players, *stages, **fields):
    """A tournament file; players as "A B C", or as entries where more is known of them."""
    entries = players.split() if isinstance(players, str) else players
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "players": [{"id": one} if isinstance(one, str) else one for one in entries],
        "stages": list(stages),
        **fields,
    }


# What comes out


def order(document):
    return " ".join(row["player"] for row in document["rows"])


def ranks(document):
    return {row["player"]: row["rank"] for row in document["rows"]}


def keys(document, *names):
    """The keys of every player as numbers: {"A": (13, 170)}."""
    return {
        row["player"]: tuple(Fraction(row["keys"][name]) for name in names)
        for row in document["rows"]
    }


def deciders(document):
    return [row["decided_by"] for row in document["rows"]]


def statuses(document):
    return {row["player"]: row["status"] for row in document["rows"]}


# Records without the games behind them, for ties that would take many rounds to play


def record(tp, *, mov=0, rounds=1, beat="", lost_to="", drew_with=""):
    """A record of some points whose games are given by the opponents."""
    games = [
        (opponent, result)
        for result, opponents in (("win", beat), ("loss", lost_to), ("draw", drew_with))
        for opponent in opponents.split()
    ]
    return Record(
        tp=tp,
        mov=mov,
        rounds=rounds,
        opponents=[opponent for opponent, _ in games],
        results=[result for _, result in games],
    )


def ranked(rules, records, **standing):
    """Rank records as they are."""
    ledger = Ledger(
        records=records,
        standing=dict.fromkeys(records, "active") | standing,
        spares=frozenset(),
        rounds=(),
        stages=1,
        lot_round=(1, 0),
    )
    tournament = Tournament(rules.id, tuple(Player(one, one) for one in records))
    return rank(tournament, rules, ledger).rows


def names(rows):
    return " ".join(row.player for row in rows)


def reread(document, **changes):
    """The tournament of a file, with some of its parts replaced."""
    return replace(read_tournament(document), **changes)
