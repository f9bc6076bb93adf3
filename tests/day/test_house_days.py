"""Whole days of house families: rounds drawn, results entered, a champion, a check of the log."""

import pytest

from tests.day.events import Day, running
from tests.paper.days import view_of
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.results import EnterResult
from tiltyard.day.rounds import DrawRound, MakeCut
from tiltyard.day.setup import what_is_left
from tiltyard.engine import flow
from tiltyard.engine.slip import Slip
from tiltyard.paper.paper import Wanted
from tiltyard.paper.sheets.bracket import bracket as printed_bracket
from tiltyard.text.announcements import values_sentence
from tiltyard.text.facts import round_text
from tiltyard.views.bracket import bracket
from tiltyard.views.event import EventVersion


def enter_all(day: Day) -> None:
    """Enter every open game: whoever registered earlier wins by two games to one, or 40 to 30."""
    games = day.rules.score.counts == "games"
    for game in day.games():
        numbers = [int(player[1:]) for player in game.players]
        score = (2, 1) if games else (40, 30)
        slip = Slip("rounds", score if numbers[0] < numbers[1] else score[::-1])
        if game.is_open:
            day.do(EnterResult(game.id, slip))


def play_to_the_end(day: Day) -> int:
    """Play until nothing is left; return how many rounds that took."""
    rounds = 0
    while what_is_left(day.event, day.rules, day.document) is not None:
        if day.event.has_cut and day.event.qualification is None:
            played = day.event.swiss_played >= (day.event.swiss_rounds or 0)
            if played:
                day.do(MakeCut())
        day.next_round()
        enter_all(day)
        rounds += 1
    return rounds


def errors(day: Day) -> list[str]:
    found = flow.findings(as_tournament(day.event), day.document)
    return [one.code for one in found if one.severity == "error"]


@pytest.mark.clause("HF-035", "HF-037")
def test_a_double_elimination_of_eleven_from_the_first_round_to_the_champion():
    day = running("double-elimination", 11, swiss_rounds=None)

    assert 8 == play_to_the_end(day)
    assert "p2" == day.ranking()[0]
    assert [] == errors(day)
    titles = [round_text(day.event, f"1.{number}") for number in (2, 8)]
    assert ["elimination round 2", "final"] == [title.lower() for title in titles]
    found = bracket(EventVersion(day.event, day.rules, day.document), day.event.people, close=True)
    assert [8, 8, 4, 4, 2, 2, 1, 1] == [len(column) for column in found.columns]
    assert [8, 4, 0, 2, 0, 1, 0] == list(found.first)
    assert "p2" == found.champion.player
    pages = printed_bracket(view_of(day), Wanted()).body.pages
    assert [[8, 4, 2, 1], [4, 4, 2, 2, 1, 1, 1]] == [
        [len(column.boxes) for column in page.columns] for page in pages
    ]
    assert ["", "Player 2"] == [page.champion for page in pages]
    day.finish()
    assert day.folds()


@pytest.mark.clause("HF-013", "HF-015")
def test_a_league_night_of_best_of_three():
    day = running("best-of-three", 8, swiss_rounds=3)

    assert 3 == play_to_the_end(day)
    assert [] == errors(day)
    assert ("p2", 9) == (day.ranking()[0], day.points()["p2"])


@pytest.mark.clause("HF-027", "HF-028")
def test_a_round_robin_has_as_many_rounds_as_it_needs():
    day = running("round-robin", 5, swiss_rounds=None)

    assert 5 == day.event.swiss_rounds
    assert 5 == play_to_the_end(day)
    assert [] == errors(day)
    assert [12, 9, 6, 3, 0] != sorted(day.points().values(), reverse=True)  # each has a bye
    assert [15, 12, 9, 6, 3] == sorted(day.points().values(), reverse=True)


@pytest.mark.clause("HF-024", "HF-035")
def test_swiss_rounds_with_a_cut_to_two_brackets():
    day = running("margin-10-0", 9, swiss_rounds=2, cut=4, options={"elimination.losses": 2})

    assert 2 + 4 == play_to_the_end(day)
    assert [] == errors(day)
    assert ["p2", "p3"] == day.ranking()[:2]


@pytest.mark.clause("HF-052", "HF-053")
def test_groups_and_then_a_bracket():
    day = running("groups-bracket", 8, swiss_rounds=None)

    assert (3, 4) == (day.event.swiss_rounds, day.event.cut)
    assert 3 + 2 == play_to_the_end(day)
    assert [] == errors(day)
    assert "p2" == day.ranking()[0]


@pytest.mark.clause("HF-051")
@pytest.mark.parametrize(
    ("family", "plan", "said"),
    [
        (
            "groups-bracket",
            {"swiss_rounds": None},
            [
                "3 group rounds of 120 minutes, then single elimination.",
                "After the groups, the best 2 of each go on to single elimination.",
            ],
        ),
        (
            "double-elimination",
            {"swiss_rounds": None},
            ["Double elimination from the start: two losses and out."],
        ),
        (
            "round-robin",
            {"swiss_rounds": None},
            ["7 round-robin rounds of 120 minutes."],
        ),
        (
            "win-draw-loss",
            {"swiss_rounds": 3, "cut": 4, "options": {"elimination.losses": 2}},
            [
                "3 Swiss rounds of 120 minutes, then double elimination.",
                "After the Swiss rounds, the top 4 go on to double elimination.",
            ],
        ),
    ],
)
def test_players_are_told_what_is_really_played(family, plan, said):
    day = running(family, 8, **plan)
    told = " ".join(values_sentence(one.values, day.document) for one in day.event.told.values())

    assert [] == [sentence for sentence in said if sentence not in told], told


@pytest.mark.clause("HF-012")
@pytest.mark.parametrize("family", ["primary-secondary", "margin-20-0", "win-draw-loss"])
def test_a_day_of_three_rounds(family):
    day = running(family, 8, swiss_rounds=3)

    assert 3 == play_to_the_end(day)
    assert [] == errors(day)
    assert "p2" == day.ranking()[0]
    day.finish()
    assert day.refused(DrawRound())
