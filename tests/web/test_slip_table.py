"""The table of a slip's fields: complete, and the same slip by every reader and writer of it."""

from dataclasses import fields, replace
from typing import get_args, get_type_hints

import pytest

from tests.day.events import in_round
from tiltyard.cli.event_results import slip_of as from_terminal
from tiltyard.engine.ruleset import Level, Outcome
from tiltyard.engine.slip import ENDS, FIELDS, KINDS, Kind, Slip, SlipField, pairs_of, turned
from tiltyard.engine.tournament import Match, Player, PlayerId, Round, Stage, Tournament
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import write_tournament
from tiltyard.text.facts import slip_text
from tiltyard.text.say import sentences
from tiltyard.web.forms.commands import fields_of_slip
from tiltyard.web.forms.commands import slip_of as from_form
from tiltyard.web.request import Form

FULL = Slip(
    "destroyed",
    score=(120, 85),
    objectives=(10, 0),
    survivor=0,
    conceded=1,
    initiative=1,
    leaders=(True, False),
    flurry=((3, 3), (4, 2)),
    witness="p9",
    extra={"sorties": (2, 1), "acts": (0, 3)},
)
OTHER_SIDE = Slip(
    "destroyed",
    score=(85, 120),
    objectives=(0, 10),
    survivor=1,
    conceded=0,
    initiative=0,
    leaders=(False, True),
    flurry=((3, 3), (2, 4)),
    witness="p9",
    extra={"sorties": (1, 2), "acts": (3, 0)},
)
SLIPS = [pytest.param(FULL, id="everything"), pytest.param(Slip("time"), id="nothing")]


def test_the_table_has_every_field_and_every_kind():
    assert [one.name for one in fields(Slip)] == ["end", *KINDS]
    assert set(get_args(SlipField)) <= set(KINDS)
    assert set(get_args(Kind)) == set(KINDS.values())


def test_letters_of_typed_lines_name_one_field_each():
    letters = [one.letter for one in FIELDS if one.letter]

    assert len(letters) == len(set(letters))


@pytest.mark.parametrize(
    ("slip", "digest"),
    [
        pytest.param(FULL, "65f062991f90d80a", id="everything"),
        pytest.param(Slip("time"), "e05e71736b0db868", id="nothing"),
    ],
)
def test_the_fingerprint_of_a_slip_stays_as_it_was(slip, digest):
    """Logs name slips by it."""
    assert digest == slip.digest


def test_a_slip_is_turned_field_by_field():
    assert turned(FULL) == OTHER_SIDE
    assert turned(OTHER_SIDE) == FULL
    assert turned(Slip("time")) == Slip("time")


def test_every_pair_of_numbers_is_found():
    pairs = [pair for _, pair in pairs_of(FULL)]

    assert [(120, 85), (10, 0), (3, 3), (4, 2), (2, 1), (0, 3)] == pairs


def written(slip):
    """Return the file of a tournament with this slip, and the slip as the file has it."""
    players = tuple(Player(PlayerId(name), name) for name in "ab")
    match = Match(tuple(player.id for player in players), report=slip)
    tournament = Tournament(
        ruleset="armada@1.0.1", players=players, stages=(Stage("swiss", (Round((match,)),)),)
    )
    file = write_tournament(tournament)
    return file, file["stages"][0]["rounds"][0]["matches"][0]["report"]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_file_keeps_a_slip(slip):
    file, _ = written(slip)

    assert slip == read_tournament(file).stages[0].rounds[0].matches[0].report


def test_a_file_leaves_out_what_was_not_said():
    assert {"end": "time"} == written(Slip("time"))[1]
    assert ["end", *KINDS] == list(written(FULL)[1])


@pytest.mark.parametrize("slip", SLIPS)
def test_a_form_keeps_a_slip(slip):
    form = Form([(name, str(value)) for name, value in fields_of_slip(slip)])

    assert from_form(form, None) == slip


def test_a_form_is_told_from_the_side_of_a_player():
    day = in_round("armada@1.0.1")
    game = day.games()[0]
    told = [(name, str(value)) for name, value in fields_of_slip(FULL)]
    side = [("match", game.id), ("slip.side", game.players[1])]

    assert from_form(Form([*told, *side]), day.event) == OTHER_SIDE
    whose = [(name, {"0": "me", "1": "them"}.get(value, value)) for name, value in told]
    players = [name for name, kind in KINDS.items() if kind == "player"]
    mine = [pair for pair in whose if pair[0].removeprefix("slip.") in players]
    others = [pair for pair in told if pair[0].removeprefix("slip.") not in players]
    assert from_form(Form([*others, *mine, *side]), day.event) == OTHER_SIDE


def options(slip):
    said = {name: getattr(slip, name) for name in KINDS}
    for name, kind in KINDS.items():
        if kind == "player" and said[name] is not None:
            said[name] = str(said[name])
    own = tuple((name, *pair) for name, pair in slip.extra.items())
    return {**said, "end": slip.end, "extra": own, "side_of": None}


@pytest.mark.parametrize("slip", SLIPS)
def test_the_terminal_keeps_a_slip(slip):
    assert from_terminal(None, None, options(slip)) == slip


def test_the_terminal_takes_names_and_sides():
    day = in_round("armada@1.0.1")
    game = day.games()[0]
    first, second = game.players
    said = options(FULL) | {"side_of": second}

    assert from_terminal(day.event, game, said) == OTHER_SIDE
    named = said | {"survivor": second, "conceded": first, "initiative": first}
    assert from_terminal(day.event, game, named) == OTHER_SIDE
    plain = options(FULL) | {"survivor": first, "conceded": second, "initiative": second}
    assert from_terminal(day.event, game, plain) == FULL


def test_every_field_and_ending_has_words():
    assert {*ENDS, *KINDS} - {"score", "extra"} <= set(sentences("slips"))
    assert {f"option-{name}" for name in KINDS} <= set(sentences("slip-fields"))
    assert {f"typed-{one.name}" for one in FIELDS if one.letter} <= set(sentences("slip-fields"))
    rolls = {f"paper-{name}" for name, kind in KINDS.items() if kind == "rolls"}
    assert rolls <= set(sentences("slip-fields"))


def test_every_way_to_win_has_words():
    ends = get_args(get_type_hints(Outcome)["winner"])
    levels = get_args(get_type_hints(Level)["winner"])

    assert {*ends, *(f"level-{how}" for how in levels)} == set(sentences("winners"))


@pytest.mark.parametrize("name", [name for name in KINDS if name != "objectives"])
def test_a_slip_in_words_leaves_out_no_field(name):
    without = replace(FULL, **{name: getattr(Slip("time"), name)})

    assert slip_text(FULL) != slip_text(without)
