"""Scores that the opponent's list cannot give: asked back, insisted on, marked, kept secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import ORGANIZER, Day, in_round
from tiltyard.day.components import EndComponentTrouble, NoteComponentTrouble
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import ConcernsConfirmed
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import ChangePlayer, DropPlayer, RegisterPlayer
from tiltyard.day.results import (
    IMPOSSIBLE,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ReportResult,
    ResolveDispute,
    doubts_heard,
)
from tiltyard.day.visibility import unread
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head
from tiltyard.text.refusals import fix_text, refusal_text

INSISTED = frozenset({IMPOSSIBLE})
SQUAD = (
    "Faction: Rebel\nTotal: 95\nShips\n"
    "Old Wing (33)\nCommon Wing (26)\n- Long Lens (7)\nGrey Wing (29)\n"
)
"""33, 33 and 29 points, 95 in all: what can be lost is 0, 29, 33, 62, 66, and then everything."""


def begun(ruleset: str = "xwing-dogfight", text: str = SQUAD, players: int = 4, **more: str) -> Day:
    """A round is played; everybody handed in the same list."""
    day = Day(ruleset, **more)
    day.desk.read_list = reader()
    day.open_doors()
    for player in day.register(*(f"Player {number}" for number in range(players))):
        day.do(SubmitList(player, text), player)
    day.begin()
    day.next_round()
    return day


def told(ruleset: str, total: int, **more: str) -> Day:
    """A round is played; everybody told a total when they registered, and there are no lists."""
    day = in_round(ruleset, **more)
    for entrant in day.event.entrants.values():
        assert entrant.number is not None
        day.do(ChangePlayer(entrant.id, entrant.name, entrant.number, total=total))
    return day


def asked(day: Day, command: object, who: str = ORGANIZER) -> str:
    """What an act is asked back with; nothing is recorded."""
    no = day.refused(command, who)  # type: ignore[arg-type]
    assert isinstance(no, NeedsConfirmation), refusal_text(no)
    assert {IMPOSSIBLE} == set(no.codes)
    return refusal_text(no)


def at_time(first: int, second: int) -> Slip:
    return Slip("time", (first, second))


@pytest.fixture
def day() -> Day:
    return begun()


# ------------------------------------------------------------------------------- what is asked


@pytest.mark.clause("XW-057", "XW-089")
def test_the_desk_is_asked_with_the_nearest_sums(day: Day) -> None:
    game = day.games()[0]
    mine, other = (day.event.people[player] for player in game.players)

    assert asked(day, EnterResult(game.id, at_time(34, 0))) == (
        f"Points destroyed by {mine} can't be 34: no losses of the squad of {other} add up to it. "
        "Did you mean 33 or 62?"
    )
    assert asked(day, EnterResult(game.id, at_time(0, 98))) == (
        f"Points destroyed by {other} can't be 98: the squad of {mine} is worth 95. "
        "Did you mean 66?"
    )
    assert "can't be 34" in asked(day, EnterResult(game.id, at_time(34, 61)))


@pytest.mark.clause("XW-057")
@pytest.mark.parametrize("score", [0, 29, 33, 62, 66])
def test_a_score_that_can_be_is_taken_at_once(day: Day, score: int) -> None:
    done = day.do(EnterResult(day.games()[0].id, at_time(score, 0)))

    assert ["result-entered/1"] == [one.fact.NAME for one in done.facts]


@pytest.mark.clause("XW-057", "XW-066")
@pytest.mark.parametrize(
    ("score", "says"),
    [(94, ""), (95, "Is it a wipe-out"), (96, "is worth 95."), (100, "Is it a wipe-out")],
)
def test_a_total_that_was_told_is_a_bound(score: int, says: str) -> None:
    day = told("xwing-dogfight", 95)
    command = EnterResult(day.games()[0].id, at_time(score, 10))
    if says:
        assert says in asked(day, command)
    else:
        day.do(command)


@pytest.mark.clause("AR-103", "RW-176")
@pytest.mark.parametrize(("ruleset", "total"), [("armada", 390), ("runewars", 190)])
def test_more_than_a_list_costs_is_asked_back_and_its_total_too(ruleset: str, total: int) -> None:
    day = told(ruleset, total)
    game, other = day.games()[:2]
    assert f"is worth {total}." in asked(day, EnterResult(game.id, day.slip(total + 1, 0)))
    day.do(EnterResult(game.id, day.slip(total - 1, 0)))
    loser = day.event.entrants[game.players[1]]
    change = ChangePlayer(loser.id, loser.name, loser.number or 0, total=total - 2)
    assert f"is worth {total - 2}." in asked(day, change)
    day.desk.do(day.name, ORGANIZER, change, confirmed=INSISTED)
    assert total - 2 == day.event.entrants[loser.id].total
    day.do(EnterResult(other.id, Slip("destroyed", (total, 0), survivor=0)))


@pytest.mark.clause("XW-066")
def test_a_squad_that_is_gone_by_points_is_asked_about_its_ending(day: Day) -> None:
    """50-95 at time against 95 points: as a wipe-out it is 150 to 50, a full win."""
    game = day.games()[0]
    second = day.event.people[game.players[1]]
    said = asked(day, EnterResult(game.id, at_time(95, 33)))
    assert f"95 points are all of the squad of {second}. Is it a wipe-out?" in said
    assert "it counts 100 points" in said
    day.do(EnterResult(game.id, Slip("destroyed", (95, 33), survivor=0)))


@pytest.mark.clause("XW-055", "XW-056")
@pytest.mark.parametrize(
    ("slip", "says"),
    [
        (Slip("destroyed", (95, 95), survivor=0), "Who survived"),
        (Slip("mutual", (33, 95)), ""),  # nobody counts these scores: they are left out
        (Slip("destroyed", (95, 66), survivor=0), ""),
        (Slip("mutual", (95, 100)), ""),
        (Slip("concession", (1, 33), conceded=1), ""),
        (Slip("concession", (0, 34), conceded=1), "can't be 34"),
    ],
)
def test_an_ending_that_the_scores_contradict_is_asked_back(
    day: Day, slip: Slip, says: str
) -> None:
    command = EnterResult(day.games()[0].id, slip)
    if says:
        assert says in asked(day, command)
    else:
        day.do(command)


@pytest.mark.clause("RW-176")
def test_objectives_are_counted_apart() -> None:
    text = (
        "Faction: Latari\nTotal: 90\nUnits\nReed Bows (30)\nThorn Guard (60)\n"
        "Terrain cards\nA [capacity: 1]\nB [capacity: 1]\nC [capacity: 1]\nD [capacity: 1]\n"
    )
    day = begun("runewars", text)
    no = day.refused(EnterResult(day.games()[0].id, Slip("rounds", (50, 0), objectives=(20, 0))))
    assert "their own field" in (fix_text(no) or "")
    day.do(EnterResult(day.games()[0].id, Slip("rounds", (30, 0), objectives=(20, 0))))


def test_games_of_victory_points_ask_nothing() -> None:
    day = in_round("diskwars")
    day.do(EnterResult(day.games()[0].id, Slip("time", (61, 2))))


# ------------------------------------------------------------------------ insisted on, marked


@pytest.mark.clause("XW-057")
def test_what_is_insisted_on_counts_and_is_marked(day: Day) -> None:
    game = day.games()[0]
    command = EnterResult(game.id, at_time(34, 0))
    done = day.desk.do(day.name, ORGANIZER, command, confirmed=INSISTED)

    assert ConcernsConfirmed(game.id, (IMPOSSIBLE,)) == done.facts[0].fact
    assert {IMPOSSIBLE} == day.event.confirmed_about(game.id)
    assert at_time(34, 0) == day.match(game.id).slip
    assert not day.event.confirmed_about(day.games()[1].id)


def test_a_needless_confirmation_marks_nothing(day: Day) -> None:
    game = day.games()[0]
    day.desk.do(day.name, ORGANIZER, EnterResult(game.id, at_time(33, 0)), confirmed=INSISTED)

    assert not day.event.confirmed_about(game.id)


def test_a_correction_a_dispute_and_a_drop_ask_as_well(day: Day) -> None:
    first, second = day.games()
    day.do(EnterResult(first.id, at_time(33, 0)))
    assert "can't be 34" in asked(
        day, CorrectResult(first.id, at_time(34, 0), at_time(33, 0).digest, "miscounted")
    )
    one, other = second.players
    day.do(ReportResult(second.id, at_time(33, 0)), one)
    day.do(ReportResult(second.id, at_time(29, 0)), other)
    assert "can't be 30" in asked(day, ResolveDispute(second.id, at_time(30, 0), "counted"))

    fresh = begun()
    game = fresh.games()[0]
    leaves = DropPlayer(game.players[1], slip=Slip("concession", (0, 34), conceded=1))
    assert "can't be 34" in asked(fresh, leaves)
    done = fresh.desk.do(fresh.name, ORGANIZER, leaves, confirmed=INSISTED)
    assert ConcernsConfirmed(game.id, (IMPOSSIBLE,)) == done.facts[0].fact


# ------------------------------------------------------------------------------------ secrecy


@pytest.mark.clause("XW-057")
def test_a_player_hears_only_about_their_own_list(day: Day) -> None:
    """What I claim against a secret list is not answered; what is claimed against mine is."""
    game = day.games()[0]
    me, other = game.players
    name = day.event.people[other]
    assert asked(day, ReportResult(game.id, at_time(33, 34)), me) == (
        f"Points destroyed by {name} can't be 34: no losses of your squad add up to it. "
        "Did you mean 33 or 62?"
    )
    assert "your squad" in asked(day, ReportResult(game.id, at_time(34, 1)), other)
    day.do(ReportResult(game.id, at_time(34, 33)), me)


def test_the_opponent_is_asked_when_they_confirm(day: Day) -> None:
    game = day.games()[0]
    me, other = game.players
    slip = at_time(34, 33)
    day.do(ReportResult(game.id, slip), me)
    command = ConfirmResult(game.id, slip.digest)
    assert "can't be 34: no losses of your squad" in asked(day, command, other)
    day.desk.do(day.name, other, command, confirmed=INSISTED)
    assert {IMPOSSIBLE} == day.event.confirmed_about(game.id)


@pytest.mark.parametrize("make", [begun, lambda: told("xwing-dogfight", 95)], ids=["list", "total"])
def test_no_number_of_previews_counts_out_the_list_of_the_opponent(make) -> None:
    """Whatever a player asks about the opponent's list, the answer is the same."""
    day = make()
    game = day.games()[0]
    me = game.players[0]
    answers = set()
    for end in ("time", "mutual"):
        for score in range(101):
            slip = Slip(end, (score, 0 if end == "time" else 100))
            answers.add(day.desk.refusal(day.name, me, ReportResult(game.id, slip)) is None)
    assert {True} == answers
    above = day.desk.refusal(day.name, me, ReportResult(game.id, at_time(101, 0)))
    assert above is not None
    assert not isinstance(above, NeedsConfirmation)
    assert "95" not in refusal_text(above)


