"""A slow second opinion on scores and standings, written from CONTRACT.md and rules.md alone.

Readings (where the documents leave a choice):

- S1 A round counts when it has matches and each of them has a `report` or a `kind`. A round with an
  empty `matches` list is a round still to be drawn and never counts. A partly reported round is
  passed over even when later rounds are closed.
- S2 `after=N` takes the first N closed rounds in file order; N beyond the closed rounds takes all.
- S3 `stage` and `after_round` of the answer: the last stage reached and the number, inside that
  stage, of its last closed round (0 when it has none). A stage is reached when one of its rounds is
  counted; without `after` every stage of the file is reached.
- S4 Lots: purpose `tiebreak`, the number of the last Swiss stage with a counted round and that
  round, also when an elimination stage follows (AMB-013: the standings are frozen at the cut).
  Without any counted Swiss round: stage 1, round 0.
- S5 Disqualified rows are ordered among themselves by the same keys, without head-to-head.
- S6 Changes in `after` take effect only when their round is counted. A disqualified player cannot
  rejoin (Refused).
- S7 The absentee of a forfeit has an unpaired loss: `unpaired_loss.tp` and
  `sos.unpaired_counts_as_round` hold for him too. A forfeit win is not a bye: it counts as a round
  played whatever `sos.bye_counts_as_round` says. Neither side is an opponent for strength of
  schedule, unless `forfeit.counts_as_met` is true.
- S8 Seeds who are no longer active after the last Swiss round are replaced by the next active
  players of the Swiss order, appended as lowest seeds (RW-159), for standings as for pairing.
- S9 Bracket rows: a seed has reached round 1; the winner of a closed round r (a bye counts) has
  reached round r + 1. Order: round reached, then seed. One who left keeps the round he had reached.
- S10 Of several flurry rolls the first uneven one decides; later ones are ignored. No uneven roll:
  Refused.
- S11 `score` may be missing where the table of CONTRACT section 2 says so, and where nothing of it
  counts: in a Middle-earth concession (12-0 whatever it says) and in a mutual end.
- S12 With `concession.keep_loser_leader_kill` a Middle-earth conceder keeps the kill named in
  `leaders`; a slip without `leaders` names none.
- S13 Escalation's limit for rounds after the fourth and for the bracket is 150.
- S14 The Middle-earth document has no version, so the answer says `middle-earth`.
- S15 `bye.mov` replaces the bye's margin in every ruleset with margins; the text `1.5*available`
  means one and a half times the wipe-out value of the round.
- S16 An elimination stage whose seeds cannot be known yet (no Swiss round, no `seeds`, no matches)
  cuts nobody: everyone is active, in the order of the lots.
- S17 `full_win_margin` is one number, or a list with one number per Swiss round (the last one
  holds for later rounds and the bracket).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Json = dict[str, Any]

VERSIONS = {
    "runewars": "2.2.2",
    "xwing-dogfight": "2.2.1",
    "xwing-escalation": "2.2.1",
    "middle-earth": "",
    "diskwars": "1.1.1",
    "armada": "1.0.1",
}
XWING = ("xwing-dogfight", "xwing-escalation")
ESCALATION_LIMITS = (60, 90, 120, 150)
KEYS = {
    "runewars": ("tp", "mov", "sos"),
    "xwing-dogfight": ("tp", "mov", "sos"),
    "xwing-escalation": ("tp", "mov", "sos"),
    "middle-earth": ("tp", "vpd", "vp", "leaders"),
    "diskwars": ("tp", "h2h", "sos", "h2h"),
    "armada": ("tp", "h2h", "mov", "sos"),
}
AFTER_CHANGE = {"drop": "dropped", "disqualify": "disqualified", "rejoin": "active"}
RUNEWARS_ROWS = ((150, 10, 1), (110, 9, 2), (70, 8, 3), (30, 7, 4), (0, 6, 5))
ARMADA_ROWS = ((350, 10, 0), (220, 9, 1), (130, 8, 2), (70, 7, 3), (30, 6, 4), (0, 5, 5))


class Refused(ValueError):
    """The file cannot be read as a tournament, or a slip cannot be scored."""


@dataclass(frozen=True)
class Line:
    """What one match is worth to one player."""

    tp: Fraction = Fraction(0)
    mov: Fraction = Fraction(0)
    vp: int = 0
    vp_against: int = 0
    leaders: int = 0


@dataclass(frozen=True)
class Outcome:
    """The two lines of a played match and the index of its winner (None for a draw)."""

    winner: int | None
    lines: tuple[Line, Line]


@dataclass(frozen=True)
class Round:
    """One closed round and its place in the file (both numbers count from 1)."""

    stage: int
    number: int
    kind: str
    matches: list[Json]
    after: list[Json]


@dataclass
class Record:
    """Everything the Swiss rounds say about one player."""

    tp: Fraction = Fraction(0)
    mov: Fraction = Fraction(0)
    vp: int = 0
    vp_against: int = 0
    leaders: int = 0
    rounds_played: int = 0
    byes: int = 0
    opponents: list[str] = field(default_factory=list)
    won_against: list[str] = field(default_factory=list)
    lost_to: list[str] = field(default_factory=list)

    def add(self, line: Line) -> None:
        self.tp += line.tp
        self.mov += line.mov
        self.vp += line.vp
        self.vp_against += line.vp_against
        self.leaders += line.leaders


# --- reading the file ---------------------------------------------------------------------------


def ruleset_of(event: Json) -> str:
    """The ruleset's name without the version."""
    name = str(event.get("ruleset", "")).split("@")[0]
    if name not in VERSIONS:
        raise Refused(f"ruleset: unknown ruleset {name!r}")
    return name


