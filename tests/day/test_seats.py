"""Who may make a link to another's seat: never to a role, never to the other side of the table."""

from __future__ import annotations

import pytest

from tests.day.events import Day, conceded_by, in_round
from tests.day.test_leaders_who_play import with_playing
from tiltyard.day.components import MakeProxy
from tiltyard.day.people import AppointStaff, DropPlayer, RecommendDisqualification
from tiltyard.day.seats import OpenSeats, may_close_seat, refusal_to_open_seat
from tiltyard.day.setup import Undo
from tiltyard.text.refusals import fix_text, refusal_text

ORGANIZER = "p1"


def refused(day: Day, person: str, seat: str) -> str:
    no = refusal_to_open_seat(day.event, day.rules, person, seat)
    if no is None:
        return ""
    assert no.clause == day.rules.staff.clause
    assert fix_text(no)
    return refusal_text(no)


def test_staff_who_does_not_play_opens_players_seats_and_nobody_elses() -> None:
    day = in_round()
    marshal, judge = day.appoint("marshal", "Mara"), day.appoint("judge", "Jon")
    player = day.active()[0]
    assert refused(day, marshal, player) == ""
    assert refused(day, marshal, marshal) == ""
    assert "Only the organizer can open access" in refused(day, marshal, judge)
    assert "the organizer's access" in refused(day, marshal, ORGANIZER)
    assert refused(day, ORGANIZER, judge) == ""
    assert refused(day, ORGANIZER, ORGANIZER) == ""


def test_whoever_plays_opens_their_own_seat_only() -> None:
    day = in_round()
    me = day.active()[0]
    day.do(AppointStaff(role="marshal", person=me))
    for other in day.active():
        said = "" if other == me else "Players can't open another player's phone page."
        assert refused(day, me, other) == said
    day.do(DropPlayer(me, slip=conceded_by(day, me)))
    assert "another player's phone page" in refused(day, me, day.active()[0])


def test_the_organizer_who_plays_opens_no_seat_while_another_leader_reads_the_lists() -> None:
    day = with_playing("runewars", "judge", tier="relaxed")
    day.next_round()
    opponent = day.opponent(ORGANIZER)
    for other in day.active():
        assert bool(refused(day, ORGANIZER, other)) == (other != ORGANIZER)
    assert "your opponent's phone page" in refused(day, ORGANIZER, opponent)
    for game in day.games():
        day.agree(game, day.slip())
    assert day.round.is_closed
    assert refused(day, ORGANIZER, opponent) == NOT_FOR_YOU


NOT_FOR_YOU = "This page shows lists you may not read."


def test_a_scorekeeper_opens_no_players_seat_while_lists_are_secret() -> None:
    day = in_round("middle-earth", options={"lists.reveal": "never"})
    keeper, referee = day.appoint("scorekeeper", "Sam"), day.appoint("referee", "Ray")
    player = day.active()[0]
    assert refused(day, keeper, player) == NOT_FOR_YOU
    assert refused(day, referee, player) == ""
    day.refused(OpenSeats((player,)), keeper, says=NOT_FOR_YOU)
    day.do(OpenSeats((player,)), referee)


def test_a_scorekeeper_opens_seats_once_everybody_may_read_the_lists() -> None:
    day = in_round("middle-earth", options={"lists.reveal": "start"})
    keeper = day.appoint("scorekeeper", "Sam")
    assert refused(day, keeper, day.active()[0]) == ""


def test_every_link_is_a_fact_with_its_maker_and_is_not_undone() -> None:
    day = in_round()
    marshal = day.appoint("marshal", "Mara")
    first, second = day.active()[:2]
    day.do(OpenSeats((first, second), "code"), marshal)
    opened = day.event.seats_opened
    assert {first, second} == set(opened)
    assert (opened[first].by, opened[first].way) == (marshal, "code")
    day.refused(Undo("by mistake"), says="You can't undo a link")
    day.refused(OpenSeats(()), says="Nobody is chosen.")
    day.refused(OpenSeats(("p99",)))


def test_an_organizer_who_plays_invites_who_reads_the_lists_once() -> None:
    day = with_playing("runewars", "judge", tier="relaxed")
    judge = next(one.person for one in day.event.staff if one.role == "judge")
    assert refused(day, ORGANIZER, judge) == ""
    day.do(OpenSeats((judge,), "invitation"))
    assert refused(day, ORGANIZER, judge) == NOT_FOR_YOU


def test_staff_is_signed_out_by_the_organizer_and_the_organizer_by_nobody() -> None:
    day = in_round("middle-earth")
    marshal, keeper = day.appoint("referee", "Ray"), day.appoint("scorekeeper", "Sam")
    player = day.active()[0]
    assert may_close_seat(day.event, keeper, player)
    assert may_close_seat(day.event, ORGANIZER, marshal)
    assert may_close_seat(day.event, keeper, keeper)
    assert not may_close_seat(day.event, keeper, marshal)
    assert not may_close_seat(day.event, marshal, ORGANIZER)


@pytest.mark.parametrize("act", [MakeProxy, RecommendDisqualification])
def test_a_leader_decides_nothing_about_their_own_opponent(act: type) -> None:
    day = in_round()
    me = day.active()[0]
    day.do(AppointStaff(role="marshal", person=me))
    opponent = day.opponent(me)
    other = next(one for one in day.active() if one not in {me, opponent})
    values = ("Lance", "the cost") if act is MakeProxy else ("rude",)
    day.refused(act(opponent, *values), me, day.rules.staff.rules_on_leader_clause)
    day.refused(act(me, *values), me, day.rules.staff.rules_on_leader_clause)
    day.do(act(other, *values), me)