def test_once_lists_are_public_both_players_hear_it() -> None:
    day = begun(options={"lists.reveal": "start"})
    game = day.games()[0]
    me, other = game.players
    said = asked(day, ReportResult(game.id, at_time(34, 0)), me)
    assert f"the squad of {day.event.people[other]}" in said


def test_staff_who_read_no_lists_hear_nothing_and_those_who_do_see_the_mark() -> None:
    """An organizer who plays beside another leader reads no list: the score is taken unasked."""
    day = Day("xwing-dogfight")
    second = day.appoint("second_organizer", "Jude")
    day.desk.read_list = reader()
    day.open_doors()
    day.do(RegisterPlayer(person=ORGANIZER))
    for player in (*day.register("A", "B", "C"), ORGANIZER):
        day.do(SubmitList(player, SQUAD), player)
    day.begin()
    day.next_round()
    game = next(one for one in day.games() if ORGANIZER not in one.players)
    assert "can't be 34" in asked(day, EnterResult(game.id, at_time(34, 0)), second)
    day.do(EnterResult(game.id, at_time(34, 0)))

    def heard(person: str) -> int:
        counted = day.match(game.id)
        found = doubts_heard(day.event, day.rules, person, day.round, counted, at_time(34, 0))
        return len(found)

    assert (0, 1) == (heard(ORGANIZER), heard(second))
    right = CorrectResult(game.id, at_time(31, 0), at_time(34, 0).digest, "counted again")
    done = day.desk.do(day.name, second, right, confirmed=INSISTED)
    confirmed = done.facts[0]
    assert isinstance(confirmed.fact, ConcernsConfirmed)
    assert unread(day.event, day.rules, ORGANIZER, confirmed).whole
    assert not unread(day.event, day.rules, second, confirmed).whole
    assert (0, 1) == (heard(game.players[0]), heard(game.players[1]))