def ruleset_with_version(event: Json) -> str:
    """The ruleset's name as the answers show it."""
    text = str(event["ruleset"])
    version = VERSIONS[ruleset_of(event)]
    if "@" in text or not version:
        return text
    return f"{text}@{version}"


def option(event: Json, name: str, default: Any) -> Any:
    """The organizer's choice for one option of rules.md section 3."""
    return (event.get("options") or {}).get(name, default)


def digest(seed: str, purpose: str, stage: int, round_number: int, id_: str) -> bytes:
    """The lot of one id (CONTRACT section 4)."""
    text = f"tiltyard/1|{seed}|{purpose}|{stage}|{round_number}|{id_}"
    return hashlib.sha256(text.encode("utf-8")).digest()


def seed_of(event: Json) -> str:
    """The event's seed; a missing one is empty text."""
    return str(event.get("seed") or "")


def stages_of(event: Json) -> list[Json]:
    """The stages in file order."""
    return list(event.get("stages") or [])


def field_ids(event: Json) -> list[str]:
    """The ids of all players but the Spare."""
    return [p["id"] for p in event["players"] if p.get("role") != "spare"]


def spare_ids(event: Json) -> list[str]:
    """The ids of the Spare Players."""
    return [p["id"] for p in event["players"] if p.get("role") == "spare"]


def is_open(match: Json) -> bool:
    """A match still being played."""
    return "kind" not in match and "report" not in match


def closed_rounds(event: Json, after: int | None = None) -> list[Round]:
    """The closed rounds in file order, or the first `after` of them."""
    closed = []
    for stage_number, stage in enumerate(stages_of(event), start=1):
        for number, entry in enumerate(stage.get("rounds") or [], start=1):
            matches = entry.get("matches") or []
            if matches and not any(is_open(match) for match in matches):
                closed.append(
                    Round(stage_number, number, stage["kind"], matches, entry.get("after") or [])
                )
    return closed if after is None else closed[:after]


def swiss_only(rounds: list[Round]) -> list[Round]:
    """The Swiss rounds among the given ones."""
    return [entry for entry in rounds if entry.kind == "swiss"]


def statuses(event: Json, rounds: list[Round]) -> dict[str, str]:
    """Active, dropped or disqualified, for everybody, after the given rounds."""
    status = {player["id"]: "active" for player in event["players"]}
    for entry in rounds:
        for change in entry.after:
            who, what = change["player"], change["change"]
            if status[who] == "disqualified":
                if what == "rejoin":
                    raise Refused(f"{who!r} is disqualified and cannot rejoin (RW-147)")
                continue
            status[who] = AFTER_CHANGE[what]
    return status


