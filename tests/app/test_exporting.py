"""An event as a tournament file: clean, complete, and silent about a secret seed."""

import json

import pytest

from tests.app.halls import DEMO, SLIP, armada_day, begin_round, demo_desk, new_desk, play_round
from tiltyard.app.exporting import export_event
from tiltyard.core.decide import drawing, leaving, players, results, setup
from tiltyard.core.facts.results import Slip
from tiltyard.core.flow import findings
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load


def exported(event, **options):
    return json.loads(export_event(event, **options).text)


def errors(event):
    """Return what `tiltyard check` finds in the export of an event."""
    tournament = read_tournament(decode(export_event(event).text.encode()))
    found = findings(tournament, load(tournament.ruleset))
    return [finding.code for finding in found if finding.severity == "error"]


@pytest.mark.parametrize("name", DEMO)
def test_every_event_of_the_demo_passes_the_check(name):
    assert [] == errors(demo_desk().event(name))


def test_the_seed_of_an_unfinished_event_is_secret():
    event = demo_desk().event("night-flight")

    assert export_event(event).holds_secret
    assert event.seed == exported(event)["seed"]


def test_a_public_file_of_an_unfinished_event_has_no_seed():
    event = demo_desk().event("night-flight")
    public = export_event(event, public=True)

    assert public.seed_left_out
    assert not public.holds_secret
    assert event.seed not in public.text
    assert {**exported(event), "seed": None} == {**json.loads(public.text), "seed": None}


def test_the_seed_of_a_finished_event_is_public():
    event = demo_desk().event("summer-disks")
    public = export_event(event, public=True)

    assert not public.seed_left_out
    assert not public.holds_secret
    assert event.seed == json.loads(public.text)["seed"]


def test_a_drawn_round_that_nobody_has_seen_is_not_in_the_file():
    event = demo_desk().event("ladder-night")

    assert event.draft is not None
    assert 2 == len(exported(event)["stages"][0]["rounds"])


def test_a_correction_after_later_rounds_is_explained_in_the_file():
    desk = new_desk()
    armada_day(desk)
    play_round(desk)
    play_round(desk)
    game = next(iter(desk.event("day").rounds[0].games.values()))
    other = Slip("rounds", (0, 390))
    desk.do("day", "p1", results.CorrectResult(game.id, other, SLIP.digest, "read wrongly"))
    event = desk.event("day")
    first, second = exported(event)["stages"][0]["rounds"]

    assert [] == errors(event)
    assert "override" not in first
    assert "read wrongly" in second["override"]["reason"]
    assert "Olga" == second["override"]["by"]


def test_a_change_by_hand_a_drop_and_a_return_are_in_the_file():
    desk = new_desk()
    armada_day(desk)
    desk.do("day", "p1", drawing.DrawRound())
    one, other, *_ = desk.event("day").draft.games.values()
    swap = drawing.ByHand(one.players[0], other.players[0])
    desk.do("day", "p1", drawing.ChangePairings((swap,), "same car"))
    desk.do("day", "p1", drawing.DiscardDraw("not that either"))
    play_round(desk)
    desk.do("day", "p1", leaving.DropPlayer("p3"))
    play_round(desk)
    desk.do("day", "p1", leaving.Rejoin("p3", "the train was late"))
    first, second = exported(desk.event("day"))["stages"][0]["rounds"]

    assert [] == errors(desk.event("day"))
    assert 2 == first["attempt"]
    assert [{"player": "p3", "change": "drop"}] == first["after"]
    assert {"kind": "unpaired_loss", "players": ["p3"]} in second["matches"]
    assert [{"player": "p3", "change": "rejoin"}] == second["after"]


def test_a_disputed_result_does_not_count_in_the_file():
    desk = new_desk()
    armada_day(desk)
    game, *_ = begin_round(desk)
    desk.do("day", game.players[0], results.ReportResult(game.id, SLIP))
    desk.do("day", game.players[1], results.ReportResult(game.id, Slip("rounds", (1, 2))))

    assert all("report" not in match for match in exported(desk.event("day"))["stages"][0]["rounds"][0]["matches"])  # fmt: skip  # noqa: E501


def test_somebody_who_never_came_is_not_in_the_file():
    desk = new_desk()
    armada_day(desk, count=4)
    before = len(exported(desk.event("day"))["players"])
    desk.create("other", desk.event("day").details, "Olga")
    for command in (setup.AnnounceEvent(), setup.OpenRegistration()):
        desk.do("other", "p1", command)
    for name in ("Ana", "Ben", "Cleo"):
        desk.do("other", "p1", players.RegisterPlayer(name))
    desk.do("other", "p1", setup.OpenCheckIn())
    for player in ("p2", "p3"):
        desk.do("other", "p1", players.CheckIn(player))
    for item in desk.rules("other")[0].announcements:
        desk.do("other", "p1", setup.AnnounceItem(item.id))
    assert 3 == len(exported(desk.event("other"))["players"])

    event = desk.do("other", "p1", setup.StartEvent()).event

    assert ["p2", "p3"] == [player["id"] for player in exported(event)["players"]]
    assert 4 == before