def test_verification_decides_it_again(day: Day) -> None:
    """The codes are read back from the log; without them the entry could not have been made."""
    game = day.games()[0]
    command = EnterResult(game.id, at_time(34, 0))
    day.desk.do(day.name, ORGANIZER, command, confirmed=INSISTED)
    log = tuple(day.desk.log(day.name))
    assert [] == verify_log(day.name, log, Head(1, b""), load).troubles
    *before, confirmed, entered = log
    assert isinstance(confirmed.fact, ConcernsConfirmed)
    forged = [*before, replace(entered, number=confirmed.number)]
    troubles = verify_log(day.name, forged, Head(1, b""), load).troubles
    assert any("can't be 34" in one.text for one in troubles)


def test_two_questions_of_one_act_are_both_found_when_it_is_verified() -> None:
    """A concession over a lost piece is asked about its time, and its slip about the score."""
    text = (
        "Faction: Latari\nTotal: 90\nUnits\nReed Bows (30)\nThorn Guard (60)\n"
        "Terrain cards\nA [capacity: 1]\nB [capacity: 1]\nC [capacity: 1]\nD [capacity: 1]\n"
    )
    day = begun("runewars", text)
    game = day.games()[0]
    loser = game.players[1]
    day.do(NoteComponentTrouble(loser, "morale deck", "lost"))
    trouble = next(iter(day.event.troubles))
    slip = Slip("concession", (30, 31), conceded=1)
    ends = EndComponentTrouble(trouble, "conceded", slip=slip)
    codes: frozenset[str] = frozenset()
    while isinstance(no := day.desk.refusal(day.name, ORGANIZER, ends, codes), NeedsConfirmation):
        codes |= frozenset(no.codes)
    done = day.desk.do(day.name, ORGANIZER, ends, confirmed=codes)
    assert 2 == sum(isinstance(one.fact, ConcernsConfirmed) for one in done.facts)
    log = tuple(day.desk.log(day.name))
    assert [] == verify_log(day.name, log, Head(1, b""), load).troubles