def check_file(event: Json) -> None:
    """Refuse a file that does not hang together or holds a slip that cannot be scored."""
    ruleset_of(event)
    ids = [player["id"] for player in event["players"]]
    if len(set(ids)) != len(ids):
        raise Refused("players: the same id twice")
    for s, stage in enumerate(stages_of(event)):
        if stage.get("kind") not in ("swiss", "elimination"):
            raise Refused(f"stages[{s}].kind: {stage.get('kind')!r}")
        for id_ in stage.get("seeds") or []:
            if id_ not in ids:
                raise Refused(f"stages[{s}].seeds: unknown player {id_!r}")
        for r, entry in enumerate(stage.get("rounds") or []):
            seen: set[str] = set()
            for m, match in enumerate(entry.get("matches") or []):
                where = f"stages[{s}].rounds[{r}].matches[{m}]"
                check_match(event, stage["kind"], r + 1, match, where)
                for id_ in match["players"]:
                    if id_ not in ids:
                        raise Refused(f"{where}.players: unknown player {id_!r}")
                    if id_ in seen:
                        raise Refused(f"{where}.players: {id_!r} is in this round twice")
                    seen.add(id_)
            for change in entry.get("after") or []:
                if change.get("player") not in ids:
                    raise Refused(f"stages[{s}].rounds[{r}].after: unknown player")
                if change.get("change") not in AFTER_CHANGE:
                    raise Refused(f"stages[{s}].rounds[{r}].after: unknown change")
    statuses(event, closed_rounds(event))


def check_match(event: Json, stage_kind: str, number: int, match: Json, where: str) -> None:
    """Refuse a match of the wrong shape."""
    kind = match.get("kind")
    players = match.get("players")
    if kind not in (None, "bye", "forfeit", "unpaired_loss"):
        raise Refused(f"{where}.kind: {kind!r}")
    wanted = 1 if kind in ("bye", "unpaired_loss") else 2
    if not isinstance(players, list) or len(players) != wanted:
        raise Refused(f"{where}.players: {wanted} wanted")
    if kind == "forfeit" and match.get("absent") not in players:
        raise Refused(f"{where}.absent: must be one of the two players")
    if kind is None and "report" in match:
        try:
            score_slip(event, match["report"], number, elimination=stage_kind == "elimination")
        except Refused as error:
            raise Refused(f"{where}.report: {error}") from error


# --- scoring one slip ---------------------------------------------------------------------------


def wipe_out_value(ruleset: str, round_number: int, elimination: bool) -> int:
    """What a whole army, squad or fleet counts in this round."""
    if ruleset == "runewars":
        return 200
    if ruleset == "armada":
        return 400
    if ruleset == "xwing-escalation":
        if elimination:
            return 150
        return ESCALATION_LIMITS[min(round_number, 4) - 1]
    return 100


def bye_line(event: Json, round_number: int) -> Line:
    """The award for a bye (and for the one who turned up, AMB-015)."""
    ruleset = ruleset_of(event)
    if ruleset == "middle-earth":
        return Line(tp=Fraction(3), vp=6, vp_against=0, leaders=1)
    if ruleset == "diskwars":
        return Line(tp=Fraction(5))
    tp = Fraction(5) if ruleset in XWING else Fraction(8)
    default: Any = {"runewars": 70, "xwing-dogfight": 150, "armada": 129}.get(
        ruleset, "1.5*available"
    )
    mov = option(event, "bye.mov", default)
    if mov == "1.5*available":
        mov = Fraction(3, 2) * wipe_out_value(ruleset, round_number, elimination=False)
    return Line(tp=tp, mov=Fraction(mov))


def forfeit_line(event: Json, round_number: int) -> Line:
    """The award for the one who turned up, as a bye or as a concession at 0-0 (AMB-015)."""
    if option(event, "forfeit.award", "bye") == "bye":
        return bye_line(event, round_number)
    slip = {"end": "concession", "conceded": 1, "score": [0, 0]}
    return score_slip(event, slip, round_number, elimination=False).lines[0]


def unpaired_line(event: Json) -> Line:
    """The line of an unpaired loss and of an absentee (AMB-014)."""
    return Line(tp=Fraction(option(event, "unpaired_loss.tp", 0)))


def whole_pair(slip: Json, name: str) -> list[int]:
    """Two whole numbers from zero up, or Refused."""
    pair = slip.get(name)
    if not isinstance(pair, list) or len(pair) != 2:
        raise Refused(f"{name}: two numbers wanted")
    for number in pair:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise Refused(f"{name}: whole numbers from 0 up wanted, not {number!r}")
    return pair


