"""An event as a tournament file: clean, complete, and silent about a secret seed."""

import json

import pytest

from tests.day.events import Day, in_round
from tests.service.halls import DEMO, SLIP, armada_day, begin_round, demo_desk, new_desk, play_round
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import CheckIn, DropPlayer, RegisterPlayer, Rejoin
from tiltyard.day.results import CorrectResult, EnterResult, ReportResult
from tiltyard.day.rounds import ByHand, ChangePairings, DiscardDraw, DrawRound
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
)
from tiltyard.engine.flow import findings
from tiltyard.engine.slip import Slip
from tiltyard.formats.foreign.remarks import remark_text
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS, Wish, export_event
from tiltyard.service.foreign_importing import preview_import
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.list_reading import reader
from tiltyard.text.findings import finding_text


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
    desk.do("day", "p1", CorrectResult(game.id, other, SLIP.digest, "read wrongly"))
    event = desk.event("day")
    first, second = exported(event)["stages"][0]["rounds"]

    assert [] == errors(event)
    assert "override" not in first
    assert "read wrongly" in second["override"]["reason"]
    assert "Olga" == second["override"]["by"]


def test_a_change_by_hand_a_drop_and_a_return_are_in_the_file():
    desk = new_desk()
    armada_day(desk)
    desk.do("day", "p1", DrawRound())
    one, other, *_ = desk.event("day").draft.games.values()
    swap = ByHand(one.players[0], other.players[0])
    desk.do("day", "p1", ChangePairings((swap,), "same car"))
    desk.do("day", "p1", DiscardDraw("not that either"))
    play_round(desk)
    desk.do("day", "p1", DropPlayer("p3"))
    play_round(desk)
    desk.do("day", "p1", Rejoin("p3", "the train was late"))
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
    desk.do("day", game.players[0], ReportResult(game.id, SLIP))
    desk.do("day", game.players[1], ReportResult(game.id, Slip("rounds", (1, 2))))

    assert all("report" not in match for match in exported(desk.event("day"))["stages"][0]["rounds"][0]["matches"])  # fmt: skip  # noqa: E501


def test_somebody_who_never_came_is_not_in_the_file():
    desk = new_desk()
    armada_day(desk, count=4)
    before = len(exported(desk.event("day"))["players"])
    desk.create("other", desk.event("day").details, "Olga")
    for command in (AnnounceEvent(), OpenRegistration()):
        desk.do("other", "p1", command)
    for name in ("Ana", "Ben", "Cleo"):
        desk.do("other", "p1", RegisterPlayer(name))
    desk.do("other", "p1", OpenCheckIn())
    for player in ("p2", "p3"):
        desk.do("other", "p1", CheckIn(player))
    for item in desk.rules("other")[0].announcements:
        desk.do("other", "p1", AnnounceItem(item.id))
    assert 3 == len(exported(desk.event("other"))["players"])

    event = desk.do("other", "p1", StartEvent()).event

    assert ["p2", "p3"] == [player["id"] for player in exported(event)["players"]]
    assert 4 == before


# ------------------------------------------------------------- totals, and what was insisted on

SQUAD = "Faction: Rebel\nTotal: 95\nShips\nOld Wing (33)\nCommon Wing (33)\nGrey Wing (29)\n"


def file_of(level, **wish):
    """The event as a tournament, as it leaves for whoever asks."""
    return read_tournament(decode(FORMS["tiltyard1"](Wish(level, **wish)).body))


def checked(level, **wish):
    """What `tiltyard check` says about the file that is exported: code, severity, sentence."""
    tournament = file_of(level, **wish)
    names = {player.id: player.name for player in tournament.players}
    found = findings(tournament, load(tournament.ruleset))
    return [(one.code, one.severity, finding_text(one, names)) for one in found]


def score_day(**options):
    """Both players handed in a squad of 95 points, and 98 was insisted on."""
    day = Day("xwing-dogfight", swiss_rounds=1, **options)
    day.desk.read_list = reader()
    day.open_doors()
    for player in day.register("Ann", "Bob"):
        day.do(SubmitList(player, SQUAD), player)
    day.begin()
    day.next_round()
    command = EnterResult(day.games()[0].id, Slip("time", (98, 0)))
    day.desk.do(day.name, "p1", command, confirmed=frozenset({"score-impossible"}))
    return day.desk.level(day.name)


