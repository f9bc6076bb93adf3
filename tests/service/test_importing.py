"""A tournament file becomes an event that says the same, or is refused and leaves nothing."""

from dataclasses import replace

import pytest

from tests.refusing import refuses
from tests.service.halls import DEMO, RULESETS, demo_desk, new_desk
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import StartClock
from tiltyard.day.results import EnterResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.dev.play import plan_of
from tiltyard.engine.errors import Refused, TiltyardError, TournamentUnreadable
from tiltyard.engine.flow import pairings, standings
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Plan, with_salt
from tiltyard.formats.answers import error_place
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import export_event
from tiltyard.service.importing import Brought, event_id_for, file_as_kept, import_tournament
from tiltyard.store.port import KeyReused
from tiltyard.text.refusals import fix_text

ARMADA = load("armada")
SEED = "a seed that is long enough for any event"


def plan_for(rules, players, number):
    kind = rules.structure.kind
    if kind == "tables":
        return plan_of(rules, players, structure="basic")
    cut = 4 if rules.elimination.allowed and number % 2 else None
    return plan_of(rules, players, rounds=None if kind == "fixed" else 3, cut=cut)


def generated(ruleset, number):
    """A random legal event: with byes, forfeits, people who leave and come back, half played."""
    rules = load(ruleset)
    players = 5 + number % 10
    wanted = Wanted(players, plan_for(rules, players, number), 1200, finished=bool(number % 3))
    made = random_tournament(rules, wanted, f"import {number}")
    return made if made.stages else replace(made, seed=SEED)


def read_back(event):
    return read_tournament(decode(export_event(event).text.encode()))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_export_of_an_imported_file_means_the_same(ruleset):
    rules = load(ruleset)
    seen = set()
    for number in range(30):
        tournament = generated(ruleset, number)
        event = import_tournament(new_desk(), "again", Brought(tournament, rules))

        again = read_back(event)
        assert file_as_kept(tournament, rules) == again
        assert standings(tournament, rules) == standings(again, rules)
        seen |= {match.kind for stage in again.stages for r in stage.rounds for match in r.matches}
        seen |= {
            change.change for stage in again.stages for r in stage.rounds for change in r.after
        }
    assert {"game", "forfeit", "drop", "unpaired_loss", "rejoin"} <= seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_kept_of_a_file_leaves_out_only_what_follows_from_it(ruleset):
    rules = load(ruleset)
    for number in range(10):
        tournament = generated(ruleset, number)
        kept = file_as_kept(tournament, rules)

        whole = replace(kept, ranking=tournament.ranking, ruleset=tournament.ruleset)
        assert sorted_matches(tournament) == sorted_matches(whole)


def sorted_matches(tournament):
    stages = tuple(
        replace(
            stage,
            rounds=tuple(
                replace(round_, matches=tuple(sorted(round_.matches, key=str)))
                for round_ in stage.rounds
            ),
        )
        for stage in tournament.stages
    )
    return replace(tournament, stages=stages)


@pytest.mark.parametrize("name", DEMO)
def test_export_import_export_is_the_same_to_the_byte(name):
    first = export_event(demo_desk().event(name)).text
    tournament = read_tournament(decode(first.encode()))
    event = import_tournament(new_desk(), name, Brought(tournament, load(tournament.ruleset)))

    assert first == export_event(event).text


def test_a_file_is_recorded_in_one_act_by_an_organizer_nobody_plays_as():
    desk = new_desk()
    event = import_tournament(
        desk, "e", Brought(generated("armada", 1), ARMADA), organizer_name="Olga"
    )
    log = list(desk.log("e"))

    assert {("import", "organizer", "organizer")} == {
        (one.cause, one.role, one.actor) for one in log
    }
    assert 1 == len({one.key for one in log})
    assert "Olga" == event.people["organizer"]
    assert "organizer" not in event.entrants


def test_an_imported_event_goes_on_with_the_draw_that_the_file_gives():
    whole = generated("armada", 3)
    tournament = replace(whole, stages=(), plan=Plan(3), seed=SEED)
    desk = new_desk()
    import_tournament(desk, "e", Brought(tournament, ARMADA))
    desk.do("e", "organizer", DrawRound())
    event = desk.do("e", "organizer", PublishRound()).event

    drawn = pairings(with_salt(tournament, event.current.salt), ARMADA)
    assert [match.players for match in drawn.matches] == [
        game.players for game in event.current.games.values()
    ]