def side(slip: Json, name: str) -> int:
    """The index 0 or 1 in a field the outcome needs, or Refused."""
    index = slip.get(name)
    if isinstance(index, bool) or index not in (0, 1):
        raise Refused(f"{name}: 0 or 1 wanted")
    return int(index)


def flurry_winner(slip: Json) -> int:
    """Who won the Final Flurry (RW-179)."""
    rolls = slip.get("flurry")
    if not isinstance(rolls, list):
        raise Refused("flurry: equal scores need the rolls")
    for position in range(len(rolls)):
        ours, theirs = whole_pair({"flurry": rolls[position]}, "flurry")
        if ours != theirs:
            return 0 if ours > theirs else 1
    raise Refused("flurry: no roll decides")


def rows(table: tuple[tuple[int, int, int], ...], mov: int) -> tuple[int, int]:
    """Winner's and loser's points for a margin."""
    for least, win, loss in table:
        if mov >= least:
            return win, loss
    raise AssertionError("margins are never negative here")


def two_lines(winner: int, of_winner: Line, of_loser: Line) -> Outcome:
    """An outcome from the winner's and the loser's line."""
    return Outcome(winner, (of_winner, of_loser) if winner == 0 else (of_loser, of_winner))


def score_slip(
    event: Json,
    slip: Json,
    round_number: int,
    *,
    elimination: bool,
    better_seed: int | None = None,
) -> Outcome:
    """What the slip of one played match is worth, or Refused."""
    if not isinstance(slip, dict):
        raise Refused("a report is an object")
    ruleset = ruleset_of(event)
    ends = ["destroyed", "mutual", "rounds", "time", "concession"]
    if ruleset in XWING:
        ends.remove("rounds")
    if ruleset == "armada" and not elimination:
        ends.append("intentional_draw")
    if slip.get("end") not in ends:
        raise Refused(f"end: {slip.get('end')!r} is not possible here")
    if ruleset == "runewars":
        return score_runewars(event, slip)
    if ruleset in XWING:
        return score_xwing(event, slip, round_number, elimination)
    if ruleset == "armada":
        return score_armada(slip)
    if ruleset == "diskwars":
        return score_diskwars(slip, elimination, better_seed)
    return score_middle_earth(event, slip, elimination)


def table_score(slip: Json, wipe_out: int) -> list[int]:
    """The two counted scores without objectives, none above the wipe-out value."""
    if slip["end"] == "mutual" and "score" not in slip:
        return [wipe_out, wipe_out]
    score = whole_pair(slip, "score")
    if max(score) > wipe_out:
        raise Refused(f"score: at most {wipe_out}")
    return list(score)


def score_runewars(event: Json, slip: Json) -> Outcome:
    """Runewars: RW-167 to RW-187."""
    end = slip["end"]
    score = table_score(slip, 200)
    objectives = whole_pair(slip, "objectives") if "objectives" in slip else [0, 0]
    if end == "mutual":
        total = [200 + objectives[0], 200 + objectives[1]]
    else:
        total = [score[0] + objectives[0], score[1] + objectives[1]]
    if end == "destroyed":
        winner = side(slip, "survivor")
        total[winner] = 200 + objectives[winner]
    elif end == "concession":
        winner = 1 - side(slip, "conceded")
        if option(event, "concession.snapshot", "before_destroy") == "after_destroy":
            total[winner] = 200 + objectives[winner]
    elif total[0] != total[1]:
        winner = 0 if total[0] > total[1] else 1
    else:
        winner = flurry_winner(slip)
    mov = min(200, max(0, total[winner] - total[1 - winner]))
    if end == "mutual":
        mov = 0
    win, loss = rows(RUNEWARS_ROWS, mov)
    if end == "concession":
        if mov < 70:
            win, mov = 8, 70
        loss = 0
    return two_lines(winner, Line(Fraction(win), Fraction(mov)), Line(Fraction(loss)))