@pytest.mark.clause("XW-057", "XW-066")
def test_the_file_of_the_organizer_holds_totals_and_who_insisted():
    """The list costs 95, 98 was confirmed: check tells of it by name, as a notice."""
    ((code, severity, text),) = checked(score_day(), public=False, reader="p1")

    assert ("score-above-total", "notice") == (code, severity)
    assert "98 points of a list that costs 95" in text
    assert text.endswith("Olga confirmed it when asked back.")


@pytest.mark.clause("XW-057")
def test_a_score_nobody_was_asked_about_is_an_error_in_the_file(monkeypatch):
    monkeypatch.setattr("tiltyard.service.exporting.IMPOSSIBLE", "something-else")
    ((code, severity, _),) = checked(score_day(), public=False, reader="p1")

    assert ("score-above-total", "error") == (code, severity)


@pytest.mark.parametrize("public", [True, False])
def test_a_file_for_others_tells_nothing_of_secret_lists(public):
    text = FORMS["tiltyard1"](Wish(score_day(), public=public)).body.decode()

    assert "total" not in text
    assert "confirmed" not in text


@pytest.mark.clause("XW-057")
def test_once_lists_are_public_everybody_may_check_the_scores():
    level = score_day(options={"lists.reveal": "start"})

    assert "score-above-total" in [one[0] for one in checked(level)]


def test_what_was_insisted_on_is_read_back_and_the_totals_come_along():
    tournament = file_of(score_day(), public=False, reader="p1")
    (match,) = tournament.stages[0].rounds[0].matches
    assert ("Olga", "score-impossible") == match.confirmed
    event = import_tournament(new_desk(), "again", Brought(tournament, load(tournament.ruleset)))
    assert {95} == {one.total for one in event.entrants.values()}


@pytest.mark.parametrize("name", DEMO)
def test_every_event_of_the_demo_passes_the_check_with_its_lists(name):
    found = checked(demo_desk().level(name), public=False, reader="p1")

    assert [] == [one for one in found if one[1] == "error"]


@pytest.mark.clause("XW-057", "XW-066")
@pytest.mark.parametrize(("score", "remarked"), [(94, False), (95, True), (96, True)])
def test_an_import_names_the_scores_that_its_totals_cannot_give(score, remarked):
    document = {
        "format": "tiltyard/1",
        "ruleset": "xwing-dogfight",
        "name": "Cup",
        "seed": "a long seed that is known",
        "plan": {"swiss_rounds": 1, "cut": None},
        "players": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob", "total": 95}],
        "stages": [
            {
                "kind": "swiss",
                "rounds": [
                    {
                        "matches": [
                            {"players": ["a", "b"], "report": {"end": "time", "score": [score, 0]}}
                        ]
                    }
                ],
            }
        ],
    }
    preview = preview_import(json.dumps(document).encode())
    found = [one for one in preview.remarks if one.code == "score-impossible"]

    assert remarked == bool(found)
    assert all(f"The score {score} of Ann" in remark_text(one) for one in found)


@pytest.mark.clause("ME-057", "XW-056")
@pytest.mark.parametrize(
    ("ruleset", "slip", "score"),
    [
        ("middle-earth", Slip("concession", conceded=0), [0, 12]),
        ("middle-earth", Slip("concession", conceded=1), [12, 0]),
        ("xwing-dogfight", Slip("mutual"), [100, 100]),
        ("xwing-escalation", Slip("mutual"), [60, 60]),
        ("armada", Slip("mutual", initiative=0), [400, 400]),
        ("runewars", Slip("mutual", objectives=(15, 0)), [200, 200]),
        ("diskwars", Slip("mutual"), None),
    ],
)
def test_a_file_has_the_score_that_counts_where_the_slip_needed_none(ruleset, slip, score):
    day = in_round(ruleset)
    game = day.games()[0]
    day.do(EnterResult(game.id, slip))
    (match,) = [
        one
        for one in exported(day.event, rules=day.rules)["stages"][0]["rounds"][0]["matches"]
        if "report" in one
    ]

    assert score == match["report"].get("score")
