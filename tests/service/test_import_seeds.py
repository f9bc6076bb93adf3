"""Nobody can compute what is drawn here from a file that somebody else has, too."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from tests.formats.foreign.samples import SAMPLES
from tests.service.halls import demo_desk
from tiltyard.day.rounds import DrawRound
from tiltyard.engine.flow import pairings
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Match, Plan, Round, Stage, Tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_event
from tiltyard.service.foreign_importing import apply_import, free_event_id, preview_import
from tiltyard.service.importing import goes_on_known, needs_seed, seed_of_file
from tiltyard.service.verifying import verify_log
from tiltyard.store.memory import MemoryStore

PLAYERS = b"Name,Club\nAna,A\nBo,B\nCem,C\nDee,D\n"
DRAWN = "d" * 64
LONG, SHORT = "l" * 32, "s" * 31


def desk():
    return Desk(MemoryStore(), load, new_seed=lambda: DRAWN, new_nonce=lambda: "")


def brought(data, **more):
    made = desk()
    preview = preview_import(data, **more)
    return made, preview, apply_import(made, preview, "e")


def codes(preview):
    return [one.code for one in preview.remarks]


def troubles(made):
    return verify_log("e", made.log("e"), made.store.head("e"), load).troubles


def written(**values):
    names = [{"id": one, "name": one.upper()} for one in "abcd"]
    file = {"format": "tiltyard/1", "ruleset": "armada", "players": names, **values}
    return json.dumps(file).encode()


def test_a_table_of_players_gets_a_secret_seed():
    made, _, event = brought(PLAYERS, ruleset="armada")

    assert (DRAWN, False) == (event.seed, event.seed_public)
    assert sha256(DRAWN.encode()).hexdigest() == event.commitment
    assert DRAWN not in export_event(event, public=True).text
    assert [] == troubles(made)


def test_the_draw_of_an_imported_event_follows_from_the_secret_seed():
    made, preview, event = brought(written(plan={"swiss_rounds": 3}))
    person = event.staff[0].person
    made.do("e", person, DrawRound())
    draft = made.event("e").draft

    known = pairings(replace(preview.tournament, seed=DRAWN), load("armada"))
    assert [one.players for one in known.matches] == [one.players for one in draft.games.values()]
    assert "seed-is-public" not in [one.code for one in draft.warnings]
    assert [] == troubles(made)


def test_two_imports_of_one_table_are_drawn_differently():
    seeds = set()
    for _ in range(2):
        made = Desk(MemoryStore(), load)
        seeds.add(apply_import(made, preview_import(PLAYERS, ruleset="armada"), "e").seed)

    assert 2 == len(seeds)
    assert all(64 == len(seed) for seed in seeds)


@pytest.mark.parametrize(("seed", "kept"), [("", False), (SHORT, True), (LONG, True)])
def test_a_file_without_rounds_keeps_the_seed_it_names(seed, kept):
    _, preview, event = brought(written(seed=seed, plan={"swiss_rounds": 3}))

    assert (seed if kept else DRAWN) == event.seed
    assert kept == event.seed_public
    assert (["seed-known"] if kept else []) == codes(preview)


@pytest.mark.parametrize("kind", SAMPLES)
def test_an_event_of_another_program_goes_on_with_a_seed_of_its_own(kind):
    data = SAMPLES[kind]
    more = {"ruleset": "armada"} if kind == "players" else {}
    made, preview, event = brought(data, **more)
    last = preview.tournament.stages[-1] if preview.tournament.stages else Stage("swiss")
    over = last.kind == "elimination" and len(last.rounds[-1].matches) == 1

    assert (seed_of_file(data) if over else DRAWN) == event.seed
    assert over == event.seed_public
    assert [] == troubles(made)


def running():
    return export_event(demo_desk().event("night-flight")).text.encode()


def test_the_rounds_of_a_file_with_a_seed_can_be_drawn_again():
    made, preview, event = brought(running())

    assert json.loads(running())["seed"] == event.seed
    assert ["seed-known"] == codes(preview)
    assert [] == troubles(made)


def test_a_file_that_withholds_its_seed_goes_on_with_another():
    data = export_event(demo_desk().event("night-flight"), public=True).text.encode()
    made, preview, event = brought(data)

    assert (DRAWN, False) == (event.seed, event.seed_public)
    assert ["seed-missing"] == codes(preview)
    assert [] == troubles(made)
    again = preview_import(export_event(event).text.encode()).tournament
    assert preview_import(data).tournament.stages != again.stages  # every round says why


def game(one, other, *, open_=False):
    return Match((one, other), report=None if open_ else Slip("rounds", (100, 50)))


SWISS = Stage("swiss", (Round((game("a", "b"), game("c", "d"))),))
FINAL = Stage("elimination", (Round((game("a", "c"),)),), ("a", "c"))
OPEN = Stage("elimination", (Round((game("a", "c", open_=True),)),), ("a", "c"))
SEMI = Stage("elimination", SWISS.rounds, ("a", "c", "d", "b"))


@pytest.mark.parametrize(
    ("stages", "plan", "needs", "goes_on"),
    [
        ((), Plan(), True, True),
        ((SWISS,), Plan(1), True, False),
        ((SWISS,), Plan(2), True, True),
        ((SWISS,), Plan(1, 2), True, True),
        ((SWISS, SEMI), Plan(1, 4), True, True),
        ((SWISS, OPEN), Plan(1, 2), True, True),
        ((SWISS, FINAL), Plan(1, 2), False, False),
    ],
)
def test_an_event_is_over_when_its_bracket_is_decided(stages, plan, needs, goes_on):
    """A plan can be changed, so that Swiss rounds may always follow."""
    made = Tournament("armada", (), stages, plan=plan)

    assert needs == needs_seed(made)
    assert needs == needs_seed(replace(made, seed=seed_of_file(b"")))
    assert goes_on == goes_on_known(replace(made, seed=LONG))


def test_a_retry_keeps_the_seed_that_was_drawn():
    seeds = iter("12345")
    made = Desk(MemoryStore(), load, new_seed=lambda: next(seeds) * 64)
    preview = preview_import(PLAYERS, ruleset="armada")
    first = apply_import(made, preview, "e", key="once")

    assert "1" * 64 == first.seed
    assert first == apply_import(made, preview, "e", key="once")


def test_the_same_file_is_known_again_whatever_its_seed():
    made = Desk(MemoryStore(), load)
    preview = preview_import(SAMPLES["listjuggler"])
    name = free_event_id(made, preview)
    apply_import(made, preview, name)

    assert name == free_event_id(made, preview)
    others = tuple(replace(one, faction="Other") for one in preview.tournament.players)
    other = replace(preview, tournament=replace(preview.tournament, players=others))
    assert name != free_event_id(made, other)