def score_armada(slip: Json) -> Outcome:
    """Armada: AR-098 to AR-115."""
    end = slip["end"]
    if end == "intentional_draw":
        witness = slip.get("witness")
        if not isinstance(witness, str) or not witness.strip():
            raise Refused("witness: an intentional draw needs the leader who was present")
        return Outcome(None, (Line(Fraction(5)), Line(Fraction(5))))
    score = table_score(slip, 400)
    objectives = whole_pair(slip, "objectives") if "objectives" in slip else [0, 0]
    total = [score[0] + objectives[0], score[1] + objectives[1]]
    if end == "destroyed":
        winner = side(slip, "survivor")
        total[winner] = 400 + objectives[winner]
    elif end == "concession":
        winner = 1 - side(slip, "conceded")
        total[winner] = 400 + objectives[winner]
    elif end == "mutual" or total[0] == total[1]:
        winner = 1 - side(slip, "initiative")
    else:
        winner = 0 if total[0] > total[1] else 1
    mov = max(0, total[winner] - total[1 - winner])
    if end == "mutual":
        mov = 0
    win, loss = rows(ARMADA_ROWS, mov)
    return two_lines(winner, Line(Fraction(win), Fraction(mov)), Line(Fraction(loss)))


def score_xwing(event: Json, slip: Json, round_number: int, elimination: bool) -> Outcome:
    """X-Wing and Escalation: XW-055 to XW-067, XE-020, in the bracket XW-087."""
    end = slip["end"]
    base = wipe_out_value(ruleset_of(event), round_number, elimination)
    score = table_score(slip, base)
    winner: int | None = None
    points = (1, 1)
    if end == "destroyed":
        winner = side(slip, "survivor")
        score[winner] = base
        points = (5, 0)
    elif end == "concession":
        winner = 1 - side(slip, "conceded")
        score[winner] = base
        points = (5, 0)
    elif end == "mutual":
        score = [base, base]
    elif score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
        lead = score[winner] - score[1 - winner]
        margin = option(event, "full_win_margin", 12)
        if isinstance(margin, list):
            place = len(margin) if elimination else min(round_number, len(margin))
            margin = margin[place - 1]
        points = (5, 0) if lead >= margin else (3, 0)
    mov = [Fraction(base + score[0] - score[1]), Fraction(base + score[1] - score[0])]
    if winner is not None:
        return two_lines(
            winner,
            Line(Fraction(points[0]), mov[winner]),
            Line(Fraction(points[1]), mov[1 - winner]),
        )
    if elimination:
        winner = side(slip, "initiative")
    return Outcome(winner, (Line(Fraction(1), mov[0]), Line(Fraction(1), mov[1])))


def score_diskwars(slip: Json, elimination: bool, better_seed: int | None) -> Outcome:
    """Diskwars: DW-064 to DW-073, in elimination DW-082."""
    end = slip["end"]
    if end in ("rounds", "time") or "score" in slip:
        whole_pair(slip, "score")
    if end == "mutual":
        winner = better_seed if elimination else None
        return Outcome(winner, (Line(Fraction(1)), Line(Fraction(1))))
    if end == "destroyed":
        winner = side(slip, "survivor")
    elif end == "concession":
        winner = 1 - side(slip, "conceded")
    elif slip["score"][0] == slip["score"][1]:
        winner = side(slip, "initiative")
    else:
        winner = 0 if slip["score"][0] > slip["score"][1] else 1
    return two_lines(winner, Line(Fraction(3 if end == "time" else 5)), Line())


def score_middle_earth(event: Json, slip: Json, elimination: bool) -> Outcome:
    """Middle-earth: ME-031 to ME-035, ME-056."""
    fixed = slip["end"] == "concession" and "score" not in slip
    vp = [0, 0] if fixed else whole_pair(slip, "score")
    leaders = slip.get("leaders")
    if slip["end"] != "concession" or "leaders" in slip:
        if (
            not isinstance(leaders, list)
            or len(leaders) != 2
            or not all(isinstance(flag, bool) for flag in leaders)
        ):
            raise Refused("leaders: two times true or false wanted")
    if slip["end"] == "concession":
        loser = side(slip, "conceded")
        keep = option(event, "concession.keep_loser_leader_kill", False)
        kept = 1 if keep and leaders and leaders[loser] else 0
        return two_lines(
            1 - loser, Line(Fraction(3), vp=12, leaders=1), Line(vp_against=12, leaders=kept)
        )
    assert leaders is not None
    winner = None if vp[0] == vp[1] else (0 if vp[0] > vp[1] else 1)
    if winner is None and elimination:
        raise Refused("score: a drawn game cannot be decided in a bracket")
    lines = []
    for me in (0, 1):
        tp = 1 if winner is None else (3 if winner == me else 0)
        lines.append(Line(Fraction(tp), Fraction(0), vp[me], vp[1 - me], int(leaders[me])))
    return Outcome(winner, (lines[0], lines[1]))


