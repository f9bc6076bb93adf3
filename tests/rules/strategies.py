"""Any slip, round and tournament of a ruleset, for Hypothesis."""

from hypothesis import strategies as st

from tests.rules.events import SIX, bye, event, forfeit, game, played, swiss, unpaired_loss
from tiltyard.engine.scoring import Setting, available_points
from tiltyard.rulesets.loader import load

SIDES = st.integers(0, 1)
DECIDED = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda roll: roll[0] != roll[1])


@st.composite
def slips(draw, ruleset, number=1, ends=None):
    """A complete slip: it says everything any ending could ask for."""
    rules = load(ruleset)
    most = available_points(rules, Setting("swiss", number)) or 30
    level = draw(st.booleans())
    first = draw(st.integers(0, most))
    second = first if level else draw(st.integers(0, most))
    even = draw(st.lists(st.integers(0, 9), max_size=2))
    report = {
        "end": draw(st.sampled_from(sorted(ends or rules.outcomes))),
        "score": [first, second],
        "survivor": draw(SIDES),
        "conceded": draw(SIDES),
        "initiative": draw(SIDES),
        "leaders": [draw(st.booleans()), draw(st.booleans())],
        "flurry": [*([one, one] for one in even), list(draw(DECIDED))],
        "witness": "Mara",
    }
    if rules.score.objectives and not level:
        report["objectives"] = [draw(st.integers(0, 150)), draw(st.integers(0, 150))]
    return report


def turned(report):
    """The same slip with the players in the other order."""
    other = dict(report)
    for name in ("survivor", "conceded", "initiative"):
        other[name] = 1 - report[name]
    for name in ("score", "objectives", "leaders"):
        if name in report:
            other[name] = report[name][::-1]
    other["flurry"] = [roll[::-1] for roll in report["flurry"]]
    return other


def file_slip(report):
    fields = dict(report)
    return fields.pop("end"), fields.pop("score"), fields


@st.composite
def rounds(draw, ruleset, names, number):
    """A closed round of these players in any pairing, with byes, forfeits and losses unpaired."""
    seats = draw(st.permutations(names))
    matches = []
    while seats:
        kinds = ["bye", "unpaired_loss"] if len(seats) == 1 else ["game"] * 6 + ["forfeit", "bye"]
        kind = draw(st.sampled_from(kinds))
        one = seats.pop()
        if kind == "bye":
            matches.append(bye(one))
        elif kind == "unpaired_loss":
            matches.append(unpaired_loss(one))
        elif kind == "forfeit":
            matches.append(forfeit(one, seats.pop()))
        else:
            end, score, fields = file_slip(draw(slips(ruleset, number)))
            matches.append(game(one, seats.pop(), end, score, **fields))
    return played(*matches)


@st.composite
def events(draw, rulesets=SIX, most_players=7, most_rounds=3):
    """A tournament of closed Swiss rounds; now and then somebody leaves."""
    ruleset = draw(st.sampled_from(rulesets))
    field = [f"p{n}" for n in range(1, draw(st.integers(2, most_players)) + 1)]
    here, played_rounds = list(field), []
    for number in range(1, draw(st.integers(0, most_rounds)) + 1):
        one = draw(rounds(ruleset, here, number))
        if len(here) > 2 and draw(st.integers(0, 3)) == 0:
            gone = here.pop(draw(st.integers(0, len(here) - 1)))
            change = draw(st.sampled_from(["drop", "disqualify"]))
            one["after"] = [{"player": gone, "change": change}]
        played_rounds.append(one)
    seed = draw(st.text(max_size=5))
    return event(ruleset, " ".join(field), swiss(*played_rounds), seed=seed)
