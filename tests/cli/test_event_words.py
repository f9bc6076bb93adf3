"""Every fact has its sentence, and every sentence its fact."""

import types
from dataclasses import MISSING, fields
from datetime import UTC, date, datetime
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from tiltyard.day.event import Event
from tiltyard.day.facts import (
    ActUndone,
    ClinchShown,
    ContactNoted,
    Details,
    Fact,
    InformationChanged,
    ListDeadlineSet,
    Pairing,
    PlayerLetIn,
    ProductRuled,
    Reason,
    ResultCorrected,
    ScenarioSet,
    Seal,
    SeatsOpened,
    ShownNameChosen,
    SoftScoreDeclared,
    ToldValue,
)
from tiltyard.engine.rosters.roster import Roster
from tiltyard.engine.slip import Slip
from tiltyard.text.facts import fact_code, fact_text, slip_text
from tiltyard.text.say import sentences

FACTS = get_args(Fact)
SAMPLES = {
    str: "p1",
    int: 3,
    bool: True,
    Details: Details("Cup", "armada@1.0.1", date(2018, 11, 3)),
    Slip: Slip("time", (53, 24)),
    Pairing: Pairing(("p1", "p2")),
    Reason: Reason("by-lot", "RW-150"),
    Roster: Roster(faction="Daqan Lords"),
    Seal: Seal("p1", "5ea1"),
    ToldValue: ToldValue("cut", (8,)),
    date: date(2018, 11, 3),
    datetime: datetime(2018, 11, 3, 9, 30, tzinfo=UTC),
}
ROUNDS = {"round": "1.2", "after": "1.2", "missed": ("1.2",)}
EMPTY = {int: 0, bool: False}
CORRECTED = (
    ResultCorrected("1.2.1", SAMPLES[Slip], SAMPLES[Slip], "a reason"),
    ResultCorrected("1.2.1", SAMPLES[Slip], None, "a reason"),
    ResultCorrected("1.2.1", None, SAMPLES[Slip], "a reason", absent="p1"),
)

SHOWN = (ShownNameChosen("p1", "initial"), ShownNameChosen("p1", "number"))
OF_LISTS = (ListDeadlineSet(None), ProductRuled("Core Set", True, None, "it is out"))
NO_SCENARIO = (ScenarioSet(2, ""), ScenarioSet(None, ""))
OPENED = tuple(SeatsOpened(("p1",), way) for way in ("code", "invitation", "owner"))
RENAMED = tuple(
    InformationChanged(**{part: "new"})
    for part in ("name", "venue", "contact", "notes", "starts", "price")
)
A_VOTE = SoftScoreDeclared("paint", "Paint", "event", 0, 1, "vote", "players", "at_end")


def sample(kind, *, full):
    """Return a value of a type: something, or as little as possible."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        some = next(one for one in inner if one is not type(None))
        return sample(some, full=full) if full else None
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        return (sample(inner[0], full=full),) if full else ()
    if origin is dict:
        return {"deployment": "Standoff"} if full else {}
    kind = getattr(kind, "__supertype__", kind)
    return SAMPLES[kind] if full or kind not in EMPTY else EMPTY[kind]


def made(kind, *, full):
    hints = get_type_hints(kind)
    return kind(
        **{
            entry.name: ROUNDS.get(entry.name) or sample(hints[entry.name], full=full)
            for entry in fields(kind)
            if full or entry.default is MISSING
        }
    )


@pytest.mark.parametrize("full", [True, False], ids=["full", "bare"])
@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.NAME)
def test_every_fact_has_a_sentence(kind, full):
    text = fact_text(made(kind, full=full), Event(people={"p1": "Olga"}))

    assert text.endswith(".")
    assert "  " not in text
    assert "None" not in text
    assert "{" not in text


def test_every_sentence_belongs_to_a_fact():
    codes = {fact_code(made(kind, full=full)) for kind in FACTS for full in (True, False)}
    codes |= {
        fact_code(one)
        for one in (
            *CORRECTED,
            *SHOWN,
            *OF_LISTS,
            *NO_SCENARIO,
            *OPENED,
            *RENAMED,
            A_VOTE,
            PlayerLetIn("p1", ("1.1",)),
            ContactNoted("p1", ""),
            ActUndone(3, 4, "enter-result"),
            ClinchShown(public=True, players=False),
            ClinchShown(public=False, players=True),
        )
    }
    names = {kind.NAME.partition("/")[0] for kind in FACTS}

    assert names | codes == set(sentences("facts"))


def test_a_slip_is_told_with_the_names_of_the_two_or_as_bare_numbers():
    slip = Slip("time", (53, 24), (10, 0), initiative=1, leaders=(True, False), flurry=((5, 4),))

    assert slip_text(slip, ("Ann", "Bob")) == (
        "Ann 53+10, Bob 24+0, at time, initiative Bob, leader killed by Ann, Final Flurry 5-4"
    )
    assert slip_text(Slip("time", (53, 24))) == "53-24, at time"


@pytest.mark.parametrize("end", ["destroyed", "mutual", "rounds", "concession", "intentional_draw"])
def test_every_ending_of_a_game_has_words(end):
    assert slip_text(Slip(end)) == sentences("slips")[end]


def test_one_of_something_is_said_as_one(empty):
    new = ("new", "solo", "--ruleset", "runewars", "--organizer", "Olga", "--structure", "custom")
    empty.do(*new, "--rounds", 1)
    assert "0 players; 1 Swiss round, no cut;" in empty.do("show", "solo")
    empty.do("announce", "solo")
    empty.do("open-registration", "solo")
    empty.do("register", "solo", "Uma")
    assert "1 player; 1 Swiss round, no cut;" in empty.do("show", "solo")
    empty.do("open-check-in", "solo")
    empty.do("check-in", "solo", "--all")
    empty.do("tell", "solo", "--all")
    assert "1 player is checked in" in empty.run("start", "solo", "--json").output