# --- the Swiss part -----------------------------------------------------------------------------


def records(event: Json, rounds: list[Round]) -> dict[str, Record]:
    """Every player's record over the given Swiss rounds (the Spare's too, unused)."""
    record = {player["id"]: Record() for player in event["players"]}
    bye_is_round = option(event, "sos.bye_counts_as_round", True)
    unpaired_is_round = option(event, "sos.unpaired_counts_as_round", True)
    forfeit_is_met = option(event, "forfeit.counts_as_met", False)
    spares = spare_ids(event)
    for entry in rounds:
        for match in entry.matches:
            kind, ids = match.get("kind"), match["players"]
            if kind == "bye":
                record[ids[0]].add(bye_line(event, entry.number))
                record[ids[0]].byes += 1
                record[ids[0]].rounds_played += 1 if bye_is_round else 0
            elif kind == "unpaired_loss":
                record[ids[0]].add(unpaired_line(event))
                record[ids[0]].rounds_played += 1 if unpaired_is_round else 0
            elif kind == "forfeit":
                absent = match["absent"]
                present = ids[0] if ids[1] == absent else ids[1]
                record[present].add(forfeit_line(event, entry.number))
                record[present].rounds_played += 1
                record[absent].add(unpaired_line(event))
                record[absent].rounds_played += 1 if unpaired_is_round else 0
                if forfeit_is_met:
                    record[present].opponents.append(absent)
                    record[absent].opponents.append(present)
            else:
                outcome = score_slip(event, match["report"], entry.number, elimination=False)
                for me in (0, 1):
                    mine, other = record[ids[me]], ids[1 - me]
                    mine.add(outcome.lines[me])
                    mine.rounds_played += 1
                    mine.opponents.append(other)
                    if other in spares:
                        mine.byes += 1  # AMB-090: Spare game and bye are one history
                    if outcome.winner == me:
                        mine.won_against.append(other)
                    if outcome.winner == 1 - me:
                        mine.lost_to.append(other)
    return record


def strength(event: Json, record: dict[str, Record], status: dict[str, str], id_: str) -> Fraction:
    """Strength of schedule: a mean of averages in Runewars and Armada, a sum elsewhere."""
    opponents = record[id_].opponents
    if not option(event, "sos.include_disqualified", True):
        opponents = [other for other in opponents if status[other] != "disqualified"]
    if ruleset_of(event) not in ("runewars", "armada"):
        return sum((record[other].tp for other in opponents), Fraction(0))
    total = Fraction(0)
    counted = 0
    for other in opponents:
        counted += 1
        if record[other].rounds_played:
            total += record[other].tp / record[other].rounds_played
    return total / counted if counted else Fraction(0)


def key_values(
    event: Json, record: dict[str, Record], status: dict[str, str]
) -> dict[str, dict[str, Fraction]]:
    """The number of every listed key for everybody."""
    values = {}
    for id_ in field_ids(event):
        mine = record[id_]
        every = {
            "tp": mine.tp,
            "mov": mine.mov,
            "sos": strength(event, record, status, id_),
            "vpd": Fraction(mine.vp - mine.vp_against),
            "vp": Fraction(mine.vp),
            "leaders": Fraction(mine.leaders),
        }
        values[id_] = {key: every[key] for key in KEYS[ruleset_of(event)] if key != "h2h"}
    return values


def beat(record: dict[str, Record], winner: str, loser: str) -> bool:
    """At least one win and no loss against that player."""
    return loser in record[winner].won_against and loser not in record[winner].lost_to


@dataclass(frozen=True)
class Ranked:
    """The Swiss order and who was put on top of a tied group by head-to-head, first and last."""

    ids: list[str]
    taken_out: set[str]
    taken_out_last: set[str]