def test_an_open_round_of_a_file_is_played_to_its_end():
    tournament = next(
        one
        for one in (generated("armada", number) for number in range(0, 90, 3))
        if one.stages and not one.stages[-1].rounds[-1].is_closed
    )
    desk = new_desk()
    event = import_tournament(desk, "e", Brought(tournament, ARMADA))
    desk.do("e", "organizer", StartClock())
    for game in event.current.games.values():
        if game.is_open:
            slip = Slip("rounds", (200, 100))
            desk.do("e", "organizer", EnterResult(game.id, slip))

    assert desk.event("e").current.is_closed


def test_a_file_without_a_plan_is_an_event_before_its_start():
    tournament = replace(generated("armada", 1), stages=(), plan=Plan(), ranking=None)
    event = import_tournament(new_desk(), "e", Brought(tournament, ARMADA))

    assert "registration" == event.phase
    assert {"registered"} == {one.state for one in event.entrants.values()}


def test_players_without_a_number_get_the_next_free_one():
    tournament = generated("armada", 1)
    first, second, *others = tournament.players
    players = (replace(first, number=None), replace(second, number=1), *others)
    event = import_tournament(
        new_desk(), "e", Brought(replace(tournament, players=players), ARMADA)
    )
    numbers = [one.number for one in event.entrants.values()]

    assert [2, 1] == numbers[:2]
    assert len(numbers) == len(set(numbers))


def test_the_same_key_again_is_the_same_import():
    desk = new_desk()
    tournament = generated("armada", 2)
    first = import_tournament(desk, "e", Brought(tournament, ARMADA), key="once")

    assert first == import_tournament(desk, "e", Brought(tournament, ARMADA), key="once")
    with pytest.raises(KeyReused):
        import_tournament(desk, "e", Brought(replace(tournament, name="Other"), ARMADA), key="once")


def test_an_event_that_is_there_is_never_overwritten():
    desk = new_desk()
    import_tournament(desk, "e", Brought(generated("armada", 2), ARMADA))
    before = list(desk.store.read("e"))

    with refuses(Refused, code="import-tournament-event-already"):
        import_tournament(desk, "e", Brought(generated("armada", 3), ARMADA))
    assert before == list(desk.store.read("e"))


# ---------------------------------------------------------------------------------- refusals

PLAYERS = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, 5)]
GAMES = [
    {"players": ["p1", "p2"], "report": {"end": "rounds", "score": [200, 100]}},
    {"players": ["p3", "p4"], "report": {"end": "rounds", "score": [150, 100]}},
]
ROUND = {"matches": GAMES}
FILE = {
    "format": "tiltyard/1",
    "ruleset": "armada",
    "seed": SEED,
    "plan": {"swiss_rounds": 2},
    "players": PLAYERS,
    "stages": [{"kind": "swiss", "rounds": [ROUND]}],
}


def stages(*rounds, **more):
    return {"stages": [{"kind": "swiss", "rounds": list(rounds), **more}]}


def players(**first):
    return {"players": [{**PLAYERS[0], **first}, *PLAYERS[1:]]}


CANNOT_BE_KEPT = {
    "a number twice": (
        {"players": [{**one, "number": 7} for one in PLAYERS]},
        "players[1].number",
    ),
    "the number 0": (players(number=0), "players[0].number"),
    "a name with a hidden character": (players(name="An\u200ba"), "players[0].name"),
    "a name of 81 characters": (players(name="x" * 81), "players[0].name"),
    "an id with a space at its end": (
        {"players": [*PLAYERS, {"id": "p9 ", "name": "Nina"}]},
        "players[4].id",
    ),
    "a name of the event over two lines": ({"name": "Two\nlines"}, "name"),
    "rounds without a plan": ({"plan": {}}, "plan.swiss_rounds"),
    "a cut without a plan of rounds": ({"plan": {"cut": 4}, "stages": []}, "plan.swiss_rounds"),
    "a ranking that is wrong": ({"ranking": ["p4", "p3", "p2", "p1"]}, "ranking"),
    "stated points that are wrong": (
        stages({"matches": [{**GAMES[0], "stated": {"tp": [1, 10]}}, GAMES[1]]}),
        "stages[0].rounds[0].matches[0].stated",
    ),
    "an empty round in the middle": (stages({"matches": []}, ROUND), "stages[0].rounds[0].matches"),
    "a round that waits for another draw": (
        stages(ROUND, {"matches": [], "attempt": 2}),
        "stages[0].rounds[1].matches",
    ),
    "a second stage that has not begun": (
        {"stages": [*FILE["stages"], {"kind": "swiss", "rounds": []}]},
        "stages[1]",
    ),
    "a stage that explains seeds it does not have": (
        stages(ROUND, override={"by": "Olga", "reason": "why not"}),
        "stages[0].override",
    ),
    "an override by a name that is somebody's id": (
        stages({**ROUND, "override": {"by": "p3", "reason": "the hall was flooded"}}),
        "stages[0].rounds[0].override.by",
    ),
    "a slip that cannot be": (
        stages({"matches": [{**GAMES[0], "report": {"end": "time", "score": [401, 0]}}, GAMES[1]]}),
        "stages[0].rounds[0].matches[0].report.score",
    ),
    "an option nobody knows": ({"options": {"bye.cake": 3}}, "options.bye.cake"),
}