def rank_field(
    ids: list[str],
    keys: tuple[str, ...],
    values: dict[str, dict[str, Fraction]],
    record: dict[str, Record],
    lot: dict[str, bytes],
    repeat: bool,
) -> Ranked:
    """Order the ids by the keys; head-to-head takes at most one (or one after another) out.

    A second head-to-head as the last key is asked among those who are still level.
    """
    taken_out: set[str] = set()

    def by_numbers(group: list[str], names: tuple[str, ...]) -> list[list[str]]:
        """The group cut into those who are level on these keys, best first."""
        numbers = {id_: tuple(values[id_][name] for name in names) for id_ in group}
        every = sorted(set(numbers.values()), reverse=True)
        return [[id_ for id_ in group if numbers[id_] == number] for number in every]

    def by_encounter(group: list[str], *, last: bool) -> tuple[list[str], list[str]]:
        """Who is taken out of a level group, one after another, and who is left."""
        out: list[str] = []
        rest = list(group)
        while len(rest) > 1:
            first = [
                one for one in rest if all(beat(record, one, two) for two in rest if two != one)
            ]
            if not first:
                break
            assert len(first) == 1
            out.append(first[0])
            (taken_out_last if last else taken_out).add(first[0])
            rest.remove(first[0])
            if not repeat:
                break
        return out, rest

    taken_out_last: set[str] = set()
    result: list[str] = []
    if "h2h" not in keys:
        for level in by_numbers(ids, keys):
            result.extend(sorted(level, key=lambda id_: lot[id_]))
        return Ranked(result, taken_out, taken_out_last)
    where = keys.index("h2h")
    rest_keys = tuple(key for key in keys[where + 1 :] if key != "h2h")
    for group in by_numbers(ids, keys[:where]):
        out, rest = by_encounter(group, last=False)
        result.extend(out)
        for level in by_numbers(rest, rest_keys):
            out, left = by_encounter(level, last=True) if keys[-1] == "h2h" else ([], level)
            result.extend(out)
            result.extend(sorted(left, key=lambda id_: lot[id_]))
    return Ranked(result, taken_out, taken_out_last)


@dataclass(frozen=True)
class Swiss:
    """The Swiss standings after some rounds: order, keys, record and status of everybody."""

    order: list[str]
    disqualified: list[str]
    taken_out: set[str]
    taken_out_last: set[str]
    values: dict[str, dict[str, Fraction]]
    record: dict[str, Record]
    status: dict[str, str]
    keys: tuple[str, ...]

    def decided_by(self, above: str, below: str) -> str:
        """The key that separates two neighbours."""
        if self.values[above]["tp"] == self.values[below]["tp"] and above in self.taken_out:
            return "h2h"
        for key in self.keys:
            if key != "h2h" and self.values[above][key] != self.values[below][key]:
                return key
        return "h2h" if above in self.taken_out_last else "lot"


def swiss_standings(event: Json, rounds: list[Round], status: dict[str, str]) -> Swiss:
    """Rank everybody by the Swiss rounds among the given ones, with the given status."""
    swiss = swiss_only(rounds)
    record = records(event, swiss)
    values = key_values(event, record, status)
    stage, last = (swiss[-1].stage, swiss[-1].number) if swiss else (1, 0)
    lot = {id_: digest(seed_of(event), "tiebreak", stage, last, id_) for id_ in field_ids(event)}
    keys = KEYS[ruleset_of(event)]
    fair = [id_ for id_ in field_ids(event) if status[id_] != "disqualified"]
    unfair = [id_ for id_ in field_ids(event) if status[id_] == "disqualified"]
    repeat = option(event, "h2h.repeat", False)
    ranked = rank_field(fair, keys, values, record, lot, repeat)
    without_h2h = tuple(key for key in keys if key != "h2h")
    last_ones = rank_field(unfair, without_h2h, values, record, lot, repeat)
    return Swiss(
        ranked.ids,
        last_ones.ids,
        ranked.taken_out,
        ranked.taken_out_last,
        values,
        record,
        status,
        keys,
    )


# --- the bracket --------------------------------------------------------------------------------


def seeds_of(event: Json, stage_number: int) -> list[str] | None:
    """The seeds of an elimination stage after replacements; None when they are not known yet."""
    stage = stages_of(event)[stage_number - 1]
    before = [r for r in closed_rounds(event) if r.stage < stage_number]
    seeds: list[str] | None = stage.get("seeds")
    if not swiss_only(before):
        if seeds:
            return list(seeds)
        entries = stage.get("rounds") or []
        matches = (entries[0].get("matches") or []) if entries else []
        if not matches:
            return None
        games = sorted(range(len(matches)), key=lambda m: game_number(matches, m))
        return [id_ for m in games for id_ in matches[m]["players"]]
    status = statuses(event, before)
    swiss = swiss_standings(event, before, status)
    active = [id_ for id_ in swiss.order if status[id_] == "active"]
    if not seeds:
        cut = (event.get("plan") or {}).get("cut")
        return active[:cut] if cut else active
    kept = [id_ for id_ in seeds if status[id_] == "active"]
    for id_ in active:
        if len(kept) < len(seeds) and id_ not in seeds:
            kept.append(id_)
    return kept


def game_number(matches: list[Json], position: int) -> int:
    """The number of a game; without `game` its place in the list counts."""
    return int(matches[position].get("game", position + 1))


def game_winner(event: Json, match: Json, round_number: int, seeds: list[str]) -> str | None:
    """Who goes on from a closed elimination match."""
    ids = match["players"]
    kind = match.get("kind")
    if kind == "bye":
        return str(ids[0])
    if kind == "forfeit":
        return str(ids[0] if ids[1] == match["absent"] else ids[1])
    if kind == "unpaired_loss":
        return None
    place = [seeds.index(id_) if id_ in seeds else len(seeds) for id_ in ids]
    outcome = score_slip(
        event,
        match["report"],
        round_number,
        elimination=True,
        better_seed=0 if place[0] <= place[1] else 1,
    )
    assert outcome.winner is not None
    return str(ids[outcome.winner])


# --- the answer ---------------------------------------------------------------------------------


def standings(event: Json, after: int | None = None) -> Json:
    """The standings of CONTRACT section 3."""
    check_file(event)
    rounds = closed_rounds(event, after)
    status = statuses(event, rounds)
    swiss = swiss_standings(event, rounds, status)
    reached_stages = sorted({entry.stage for entry in rounds})
    if after is None:
        reached_stages = list(range(1, len(stages_of(event)) + 1))
    stage = reached_stages[-1] if reached_stages else 1
    numbers = [entry.number for entry in rounds if entry.stage == stage]

    seeds: list[str] | None = None
    reached: dict[str, int] = {}
    beaten: set[str] = set()
    for number in reached_stages:
        if stages_of(event)[number - 1]["kind"] != "elimination":
            continue
        seeds = seeds_of(event, number)
        if seeds is None:
            continue
        reached = dict.fromkeys(seeds, 1)
        for entry in rounds:
            if entry.stage != number:
                continue
            for match in entry.matches:
                winner = game_winner(event, match, entry.number, seeds)
                for id_ in match["players"]:
                    if id_ == winner:
                        reached[id_] = entry.number + 1
                    else:
                        beaten.add(id_)

    bracket = [id_ for id_ in seeds or [] if status[id_] != "disqualified"]
    bracket.sort(key=lambda id_: (-reached[id_], (seeds or []).index(id_)))
    others = [id_ for id_ in swiss.order if id_ not in bracket]
    names = {player["id"]: player.get("name", player["id"]) for player in event["players"]}
    answer: list[Json] = []
    above: str | None = None
    for rank, id_ in enumerate(bracket + others, start=1):
        if above is None:
            decided = None
        elif id_ in bracket:
            decided = "seed" if reached[id_] == reached[above] else "elimination"
        elif above in bracket:
            decided = "cut"
        else:
            decided = swiss.decided_by(above, id_)
        answer.append(
            row(swiss, id_, names[id_], rank, final_status(status, seeds, beaten, id_), decided)
        )
        above = id_
    for id_ in swiss.disqualified:
        answer.append(row(swiss, id_, names[id_], None, "disqualified", None))
    return {
        "format": "tiltyard/standings/1",
        "ruleset": ruleset_with_version(event),
        "stage": stage,
        "after_round": numbers[-1] if numbers else 0,
        "rows": answer,
    }


def final_status(
    status: dict[str, str], seeds: list[str] | None, beaten: set[str], id_: str
) -> str:
    """Disqualified before dropped before eliminated before cut before active."""
    if status[id_] != "active":
        return status[id_]
    if id_ in beaten:
        return "eliminated"
    if seeds is not None and id_ not in seeds:
        return "cut"
    return "active"


def row(
    swiss: Swiss, id_: str, name: str, rank: int | None, status: str, decided: str | None
) -> Json:
    """One row of the standings."""
    return {
        "rank": rank,
        "player": id_,
        "name": name,
        "status": status,
        "keys": {key: str(value) for key, value in swiss.values[id_].items()},
        "decided_by": decided,
    }