@pytest.mark.parametrize("case", CANNOT_BE_KEPT)
def test_what_cannot_be_kept_is_refused_with_its_place(case):
    change, place = CANNOT_BE_KEPT[case]
    desk = new_desk()
    with pytest.raises(TiltyardError) as refused:
        import_tournament(desk, "e", Brought(read_tournament({**FILE, **change}), ARMADA))

    assert place in (error_place(refused.value) or "")
    assert fix_text(refused.value)
    assert () == desk.events()


CAN_BE_KEPT = {
    "the plain file": {},
    "numbers 1 to 4": {"players": [{**one, "number": n} for n, one in enumerate(PLAYERS, 1)]},
    "a name of 80 characters": players(name="x" * 80),
    "a ranking that is right": {"ranking": ["p1", "p3", "p4", "p2"]},
    "stated points that are right": stages(
        {"matches": [{**GAMES[0], "stated": {"tp": [7, 3]}}, GAMES[1]]}
    ),
    "an empty first stage": {"stages": [{"kind": "swiss", "rounds": []}]},
    "an empty round at the end": stages(ROUND, {"matches": []}),
    "an override by somebody else": stages(
        {**ROUND, "override": {"by": "Olga", "reason": "the hall was flooded"}}
    ),
    "losses without a game in between": stages(
        {
            "matches": [
                {"kind": "unpaired_loss", "players": ["p3"]},
                GAMES[0],
                {"kind": "bye", "players": ["p4"]},
            ]
        }
    ),
    "a second Swiss stage": {
        "plan": {"swiss_rounds": 1, "cut": 2},
        "stages": [
            *FILE["stages"],
            {"kind": "swiss", "seeds": ["p1", "p3"], "rounds": [{"matches": [
                {"players": ["p1", "p3"], "report": {"end": "rounds", "score": [10, 20]}}
            ]}]},
        ],
    },
    "seeds that are explained": {
        "plan": {"swiss_rounds": 1, "cut": 2},
        "stages": [
            *FILE["stages"],
            {
                "kind": "elimination",
                "seeds": ["p3", "p1"],
                "rounds": [],
                "override": {"by": "Olga", "reason": "corrected later"},
            },
        ],
    },
    "a bracket without Swiss rounds": {
        "plan": {"swiss_rounds": 0},
        "stages": [{"kind": "elimination", "seeds": ["p1", "p3", "p4", "p2"], "rounds": [
            {"matches": [{**GAMES[0], "game": 1}, {**GAMES[1], "game": 2}]}
        ]}],
    },
}  # fmt: skip


@pytest.mark.parametrize("case", CAN_BE_KEPT)
def test_the_other_side_of_each_boundary_is_kept(case):
    tournament = read_tournament({**FILE, **CAN_BE_KEPT[case]})
    event = import_tournament(new_desk(), "e", Brought(tournament, ARMADA))

    assert file_as_kept(tournament, ARMADA) == as_tournament(event)


def test_an_id_is_made_from_the_name_of_the_event_or_of_the_file():
    tournament = read_tournament(FILE)

    assert "cafe-nuno-2" == event_id_for(replace(tournament, name="Café Ñuño (2)"), "x")
    assert "my-file" == event_id_for(tournament, "My File")
    assert "imported" == event_id_for(tournament, "李雷")


def test_an_id_that_cannot_be_is_refused():
    with refuses(Refused, code="cannot-id-event"):
        import_tournament(new_desk(), "No Such Id", Brought(read_tournament(FILE), ARMADA))


def test_a_refusal_is_one_of_a_file_not_a_fault():
    with pytest.raises(TournamentUnreadable):
        import_tournament(new_desk(), "e", Brought(read_tournament({**FILE, "plan": {}}), ARMADA))
